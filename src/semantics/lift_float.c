/* Floats of 32 and 64 bits as terms: arithmetic, comparisons, conversions and the functions that terms can say. */
#include "semantics/lift_ops.h"

#include "semantics/lift_checks.h"

#include <fenv.h>

static bool has_terms(u32 bits) { return bits == 32 || bits == 64; }
static u32 fraction_bits(u32 width) { return width == 32 ? 23 : 52; }

/* The machine computes in the host's rounding mode, which the program may have set. */
static TermRounding current_rounding(void) {
    switch (fegetround()) {
    case FE_TOWARDZERO: return ROUND_TO_ZERO;
    case FE_UPWARD: return ROUND_UP;
    case FE_DOWNWARD: return ROUND_DOWN;
    default: return ROUND_NEAREST_EVEN;
    }
}

Term *lift_float_arithmetic(TermStore *store, TermOp op, Term *a, Term *b) {
    return term_float(store, op, current_rounding(), a->width, (Term *[]){a, b});
}

/* ---- Parts of a pattern ---- */

static Term *sign_bit(TermStore *store, u32 width) { return term_const(store, width, (u64)1 << (width - 1)); }
static Term *absolute(TermStore *store, Term *a) {
    return term_zext(store, term_extract(store, a, 0, a->width - 1), a->width);
}
static Term *with_sign_of(TermStore *store, Term *a, Term *sign) {
    return term_concat(store, term_extract(store, sign, a->width - 1, 1), term_extract(store, a, 0, a->width - 1));
}

/* ---- Comparisons ---- */

static Term *less(TermStore *store, Term *a, Term *b) {
    return term_float(store, TERM_FLT, ROUND_NEAREST_EVEN, 1, (Term *[]){a, b});
}
static Term *less_or_equal(TermStore *store, Term *a, Term *b) {
    return term_float(store, TERM_FLE, ROUND_NEAREST_EVEN, 1, (Term *[]){a, b});
}

Term *lift_float_relation(TermStore *store, u32 relations, Term *a, Term *b) {
    enum { ALL = FCMP_LESS | FCMP_EQUAL | FCMP_GREATER | FCMP_UNORDERED };
    switch (relations & ALL) {
    case 0: return term_false(store);
    case FCMP_LESS: return less(store, a, b);
    case FCMP_EQUAL: return term_float(store, TERM_FEQ, ROUND_NEAREST_EVEN, 1, (Term *[]){a, b});
    case FCMP_LESS | FCMP_EQUAL: return less_or_equal(store, a, b);
    case FCMP_GREATER: return less(store, b, a);
    case FCMP_GREATER | FCMP_LESS: return term_or(store, less(store, a, b), less(store, b, a));
    case FCMP_GREATER | FCMP_EQUAL: return less_or_equal(store, b, a);
    case FCMP_UNORDERED: return term_or(store, term_float_is_nan(store, a), term_float_is_nan(store, b));
    default: return term_not(store, lift_float_relation(store, ~relations, a, b));
    }
}

/* ---- To integers ---- */

/* 2^exponent, or infinity where the format ends. */
static u64 power_of_two(u32 width, u32 exponent) {
    u32 bias = width == 32 ? 127 : 1023;
    return (u64)MIN(exponent + bias, 2 * bias + 1) << fraction_bits(width);
}

/* Not below the range of integers: the value, truncated, is at least the smallest one. */
static Term *above_minimum(TermStore *store, Term *a, u32 bits, bool is_signed) {
    u32 width = a->width, fraction = fraction_bits(width), exponent = is_signed ? bits - 1 : 0;
    u64 sign = (u64)1 << (width - 1);
    if (!is_signed) return less(store, term_const(store, width, sign | power_of_two(width, 0)), a);
    Term *minimum = term_const(store, width, sign | power_of_two(width, exponent));
    if (exponent > fraction) return less_or_equal(store, minimum, a);
    /* There are fractions next to the minimum: everything above the integer below it. A carry of the fraction into
     * the exponent is what it should be. */
    return less(store, term_const(store, width, minimum->value + ((u64)1 << (fraction - exponent))), a);
}
static Term *below_end(TermStore *store, Term *a, u32 bits, bool is_signed) {
    return less(store, a, term_const(store, a->width, power_of_two(a->width, is_signed ? bits - 1 : bits)));
}

static Term *truncated(TermStore *store, Term *a, u32 bits, bool is_signed) {
    return term_float(store, is_signed ? TERM_FTOS : TERM_FTOU, ROUND_TO_ZERO, bits, &a);
}

static Lifted to_integer(TermStore *store, Term *a, u32 bits, bool is_signed) {
    Term *fits = term_and(store, above_minimum(store, a, bits, is_signed), below_end(store, a, bits, is_signed));
    return (Lifted){truncated(store, a, bits, is_signed), term_not(store, fits)};
}

static Term *to_integer_saturated(TermStore *store, Term *a, u32 bits, bool is_signed) {
    Term *zero = term_const(store, bits, 0);
    Term *minimum = is_signed ? check_minimum(store, bits) : zero;
    Term *maximum = is_signed ? check_maximum(store, bits) : term_not(store, zero);
    Term *low =
        term_ite(store, above_minimum(store, a, bits, is_signed), truncated(store, a, bits, is_signed), minimum);
    Term *high = term_ite(store, below_end(store, a, bits, is_signed), low, maximum);
    return term_ite(store, term_float_is_nan(store, a), zero, high);
}

/* ---- Functions ---- */

static Term *rounded(TermStore *store, TermRounding mode, Term *a) {
    return term_float(store, TERM_FROUND, mode, a->width, &a);
}

static Term *multiply_add(TermStore *store, Term *a, Term *b, Term *c) {
    return term_float(store, TERM_FFMA, current_rounding(), a->width, (Term *[]){a, b, c});
}

/* fmod from IEEE's remainder, whose quotient is rounded to nearest: where the sign is not that of the dividend, one
 * divisor more is what is wanted, and that sum is exact. A NaN is neither above nor below zero and stays. */
static Term *remainder_of(TermStore *store, Term *a, Term *b) {
    Term *zero = term_const(store, a->width, 0), *divisor = with_sign_of(store, b, a);
    Term *nearest = term_float(store, TERM_FREM, ROUND_NEAREST_EVEN, a->width, (Term *[]){a, b});
    Term *next = term_float(store, TERM_FADD, ROUND_NEAREST_EVEN, a->width, (Term *[]){nearest, divisor});
    Term *negative = term_extract(store, a, a->width - 1, 1);
    Term *too_far = term_ite(store, negative, less(store, zero, nearest), less(store, nearest, zero));
    return term_ite(store, too_far, next, nearest);
}

/* The bits of LLVM's is.fpclass. */
static Term *has_class(TermStore *store, Term *a, Term *mask) {
    u32 fraction = fraction_bits(a->width), exponent = a->width - 1 - fraction;
    Term *parts[2] = {term_extract(store, a, fraction, exponent), term_extract(store, a, 0, fraction)};
    Term *top = term_eq(store, parts[0], term_not(store, term_const(store, exponent, 0)));
    Term *bottom = term_eq(store, parts[0], term_const(store, exponent, 0));
    Term *whole = term_eq(store, parts[1], term_const(store, fraction, 0));
    Term *quiet = term_extract(store, a, fraction - 1, 1), *negative = term_extract(store, a, a->width - 1, 1);
    Term *nan = term_float_is_nan(store, a), *infinite = term_and(store, top, whole);
    Term *normal = term_not(store, term_or(store, top, bottom)), *zero = term_and(store, bottom, whole);
    Term *subnormal = term_and(store, bottom, term_not(store, whole)), *positive = term_not(store, negative);
    Term *const classes[][2] = {{nan, term_not(store, quiet)},
                                {nan, quiet},
                                {infinite, negative},
                                {normal, negative},
                                {subnormal, negative},
                                {zero, negative},
                                {zero, positive},
                                {subnormal, positive},
                                {normal, positive},
                                {infinite, positive}};
    Term *any = term_false(store);
    for (u32 i = 0; i < COUNT_OF(classes); i++) {
        Term *is_class = term_and(store, classes[i][0], classes[i][1]);
        any = term_or(store, any, term_and(store, term_extract(store, mask, i, 1), is_class));
    }
    return any;
}

static Term *function(TermStore *store, FloatFunction which, Term *a, Term *b, Term *c) {
    switch (which) {
    case FLOAT_FABS: return absolute(store, a);
    case FLOAT_SQRT: return term_float(store, TERM_FSQRT, current_rounding(), a->width, &a);
    case FLOAT_FLOOR: return rounded(store, ROUND_DOWN, a);
    case FLOAT_CEIL: return rounded(store, ROUND_UP, a);
    case FLOAT_TRUNC: return rounded(store, ROUND_TO_ZERO, a);
    case FLOAT_RINT:
    case FLOAT_NEARBYINT: return rounded(store, current_rounding(), a);
    case FLOAT_ROUND: return rounded(store, ROUND_NEAREST_AWAY, a);
    case FLOAT_ROUNDEVEN: return rounded(store, ROUND_NEAREST_EVEN, a);
    case FLOAT_COPYSIGN: return with_sign_of(store, a, b);
    case FLOAT_FMIN: return term_ite(store, term_or(store, term_float_is_nan(store, a), less(store, b, a)), b, a);
    case FLOAT_FMAX: return term_ite(store, term_or(store, term_float_is_nan(store, a), less(store, a, b)), b, a);
    case FLOAT_FMA: return multiply_add(store, a, b, c);
    case FLOAT_FMULADD:
        return lift_float_arithmetic(store, TERM_FADD, lift_float_arithmetic(store, TERM_FMUL, a, b), c);
    case FLOAT_ISFPCLASS: return has_class(store, a, b);
    default: return NULL;
    }
}

static Lifted function_op(TermStore *store, const ScalarOp *op, Term *a, Term *b, Term *c) {
    FloatFunction which = (FloatFunction)op->insn->extra;
    if (which == FLOAT_LRINT) return to_integer(store, rounded(store, current_rounding(), a), op->result_bits, true);
    if (which == FLOAT_LROUND) return to_integer(store, rounded(store, ROUND_NEAREST_AWAY, a), op->result_bits, true);
    return (Lifted){function(store, which, a, b, c), NULL};
}

/* ---- Which operation ---- */

/* Terms convert integers of up to 128 bits. */
static bool is_sayable(const ScalarOp *op) {
    enum { WIDEST_INTEGER = 128 };
    switch ((Op)op->insn->op) {
    case OP_UITOFP:
    case OP_SITOFP: return op->bits <= WIDEST_INTEGER && has_terms(op->result_bits);
    case OP_FPTOUI:
    case OP_FPTOSI:
    case OP_FPTOUI_SAT:
    case OP_FPTOSI_SAT: return has_terms(op->bits) && op->result_bits <= WIDEST_INTEGER;
    case OP_FPEXT:
    case OP_FPTRUNC: return has_terms(op->bits) && has_terms(op->result_bits);
    default: return has_terms(op->bits);
    }
}

static Term *converted(TermStore *store, TermOp conversion, const ScalarOp *op, Term *a) {
    return term_float(store, conversion, current_rounding(), op->result_bits, &a);
}

Lifted lift_scalar_float(TermStore *store, const ScalarOp *op, Term *a, Term *b, Term *c) {
    u32 to = op->result_bits;
    if (!is_sayable(op)) return (Lifted){NULL, NULL};
    switch ((Op)op->insn->op) {
    case OP_FADD: return (Lifted){lift_float_arithmetic(store, TERM_FADD, a, b), NULL};
    case OP_FSUB: return (Lifted){lift_float_arithmetic(store, TERM_FSUB, a, b), NULL};
    case OP_FMUL: return (Lifted){lift_float_arithmetic(store, TERM_FMUL, a, b), NULL};
    case OP_FDIV: return (Lifted){lift_float_arithmetic(store, TERM_FDIV, a, b), NULL};
    case OP_FREM: return (Lifted){remainder_of(store, a, b), NULL};
    case OP_FNEG: return (Lifted){term_xor(store, a, sign_bit(store, a->width)), NULL};
    case OP_FCMP: return (Lifted){lift_float_relation(store, op->insn->extra, a, b), NULL};
    case OP_FMATH: return function_op(store, op, a, b, c);
    case OP_FPTRUNC:
    case OP_FPEXT: return (Lifted){converted(store, TERM_FTOF, op, a), NULL};
    case OP_FPTOUI: return to_integer(store, a, to, false);
    case OP_FPTOSI: return to_integer(store, a, to, true);
    case OP_FPTOUI_SAT: return (Lifted){to_integer_saturated(store, a, to, false), NULL};
    case OP_FPTOSI_SAT: return (Lifted){to_integer_saturated(store, a, to, true), NULL};
    case OP_UITOFP: return (Lifted){converted(store, TERM_UTOF, op, a), NULL};
    default: return (Lifted){converted(store, TERM_STOF, op, a), NULL};
    }
}
