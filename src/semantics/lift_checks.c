/* A check with a constant operand is a comparison of the other with a bound: that is what loops and indices need, and
 * a solver has no multiplication to do. What the facts of the operands rule out is false at once. */
#include "semantics/lift_checks.h"

Term *check_maximum(TermStore *store, u32 width) {
    Term *ones = term_not(store, term_const(store, width, 0));
    return width == 1 ? term_false(store) : term_zext(store, term_extract(store, ones, 0, width - 1), width);
}
Term *check_minimum(TermStore *store, u32 width) { return term_not(store, check_maximum(store, width)); }

static bool is_negative(const Term *constant) { return term_const_bit(constant, constant->width - 1); }
static Term *sign_of(TermStore *store, Term *a) { return term_extract(store, a, a->width - 1, 1); }

/* ---- What facts rule out ---- */

static bool fits_signed(u32 width, i128 low, i128 high) {
    i128 end = (i128)1 << (width - 1);
    return low >= -end && high < end;
}
static bool sum_fits_signed(const Term *a, const Term *b) {
    if (a->width > 64) return false;
    return fits_signed(a->width, (i128)a->facts.smin + b->facts.smin, (i128)a->facts.smax + b->facts.smax);
}
static bool difference_fits_signed(const Term *a, const Term *b) {
    if (a->width > 64) return false;
    return fits_signed(a->width, (i128)a->facts.smin - b->facts.smax, (i128)a->facts.smax - b->facts.smin);
}
static bool product_fits_signed(const Term *a, const Term *b) {
    if (a->width > 64) return false;
    const i128 corners[] = {(i128)a->facts.smin * b->facts.smin, (i128)a->facts.smin * b->facts.smax,
                            (i128)a->facts.smax * b->facts.smin, (i128)a->facts.smax * b->facts.smax};
    for (u32 i = 0; i < COUNT_OF(corners); i++)
        if (!fits_signed(a->width, corners[i], corners[i])) return false;
    return true;
}
static bool product_fits_unsigned(const Term *a, const Term *b) {
    return a->width <= 64 && (u128)a->facts.umax * b->facts.umax <= low_mask(a->width);
}

/* ---- Sums and differences ---- */

/* Of operands a and b and the result d: two signs that differ from the result's. */
static Term *both_differ(TermStore *store, Term *a, Term *b, Term *d) {
    return sign_of(store, term_and(store, term_xor(store, a, d), term_xor(store, b, d)));
}

Term *check_add_signed(TermStore *store, Term *a, Term *b) {
    if (sum_fits_signed(a, b)) return term_false(store);
    if (term_is_const(a) && !term_is_const(b)) return check_add_signed(store, b, a);
    if (!term_is_const(b)) return both_differ(store, a, b, term_add(store, a, b));
    if (is_negative(b)) return term_slt(store, a, term_sub(store, check_minimum(store, a->width), b));
    return term_sgt(store, a, term_sub(store, check_maximum(store, a->width), b));
}

Term *check_sub_signed(TermStore *store, Term *a, Term *b) {
    u32 width = a->width;
    if (difference_fits_signed(a, b)) return term_false(store);
    if (term_is_const(b))
        return is_negative(b) ? term_sgt(store, a, term_add(store, check_maximum(store, width), b))
                              : term_slt(store, a, term_add(store, check_minimum(store, width), b));
    if (term_is_const(a))
        return is_negative(a) ? term_sgt(store, b, term_sub(store, a, check_minimum(store, width)))
                              : term_slt(store, b, term_sub(store, a, check_maximum(store, width)));
    return both_differ(store, a, term_not(store, b), term_sub(store, a, b));
}

Term *check_add_unsigned(TermStore *store, Term *a, Term *b) {
    if (term_is_const(a)) return term_ugt(store, b, term_not(store, a));
    return term_ugt(store, a, term_not(store, b));
}
Term *check_sub_unsigned(TermStore *store, Term *a, Term *b) { return term_ult(store, a, b); }

/* ---- Products ---- */

/* a * c is out of range where a is beyond the quotients of the bounds, rounded towards zero. */
static Term *times_constant(TermStore *store, Term *a, Term *c) {
    Term *minimum = check_minimum(store, a->width);
    if (term_const_is_zero(c)) return term_false(store);
    if (term_const_is_ones(c)) return term_eq(store, a, minimum);
    Term *first = term_sdiv(store, minimum, c), *last = term_sdiv(store, check_maximum(store, a->width), c);
    Term *low = is_negative(c) ? last : first, *high = is_negative(c) ? first : last;
    return term_or(store, term_slt(store, a, low), term_sgt(store, a, high));
}

Term *check_mul_signed(TermStore *store, Term *a, Term *b) {
    u32 width = a->width;
    if (product_fits_signed(a, b)) return term_false(store);
    if (term_is_const(b)) return times_constant(store, a, b);
    if (term_is_const(a)) return times_constant(store, b, a);
    Term *product = term_mul(store, term_sext(store, a, 2 * width), term_sext(store, b, 2 * width));
    Term *sign = term_extract(store, product, width - 1, 1);
    return term_ne(store, term_extract(store, product, width, width), term_sext(store, sign, width));
}

Term *check_mul_unsigned(TermStore *store, Term *a, Term *b) {
    u32 width = a->width;
    if (product_fits_unsigned(a, b)) return term_false(store);
    if (term_is_const(a) && !term_is_const(b)) return check_mul_unsigned(store, b, a);
    if (term_is_const(b)) { /* not zero if facts are known; SMT's x / 0 is the maximum, above which nothing is */
        return term_ugt(store, a, term_udiv(store, term_not(store, term_const(store, width, 0)), b));
    }
    Term *product = term_mul(store, term_zext(store, a, 2 * width), term_zext(store, b, 2 * width));
    return term_ne(store, term_extract(store, product, width, width), term_const(store, width, 0));
}

/* ---- Division and shifts ---- */

Term *check_divide(TermStore *store, Term *a, Term *b) { return term_eq(store, b, term_const(store, b->width, 0)); }

Term *check_divide_signed(TermStore *store, Term *a, Term *b) {
    Term *minus_one = term_not(store, term_const(store, b->width, 0));
    Term *overflows = term_and(store, term_eq(store, a, check_minimum(store, a->width)), term_eq(store, b, minus_one));
    return term_or(store, check_divide(store, a, b), overflows);
}

Term *check_shift(TermStore *store, Term *a, Term *b) {
    return term_uge(store, b, term_const(store, b->width, b->width));
}

Term *check_shift_left_signed(TermStore *store, Term *a, Term *b) {
    Term *kept = term_sub(store, term_const(store, b->width, b->width - 1), b);
    Term *lost = term_ne(store, term_lshr(store, a, kept), term_const(store, a->width, 0));
    return term_or(store, check_shift(store, a, b), lost);
}
