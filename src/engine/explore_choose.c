/* Choices: which way the running state goes, and the siblings that go the others. */
#include "engine/explore_inside.h"
#include "engine/watch.h"
#include "engine/widen.h"
#include "semantics/implied.h"
#include "semantics/merge.h"

/* A choice as the log has it. A guard that the path implies is no constraint of it, neither now nor when it is run again:
 * what states assume tells them apart where they are merged, and so is in the terms of all that comes later. */
static u32 log_entry(u32 choice, bool is_implied) { return choice << 1 | is_implied; }
static u32 choice_of(u32 entry) { return entry >> 1; }
static bool is_implied(u32 entry) { return entry & 1; }

/* What the operation at hand asks. */
typedef struct {
    const Code *ip;
    u64 *r;
    ChoiceKind kind;
    Term *const *guards;
} Choice;

/* ---- The trail ---- */

static u32 user_frames_below(const Frame *frame) {
    u32 count = 0;
    for (frame = frame->caller; frame && frame->caller; frame = frame->caller)
        count += !frame->compiled->function->is_library;
    return count;
}

static void note_choice(Explorer *e, Path *path, const Choice *choice, u32 way, bool is_forced) {
    if (!e->options.keeps_trail && (!e->options.keeps_forks || is_forced)) return;
    const Frame *frame = frame_of(choice->r);
    TrailStep *step = ARENA_NEW(&e->trail, TrailStep);
    *step = (TrailStep){.before = path->trail,
                        .ip = choice->ip,
                        .r = choice->r,
                        .return_to = frame->return_to,
                        .function = frame->compiled->function,
                        .location = machine_location(e->m, choice->ip, choice->r),
                        .depth = user_frames_below(frame),
                        .kind = (u16)choice->kind,
                        .is_forced = is_forced,
                        .way = way,
                        .guard = choice->guards[way]};
    path->trail = step;
    if (e->chosen) e->chosen(e->listener, step);
}

/* ---- Ways ---- */

typedef struct {
    u32 choice;
    Model *model;
} Way;

typedef VEC(Way) Ways;

/* Only where a seed goes; what is left out is counted. */
static void seeded_ways(Explorer *e, Term *const *guards, u32 count, Ways *ways) {
    for (u32 i = 0; i < count; i++) {
        if (term_is_false(guards[i])) continue;
        Model *model = seeds_model(&e->seeds, &e->now.path, guards[i]);
        if (model) vec_push(ways, (Way){i, model});
        else explore_cut(e, CUT_SEEDS);
    }
}

/* The first that the model goes; UINT32_MAX: it cannot say. */
static u32 way_of_model(Model *model, Term *const *guards, u32 count) {
    for (u32 i = 0; model && i < count; i++)
        if (!term_is_false(guards[i]) && model_satisfies(model, guards[i])) return i;
    return UINT32_MAX;
}

static bool has_way(const Ways *ways, u32 choice) {
    for (u32 i = 0; i < ways->count; i++)
        if (ways->at[i].choice == choice) return true;
    return false;
}

/* Asks for each way that is not among these. How many the solver could not decide. */
static u32 ask_for_each(Explorer *e, Term *const *guards, u32 count, Ways *ways) {
    u32 unknown = 0;
    for (u32 i = 0; i < count; i++) {
        if (term_is_false(guards[i]) || has_way(ways, i)) continue;
        Model *found = seeds_model(&e->seeds, &e->now.path, guards[i]);
        Answer answer = found ? ANSWER_YES : explore_ask(e, guards[i], &found);
        if (answer == ANSWER_YES) vec_push(ways, (Way){i, found});
        unknown += answer == ANSWER_UNKNOWN;
    }
    return unknown;
}

/* Asks for all ways that are left at once: can none of those that are known be gone? A yes has a model, which goes one
 * of the others. Most switches have been decided before, and then one no ends it. False: not all ways are known yet. */
static bool ask_for_any(Explorer *e, Term *const *guards, u32 count, Ways *ways) {
    enum { MOST_ANSWERS = 8 }; /* where so many can be gone it is cheaper to ask for each of those that are left */
    TermVec closed = {0};
    for (u32 i = 0; i < ways->count; i++) vec_push(&closed, term_not(e->terms, guards[ways->at[i].choice]));
    Answer answer = ANSWER_YES;
    u32 possible = 0;
    for (u32 i = 0; i < count; i++) possible += !term_is_false(guards[i]);
    while (answer == ANSWER_YES && ways->count < possible && closed.count <= MOST_ANSWERS) {
        Model *found = NULL;
        answer = explore_ask_all(e, closed.at, closed.count, &found);
        u32 way = answer == ANSWER_YES ? way_of_model(found, guards, count) : UINT32_MAX;
        if (way == UINT32_MAX || has_way(ways, way)) {
            if (found) model_release(found);
            break;
        }
        vec_push(ways, (Way){way, found});
        vec_push(&closed, term_not(e->terms, guards[way]));
    }
    vec_free(&closed);
    return answer == ANSWER_NO || ways->count == possible;
}

/* In the order of the choices, whatever order they were found in; the one the path's model goes stays the first. */
static void order_ways(Ways *ways) {
    for (u32 i = 2; i < ways->count; i++)
        for (u32 k = i; k > 1 && ways->at[k - 1].choice > ways->at[k].choice; k--) {
            Way later = ways->at[k - 1];
            ways->at[k - 1] = ways->at[k];
            ways->at[k] = later;
        }
}

/* The feasible ways, each with a model. The one the path's model goes comes first. How many the solver could not
 * decide. */
static u32 feasible_ways(Explorer *e, ChoiceKind kind, Term *const *guards, u32 count, Ways *ways) {
    if (e->options.only_seeds) {
        seeded_ways(e, guards, count, ways);
        return 0;
    }
    Model *model = explore_model(e);
    u32 known = way_of_model(model, guards, count), unknown = 0;
    if (known != UINT32_MAX) vec_push(ways, (Way){known, model_keep(model)});
    bool at_once = kind == CHOICE_SWITCH && count > 2 && ways->count && !e->seeds.count;
    if (!at_once || !ask_for_any(e, guards, count, ways)) unknown = ask_for_each(e, guards, count, ways);
    if (known != UINT32_MAX) order_ways(ways);
    if (e->stop) return 0; /* not answered for want of time: the state waits */
    for (u32 i = 0; i < unknown; i++) explore_cut(e, CUT_SOLVER);
    return unknown;
}

/* The model, if it satisfies the guard too. */
static Model *model_of_way(Explorer *e, Term *guard) {
    Model *model = e->now.path.model;
    return model && model_satisfies(model, guard) ? model_keep(model) : NULL;
}

/* All ways that are not known to be infeasible. Branches are followed without asking: where they meet again their states
 * become one. What is found by asking about other choices, errors above all, is not followed at all. */
static void possible_ways(Explorer *e, ChoiceKind kind, Term *const *guards, u32 count, Ways *ways) {
    bool asks = kind != CHOICE_BRANCH && kind != CHOICE_SWITCH;
    for (u32 i = 0; i < count; i++) {
        if (term_is_false(guards[i])) continue;
        Model *model = model_of_way(e, guards[i]);
        if (model || !asks || explore_may_be(e, guards[i])) vec_push(ways, (Way){i, model});
    }
}

void explore_add_state(Explorer *e, State *state) {
    state->number = e->statistics.states_made++;
    state->index = e->states.count;
    vec_push(&e->states, state);
    e->statistics.most_states = MAX(e->statistics.most_states, (u64)e->states.count);
    e->options.search->added(e, state);
}

void explore_add_parked(Explorer *e, PathLog log, u32 forks, bool was_counted) {
    State *state = xcalloc(1, sizeof *state);
    state->is_parked = true;
    state->was_counted = was_counted;
    state->path.forks = forks;
    state->path.log = log;
    explore_add_state(e, state);
}

/* Exchanges what choices have made of cells with what these were before. */
static void exchange(Explorer *e, ImpliedCell *cell) {
    u64 *number = &cell->cells[cell->index];
    Term **term = (Term **)undefined_of(e->m, cell->cells) + cell->index;
    ImpliedCell now = {cell->cells, cell->index, *number, *term};
    *number = cell->number;
    *term = cell->term;
    *cell = now;
}

static void put_cells_back(Explorer *e) {
    for (u32 i = e->now.step_implied.count; i-- > 0;) exchange(e, &e->now.step_implied.at[i]);
}

static void put_cells_forth(Explorer *e) {
    for (u32 i = 0; i < e->now.step_implied.count; i++) exchange(e, &e->now.step_implied.at[i]);
}

/* Questions before the first choice may have changed cells, too (settled.h). */
static void note_step_start(Explorer *e, u64 *r) {
    put_cells_back(e);
    check_step_chooses(e, r);
    put_cells_forth(e);
}

/* The state before the operation at hand, without its path. */
static State *save_step_start(Explorer *e, const Code *ip, u64 *r) {
    static const Path none;
    if (e->step_start) return state_copy(e->step_start);
    put_cells_back(e);
    check_step_unchanged(e, ip, r);
    State *saved = state_save(e->m, ip, r, &none, e->origin);
    put_cells_forth(e);
    return saved;
}

void explore_before_change(Machine *m, const Code *ip, u64 *r) {
    Explorer *e = explorer_of(m);
    log_begin(e);
    if (e->step_choices.count && !e->step_start) e->step_start = save_step_start(e, ip, r);
}

/* What the operation at hand has asked is asked again by a state that begins with it: the answers are among its choices. */
static void unsettle_step(const Explorer *e, Path *path) { path->settled.count = e->now.step_settled; }

State *explore_pause(Machine *m, const Code *ip, u64 *r, const u32 *pending, u32 count) {
    Explorer *e = explorer_of(m);
    m->end = RUN_PAUSED;
    if (e->is_disowned || e->remake.is_running) return NULL; /* end_path keeps what counts; it waits still */
    if (explore_replays(e)) {                                /* most of its choices are still to be made */
        explore_add_parked(e, path_log_copy(&e->replay), e->now.path.forks, e->replay_was_counted);
        return NULL;
    }
    State *state = pending ? save_step_start(e, ip, r) : state_save(m, ip, r, &(Path){0}, e->origin);
    state->path = path_copy(&e->now.path);
    if (pending) unsettle_step(e, &state->path);
    for (u32 i = 0; i < count; i++) vec_push(&state->pending, pending[i]);
    explore_add_state(e, state);
    return state;
}

/* Joins that a path came by the first time are none to wait at when it is run again. */
bool explore_waits_at_join(Machine *m, const Code *ip, u64 *r) {
    Explorer *e = explorer_of(m);
    if (!e) return false;
    e->now.path.log.joins++;
    if (explore_replays(e) || e->now.path.log.joins < e->replay.joins) return false;
    if (e->remake.is_running) {
        remake_at_join(m, ip, r);
        return true;
    }
    if (e->options.finds_repetition) {
        bool is_endless = repeat_is_seen(e, ip, r);
        if (is_endless)
            machine_fault_text(m, ip, r, FAULT_ENDLESS,
                               "the state is one that was there before: this goes on for ever");
        return is_endless;
    }
    if (e->widening) return widen_at_head(e->widening, ip, r);
    if (e->options.goes_on_at_join) {
        if (e->options.goes_on_at_join(e->listener, ip, r)) return false;
    } else if (!e->states.count && !e->options.is_abstract) {
        return false; /* nobody to wait for */
    }
    State *state = explore_pause(m, ip, r, NULL, 0);
    if (!state) return true;
    state->waits_at_join = true;
    state->join_key = merge_key(m, r, &state->path);
    if (e->options.stopped) e->options.stopped(e->listener, state, r);
    return true;
}

/* A path that is run again has been counted. */
bool explore_marks_call(Machine *m, const Code *ip, u64 *r, const CallSite *site, bool has_returned) {
    Explorer *e = explorer_of(m);
    if (!e || !e->widening || explore_replays(e) || e->remake.is_running) return false;
    if (has_returned) widen_after_call(e->widening, r, site);
    else widen_before_call(e->widening, ip, r, site);
    return false;
}

/* The sibling that goes another way from the operation at hand. */
static void add_sibling(Explorer *e, State *saved, const Way *way, const Choice *choice) {
    State *sibling = state_copy(saved);
    Term *guard = choice->guards[way->choice];
    sibling->path = path_copy(&e->now.path);
    unsettle_step(e, &sibling->path);
    note_choice(e, &sibling->path, choice, way->choice, false);
    sibling->path.forks++;
    sibling->path.interruptions = 0;
    if (!term_is_true(guard)) vec_push(&sibling->path.constraints, guard);
    seeds_keep(&e->seeds, &sibling->path, guard);
    path_set_model(&sibling->path, model_keep(way->model));
    path_log_add(&sibling->path.log, log_entry(way->choice, false));
    for (u32 i = 0; i < e->step_choices.count; i++) vec_push(&sibling->pending, e->step_choices.at[i]);
    vec_push(&sibling->pending, log_entry(way->choice, false));
    explore_add_state(e, sibling);
    if (e->widening) widen_forked(e->widening);
    watch_forked(e);
}

void explore_replace_origin(Explorer *e, State *state) {
    state_free(e->origin);
    e->origin = state;
}

static bool may_fork(Explorer *e, u32 ways) {
    u64 forks = 0;
    for (u32 i = 0; i < CHOICE_KIND_COUNT; i++) forks += e->statistics.forks[i];
    if (e->now.path.does_not_fork && e->now.path.probe) return false; /* a second look, which leaves nothing out */
    CutKind cut = e->now.path.does_not_fork ? CUT_FORKING : CUT_KIND_COUNT;
    if (e->options.max_forks && forks >= e->options.max_forks) cut = CUT_FORKS;
    if (e->options.max_depth && e->now.path.forks >= e->options.max_depth) cut = CUT_DEPTH;
    if (e->options.max_states && e->states.count + ways > e->options.max_states) cut = CUT_STATES;
    if (cut == CUT_KIND_COUNT) return true;
    explore_cut(e, cut);
    return false;
}

/* All ways but the first become states of their own; with a search that does not stay, the first one too. */
static int fork_ways(Explorer *e, const Choice *choice, const Ways *ways) {
    bool stays = e->options.search->stays;
    State *saved = save_step_start(e, choice->ip, choice->r);
    for (u32 i = ways->count; i-- > (stays ? 1u : 0u);) add_sibling(e, saved, &ways->at[i], choice);
    explore_replace_origin(e, saved);
    if (!stays) {
        e->m->end = RUN_PAUSED;
        return -1;
    }
    e->now.path.forks++;
    return 0;
}

/* Cells that the guard binds to numbers become numbers: not where states are merged, for there the others have terms. */
static void use_guard(Explorer *e, u64 *r, Term *guard) {
    if (!e->options.is_abstract && !e->options.asks_later) implied_by(e->m, r, guard);
}

static int follow_way(Explorer *e, const Choice *choice, const Way *way, bool adds) {
    Term *guard = choice->guards[way->choice];
    note_choice(e, &e->now.path, choice, way->choice, !adds);
    if (adds) explore_add_constraint(e, guard);
    if (adds) seeds_keep(&e->seeds, &e->now.path, guard);
    use_guard(e, choice->r, guard);
    path_set_model(&e->now.path, model_keep(way->model));
    log_write(e, log_entry(way->choice, !adds));
    e->step_settled = e->step_choices.count;
    return (int)way->choice;
}

static int choose_new(Machine *m, const Code *ip, u64 *r, ChoiceKind kind, Term *const *guards, u32 count) {
    Explorer *e = explorer_of(m);
    if (e->options.may_fork_here && !e->options.may_fork_here(e->listener, ip, r)) {
        State *state = explore_pause(m, ip, r, e->step_choices.at, e->step_choices.count);
        if (state && e->options.stopped) e->options.stopped(e->listener, state, r);
        return -1;
    }
    Choice choice = {ip, r, kind, guards};
    RunPhase before = account_phase(&e->account, PHASE_FORKING);
    Ways ways = {0};
    e->account.asking = kind;
    check_guards(e, ip, r, guards, count);
    u32 unknown = 0;
    if (e->options.asks_later) possible_ways(e, kind, guards, count, &ways);
    else unknown = feasible_ways(e, kind, guards, count, &ways);
    e->account.asking = CHOICE_NONE;
    ChoicePlace *place = account_place(&e->account, machine_location(m, ip, r), kind);
    place->choices++;
    int way = -1;
    if (e->stop) {
        explore_pause(m, ip, r, e->step_choices.at, e->step_choices.count);
    } else if (!ways.count) {
        strategy_drop(m); /* the solver gave up on all of them: counted */
    } else if (ways.count == 1) {
        way = follow_way(e, &choice, &ways.at[0], unknown > 0); /* if it is the only one it is implied */
    } else if (!may_fork(e, ways.count - 1)) {
        way = follow_way(e, &choice, &ways.at[0], true);
    } else {
        e->statistics.forks[kind] += ways.count - 1;
        place->forks += ways.count - 1;
        if (fork_ways(e, &choice, &ways) == 0) way = follow_way(e, &choice, &ways.at[0], true);
    }
    for (u32 i = 0; i < ways.count; i++) model_release(ways.at[i].model);
    vec_free(&ways);
    account_phase(&e->account, before);
    return way;
}

int explore_choose(Machine *m, const Code *ip, u64 *r, ChoiceKind kind, Term *const *guards, u32 count) {
    Explorer *e = explorer_of(m);
    for (u32 i = 0; i < count; i++)
        if (term_is_true(guards[i])) return (int)i;
    u32 entry = 0;
    LogSource source = log_read(e, &entry);
    u32 choice = choice_of(entry);
    note_step_start(e, r);
    if (source == LOG_NEW && !e->remake.is_running) return choose_new(m, ip, r, kind, guards, count);
    if (source == LOG_NEW || choice >= count) { /* not the program that the log was made from */
        if (source != LOG_NEW) explore_cut(e, CUT_STUCK);
        strategy_drop(m);
        return -1;
    }
    use_guard(e, r, guards[choice]);
    if (source == LOG_PENDING) return (int)choice;
    note_choice(e, &e->now.path, &(Choice){ip, r, kind, guards}, choice, is_implied(entry));
    if (!is_implied(entry)) explore_add_constraint(e, guards[choice]);
    seeds_keep(&e->seeds, &e->now.path, guards[choice]);
    path_set_model(&e->now.path, NULL);
    return (int)choice;
}
