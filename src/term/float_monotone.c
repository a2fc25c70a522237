/* Integers under monotone functions of floats.
 *
 * A conversion rounds, and rounding is monotone; so is adding a number, and multiplying or dividing by one. What compares
 * such a function of an integer with a number compares the integer with another one, which bisection finds. Integers that
 * floats hold exactly are compared as integers, and come back from the conversion unchanged. */
#include "term/float_monotone.h"

typedef u128 Bits;

enum { LONGEST = 16 }; /* functions one after the other */

/* The functions between an integer and the value, innermost last. */
typedef struct {
    const Term *steps[LONGEST];
    u32 count;
    Term *integer;
} Chain;

static bool is_conversion(const Term *t) { return t->op == TERM_STOF || t->op == TERM_UTOF; }

/* Which argument of a step the value goes into; 2: the step is no monotone function of one. */
static u32 argument_of(const Term *step) {
    switch (step->op) {
    case TERM_FTOF:
    case TERM_FROUND: return 0;
    case TERM_FADD:
    case TERM_FSUB:
    case TERM_FMUL: return term_is_finite_float(step->arg[1]) ? 0 : term_is_finite_float(step->arg[0]) ? 1 : 2;
    case TERM_FDIV: return term_is_finite_float(step->arg[1]) ? 0 : 2;
    case TERM_XOR: return term_is_sign_bit(step->arg[1]) ? 0 : 2;
    default: return 2;
    }
}

/* By a constant that is not 0: infinity times 0 is no number. */
static bool is_scaling_by_zero(const Term *step, u32 argument) {
    if (step->op != TERM_FMUL && step->op != TERM_FDIV) return false;
    return term_is_zero_float(step->arg[1 - argument]);
}

static bool follow(Term *value, Chain *chain) {
    *chain = (Chain){0};
    while (!is_conversion(value)) {
        u32 argument = argument_of(value);
        if (argument > 1 || chain->count + 1 == LONGEST || is_scaling_by_zero(value, argument)) return false;
        chain->steps[chain->count++] = value;
        value = value->arg[argument];
    }
    chain->steps[chain->count++] = value;
    chain->integer = value->arg[0];
    return chain->integer->width <= 64;
}

static Bits value_of(const Chain *chain, u64 integer) {
    Bits value = integer;
    for (u32 i = chain->count; i-- > 0;) {
        const Term *step = chain->steps[i];
        if (step->op == TERM_XOR) {
            value ^= (Bits)1 << (step->width - 1);
            continue;
        }
        u32 argument = is_conversion(step) ? 0 : argument_of(step);
        Bits in[3] = {value, value, 0};
        if (step->arity == 2) in[1 - argument] = term_float_bits(step->arg[1 - argument]);
        value = term_fold_float_bits(step->op, step->width, step->arg[0]->width, (TermRounding)step->low, in);
    }
    return value;
}

static bool holds(const Chain *chain, TermOp op, u64 integer, const Term *number, bool is_left) {
    Bits in[2], value = value_of(chain, integer);
    in[is_left] = value;
    in[!is_left] = term_float_bits(number);
    return term_fold_float_bits(op, 1, number->width, ROUND_NEAREST_EVEN, in) != 0;
}

/* The i-th integer of those that the term can be, in its own order. */
typedef struct {
    u64 first, last;
    bool is_signed;
} Range;

static Range range_of(const Term *integer, bool is_signed) {
    const TermFacts *f = &integer->facts;
    if (is_signed) return (Range){(u64)f->smin, (u64)f->smax, true};
    return (Range){f->umin, f->umax, false};
}

/* `number` is on the left of the comparison, or on its right. Where the truth changes, it changes once. */
static Term *bisect(TermStore *store, const Chain *chain, TermOp op, const Term *number, bool is_left) {
    Term *integer = chain->integer;
    u64 mask = low_mask(integer->width);
    Range range = range_of(integer, chain->steps[chain->count - 1]->op == TERM_STOF);
    bool at_first = holds(chain, op, range.first & mask, number, is_left);
    if (holds(chain, op, range.last & mask, number, is_left) == at_first) return term_const(store, 1, at_first);
    u64 low = 0, high = range.last - range.first; /* the truth at low is at_first, at high it is not */
    while (high - low > 1) {
        u64 middle = low + (high - low) / 2;
        if (holds(chain, op, (range.first + middle) & mask, number, is_left) == at_first) low = middle;
        else high = middle;
    }
    Term *last = term_const(store, integer->width, (range.first + low) & mask);
    Term *is_below = range.is_signed ? term_sle(store, integer, last) : term_ule(store, integer, last);
    return at_first ? is_below : term_not(store, is_below);
}

static Term *compare_with(TermStore *store, TermOp op, Term *value, const Term *number, bool is_left) {
    Chain chain;
    if (!term_is_finite_float(number) || !follow(value, &chain)) return NULL;
    if (op != TERM_FEQ) return bisect(store, &chain, op, number, is_left);
    Term *below = bisect(store, &chain, TERM_FLE, number, is_left);
    return term_and(store, below, bisect(store, &chain, TERM_FLE, number, !is_left));
}

/* ---- Without rounding ---- */

/* Significant bits of a format. */
static u32 precision_of(u32 width) {
    switch (width) {
    case 16: return 11;
    case 32: return 24;
    case 64: return 53;
    case 80: return 64;
    default: return 113;
    }
}

/* Every integer that it can be is a float. */
static bool is_exact(const Term *t) {
    if (!is_conversion(t) || t->arg[0]->width > 64) return false;
    u32 precision = precision_of(t->width);
    if (precision >= 64) return true;
    u64 most = (u64)1 << precision;
    const TermFacts *f = &t->arg[0]->facts;
    if (t->op == TERM_UTOF) return f->umax <= most;
    return f->smin >= -(i64)most && f->smax <= (i64)most;
}

static Term *extended(TermStore *store, const Term *conversion, u32 width) {
    Term *integer = conversion->arg[0];
    return conversion->op == TERM_STOF ? term_sext(store, integer, width) : term_zext(store, integer, width);
}

static Term *compare_exact(TermStore *store, TermOp op, const Term *a, const Term *b) {
    u32 width = MAX(a->arg[0]->width, b->arg[0]->width) + 1;
    Term *x = extended(store, a, width), *y = extended(store, b, width);
    if (op == TERM_FEQ) return term_eq(store, x, y);
    return op == TERM_FLT ? term_slt(store, x, y) : term_sle(store, x, y);
}

Term *term_float_compare_integers(TermStore *store, TermOp op, Term *a, Term *b) {
    if (!term_rules_begin(store)) return NULL;
    Term *simple = NULL;
    if (term_is_const(a)) simple = compare_with(store, op, b, a, true);
    else if (term_is_const(b)) simple = compare_with(store, op, a, b, false);
    else if (is_exact(a) && is_exact(b)) simple = compare_exact(store, op, a, b);
    term_rules_end(store);
    return simple;
}

Term *term_float_integer_back(TermStore *store, TermOp op, u32 width, const Term *value) {
    if (!is_exact(value) || width > 64) return NULL;
    const TermFacts *f = &value->arg[0]->facts;
    bool from_signed = value->op == TERM_STOF;
    if (op == TERM_FTOS) {
        u64 most = low_mask(width - 1);
        bool fits = from_signed ? f->smin >= -(i64)most - 1 && f->smax <= (i64)most : f->umax <= most;
        if (!fits) return NULL;
    } else if (from_signed ? f->smin < 0 || (u64)f->smax > low_mask(width) : f->umax > low_mask(width)) {
        return NULL;
    }
    u32 have = value->arg[0]->width;
    return have >= width ? term_extract(store, value->arg[0], 0, width) : extended(store, value, width);
}
