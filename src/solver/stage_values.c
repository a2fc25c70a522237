/* Queries over a few small symbols, decided by computing them for all values (domain.h). It stands above the cache: a
 * domain remembers more, and is cheaper to ask. Larger domains are tried where gates have been found hard: stage_blast.c. */
#include "solver/domain.h"

typedef struct {
    Stage stage;
    Domains *domains;
} Values;

/* A SAT call costs as much as a few thousand numbers, and much more with products and divisions. */
static const DomainLimits few = {.size = 1 << 12, .hard_size = 1 << 16, .model_size = 1 << 12, .work = 1 << 24};
/* Two bytes, say, of a query that has no cheap answer. What was computed when the work was over is kept for the next. */
static const DomainLimits pairs = {.size = 1 << 16, .hard_size = 1 << 16, .model_size = 1 << 12, .work = 1 << 22};

static void check(Stage *stage, const Query *query, Result *result) {
    if (domains_answer(((Values *)stage)->domains, query, result)) return;
    stage_ask_next(stage, query, query->constraints, query->count, query->known, result);
}

static void sweep(Stage *stage, TermStore *store) { domains_forget(((Values *)stage)->domains); }

static void destroy(Stage *stage) {
    domains_free(((Values *)stage)->domains);
    free(stage);
}

static Stage *new_stage(TermStore *store, Stage *next, const StageApi *api, DomainLimits limits) {
    Values *values = xcalloc(1, sizeof *values);
    values->stage = (Stage){.api = api, .next = next, .store = store, .counts.name = api->name};
    values->domains = domains_new(store, limits);
    return &values->stage;
}

Stage *stage_values_new(TermStore *store, Stage *next) {
    static const StageApi api = {"values", check, NULL, sweep, NULL, destroy};
    return new_stage(store, next, &api, few);
}

Stage *stage_pairs_new(TermStore *store, Stage *next) {
    static const StageApi api = {"pairs", check, NULL, sweep, NULL, destroy};
    return new_stage(store, next, &api, pairs);
}
