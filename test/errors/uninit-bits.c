// Only one bit of a word is set, another one decides.
int main(void)
{
    unsigned flags;
    unsigned *p = &flags;
    *p = (*p & ~1u) | 1u;
    int known = *p & 1;
    if (!known)
        return 1;
    if (*p & 2)
        return 2;
    return 0;
}
/* expect:
10:9: error: branch depends on an uninitialised value [uninitialised]
4:14: note: the value comes from 'flags', declared here
*/
