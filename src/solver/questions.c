/* Readable models, a question that takes several queries, which share its limits: each leaf of the model in turn is fixed to
 * the first of a few nice values that is possible, then to the least value. The first model found stays the answer if the
 * limits end this early. */
#include "solver/internal.h"

typedef struct {
    Solver *solver;
    TermVec fixed; /* the path and what has been decided */
    Deadline *deadline;
    Model *model; /* the best so far */
} Minimal;

static bool try_value(Minimal *m, Term *leaf, Term *value) {
    SolverPath path = {m->fixed.at, m->fixed.count};
    Term *same = term_eq(m->solver->store, leaf, value);
    Model *model = NULL;
    if (model_eval(m->model, leaf) == value) {
        vec_push(&m->fixed, same);
        return true;
    }
    if (solver_ask_with(m->solver, path, same, m->deadline, &model) != ANSWER_YES) return false;
    model_release(m->model);
    m->model = model;
    vec_push(&m->fixed, same);
    return true;
}

/* The value of a leaf when `extra` holds too; of up to 64 bits. */
static Answer some_value(const Minimal *m, Term *leaf, Term *extra, u64 *number) {
    Model *model = NULL;
    Answer answer = solver_ask_with(m->solver, (SolverPath){m->fixed.at, m->fixed.count}, extra, m->deadline, &model);
    if (answer == ANSWER_YES) *number = model_eval(model, leaf)->value;
    model_release(model);
    return answer;
}

/* Halves [low, high], whose end `high` is taken, until it is the least value. */
static Answer find_least(const Minimal *m, Term *leaf, u64 low, u64 high, u64 *least) {
    TermStore *store = m->solver->store;
    while (low < high) {
        u64 middle = low + (high - low) / 2;
        Answer answer = some_value(m, leaf, term_ule(store, leaf, term_const(store, leaf->width, middle)), &high);
        if (answer == ANSWER_UNKNOWN) return answer;
        if (answer == ANSWER_NO) low = middle + 1;
    }
    *least = high;
    return ANSWER_YES;
}

static void fix_leaf(Minimal *m, Term *leaf) {
    static const char nice[] = "a0 A1";
    TermStore *store = m->solver->store;
    if (try_value(m, leaf, term_const(store, leaf->width, 0))) return;
    for (u32 i = 0; leaf->width == 8 && i < sizeof nice - 1; i++)
        if (try_value(m, leaf, term_const(store, 8, (u8)nice[i]))) return;
    if (leaf->width > 64) return;
    u64 least;
    if (leaf->width == 8) { /* any printable character before any other byte */
        Term *printable = term_and(store, term_ule(store, term_const(store, 8, ' '), leaf),
                                   term_ule(store, leaf, term_const(store, 8, '~')));
        u64 some;
        if (some_value(m, leaf, printable, &some) == ANSWER_YES && try_value(m, leaf, term_const(store, 8, some)))
            return;
    }
    if (find_least(m, leaf, 1, model_eval(m->model, leaf)->value, &least) == ANSWER_YES)
        try_value(m, leaf, term_const(store, leaf->width, least));
}

Answer solver_minimal_model(Solver *solver, SolverPath path, SolverLimits limits, Model **model) {
    Deadline deadline = solver_deadline(limits);
    Minimal m = {.solver = solver, .deadline = &deadline};
    Answer answer = solver_ask_with(solver, path, term_true(solver->store), &deadline, &m.model);
    *model = NULL;
    if (answer != ANSWER_YES) return answer;
    for (u32 i = 0; i < path.count; i++) vec_push(&m.fixed, path.constraints[i]);
    Model *first = model_keep(m.model);
    for (u32 i = 0; i < first->values.count && !deadline_is_over(&deadline); i++) {
        Term *leaf = (Term *)(uintptr_t)first->values.entries[i].key;
        if (!term_is_array(leaf)) fix_leaf(&m, leaf);
    }
    model_release(first);
    vec_free(&m.fixed);
    *model = m.model;
    return ANSWER_YES;
}
