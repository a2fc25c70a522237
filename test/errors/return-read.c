// A pointer to a local variable outlives the function.
static int *make(void)
{
    int x = 3;
    int *p = &x;
    return p;
}

int main(void)
{
    int *p = make();
    return *p;
}
/* expect:
12:12: error: read of 4 bytes at offset 0 of 'x' after its function returned [use-after-return]
4:9: note: 'x' is declared here
*/
