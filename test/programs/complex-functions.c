// complex.h: absolute value, argument, powers, exponentials, square roots.
#include <complex.h>
#include <stdio.h>

static void show(const char *what, double complex z)
{
    double r = creal(z), i = cimag(z);
    if (r < 1e-14 && r > -1e-14)
        r = 0;
    if (i < 1e-14 && i > -1e-14)
        i = 0;
    printf("%s %.12g %.12g\n", what, r, i);
}

int main(void)
{
    volatile double complex z = 3 + 4 * I, w = -1 + 0.5 * I;
    printf("%.14g %.12g %.14g\n", cabs(z), carg(z), cabsf(1.5f + 2 * I));
    show("conj", conj(z)), show("proj", cproj(z));
    show("sqrt", csqrt(z)), show("sqrt", csqrt(-4)), show("exp", cexp(w)), show("log", clog(z));
    show("pow", cpow(z, w)), show("sin", csin(w)), show("cos", ccos(w)), show("tan", ctan(w));
    show("sinh", csinh(w)), show("tanh", ctanh(w)), show("asin", casin(w)), show("acos", cacos(w)), show("atan", catan(w));
    show("euler", cexp(I * 3.14159265358979323846) + 1);
    show("float", csqrtf(2 * I) * 0 + 1);
    double complex roots[3], product = 1;
    for (int k = 0; k < 3; k++)
        roots[k] = cexp(2 * 3.14159265358979323846 * I * k / 3), product *= roots[k];
    show("product", product);
    int steps = 0;
    for (double complex c = -0.75 + 0.2 * I, x = 0; cabs(x) < 2 && steps < 100; steps++)
        x = x * x + c;
    printf("%d\n", steps);
    return 0;
}
