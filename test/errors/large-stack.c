// only: 64
// An array of variable length that no stack has room for.
int main(int argc, char **argv)
{
    char large[(unsigned long)(argc + 4) << 30];
    large[0] = 1;
    return large[0];
}
/* expect:
5:5: error: the stack of 8 MiB is exhausted [stack-overflow]
...
*/
