/* The chain of stages and the questions that are one query each; those that take several are in questions.c. */
#include "solver/internal.h"

static void mark(void *self, TermStore *store) {
    for (Stage *stage = ((Solver *)self)->first; stage; stage = stage->next)
        if (stage->api->mark) stage->api->mark(stage, store);
}

static void sweep(void *self, TermStore *store) {
    for (Stage *stage = ((Solver *)self)->first; stage; stage = stage->next)
        if (stage->api->sweep) stage->api->sweep(stage, store);
}

Solver *solver_new(TermStore *store, const SolverOptions *options) {
    static const SolverOptions defaults;
    const SolverOptions *o = options ? options : &defaults;
    Solver *solver = xcalloc(1, sizeof *solver);
    solver->store = store;
    solver->z3 = xstrdup(o->z3 ? o->z3 : "z3");
    Stage *stage = NULL;
    if (!o->without_z3) stage = stage_z3_new(store, o->z3);
    if (!o->without_blast) stage = stage_blast_new(store, stage, o);
    if (!o->without_boxes) stage = stage_boxes_new(store, stage);
    if (!o->without_boxes) stage = stage_guess_new(store, stage);
    if (!o->without_values) stage = stage_pairs_new(store, stage);
    if (o->second_opinion) stage = stage_opinion_new(store, stage, o->z3);
    if (!o->without_facts) stage = stage_contract_new(store, stage);
    if (!o->without_facts) stage = stage_facts_new(store, stage);
    if (!o->without_simplify) stage = stage_simplify_new(store, stage);
    if (!o->without_simplify) stage = stage_narrow_new(store, stage);
    if (!o->without_cache) stage = stage_cache_new(store, stage);
    if (!o->without_values) stage = stage_values_new(store, stage);
    if (!o->without_split) stage = stage_split_new(store, stage);
    if (o->dump_directory) stage = stage_dump_new(store, stage, o->dump_directory);
    solver->first = stage;
    term_holder_add(store, (TermHolder){solver, mark, sweep});
    return solver;
}

void solver_free(Solver *solver) {
    term_holder_remove(solver->store, solver);
    for (Stage *stage = solver->first, *next; stage; stage = next) {
        next = stage->next;
        stage->api->free(stage);
    }
    free(solver->z3);
    free(solver);
}

Deadline solver_deadline(SolverLimits limits) {
    return (Deadline){.end = limits.seconds > 0 ? deadline_now() + limits.seconds : 0,
                      .memory_bytes = limits.memory_bytes,
                      .interrupted = limits.interrupted};
}

void solver_ask(Solver *solver, const Query *query, Result *result) {
    for (u32 i = 0; i < query->count; i++) assert(!term_is_tainted(query->constraints[i]));
    stage_ask(solver->first, query, result);
    solver->reason = result->answer == ANSWER_UNKNOWN ? result->reason : NULL;
}

Answer solver_check(Solver *solver, Term *const *constraints, u32 count, SolverLimits limits, Model **model,
                    TermVec *core) {
    Deadline deadline = solver_deadline(limits);
    Query query = {constraints, count, 0, model != NULL, &deadline};
    Result result = {0};
    solver_ask(solver, &query, &result);
    if (model) *model = model_keep(result.model);
    for (u32 i = 0; core && i < result.core.count; i++) vec_push(core, result.core.at[i]);
    Answer answer = result.answer;
    result_clear(&result);
    return answer;
}

/* The path and one more constraint. */
Answer solver_ask_with(Solver *solver, SolverPath path, Term *extra, Deadline *deadline, Model **model) {
    TermVec all = {0};
    for (u32 i = 0; i < path.count; i++) vec_push(&all, path.constraints[i]);
    vec_push(&all, extra);
    Query query = {all.at, all.count, path.count, model != NULL, deadline};
    Result result = {0};
    solver_ask(solver, &query, &result);
    if (model) *model = model_keep(result.model);
    Answer answer = result.answer;
    result_clear(&result);
    vec_free(&all);
    return answer;
}

Answer solver_may_be_true(Solver *solver, SolverPath path, Term *condition, SolverLimits limits) {
    Deadline deadline = solver_deadline(limits);
    return solver_ask_with(solver, path, condition, &deadline, NULL);
}

const char *solver_reason(const Solver *solver) { return solver->reason; }

void solver_statistics(const Solver *solver, Text *out) {
    text_add(out, "stage         asked       yes        no   unknown   seconds\n");
    for (const Stage *stage = solver->first; stage; stage = stage->next) {
        const StageCounts *c = &stage->counts;
        text_printf(out, "%-8s %10llu %9llu %9llu %9llu %9.3f", c->name, (unsigned long long)c->asked,
                    (unsigned long long)c->yes, (unsigned long long)c->no, (unsigned long long)c->unknown, c->seconds);
        if (stage->api->statistics) {
            text_add(out, "  ");
            stage->api->statistics(stage, out);
        }
        text_add_char(out, '\n');
    }
}
