/* Simplification of sums and divisions; products are in product.c.
 *
 * A sum is looked at as a linear combination c0 + c1*t1 + ... : equal terms are collected, so that p + 4 - p is 4 and
 * i + i is 2*i, and the result is rebuilt in the order of structural hashes with the constant outermost. Sums of more
 * than SUM_LIMIT addends are not taken apart: the cost of building a long sum stays linear. */
#include "term/internal.h"

enum { SUM_LIMIT = 12 };

typedef struct {
    Term *term;        /* never a constant, NEG or ADD */
    Term *coefficient; /* a constant */
} Addend;

typedef struct {
    TermStore *store;
    Addend at[SUM_LIMIT];
    u32 count;
    Term *constant;
    u32 visits;    /* nodes taken apart so far */
    bool overflow; /* more addends than fit, or too many visits */
} Sum;

static Term *fold2(TermStore *store, TermOp op, Term *a, Term *b) {
    return term_fold(store, op, a->width, 0, 2, (Term *[]){a, b});
}

static void sum_add(Sum *sum, Term *term, Term *coefficient) {
    TermStore *store = sum->store;
    if (++sum->visits > 4 * SUM_LIMIT) sum->overflow = true;
    if (sum->overflow) return;
    switch (term->op) {
    case TERM_CONST:
        sum->constant = fold2(store, TERM_ADD, sum->constant, fold2(store, TERM_MUL, term, coefficient));
        return;
    case TERM_NEG: sum_add(sum, term->arg[0], term_neg(store, coefficient)); return;
    case TERM_STEP:
    case TERM_ADD:
        sum_add(sum, term->arg[0], coefficient);
        sum_add(sum, term->arg[1], coefficient);
        return;
    case TERM_MUL:
        if (!term_is_const(term->arg[1])) break;
        sum_add(sum, term->arg[0], fold2(store, TERM_MUL, coefficient, term->arg[1]));
        return;
    default: break;
    }
    for (u32 i = 0; i < sum->count; i++) {
        if (sum->at[i].term != term) continue;
        sum->at[i].coefficient = fold2(store, TERM_ADD, sum->at[i].coefficient, coefficient);
        return;
    }
    if (sum->count == SUM_LIMIT) {
        sum->overflow = true;
        return;
    }
    sum->at[sum->count++] = (Addend){term, coefficient};
}

/* c*t as a term; t is no constant and no sum. */
static Term *scaled(TermStore *store, Term *term, Term *coefficient) {
    if (term_const_is_zero(coefficient)) return coefficient;
    if (coefficient == term_const(store, coefficient->width, 1)) return term;
    if (term_const_is_ones(coefficient)) return term_intern1(store, TERM_NEG, term->width, term);
    return term_intern2(store, TERM_MUL, term->width, term, coefficient);
}

static void sum_sort(Sum *sum) {
    for (u32 i = 1; i < sum->count; i++)
        for (u32 j = i; j > 0 && term_compare(sum->at[j - 1].term, sum->at[j].term) > 0; j--) {
            Addend other = sum->at[j];
            sum->at[j] = sum->at[j - 1];
            sum->at[j - 1] = other;
        }
}

static Addend *find_addend(Sum *sum, const Term *term) {
    for (u32 i = 0; i < sum->count; i++)
        if (sum->at[i].term == term) return &sum->at[i];
    return NULL;
}

/* How often a sum has `quotient` times `divisor`: a constant. `addend` receives where. */
static Term *times_taken(Sum *sum, Term *quotient, Term *divisor, Addend **addend) {
    TermStore *store = sum->store;
    if (!term_is_const(divisor)) {
        Term *product = term_mul(store, quotient, divisor);
        *addend = product->op == TERM_MUL ? find_addend(sum, product) : NULL;
        return *addend ? (*addend)->coefficient : NULL;
    }
    *addend = find_addend(sum, quotient);
    if (!*addend) return NULL;
    Term *times = fold2(store, TERM_SDIV, (*addend)->coefficient, divisor);
    return fold2(store, TERM_MUL, times, divisor) == (*addend)->coefficient ? times : NULL;
}

/* x / y * y + x % y is x, and x - x / y * y is x % y; by SMT-LIB's division both hold for y = 0 too. */
static void sum_join_division(Sum *sum, Addend *joined) {
    TermStore *store = sum->store;
    Term *t = joined->term, *zero = term_const(store, t->width, 0), *times = joined->coefficient, *taken;
    bool is_rest = t->op == TERM_UREM || t->op == TERM_SREM, is_quotient = t->op == TERM_UDIV || t->op == TERM_SDIV;
    Addend *other = NULL;
    if (is_rest) {
        TermOp op = t->op == TERM_UREM ? TERM_UDIV : TERM_SDIV;
        Term *quotient = term_intern2(store, op, t->width, t->arg[0], t->arg[1]);
        if (times_taken(sum, quotient, t->arg[1], &other) != times) return;
        joined->coefficient = other->coefficient = zero;
        sum_add(sum, t->arg[0], times);
    } else if (is_quotient) {
        Addend *dividend = find_addend(sum, t->arg[0]);
        if (!dividend || !term_is_const(t->arg[1])) return;
        taken = times_taken(sum, t, t->arg[1], &other);
        if (!taken || taken != term_neg(store, dividend->coefficient)) return;
        times = dividend->coefficient;
        dividend->coefficient = other->coefficient = zero;
        sum_add(sum, term_intern2(store, t->op == TERM_UDIV ? TERM_UREM : TERM_SREM, t->width, t->arg[0], t->arg[1]),
                times);
    }
}

static Term *sum_build(Sum *sum) {
    for (u32 i = 0, count = sum->count; i < count && !sum->overflow; i++)
        if (!term_const_is_zero(sum->at[i].coefficient)) sum_join_division(sum, &sum->at[i]);
    if (sum->overflow) return NULL;
    sum_sort(sum);
    Term *total = NULL;
    for (u32 i = 0; i < sum->count; i++) {
        if (term_const_is_zero(sum->at[i].coefficient)) continue;
        Term *addend = scaled(sum->store, sum->at[i].term, sum->at[i].coefficient);
        if (term_is_const(addend)) { /* facts made it one: 2*x of a single bit is 0 */
            sum->constant = fold2(sum->store, TERM_ADD, sum->constant, addend);
        } else {
            total = total && !term_is_const(total) ? term_intern2(sum->store, TERM_ADD, addend->width, total, addend)
                    : total                        ? term_add(sum->store, total, addend)
                                                   : addend;
        }
    }
    if (!total) return sum->constant;
    if (term_is_const(total)) return fold2(sum->store, TERM_ADD, total, sum->constant);
    if (term_const_is_zero(sum->constant)) return total;
    return term_intern2(sum->store, TERM_ADD, total->width, total, sum->constant);
}

static u32 addend_count(const Term *t, u32 limit) {
    u32 count = 1;
    for (; t->op == TERM_ADD && count < limit; t = t->arg[0]) count++;
    return count;
}

/* A number that was shifted up: its lowest bits are zeros, and it says so. */
static bool is_shifted(const Term *t) {
    if (t->op == TERM_ZEXT) t = t->arg[0];
    return t->op == TERM_CONCAT;
}

/* A number shifted up and one that fits below it, added: the two side by side. */
static Term *sum_side_by_side(TermStore *store, Term *a, Term *b) {
    if (term_is_const(a) || term_is_const(b)) return NULL;
    Term *joined = is_shifted(a) ? term_join(store, a, b) : NULL;
    return joined ? joined : is_shifted(b) ? term_join(store, b, a) : NULL;
}

Term *term_add(TermStore *store, Term *a, Term *b) {
    assert(a->width == b->width);
    a = term_number(store, a), b = term_number(store, b);
    if (term_is_const(a) && term_is_const(b)) return fold2(store, TERM_ADD, a, b);
    if (a->width == 1) return term_xor(store, a, b);
    term_order(&a, &b);
    if (term_is_const(b) && term_const_is_zero(b)) return a;
    Term *joined = sum_side_by_side(store, a, b);
    if (joined) return joined;
    if (addend_count(a, SUM_LIMIT) + addend_count(b, SUM_LIMIT) <= SUM_LIMIT) {
        Term *one = term_const(store, a->width, 1);
        Sum sum = {.store = store, .constant = term_const(store, a->width, 0)};
        sum_add(&sum, a, one);
        sum_add(&sum, b, one);
        Term *built = sum.overflow ? NULL : sum_build(&sum);
        if (built) return built;
    }
    /* A long sum: only its constant is kept outermost. */
    if (a->op == TERM_ADD && term_is_const(a->arg[1]))
        return term_is_const(b) ? term_add(store, a->arg[0], fold2(store, TERM_ADD, a->arg[1], b))
                                : term_add(store, term_add(store, a->arg[0], b), a->arg[1]);
    if (b->op == TERM_ADD && term_is_const(b->arg[1])) return term_add(store, term_add(store, a, b->arg[0]), b->arg[1]);
    return term_intern2(store, TERM_ADD, a->width, a, b);
}

Term *term_neg(TermStore *store, Term *a) {
    a = term_number(store, a);
    if (term_is_const(a)) return term_fold(store, TERM_NEG, a->width, 0, 1, &a);
    if (a->width == 1) return a;
    if (a->op == TERM_NEG) return a->arg[0];
    if (a->op == TERM_ADD && addend_count(a, SUM_LIMIT) < SUM_LIMIT) {
        Sum sum = {.store = store, .constant = term_const(store, a->width, 0)};
        sum_add(&sum, a, term_ones(store, a->width));
        Term *built = sum.overflow ? NULL : sum_build(&sum);
        if (built) return built;
    }
    if (a->op == TERM_MUL && term_is_const(a->arg[1])) return term_mul(store, a->arg[0], term_neg(store, a->arg[1]));
    return term_intern1(store, TERM_NEG, a->width, a);
}

Term *term_sub(TermStore *store, Term *a, Term *b) {
    if (a == b) return term_const(store, a->width, 0);
    return term_add(store, a, term_neg(store, b));
}

/* The operation on an if-then-else of constants by a constant is one of constants. */
static Term *lift_ite(TermStore *store, TermOp op, Term *a, Term *b) {
    if (a->op != TERM_ITE || !term_is_const(b) || !term_is_const(a->arg[1]) || !term_is_const(a->arg[2])) return NULL;
    return term_ite(store, a->arg[0], fold2(store, op, a->arg[1], b), fold2(store, op, a->arg[2], b));
}

static bool certainly_below(const Term *a, const Term *b) { return a->width <= 64 && a->facts.umax < b->facts.umin; }
static bool not_negative(const Term *a) { return a->width <= 64 && a->facts.smin >= 0; }

Term *term_udiv(TermStore *store, Term *a, Term *b) {
    assert(a->width == b->width);
    a = term_number(store, a), b = term_number(store, b);
    u32 exponent;
    if (term_is_const(b)) {
        if (term_is_const(a)) return fold2(store, TERM_UDIV, a, b);
        if (term_const_is_zero(b)) return term_ones(store, a->width);
        if (term_const_power_of_two(b, &exponent)) return term_lshr(store, a, term_const(store, a->width, exponent));
    }
    if (certainly_below(a, b)) return term_const(store, a->width, 0);
    Term *lifted = lift_ite(store, TERM_UDIV, a, b);
    return lifted ? lifted : term_intern2(store, TERM_UDIV, a->width, a, b);
}

Term *term_urem(TermStore *store, Term *a, Term *b) {
    assert(a->width == b->width);
    a = term_number(store, a), b = term_number(store, b);
    u32 exponent;
    if (a == b) return term_const(store, a->width, 0);
    if (term_is_const(b)) {
        if (term_is_const(a)) return fold2(store, TERM_UREM, a, b);
        if (term_const_is_zero(b)) return a;
        if (term_const_power_of_two(b, &exponent))
            return exponent ? term_zext(store, term_extract(store, a, 0, exponent), a->width)
                            : term_const(store, a->width, 0);
    }
    if (certainly_below(a, b)) return a;
    Term *lifted = lift_ite(store, TERM_UREM, a, b);
    return lifted ? lifted : term_intern2(store, TERM_UREM, a->width, a, b);
}

Term *term_sdiv(TermStore *store, Term *a, Term *b) {
    assert(a->width == b->width);
    a = term_number(store, a), b = term_number(store, b);
    if (term_is_const(a) && term_is_const(b)) return fold2(store, TERM_SDIV, a, b);
    if (not_negative(a) && not_negative(b)) return term_udiv(store, a, b);
    if (term_is_const(b) && a->width > 1) {
        if (b == term_const(store, a->width, 1)) return a;
        if (term_const_is_ones(b)) return term_neg(store, a);
    }
    Term *lifted = lift_ite(store, TERM_SDIV, a, b);
    return lifted ? lifted : term_intern2(store, TERM_SDIV, a->width, a, b);
}

Term *term_srem(TermStore *store, Term *a, Term *b) {
    assert(a->width == b->width);
    a = term_number(store, a), b = term_number(store, b);
    if (term_is_const(a) && term_is_const(b)) return fold2(store, TERM_SREM, a, b);
    if (a == b) return term_const(store, a->width, 0);
    if (not_negative(a) && not_negative(b)) return term_urem(store, a, b);
    if (term_is_const(b) && a->width > 1 && (b == term_const(store, a->width, 1) || term_const_is_ones(b)))
        return term_const(store, a->width, 0);
    Term *lifted = lift_ite(store, TERM_SREM, a, b);
    return lifted ? lifted : term_intern2(store, TERM_SREM, a->width, a, b);
}
