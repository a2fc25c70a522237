// Functions with many arguments of all kinds, returned values of all kinds.
#include <stdio.h>

static long long twelve(char a, unsigned char b, short c, unsigned short d, int e, unsigned f, long g, unsigned long h, long long i,
                        unsigned long long j, _Bool k, signed char l)
{
    return a + b * 2 + c * 3 + d * 4 + e * 5 + (long long)f * 6 + g * 7 + (long long)h * 8 + i * 9 + (long long)j * 10 + k * 11 + l * 12;
}
static double floats(float a, double b, long double c, float d, double e, float f, double g, float h, double i, float j, int k, double l)
{
    return a + b * 2 + (double)c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8 + i * 9 + j * 10 + k * 11 + l * 12;
}
static int twenty(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k, int l, int m, int n, int o, int p, int q,
                  int r, int s, int t)
{
    return a - b + c - d + e - f + g - h + i - j + k - l + m - n + o - p + q - r + s * t;
}
static signed char narrow(int x) { return (signed char)x; }
static unsigned char narrow_unsigned(int x) { return (unsigned char)x; }
static short small(int x) { return (short)x; }
static unsigned short small_unsigned(int x) { return (unsigned short)x; }
static _Bool truth(int x) { return x; }
static float single(double x) { return (float)x; }
static long double extended(int x) { return x / 3.0L; }
static unsigned long long wide(unsigned x) { return ~(unsigned long long)x; }
static const char *text(int x) { return x ? "yes" : "no"; }
static void nothing(int *p) { if (!*p) return; ++*p; }

int main(void)
{
    printf("%lld\n", twelve(-1, 255, -300, 65535, -5, 4000000000u, -7, 8, -9000000000, 10000000000ull, 1, -128));
    printf("%g\n", floats(1.5f, 2.5, 3.5L, 4.5f, 5.5, 6.5f, 7.5, 8.5f, 9.5, 10.5f, 11, 12.5));
    printf("%d\n", twenty(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20));
    printf("%d %d %d %d %d\n", narrow(200), narrow_unsigned(-1), small(40000), small_unsigned(-1), truth(256));
    printf("%a %La %llx %s %s\n", single(0.1), extended(1), wide(1), text(0), text(5));
    int n = 0, m = 1;
    nothing(&n), nothing(&m);
    printf("%d %d\n", n, m);
    return 0;
}
