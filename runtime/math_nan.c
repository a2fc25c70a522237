/* nan, whose argument is a string, and the names behind the classification macros of <math.h>. */
#define _GNU_SOURCE
#include <math.h>

float nanf(const char *tag)
{
    (void)tag;
    return __builtin_nanf("");
}

double nan(const char *tag)
{
    (void)tag;
    return __builtin_nan("");
}

long double nanl(const char *tag)
{
    (void)tag;
    return __builtin_nanl("");
}

#define CLASSIFY(type, suffix)                                                                     \
    int __fpclassify##suffix(type x)                                                               \
    {                                                                                              \
        return __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x);     \
    }                                                                                              \
    int __signbit##suffix(type x)                                                                  \
    {                                                                                              \
        return __builtin_signbit(x) != 0;                                                          \
    }                                                                                              \
    int __isinf##suffix(type x)                                                                    \
    {                                                                                              \
        return __builtin_isinf(x) ? (x > 0 ? 1 : -1) : 0;                                          \
    }                                                                                              \
    int __isnan##suffix(type x)                                                                    \
    {                                                                                              \
        return __builtin_isnan(x) != 0;                                                            \
    }                                                                                              \
    int __finite##suffix(type x)                                                                   \
    {                                                                                              \
        return __builtin_isfinite(x) != 0;                                                         \
    }

CLASSIFY(float, f)
CLASSIFY(double, )
CLASSIFY(long double, l)
