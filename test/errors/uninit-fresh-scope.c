// A variable of a loop body does not keep its value from the iteration before.
int main(void)
{
    int count = 0;
    for (int i = 0; i < 3; i++) {
        int seen;
        int *p = &seen;
        if (i == 0)
            *p = 0;
        if (*p == 0)
            count++;
    }
    return count;
}
/* expect:
10:13: error: branch depends on an uninitialised value [uninitialised]
6:13: note: the value comes from 'seen', declared here
*/
