// Transcendental functions, printed to 13 digits: the last bits are not the same in every library.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>

#define ONE(f) printf(#f " %.13g %.13g %.13g\n", f(x), f(y), f(z))
#define ONEF(f) printf(#f " %.5g %.5g\n", f((float)x), f((float)y))
#define ONEL(f) printf(#f " %.15Lg %.15Lg\n", f((long double)x), f((long double)y))

int main(void)
{
    volatile double x = 0.3, y = 0.75, z = 0.9999;
    ONE(sin), ONE(cos), ONE(tan), ONE(asin), ONE(acos), ONE(atan), ONE(sinh), ONE(cosh), ONE(tanh), ONE(asinh), ONE(atanh);
    ONE(exp), ONE(exp2), ONE(expm1), ONE(log), ONE(log2), ONE(log10), ONE(log1p), ONE(cbrt), ONE(erf), ONE(erfc), ONE(tgamma), ONE(lgamma);
    ONE(exp10), ONE(j0), ONE(y0), ONE(j1);
    ONEF(sinf), ONEF(cosf), ONEF(tanf), ONEF(expf), ONEF(logf), ONEF(atanf), ONEF(sqrtf), ONEF(cbrtf), ONEF(sinhf), ONEF(tanhf), ONEF(log2f);
    ONEL(sinl), ONEL(cosl), ONEL(expl), ONEL(logl), ONEL(atanl), ONEL(sqrtl), ONEL(cbrtl);
    printf("%.13g %.13g %.13g\n", pow(x, y), pow(y, -3.7), pow(10, 2.5));
    printf("%.13g %.13g %.13g %.13g\n", atan2(x, y), atan2(-x, -y), atan2(x, -y), atan2(0, -1));
    printf("%.13g %.13g %.13g\n", hypot(x, y), acosh(1.5), acosh(100));
    x = 10, y = -10, z = 1000;
    ONE(sin), ONE(cos), ONE(tan), ONE(atan), ONE(cbrt), ONE(asinh), ONE(tanh), ONE(erf);
    printf("%.13g %.13g %.13g\n", exp(10), exp(-10), exp(700));
    printf("%.13g %.13g %.13g\n", sin(1e6), cos(1e10), sin(1e22));
    printf("%.13g %.13g\n", tgamma(10.5), lgamma(100));
    printf("%g %g %g %d %d\n", exp(1000), exp(-1000), log(0), isnan(log(-1)), isnan(asin(2)));
    printf("%g %g %g\n", pow(2, 5000), pow(2, -5000), pow(-0.0, -1));
    double s, c;
    sincos(0.5, &s, &c);
    printf("%.13g %.13g %.13g\n", s, c, s * s + c * c);
    printf("%.13g %.13g %.13g\n", M_PI, M_E, 4 * atan(1));
    return 0;
}
