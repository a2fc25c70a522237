// A variable is read after its block ended.
int main(void)
{
    int *p;
    {
        int x = 5;
        p = &x;
    }
    return *p;
}
/* expect:
9:12: error: read of 4 bytes at offset 0 of 'x' after the end of its scope [use-after-scope]
6:13: note: 'x' is declared here
*/
