/* Known bits and intervals under the constraints: comparisons with constants bound their other side, the bounds are carried
 * upwards through the terms, and a constraint that comes out false ends the query. */
#include "solver/stage.h"

#include "term/facts.h"

#include <string.h>

enum { LARGEST_QUERY = 20000 }; /* terms; propagation must stay cheaper than what it saves */

typedef struct {
    Stage stage;
    Map bounds; /* term -> number of its bound + 1 */
    VEC(TermFacts) bound;
    TermVec order;
    VEC(TermFacts) facts; /* of each term of `order` */
    Map number;           /* term -> number in `order` */
} Facts;

/* The bound on a term, to be sharpened. */
static TermFacts *bound_on(Facts *f, Term *t) {
    bool inserted;
    u64 *cell = map_cell(&f->bounds, (u64)(uintptr_t)t, &inserted);
    if (inserted) {
        vec_push(&f->bound, t->facts);
        *cell = f->bound.count;
    }
    return &f->bound.at[*cell - 1];
}

static bool bound_unsigned(Facts *f, Term *t, u64 low, u64 high) {
    TermFacts *facts = bound_on(f, t);
    facts->umin = MAX(facts->umin, low);
    facts->umax = MIN(facts->umax, high);
    return term_facts_normalise(facts, t->width);
}

static bool bound_signed(Facts *f, Term *t, i64 low, i64 high) {
    TermFacts *facts = bound_on(f, t);
    facts->smin = MAX(facts->smin, low);
    facts->smax = MIN(facts->smax, high);
    return term_facts_normalise(facts, t->width);
}

/* x != c moves an end of the interval. */
static bool bound_different(Facts *f, Term *t, u64 c) {
    TermFacts facts = *bound_on(f, t);
    if (facts.umin == c) return bound_unsigned(f, t, c + 1, UINT64_MAX) && c != UINT64_MAX;
    if (facts.umax == c) return c != 0 && bound_unsigned(f, t, 0, c - 1);
    return true;
}

static i64 signed_low(u32 width) { return sign_extend((u64)1 << (width - 1), width); }
static i64 signed_high(u32 width) { return (i64)low_mask(width - 1); }

/* a < b, or b <= a when it is denied; one side is a constant. */
static bool bound_by_comparison(Facts *f, const Term *t, bool denied) {
    Term *a = t->arg[0], *b = t->arg[1];
    if (a->width > 64) return true;
    bool is_signed = t->op == TERM_SLT;
    if (term_is_const(b)) {
        if (is_signed) {
            i64 c = term_signed_value(b);
            if (denied) return bound_signed(f, a, c, signed_high(a->width));
            return c > signed_low(a->width) && bound_signed(f, a, signed_low(a->width), c - 1);
        }
        if (denied) return bound_unsigned(f, a, b->value, UINT64_MAX);
        return b->value > 0 && bound_unsigned(f, a, 0, b->value - 1);
    }
    if (term_is_const(a)) {
        if (is_signed) {
            i64 c = term_signed_value(a);
            if (denied) return bound_signed(f, b, signed_low(b->width), c);
            return c < signed_high(b->width) && bound_signed(f, b, c + 1, signed_high(b->width));
        }
        if (denied) return bound_unsigned(f, b, 0, a->value);
        return a->value < low_mask(b->width) && bound_unsigned(f, b, a->value + 1, UINT64_MAX);
    }
    return true;
}

/* What a conjunct says about a term; false when that is impossible. */
static bool learn_from(Facts *f, Term *conjunct) {
    bool denied = conjunct->op == TERM_NOT;
    Term *t = denied ? conjunct->arg[0] : conjunct;
    if (t->op == TERM_ULT || t->op == TERM_SLT) return bound_by_comparison(f, t, denied);
    if (t->op == TERM_EQ && term_is_const(t->arg[1]) && t->arg[1]->width <= 64) {
        if (denied) return bound_different(f, t->arg[0], t->arg[1]->value);
        return bound_unsigned(f, t->arg[0], t->arg[1]->value, t->arg[1]->value);
    }
    return true;
}

static bool learn(Facts *f, const Query *query) {
    vec_clear(&f->order); /* serves as the stack of conjuncts */
    for (u32 i = query->count; i-- > 0;) vec_push(&f->order, query->constraints[i]);
    for (u32 steps = 0; f->order.count && steps < LARGEST_QUERY; steps++) {
        Term *t = vec_pop(&f->order);
        if (t->op == TERM_AND) {
            vec_push(&f->order, t->arg[1]);
            vec_push(&f->order, t->arg[0]);
        } else if (!learn_from(f, t)) {
            return false;
        }
    }
    vec_clear(&f->order);
    return true;
}

static bool has_facts(const Term *t) { return t->width <= 64 && !term_is_array(t); }

/* The facts of the n-th term of the order from those of its arguments and its bound; false on a contradiction. */
static bool propagate(Facts *f, u32 n) {
    Term *t = f->order.at[n];
    TermFacts facts = {0};
    if (has_facts(t)) {
        TermFacts of_args[3];
        memset(of_args, 0, sizeof of_args);
        for (u32 i = 0; i < MIN(t->arity, 3u); i++) {
            u64 number = 0;
            map_get(&f->number, (u64)(uintptr_t)t->arg[i], &number);
            of_args[i] = f->facts.at[number];
        }
        facts = t->arity ? term_facts_of((TermOp)t->op, t->width, t->low, t->arity, t->arg, of_args) : t->facts;
        u64 bound;
        if (map_get(&f->bounds, (u64)(uintptr_t)t, &bound) &&
            !term_facts_meet(&facts, &f->bound.at[bound - 1], t->width))
            return false;
    }
    map_put(&f->number, (u64)(uintptr_t)t, n);
    vec_push(&f->facts, facts);
    return true;
}

static bool is_refuted(Facts *f, const Query *query) {
    map_clear(&f->bounds);
    map_clear(&f->number);
    vec_clear(&f->bound);
    vec_clear(&f->order);
    vec_clear(&f->facts);
    if (!learn(f, query)) return true;
    if (f->bound.count == 0) return false;
    term_postorder(f->stage.store, query->constraints, query->count, &f->order);
    if (f->order.count > LARGEST_QUERY) return false;
    for (u32 i = 0; i < f->order.count; i++)
        if (!propagate(f, i)) return true;
    for (u32 i = 0; i < query->count; i++) {
        u64 number = 0;
        map_get(&f->number, (u64)(uintptr_t)query->constraints[i], &number);
        if (f->facts.at[number].umax == 0) return true;
    }
    return false;
}

static void check(Stage *stage, const Query *query, Result *result) {
    if (is_refuted((Facts *)stage, query)) {
        result_no(result, query->constraints, query->count);
    } else {
        stage_ask_next(stage, query, query->constraints, query->count, query->known, result);
    }
}

static void destroy(Stage *stage) {
    Facts *f = (Facts *)stage;
    map_free(&f->bounds);
    map_free(&f->number);
    vec_free(&f->bound);
    vec_free(&f->order);
    vec_free(&f->facts);
    free(f);
}

Stage *stage_facts_new(TermStore *store, Stage *next) {
    static const StageApi api = {"facts", check, NULL, NULL, NULL, destroy};
    Facts *f = xcalloc(1, sizeof *f);
    f->stage = (Stage){.api = &api, .next = next, .store = store, .counts.name = api.name};
    return &f->stage;
}
