// Conversions between all integer types, and the promotions of small ones.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static void all(long long value)
{
    volatile long long v = value;
    printf("%lld: %d %d %d %d %d %d %u %ld %lu %llu %d\n", value, (char)v, (signed char)v, (unsigned char)v, (short)v,
           (unsigned short)v, (int)v, (unsigned)v, (long)v, (unsigned long)v, (unsigned long long)v, (_Bool)v);
}

static long widen_signed(signed char c) { return c; }
static unsigned long widen_unsigned(unsigned char c) { return c; }
static unsigned long widen_mixed(signed char c) { return (unsigned long)c; }
static signed char narrow(int i) { return (signed char)i; }

int main(void)
{
    long long values[] = {0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, 65536, INT_MAX, INT_MIN,
                          (long long)INT_MAX + 1, UINT_MAX, (long long)UINT_MAX + 1, LLONG_MAX, LLONG_MIN, 0x123456789abcdefll};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
        all(values[i]);

    volatile unsigned char uc = 200;
    volatile signed char sc = -100;
    volatile unsigned short us = 60000;
    volatile short ss = -30000;
    printf("promotion: %d %d %d %d\n", uc + uc, sc + sc, us + us, ss + ss);
    printf("complement: %d %d %d\n", ~uc, ~us, -uc);
    printf("mixed: %d %d %d\n", -1 < 1u, (signed char)-1 < (unsigned char)1, -1 < (unsigned short)1);
    printf("mixed long: %d %d %d\n", -1l < 1u, -1ll < 1u, -1ll < 1ull);
    uc += 100, sc -= 100, us += 10000, ss -= 10000;
    printf("wrapped: %d %d %d %d\n", uc, sc, us, ss);
    uc = 255, sc = 127;
    uc++, sc++;
    printf("increment: %d %d\n", uc, sc);
    printf("widen: %ld %lu %d %d\n", widen_signed(-3), widen_unsigned(253), widen_mixed(-1) == ULONG_MAX, narrow(0x1ff));
    printf("sizes: %d %d %d %d %d\n", (int)sizeof(uc + uc), (int)sizeof('a'), (int)sizeof(1 ? uc : sc), (int)sizeof(uc << 1),
           (int)sizeof(1u + 1ll));
    printf("literals: %d %d %d\n", 0x7fffffff > 0, 0x80000000 > 0, 2147483648 > 0);
    printf("fast types: %d %d %d\n", (int)sizeof(int8_t), (int)sizeof(int16_t), (int)sizeof(int64_t));
    return 0;
}
