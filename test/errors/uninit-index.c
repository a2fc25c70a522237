// An uninitialised index.
int main(void)
{
    int table[4] = {1, 2, 3, 4};
    int i;
    int *p = &i;
    return table[*p & 3];
}
/* expect:
7:12: error: address depends on an uninitialised value [uninitialised]
5:9: note: the value comes from 'i', declared here
*/
