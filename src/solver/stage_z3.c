/* Z3 (z3.h) answers what gates cannot express (floats, comparison of arrays) and what is too large for them. */
#include "solver/z3.h"

typedef struct {
    Stage stage;
    Z3 *z3;
} Last;

static void check(Stage *stage, const Query *query, Result *result) {
    Z3 *z3 = ((Last *)stage)->z3;
    if (z3_begin(z3, query, 0, result)) z3_wait(z3, query, result);
}

static void statistics(const Stage *stage, Text *out) {
    text_printf(out, "%llu processes", (unsigned long long)z3_starts(((const Last *)stage)->z3));
}

static void destroy(Stage *stage) {
    z3_free(((Last *)stage)->z3);
    free(stage);
}

Stage *stage_z3_new(TermStore *store, const char *program) {
    static const StageApi api = {"z3", check, NULL, NULL, statistics, destroy};
    Last *last = xcalloc(1, sizeof *last);
    last->stage = (Stage){.api = &api, .store = store, .counts.name = api.name};
    last->z3 = z3_new(store, program);
    return &last->stage;
}
