/* What the explorer asks the solver, and what it binds the path to. */
#include "engine/explore_inside.h"

#include "base/clock.h"
static SolverLimits limits(Explorer *e) {
    return (SolverLimits){
        .seconds = e->options.query_seconds, .memory_bytes = e->options.max_memory, .interrupted = &e->stop};
}

/* Of what array the model says something here; NULL: of none. */
static Term *array_of(Term *key) {
    if (key->op == TERM_SELECT) key = key->arg[0];
    return key->op == TERM_SYMBOL && term_is_array(key) ? key : NULL;
}

/* Adds what the model says of these arrays, or of all others, and nothing else of arrays. */
static void add_cells(Model *to, const Model *from, const Map *arrays, bool of_these) {
    for (u32 i = 0; i < from->values.count; i++) {
        Term *key = (Term *)(uintptr_t)from->values.entries[i].key, *array = array_of(key);
        if (array && map_get(arrays, (u64)(uintptr_t)array, NULL) == of_these)
            model_set(to, key, (Term *)(uintptr_t)from->values.entries[i].value);
    }
}

static Model *without_arrays(Explorer *e, const Model *model) {
    Model *copy = model_new(e->terms);
    for (u32 i = 0; i < model->values.count; i++) {
        Term *key = (Term *)(uintptr_t)model->values.entries[i].key;
        if (!array_of(key)) model_set(copy, key, (Term *)(uintptr_t)model->values.entries[i].value);
    }
    return copy;
}

/* The path's model, with what a query found for the arrays among the symbols that it was about. */
static Model *with_arrays(Explorer *e, const Model *found, const TermVec *symbols) {
    Map arrays = {0};
    for (u32 i = 0; i < symbols->count; i++)
        if (term_is_array(symbols->at[i])) map_put(&arrays, (u64)(uintptr_t)symbols->at[i], 1);
    Model *both = arrays.count ? without_arrays(e, e->now.path.model) : model_copy(e->now.path.model);
    if (arrays.count) {
        add_cells(both, e->now.path.model, &arrays, false);
        add_cells(both, found, &arrays, true);
    }
    map_free(&arrays);
    return both;
}

/* The path's model with what a query found for the symbols it was about: what a model does not mention is 0. */
static Model *extended(Explorer *e, Model *found) {
    TermVec symbols = {0};
    relevant_symbols(&e->relevance, &symbols);
    Model *both = with_arrays(e, found, &symbols);
    for (u32 i = 0; i < symbols.count; i++) {
        Term *symbol = symbols.at[i], *value = model_get(found, symbol);
        if (!term_is_array(symbol)) model_set(both, symbol, value ? value : term_const(e->terms, symbol->width, 0));
    }
    model_release(found);
    vec_free(&symbols);
    return both;
}

/* The run is to stop and the solver has said nothing: what the operation at hand does now is no answer. The path will be
 * run again up to the last of the operation's choices that stands, and ask anew. */
static void disown_operation(Explorer *e) {
    log_begin(e);
    u32 open = e->step_choices.count - e->step_settled;
    assert(open <= e->now.path.log.decisions.count);
    if (!e->is_disowned) e->disowned_from = e->now.path.log.decisions.count - open;
    e->is_disowned = true;
}

static Answer check(Explorer *e, TermVec *query, Model **model) {
    RunPhase before = account_phase(&e->account, PHASE_SOLVER);
    double start = clock_seconds();
    for (u32 i = 0; i < query->count; i++)
        if (query->at[i]->flags & TERM_HAS_BASED) term_strip_bases(e->terms, &query->at[i], 1);
    Answer answer = solver_check(e->solver, query->at, query->count, limits(e), model, NULL);
    vec_free(query);
    if (answer == ANSWER_UNKNOWN && e->stop) disown_operation(e);
    explore_count_query(e, clock_seconds() - start);
    account_phase(&e->account, before);
    return answer;
}

/* False: the condition contradicts what the path has assumed about its symbols. Whether there is an input for the path at
 * all is not asked. */
bool explore_may_be(Explorer *e, Term *condition) {
    TermVec query = {0};
    relevant_constraints(&e->relevance, &e->now.path.constraints, &condition, 1, &query);
    vec_push(&query, condition);
    return check(e, &query, NULL) != ANSWER_NO;
}

bool explore_may_be_without(Explorer *e, Term *condition, const TermVec *without) {
    TermVec kept = {0}, query = {0};
    for (u32 i = 0; i < e->now.path.constraints.count; i++) {
        Term *constraint = e->now.path.constraints.at[i];
        bool is_left_out = false;
        for (u32 k = 0; k < without->count; k++) is_left_out = is_left_out || without->at[k] == constraint;
        if (!is_left_out) vec_push(&kept, constraint);
    }
    relevant_constraints(&e->relevance, &kept, &condition, 1, &query);
    vec_push(&query, condition);
    vec_free(&kept);
    return check(e, &query, NULL) != ANSWER_NO;
}

Answer explore_ask_all(Explorer *e, Term *const *conditions, u32 count, Model **model) {
    TermVec query = {0};
    bool whole = !e->now.path.model;
    if (whole) {
        for (u32 i = 0; i < e->now.path.constraints.count; i++) vec_push(&query, e->now.path.constraints.at[i]);
    } else {
        relevant_constraints(&e->relevance, &e->now.path.constraints, conditions, count, &query);
    }
    for (u32 i = 0; i < count; i++) vec_push(&query, conditions[i]);
    Model *found = NULL;
    Answer answer = check(e, &query, &found);
    if (answer == ANSWER_YES) *model = whole ? found : extended(e, found);
    return answer;
}

Answer explore_ask(Explorer *e, Term *condition, Model **model) { return explore_ask_all(e, &condition, 1, model); }

/* A model of the path; NULL if the solver cannot say. */
Model *explore_model(Explorer *e) {
    if (!e->now.path.model && explore_ask(e, term_true(e->terms), &e->now.path.model) != ANSWER_YES)
        e->now.path.model = NULL;
    return e->now.path.model;
}

Term *explore_evaluate(Explorer *e, Term *term) {
    if (term_is_const(term)) return term;
    Model *model = explore_model(e);
    return model ? model_eval(model, term) : NULL;
}

static bool must_be(Explorer *e, Term *condition) {
    Term *value = explore_evaluate(e, condition);
    if (value && !value->value) return false;
    Model *other = NULL;
    Answer answer = explore_ask(e, term_not(e->terms, condition), &other);
    if (answer == ANSWER_YES) model_release(other);
    return answer == ANSWER_NO;
}

bool explore_must_be(Machine *m, Term *condition) {
    Explorer *e = explorer_of(m);
    u32 known;
    if (term_is_const(condition)) return term_is_true(condition);
    if (log_read(e, &known) != LOG_NEW) return known;
    bool is_certain = must_be(e, condition);
    log_write(e, is_certain);
    return is_certain;
}

void explore_add_constraint(Explorer *e, Term *condition) {
    if (!term_is_true(condition)) vec_push(&e->now.path.constraints, condition);
}

void path_set_model(Path *path, Model *model) {
    if (path->model) model_release(path->model);
    path->model = model;
}

static bool ask_for_values(Explorer *e, Term *term, u32 most, TermVec *values) {
    Term *differs = term_true(e->terms);
    while (values->count < most) {
        Model *model = NULL;
        Answer answer = explore_ask(e, differs, &model);
        if (answer != ANSWER_YES) return answer == ANSWER_NO;
        Term *value = model_eval(model, term);
        model_release(model);
        vec_push(values, value);
        differs = term_and(e->terms, differs, term_ne(e->terms, term, value));
    }
    return false;
}

/* In the log: how many, whether those are all, and the values themselves. */
bool explore_find_values(void *self, Term *term, u32 most, TermVec *values) {
    Explorer *e = self;
    u32 entry;
    if (log_read(e, &entry) != LOG_NEW) {
        for (u32 i = 0; i < entry >> 1; i++) vec_push(values, term_const(e->terms, term->width, log_read_wide(e)));
        return entry & 1;
    }
    bool complete = ask_for_values(e, term, most, values);
    log_write(e, values->count << 1 | complete);
    for (u32 i = 0; i < values->count; i++) log_write_wide(e, values->at[i]->value);
    return complete;
}

u32 explore_preferred(void *self, Term *object) {
    Explorer *e = self;
    u32 known;
    if (term_is_const(object)) return (u32)object->value;
    if (log_read(e, &known) != LOG_NEW) return known;
    Term *value = explore_evaluate(e, object);
    log_write(e, value ? (u32)value->value : 0);
    return value ? (u32)value->value : 0;
}

static u64 some_value(Explorer *e, Term *term) {
    Term *value = explore_evaluate(e, term);
    if (value) return value->value;
    explore_cut(e, CUT_SOLVER);
    return 0;
}

/* The program may do what it likes with it: a model of the same path that is made again may have another. */
u64 explore_some_value(Machine *m, Term *term) {
    Explorer *e = explorer_of(m);
    u32 low = 0, high = 0;
    if (term_is_const(term)) return term->value;
    if (log_read(e, &low) != LOG_NEW) {
        log_read(e, &high);
        return (u64)high << 32 | low;
    }
    u64 value = some_value(e, term);
    log_write_wide(e, value);
    return value;
}

u64 explore_concretise(Machine *m, Term *term) {
    Explorer *e = explorer_of(m);
    if (term_is_const(term)) return term->value;
    u32 low = 0, high = 0, is_cut = 0;
    if (log_read(e, &low) != LOG_NEW) {
        log_read(e, &high);
        log_read(e, &is_cut);
    } else {
        u64 chosen = some_value(e, term);
        is_cut = !must_be(e, term_eq(e->terms, term, term_const(e->terms, term->width, chosen)));
        log_write(e, low = (u32)chosen);
        log_write(e, high = (u32)(chosen >> 32));
        log_write(e, is_cut);
        if (is_cut) explore_cut(e, CUT_VALUE);
    }
    u64 value = (u64)high << 32 | low;
    if (is_cut) explore_add_constraint(e, term_eq(e->terms, term, term_const(e->terms, term->width, value)));
    if (is_cut) seeds_keep(&e->seeds, &e->now.path, vec_last(&e->now.path.constraints));
    return value;
}

static bool make_true(Explorer *e, Term *condition) {
    Model *known = e->now.path.model;
    if (e->options.asks_later && !(known && model_satisfies(known, condition))) path_set_model(&e->now.path, NULL);
    if (e->options.asks_later) return true;
    Term *value = explore_evaluate(e, condition);
    if (value && value->value) return true;
    Model *model = NULL;
    Answer answer = explore_ask(e, condition, &model);
    if (answer == ANSWER_UNKNOWN) explore_cut(e, CUT_SOLVER);
    if (answer == ANSWER_YES) path_set_model(&e->now.path, model);
    return answer == ANSWER_YES;
}

bool explore_may_assume(Machine *m, Term *condition) {
    Explorer *e = explorer_of(m);
    u32 can_be;
    LogSource source = log_read(e, &can_be);
    if (source == LOG_NEW) log_write(e, can_be = make_true(e, condition));
    if (can_be && source != LOG_PENDING) explore_add_constraint(e, condition);
    if (can_be && source == LOG_REPLAY) path_set_model(&e->now.path, NULL);
    if (can_be) seeds_keep(&e->seeds, &e->now.path, condition);
    return can_be;
}
