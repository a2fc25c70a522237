/* Floats on bit patterns: construction, NaN rules as terms, and the concrete arithmetic.
 *
 * Arithmetic runs on the host's types of the same format, so that it is rounded once: _Float16, float, double, x87 long
 * double, __float128. What is exact in the widest format (comparisons, rounding to integers, widening) goes through
 * __float128. Rounding modes are those of fenv; what the host cannot round, ties away from zero and the conversion of
 * integers (of which C rounds the magnitude, whatever the sign), is computed exactly (float_exact.c). */
#include "term/internal.h"

#include "term/float_exact.h"
#include "term/float_monotone.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

#pragma STDC FENV_ACCESS ON

/* glibc has these; clang's view of its headers does not declare them. */
__float128 sqrtf128(__float128);
__float128 fmaf128(__float128, __float128, __float128);
__float128 rintf128(__float128);
__float128 roundf128(__float128);
__float128 remainderf128(__float128, __float128);

typedef u128 Bits; /* a pattern of up to 128 bits */

bool term_is_float_width(u32 width) { return width == 16 || width == 32 || width == 64 || width == 80 || width == 128; }

/* Where the parts of a pattern are. The significand of the x87 format has an explicit integer bit. */
typedef struct {
    u32 exponent_bits, fraction_bits, exponent_low;
    bool explicit_one;
} Format;

static Format format_of(u32 width) {
    switch (width) {
    case 16: return (Format){5, 10, 10, false};
    case 32: return (Format){8, 23, 23, false};
    case 64: return (Format){11, 52, 52, false};
    case 80: return (Format){15, 63, 64, true};
    default: return (Format){15, 112, 112, false};
    }
}

static Bits bits_mask(u32 count) { return count >= 128 ? ~(Bits)0 : ((Bits)1 << count) - 1; }

static Bits exponent_mask(u32 width) {
    Format f = format_of(width);
    return bits_mask(f.exponent_bits) << f.exponent_low;
}

/* What a NaN must have set to be quiet: all of the exponent, the top fraction bit, the x87 integer bit. */
static Bits quiet_mask(u32 width) {
    Format f = format_of(width);
    Bits mask = exponent_mask(width) | (Bits)1 << (f.fraction_bits - 1);
    return f.explicit_one ? mask | (Bits)1 << 63 : mask;
}

static Bits default_nan(u32 width) { return quiet_mask(width) | (Bits)1 << (width - 1); }

static bool is_nan(u32 width, Bits bits) {
    Format f = format_of(width);
    bool top = (bits & exponent_mask(width)) == exponent_mask(width);
    if (top && (bits & bits_mask(f.fraction_bits))) return true;
    return f.explicit_one && (bits & exponent_mask(width)) && !(bits >> 63 & 1); /* unnormal: invalid */
}

static Bits bits_of(const Term *c) {
    const u64 *limbs = term_limbs(c);
    return c->width <= 64 ? limbs[0] : (Bits)limbs[1] << 64 | limbs[0];
}

static Term *const_of(TermStore *store, u32 width, Bits bits) {
    bits &= bits_mask(width);
    return term_const_wide(store, width, (u64[]){(u64)bits, (u64)(bits >> 64)});
}

/* Host types. */

static __float128 widened(u32 width, Bits bits) {
    switch (width) {
    case 16: {
        _Float16 v;
        memcpy(&v, &bits, 2);
        return (__float128)v;
    }
    case 32: {
        float v;
        memcpy(&v, &bits, 4);
        return (__float128)v;
    }
    case 64: {
        double v;
        memcpy(&v, &bits, 8);
        return (__float128)v;
    }
    case 80: {
        long double v = 0;
        memcpy(&v, &bits, 10);
        return (__float128)v;
    }
    default: {
        __float128 v;
        memcpy(&v, &bits, 16);
        return v;
    }
    }
}

static Bits narrowed(u32 width, __float128 value) {
    Bits bits = 0;
    switch (width) {
    case 16: {
        _Float16 v = (_Float16)value;
        memcpy(&bits, &v, 2);
        break;
    }
    case 32: {
        float v = (float)value;
        memcpy(&bits, &v, 4);
        break;
    }
    case 64: {
        double v = (double)value;
        memcpy(&bits, &v, 8);
        break;
    }
    case 80: {
        long double v = (long double)value;
        memcpy(&bits, &v, 10);
        break;
    }
    default: memcpy(&bits, &value, 16);
    }
    return bits;
}

#define ARITHMETIC(name, Type, size, root)                                                                             \
    static Bits name(TermOp op, const Bits *in) {                                                                      \
        volatile Type a = 0, b = 0, r;                                                                                 \
        memcpy((void *)(uintptr_t)&a, &in[0], size);                                                                   \
        memcpy((void *)(uintptr_t)&b, &in[1], size);                                                                   \
        switch (op) {                                                                                                  \
        case TERM_FADD: r = a + b; break;                                                                              \
        case TERM_FSUB: r = a - b; break;                                                                              \
        case TERM_FMUL: r = a * b; break;                                                                              \
        case TERM_FDIV: r = a / b; break;                                                                              \
        default: r = root(a);                                                                                          \
        }                                                                                                              \
        Bits bits = 0;                                                                                                 \
        memcpy(&bits, (void *)(uintptr_t)&r, size);                                                                    \
        return bits;                                                                                                   \
    }
static _Float16 sqrt16(_Float16 a) { return (_Float16)sqrtf((float)a); }
ARITHMETIC(arithmetic16, _Float16, 2, sqrt16)
ARITHMETIC(arithmetic32, float, 4, sqrtf)
ARITHMETIC(arithmetic64, double, 8, sqrt)
ARITHMETIC(arithmetic80, long double, 10, sqrtl)
ARITHMETIC(arithmetic128, __float128, 16, sqrtf128)

static Bits arithmetic(TermOp op, u32 width, const Bits *in) {
    switch (width) {
    case 16: return arithmetic16(op, in);
    case 32: return arithmetic32(op, in);
    case 64: return arithmetic64(op, in);
    case 80: return arithmetic80(op, in);
    default: return arithmetic128(op, in);
    }
}

static Bits multiply_add(u32 width, const Bits *in) {
    Bits bits = 0;
    switch (width) {
    case 32: {
        float v[3];
        for (int i = 0; i < 3; i++) memcpy(&v[i], &in[i], 4);
        volatile float r = fmaf(v[0], v[1], v[2]);
        memcpy(&bits, (void *)(uintptr_t)&r, 4);
        return bits;
    }
    case 64: {
        double v[3];
        for (int i = 0; i < 3; i++) memcpy(&v[i], &in[i], 8);
        volatile double r = fma(v[0], v[1], v[2]);
        memcpy(&bits, (void *)(uintptr_t)&r, 8);
        return bits;
    }
    case 80: {
        long double v[3] = {0, 0, 0};
        for (int i = 0; i < 3; i++) memcpy(&v[i], &in[i], 10);
        volatile long double r = fmal(v[0], v[1], v[2]);
        memcpy(&bits, (void *)(uintptr_t)&r, 10);
        return bits;
    }
    default: /* for half precision the sum is exact in 113 bits */
        return narrowed(width, fmaf128(widened(width, in[0]), widened(width, in[1]), widened(width, in[2])));
    }
}

static __float128 rounded_to_integer(__float128 value, TermRounding mode) {
    return mode == ROUND_NEAREST_AWAY ? roundf128(value) : rintf128(value);
}

static __float128 two_to(u32 exponent) {
    __float128 power = 1;
    for (u32 i = 0; i < exponent; i++) power *= 2;
    return power;
}

static Bits to_integer(u32 width, __float128 value, TermRounding mode, bool is_signed) {
    __float128 whole = rounded_to_integer(value, mode);
    __float128 low = is_signed ? -two_to(width - 1) : 0, end = two_to(is_signed ? width - 1 : width);
    if (!(whole >= low && whole < end)) return (Bits)1 << (width - 1);
    return whole < 0 ? (Bits) - (Bits)-whole : (Bits)whole;
}

/* A NaN in another format: sign and leading payload bits are kept. */
static Bits converted_nan(u32 to, u32 from, Bits bits) {
    u32 have = format_of(from).fraction_bits, want = format_of(to).fraction_bits;
    Bits fraction = bits & bits_mask(have), sign = bits >> (from - 1) & 1;
    fraction = want >= have ? fraction << (want - have) : fraction >> (have - want);
    return sign << (to - 1) | fraction | quiet_mask(to);
}

static int host_rounding(TermRounding mode) {
    switch (mode) {
    case ROUND_TO_ZERO: return FE_TOWARDZERO;
    case ROUND_UP: return FE_UPWARD;
    case ROUND_DOWN: return FE_DOWNWARD;
    default: return FE_TONEAREST;
    }
}

static bool rounds_exactly(TermOp op) {
    return op == TERM_FREM || op == TERM_FROUND || op == TERM_FSQRT; /* a square root is never half-way */
}

static Bits compute(TermOp op, u32 width, u32 from, TermRounding mode, const Bits *in) {
    Bits result;
    if (op == TERM_UTOF || op == TERM_STOF) return float_exact_integer(width, in[0], from, op == TERM_STOF, mode);
    if (mode == ROUND_NEAREST_AWAY && !rounds_exactly(op) && float_exact_compute(op, width, from, mode, in, &result))
        return result;
    switch (op) {
    case TERM_FFMA: return multiply_add(width, in);
    case TERM_FREM: return narrowed(width, remainderf128(widened(width, in[0]), widened(width, in[1])));
    case TERM_FROUND: return narrowed(width, rounded_to_integer(widened(width, in[0]), mode));
    case TERM_FTOF: return narrowed(width, widened(from, in[0]));
    default: return arithmetic(op, width, in);
    }
}

static u32 arity_of(TermOp op) {
    switch (op) {
#define TERM_FLOAT(OP, smt, arity)                                                                                     \
    case TERM_##OP: return arity;
#include "term/ops.def"
    default: return 0;
    }
}

static bool is_comparison(TermOp op) { return op == TERM_FEQ || op == TERM_FLT || op == TERM_FLE; }
static bool is_to_integer(TermOp op) { return op == TERM_FTOU || op == TERM_FTOS; }
static bool is_from_integer(TermOp op) { return op == TERM_UTOF || op == TERM_STOF; }

static bool is_constant_float(const Term *t, double value) {
    return term_is_const(t) && !is_nan(t->width, bits_of(t)) && widened(t->width, bits_of(t)) == (__float128)value;
}

Bits term_fold_float_bits(TermOp op, u32 width, u32 from, TermRounding mode, const Bits *in) {
    for (u32 i = 0; i < arity_of(op) && !is_from_integer(op); i++) {
        if (!is_nan(from, in[i])) continue;
        if (is_comparison(op)) return 0;
        if (is_to_integer(op)) return (Bits)1 << (width - 1);
        return op == TERM_FTOF ? converted_nan(width, from, in[i]) : in[i] | quiet_mask(width);
    }
    if (is_comparison(op)) {
        __float128 a = widened(from, in[0]), b = widened(from, in[1]);
        return op == TERM_FEQ ? a == b : op == TERM_FLT ? a < b : a <= b;
    }
    int before = fegetround();
    fesetround(host_rounding(mode));
    Bits result = is_to_integer(op) ? to_integer(width, widened(from, in[0]), mode, op == TERM_FTOS)
                                    : compute(op, width, from, mode, in);
    fesetround(before);
    return !is_to_integer(op) && is_nan(width, result) ? default_nan(width) : result;
}

Term *term_fold_float(TermStore *store, TermOp op, u32 width, TermRounding mode, Term *const *args) {
    Bits in[3] = {0, 0, 0};
    for (u32 i = 0; i < arity_of(op); i++) in[i] = bits_of(args[i]);
    return const_of(store, width, term_fold_float_bits(op, width, args[0]->width, mode, in));
}

u128 term_float_bits(const Term *constant) { return bits_of(constant); }

bool term_is_finite_float(const Term *t) {
    if (!term_is_const(t) || !term_is_float_width(t->width)) return false;
    Bits exponent = exponent_mask(t->width);
    return (bits_of(t) & exponent) != exponent && !is_nan(t->width, bits_of(t));
}

bool term_is_zero_float(const Term *t) { return is_constant_float(t, 0); }

bool term_is_sign_bit(const Term *t) {
    return term_is_const(t) && term_is_float_width(t->width) && bits_of(t) == (Bits)1 << (t->width - 1);
}

/* ---- Comparisons of what is equal ---- */

/* A comparison does not see the sign of a zero, nor which NaN it is: x + 0, x - 0, x * 1 and x / 1 are x to it. Of
 * formats without patterns that are no values of their own. */
static Term *as_compared(Term *t) {
    for (;;) {
        if (t->width == 80 || t->arity != 2) return t;
        bool is_sum = t->op == TERM_FADD || t->op == TERM_FSUB, is_product = t->op == TERM_FMUL || t->op == TERM_FDIV;
        if ((is_sum && is_constant_float(t->arg[1], 0)) || (is_product && is_constant_float(t->arg[1], 1)))
            t = t->arg[0];
        else if ((t->op == TERM_FADD && is_constant_float(t->arg[0], 0)) ||
                 (t->op == TERM_FMUL && is_constant_float(t->arg[0], 1)))
            t = t->arg[1];
        else return t;
    }
}

static Term *compare(TermStore *store, TermOp op, Term *a, Term *b) {
    a = as_compared(a);
    b = as_compared(b);
    if (a == b && op == TERM_FLT) return term_false(store);
    if (a == b) return term_not(store, term_float_is_nan(store, a));
    Term *simple = term_float_compare_integers(store, op, a, b);
    if (simple) return simple;
    return term_intern(store, op, 1, 0, ROUND_NEAREST_EVEN, 2, (Term *[]){a, b});
}

Term *term_float(TermStore *store, TermOp op, TermRounding mode, u32 width, Term *const *args) {
    u32 arity = arity_of(op);
    assert(is_to_integer(op) || is_comparison(op) || term_is_float_width(width));
    assert(is_from_integer(op) || term_is_float_width(args[0]->width));
    if (op == TERM_FREM || is_comparison(op)) mode = ROUND_NEAREST_EVEN;
    bool constant = true;
    for (u32 i = 0; i < arity; i++) constant &= term_is_const(args[i]);
    if (constant) return term_fold_float(store, op, width, mode, args);
    if (is_comparison(op)) return compare(store, op, args[0], args[1]);
    Term *integer = is_to_integer(op) ? term_float_integer_back(store, op, width, args[0]) : NULL;
    if (integer) return integer;
    return term_intern(store, op, width, 0, (u64)mode, arity, args);
}

Term *term_float_is_nan(TermStore *store, Term *a) {
    Format f = format_of(a->width);
    Term *exponent = term_extract(store, a, f.exponent_low, f.exponent_bits);
    Term *top = term_eq(store, exponent, term_ones(store, f.exponent_bits));
    Term *fraction = term_extract(store, a, 0, f.fraction_bits);
    Term *nan = term_and(store, top, term_ne(store, fraction, term_const(store, f.fraction_bits, 0)));
    if (!f.explicit_one) return nan;
    Term *unnormal = term_and(store, term_ne(store, exponent, term_const(store, f.exponent_bits, 0)),
                              term_not(store, term_extract(store, a, 63, 1)));
    return term_or(store, nan, unnormal);
}

Term *term_float_quiet(TermStore *store, Term *a) {
    return term_or(store, a, const_of(store, a->width, quiet_mask(a->width)));
}
Term *term_float_default_nan(TermStore *store, u32 width) { return const_of(store, width, default_nan(width)); }

Term *term_float_converted_nan(TermStore *store, Term *a, u32 width) {
    u32 have = format_of(a->width).fraction_bits, want = format_of(width).fraction_bits;
    Term *fraction = term_extract(store, a, have > want ? have - want : 0, MIN(have, want));
    if (want > have) fraction = term_concat(store, fraction, term_const(store, want - have, 0));
    Term *sign = term_extract(store, a, a->width - 1, 1);
    Term *bits = term_concat(store, sign, term_zext(store, fraction, width - 1));
    return term_or(store, bits, const_of(store, width, quiet_mask(width)));
}
