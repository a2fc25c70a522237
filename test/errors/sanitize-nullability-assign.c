// cflags: -fsanitize=nullability
// Null in a _Nonnull variable.
int main(void)
{
    int *volatile nothing = 0;
    int *_Nonnull p = nothing;
    return p == 0;
}
/* expect:
6:19: error: null becomes the value of a 'int * _Nonnull' [null-value]
*/
