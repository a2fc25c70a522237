// The value takes part in arithmetic before it decides a loop.
int main(void)
{
    unsigned start, sum = 0;
    unsigned *p = &start;
    unsigned end = *p * 2 + 1;
    for (unsigned i = 0; i < end; i++)
        sum += i & 1;
    return (int)(sum & 0);
}
/* expect:
7:5: error: branch depends on an uninitialised value [uninitialised]
4:14: note: the value comes from 'start', declared here
*/
