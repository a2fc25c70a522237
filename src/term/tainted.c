/* Values with undefined bits: a pair of a value and the mask of what is undefined in it. The constructors of moves and of
 * arrays (shape.c, bits.c, array.c) keep the pair on top of the term. */
#include "term/internal.h"

static bool is_clear(const Term *mask) { return term_is_const(mask) && term_const_is_zero(mask); }

Term *term_tainted(TermStore *store, Term *value, Term *mask, u32 origin) {
    assert(value->width == mask->width && value->index_width == mask->index_width);
    if (is_clear(mask)) return value;
    if (term_is_const(mask)) value = term_and(store, value, term_not(store, mask));
    return term_intern(store, TERM_TAINTED, value->width, value->index_width, origin, 2, (Term *[]){value, mask});
}

Term *term_undefined(TermStore *store, u32 width, u32 origin) {
    return term_tainted(store, term_const(store, width, 0), term_ones(store, width), origin);
}

Term *term_mask_of(TermStore *store, Term *term) {
    if (term_is_tainted(term)) return term->arg[1];
    Term *clear = term_const(store, term->width, 0);
    return term_is_array(term) ? term_filled(store, term->index_width, clear) : clear;
}

Term *term_cleared(TermStore *store, Term *term) {
    if (!term_is_tainted(term)) return term;
    return term_and(store, term->arg[0], term_not(store, term->arg[1]));
}
