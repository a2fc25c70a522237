#include "solver/ranges.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

#pragma STDC FENV_ACCESS ON

/* ---- Patterns ---- */

static u64 sign_of_format(u32 width) { return (u64)1 << (width - 1); }
static u64 infinity_pattern(u32 width) { return width == 32 ? (u64)0x7f800000 : (u64)0x7ff0000000000000; }

static double value_of(u64 pattern, u32 width) {
    u32 narrow = (u32)pattern;
    float single;
    double wide;
    memcpy(&single, &narrow, sizeof single);
    memcpy(&wide, &pattern, sizeof wide);
    return width == 32 ? (double)single : wide;
}

static u64 pattern_of(double value, u32 width) {
    float single = (float)value; /* exact: it is a value of the format */
    u32 narrow;
    u64 wide;
    memcpy(&narrow, &single, sizeof narrow);
    memcpy(&wide, &value, sizeof wide);
    return width == 32 ? narrow : wide;
}

FloatRange range_anything(void) { return (FloatRange){-INFINITY, INFINITY, true, true}; }

FloatRange range_hull(FloatRange x, FloatRange y) {
    FloatRange hull = !x.number ? y : x;
    if (x.number && y.number) hull.low = fmin(x.low, y.low), hull.high = fmax(x.high, y.high);
    hull.number = x.number || y.number;
    hull.not_a_number = x.not_a_number || y.not_a_number;
    return hull;
}

/* Of patterns without sign. */
static FloatRange range_of_magnitudes(u64 low, u64 high, u32 width) {
    u64 infinity = infinity_pattern(width);
    return (FloatRange){value_of(MIN(low, infinity), width), value_of(MIN(high, infinity), width), low <= infinity,
                        high > infinity};
}

FloatRange range_of_pattern(const TermFacts *facts, u32 width) {
    u64 sign = sign_of_format(width);
    if (facts->umax < sign) return range_of_magnitudes(facts->umin, facts->umax, width);
    if (facts->umin >= sign) return range_negated(range_of_magnitudes(facts->umin - sign, facts->umax - sign, width));
    return range_anything();
}

TermFacts range_pattern(FloatRange range, u32 width) {
    TermFacts facts = term_facts_unknown(width);
    if (range.not_a_number || !range.number || (range.low <= 0 && range.high >= 0)) return facts;
    bool is_negative = range.high < 0;
    facts.umin = pattern_of(is_negative ? range.high : range.low, width);
    facts.umax = pattern_of(is_negative ? range.low : range.high, width);
    term_facts_normalise(&facts, width);
    return facts;
}

TermFacts range_exponent(FloatRange range, u32 width) {
    u32 fraction = width == 32 ? 23 : 52;
    TermFacts facts = term_facts_unknown(width - 1 - fraction);
    FloatRange size = range_absolute(range);
    if (!size.number) facts.umin = facts.umax;
    if (size.number) facts.umin = pattern_of(size.low, width) >> fraction;
    if (!size.not_a_number) facts.umax = pattern_of(size.high, width) >> fraction;
    term_facts_normalise(&facts, width - 1 - fraction);
    return facts;
}

FloatRange range_negated(FloatRange range) {
    return (FloatRange){-range.high, -range.low, range.number, range.not_a_number};
}

FloatRange range_absolute(FloatRange range) {
    bool has_zero = range.low <= 0 && range.high >= 0;
    double low = fabs(range.low), high = fabs(range.high);
    return (FloatRange){has_zero ? 0 : fmin(low, high), fmax(low, high), range.number, range.not_a_number};
}

/* ---- Arithmetic on the ends ---- */

/* By the host in the format, in the rounding mode that was set. */
static double single_result(TermOp op, double a, double b, double c) {
    volatile float x = (float)a, y = (float)b, z = (float)c, r;
    switch (op) {
    case TERM_FADD: r = x + y; break;
    case TERM_FSUB: r = x - y; break;
    case TERM_FMUL: r = x * y; break;
    case TERM_FDIV: r = x / y; break;
    case TERM_FFMA: r = fmaf(x, y, z); break;
    case TERM_FROUND: r = rintf(x); break;
    default: r = sqrtf(x);
    }
    return (double)r;
}

static double double_result(TermOp op, double a, double b, double c) {
    volatile double x = a, y = b, z = c, r;
    switch (op) {
    case TERM_FADD: r = x + y; break;
    case TERM_FSUB: r = x - y; break;
    case TERM_FMUL: r = x * y; break;
    case TERM_FDIV: r = x / y; break;
    case TERM_FFMA: r = fma(x, y, z); break;
    case TERM_FROUND: r = rint(x); break;
    default: r = sqrt(x);
    }
    return r;
}

static double result_of(TermOp op, u32 width, double a, double b, double c) {
    return width == 32 ? single_result(op, a, b, c) : double_result(op, a, b, c);
}

static bool has_zero(FloatRange x) { return x.low <= 0 && x.high >= 0; }
static bool has_infinity(FloatRange x) { return isinf(x.low) || isinf(x.high); }

static FloatRange sum(TermOp op, u32 width, FloatRange x, FloatRange y) {
    FloatRange z = op == TERM_FSUB ? range_negated(y) : y;
    double low = result_of(TERM_FADD, width, x.low, z.low, 0), high = result_of(TERM_FADD, width, x.high, z.high, 0);
    bool cancels = (x.high == INFINITY && z.low == -INFINITY) || (x.low == -INFINITY && z.high == INFINITY);
    return (FloatRange){isnan(low) ? -INFINITY : low, isnan(high) ? INFINITY : high, true, cancels};
}

/* The hull of the results on the four pairs of ends. Where one is no number (0 * inf, inf / inf), 0 is next to it; what
 * else is there the other corners have. */
static FloatRange of_corners(TermOp op, u32 width, FloatRange x, FloatRange y) {
    FloatRange hull = {0};
    for (u32 i = 0; i < 4; i++) {
        double corner = result_of(op, width, i & 1 ? x.high : x.low, i & 2 ? y.high : y.low, 0);
        if (isnan(corner)) corner = 0;
        hull = range_hull(hull, (FloatRange){corner, corner, true, false});
    }
    return hull;
}

static FloatRange product(u32 width, FloatRange x, FloatRange y, bool same) {
    if (same) {
        FloatRange size = range_absolute(x);
        return (FloatRange){result_of(TERM_FMUL, width, size.low, size.low, 0),
                            result_of(TERM_FMUL, width, size.high, size.high, 0), true, false};
    }
    FloatRange hull = of_corners(TERM_FMUL, width, x, y);
    hull.not_a_number = (has_zero(x) && has_infinity(y)) || (has_infinity(x) && has_zero(y));
    return hull;
}

static FloatRange difference_from_itself(FloatRange x) { return (FloatRange){0, 0, true, has_infinity(x)}; }

static FloatRange quotient(u32 width, FloatRange x, FloatRange y, bool same) {
    if (same) return (FloatRange){1, 1, true, has_zero(x) || has_infinity(x)};
    bool undefined = (has_zero(x) && has_zero(y)) || (has_infinity(x) && has_infinity(y));
    if (has_zero(y)) return (FloatRange){-INFINITY, INFINITY, true, undefined};
    FloatRange hull = of_corners(TERM_FDIV, width, x, y);
    hull.not_a_number = undefined;
    return hull;
}

static FloatRange root(u32 width, FloatRange x) {
    return (FloatRange){result_of(TERM_FSQRT, width, fmax(x.low, 0), 0, 0),
                        result_of(TERM_FSQRT, width, fmax(x.high, 0), 0, 0), x.high >= 0, x.low < 0};
}

static FloatRange remainder_of(FloatRange x, FloatRange y) {
    double most = fmin(range_absolute(x).high, range_absolute(y).high);
    return (FloatRange){-most, most, true, has_infinity(x) || has_zero(y)};
}

static FloatRange multiply_add(u32 width, const FloatRange *args) {
    FloatRange hull = {0};
    for (u32 i = 0; i < 8; i++) {
        double corner = result_of(TERM_FFMA, width, i & 1 ? args[0].high : args[0].low,
                                  i & 2 ? args[1].high : args[1].low, i & 4 ? args[2].high : args[2].low);
        if (isnan(corner)) return range_anything();
        hull = range_hull(hull, (FloatRange){corner, corner, true, false});
    }
    bool is_finite = !has_infinity(args[0]) && !has_infinity(args[1]) && !has_infinity(args[2]);
    return is_finite ? hull : range_anything();
}

static double converted(double value, u32 width) {
    volatile float single = (float)value;
    return width == 32 ? (double)single : value;
}

static FloatRange of_numbers(TermOp op, u32 width, const FloatRange *args, bool same) {
    switch (op) {
    case TERM_FADD:
    case TERM_FSUB: return same && op == TERM_FSUB ? difference_from_itself(args[0]) : sum(op, width, args[0], args[1]);
    case TERM_FMUL: return product(width, args[0], args[1], same);
    case TERM_FDIV: return quotient(width, args[0], args[1], same);
    case TERM_FREM: return remainder_of(args[0], args[1]);
    case TERM_FFMA: return multiply_add(width, args);
    case TERM_FSQRT: return root(width, args[0]);
    case TERM_FROUND:
        return (FloatRange){result_of(op, width, args[0].low, 0, 0), result_of(op, width, args[0].high, 0, 0), true,
                            false};
    case TERM_FTOF: return (FloatRange){converted(args[0].low, width), converted(args[0].high, width), true, false};
    default: return range_anything();
    }
}

/* ---- Rounding modes ---- */

/* False for what the host cannot round: ties away from zero. */
static bool set_rounding(TermRounding mode) {
    static const int of_mode[] = {[ROUND_NEAREST_EVEN] = FE_TONEAREST,
                                  [ROUND_TO_ZERO] = FE_TOWARDZERO,
                                  [ROUND_UP] = FE_UPWARD,
                                  [ROUND_DOWN] = FE_DOWNWARD};
    if (mode == ROUND_NEAREST_AWAY) return false;
    if (fegetround() != of_mode[mode]) fesetround(of_mode[mode]);
    return true;
}

FloatRange range_compute(TermOp op, TermRounding mode, u32 width, u32 from, const FloatRange *args, bool same) {
    u32 arity = op == TERM_FFMA ? 3 : op == TERM_FSQRT || op == TERM_FROUND || op == TERM_FTOF ? 1 : 2;
    bool number = true, not_a_number = false;
    for (u32 i = 0; i < arity; i++) {
        number &= args[i].number;
        not_a_number |= args[i].not_a_number;
    }
    if (!number) return (FloatRange){0, 0, false, true};
    if (!range_has_format(width) || !range_has_format(from)) return range_anything();
    int before = fegetround();
    FloatRange result = set_rounding(mode) ? of_numbers(op, width, args, same) : range_anything();
    if (fegetround() != before) fesetround(before);
    result.not_a_number |= not_a_number;
    return result;
}

/* ---- Integers ---- */

FloatRange range_of_integer(TermOp op, TermRounding mode, u32 width, const TermFacts *integer) {
    FloatRange range = {-INFINITY, INFINITY, true, false};
    if (mode != ROUND_NEAREST_EVEN || fegetround() != FE_TONEAREST) return range;
    bool is_signed = op == TERM_STOF;
    if (width == 32) {
        range.low = is_signed ? (double)(float)integer->smin : (double)(float)integer->umin;
        range.high = is_signed ? (double)(float)integer->smax : (double)(float)integer->umax;
    } else {
        range.low = is_signed ? (double)integer->smin : (double)integer->umin;
        range.high = is_signed ? (double)integer->smax : (double)integer->umax;
    }
    return range;
}

TermFacts range_to_integer(TermOp op, TermRounding mode, u32 width, FloatRange x) {
    TermFacts facts = term_facts_unknown(width);
    bool is_signed = op == TERM_FTOS;
    double end = ldexp(1, (int)(is_signed ? width - 1 : width)), begin = is_signed ? -end : 0;
    if (x.not_a_number || !x.number || mode == ROUND_NEAREST_AWAY) return facts;
    int before = fegetround();
    set_rounding(mode);
    volatile double low = rint(x.low), high = rint(x.high);
    fesetround(before);
    if (low < begin || high >= end) return facts;
    if (is_signed) facts.smin = (i64)low, facts.smax = (i64)high;
    else facts.umin = (u64)low, facts.umax = (u64)high;
    term_facts_normalise(&facts, width);
    return facts;
}

/* ---- Comparisons ---- */

TermFacts range_compare(TermOp op, FloatRange x, FloatRange y) {
    bool is_number = !x.not_a_number && !y.not_a_number;
    bool never = !x.number || !y.number, always = false;
    switch (op) {
    case TERM_FLT:
        never |= x.low >= y.high;
        always = x.high < y.low;
        break;
    case TERM_FLE:
        never |= x.low > y.high;
        always = x.high <= y.low;
        break;
    default: never |= x.high < y.low || y.high < x.low; always = x.low == x.high && y.low == y.high && x.low == y.low;
    }
    if (never) return term_facts_const(1, 0);
    return always && is_number ? term_facts_const(1, 1) : term_facts_unknown(1);
}
