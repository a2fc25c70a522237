// float and double: arithmetic and rounding, shown in hexadecimal.
#include <float.h>
#include <stdio.h>

static void doubles(double a, double b)
{
    volatile double x = a, y = b;
    printf("%a %a: %a %a %a %a\n", x, y, x + y, x - y, x * y, x / y);
}

static void floats(float a, float b)
{
    volatile float x = a, y = b;
    printf("%a %a: %a %a %a %a\n", x, y, x + y, x - y, x * y, x / y);
}

int main(void)
{
    doubles(0.1, 0.2), doubles(1, 3), doubles(1e300, 1e-300), doubles(-2.5, 7.25), doubles(DBL_MAX, 2);
    doubles(DBL_MIN, 3), doubles(4.9e-324, 2), doubles(1e16, 1), doubles(123456789.125, -0.0078125);
    floats(0.1f, 0.2f), floats(1, 3), floats(1e30f, 1e-30f), floats(FLT_MAX, 2), floats(1e-45f, 2), floats(16777216, 1);
    volatile float f = 0.1f;
    volatile double d = 0.1;
    printf("%a %a %d\n", f + d, (double)f * d, f == d);
    double sum = 0;
    for (int i = 1; i <= 1000; i++)
        sum += 1.0 / i;
    printf("%.17g\n", sum);
    float fsum = 0;
    for (int i = 1; i <= 1000; i++)
        fsum += 1.0f / (float)i;
    printf("%.9g\n", fsum);
    d = 2;
    for (int i = 0; i < 6; i++)
        d = d / 2 + 1 / d;
    printf("%.17g\n", d);
    d++, d -= 0.5, d *= 3, d /= 7, --d;
    f++, f -= 0.5f, f *= 3, f /= 7;
    printf("%a %a %a\n", d, f, -d);
    printf("%d %d %d %g %g\n", FLT_DIG, DBL_DIG, DBL_MANT_DIG, DBL_EPSILON, FLT_EPSILON);
    int i = 10;
    i *= 2.75;
    printf("%d ", i);
    i /= 0.3;
    printf("%d ", i);
    unsigned char c = 100;
    c += 27.9;
    printf("%d\n", c);
    printf("%g %g\n", 7 / 2 * 1.0, 7 / 2.0);
    return 0;
}
