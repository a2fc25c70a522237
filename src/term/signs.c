/* Signed division by way of unsigned division: of magnitudes, with the sign put back. */
#include "term/internal.h"

/* u of an if-then-else of u and -u; NULL for other terms. */
static Term *without_sign(const Term *t) {
    if (t->op == TERM_NEG) return t->arg[0];
    if (t->op != TERM_ITE) return NULL;
    if (term_is_negation(t->arg[1], t->arg[2])) return t->arg[2];
    return term_is_negation(t->arg[2], t->arg[1]) ? t->arg[1] : NULL;
}

/* The absolute value, that of the least number being itself. */
static Term *magnitude(TermStore *store, Term *x) {
    Term *u = without_sign(x);
    while (u && without_sign(u)) u = without_sign(u);
    if (u) x = u; /* |-u| is |u| */
    if (x->width <= 64 && x->facts.umax <= (u64)1 << (x->width - 1)) return x;
    return term_ite(store, term_slt(store, x, term_const(store, x->width, 0)), term_neg(store, x), x);
}

Term *term_unsigned_division(TermStore *store, Term *t) {
    assert(t->op == TERM_SDIV || t->op == TERM_SREM);
    Term *a = t->arg[0], *b = t->arg[1], *zero = term_const(store, t->width, 0);
    Term *x = magnitude(store, a), *y = magnitude(store, b), *negative = term_slt(store, a, zero);
    Term *result = t->op == TERM_SDIV ? term_udiv(store, x, y) : term_urem(store, x, y);
    if (t->op == TERM_SDIV) negative = term_xor(store, negative, term_slt(store, b, zero));
    return term_ite(store, negative, term_neg(store, result), result);
}
