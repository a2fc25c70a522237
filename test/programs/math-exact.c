// Functions whose result is exact: rounding, remainders, manipulation of the representation.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>

int main(void)
{
    double values[] = {0.0, -0.0, 0.4, 0.5, 0.6, 1.5, 2.5, -0.5, -1.5, -2.7, 1e15 + 0.5, 4503599627370497.5, 1e300, 5e-324, -INFINITY, INFINITY, 123.456};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        volatile double x = values[i];
        int e;
        double whole, fraction = modf(x, &whole), mantissa = frexp(x, &e);
        printf("%a: %a %a %a %a %a %a", x, floor(x), ceil(x), trunc(x), round(x), rint(x), nearbyint(x));
        printf(" %a %a", fraction, whole);
        if (isfinite(x))
            printf(" %a %d", mantissa, e);
        printf(" %a %a %d\n", fabs(x), copysign(1, x), signbit(x) != 0);
        volatile float f = (float)x;
        volatile long double l = x;
        printf("  %a %a %a %La %La %La\n", floorf(f), ceilf(f), roundf(f), floorl(l), ceill(l), roundl(l));
    }
    volatile double pairs[][2] = {{7, 3}, {-7, 3}, {7, -3}, {5.5, 0.7}, {1e10, 3.3}, {0, 1}, {1, INFINITY}, {10, 4}, {6, 4}};
    for (int i = 0; i < 9; i++) {
        double x = pairs[i][0], y = pairs[i][1];
        int quotient;
        double r = remquo(x, y, &quotient);
        printf("%a %a %a %d %a %a %a\n", fmod(x, y), remainder(x, y), r, quotient & 7, fdim(x, y), fmax(x, y), fmin(x, y));
    }
    volatile double two = 2, third = 1.0 / 3;
    printf("%a %a %a\n", sqrt(two), sqrt(third), sqrt(1e-320));
    volatile float root = sqrtf(2);
    printf("%a %a %La\n", root, fma(third, 3, -1), sqrtl(2));
    printf("%a %a %a %a\n", ldexp(third, 10), scalbn(third, -1070), ldexp(1, 2000), scalbln(1, -5));
    printf("%d %d %a %d\n", ilogb(10.5), ilogb(1e-310), logb(0.1), ilogb(1));
    printf("%a %a %a\n", nextafter(1, 2), nextafter(0, -1), nextafter(INFINITY, 0));
    printf("%a %a\n", nextafterf(1, 2), nexttoward(1, 2.0L));
    printf("%ld %ld %lld %lld\n", lrint(2.5), lround(2.5), llrint(-3.5), llround(1e15 + 0.5));
    printf("%d %d %d\n", isnan(sqrt(-two)), isnan(fmod(1, 0.0 * two)), fpclassify(1e-310) == FP_SUBNORMAL);
    printf("%a\n", hypot(3, 4));
    printf("%a %a %d\n", pow(2, 10), pow(-2, 3), isnan(pow(-2, 0.5)));
    printf("%a %a %a %a\n", exp2(10), log2(1024), pow(0, 0), exp(0));
    return 0;
}
