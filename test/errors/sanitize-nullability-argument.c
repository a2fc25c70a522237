// cflags: -fsanitize=nullability
// Null for a _Nonnull parameter.
static int use(int *_Nonnull p)
{
    return p == 0;
}

int main(void)
{
    int *volatile nothing = 0;
    return use(nothing);
}
/* expect:
11:12: error: argument 1 must not be null [null-value]
*/
