// printf of floating numbers: e, f, g, a, flags, precision, rounding, special values.
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void)
{
    double values[] = {0.0, -0.0, 1, -1, 0.5, 1.5, 2.5, 0.1, 123456.789, 1e10, 1e-10, 1e100, 1e-300, 9.9999999, 99999.95, 999999.5, 0.00001234, DBL_MAX,
                       DBL_MIN, 4.9e-324, INFINITY, -INFINITY};
    const char *formats[] = {"%f", "%e", "%g", "%a", "%.0f", "%.0e", "%.1f", "%.3g", "%#.3g", "%+.2f", "% .2e", "%12.4f", "%-12.4g|", "%012.3f", "%#.0f",
                             "%.17g", "%.20f", "%.15e", "%A", "%G", "%E", "%.2a", "%20a", "%.0a"};
    for (unsigned f = 0; f < sizeof formats / sizeof *formats; f++) {
        printf("%s:", formats[f]);
        for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
            printf(" ");
            printf(formats[f], values[i]);
        }
        printf("\n");
    }
    printf("%f %5.1f %F %05f\n", NAN, NAN, NAN, NAN);
    printf("%.0f %.0f %.0f %.0f %.2f %.2f\n", 0.5, 1.5, 2.5, 3.5, 1.005, 2.675);
    printf("%Lf %.20Lg %Le %La\n", 1.1L, 0.1L, 1e4000L, 3.0L);
    printf("%.50f\n%.60g\n", 0.1, 1e23);
    printf("%g %g %g %g %g\n", 100000.0, 1000000.0, 0.0001, 0.00001, 123456789.0);
    printf("%*.*f|%-*.*e|\n", 10, 2, 3.14159, 12, 3, 31415.9);
    printf("%.100g\n", 5e-324);
    printf("%.3f %.3f\n", 1e15, -1e-5);
    float f = 0.1f;
    printf("%.10f %g\n", f, f);
    return 0;
}
