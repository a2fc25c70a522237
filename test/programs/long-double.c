// long double: the 80-bit format of x87.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static long double horner(const long double *c, int n, long double x)
{
    long double r = 0;
    while (n--)
        r = r * x + c[n];
    return r;
}

static long double pass(int a, long double x, float f, long double y) { return a + x * f - y; }

int main(void)
{
    volatile long double a = 1.0L / 3, b = 0.1L, c = 1e4000L;
    printf("%La %La %La\n", a, b, c);
    printf("%La %La %La %La\n", a + b, a - b, a * b, a / b);
    printf("%.20Lg %.25Le %.10Lf\n", a, b, a);
    printf("%La %La\n", c * 1e900L, 1 / c);
    printf("%d %d %d %d\n", a > b, a == b, c < a, -c < a);
    printf("%a %a %d %lld\n", (double)a, (float)b, (int)(a * 10), (long long)(a * 1e15L));
    volatile long double big = 18446744073709551615.0L;
    printf("%llu %La %La\n", (unsigned long long)big, big, big + 1);
    printf("%La %La\n", sqrtl(2), fabsl(-b));
    printf("%d %d\n", LDBL_MANT_DIG, LDBL_MAX_EXP);
    long double coefficients[] = {1, -0.5L, 0.25L, -0.125L};
    printf("%La %La\n", horner(coefficients, 4, 0.3L), pass(2, 1.5L, 0.1f, 3));
    volatile long double nan = NAN, inf = INFINITY;
    printf("%Lf %Lf %d %d\n", inf, -inf, nan == nan, isnan(inf - inf));
    long double copy;
    memcpy(&copy, (void *)&a, sizeof copy);
    printf("%d\n", copy == a);
    long double sum = 0;
    for (int i = 1; i < 100; i++)
        sum += 1.0L / i;
    printf("%.19Lg\n", sum);
    sum++, sum -= 2, sum *= 3, sum /= 4, --sum;
    printf("%La %La\n", sum, -sum);
    float f = 0.1f;
    f += 1e-8L;
    double d = 1;
    d += 1e-17L;
    printf("%a %a\n", f, d);
    return 0;
}
