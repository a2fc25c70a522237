// cflags: -fsanitize=integer
// A product of 64 bits.
int main(void)
{
    volatile unsigned long long n = 1ULL << 40;
    return n * n == 0;
}
/* expect:
6:14: error: unsigned overflow: 1099511627776 * 1099511627776 does not fit in 'unsigned long long' [unsigned-overflow]
*/
