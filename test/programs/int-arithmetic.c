// Arithmetic of every integer width, on values that come through volatile variables.
#include <limits.h>
#include <stdio.h>

#define TABLE(type, name, format, cast)                                                                                \
    static void name(type a, type b)                                                                                   \
    {                                                                                                                  \
        volatile type x = a, y = b;                                                                                    \
        printf(#type " " format " " format ":", (cast)x, (cast)y);                                                     \
        printf(" " format " " format " " format, (cast)(type)(x & y), (cast)(type)(x | y), (cast)(type)(x ^ y));       \
        if (y)                                                                                                         \
            printf(" " format " " format, (cast)(x / y), (cast)(x % y));                                               \
        printf(" %d%d%d%d%d%d %d", x < y, x <= y, x > y, x >= y, x == y, x != y, !x);                                  \
        printf(" " format "\n", (cast)(type)~x);                                                                       \
    }

TABLE(signed char, signed_char, "%d", int)
TABLE(unsigned char, unsigned_char, "%d", int)
TABLE(short, signed_short, "%d", int)
TABLE(unsigned short, unsigned_short, "%d", int)
TABLE(int, signed_int, "%d", int)
TABLE(unsigned, unsigned_int, "%u", unsigned)
TABLE(long, signed_long, "%ld", long)
TABLE(unsigned long, unsigned_long, "%lu", unsigned long)
TABLE(long long, signed_long_long, "%lld", long long)
TABLE(unsigned long long, unsigned_long_long, "%llu", unsigned long long)

static void sums(int a, int b)
{
    volatile int x = a, y = b;
    printf("%d %d %d | ", x + y, x - y, x * y);
    x += y;
    printf("%d ", x);
    x -= 2 * y;
    printf("%d ", x);
    x *= 3;
    x /= 2;
    x %= 7;
    x ^= 5, x |= 16, x &= ~1;
    printf("%d ", x++);
    printf("%d ", x--);
    printf("%d ", ++x);
    printf("%d\n", --x);
}

int main(void)
{
    signed_char(-128, 127), signed_char(-7, 2), signed_char(7, -2), signed_char(5, 0);
    unsigned_char(255, 16), unsigned_char(200, 7);
    signed_short(-32768, 32767), signed_short(-1000, 7);
    unsigned_short(65535, 255);
    signed_int(INT_MIN, INT_MAX), signed_int(-17, 5), signed_int(17, -5), signed_int(-17, -5);
    unsigned_int(UINT_MAX, 10), unsigned_int(0x80000000u, 3), unsigned_int(5, 0);
    signed_long(LONG_MIN, LONG_MAX), signed_long(-123456789, 1000);
    unsigned_long(ULONG_MAX, 10);
    signed_long_long(LLONG_MIN, LLONG_MAX), signed_long_long(-1234567890123456789ll, 1000000007);
    signed_long_long(-1234567890123456789ll, -3), signed_long_long(9, 1234567890123ll);
    unsigned_long_long(ULLONG_MAX, 10), unsigned_long_long(1ull << 63, 0xfffffffffull);
    sums(1000, 37), sums(-1000, 37), sums(-1000, -37);
    return 0;
}
