#include "engine/explore_inside.h"

#include "base/clock.h"

#include "semantics/implied.h"
#include "semantics/lift.h"
#include "semantics/merge.h"
#include "engine/watch.h"
#include "engine/widen.h"

#include <stdio.h>
#include <string.h>

/* What happens after the solver was stopped is not the path that counts. */
static void cut_at(Explorer *e, CutKind kind, LocationId place) {
    if (e->is_disowned) return;
    e->statistics.cuts[kind]++;
    account_cut(&e->account, place, kind);
}

/* Of the operation that is under way; 0: there is none. */
static LocationId place_at_hand(const Explorer *e) {
    return e->is_running && e->now.step_ip ? machine_location(e->m, e->now.step_ip, e->now.step_r) : 0;
}

void explore_cut(Explorer *e, CutKind kind) { cut_at(e, kind, place_at_hand(e)); }

void explore_cut_state(Explorer *e, CutKind kind, const State *state) {
    cut_at(e, kind, state->is_parked ? 0 : account_place_of_code(&e->account, e->m->program, state->ip));
}

void explore_count_query(Explorer *e, double seconds) {
    ChoicePlace *place = account_place(&e->account, place_at_hand(e), e->account.asking);
    place->queries++;
    place->seconds += seconds;
    e->statistics.queries++;
    e->statistics.solver_seconds += seconds;
}

/* ---- Counting blocks ---- */

/* What the running state has run since it was resumed is new. */
static void count_blocks(Explorer *e) {
    const Machine *m = e->m;
    while (e->block_totals.count < m->blocks.count) vec_push(&e->block_totals, 0);
    for (u32 i = 0; i < m->blocks.count; i++)
        e->block_totals.at[i] += m->block_counts[i] - (i < e->block_start.count ? e->block_start.at[i] : 0);
}

void explore_begin_counting(Explorer *e) {
    vec_clear(&e->block_start);
    vec_reserve(&e->block_start, e->m->blocks.count);
    e->block_start.count = e->m->blocks.count;
    if (e->m->blocks.count) memcpy(e->block_start.at, e->m->block_counts, e->m->blocks.count * sizeof(u32));
}

/* ---- Undefined values ---- */

static Term *new_undefined(void *self, u32 object, u32 width) {
    Explorer *e = self;
    return strategy_undefined(e->m, width, object ? track_origin_of_object(e->m, object) : 0);
}

static bool must_be(void *self, Term *condition) { return explore_must_be(((Explorer *)self)->m, condition); }

static void make_statics(void *self) { machine_make_statics(((Explorer *)self)->m); }
static void make_outside(void *self, u32 object) { machine_make_outside(((Explorer *)self)->m, object); }

/* Engines that prove never ask a path for it: the name has no meaning. */
static Term *new_array(void *self, u32 width) {
    Explorer *e = self;
    char name[32];
    assert(e->options.is_abstract);
    snprintf(name, sizeof name, "block@%u", e->now.arrays++);
    return term_symbol_array(e->terms, name, MEMORY_INDEX_BITS, width);
}

/* ---- Blocks ---- */

static u32 class_of(void *self, u32 object) {
    Explorer *e = self;
    return classes_of_object(e->options.classes, e->m, object);
}

static u32 group_of_access(void *self, u64 *size) {
    const Explorer *e = self;
    return classes_group_of_access(e->options.classes, e->now.access_ip, e->now.access_r, size);
}

static const u32 *groups_of_object(void *self, u32 object) {
    Explorer *e = self;
    return classes_groups_of_object(e->options.classes, e->m, e->now.access_r, object);
}

static void made_block(Machine *m, const Code *ip, u64 *r, u32 object) {
    Explorer *e = explorer_of(m);
    const MemoryModel *model = e->now.memory.model;
    if (e->made_block) e->made_block(e->listener, r, object);
    if (!model->wants_classes && !model->wants_groups) return;
    u32 class = classes_of_block(e->options.classes, m, ip, r, object);
    if (model->made) model->made(&e->now.memory, object, class);
}

static void resolved(Machine *m, const MemoryPlace *place) {
    Explorer *e = explorer_of(m);
    u32 objects = place->candidates.objects.count;
    if (e->options.classes) classes_saw(e->options.classes, m, place->members.at, place->members.count);
    if (objects < 2) return;
    e->statistics.resolutions++;
    e->statistics.resolved_objects += objects;
    e->statistics.most_objects = MAX(e->statistics.most_objects, objects);
}

static void touched(Machine *m, const Code *ip, u64 *r, u32 object) {
    Explorer *e = explorer_of(m);
    log_begin(e);
    const State *state = explore_pause(m, ip, r, e->step_choices.at, e->step_choices.count);
    if (state && e->touched) e->touched(e->listener, object);
}

/* ---- The strategy ---- */

static Term *evaluate(Machine *m, Term *term) { return explore_evaluate(explorer_of(m), term); }
static void cut(Machine *m, CutKind kind) {
    Explorer *e = explorer_of(m);
    explore_cut(e, kind);
    if (kind == CUT_OBJECT && !e->statistics.cut_access && e->now.access_ip)
        e->statistics.cut_access = machine_location(m, e->now.access_ip, e->now.access_r);
}
static bool values(Machine *m, Term *term, u32 most, TermVec *found) {
    return explore_find_values(explorer_of(m), term, most, found);
}

static void made_input(Machine *m, const PathInput *input) {
    Explorer *e = explorer_of(m);
    if (!e->now.path.seeds.count) return;
    seeds_made_input(&e->seeds, &e->now.path, input);
    path_set_model(&e->now.path, seeds_model(&e->seeds, &e->now.path, term_true(e->terms)));
}

static void checking(Machine *m, bool begins) {
    account_phase(&explorer_of(m)->account, begins ? PHASE_CHECKS : PHASE_INTERPRETATION);
}

/* A path that is run again has said it already. */
static void say(Machine *m, const Code *ip, u64 *r, const char *text, bool once) {
    Explorer *e = explorer_of(m);
    if (e->said && !explore_replays(e) && !e->remake.is_running)
        e->said(e->listener, machine_location(m, ip, r), text, once);
}

static const Strategy explore_strategy = {
    .choose = explore_choose,
    .may_assume = explore_may_assume,
    .must_be = explore_must_be,
    .some_value = explore_some_value,
    .concretise = explore_concretise,
    .values = values,
    .evaluate = evaluate,
    .cut = cut,
    .before_change = explore_before_change,
    .waits_at_join = explore_waits_at_join,
    .marks_call = explore_marks_call,
    .made_block = made_block,
    .touched = touched,
    .resolved = resolved,
    .made_input = made_input,
    .checking = checking,
    .say = say,
};

/* ---- The run ---- */

static void mark_terms(void *self, TermStore *store) {
    Explorer *e = self;
    e->mark++;
    path_mark(&e->now.path, store);
    state_mark_running(e->m, store, e->mark);
    if (e->origin) state_mark(e->origin, store, e->mark);
    if (e->step_start) state_mark(e->step_start, store, e->mark);
    if (e->initial) state_mark(e->initial, store, e->mark);
    if (e->initial) path_mark(&e->initial->path, store);
    if (e->held) path_mark(&e->held->path, store);
    if (e->held) state_mark(e->held, store, e->mark);
    remake_mark(e, store);
    seeds_mark(&e->seeds, store);
    outside_mark(&e->outside, store);
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
    account_begin(&e->account, PHASE_FORKING);
    assert(options->max_symbolic_size || options->is_abstract);
    e->terms = term_store_new();
    e->now = (Symbolic){.strategy = &explore_strategy,
                        .m = m,
                        .terms = e->terms,
                        .step = 1, /* none has begun */
                        .max_symbolic_size = options->max_symbolic_size,
                        .forgets_inputs = options->is_abstract,
                        .forgets_output = options->is_abstract || options->asks_later,
                        .merges_inputs = options->asks_later,
                        .fixed = options->fixed,
                        .stops_at_unknown_pointers = options->stops_at_unknown_pointers,
                        .binds_pointers = options->binds_pointers,
                        .assumes_nonnull = options->assumes_nonnull,
                        .considers_aliases = options->considers_aliases,
                        .input_made = options->input_made,
                        .input_listener = options->input_listener,
                        .force_terms = options->force_terms,
                        .allocation_fails = options->allocation_fails,
                        .checks_arguments = options->checks_arguments,
                        .forks_selects = options->forks_selects,
                        .summarises_texts = options->summarises_texts,
                        .passes_output = options->passes_output};
    e->solver = solver_new(e->terms, &options->solver);
    m->objects.forget_first = m->objects.placement ? 0 : options->forget_first;
    e->now.memory = (Memory){.objects = &m->objects, .terms = e->terms, .self = e, .new_undefined = new_undefined};
    e->now.memory.outside = &e->outside;
    e->now.memory.make_outside = make_outside;
    e->now.memory.make_statics = make_statics;
    e->now.memory.new_array = new_array;
    e->now.memory.class_of = class_of;
    e->now.memory.group_of_access = group_of_access;
    e->now.memory.groups_of_object = groups_of_object;
    e->now.memory.values = explore_find_values;
    e->now.memory.must_be = must_be;
    e->now.memory.preferred = explore_preferred;
    e->now.memory.has_masks = !m->options.allow_uninitialised;
    e->now.memory.segment_bytes = options->segment_threshold;
    e->now.memory.model = options->memory;
    /* Objects of several windows are sparse: in no segment, and not taken apart. */
    bool takes_large = !options->memory->has_segments && !options->is_abstract;
    if (!takes_large) m->objects.largest = WINDOW_MAX_SIZE;
    m->maker.sparse_from = options->sparse_from ? options->sparse_from : options->memory->sparse_from;
    if (!m->maker.sparse_from && m->objects.largest > WINDOW_MAX_SIZE) m->maker.sparse_from = WINDOW_MAX_SIZE + 1ull;
    if (options->memory->begin) e->now.memory.state = options->memory->begin(&e->now.memory);
    m->memory = &e->now.memory;
    m->goes_around = options->goes_around;
    e->random = options->seed;
    e->left_by = CUT_TIME;
    e->relevance.store = e->terms;
    m->symbolic = &e->now;
    m->hooks = &lift_hooks;
    m->rule = lift_hooks.rule;
    m->keeps_output = !options->passes_output;
    if (options->force_terms || options->memory->sees_all) {
        m->always_tracks = true;
        m->untracked = &m->tracking;
    }
    seeds_begin(&e->seeds, e->terms, options->seeds, options->seed_count);
    seeds_all(&e->seeds, &e->now.path);
    options->search->begin(e);
    term_holder_add(e->terms, (TermHolder){.self = e, .mark = mark_terms, .sweep = forget_terms});
}

void explore_free(Explorer *e) {
    e->options.search->finish(e);
    for (u32 i = 0; i < e->states.count; i++) state_free(e->states.at[i]);
    vec_free(&e->states);
    state_free(e->origin);
    state_free(e->initial);
    symbolic_free(&e->now);
    vec_free(&e->pending);
    path_log_free(&e->replay);
    remake_free(e);
    vec_free(&e->step_choices);
    state_free(e->step_start);
    account_free(&e->account);
    vec_free(&e->block_totals);
    vec_free(&e->block_start);
    repeat_free(e);
    seeds_free(&e->seeds);
    relevance_free(&e->relevance);
    outside_free(&e->outside);
    arena_free(&e->trail);
    e->m->memory = NULL;
    e->m->symbolic = NULL;
    e->m->hooks = NULL;
    solver_free(e->solver);
    term_store_free(e->terms);
}

/* Of a path that has gone on after the solver was stopped: it is run again up to there. */
static void keep_what_counts(Explorer *e) {
    e->m->end = RUN_PAUSED;
    e->is_disowned = false;
    if (!path_is_of_log(&e->now.path)) {
        explore_cut(e, e->left_by);
        return;
    }
    PathLog log = path_log_copy(explore_replays(e) ? &e->replay : &e->now.path.log);
    if (!explore_replays(e)) {
        log.decisions.count = e->disowned_from;
        log.joins = 0;
    }
    explore_add_parked(e, log, e->now.path.forks, true);
}

/* A path that was followed without asking has come to something that matters: is there an input for it? */
static void ask_at_end(Explorer *e) {
    Machine *m = e->m;
    if (m->end == RUN_EXITED || e->now.path.model) return;
    Answer answer = explore_ask(e, term_true(e->terms), &e->now.path.model);
    if (answer == ANSWER_YES || e->is_disowned) return;
    if (answer == ANSWER_UNKNOWN) explore_cut(e, CUT_SOLVER);
    error_free(&m->stuck);
    m->stuck = (Error){0};
    m->end = RUN_PAUSED; /* nothing is told of it */
}

void explore_end_path(Explorer *e) {
    Machine *m = e->m;
    e->now.step_ip = NULL;
    bool has_ended = !e->is_disowned && m->end != RUN_PAUSED;
    count_blocks(e);
    if (has_ended && e->options.asks_later) ask_at_end(e);
    else if (has_ended && m->end != RUN_DROPPED) explore_model(e); /* its inputs */
    if (e->is_disowned) keep_what_counts(e);
    if (m->end == RUN_RETURNED) error_set(&m->stuck, "a path that forked in a constructor is not followed into main");
    if (error_is_set(&m->stuck) && m->end != RUN_PAUSED) m->end = RUN_STUCK;
    e->statistics.ended[m->end]++;
    if (m->end != RUN_PAUSED) {
        if (m->end == RUN_STUCK) explore_cut(e, CUT_STUCK);
        if (m->end != RUN_DROPPED) e->statistics.paths++;
        PathEnd end = {.end = m->end, .status = m->status, .is_silent = m->is_silent};
        m->is_silent = false;
        if (m->end == RUN_FAULT) end.fault = &m->fault;
        if (m->end == RUN_STUCK) end.stuck = error_is_set(&m->stuck) ? m->stuck.message.chars : "";
        RunPhase before = account_phase(&e->account, PHASE_WRITING);
        e->path_ended(e->listener, &end);
        account_phase(&e->account, before);
        e->is_disowned = false; /* it is told already, whatever the solver did not say any more */
        if (e->options.search->ended) e->options.search->ended(e);
    }
    fault_free(&m->fault);
    m->fault = (Fault){0};
    error_free(&m->stuck);
    m->stuck = (Error){0};
    path_free(&e->now.path);
    e->is_running = false;
}

static void clear_log(Explorer *e) {
    vec_clear(&e->pending);
    path_log_free(&e->replay);
    e->pending_next = e->replay_next = 0;
}

const State *explore_load_log(Explorer *e, const PathLog *log) {
    const State *from = log->origin ? log->origin->state : e->initial;
    state_load(e->m, from);
    clear_log(e);
    e->replay = path_log_copy(log);
    e->now.path = path_copy(&from->path);
    path_log_begin_at(&e->now.path.log, merge_keep(log->origin));
    return from;
}

/* Where the state waits. A parked one is run again from where its log begins. */
static const State *load(Explorer *e, State *state) {
    const State *from = state;
    if (state->is_parked) {
        from = explore_load_log(e, &state->path.log);
        e->now.path.forks = state->path.forks;
        e->replay_was_counted = state->was_counted;
    } else {
        state_load(e->m, state);
        clear_log(e);
        for (u32 i = 0; i < state->pending.count; i++) vec_push(&e->pending, state->pending.at[i]);
        e->now.path = state->path;
        state->path = (Path){0};
    }
    /* Where a path that stands for many leads is not looked for among all objects. */
    e->now.stops_at_unknown_pointers = e->options.stops_at_unknown_pointers || e->now.path.widened;
    e->node = state->node;
    explore_begin_counting(e);
    return from;
}

void explore_remove(Explorer *e, State *state) {
    e->options.search->removed(e, state);
    e->states.at[state->index] = vec_last(&e->states);
    e->states.at[state->index]->index = state->index;
    e->states.count--;
}

/* It can be run, or merged. False: the run is to stop, or the state is gone. */
static bool prepare(Explorer *e, State *state) {
    if (remake_state(e, state)) return true;
    if (e->stop) return false;
    explore_cut(e, CUT_REMAKE);
    explore_remove(e, state);
    state_free(state);
    return false;
}

/* Those that wait at the same place become one with the state, as far as they can. */
State *explore_merge_waiting(Explorer *e, State *state) {
    for (u32 i = e->states.count; state->waits_at_join && i-- > 0;) {
        State *other = e->states.at[i], *merged = state;
        bool may_meet = other->waits_at_join && other->ip == state->ip && other->r == state->r &&
                        other->path.round == state->path.round && path_has_same_rounds(&other->path, &state->path);
        if (!may_meet || other->join_key != state->join_key) continue;
        e->held = state;
        bool can_merge = prepare(e, other) && merge_states(&e->now, &merged, other);
        e->held = NULL;
        if (e->stop) break;
        if (!can_merge) continue;
        if (e->options.asks_later) path_log_free(&merged->path.log); /* it is never run again */
        else path_log_begin_at(&merged->path.log, merge_new(&state->path.log, &other->path.log));
        explore_remove(e, other);
        state_free(other);
        state_free(state);
        state = merged;
        e->statistics.merged++;
    }
    return state;
}

static void go_on(Explorer *e, const Code *ip, u64 *r) {
    RunPhase before = account_phase(&e->account, PHASE_INTERPRETATION);
    machine_continue(e->m, ip, r);
    account_phase(&e->account, before);
}

void explore_resume(Explorer *e, State *state) {
    const State *from = load(e, state);
    const Code *ip = from->ip;
    u64 *r = from->r;
    if (state->is_parked) {
        state_free(state);
        explore_replace_origin(e, NULL);
    } else {
        explore_replace_origin(e, state);
    }
    e->is_running = true;
    e->resumed = clock_seconds();
    e->resumed_cpu = clock_own_cpu_seconds();
    go_on(e, ip, r);
}

bool explore_is_complete(const Explorer *e) {
    for (u32 i = 0; i < CUT_KIND_COUNT; i++)
        if (e->statistics.cuts[i]) return false;
    return true;
}

bool explore_time_is_up(const Explorer *e) {
    return e->options.max_seconds && clock_seconds() - e->started >= (double)e->options.max_seconds - e->reserve;
}

bool explore_should_stop(Explorer *e) {
    if (!e->stop && explore_time_is_up(e)) e->stop = 1;
    return e->stop;
}

/* The first state. States that were added before belong to a run that goes on: they are run in its place. */
bool explore_start(Explorer *e, int argc, char **argv, char **envp, Error *error) {
    u64 *r;
    bool goes_on = e->states.count != 0;
    if (!machine_start(e->m, argc, argv, envp, &r, error)) return false;
    if (r) {
        const Code *ip = frame_of(r)->compiled->code;
        e->initial = state_save(e->m, ip, r, &e->now.path, NULL);
        e->m->end = RUN_PAUSED;
        e->is_running = !goes_on;
        e->resumed = clock_seconds();
        e->resumed_cpu = clock_own_cpu_seconds();
        if (!goes_on) go_on(e, ip, r);
    }
    explore_end_path(e);
    return true;
}

/* The first state is not run, but kept. */
static bool start_without_running(Explorer *e, int argc, char **argv, char **envp, Error *error) {
    u64 *r;
    if (!machine_start(e->m, argc, argv, envp, &r, error)) return false;
    if (r) e->initial = state_save(e->m, frame_of(r)->compiled->code, r, &e->now.path, NULL);
    e->m->end = r ? RUN_PAUSED : e->m->end;
    explore_end_path(e);
    return true;
}

static void give_up_waiting(Explorer *e) {
    while (e->states.count) {
        State *state = e->states.at[e->states.count - 1];
        explore_cut_state(e, e->left_by, state);
        explore_remove(e, state);
        state_free(state);
    }
}

bool explore_run_tests(Explorer *e, int argc, char **argv, char **envp, MachineInputs *(*next)(void *listener),
                       Error *error) {
    static const FixedInputs none;
    e->started = clock_seconds();
    account_begin(&e->account, PHASE_FORKING);
    watch_begin(e);
    if (!e->now.fixed) e->now.fixed = &none;
    bool started = start_without_running(e, argc, argv, envp, error);
    for (MachineInputs *test; started && e->initial && (test = next(e->listener));) {
        e->m->inputs = test;
        give_up_waiting(e); /* of a test that was stopped */
        if (term_collect_is_due(e->terms)) watch_collect(e);
        State *state = state_copy(e->initial);
        state->path = path_copy(&e->initial->path);
        for (explore_add_state(e, state); e->states.count && !explore_should_stop(e);) {
            State *running = e->options.search->pick(e);
            explore_remove(e, running);
            explore_resume(e, running);
            explore_end_path(e);
        }
    }
    watch_end(e);
    account_phase(&e->account, PHASE_WRITING); /* what is left to do is the listener's */
    for (u32 i = 0; i < e->states.count; i++) explore_cut_state(e, e->left_by, e->states.at[i]);
    explore_cut(e, CUT_REPLAY);
    return started;
}

static bool has_states(Explorer *e) {
    if (e->widening) widen_begin_waiting(e->widening);
    return e->states.count != 0;
}

bool explore_run(Explorer *e, int argc, char **argv, char **envp, Error *error) {
    e->started = clock_seconds();
    account_begin(&e->account, PHASE_FORKING);
    watch_begin(e);
    bool started = explore_start(e, argc, argv, envp, error);
    while (started && has_states(e) && !explore_should_stop(e)) {
        watch_look(e);
        if (e->options.force_parking) watch_park_all(e);
        if (term_collect_is_due(e->terms)) watch_collect(e);
        State *state = explore_pick(e);
        if (e->stop) break; /* the seeds were all that is wanted */
        if (!prepare(e, state)) continue;
        explore_remove(e, state);
        explore_resume(e, explore_merge_waiting(e, state));
        explore_end_path(e);
    }
    watch_end(e);
    account_phase(&e->account, PHASE_WRITING); /* what is left to do is the listener's */
    for (u32 i = 0; i < e->states.count; i++) explore_cut_state(e, e->left_by, e->states.at[i]);
    return started;
}
