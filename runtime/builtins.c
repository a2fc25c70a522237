/* What clang calls for arithmetic it does not emit inline: integer powers and complex products. */
#include <complex.h>
#include <math.h>

/* x to the power n, by squaring; each step is rounded as the compiler's own library rounds it. */
#define POWER(name, type)                            \
    type name(type x, int n);                        \
    type name(type x, int n)                         \
    {                                                \
        unsigned rest = n < 0 ? -(unsigned)n : (unsigned)n; \
        type result = 1;                             \
        for (;;) {                                   \
            if (rest & 1) result *= x;               \
            rest /= 2;                               \
            if (rest == 0) break;                    \
            x *= x;                                  \
        }                                            \
        return n < 0 ? 1 / result : result;          \
    }

POWER(__powisf2, float)
POWER(__powidf2, double)
POWER(__powixf2, long double)

/* Complex products and quotients after C17's annex G: where the formula gives NaN in both parts
 * though an operand was infinite, the result is recovered. */
#define COMPLEX(type, suffix, multiply, divide)                                                        \
    static type box##suffix(type x)                                                                    \
    {                                                                                                  \
        return copysign##suffix(isinf(x) ? 1 : 0, x);                                                  \
    }                                                                                                  \
    static type zero_if_nan##suffix(type x)                                                            \
    {                                                                                                  \
        return isnan(x) ? copysign##suffix(0, x) : x;                                                  \
    }                                                                                                  \
                                                                                                       \
    type _Complex multiply(type a, type b, type c, type d);                                            \
    type _Complex multiply(type a, type b, type c, type d)                                             \
    {                                                                                                  \
        type ac = a * c, bd = b * d, ad = a * d, bc = b * c;                                           \
        type x = ac - bd, y = ad + bc;                                                                 \
        if (isnan(x) && isnan(y)) {                                                                    \
            _Bool recover = 0;                                                                         \
            if (isinf(a) || isinf(b)) {                                                                \
                a = box##suffix(a);                                                                    \
                b = box##suffix(b);                                                                    \
                c = zero_if_nan##suffix(c);                                                            \
                d = zero_if_nan##suffix(d);                                                            \
                recover = 1;                                                                           \
            }                                                                                          \
            if (isinf(c) || isinf(d)) {                                                                \
                c = box##suffix(c);                                                                    \
                d = box##suffix(d);                                                                    \
                a = zero_if_nan##suffix(a);                                                            \
                b = zero_if_nan##suffix(b);                                                            \
                recover = 1;                                                                           \
            }                                                                                          \
            if (!recover && (isinf(ac) || isinf(bd) || isinf(ad) || isinf(bc))) {                      \
                a = zero_if_nan##suffix(a);                                                            \
                b = zero_if_nan##suffix(b);                                                            \
                c = zero_if_nan##suffix(c);                                                            \
                d = zero_if_nan##suffix(d);                                                            \
                recover = 1;                                                                           \
            }                                                                                          \
            if (recover) {                                                                             \
                x = (type)INFINITY * (a * c - b * d);                                                  \
                y = (type)INFINITY * (a * d + b * c);                                                  \
            }                                                                                          \
        }                                                                                              \
        type _Complex result;                                                                          \
        __real__ result = x;                                                                           \
        __imag__ result = y;                                                                           \
        return result;                                                                                 \
    }                                                                                                  \
                                                                                                       \
    type _Complex divide(type a, type b, type c, type d);                                              \
    type _Complex divide(type a, type b, type c, type d)                                               \
    {                                                                                                  \
        int scale = 0;                                                                                 \
        type exponent = logb##suffix(fmax##suffix(fabs##suffix(c), fabs##suffix(d)));                  \
        if (isfinite(exponent)) {                                                                      \
            scale = (int)exponent;                                                                     \
            c = scalbn##suffix(c, -scale);                                                             \
            d = scalbn##suffix(d, -scale);                                                             \
        }                                                                                              \
        type size = c * c + d * d;                                                                     \
        type x = scalbn##suffix((a * c + b * d) / size, -scale);                                       \
        type y = scalbn##suffix((b * c - a * d) / size, -scale);                                       \
        if (isnan(x) && isnan(y)) {                                                                    \
            if (size == 0 && (!isnan(a) || !isnan(b))) {                                               \
                x = copysign##suffix((type)INFINITY, c) * a;                                           \
                y = copysign##suffix((type)INFINITY, c) * b;                                           \
            } else if ((isinf(a) || isinf(b)) && isfinite(c) && isfinite(d)) {                         \
                a = box##suffix(a);                                                                    \
                b = box##suffix(b);                                                                    \
                x = (type)INFINITY * (a * c + b * d);                                                  \
                y = (type)INFINITY * (b * c - a * d);                                                  \
            } else if (isinf(exponent) && exponent > 0 && isfinite(a) && isfinite(b)) {                \
                c = box##suffix(c);                                                                    \
                d = box##suffix(d);                                                                    \
                x = 0 * (a * c + b * d);                                                               \
                y = 0 * (b * c - a * d);                                                               \
            }                                                                                          \
        }                                                                                              \
        type _Complex result;                                                                          \
        __real__ result = x;                                                                           \
        __imag__ result = y;                                                                           \
        return result;                                                                                 \
    }

COMPLEX(float, f, __mulsc3, __divsc3)
COMPLEX(double, , __muldc3, __divdc3)
COMPLEX(long double, l, __mulxc3, __divxc3)
