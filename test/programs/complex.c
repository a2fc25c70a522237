// Complex arithmetic in all three widths, with operators only.
#include <complex.h>
#include <stdio.h>

#define OPERATIONS(type, real, name, f)                                                                                \
    static type name(type a, type b, real r)                                                                           \
    {                                                                                                                  \
        volatile type x = a, y = b;                                                                                    \
        type s = x + y, d = x - y, p = x * y, q = x / y, m = -x, j = ~x;                                               \
        printf(f "," f " " f "," f " " f "," f " " f "," f "\n", __real__ s, __imag__ s, __real__ d, __imag__ d,       \
               __real__ p, __imag__ p, __real__ q, __imag__ q);                                                        \
        printf(f "," f " " f "," f " %d %d\n", __real__ m, __imag__ m, __real__ j, __imag__ j, x == y, x != y);        \
        type t = x * r, u = r - x, v = x / r;                                                                          \
        printf(f "," f " " f "," f " " f "," f "\n", __real__ t, __imag__ t, __real__ u, __imag__ u, __real__ v,       \
               __imag__ v);                                                                                            \
        s += y, s *= x, s -= r;                                                                                        \
        return s;                                                                                                      \
    }

OPERATIONS(float complex, float, floats, "%.6g")
OPERATIONS(double complex, double, doubles, "%.14g")
OPERATIONS(long double complex, long double, long_doubles, "%.16Lg")

struct wrapped { int n; double complex z; };
static struct wrapped wrap(double complex z, int n) { return (struct wrapped){n, z * n}; }
static double complex global = 3.0 + 4.0 * I;

int main(void)
{
    float complex f = floats(1.5f + 2.25f * I, -0.5f + 0.125f * I, 2);
    double complex d = doubles(1.5 + 2.25 * I, -0.5 + 0.125 * I, 3);
    long double complex l = long_doubles(1.5L + 2.25L * I, -0.5L + 0.125L * I, 4);
    printf("%.6g %.6g %.14g %.14g %.16Lg %.16Lg\n", crealf(f), cimagf(f), creal(d), cimag(d), creall(l), cimagl(l));
    struct wrapped w = wrap(d, 2);
    printf("%d %.14g %.14g\n", w.n, creal(w.z), cimag(w.z));
    double complex array[3] = {1, 2 * I, 3 + 4 * I}, sum = 0;
    for (int i = 0; i < 3; i++)
        sum += array[i] * (i + 1);
    printf("%g %g\n", creal(sum), cimag(sum));
    __real__ sum = 10;
    __imag__ sum *= 2;
    printf("%g %g %d %d\n", creal(sum), cimag(sum), sum ? 1 : 0, !sum);
    d = (double complex)f;
    int truncated = (int)global;
    _Bool nonzero = 0.0 + 1.0 * I;
    printf("%g %g %d %d\n", creal(d), cimag(d), truncated, nonzero);
    double *parts = (double *)&global;
    printf("%g %g %d %d\n", parts[0], parts[1], (int)sizeof f, (int)sizeof d);
    _Complex int gauss = 3 + 4i, other = 1 - 2i;
    gauss = gauss * other + 1;
    printf("%d %d\n", __real__ gauss, __imag__ gauss);
    double complex z = 1 - 2 * I;
    printf("%g %g %g\n", creal(conj(z)), cimag(conj(z)), cimag(z * z * z));
    return 0;
}
