/* Products, and polynomials where they decide.
 *
 * A product is built as it is asked for, a constant factor outermost: sorting the factors of (x*y)*z would lose the x*y
 * that is there already, and sums are not multiplied out, for c*(x+y) shares x+y. When two terms are compared it is
 * different: their difference is looked at as a polynomial, with factors in order, and much may cancel. */
#include "term/internal.h"

enum {
    MOST_FACTORS = 12,   /* of a monomial */
    MOST_MONOMIALS = 24, /* of a polynomial */
    MOST_VISITS = 96     /* of terms, to make a polynomial */
};

static Term *fold2(TermStore *store, TermOp op, Term *a, Term *b) {
    return term_fold(store, op, a->width, 0, 2, (Term *[]){a, b});
}

/* Products. */

typedef struct {
    TermStore *store;
    Term *at[MOST_FACTORS]; /* never constants, NEG or MUL */
    u32 count;
    Term *coefficient; /* a constant */
    u32 visits;
    bool overflow; /* too many factors */
} Product;

static void product_take(Product *p, Term *t) {
    if (++p->visits > 4 * MOST_FACTORS) p->overflow = true;
    if (p->overflow) return;
    switch (t->op) {
    case TERM_CONST: p->coefficient = fold2(p->store, TERM_MUL, p->coefficient, t); return;
    case TERM_NEG:
        p->coefficient = term_neg(p->store, p->coefficient);
        product_take(p, t->arg[0]);
        return;
    case TERM_MUL:
        product_take(p, t->arg[0]);
        product_take(p, t->arg[1]);
        return;
    default: break;
    }
    if (p->count == MOST_FACTORS) {
        p->overflow = true;
        return;
    }
    u32 place = p->count++;
    for (; place > 0 && term_compare(p->at[place - 1], t) > 0; place--) p->at[place] = p->at[place - 1];
    p->at[place] = t;
}

/* The factors multiplied, without the coefficient, which takes up what facts show to be constant; NULL: there are none. */
static Term *product_of_factors(Product *p) {
    Term *total = NULL;
    for (u32 i = 0; i < p->count; i++) {
        total = total ? term_intern2(p->store, TERM_MUL, total->width, total, p->at[i]) : p->at[i];
        if (!term_is_const(total)) continue;
        p->coefficient = fold2(p->store, TERM_MUL, p->coefficient, total);
        total = NULL;
    }
    return total;
}

static Term *mul_with_const(TermStore *store, Term *a, Term *c) {
    if (term_const_is_zero(c)) return c;
    if (c == term_const(store, c->width, 1)) return a;
    if (term_const_is_ones(c)) return term_neg(store, a);
    if (a->op == TERM_NEG) return term_mul(store, a->arg[0], term_neg(store, c));
    if (a->op == TERM_MUL && term_is_const(a->arg[1]))
        return term_mul(store, a->arg[0], fold2(store, TERM_MUL, a->arg[1], c));
    if (a->op == TERM_ADD && term_is_const(a->arg[1])) /* only this: c*(x+y) shares x+y */
        return term_add(store, term_mul(store, a->arg[0], c), fold2(store, TERM_MUL, a->arg[1], c));
    if (a->op == TERM_ITE && term_is_const(a->arg[1]) && term_is_const(a->arg[2]))
        return term_ite(store, a->arg[0], fold2(store, TERM_MUL, a->arg[1], c), fold2(store, TERM_MUL, a->arg[2], c));
    return term_intern2(store, TERM_MUL, a->width, a, c);
}

Term *term_mul(TermStore *store, Term *a, Term *b) {
    assert(a->width == b->width);
    a = term_number(store, a), b = term_number(store, b);
    if (term_is_const(a) && term_is_const(b)) return fold2(store, TERM_MUL, a, b);
    if (a->width == 1) return term_and(store, a, b);
    term_order(&a, &b);
    if (term_is_const(b)) return mul_with_const(store, a, b);
    if (a->op == TERM_NEG) return term_neg(store, term_mul(store, a->arg[0], b));
    if (b->op == TERM_NEG) return term_neg(store, term_mul(store, a, b->arg[0]));
    /* A constant factor goes outwards, to meet others. */
    if (a->op == TERM_MUL && term_is_const(a->arg[1])) return term_mul(store, term_mul(store, a->arg[0], b), a->arg[1]);
    if (b->op == TERM_MUL && term_is_const(b->arg[1])) return term_mul(store, term_mul(store, a, b->arg[0]), b->arg[1]);
    return term_intern2(store, TERM_MUL, a->width, a, b);
}

/* Polynomials. */

typedef struct {
    Term *product;     /* of factors in order, no coefficient; never a constant */
    Term *coefficient; /* a constant */
    u32 degree;
} Monomial;

typedef struct {
    TermStore *store;
    Monomial at[MOST_MONOMIALS];
    u32 count;
    Term *constant;
    u32 *visits;   /* left, shared by all parts */
    bool overflow; /* it is too large to be looked at */
} Polynomial;

static Polynomial polynomial_new(TermStore *store, u32 width, u32 *visits) {
    return (Polynomial){.store = store, .constant = term_const(store, width, 0), .visits = visits};
}

static void add_monomial(Polynomial *p, Term *product, Term *coefficient, u32 degree) {
    for (u32 i = 0; i < p->count; i++) {
        if (p->at[i].product != product) continue;
        p->at[i].coefficient = fold2(p->store, TERM_ADD, p->at[i].coefficient, coefficient);
        if (term_const_is_zero(p->at[i].coefficient)) p->at[i] = p->at[--p->count];
        return;
    }
    if (term_const_is_zero(coefficient)) return;
    if (p->count == MOST_MONOMIALS) p->overflow = true;
    else p->at[p->count++] = (Monomial){product, coefficient, degree};
}

static void add_constant(Polynomial *p, Term *constant) {
    p->constant = fold2(p->store, TERM_ADD, p->constant, constant);
}

/* Adds coefficient * a * b of two products; either may be NULL, for 1. */
static void add_product(Polynomial *p, Term *a, Term *b, Term *coefficient) {
    Product product = {.store = p->store, .coefficient = coefficient};
    if (a) product_take(&product, a);
    if (b) product_take(&product, b);
    if (product.overflow) {
        p->overflow = true;
        return;
    }
    u32 degree = product.count;
    Term *factors = product_of_factors(&product);
    if (factors) add_monomial(p, factors, product.coefficient, degree);
    else add_constant(p, product.coefficient);
}

static void add_polynomial(Polynomial *p, Term *t, Term *coefficient);

/* Adds coefficient * a * b, multiplied out. */
static void add_multiplied(Polynomial *p, Term *a, Term *b, Term *coefficient) {
    Polynomial x = polynomial_new(p->store, a->width, p->visits), y = polynomial_new(p->store, a->width, p->visits);
    add_polynomial(&x, a, coefficient);
    add_polynomial(&y, b, term_const(p->store, a->width, 1));
    p->overflow = p->overflow || x.overflow || y.overflow;
    for (u32 i = 0; i <= x.count && !p->overflow; i++)
        for (u32 j = 0; j <= y.count && !p->overflow; j++) {
            Term *left = i < x.count ? x.at[i].coefficient : x.constant,
                 *right = j < y.count ? y.at[j].coefficient : y.constant;
            add_product(p, i < x.count ? x.at[i].product : NULL, j < y.count ? y.at[j].product : NULL,
                        fold2(p->store, TERM_MUL, left, right));
        }
}

static void add_polynomial(Polynomial *p, Term *t, Term *coefficient) {
    if (*p->visits == 0) p->overflow = true;
    if (p->overflow) return;
    --*p->visits;
    switch (t->op) {
    case TERM_CONST: add_constant(p, fold2(p->store, TERM_MUL, t, coefficient)); break;
    case TERM_NEG: add_polynomial(p, t->arg[0], term_neg(p->store, coefficient)); break;
    case TERM_STEP:
    case TERM_ADD:
        add_polynomial(p, t->arg[0], coefficient);
        add_polynomial(p, t->arg[1], coefficient);
        break;
    case TERM_MUL: add_multiplied(p, t->arg[0], t->arg[1], coefficient); break;
    default: add_monomial(p, t, coefficient, 1);
    }
}

static u32 degree_of(const Polynomial *p) {
    u32 degree = 0;
    for (u32 i = 0; i < p->count; i++) degree = MAX(degree, p->at[i].degree);
    return degree;
}

Term *term_difference(TermStore *store, Term *a, Term *b) {
    u32 visits = MOST_VISITS;
    Term *one = term_const(store, a->width, 1);
    Polynomial p = polynomial_new(store, a->width, &visits);
    add_polynomial(&p, a, one);
    u32 degree = degree_of(&p), monomials = p.count;
    add_polynomial(&p, b, term_neg(store, one));
    if (p.overflow) return NULL;
    if (p.count == 0) return p.constant;
    Polynomial q = polynomial_new(store, a->width, &visits);
    add_polynomial(&q, b, one);
    if (q.overflow || degree_of(&p) >= MAX(degree, degree_of(&q)) || p.count > MAX(monomials, q.count)) return NULL;
    Term *sum = p.constant;
    for (u32 i = 0; i < p.count; i++) sum = term_add(store, sum, term_mul(store, p.at[i].product, p.at[i].coefficient));
    return sum;
}
