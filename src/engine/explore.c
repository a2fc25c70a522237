#include "engine/explore.h"

#include "engine/implied.h"
#include "engine/lift.h"
#include "engine/merge.h"
#include "engine/watch.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

const char *const choice_names[CHOICE_KIND_COUNT] = {
#define X(NAME, name) [CHOICE_##NAME] = name,
    CHOICE_KINDS(X)
#undef X
};
const char *const cut_names[CUT_KIND_COUNT] = {
#define X(NAME, text) [CUT_##NAME] = text,
    CUT_KINDS(X)
#undef X
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* What happens after the solver was stopped is not the path that counts. */
void explore_cut(Explorer *e, CutKind kind) {
    if (!e->is_disowned) e->statistics.cuts[kind]++;
}

/* ---- Counting blocks ---- */

/* What the running state has run since it was resumed is new. */
static void count_blocks(Explorer *e) {
    const Machine *m = e->m;
    while (e->block_totals.count < m->blocks.count) vec_push(&e->block_totals, 0);
    for (u32 i = 0; i < m->blocks.count; i++)
        e->block_totals.at[i] += m->block_counts[i] - (i < e->block_start.count ? e->block_start.at[i] : 0);
}

static void begin_counting(Explorer *e) {
    vec_clear(&e->block_start);
    vec_reserve(&e->block_start, e->m->blocks.count);
    e->block_start.count = e->m->blocks.count;
    if (e->m->blocks.count) memcpy(e->block_start.at, e->m->block_counts, e->m->blocks.count * sizeof(u32));
}

/* ---- The log ---- */

/* A path is a function of its log: all that the solver or a model had a say in is in it. The log is read again by a
 * sibling, for the operation it begins with (`pending`), and by a path that is run again (`replay`). */
static void begin_choice(Explorer *e) {
    if (e->choice_step == e->step) return;
    e->choice_step = e->step;
    vec_clear(&e->step_choices);
}

typedef enum { LOG_NEW, LOG_PENDING, LOG_REPLAY } LogSource;

static LogSource read_log(Explorer *e, u32 *entry) {
    begin_choice(e);
    if (e->pending_next < e->pending.count) {
        *entry = e->pending.at[e->pending_next++];
        vec_push(&e->step_choices, *entry);
        return LOG_PENDING;
    }
    if (e->replay_next >= e->replay.count) return LOG_NEW;
    *entry = e->replay.at[e->replay_next++];
    if (e->replay_next == e->replay.count && e->replay_was_counted) begin_counting(e);
    vec_push(&e->step_choices, *entry);
    vec_push(&e->path.decisions, *entry);
    return LOG_REPLAY;
}

static void write_log(Explorer *e, u32 entry) {
    begin_choice(e);
    vec_push(&e->step_choices, entry);
    vec_push(&e->path.decisions, entry);
}

/* 64 bits are two entries. */
static void write_wide(Explorer *e, u64 value) {
    write_log(e, (u32)value);
    write_log(e, (u32)(value >> 32));
}
static u64 read_wide(Explorer *e) {
    u32 low = 0, high = 0;
    read_log(e, &low);
    read_log(e, &high);
    return (u64)high << 32 | low;
}

/* ---- Queries ---- */

static SolverLimits limits(Explorer *e) {
    return (SolverLimits){
        .seconds = e->options.query_seconds, .memory_bytes = e->options.max_memory, .interrupted = &e->stop};
}

/* The path's model with what a query found for the symbols it was about: what a model does not mention is 0. */
static Model *extended(Explorer *e, Model *found) {
    Model *both = model_copy(e->path.model);
    TermVec symbols = {0};
    relevant_symbols(&e->relevance, &symbols);
    for (u32 i = 0; i < symbols.count; i++) {
        Term *symbol = symbols.at[i], *value = model_get(found, symbol);
        if (!term_is_array(symbol)) model_set(both, symbol, value ? value : term_const(e->terms, symbol->width, 0));
    }
    model_release(found);
    vec_free(&symbols);
    return both;
}

/* The run is to stop and the solver has said nothing: what the operation at hand does now is no answer. The path will be
 * run again up to the operation, and ask anew. */
static void disown_operation(Explorer *e) {
    begin_choice(e);
    if (!e->is_disowned) e->disowned_from = e->path.decisions.count - e->step_choices.count;
    e->is_disowned = true;
}

/* Can the condition be true? With YES, *model is of the path and the condition. */
static Answer ask(Explorer *e, Term *condition, Model **model) {
    double start = now();
    TermVec query = {0};
    bool whole = !e->path.model;
    if (whole) {
        for (u32 i = 0; i < e->path.constraints.count; i++) vec_push(&query, e->path.constraints.at[i]);
    } else {
        relevant_constraints(&e->relevance, e->path.constraints.at, e->path.constraints.count, condition, &query);
    }
    vec_push(&query, condition);
    Model *found = NULL;
    Answer answer = solver_check(e->solver, query.at, query.count, limits(e), &found, NULL);
    vec_free(&query);
    if (answer == ANSWER_YES) *model = whole ? found : extended(e, found);
    if (answer == ANSWER_UNKNOWN && e->stop) disown_operation(e);
    e->statistics.queries++;
    e->statistics.solver_seconds += now() - start;
    return answer;
}

/* A model of the path; NULL if the solver cannot say. */
static Model *path_model(Explorer *e) {
    if (!e->path.model && ask(e, term_true(e->terms), &e->path.model) != ANSWER_YES) e->path.model = NULL;
    return e->path.model;
}

Term *explore_evaluate(Explorer *e, Term *term) {
    if (term_is_const(term)) return term;
    Model *model = path_model(e);
    return model ? model_eval(model, term) : NULL;
}

static bool must_be(Explorer *e, Term *condition) {
    Term *value = explore_evaluate(e, condition);
    if (value && !value->value) return false;
    Model *other = NULL;
    Answer answer = ask(e, term_not(e->terms, condition), &other);
    if (answer == ANSWER_YES) model_release(other);
    return answer == ANSWER_NO;
}

bool explore_must_be(Machine *m, Term *condition) {
    Explorer *e = m->explorer;
    u32 known;
    if (term_is_const(condition)) return term_is_true(condition);
    if (read_log(e, &known) != LOG_NEW) return known;
    bool is_certain = must_be(e, condition);
    write_log(e, is_certain);
    return is_certain;
}

static void add_constraint(Explorer *e, Term *condition) {
    if (!term_is_true(condition)) vec_push(&e->path.constraints, condition);
}

/* Takes the reference it is given. */
static void set_model(Path *path, Model *model) {
    if (path->model) model_release(path->model);
    path->model = model;
}

static bool ask_for_values(Explorer *e, Term *term, u32 most, TermVec *values) {
    Term *differs = term_true(e->terms);
    while (values->count < most) {
        Model *model = NULL;
        Answer answer = ask(e, differs, &model);
        if (answer != ANSWER_YES) return answer == ANSWER_NO;
        Term *value = model_eval(model, term);
        model_release(model);
        vec_push(values, value);
        differs = term_and(e->terms, differs, term_ne(e->terms, term, value));
    }
    return false;
}

/* In the log: how many, whether those are all, and the values themselves. */
static bool find_values(void *self, Term *term, u32 most, TermVec *values) {
    Explorer *e = self;
    u32 entry;
    if (read_log(e, &entry) != LOG_NEW) {
        for (u32 i = 0; i < entry >> 1; i++) vec_push(values, term_const(e->terms, term->width, read_wide(e)));
        return entry & 1;
    }
    bool complete = ask_for_values(e, term, most, values);
    write_log(e, values->count << 1 | complete);
    for (u32 i = 0; i < values->count; i++) write_wide(e, values->at[i]->value);
    return complete;
}

ValueSource explore_values(Explorer *e) { return (ValueSource){.self = e, .values = find_values}; }

u32 explore_preferred(void *self, Term *object) {
    Explorer *e = self;
    u32 known;
    if (term_is_const(object)) return (u32)object->value;
    if (read_log(e, &known) != LOG_NEW) return known;
    Term *value = explore_evaluate(e, object);
    write_log(e, value ? (u32)value->value : 0);
    return value ? (u32)value->value : 0;
}

u64 explore_some_value(Machine *m, Term *term) {
    Term *value = explore_evaluate(m->explorer, term);
    if (value) return value->value;
    explore_cut(m->explorer, CUT_SOLVER);
    return 0;
}

u64 explore_concretise(Machine *m, Term *term) {
    Explorer *e = m->explorer;
    if (term_is_const(term)) return term->value;
    u32 low = 0, high = 0, is_cut = 0;
    if (read_log(e, &low) != LOG_NEW) {
        read_log(e, &high);
        read_log(e, &is_cut);
    } else {
        u64 chosen = explore_some_value(m, term);
        is_cut = !must_be(e, term_eq(e->terms, term, term_const(e->terms, term->width, chosen)));
        write_log(e, low = (u32)chosen);
        write_log(e, high = (u32)(chosen >> 32));
        write_log(e, is_cut);
        if (is_cut) explore_cut(e, CUT_VALUE);
    }
    u64 value = (u64)high << 32 | low;
    if (is_cut) add_constraint(e, term_eq(e->terms, term, term_const(e->terms, term->width, value)));
    return value;
}

static bool make_true(Explorer *e, Term *condition) {
    Term *value = explore_evaluate(e, condition);
    if (value && value->value) return true;
    Model *model = NULL;
    Answer answer = ask(e, condition, &model);
    if (answer == ANSWER_UNKNOWN) explore_cut(e, CUT_SOLVER);
    if (answer == ANSWER_YES) set_model(&e->path, model);
    return answer == ANSWER_YES;
}

bool explore_may_assume(Machine *m, Term *condition) {
    Explorer *e = m->explorer;
    u32 can_be;
    LogSource source = read_log(e, &can_be);
    if (source == LOG_NEW) write_log(e, can_be = make_true(e, condition));
    if (can_be && source != LOG_PENDING) add_constraint(e, condition);
    if (can_be && source == LOG_REPLAY) set_model(&e->path, NULL);
    return can_be;
}

bool explore_assume(Machine *m, Term *condition) {
    if (term_is_true(condition)) return true;
    if (!term_is_false(condition) && explore_may_assume(m, condition)) return true;
    explore_drop(m);
    return false;
}

void explore_drop(Machine *m) { m->end = RUN_DROPPED; }

/* ---- Counting ---- */

/* ---- Choices ---- */

static ChoicePlace *place_of(Explorer *e, const Code *ip, u64 *r, ChoiceKind kind) {
    LocationId location = machine_location(e->m, ip, r);
    bool inserted;
    u64 *index = map_cell(&e->places, (u64)kind << 32 | location, &inserted);
    if (inserted) {
        *index = e->place_list.count;
        vec_push(&e->place_list, (ChoicePlace){.location = location, .kind = kind});
    }
    return &e->place_list.at[*index];
}

typedef struct {
    u32 choice;
    Model *model;
} Way;

typedef VEC(Way) Ways;

/* The feasible ways, each with a model. The one the path's model goes comes first. How many the solver could not
 * decide. */
static u32 feasible_ways(Explorer *e, Term *const *guards, u32 count, Ways *ways) {
    Model *model = path_model(e);
    u32 known = UINT32_MAX, unknown = 0;
    for (u32 i = 0; i < count && known == UINT32_MAX; i++)
        if (model && !term_is_false(guards[i]) && model_satisfies(model, guards[i])) known = i;
    if (known != UINT32_MAX) vec_push(ways, (Way){known, model_keep(model)});
    for (u32 i = 0; i < count; i++) {
        if (i == known || term_is_false(guards[i])) continue;
        Model *found = NULL;
        Answer answer = ask(e, guards[i], &found);
        if (answer == ANSWER_YES) vec_push(ways, (Way){i, found});
        unknown += answer == ANSWER_UNKNOWN;
    }
    if (e->stop) return 0; /* not answered for want of time: the state waits */
    for (u32 i = 0; i < unknown; i++) explore_cut(e, CUT_SOLVER);
    return unknown;
}

static void add_state(Explorer *e, State *state) {
    state->number = e->statistics.states_made++;
    state->index = e->states.count;
    vec_push(&e->states, state);
    e->statistics.most_states = MAX(e->statistics.most_states, (u64)e->states.count);
    e->options.search->added(e, state);
}

void explore_add_parked(Explorer *e, const u32 *decisions, u32 count, u32 forks, bool was_counted) {
    State *state = xcalloc(1, sizeof *state);
    state->is_parked = true;
    state->was_counted = was_counted;
    state->path.forks = forks;
    for (u32 i = 0; i < count; i++) vec_push(&state->path.decisions, decisions[i]);
    add_state(e, state);
}

void explore_pause(Machine *m, const Code *ip, u64 *r, const u32 *pending, u32 count) {
    Explorer *e = m->explorer;
    m->end = RUN_PAUSED;
    if (e->is_disowned) return;             /* end_path keeps what counts */
    if (e->replay_next < e->replay.count) { /* most of its choices are still to be made */
        explore_add_parked(e, e->replay.at, e->replay.count, e->path.forks, e->replay_was_counted);
        return;
    }
    State *state = state_save(m, ip, r, &e->path, e->origin);
    for (u32 i = 0; i < count; i++) vec_push(&state->pending, pending[i]);
    add_state(e, state);
}

bool explore_waits_at_join(Machine *m, const Code *ip, u64 *r) {
    Explorer *e = m->explorer;
    if (!e || !e->states.count) return false; /* nobody to wait for */
    explore_pause(m, ip, r, NULL, 0);
    vec_last(&e->states)->waits_at_join = true;
    return true;
}

/* The sibling that goes another way from the operation at hand. */
static void add_sibling(Explorer *e, State *saved, const Way *way, Term *guard) {
    State *sibling = state_copy(saved);
    sibling->path = path_copy(&e->path);
    sibling->path.forks++;
    if (!term_is_true(guard)) vec_push(&sibling->path.constraints, guard);
    set_model(&sibling->path, model_keep(way->model));
    vec_push(&sibling->path.decisions, way->choice);
    for (u32 i = 0; i < e->step_choices.count; i++) vec_push(&sibling->pending, e->step_choices.at[i]);
    vec_push(&sibling->pending, way->choice);
    add_state(e, sibling);
}

static void replace_origin(Explorer *e, State *state) {
    state_free(e->origin);
    e->origin = state;
}

static bool may_fork(Explorer *e, u32 ways) {
    u64 forks = 0;
    for (u32 i = 0; i < CHOICE_KIND_COUNT; i++) forks += e->statistics.forks[i];
    CutKind cut = CUT_KIND_COUNT;
    if (e->options.max_forks && forks >= e->options.max_forks) cut = CUT_FORKS;
    if (e->options.max_depth && e->path.forks >= e->options.max_depth) cut = CUT_DEPTH;
    if (e->options.max_states && e->states.count + ways > e->options.max_states) cut = CUT_STATES;
    if (cut == CUT_KIND_COUNT) return true;
    explore_cut(e, cut);
    return false;
}

/* All ways but the first become states of their own; with a search that does not stay, the first one too. */
static int fork_ways(Explorer *e, const Code *ip, u64 *r, Term *const *guards, const Ways *ways) {
    bool stays = e->options.search->stays;
    State *saved = state_save(e->m, ip, r, &e->path, e->origin);
    path_free(&saved->path);
    for (u32 i = ways->count; i-- > (stays ? 1u : 0u);) add_sibling(e, saved, &ways->at[i], guards[ways->at[i].choice]);
    replace_origin(e, saved);
    if (!stays) {
        e->m->end = RUN_PAUSED;
        return -1;
    }
    e->path.forks++;
    return 0;
}

static int follow_way(Explorer *e, u64 *r, Term *const *guards, const Way *way, bool adds) {
    if (adds) add_constraint(e, guards[way->choice]);
    implied_by(e->m, r, guards[way->choice]);
    set_model(&e->path, model_keep(way->model));
    write_log(e, way->choice);
    return (int)way->choice;
}

static int choose_new(Machine *m, const Code *ip, u64 *r, ChoiceKind kind, Term *const *guards, u32 count) {
    Explorer *e = m->explorer;
    u64 queries = e->statistics.queries;
    double seconds = e->statistics.solver_seconds;
    Ways ways = {0};
    u32 unknown = feasible_ways(e, guards, count, &ways);
    ChoicePlace *place = place_of(e, ip, r, kind);
    place->choices++;
    place->queries += e->statistics.queries - queries;
    place->seconds += e->statistics.solver_seconds - seconds;
    int way = -1;
    if (e->stop) {
        explore_pause(m, ip, r, e->step_choices.at, e->step_choices.count);
    } else if (!ways.count) {
        explore_drop(m); /* the solver gave up on all of them: counted */
    } else if (ways.count == 1) {
        way = follow_way(e, r, guards, &ways.at[0], unknown > 0); /* if it is the only one it is implied */
    } else if (!may_fork(e, ways.count - 1)) {
        way = follow_way(e, r, guards, &ways.at[0], true);
    } else {
        e->statistics.forks[kind] += ways.count - 1;
        place->forks += ways.count - 1;
        if (fork_ways(e, ip, r, guards, &ways) == 0) way = follow_way(e, r, guards, &ways.at[0], true);
    }
    for (u32 i = 0; i < ways.count; i++) model_release(ways.at[i].model);
    vec_free(&ways);
    return way;
}

int explore_choose(Machine *m, const Code *ip, u64 *r, ChoiceKind kind, Term *const *guards, u32 count) {
    Explorer *e = m->explorer;
    for (u32 i = 0; i < count; i++)
        if (term_is_true(guards[i])) return (int)i;
    u32 choice;
    LogSource source = read_log(e, &choice);
    if (source == LOG_NEW) return choose_new(m, ip, r, kind, guards, count);
    if (choice >= count) { /* not the program that the log was made from */
        explore_cut(e, CUT_STUCK);
        explore_drop(m);
        return -1;
    }
    implied_by(m, r, guards[choice]);
    if (source == LOG_PENDING) return (int)choice;
    add_constraint(e, guards[choice]);
    set_model(&e->path, NULL);
    return (int)choice;
}

int explore_decide(Machine *m, const Code *ip, u64 *r, ChoiceKind kind, Term *condition) {
    Term *guards[2] = {condition, term_not(m->explorer->terms, condition)};
    if (term_is_const(condition)) return (int)condition->value;
    int choice = explore_choose(m, ip, r, kind, guards, 2);
    return choice < 0 ? choice : choice == 0;
}

bool explore_split(Machine *m, const Code *ip, u64 *r, Term *term, u64 *value) {
    enum { FEW = 64 };
    Explorer *e = m->explorer;
    TermVec values = {0}, guards = {0};
    if (!term_is_const(term) && find_values(e, term, FEW + 1, &values)) {
        for (u32 i = 0; i < values.count; i++) vec_push(&guards, term_eq(e->terms, term, values.at[i]));
        int way = explore_choose(m, ip, r, CHOICE_SIZE, guards.at, guards.count);
        *value = way >= 0 ? values.at[way]->value : 0;
        vec_free(&values);
        vec_free(&guards);
        return way >= 0;
    }
    vec_free(&values);
    *value = explore_concretise(m, term);
    return true;
}

/* ---- Undefined values ---- */

static Term *new_undefined(void *self, u32 object, u32 width) {
    Explorer *e = self;
    return explore_undefined(e->m, width, object ? track_origin_of_object(e->m, object) : 0);
}

Term *explore_undefined(Machine *m, u32 width, u32 origin) {
    Explorer *e = m->explorer;
    char name[48];
    snprintf(name, sizeof name, "undefined#%u", e->path.unknowns++);
    Term *symbol = term_symbol_undefined(e->terms, name, width);
    if (origin) map_put(&e->origins_of_undefined, (u64)(uintptr_t)symbol->symbol, origin);
    return symbol;
}

/* ---- Blocks ---- */

static u32 class_of(void *self, u32 object) {
    Explorer *e = self;
    return classes_of_object(e->options.classes, e->m, object);
}

void explore_made_block(Machine *m, const Code *ip, u64 *r, u32 object) {
    Explorer *e = m->explorer;
    if (!m->segments || e->is_flat) return; /* flat memory takes everything in when it must */
    segments_add(&m->segments, &m->objects, object, classes_of_block(e->options.classes, m, ip, r, object), false);
    const Segment *segment = &m->segments->list.at[object_info(&m->objects, object)->segment];
    e->statistics.largest_segment = MAX(e->statistics.largest_segment, (u64)segment->size);
}

/* ---- The run ---- */

static void mark_terms(void *self, TermStore *store) {
    Explorer *e = self;
    e->mark++;
    path_mark(&e->path, store);
    state_mark_running(e->m, store, e->mark);
    if (e->origin) state_mark(e->origin, store, e->mark);
    if (e->initial) state_mark(e->initial, store, e->mark);
    if (e->initial) path_mark(&e->initial->path, store);
    for (u32 i = 0; i < e->states.count; i++) {
        path_mark(&e->states.at[i]->path, store);
        if (!e->states.at[i]->is_parked) state_mark(e->states.at[i], store, e->mark);
    }
}

/* What is remembered about terms is not kept alive by it. */
static void forget_terms(void *self, TermStore *store) { relevance_forget(&((Explorer *)self)->relevance); }

void explore_init(Explorer *e, Machine *m, const ExploreOptions *options) {
    memset(e, 0, sizeof *e);
    e->m = m;
    e->options = *options;
    e->terms = term_store_new();
    e->solver = solver_new(e->terms, &options->solver);
    e->memory = (Memory){.objects = &m->objects, .terms = e->terms, .self = e, .new_undefined = new_undefined};
    e->memory.class_of = class_of;
    e->is_flat = !strcmp(options->memory->name, "flat");
    e->random = options->seed;
    e->relevance.store = e->terms;
    m->explorer = e;
    m->rule = lift_rule;
    if (options->force_terms) {
        m->always_tracks = true;
        m->untracked = &m->tracking;
    }
    options->search->begin(e);
    if (options->memory->has_segments) m->segments = segments_new(e->is_flat ? UINT32_MAX : options->segment_threshold);
    term_holder_add(e->terms, (TermHolder){.self = e, .mark = mark_terms, .sweep = forget_terms});
}

void explore_free(Explorer *e) {
    e->options.search->finish(e);
    for (u32 i = 0; i < e->states.count; i++) state_free(e->states.at[i]);
    vec_free(&e->states);
    state_free(e->origin);
    state_free(e->initial);
    path_free(&e->path);
    vec_free(&e->pending);
    vec_free(&e->replay);
    vec_free(&e->step_choices);
    for (u32 i = 0; i < e->names.count; i++) free((char *)(uintptr_t)e->names.at[i]);
    vec_free(&e->names);
    string_map_free(&e->input_names);
    map_free(&e->origins_of_undefined);
    map_free(&e->places);
    vec_free(&e->place_list);
    vec_free(&e->block_totals);
    vec_free(&e->block_start);
    relevance_free(&e->relevance);
    segments_drop(e->m->segments);
    e->m->segments = NULL;
    e->m->explorer = NULL;
    solver_free(e->solver);
    term_store_free(e->terms);
}

static void end_path(Explorer *e) {
    Machine *m = e->m;
    count_blocks(e);
    if (e->is_disowned) {
        m->end = RUN_PAUSED;
        explore_add_parked(e, e->path.decisions.at, e->disowned_from, e->path.forks, true);
        e->is_disowned = false;
    }
    if (m->end == RUN_RETURNED) error_set(&m->stuck, "a path that forked in a constructor is not followed into main");
    if (error_is_set(&m->stuck) && m->end != RUN_PAUSED) m->end = RUN_STUCK;
    e->statistics.ended[m->end]++;
    if (m->end != RUN_PAUSED) {
        if (m->end == RUN_STUCK) explore_cut(e, CUT_STUCK);
        if (m->end != RUN_DROPPED) e->statistics.paths++;
        PathEnd end = {.end = m->end, .status = m->status};
        if (m->end == RUN_FAULT) end.fault = &m->fault;
        if (m->end == RUN_STUCK) end.stuck = error_is_set(&m->stuck) ? m->stuck.message.chars : "";
        e->path_ended(e->listener, &end);
        if (e->options.search->ended) e->options.search->ended(e);
    }
    fault_free(&m->fault);
    m->fault = (Fault){0};
    error_free(&m->stuck);
    m->stuck = (Error){0};
    path_free(&e->path);
    e->is_running = false;
}

/* Where the state waits. A parked one is run again from the start. */
static void load(Explorer *e, State *state) {
    const State *from = state->is_parked ? e->initial : state;
    state_load(e->m, from);
    vec_clear(&e->pending);
    vec_clear(&e->replay);
    e->pending_next = e->replay_next = 0;
    e->node = state->node;
    if (state->is_parked) {
        for (u32 i = 0; i < state->path.decisions.count; i++) vec_push(&e->replay, state->path.decisions.at[i]);
        e->path = path_copy(&e->initial->path);
        e->path.forks = state->path.forks;
        e->replay_was_counted = state->was_counted;
    } else {
        for (u32 i = 0; i < state->pending.count; i++) vec_push(&e->pending, state->pending.at[i]);
        e->path = state->path;
        state->path = (Path){0};
    }
    begin_counting(e);
}

void explore_remove(Explorer *e, State *state) {
    e->options.search->removed(e, state);
    e->states.at[state->index] = vec_last(&e->states);
    e->states.at[state->index]->index = state->index;
    e->states.count--;
}

/* Those that wait at the same place become one with the state, as far as they can. */
static State *merge_waiting(Explorer *e, State *state) {
    for (u32 i = e->states.count; state->waits_at_join && i-- > 0;) {
        State *other = e->states.at[i], *merged = state;
        if (other->ip != state->ip || other->r != state->r || !merge_states(e, &merged, other)) continue;
        explore_remove(e, other);
        state_free(other);
        state_free(state);
        state = merged;
        e->statistics.merged++;
    }
    return state;
}

static void resume(Explorer *e, State *state) {
    explore_remove(e, state);
    state = merge_waiting(e, state);
    load(e, state);
    const Code *ip = state->is_parked ? e->initial->ip : state->ip;
    u64 *r = state->is_parked ? e->initial->r : state->r;
    if (state->is_parked) {
        state_free(state);
        replace_origin(e, NULL);
    } else {
        replace_origin(e, state);
    }
    e->is_running = true;
    machine_continue(e->m, ip, r);
}

bool explore_is_complete(const Explorer *e) {
    for (u32 i = 0; i < CUT_KIND_COUNT; i++)
        if (e->statistics.cuts[i]) return false;
    return true;
}

static bool should_stop(Explorer *e) {
    if (e->stop) return true;
    if (e->options.max_seconds && now() - e->started >= (double)e->options.max_seconds) e->stop = 1;
    return e->stop;
}

/* The first state. States that were added before belong to a run that goes on: they are run in its place. */
static bool start(Explorer *e, int argc, char **argv, char **envp, Error *error) {
    u64 *r;
    bool goes_on = e->states.count != 0;
    if (!machine_start(e->m, argc, argv, envp, &r, error)) return false;
    if (r) {
        const Code *ip = frame_of(r)->compiled->code;
        e->initial = state_save(e->m, ip, r, &e->path, NULL);
        e->m->end = RUN_PAUSED;
        e->is_running = !goes_on;
        if (!goes_on) machine_continue(e->m, ip, r);
    }
    end_path(e);
    return true;
}

bool explore_run(Explorer *e, int argc, char **argv, char **envp, Error *error) {
    e->started = now();
    watch_begin(e);
    bool started = start(e, argc, argv, envp, error);
    while (started && e->states.count && !should_stop(e)) {
        watch_look(e);
        if (term_collect_is_due(e->terms)) term_collect(e->terms);
        resume(e, e->options.search->pick(e));
        end_path(e);
    }
    watch_end(e);
    for (u32 i = 0; i < e->states.count; i++) explore_cut(e, CUT_TIME);
    return started;
}
