/* Floats of every format C has, computed by the host in that format. */
#include "machine/scalar.h"

#include <gmp.h>
#include <math.h>
#include <string.h>

typedef __float128 quad;

/* ---- Reading and writing numbers of each format ---- */

#define FLOAT_ACCESS(name, type, size)                                                                                 \
    static type read_##name(const u64 *cells) {                                                                        \
        type value;                                                                                                    \
        memcpy(&value, cells, size);                                                                                   \
        return value;                                                                                                  \
    }                                                                                                                  \
    static void write_##name(u64 *cells, type value) {                                                                 \
        cells[0] = 0;                                                                                                  \
        if ((size) > 8) cells[1] = 0;                                                                                  \
        memcpy(cells, &value, size);                                                                                   \
    }
FLOAT_ACCESS(half, _Float16, 2)
FLOAT_ACCESS(single, float, 4)
FLOAT_ACCESS(double, double, 8)
FLOAT_ACCESS(x87, long double, 10)
FLOAT_ACCESS(quad, quad, 16)

/* Every format is exact in a quad. */
static quad read_as_quad(const u64 *cells, u32 bits) {
    switch (bits) {
    case 16: return read_half(cells);
    case 32: return read_single(cells);
    case 64: return read_double(cells);
    case 80: return read_x87(cells);
    default: return read_quad(cells);
    }
}
/* Rounds once: the host converts from quad to each format directly. */
static void write_from_quad(u64 *cells, u32 bits, quad value) {
    switch (bits) {
    case 16: write_half(cells, (_Float16)value); return;
    case 32: write_single(cells, (float)value); return;
    case 64: write_double(cells, (double)value); return;
    case 80: write_x87(cells, (long double)value); return;
    default: write_quad(cells, value); return;
    }
}

/* ---- Arithmetic ---- */

#define ARITHMETIC(name, type, remainder)                                                                              \
    static void arithmetic_##name(Op op, const u64 *a, const u64 *b, u64 *d) {                                         \
        type x = read_##name(a), y = op == OP_FNEG ? (type)0 : read_##name(b);                                         \
        switch (op) {                                                                                                  \
        case OP_FADD: write_##name(d, (type)(x + y)); return;                                                          \
        case OP_FSUB: write_##name(d, (type)(x - y)); return;                                                          \
        case OP_FMUL: write_##name(d, (type)(x * y)); return;                                                          \
        case OP_FDIV: write_##name(d, (type)(x / y)); return;                                                          \
        case OP_FNEG: write_##name(d, -x); return;                                                                     \
        default: write_##name(d, (type)remainder(x, y)); return;                                                       \
        }                                                                                                              \
    }
ARITHMETIC(half, _Float16, fmodf)
ARITHMETIC(single, float, fmodf)
ARITHMETIC(double, double, fmod)
ARITHMETIC(x87, long double, fmodl)
ARITHMETIC(quad, quad, fmodl)

static void arithmetic(Op op, u32 bits, const u64 *a, const u64 *b, u64 *d) {
    switch (bits) {
    case 16: arithmetic_half(op, a, b, d); return;
    case 32: arithmetic_single(op, a, b, d); return;
    case 64: arithmetic_double(op, a, b, d); return;
    case 80: arithmetic_x87(op, a, b, d); return;
    default: arithmetic_quad(op, a, b, d); return;
    }
}

static u64 relation(quad x, quad y) {
    return x < y ? FCMP_LESS : x == y ? FCMP_EQUAL : x > y ? FCMP_GREATER : FCMP_UNORDERED;
}

/* ---- Between integers and floats ---- */

typedef struct {
    bool negative, is_nan, is_infinite;
    i32 exponent; /* value is mantissa * 2^exponent */
    u128 mantissa;
} Decomposed;

static Decomposed decompose(quad value) {
    u64 words[2];
    memcpy(words, &value, sizeof words);
    u32 biased = words[1] >> 48 & 0x7fff;
    Decomposed parts = {.negative = words[1] >> 63, .exponent = (i32)biased - 16383 - 112};
    parts.mantissa = (u128)(words[1] & low_mask(48)) << 64 | words[0];
    if (biased == 0x7fff) {
        parts.is_nan = parts.mantissa != 0;
        parts.is_infinite = !parts.is_nan;
    } else if (biased) {
        parts.mantissa |= (u128)1 << 112;
    } else {
        parts.exponent++;
    }
    return parts;
}

static bool limb_bit(const u64 *x, u32 bit) { return x[bit / 64] >> (bit % 64) & 1; }

static void set_bound(u64 *d, u32 bits, bool is_signed, bool minimum) {
    u32 n = (bits + 63) / 64;
    memset(d, minimum ? 0 : 0xff, n * sizeof(u64));
    if (bits % 64) d[n - 1] &= low_mask(bits % 64);
    if (is_signed) d[(bits - 1) / 64] ^= (u64)1 << ((bits - 1) % 64);
}

/* The integer part of the value, truncated towards zero. False if it does not fit. */
static bool to_integer_exactly(quad value, u64 *d, u32 bits, bool is_signed) {
    Decomposed parts = decompose(value);
    u32 n = (bits + 63) / 64;
    memset(d, 0, n * sizeof(u64));
    if (parts.is_nan || parts.is_infinite) return false;
    if (parts.exponent < 0) {
        parts.mantissa = -parts.exponent > 127 ? 0 : parts.mantissa >> -parts.exponent;
        parts.exponent = 0;
    }
    for (u32 i = 0; i < 113; i++) {
        if (!(parts.mantissa >> i & 1)) continue;
        u32 to = i + (u32)parts.exponent;
        if (to >= bits) return false;
        d[to / 64] |= (u64)1 << (to % 64);
    }
    bool top = limb_bit(d, bits - 1), zero = mpn_zero_p((mp_limb_t *)d, n);
    if (!parts.negative) return !(is_signed && top);
    if (!is_signed) return zero;
    mpn_neg((mp_limb_t *)d, (mp_limb_t *)d, n);
    if (bits % 64) d[n - 1] &= low_mask(bits % 64);
    return zero || limb_bit(d, bits - 1);
}

static bool to_integer(const u64 *a, u32 from, u64 *d, u32 bits, bool is_signed) {
    if (from == 64 && bits <= 32) {
        double value = read_double(a);
        i64 low = is_signed ? -((i64)1 << (bits - 1)) : 0, high = (i64)low_mask(is_signed ? bits - 1 : bits);
        if (!(value > (double)low - 1.0 && value < (double)high + 1.0)) return false;
        *d = (u64)(i64)value & low_mask(bits);
        return true;
    }
    return to_integer_exactly(read_as_quad(a, from), d, bits, is_signed);
}

static void to_integer_saturated(quad value, u64 *d, u32 bits, bool is_signed) {
    if (to_integer_exactly(value, d, bits, is_signed)) return;
    if (value != value) memset(d, 0, (bits + 63) / 64 * sizeof(u64));
    else set_bound(d, bits, is_signed, value < 0);
}

/* Signed before it is rounded: the modes up and down tell the signs apart. */
static i64 with_sign(u128 magnitude, bool negative) { return negative ? -(i64)magnitude : (i64)magnitude; }

static void write_scaled(u64 *d, u32 bits, u128 magnitude, bool negative, u32 exponent) {
    switch (bits) { /* the host's conversions from 128 bits round once and correctly */
    case 16:
        write_half(d, (_Float16)(negative ? -ldexpl((long double)magnitude, (int)exponent)
                                          : ldexpl((long double)magnitude, (int)exponent)));
        return;
    case 32: write_single(d, ldexpf((float)with_sign(magnitude, negative), (int)exponent)); return;
    case 64: write_double(d, ldexp((double)with_sign(magnitude, negative), (int)exponent)); return;
    case 80: write_x87(d, ldexpl((long double)magnitude, (int)exponent) * (negative ? -1.0L : 1.0L)); return;
    default: {
        quad value = (quad)magnitude;
        for (u32 i = 0; i < exponent; i++) value *= 2;
        write_quad(d, negative ? -value : value);
    }
    }
}

/* The top bits of long integers, the rest as a sticky last bit: 128 are enough for any format, 62 for those of C's
 * float and double, which the host converts from a signed word. */
static u32 kept_bits(u32 format) { return format == 32 || format == 64 ? 62 : 128; }

static void from_integer(const u64 *a, u32 from, u64 *d, u32 to, bool is_signed) {
    if (from <= 64 && (to == 32 || to == 64)) { /* by far the most common; the host rounds correctly */
        i64 s = is_signed ? sign_extend(a[0], from) : (i64)a[0];
        bool as_signed = is_signed || s >= 0; /* (double)(u64)0 would be -0 when rounding down */
        if (to == 64) write_double(d, as_signed ? (double)s : (double)a[0]);
        else write_single(d, as_signed ? (float)s : (float)a[0]);
        return;
    }
    u32 n = (from + 63) / 64;
    u64 magnitude[n];
    bool negative = is_signed && limb_bit(a, from - 1);
    if (negative) mpn_neg((mp_limb_t *)magnitude, (const mp_limb_t *)a, n);
    else memcpy(magnitude, a, n * sizeof(u64));
    if (from % 64) magnitude[n - 1] &= low_mask(from % 64);
    u32 length = n * 64, kept = kept_bits(to);
    while (length > 1 && !limb_bit(magnitude, length - 1)) length--;
    u32 drop = length > kept ? length - kept : 0;
    u128 top = 0;
    for (u32 i = drop; i < length; i++)
        if (limb_bit(magnitude, i)) top |= (u128)1 << (i - drop);
    for (u32 i = 0; i < drop; i++)
        if (limb_bit(magnitude, i)) top |= 1;
    write_scaled(d, to, top, negative, drop);
}

/* ---- Functions ---- */

/* LLVM's minnum and maxnum as SSE code does them: a NaN counts as missing, and of two zeros the first is taken. */
#define EXTREMES(suffix, type)                                                                                         \
    static type lesser##suffix(type x, type y) { return x != x || y < x ? y : x; }                                     \
    static type greater##suffix(type x, type y) { return x != x || x < y ? y : x; }
EXTREMES(, double)
EXTREMES(f, float)
EXTREMES(l, long double)

/* Of several NaNs the first one, as in every operation; the host's instruction has its own order. */
static float multiply_add_single(float x, float y, float z) { return x != x ? x + x : y != y ? y + y : fmaf(x, y, z); }
static double multiply_add_double(double x, double y, double z) {
    return x != x ? x + x : y != y ? y + y : fma(x, y, z);
}

/* Tables read better in columns. */
// clang-format off
#define UNARY_FUNCTIONS(X)                                                                                             \
    X(FABS, fabs) X(SQRT, sqrt) X(FLOOR, floor) X(CEIL, ceil) X(TRUNC, trunc) X(RINT, rint) X(NEARBYINT, nearbyint)    \
    X(ROUND, round) X(ROUNDEVEN, roundeven) X(SIN, sin) X(COS, cos) X(TAN, tan) X(EXP, exp) X(EXP2, exp2) X(LOG, log)  \
    X(LOG2, log2) X(LOG10, log10) X(EXP10, exp10)
#define BINARY_FUNCTIONS(X) X(COPYSIGN, copysign) X(FMIN, lesser) X(FMAX, greater) X(POW, pow)
// clang-format on

#define CASE_1(NAME, function)                                                                                         \
    case FLOAT_##NAME: return function(x);
#define CASE_1F(NAME, function)                                                                                        \
    case FLOAT_##NAME: return function##f(x);
#define CASE_1L(NAME, function)                                                                                        \
    case FLOAT_##NAME: return function##l(x);
#define CASE_2(NAME, function)                                                                                         \
    case FLOAT_##NAME: return function(x, y);
#define CASE_2F(NAME, function)                                                                                        \
    case FLOAT_##NAME: return function##f(x, y);
#define CASE_2L(NAME, function)                                                                                        \
    case FLOAT_##NAME: return function##l(x, y);

static float function_single(FloatFunction function, float x, float y, float z, int n) {
    switch (function) {
        UNARY_FUNCTIONS(CASE_1F)
        BINARY_FUNCTIONS(CASE_2F)
    case FLOAT_FMA: return multiply_add_single(x, y, z);
    case FLOAT_FMULADD: { /* unfused, as compiled code does; of two NaNs the product's */
        volatile float product = x * y;
        return product != product ? product : product + z;
    }
    case FLOAT_POWI: return (float)__builtin_powi(x, n);
    case FLOAT_LDEXP: return ldexpf(x, n);
    default: return 0;
    }
}
static double function_double(FloatFunction function, double x, double y, double z, int n) {
    switch (function) {
        UNARY_FUNCTIONS(CASE_1)
        BINARY_FUNCTIONS(CASE_2)
    case FLOAT_FMA: return multiply_add_double(x, y, z);
    case FLOAT_FMULADD: {
        volatile double product = x * y;
        return product != product ? product : product + z;
    }
    case FLOAT_POWI: return __builtin_powi(x, n);
    case FLOAT_LDEXP: return ldexp(x, n);
    default: return 0;
    }
}
static long double function_x87(FloatFunction function, long double x, long double y, long double z, int n) {
    switch (function) {
        UNARY_FUNCTIONS(CASE_1L)
        BINARY_FUNCTIONS(CASE_2L)
    case FLOAT_FMA: return fmal(x, y, z);
    case FLOAT_FMULADD: {
        volatile long double product = x * y;
        return product + z;
    }
    case FLOAT_POWI: return __builtin_powil(x, n);
    case FLOAT_LDEXP: return ldexpl(x, n);
    default: return 0;
    }
}

/* The classes of LLVM's is.fpclass, a bit each. */
static u32 float_class(const u64 *a, u32 bits) {
    quad value = read_as_quad(a, bits);
    static const u32 mantissa_bits[] = {[16] = 10, [32] = 23, [64] = 52, [80] = 63, [128] = 112};
    u32 fraction = mantissa_bits[bits];
    bool negative = limb_bit(a, bits - 1);
    if (value != value) return limb_bit(a, bits == 80 ? 62 : fraction - 1) ? 1 << 1 : 1 << 0;
    Decomposed parts = decompose(value);
    if (parts.is_infinite) return negative ? 1 << 2 : 1 << 9;
    if (value == 0) return negative ? 1 << 5 : 1 << 6;
    u32 exponent_width = bits == 80 ? 15 : bits - 1 - fraction;
    bool subnormal = true;
    for (u32 i = 0; i < exponent_width; i++) subnormal = subnormal && !limb_bit(a, bits - 2 - i);
    return negative ? (subnormal ? 1 << 4 : 1 << 3) : (subnormal ? 1 << 7 : 1 << 8);
}

static bool takes_second_float(FloatFunction function) {
    return function == FLOAT_COPYSIGN || function == FLOAT_FMIN || function == FLOAT_FMAX || function == FLOAT_POW ||
           function == FLOAT_FMA || function == FLOAT_FMULADD;
}

static bool function_op(const ScalarOp *op, const u64 *a, const u64 *b, const u64 *c, u64 *d) {
    FloatFunction function = (FloatFunction)op->insn->extra;
    bool second = takes_second_float(function), third = function == FLOAT_FMA || function == FLOAT_FMULADD;
    int n = function == FLOAT_POWI || function == FLOAT_LDEXP ? (int)b[0] : 0;
    if (function == FLOAT_ISFPCLASS) {
        *d = (float_class(a, op->bits) & b[0]) != 0;
        return true;
    }
    if (function == FLOAT_LRINT || function == FLOAT_LROUND) {
        long double x = (long double)read_as_quad(a, op->bits);
        return to_integer_exactly(function == FLOAT_LRINT ? rintl(x) : roundl(x), d, op->result_bits, true);
    }
    switch (op->bits) {
    case 16:
        write_half(d, (_Float16)function_single(function, read_half(a), second ? read_half(b) : 0,
                                                third ? read_half(c) : 0, n));
        return true;
    case 32:
        write_single(
            d, function_single(function, read_single(a), second ? read_single(b) : 0, third ? read_single(c) : 0, n));
        return true;
    case 64:
        write_double(
            d, function_double(function, read_double(a), second ? read_double(b) : 0, third ? read_double(c) : 0, n));
        return true;
    case 80:
        write_x87(d, function_x87(function, read_x87(a), second ? read_x87(b) : 0, third ? read_x87(c) : 0, n));
        return true;
    default: /* quads beyond arithmetic are computed in the widest format the host's library has */
        write_quad(d, function_x87(function, (long double)read_quad(a), second ? (long double)read_quad(b) : 0,
                                   third ? (long double)read_quad(c) : 0, n));
        return true;
    }
}

bool scalar_is_float_op(Op op) {
    switch (op) {
    case OP_FADD:
    case OP_FSUB:
    case OP_FMUL:
    case OP_FDIV:
    case OP_FREM:
    case OP_FNEG:
    case OP_FCMP:
    case OP_FMATH:
    case OP_FPTRUNC:
    case OP_FPEXT:
    case OP_FPTOUI:
    case OP_FPTOSI:
    case OP_FPTOUI_SAT:
    case OP_FPTOSI_SAT:
    case OP_UITOFP:
    case OP_SITOFP: return true;
    default: return false;
    }
}

bool scalar_execute_float(const ScalarOp *op, const u64 *a, const u64 *b, const u64 *c, u64 *d) {
    Op operation = (Op)op->insn->op;
    switch (operation) {
    case OP_FCMP:
        *d = (relation(read_as_quad(a, op->bits), read_as_quad(b, op->bits)) & op->insn->extra) != 0;
        return true;
    case OP_FMATH: return function_op(op, a, b, c, d);
    case OP_FPEXT:
        if (op->bits == 32 && op->result_bits == 64) write_double(d, read_single(a));
        else write_from_quad(d, op->result_bits, read_as_quad(a, op->bits));
        return true;
    case OP_FPTRUNC:
        if (op->bits == 64 && op->result_bits == 32) write_single(d, (float)read_double(a));
        else write_from_quad(d, op->result_bits, read_as_quad(a, op->bits));
        return true;
    case OP_FPTOUI: return to_integer(a, op->bits, d, op->result_bits, false);
    case OP_FPTOSI: return to_integer(a, op->bits, d, op->result_bits, true);
    case OP_FPTOUI_SAT: to_integer_saturated(read_as_quad(a, op->bits), d, op->result_bits, false); return true;
    case OP_FPTOSI_SAT: to_integer_saturated(read_as_quad(a, op->bits), d, op->result_bits, true); return true;
    case OP_UITOFP: from_integer(a, op->bits, d, op->result_bits, false); return true;
    case OP_SITOFP: from_integer(a, op->bits, d, op->result_bits, true); return true;
    default: arithmetic(operation, op->bits, a, b, d); return true;
    }
}
