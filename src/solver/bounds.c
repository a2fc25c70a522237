#include "solver/bounds.h"

enum { MOST_CONJUNCTS = 20000 };

void bounds_clear(Bounds *bounds) {
    map_clear(&bounds->of_term);
    vec_clear(&bounds->facts);
}

void bounds_free(Bounds *bounds) {
    map_free(&bounds->of_term);
    vec_free(&bounds->facts);
    vec_free(&bounds->stack);
}

const TermFacts *bounds_on(const Bounds *bounds, const Term *t) {
    u64 number;
    return map_get(&bounds->of_term, (u64)(uintptr_t)t, &number) ? &bounds->facts.at[number - 1] : NULL;
}

/* The bound on a term, to be sharpened. */
static TermFacts *bound_on(Bounds *bounds, Term *t) {
    bool inserted;
    u64 *cell = map_cell(&bounds->of_term, (u64)(uintptr_t)t, &inserted);
    if (inserted) {
        vec_push(&bounds->facts, t->facts);
        *cell = bounds->facts.count;
    }
    return &bounds->facts.at[*cell - 1];
}

static bool bound_unsigned(Bounds *bounds, Term *t, u64 low, u64 high) {
    TermFacts *facts = bound_on(bounds, t);
    facts->umin = MAX(facts->umin, low);
    facts->umax = MIN(facts->umax, high);
    return term_facts_normalise(facts, t->width);
}

static bool bound_signed(Bounds *bounds, Term *t, i64 low, i64 high) {
    TermFacts *facts = bound_on(bounds, t);
    facts->smin = MAX(facts->smin, low);
    facts->smax = MIN(facts->smax, high);
    return term_facts_normalise(facts, t->width);
}

/* x != c moves an end of the interval. */
static bool bound_different(Bounds *bounds, Term *t, u64 c) {
    TermFacts facts = *bound_on(bounds, t);
    if (facts.umin == c) return bound_unsigned(bounds, t, c + 1, UINT64_MAX) && c != UINT64_MAX;
    if (facts.umax == c) return c != 0 && bound_unsigned(bounds, t, 0, c - 1);
    return true;
}

static i64 signed_low(u32 width) { return sign_extend((u64)1 << (width - 1), width); }
static i64 signed_high(u32 width) { return (i64)low_mask(width - 1); }

/* a < b, or b <= a when it is denied; one side is a constant. */
static bool bound_by_comparison(Bounds *bounds, const Term *t, bool denied) {
    Term *a = t->arg[0], *b = t->arg[1];
    if (a->width > 64) return true;
    bool is_signed = t->op == TERM_SLT;
    if (term_is_const(b)) {
        if (is_signed) {
            i64 c = term_signed_value(b);
            if (denied) return bound_signed(bounds, a, c, signed_high(a->width));
            return c > signed_low(a->width) && bound_signed(bounds, a, signed_low(a->width), c - 1);
        }
        if (denied) return bound_unsigned(bounds, a, b->value, UINT64_MAX);
        return b->value > 0 && bound_unsigned(bounds, a, 0, b->value - 1);
    }
    if (term_is_const(a)) {
        if (is_signed) {
            i64 c = term_signed_value(a);
            if (denied) return bound_signed(bounds, b, signed_low(b->width), c);
            return c < signed_high(b->width) && bound_signed(bounds, b, c + 1, signed_high(b->width));
        }
        if (denied) return bound_unsigned(bounds, b, 0, a->value);
        return a->value < low_mask(b->width) && bound_unsigned(bounds, b, a->value + 1, UINT64_MAX);
    }
    return true;
}

/* What a conjunct says about a term; false when that is impossible. */
static bool learn_from(Bounds *bounds, Term *conjunct) {
    bool denied = conjunct->op == TERM_NOT;
    Term *t = denied ? conjunct->arg[0] : conjunct;
    if (t->op == TERM_ULT || t->op == TERM_SLT) return bound_by_comparison(bounds, t, denied);
    if (t->op == TERM_EQ && term_is_const(t->arg[1]) && t->arg[1]->width <= 64) {
        if (denied) return bound_different(bounds, t->arg[0], t->arg[1]->value);
        return bound_unsigned(bounds, t->arg[0], t->arg[1]->value, t->arg[1]->value);
    }
    return true;
}

bool bounds_learn(Bounds *bounds, Term *const *constraints, u32 count) {
    vec_clear(&bounds->stack); /* of conjuncts */
    for (u32 i = count; i-- > 0;) vec_push(&bounds->stack, constraints[i]);
    for (u32 steps = 0; bounds->stack.count && steps < MOST_CONJUNCTS; steps++) {
        Term *t = vec_pop(&bounds->stack);
        if (t->op == TERM_AND) {
            vec_push(&bounds->stack, t->arg[1]);
            vec_push(&bounds->stack, t->arg[0]);
        } else if (!learn_from(bounds, t)) {
            return false;
        }
    }
    return true;
}
