// cflags: -fsanitize=nonnull-attribute
// Null for a parameter that must not be.
__attribute__((nonnull(2))) static int use(int n, const int *p)
{
    return n;
}

int main(void)
{
    int *volatile nothing = 0;
    return use(0, nothing);
}
/* expect:
11:12: error: argument 2 must not be null [null-value]
*/
