/* Simplification of equalities and comparisons. Facts decide many when the node is interned; the rules here rewrite
 * the rest towards narrower operands and a variable alone on one side. */
#include "term/internal.h"

static Term *truth(TermStore *store, bool value) { return value ? term_true(store) : term_false(store); }

static bool is_ite_of_consts(const Term *t) {
    return t->op == TERM_ITE && term_is_const(t->arg[1]) && term_is_const(t->arg[2]);
}

static Term *low_part(TermStore *store, Term *t, u32 width) { return term_extract(store, t, 0, width); }
static Term *high_part(TermStore *store, Term *t, u32 low) { return term_extract(store, t, low, t->width - low); }

/* x * c = k with c odd: x = k * c^-1 (Newton's iteration doubles the number of right bits). */
static Term *eq_scaled_by_odd(TermStore *store, Term *x, Term *c, Term *k) {
    Term *two = term_const(store, k->width, 2), *inverse = c;
    for (u32 right = 3; right < k->width; right *= 2)
        inverse = term_mul(store, inverse, term_sub(store, two, term_mul(store, c, inverse)));
    return term_eq(store, x, term_mul(store, k, inverse));
}

/* x * (c << zeros) = k, c odd: the low zeros of k are zeros, and the rest is a product in fewer bits. */
static Term *eq_scaled(TermStore *store, Term *product, Term *k) {
    Term *x = product->arg[0], *c = product->arg[1];
    u32 zeros = 0;
    while (!term_const_bit(c, zeros)) zeros++;
    if (zeros == 0) return eq_scaled_by_odd(store, x, c, k);
    if (!term_const_is_zero(low_part(store, k, zeros))) return term_false(store);
    return eq_scaled_by_odd(store, low_part(store, x, k->width - zeros), high_part(store, c, zeros),
                            high_part(store, k, zeros));
}

/* A part of x, whose other bits are known: x is one number. */
static Term *eq_of_part(TermStore *store, const Term *part, const Term *k) {
    Term *x = part->arg[0];
    if (x->width > 64) return NULL;
    u64 inside = low_mask(part->width) << part->low, known = x->facts.zeros | x->facts.ones;
    if (~(known | inside) & low_mask(x->width)) return NULL;
    return term_eq(store, x, term_const(store, x->width, k->value << part->low | (x->facts.ones & ~inside)));
}

static Term *eq_with_const(TermStore *store, Term *a, Term *k) {
    switch (a->op) {
    case TERM_NOT: return term_eq(store, a->arg[0], term_not(store, k));
    case TERM_NEG: return term_eq(store, a->arg[0], term_neg(store, k));
    case TERM_ADD:
        if (term_is_const(a->arg[1])) return term_eq(store, a->arg[0], term_sub(store, k, a->arg[1]));
        if (!term_const_is_zero(k)) return NULL;
        if (a->arg[1]->op == TERM_NEG) return term_eq(store, a->arg[0], a->arg[1]->arg[0]);
        return a->arg[0]->op == TERM_NEG ? term_eq(store, a->arg[1], a->arg[0]->arg[0]) : NULL;
    case TERM_XOR: return term_is_const(a->arg[1]) ? term_eq(store, a->arg[0], term_xor(store, k, a->arg[1])) : NULL;
    case TERM_MUL: return term_is_const(a->arg[1]) ? eq_scaled(store, a, k) : NULL;
    case TERM_EXTRACT: return eq_of_part(store, a, k);
    case TERM_ZEXT: {
        u32 w = a->arg[0]->width;
        if (!term_const_is_zero(high_part(store, k, w))) return term_false(store);
        return term_eq(store, a->arg[0], low_part(store, k, w));
    }
    case TERM_SEXT: {
        Term *low = low_part(store, k, a->arg[0]->width);
        return term_sext(store, low, k->width) == k ? term_eq(store, a->arg[0], low) : term_false(store);
    }
    case TERM_CONCAT: {
        u32 w = a->arg[1]->width;
        return term_and(store, term_eq(store, a->arg[0], high_part(store, k, w)),
                        term_eq(store, a->arg[1], low_part(store, k, w)));
    }
    case TERM_ITE:
        if (term_is_const(a->arg[1]) && a->arg[1] != k) /* the other branch must be k */
            return term_and(store, term_not(store, a->arg[0]), term_eq(store, a->arg[2], k));
        if (term_is_const(a->arg[2]) && a->arg[2] != k) return term_and(store, a->arg[0], term_eq(store, a->arg[1], k));
        if (a->arg[1] == k) return term_or(store, a->arg[0], term_eq(store, a->arg[2], k));
        if (a->arg[2] == k) return term_or(store, term_not(store, a->arg[0]), term_eq(store, a->arg[1], k));
        if (!term_const_is_zero(k)) return NULL;
        if (term_is_negation(a->arg[1], a->arg[2])) return term_eq(store, a->arg[2], k);
        return term_is_negation(a->arg[2], a->arg[1]) ? term_eq(store, a->arg[1], k) : NULL;
    default: return NULL;
    }
}

static bool is_sum(const Term *t) { return t->op == TERM_ADD || t->op == TERM_NEG; }

/* a = b when the difference is simpler: equal addends cancel. */
static Term *eq_of_sums(TermStore *store, Term *a, Term *b) {
    Term *difference = term_sub(store, a, b);
    if (term_is_const(difference)) return truth(store, term_const_is_zero(difference));
    if (difference->op == TERM_NEG) difference = difference->arg[0]; /* in which order they stand is the hash's */
    if (difference->height < MAX(a->height, b->height))
        return term_eq(store, difference, term_const(store, a->width, 0));
    return NULL;
}

/* Whether it is a product of terms or a sum with one near its top: multiplying out may show something. */
static bool has_product(const Term *t) {
    for (u32 i = 0; i < 4; i++, t = t->arg[0]) {
        if (t->op == TERM_MUL && !term_is_const(t->arg[1])) return true;
        if (t->op != TERM_NEG && t->op != TERM_ADD && t->op != TERM_MUL) return false;
        if (t->op == TERM_ADD && (t->arg[1]->op == TERM_MUL || t->arg[1]->op == TERM_NEG)) return true;
    }
    return false;
}

static Term *eq_of_products(TermStore *store, Term *a, Term *b) {
    if (!has_product(a) && !has_product(b)) return NULL;
    if (term_is_const(b) && a->op == TERM_MUL) return NULL; /* nothing can cancel */
    Term *difference = term_difference(store, a, b);
    if (!difference) return NULL;
    if (term_is_const(difference)) return truth(store, term_const_is_zero(difference));
    return term_eq(store, difference, term_const(store, a->width, 0));
}

/* Whether a and b are the same number, written differently. */
static bool same_product(TermStore *store, Term *a, Term *b) {
    if (!has_product(a) || !has_product(b)) return false;
    Term *difference = term_difference(store, a, b);
    return difference && term_is_const(difference) && term_const_is_zero(difference);
}

static Term *eq_of_same_shape(TermStore *store, Term *a, Term *b) {
    if (a->op != b->op) return NULL;
    switch (a->op) {
    case TERM_NOT:
    case TERM_NEG: return term_eq(store, a->arg[0], b->arg[0]);
    case TERM_ZEXT:
    case TERM_SEXT: return a->arg[0]->width == b->arg[0]->width ? term_eq(store, a->arg[0], b->arg[0]) : NULL;
    case TERM_CONCAT:
        if (a->arg[0]->width != b->arg[0]->width) return NULL;
        return term_and(store, term_eq(store, a->arg[0], b->arg[0]), term_eq(store, a->arg[1], b->arg[1]));
    case TERM_ITE:
        if (a->arg[0] != b->arg[0]) return NULL;
        return term_ite(store, a->arg[0], term_eq(store, a->arg[1], b->arg[1]), term_eq(store, a->arg[2], b->arg[2]));
    case TERM_XOR:
        if (a->arg[0] == b->arg[0]) return term_eq(store, a->arg[1], b->arg[1]);
        return a->arg[1] == b->arg[1] ? term_eq(store, a->arg[0], b->arg[0]) : NULL;
    default: return NULL;
    }
}

Term *term_eq(TermStore *store, Term *a, Term *b) {
    assert(a->width == b->width && a->index_width == b->index_width);
    a = term_number(store, a), b = term_number(store, b);
    if (a == b) return term_true(store);
    term_order(&a, &b);
    if (a->op == TERM_FILLED && b->op == TERM_FILLED) return term_eq(store, a->arg[0], b->arg[0]);
    if (term_is_array(a)) return term_intern2(store, TERM_EQ, 1, a, b);
    if (term_is_const(a)) return term_false(store); /* two different constants */
    if (a->width == 1) return term_not(store, term_xor(store, a, b));
    Term *simple = NULL;
    if (term_rules_begin(store)) {
        simple = term_is_const(b)         ? eq_with_const(store, a, b)
                 : is_sum(a) || is_sum(b) ? eq_of_sums(store, a, b)
                                          : eq_of_same_shape(store, a, b);
        if (!simple) simple = eq_of_products(store, a, b);
        term_rules_end(store);
    }
    return simple ? simple : term_intern2(store, TERM_EQ, 1, a, b);
}

Term *term_ne(TermStore *store, Term *a, Term *b) { return term_not(store, term_eq(store, a, b)); }

static Term *lift_ite(TermStore *store, TermOp op, Term *a, Term *b) {
    Term *ite = term_is_const(b) ? a : b;
    if (!is_ite_of_consts(ite) || !(term_is_const(a) || term_is_const(b))) return NULL;
    Term *branch[2];
    for (int i = 0; i < 2; i++)
        branch[i] =
            term_fold(store, op, 1, 0, 2, ite == a ? (Term *[]){a->arg[1 + i], b} : (Term *[]){a, b->arg[1 + i]});
    return term_ite(store, ite->arg[0], branch[0], branch[1]);
}

/* a < b with an operand extended by zeros. */
static Term *ult_extended(TermStore *store, Term *a, Term *b) {
    if (a->op == TERM_ZEXT && b->op == TERM_ZEXT && a->arg[0]->width == b->arg[0]->width)
        return term_ult(store, a->arg[0], b->arg[0]);
    if (a->op == TERM_ZEXT && term_is_const(b)) {
        u32 w = a->arg[0]->width;
        if (!term_const_is_zero(high_part(store, b, w))) return term_true(store);
        return term_ult(store, a->arg[0], low_part(store, b, w));
    }
    if (b->op == TERM_ZEXT && term_is_const(a)) {
        u32 w = b->arg[0]->width;
        if (!term_const_is_zero(high_part(store, a, w))) return term_false(store);
        return term_ult(store, low_part(store, a, w), b->arg[0]);
    }
    return NULL;
}

/* Comparisons of a remainder or a quotient with what it was made from. */
static Term *ult_divided(TermStore *store, Term *a, Term *b) {
    Term *zero = term_const(store, a->width, 0);
    if (a->op == TERM_UREM && a->arg[1] == b) return term_ne(store, b, zero);
    if (b->op == TERM_UREM && b->arg[0] == a) return term_false(store);
    for (u32 i = 0; b->op == TERM_MUL && i < 2; i++) { /* a / y * y is at most a, and 0 for y = 0 */
        const Term *quotient = b->arg[i];
        if (quotient->op == TERM_UDIV && quotient->arg[0] == a && quotient->arg[1] == b->arg[1 - i])
            return term_false(store);
    }
    if (b->op == TERM_UDIV && b->arg[0] == a) /* all ones by division by 0 */
        return term_and(store, term_eq(store, b->arg[1], zero), term_ne(store, a, term_ones(store, a->width)));
    return NULL;
}

Term *term_ult(TermStore *store, Term *a, Term *b) {
    assert(a->width == b->width);
    a = term_number(store, a), b = term_number(store, b);
    if (a == b) return term_false(store);
    if (term_is_const(a) && term_is_const(b)) return term_fold(store, TERM_ULT, 1, 0, 2, (Term *[]){a, b});
    if (a->width == 1) return term_and(store, term_not(store, a), b);
    if (term_is_const(b)) {
        if (term_const_is_zero(b)) return term_false(store);
        if (b == term_const(store, b->width, 1)) return term_eq(store, a, term_const(store, b->width, 0));
        if (term_const_is_ones(b)) return term_ne(store, a, b);
    }
    if (term_is_const(a)) {
        if (term_const_is_zero(a)) return term_ne(store, b, a);
        if (term_const_is_ones(a)) return term_false(store);
    }
    Term *simple = NULL;
    if (term_rules_begin(store)) {
        simple =
            a->op == TERM_NOT && b->op == TERM_NOT ? term_ult(store, b->arg[0], a->arg[0]) : ult_extended(store, a, b);
        if (!simple) simple = lift_ite(store, TERM_ULT, a, b);
        if (!simple) simple = ult_divided(store, a, b);
        if (!simple && same_product(store, a, b)) simple = term_false(store);
        term_rules_end(store);
    }
    return simple ? simple : term_intern2(store, TERM_ULT, 1, a, b);
}

Term *term_ule(TermStore *store, Term *a, Term *b) { return term_not(store, term_ult(store, b, a)); }

static bool same_sign(const Term *a, const Term *b) {
    if (a->width > 64) return false;
    return (a->facts.smin >= 0 && b->facts.smin >= 0) || (a->facts.smax < 0 && b->facts.smax < 0);
}

/* a < b with an operand extended by its sign. */
static Term *slt_extended(TermStore *store, Term *a, Term *b) {
    if (a->op == TERM_SEXT && b->op == TERM_SEXT && a->arg[0]->width == b->arg[0]->width)
        return term_slt(store, a->arg[0], b->arg[0]);
    Term *extended = a->op == TERM_SEXT ? a : b, *constant = a->op == TERM_SEXT ? b : a;
    if (extended->op != TERM_SEXT || !term_is_const(constant)) return NULL;
    Term *low = low_part(store, constant, extended->arg[0]->width);
    if (term_sext(store, low, constant->width) != constant) return NULL;
    return extended == a ? term_slt(store, a->arg[0], low) : term_slt(store, low, b->arg[0]);
}

Term *term_slt(TermStore *store, Term *a, Term *b) {
    assert(a->width == b->width);
    a = term_number(store, a), b = term_number(store, b);
    if (a == b) return term_false(store);
    if (term_is_const(a) && term_is_const(b)) return term_fold(store, TERM_SLT, 1, 0, 2, (Term *[]){a, b});
    if (a->width == 1) return term_and(store, a, term_not(store, b));
    if (same_sign(a, b)) return term_ult(store, a, b);
    Term *simple = NULL;
    if (term_rules_begin(store)) {
        simple = slt_extended(store, a, b);
        if (!simple) simple = lift_ite(store, TERM_SLT, a, b);
        if (!simple && same_product(store, a, b)) simple = term_false(store);
        term_rules_end(store);
    }
    return simple ? simple : term_intern2(store, TERM_SLT, 1, a, b);
}

Term *term_sle(TermStore *store, Term *a, Term *b) { return term_not(store, term_slt(store, b, a)); }
