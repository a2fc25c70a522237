/* Questions that take several queries: values, ranges, readable models. All queries of a question share its limits. */
#include "solver/internal.h"

Term *solver_value(Solver *solver, SolverPath path, Term *term, SolverLimits limits) {
    Deadline deadline = solver_deadline(limits);
    Model *model = NULL;
    if (term_is_const(term)) return term;
    if (solver_ask_with(solver, path, term_true(solver->store), &deadline, &model) != ANSWER_YES) return NULL;
    Term *value = model_eval(model, term);
    model_release(model);
    return value;
}

Answer solver_values(Solver *solver, SolverPath path, Term *term, u32 most, SolverLimits limits, TermVec *values,
                     bool *complete) {
    Deadline deadline = solver_deadline(limits);
    TermStore *store = solver->store;
    Term *others = term_true(store);
    *complete = false;
    for (u32 found = 0;; found++) {
        Model *model = NULL;
        Answer answer = solver_ask_with(solver, path, others, &deadline, &model);
        if (answer == ANSWER_UNKNOWN) return ANSWER_UNKNOWN;
        if (answer == ANSWER_NO) {
            *complete = true;
            return ANSWER_YES;
        }
        Term *value = found < most ? model_eval(model, term) : NULL;
        model_release(model);
        if (!value) return found < most ? ANSWER_UNKNOWN : ANSWER_YES;
        vec_push(values, value);
        others = term_and(store, others, term_ne(store, term, value));
    }
}

/* Numbers of a term's width in the order asked for: flipping the top bit makes the signed order an unsigned one. */
typedef struct {
    Solver *solver;
    SolverPath path;
    Term *term;
    u64 flip;
    Deadline *deadline;
} Range;

static Term *at_most(const Range *range, u64 number) {
    TermStore *store = range->solver->store;
    Term *bound = term_const(store, range->term->width, number ^ range->flip);
    return range->flip ? term_sle(store, range->term, bound) : term_ule(store, range->term, bound);
}

/* The value in a model of the path and `extra`, as a number of the order; false when there is none or it is not known. */
static Answer some_number(const Range *range, Term *extra, u64 *number) {
    Model *model = NULL;
    Answer answer = solver_ask_with(range->solver, range->path, extra, range->deadline, &model);
    if (answer == ANSWER_YES) {
        Term *value = model_eval(model, range->term);
        answer = value ? ANSWER_YES : ANSWER_UNKNOWN;
        if (value) *number = value->value ^ range->flip;
    }
    model_release(model);
    return answer;
}

/* Halves [low, high], whose end `high` is taken, until it is the least value. */
static Answer find_least(const Range *range, u64 low, u64 high, u64 *least) {
    while (low < high) {
        u64 middle = low + (high - low) / 2, number = 0;
        Answer answer = some_number(range, at_most(range, middle), &number);
        if (answer == ANSWER_UNKNOWN) return answer;
        if (answer == ANSWER_YES) {
            high = number;
        } else {
            low = middle + 1;
        }
    }
    *least = high;
    return ANSWER_YES;
}

static Answer find_greatest(const Range *range, u64 low, u64 high, u64 *greatest) {
    TermStore *store = range->solver->store;
    while (low < high) {
        u64 middle = high - (high - low) / 2, number = 0; /* is there one of at least this? */
        Answer answer = some_number(range, term_not(store, at_most(range, middle - 1)), &number);
        if (answer == ANSWER_UNKNOWN) return answer;
        if (answer == ANSWER_YES) {
            low = number;
        } else {
            high = middle - 1;
        }
    }
    *greatest = low;
    return ANSWER_YES;
}

Answer solver_range(Solver *solver, SolverPath path, Term *term, bool is_signed, SolverLimits limits, Term **least,
                    Term **greatest) {
    assert(term->width <= 64 && !term_is_array(term));
    Deadline deadline = solver_deadline(limits);
    Range range = {solver, path, term, is_signed ? (u64)1 << (term->width - 1) : 0, &deadline};
    u64 low = is_signed ? ((u64)term->facts.smin & low_mask(term->width)) ^ range.flip : term->facts.umin;
    u64 high = is_signed ? ((u64)term->facts.smax & low_mask(term->width)) ^ range.flip : term->facts.umax;
    u64 some = 0, first, last;
    Answer answer = some_number(&range, term_true(solver->store), &some);
    if (answer == ANSWER_YES) answer = find_least(&range, low, some, &first);
    if (answer == ANSWER_YES) answer = find_greatest(&range, some, high, &last);
    if (answer != ANSWER_YES) return answer;
    *least = term_const(solver->store, term->width, first ^ range.flip);
    *greatest = term_const(solver->store, term->width, last ^ range.flip);
    return ANSWER_YES;
}

/* Readable models: each leaf of the model in turn is fixed to the first of a few nice values that is possible, then to the
 * least value. The first model found stays the answer if the limits end this early. */

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

static void fix_leaf(Minimal *m, Term *leaf) {
    static const char nice[] = "a0 A1";
    TermStore *store = m->solver->store;
    if (try_value(m, leaf, term_const(store, leaf->width, 0))) return;
    for (u32 i = 0; leaf->width == 8 && i < sizeof nice - 1; i++)
        if (try_value(m, leaf, term_const(store, 8, (u8)nice[i]))) return;
    if (leaf->width > 64) return;
    Range range = {m->solver, {m->fixed.at, m->fixed.count}, leaf, 0, m->deadline};
    u64 least;
    if (leaf->width == 8) { /* any printable character before any other byte */
        Term *printable = term_and(store, term_ule(store, term_const(store, 8, ' '), leaf),
                                   term_ule(store, leaf, term_const(store, 8, '~')));
        u64 some;
        if (some_number(&range, printable, &some) == ANSWER_YES && try_value(m, leaf, term_const(store, 8, some)))
            return;
    }
    Term *now = model_eval(m->model, leaf);
    if (now && find_least(&range, 1, now->value, &least) == ANSWER_YES)
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
