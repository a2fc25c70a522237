// Comparisons with NaN, infinities and signed zeros.
#include <math.h>
#include <stdio.h>

#define ROW(type, a, b)                                                                                                \
    do {                                                                                                               \
        volatile type x = a, y = b;                                                                                    \
        printf("%d%d%d%d%d%d ", x < y, x <= y, x > y, x >= y, x == y, x != y);                                         \
        printf("%d%d%d%d ", !(x < y), !(x >= y), x < y || x > y, x ? 1 : 0);                                           \
        printf("%d%d%d%d\n", isless(x, y), isgreaterequal(x, y), islessgreater(x, y), isunordered(x, y));              \
    } while (0)

int main(void)
{
    double values[] = {0.0, -0.0, 1.5, -1.5, INFINITY, -INFINITY, NAN, 5e-324};
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            ROW(float, (float)values[i], (float)values[j]);
            ROW(double, values[i], values[j]);
            ROW(long double, values[i], values[j]);
        }
    volatile double zero = 0, nan = NAN;
    printf("%f %f %d %d\n", 1 / zero, -1 / zero, isnan(zero / zero), isnan(INFINITY - INFINITY));
    printf("%f %f %d\n", 1 / -zero, zero * -1, signbit(-zero) != 0);
    printf("%d %d %d\n", nan == nan, nan != nan, !nan);
    if (nan)
        printf("nan is true\n");
    int n = 0;
    while (nan < 1 || n < 2)
        n++;
    printf("%d %g %g\n", n, fmax(nan, 1), fmin(2, nan));
    switch (fpclassify(zero)) {
    case FP_ZERO: printf("zero\n"); break;
    default: printf("other\n");
    }
    printf("%d %d %d %d\n", isfinite(1.0), isinf(-INFINITY) != 0, isnormal(5e-324), isnormal(1.0));
    return 0;
}
