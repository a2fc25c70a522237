/* A second opinion, for tests: every answer from below is compared with Z3's. A disagreement is an error in one of the two:
 * test builds stop, others answer unknown. */
#include "solver/stage.h"

typedef struct {
    Stage stage;
    Stage *other;
    u64 disagreements;
} Opinion;

static void check(Stage *stage, const Query *query, Result *result) {
    Opinion *opinion = (Opinion *)stage;
    Result second = {0};
    stage_ask_next(stage, query, query->constraints, query->count, query->known, result);
    Query same = *query;
    same.want_model = false;
    stage_ask(opinion->other, &same, &second);
    if (result->answer != ANSWER_UNKNOWN && second.answer != ANSWER_UNKNOWN && result->answer != second.answer) {
        assert(!"Z3 disagrees");
        opinion->disagreements++;
        result_clear(result);
        result_unknown(result, "Z3 disagrees");
    }
    result_clear(&second);
}

static void statistics(const Stage *stage, Text *out) {
    text_printf(out, "%llu disagreements", (unsigned long long)((const Opinion *)stage)->disagreements);
}

static void destroy(Stage *stage) {
    Opinion *opinion = (Opinion *)stage;
    opinion->other->api->free(opinion->other);
    free(opinion);
}

Stage *stage_opinion_new(TermStore *store, Stage *next, const char *z3) {
    static const StageApi api = {"opinion", check, NULL, NULL, statistics, destroy};
    Opinion *opinion = xcalloc(1, sizeof *opinion);
    opinion->stage = (Stage){.api = &api, .next = next, .store = store, .counts.name = api.name};
    opinion->other = stage_z3_new(store, z3);
    return &opinion->stage;
}
