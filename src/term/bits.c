/* Simplification of bitwise operations and if-then-else. */
#include "term/internal.h"

static bool is_not_of(const Term *a, const Term *b) {
    return (a->op == TERM_NOT && a->arg[0] == b) || (b->op == TERM_NOT && b->arg[0] == a);
}

static bool both_const(const Term *a, const Term *b) { return term_is_const(a) && term_is_const(b); }

static bool is_ite_of_consts(const Term *t) { return t->op == TERM_ITE && both_const(t->arg[1], t->arg[2]); }

Term *term_not(TermStore *store, Term *a) {
    a = term_number(store, a);
    if (term_is_const(a)) return term_fold(store, TERM_NOT, a->width, 0, 1, &a);
    if (a->op == TERM_NOT) return a->arg[0];
    if (is_ite_of_consts(a)) return term_ite(store, a->arg[0], term_not(store, a->arg[1]), term_not(store, a->arg[2]));
    return term_intern1(store, TERM_NOT, a->width, a);
}

/* op(op(x, c), d) with constants c and d. */
static bool has_const_argument(const Term *t, TermOp op) { return t->op == op && term_is_const(t->arg[1]); }

/* The operation on an if-then-else of constants and a constant, when that is what the operands are. */
static Term *lift_ite(TermStore *store, TermOp op, Term *a, Term *b) {
    if (!is_ite_of_consts(a) || !term_is_const(b)) return NULL;
    Term *yes = term_fold(store, op, a->width, 0, 2, (Term *[]){a->arg[1], b});
    Term *no = term_fold(store, op, a->width, 0, 2, (Term *[]){a->arg[2], b});
    return term_ite(store, a->arg[0], yes, no);
}

/* The operation on two numbers extended by zeros alike: 0 op 0 is 0 for all three. C's truth values are such numbers. */
static Term *inside_zext(TermStore *store, Term *(*build)(TermStore *, Term *, Term *), Term *a, Term *b) {
    if (a->op != TERM_ZEXT || b->op != TERM_ZEXT || a->arg[0]->width != b->arg[0]->width) return NULL;
    return term_zext(store, build(store, a->arg[0], b->arg[0]), a->width);
}

/* and(x, 0...01...1) is the low bits of x. */
static Term *and_with_const(TermStore *store, Term *a, Term *mask) {
    if (term_const_is_zero(mask)) return mask;
    if (term_const_is_ones(mask)) return a;
    if (has_const_argument(a, TERM_AND)) return term_and(store, a->arg[0], term_and(store, a->arg[1], mask));
    if (a->width > 64) return NULL;
    u64 possible = ~a->facts.zeros & low_mask(a->width);
    if ((possible & ~mask->value) == 0) return a;
    u64 next = mask->value + 1;
    if ((next & mask->value) == 0)
        return term_zext(store, term_extract(store, a, 0, (u32)__builtin_ctzll(next)), a->width);
    return lift_ite(store, TERM_AND, a, mask);
}

Term *term_and(TermStore *store, Term *a, Term *b) {
    assert(a->width == b->width);
    a = term_number(store, a), b = term_number(store, b);
    if (both_const(a, b)) return term_fold(store, TERM_AND, a->width, 0, 2, (Term *[]){a, b});
    term_order(&a, &b);
    if (a == b) return a;
    if (is_not_of(a, b)) return term_const(store, a->width, 0);
    if (term_is_const(b)) {
        Term *simple = and_with_const(store, a, b);
        return simple ? simple : term_intern2(store, TERM_AND, a->width, a, b);
    }
    Term *inside = inside_zext(store, term_and, a, b);
    if (inside) return inside;
    Term *pair[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        Term *x = pair[i], *y = pair[1 - i];
        if (x->op == TERM_AND && (x->arg[0] == y || x->arg[1] == y)) return x;
        if (x->op == TERM_AND && (is_not_of(x->arg[0], y) || is_not_of(x->arg[1], y)))
            return term_const(store, a->width, 0);
        if (x->op == TERM_OR && (x->arg[0] == y || x->arg[1] == y)) return y;
        if (x->op == TERM_NOT && x->arg[0]->op == TERM_AND) { /* y & ~(y & z) = y & ~z */
            Term *inner = x->arg[0];
            if (inner->arg[0] == y) return term_and(store, y, term_not(store, inner->arg[1]));
            if (inner->arg[1] == y) return term_and(store, y, term_not(store, inner->arg[0]));
        }
        if (has_const_argument(x, TERM_AND)) return term_and(store, term_and(store, x->arg[0], y), x->arg[1]);
    }
    return term_intern2(store, TERM_AND, a->width, a, b);
}

Term *term_join(TermStore *store, Term *high, Term *low) {
    if (high->width > 64 || low->width > 64) return NULL;
    u64 low_bits = ~low->facts.zeros & low_mask(low->width);
    if (!low_bits) return high;
    u32 cut = 64 - (u32)__builtin_clzll(low_bits);
    if (cut >= high->width || (high->facts.zeros & low_mask(cut)) != low_mask(cut)) return NULL;
    return term_concat(store, term_extract(store, high, cut, high->width - cut), term_extract(store, low, 0, cut));
}

Term *term_or(TermStore *store, Term *a, Term *b) {
    assert(a->width == b->width);
    a = term_number(store, a), b = term_number(store, b);
    if (a->width == 1) return term_not(store, term_and(store, term_not(store, a), term_not(store, b)));
    if (both_const(a, b)) return term_fold(store, TERM_OR, a->width, 0, 2, (Term *[]){a, b});
    term_order(&a, &b);
    if (a == b) return a;
    if (is_not_of(a, b)) return term_ones(store, a->width);
    if (term_is_const(b)) {
        if (term_const_is_zero(b)) return a;
        if (term_const_is_ones(b)) return b;
        if (has_const_argument(a, TERM_OR)) return term_or(store, a->arg[0], term_or(store, a->arg[1], b));
        Term *lifted = lift_ite(store, TERM_OR, a, b);
        if (lifted) return lifted;
    }
    Term *joined = inside_zext(store, term_or, a, b);
    if (!joined) joined = term_join(store, a, b);
    if (!joined) joined = term_join(store, b, a);
    if (joined) return joined;
    Term *pair[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        Term *x = pair[i], *y = pair[1 - i];
        if (x->op == TERM_OR && (x->arg[0] == y || x->arg[1] == y)) return x;
        if (x->op == TERM_AND && (x->arg[0] == y || x->arg[1] == y)) return y;
    }
    return term_intern2(store, TERM_OR, a->width, a, b);
}

Term *term_xor(TermStore *store, Term *a, Term *b) {
    assert(a->width == b->width);
    a = term_number(store, a), b = term_number(store, b);
    if (both_const(a, b)) return term_fold(store, TERM_XOR, a->width, 0, 2, (Term *[]){a, b});
    term_order(&a, &b);
    if (a == b) return term_const(store, a->width, 0);
    if (term_is_const(b)) {
        if (term_const_is_zero(b)) return a;
        if (term_const_is_ones(b)) return term_not(store, a);
        if (has_const_argument(a, TERM_XOR)) return term_xor(store, a->arg[0], term_xor(store, a->arg[1], b));
        Term *lifted = lift_ite(store, TERM_XOR, a, b);
        if (lifted) return lifted;
    }
    Term *inside = inside_zext(store, term_xor, a, b);
    if (inside) return inside;
    if (a->op == TERM_NOT) return term_not(store, term_xor(store, a->arg[0], b));
    if (b->op == TERM_NOT) return term_not(store, term_xor(store, a, b->arg[0]));
    if (a->op == TERM_XOR && a->arg[0] == b) return a->arg[1];
    if (a->op == TERM_XOR && a->arg[1] == b) return a->arg[0];
    if (b->op == TERM_XOR && b->arg[0] == a) return b->arg[1];
    if (b->op == TERM_XOR && b->arg[1] == a) return b->arg[0];
    return term_intern2(store, TERM_XOR, a->width, a, b);
}

Term *term_implies(TermStore *store, Term *a, Term *b) { return term_or(store, term_not(store, a), b); }

static Term *ite_of_bits(TermStore *store, Term *c, Term *a, Term *b) {
    if (term_is_true(a)) return term_or(store, c, b);
    if (term_is_false(a)) return term_and(store, term_not(store, c), b);
    if (term_is_true(b)) return term_or(store, term_not(store, c), a);
    if (term_is_false(b)) return term_and(store, c, a);
    if (a == c) return term_or(store, c, b);
    if (b == c) return term_and(store, c, a);
    if (is_not_of(a, b)) return term_not(store, term_xor(store, c, a));
    return NULL;
}

/* if x = k then k else x, and its like, is x. */
static bool is_same_by_equality(const Term *c, const Term *a, const Term *b) {
    if (c->op != TERM_EQ) return false;
    return (c->arg[0] == a && c->arg[1] == b) || (c->arg[0] == b && c->arg[1] == a);
}

Term *term_ite(TermStore *store, Term *c, Term *a, Term *b) {
    assert(c->width == 1 && a->width == b->width && a->index_width == b->index_width);
    if (term_is_const(c)) return c->value ? a : b;
    if (a == b) return a;
    if (term_is_tainted(a) || term_is_tainted(b))
        return term_tainted(store, term_ite(store, c, term_value_of(a), term_value_of(b)),
                            term_ite(store, c, term_mask_of(store, a), term_mask_of(store, b)),
                            term_is_tainted(a) ? term_origin_of(a) : term_origin_of(b));
    if (c->op == TERM_NOT) return term_ite(store, c->arg[0], b, a);
    if (a->width == 1 && !term_is_array(a)) {
        Term *simple = ite_of_bits(store, c, a, b);
        if (simple) return simple;
    }
    if (is_same_by_equality(c, a, b)) return b;
    if (a->op == TERM_ITE && a->arg[0] == c) return term_ite(store, c, a->arg[1], b);
    if (b->op == TERM_ITE && b->arg[0] == c) return term_ite(store, c, a, b->arg[2]);
    if (b->op == TERM_ITE && b->arg[1] == a) return term_ite(store, term_or(store, c, b->arg[0]), a, b->arg[2]);
    if (a->op == TERM_ITE && a->arg[2] == b) return term_ite(store, term_and(store, c, a->arg[0]), a->arg[1], b);
    return term_intern(store, TERM_ITE, a->width, a->index_width, 0, 3, (Term *[]){c, a, b});
}
