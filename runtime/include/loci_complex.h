/* <complex.h> for one real type, written over the real functions of <math.h>.
 *
 * The including file defines REAL, the type, and F(name), the name with its suffix. Principal values
 * and branch cuts are C's; the inverse functions follow Kahan, "Branch Cuts for Complex Elementary
 * Functions" (1987), which keeps them accurate near the cuts. */
#include <complex.h>
#include <math.h>

typedef REAL _Complex complex_number;

static complex_number make(REAL x, REAL y)
{
    complex_number z;
    __real__ z = x;
    __imag__ z = y;
    return z;
}

static REAL real(complex_number z)
{
    return __real__ z;
}

static REAL imaginary(complex_number z)
{
    return __imag__ z;
}

/* i * z and -i * z, exactly, also for infinities. */
static complex_number times_i(complex_number z)
{
    return make(-imaginary(z), real(z));
}

static complex_number times_minus_i(complex_number z)
{
    return make(imaginary(z), -real(z));
}

REAL F(creal)(complex_number z)
{
    return real(z);
}

REAL F(cimag)(complex_number z)
{
    return imaginary(z);
}

complex_number F(conj)(complex_number z)
{
    return make(real(z), -imaginary(z));
}

complex_number F(cproj)(complex_number z)
{
    if (isinf(real(z)) || isinf(imaginary(z))) return make((REAL)INFINITY, F(copysign)(0, imaginary(z)));
    return z;
}

REAL F(cabs)(complex_number z)
{
    return F(hypot)(real(z), imaginary(z));
}

REAL F(carg)(complex_number z)
{
    return F(atan2)(imaginary(z), real(z));
}

/* ---- exponential and logarithm ---- */

complex_number F(cexp)(complex_number z)
{
    REAL x = real(z), y = imaginary(z);
    if (y == 0) return make(F(exp)(x), y);
    if (isinf(x) && !isfinite(y)) return x < 0 ? make(0, F(copysign)(0, y)) : make(x, y - y);
    REAL size = F(exp)(x);
    if (isinf(size) && isfinite(x)) { /* the product may still be finite */
        REAL half = F(exp)(x / 2);
        return make(half * F(cos)(y) * half, half * F(sin)(y) * half);
    }
    return make(size * F(cos)(y), size * F(sin)(y));
}

/* log|z|, where |z| near 1 would lose digits. */
static REAL log_of_size(complex_number z)
{
    REAL a = F(fabs)(real(z)), b = F(fabs)(imaginary(z));
    if (a < b) {
        REAL c = a;
        a = b;
        b = c;
    }
    REAL size = F(hypot)(a, b);
    if (size > (REAL)0.5 && size < 2) return F(log1p)((a - 1) * (a + 1) + b * b) / 2;
    return F(log)(size);
}

complex_number F(clog)(complex_number z)
{
    return make(log_of_size(z), F(carg)(z));
}

complex_number F(clog10)(complex_number z)
{
    REAL scale = (REAL)0.434294481903251827651128918916605082L; /* 1 / ln 10 */
    return make(F(log10)(F(cabs)(z)), F(carg)(z) * scale);
}

complex_number F(cpow)(complex_number base, complex_number exponent)
{
    return F(cexp)(exponent * F(clog)(base));
}

complex_number F(csqrt)(complex_number z)
{
    REAL x = real(z), y = imaginary(z);
    if (x == 0 && y == 0) return make(0, y);
    if (isinf(y)) return make((REAL)INFINITY, y);
    if (isinf(x)) return x > 0 ? make(x, isnan(y) ? y : F(copysign)(0, y)) : make(F(fabs)(y - y), F(copysign)(x, y));
    REAL scale = 1, size = F(hypot)(x, y);
    if (isinf(size)) { /* too large to add up: a quarter of z has half the root */
        x /= 4;
        y /= 4;
        scale = 2;
        size = F(hypot)(x, y);
    }
    REAL root = F(sqrt)((F(fabs)(x) + size) / 2);
    if (x >= 0) return make(scale * root, scale * (y / (2 * root)));
    return make(scale * (F(fabs)(y) / (2 * root)), F(copysign)(scale * root, y));
}

/* ---- hyperbolic functions, and the circular ones as the same on i * z ---- */

/* a * u + i b * v, where a and b are sinh x and cosh x in some order: both are e^|x| / 2 in size where they overflow,
 * and the products may still be finite. */
static complex_number times_growing(REAL a, REAL b, REAL x, REAL u, REAL v)
{
    if (isinf(a) && isfinite(x)) {
        REAL half = F(exp)(F(fabs)(x) / 2);
        return make(F(copysign)(half, a) * u / 2 * half, F(copysign)(half, b) * v / 2 * half);
    }
    return make(a * u, b * v);
}

complex_number F(csinh)(complex_number z)
{
    REAL x = real(z), y = imaginary(z);
    if (y == 0) return make(F(sinh)(x), y);
    if (x == 0) return make(F(copysign)(0, x * F(cos)(y)), F(sin)(y));
    return times_growing(F(sinh)(x), F(cosh)(x), x, F(cos)(y), F(sin)(y));
}

complex_number F(ccosh)(complex_number z)
{
    REAL x = real(z), y = imaginary(z);
    if (y == 0) return make(F(cosh)(x), x * y);
    if (x == 0) return make(F(cos)(y), x * F(sin)(y));
    return times_growing(F(cosh)(x), F(sinh)(x), x, F(cos)(y), F(sin)(y));
}

complex_number F(ctanh)(complex_number z)
{
    REAL x = real(z), y = imaginary(z);
    if (F(fabs)(x) > 40) { /* sinh would overflow long before the answer does anything but approach 1 */
        REAL part = isinf(y) ? 0 : 4 * F(sin)(y) * F(cos)(y) * F(exp)(-2 * F(fabs)(x));
        return make(F(copysign)(1, x), part);
    }
    REAL t = F(tan)(y), square = 1 + t * t, s = F(sinh)(x), c = F(sqrt)(1 + s * s);
    REAL divisor = 1 + square * s * s;
    return make(square * c * s / divisor, t / divisor);
}

complex_number F(csin)(complex_number z)
{
    return times_minus_i(F(csinh)(times_i(z)));
}

complex_number F(ccos)(complex_number z)
{
    return F(ccosh)(times_i(z));
}

complex_number F(ctan)(complex_number z)
{
    return times_minus_i(F(ctanh)(times_i(z)));
}

/* ---- inverse functions ---- */

static complex_number root_of_one_plus(complex_number z)
{
    return F(csqrt)(make(1 + real(z), imaginary(z)));
}

static complex_number root_of_one_minus(complex_number z)
{
    return F(csqrt)(make(1 - real(z), -imaginary(z)));
}

/* The parts of conj(a) * b and the real part of a * b. */
static REAL real_of_product_with_conjugate(complex_number a, complex_number b)
{
    return real(a) * real(b) + imaginary(a) * imaginary(b);
}

static REAL imaginary_of_product_with_conjugate(complex_number a, complex_number b)
{
    return real(a) * imaginary(b) - imaginary(a) * real(b);
}

static REAL real_of_product(complex_number a, complex_number b)
{
    return real(a) * real(b) - imaginary(a) * imaginary(b);
}

complex_number F(cacos)(complex_number z)
{
    complex_number minus = root_of_one_minus(z), plus = root_of_one_plus(z);
    return make(2 * F(atan2)(real(minus), real(plus)), F(asinh)(imaginary_of_product_with_conjugate(plus, minus)));
}

complex_number F(casin)(complex_number z)
{
    complex_number minus = root_of_one_minus(z), plus = root_of_one_plus(z);
    return make(F(atan2)(real(z), real_of_product(minus, plus)), F(asinh)(imaginary_of_product_with_conjugate(minus, plus)));
}

complex_number F(cacosh)(complex_number z)
{
    complex_number minus = F(csqrt)(make(real(z) - 1, imaginary(z))), plus = root_of_one_plus(z);
    return make(F(asinh)(real_of_product_with_conjugate(minus, plus)), 2 * F(atan2)(imaginary(minus), real(plus)));
}

complex_number F(casinh)(complex_number z)
{
    return times_minus_i(F(casin)(times_i(z)));
}

complex_number F(catanh)(complex_number z)
{
    REAL x = real(z), y = imaginary(z), size = F(fabs)(x), distance = 1 - size; /* odd in x: the pole at -1 is that at 1 */
    if (isinf(x) || isinf(y)) return make(F(copysign)(0, x), F(copysign)((REAL)M_PI_2, y));
    REAL argument = F(atan2)(2 * y, distance * (1 + size) - y * y) / 2;
    return make(F(copysign)(F(log1p)(4 * size / (distance * distance + y * y)) / 4, x), argument);
}

complex_number F(catan)(complex_number z)
{
    return times_minus_i(F(catanh)(times_i(z)));
}
