// Conversions between integers and floating types.
#include <limits.h>
#include <stdio.h>

static void from_integer(long long v)
{
    volatile long long x = v;
    volatile unsigned long long u = (unsigned long long)v;
    printf("%a %a %La | %a %a %La\n", (float)x, (double)x, (long double)x, (float)u, (double)u, (long double)u);
}

static void to_integer(double v)
{
    volatile double d = v;
    volatile float f = (float)v;
    volatile long double l = v;
    printf("%a: %d %d %lld", v, (signed char)d, (short)d, (long long)d);
    printf(" %d %lld %d %lld\n", (int)f, (long long)f, (int)l, (long long)l);
}

int main(void)
{
    long long integers[] = {0, 1, -1, 16777217, 16777219, -16777217, 1ll << 53, (1ll << 53) + 1, (1ll << 53) + 3, LLONG_MAX,
                            LLONG_MIN, INT_MAX, INT_MIN, 0x7fffffbfffffffffll, 123456789012345678ll};
    for (unsigned i = 0; i < sizeof integers / sizeof *integers; i++)
        from_integer(integers[i]);
    double reals[] = {0.0, 0.9999, -0.9999, 1.5, -1.5, 100.999, -127.5, 126.99};
    for (unsigned i = 0; i < sizeof reals / sizeof *reals; i++)
        to_integer(reals[i]);
    volatile double big = 1.8446744073709549568e19, over = 4294967295.75, half = 9.5e18;
    printf("%llu %u %llu %lld\n", (unsigned long long)big, (unsigned)over, (unsigned long long)half, (long long)-9.2e18);
    volatile float f = 3e9f;
    printf("%u %lld %llu\n", (unsigned)f, (long long)f, (unsigned long long)f);
    volatile double d = 0.1, tiny = 1e-50, halfway = 1.00000017881393432617187499;
    printf("%a %a %a\n", (float)d, (float)tiny, (float)halfway);
    volatile long double l = 0.1L;
    printf("%La %a %a\n", l, (double)l, (float)l);
    volatile unsigned u = UINT_MAX;
    volatile unsigned short s = 65535;
    volatile signed char c = -128;
    printf("%a %a %a %a\n", (float)u, (double)u, (double)s, (float)c);
    int i = 3.99f, j = -3.99;
    unsigned char byte = 255.9;
    printf("%d %d %d\n", i, j, byte);
    printf("%d %d\n", (int)(0.1 + 0.7) * 10, (int)((0.1 + 0.7) * 10));
    return 0;
}
