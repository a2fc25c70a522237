// cflags: -fsanitize=builtin
// Zero has no first bit.
int main(void)
{
    volatile unsigned n = 0;
    return __builtin_clz(n);
}
/* expect:
6:12: error: __builtin_clz of zero [invalid-value]
*/
