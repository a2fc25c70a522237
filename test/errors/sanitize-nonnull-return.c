// cflags: -fsanitize=returns-nonnull-attribute
// A function that returns null although it says it does not.
__attribute__((returns_nonnull)) static int *same(int *p)
{
    return p;
}

int main(void)
{
    int *volatile nothing = 0;
    return same(nothing) != 0;
}
/* expect:
5:5: error: the function must not return null [null-value]
11:12: note: in the call of 'same' from 'main'
*/
