/* Known bits and intervals under the constraints: comparisons with constants bound their other side, the bounds are carried
 * upwards through the terms, and a constraint that comes out false ends the query. */
#include "solver/stage.h"

#include "solver/bounds.h"

#include <string.h>

enum { LARGEST_QUERY = 20000 }; /* terms; propagation must stay cheaper than what it saves */

typedef struct {
    Stage stage;
    Bounds bounds;
    TermVec order;
    VEC(TermFacts) facts; /* of each term of `order` */
    Map number;           /* term -> number in `order` */
} Facts;

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
        const TermFacts *bound = bounds_on(&f->bounds, t);
        if (bound && !term_facts_meet(&facts, bound, t->width)) return false;
    }
    map_put(&f->number, (u64)(uintptr_t)t, n);
    vec_push(&f->facts, facts);
    return true;
}

static bool is_refuted(Facts *f, const Query *query) {
    bounds_clear(&f->bounds);
    map_clear(&f->number);
    vec_clear(&f->order);
    vec_clear(&f->facts);
    if (!bounds_learn(&f->bounds, query->constraints, query->count)) return true;
    if (f->bounds.facts.count == 0) return false;
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
    bounds_free(&f->bounds);
    map_free(&f->number);
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
