#include "solver/stage.h"

void result_unknown(Result *result, const char *reason) {
    result->answer = ANSWER_UNKNOWN;
    result->reason = reason;
}

static bool is_model_of(Model *model, const Query *query) {
    for (u32 i = 0; i < query->count; i++)
        if (!model_satisfies(model, query->constraints[i])) return false;
    return true;
}

void result_yes(Result *result, const Query *query, Model *model, const char *otherwise) {
    if (is_model_of(model, query)) {
        result->answer = ANSWER_YES;
        result->model = model;
    } else {
        model_release(model);
        result_unknown(result, otherwise);
    }
}

void result_no(Result *result, Term *const *core, u32 count) {
    result->answer = ANSWER_NO;
    for (u32 i = 0; i < count; i++) vec_push(&result->core, core[i]);
}

void result_clear(Result *result) {
    model_release(result->model);
    vec_free(&result->core);
    *result = (Result){0};
}

static u64 answers_below(const Stage *stage) {
    u64 count = 0;
    for (stage = stage->next; stage; stage = stage->next)
        count += stage->counts.yes + stage->counts.no + stage->counts.unknown;
    return count;
}

static double seconds_below(const Stage *stage) {
    double seconds = 0;
    for (stage = stage->next; stage; stage = stage->next) seconds += stage->counts.seconds;
    return seconds;
}

void stage_ask(Stage *stage, const Query *query, Result *result) {
    if (!stage) {
        result_unknown(result, "no stage can answer it");
        return;
    }
    double begin = deadline_now(), below = seconds_below(stage);
    u64 answered_below = answers_below(stage);
    stage->counts.asked++;
    stage->api->check(stage, query, result);
    assert(result->answer != ANSWER_YES || (result->model ? is_model_of(result->model, query) : !query->want_model));
    stage->counts.seconds += deadline_now() - begin - (seconds_below(stage) - below);
    if (answers_below(stage) != answered_below) return;
    stage->counts.yes += result->answer == ANSWER_YES;
    stage->counts.no += result->answer == ANSWER_NO;
    stage->counts.unknown += result->answer == ANSWER_UNKNOWN;
}

void stage_ask_next(Stage *stage, const Query *query, Term *const *constraints, u32 count, u32 known, Result *result) {
    Query other = {constraints, count, known, query->want_model, query->deadline};
    stage_ask(stage->next, &other, result);
}
