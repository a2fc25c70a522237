#include "engine/induct_inside.h"

#include "base/clock.h"
#include "engine/watch.h"
#include "program/live.h"
#include "semantics/lift.h"
#include "semantics/merge.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RESTARTS = 200, MOST_OPEN = 40, MOST_TRIAL_ROUNDS = 3000 };

/* ---- Failing ---- */

static LocationId location_of(const State *state) {
    return program_block_location(state->compiled->function, head_block(state));
}

void induct_fail(Induct *in, const LoopRun *run, const char *format, ...) {
    if (in->has_failed) return;
    in->has_failed = true;
    Text *reason = &in->answer->reason;
    va_list list;
    va_start(list, format);
    char *text = NULL;
    if (vasprintf(&text, format, list) >= 0) text_add(reason, text);
    free(text);
    va_end(list);
    if (!run) return;
    const Program *program = in->e->m->program;
    const Location *location = &program->locations.at[location_of(run->entry)];
    text_printf(reason, " (the loop at %s:%u)", program->files.at[location->file], location->line);
}

/* ---- What is known of functions ---- */

static const Flow *flow_for(Induct *in, const Function *function) {
    Flow *flow = map_get_ptr(&in->flows, function);
    if (flow) return flow;
    flow = flow_of(function);
    map_put_ptr(&in->flows, function, flow);
    return flow;
}

static const bool *counts_at(Induct *in, const Function *function, u32 block) {
    const Block *key = &function->blocks[block];
    bool *counts = map_get_ptr(&in->counts, key);
    if (counts) return counts;
    counts = ARENA_ARRAY(&in->arena, bool, function->register_count + 1);
    program_live_at_block(function, block, in->options.keeps_variables, counts);
    map_put_ptr(&in->counts, key, counts);
    return counts;
}

/* ---- Rounds ---- */

static Round *round_new(Induct *in, Round round) { return arena_copy(&in->arena, &round, sizeof round); }

static LoopRun *run_of(const Round *round) {
    while (round && !round->run) round = round->outer;
    return round ? round->run : NULL;
}

static bool has_left(const Round *round, const State *state) {
    if (state->r != round->r) return state->r < round->r;
    return !flow_loop_has(round->flow, round->loop, head_block(state));
}

/* A round that is there only to bring the next one about: its errors are other rounds' errors. */
static bool is_warming_up(const Induct *in, const Round *round) {
    return round->run && round->number + 1 < in->options.rounds;
}

static bool is_any_warming_up(const Induct *in, const Round *round) {
    for (; round; round = round->outer)
        if (is_warming_up(in, round)) return true;
    return false;
}

static bool hand_on_error(Induct *in, const Round *round, const char *error);

/* Something was not followed in this round. If the loop begins again, that is forgotten with all else. */
static void note_cuts(Induct *in, const Round *round, const u64 *before) {
    u64 *cuts = in->e->statistics.cuts;
    const char *what = NULL;
    for (u32 i = 0; i < CUT_KIND_COUNT; i++) {
        if (cuts[i] != before[i] && !what) what = cut_names[i];
        cuts[i] = before[i];
    }
    Trial *trial = NULL;
    for (const Round *r = round; r; r = r->outer) trial = r->trial ? r->trial : trial;
    if (what && trial) in->has_lost = trial->is_lost = true;
    else if (what) hand_on_error(in, round, what);
}

static void go_on(Induct *in, State *state) {
    const Round *round = state->path.round;
    u64 before[CUT_KIND_COUNT];
    memcpy(before, in->e->statistics.cuts, sizeof before);
    state->waits_at_join = false;
    explore_resume(in->e, state);
    explore_end_path(in->e);
    if (!in->e->stop) note_cuts(in, round, before);
}

static void go_on_in(Induct *in, State *state, Round round) {
    state->path.round = round_new(in, round);
    go_on(in, state);
}

/* ---- Runs ---- */

void loop_run_free(LoopRun *run) {
    state_free(run->entry);
    for (u32 i = 0; i < run->places.count; i++) place_free(&run->places.at[i]);
    for (u32 i = 0; i < run->exits.count; i++) state_free(run->exits.at[i]);
    vec_free(&run->places);
    vec_free(&run->marks);
    vec_free(&run->bounds);
    vec_free(&run->candidates);
    map_free(&run->known_candidates);
    map_free(&run->known_symbols);
    vec_free(&run->values);
    vec_free(&run->nodes);
    vec_free(&run->facts);
    vec_free(&run->exits);
    free(run->error);
    free(run);
}

static void load_entry(Induct *in, LoopRun *run) {
    state_load(in->e->m, run->entry);
    path_free(&in->e->now.path);
    in->e->now.path = path_copy(&run->entry->path);
}

/* A state that stands for all that come to the head with the node's values. */
static void start_node(Induct *in, LoopRun *run, u32 node) {
    Explorer *e = in->e;
    TermStore *store = e->terms;
    load_entry(in, run);
    places_set(in, run, node);
    run->nodes.at[node].is_waiting = false;
    Path *path = &e->now.path;
    path_set_model(path, NULL);
    vec_push(&path->constraints, term_eq(store, run->which, term_const(store, 32, run->starts++)));
    for (u32 i = 0; i < run->facts.count; i++) {
        if (run->nodes.at[node].holds >> i & 1) vec_push(&path->constraints, run->facts.at[i]);
        if (run->nodes.at[node].fails >> i & 1) vec_push(&path->constraints, term_not(store, run->facts.at[i]));
    }
    for (u32 i = 0; i < run->candidates.count; i++)
        if (run->candidates.at[i].is_assumed && !run->candidates.at[i].is_dropped)
            vec_push(&path->constraints, run->candidates.at[i].term);
    State *state = state_save(e->m, run->entry->ip, run->entry->r, path, run->entry);
    path_free(path);
    Round round = {.run = run,
                   .head = run->entry->ip,
                   .r = run->entry->r,
                   .flow = run->flow,
                   .loop = run->loop,
                   .outer = run->outer};
    state->path.round = round_new(in, round);
    explore_add_state(e, state);
}

static bool is_in_run(const Round *round, const LoopRun *run) {
    for (; round; round = round->outer)
        if (round->run == run) return true;
    return false;
}

static void drop_states_of(Induct *in, const LoopRun *run) {
    Explorer *e = in->e;
    for (u32 i = e->states.count; i-- > 0;) {
        State *state = e->states.at[i];
        if (!is_in_run(state->path.round, run)) continue;
        explore_remove(e, state);
        state_free(state);
    }
}

/* With the places and candidates that are known by now. */
static void begin_run(Induct *in, LoopRun *run) {
    TermVec values = {0};
    run->begins_again = false;
    free(run->error);
    run->error = NULL;
    drop_states_of(in, run);
    for (u32 i = 0; i < run->exits.count; i++) state_free(run->exits.at[i]);
    vec_clear(&run->exits);
    vec_clear(&run->values);
    vec_clear(&run->nodes);
    for (u32 i = 0; i < run->places.count; i++) {
        vec_clear(&run->places.at[i].seen);
        vec_clear(&run->places.at[i].kept);
    }
    load_entry(in, run);
    places_read(in, run, &values);
    candidates_check(in, run, &values, true);
    places_add_nodes(in, run, &values);
    vec_free(&values);
}

/* What was never written is some number or other, but the same one in all rounds: it is read before the loop. */
static void read_unset(Induct *in, LoopRun *run) {
    Machine *m = in->e->m;
    State *before = run->entry;
    const Compiled *compiled = before->compiled;
    const Function *function = compiled->function;
    bool any = false;
    for (u32 i = 0; i < function->variable_count; i++) {
        const Variable *variable = &function->variables[i];
        u32 flag = variable->kind == VARIABLE_SLOT ? compiled->set_flags[variable->reg] : 0;
        if (!flag || before->r[flag] || lift_term(m, before->r, flag)) continue;
        track_read_unset(m, before->r, variable, compiled->register_cells[variable->reg], flag);
        any = true;
    }
    if (!any) return;
    run->entry = state_save(m, before->ip, before->r, &in->e->now.path, before);
    run->entry->number = before->number;
    state_free(before);
}

static void open_run(Induct *in, State *state, Round *outer) {
    const Function *function = state->compiled->function;
    const Flow *flow = flow_for(in, function);
    LoopRun *run = xcalloc(1, sizeof *run);
    u32 block = head_block(state);
    *run = (LoopRun){.outer = outer, .entry = state, .flow = flow, .loop = flow->entered[block]};
    run->counts = counts_at(in, function, block);
    char name[32];
    snprintf(name, sizeof name, "node@%u", in->symbols++);
    run->which = term_symbol(in->e->terms, name, 32);
    vec_push(&in->open, run);
    if (flow->loops.at[run->loop].is_irreducible) induct_fail(in, run, "a loop has several entries");
    else if (in->open.count > MOST_OPEN) induct_fail(in, run, "loops are nested too deeply, or there is recursion");
    else {
        load_entry(in, run);
        read_unset(in, run);
        candidates_begin(in, run);
        begin_run(in, run);
    }
}

/* An error for which there is nothing to be done in a loop may be none for what is found out about the loop around it. */
static bool hand_on_error(Induct *in, const Round *round, const char *error) {
    LoopRun *run = run_of(round);
    if (!run) {
        induct_fail(in, NULL, "%s", error);
        return false;
    }
    if (!run->error) run->error = xstrdup(error);
    return true;
}

/* No state is left in it. */
static void conclude(Induct *in, LoopRun *run) {
    if (run->begins_again) {
        in->answer->restarts++;
        if (++run->restarts > MOST_RESTARTS) induct_fail(in, run, "no invariant was found");
        else begin_run(in, run);
        return;
    }
    for (u32 i = 0; i < run->nodes.count; i++)
        if (run->nodes.at[i].is_waiting) {
            start_node(in, run, i);
            return;
        }
    in->open.count--;
    if (run->error && !hand_on_error(in, run->outer, run->error)) return;
    candidates_print(in, run, location_of(run->entry));
    in->answer->loops++;
    for (u32 i = 0; i < run->exits.count; i++) explore_add_state(in->e, run->exits.at[i]);
    vec_clear(&run->exits);
    loop_run_free(run);
}

/* ---- States that wait ---- */

static State *copy_of(const State *state) {
    State *copy = state_copy(state);
    copy->path = path_copy(&state->path);
    return copy;
}

static Round round_at(Induct *in, const State *state) {
    const Flow *flow = flow_for(in, state->compiled->function);
    return (Round){.head = state->ip,
                   .r = state->r,
                   .flow = flow,
                   .loop = flow->entered[head_block(state)],
                   .outer = state->path.round};
}

/* The loop is run for all its rounds; before that the first ones as they are, if rounds count only with others before
 * them. */
static void abstract_loop(Induct *in, State *state) {
    if (in->options.rounds > 1) {
        State *first = copy_of(state);
        first->path.round = round_new(in, round_at(in, state));
        explore_add_state(in->e, first);
    }
    open_run(in, state, state->path.round);
}

/* ---- Trials ---- */

static void trial_free(Trial *trial) {
    state_free(trial->entry);
    free(trial);
}

static bool is_in_trial(const Round *round, const Trial *trial) {
    for (; round; round = round->outer)
        if (round->trial == trial) return true;
    return false;
}

static void enter(Induct *in, State *state) {
    Trial *trial = xcalloc(1, sizeof *trial);
    *trial = (Trial){.entry = copy_of(state), .forks = state->path.forks};
    vec_push(&in->trials, trial);
    Round round = round_at(in, state);
    round.trial = trial;
    go_on_in(in, state, round);
}

/* It is over: the state has left the loop, and gone where alone it could. */
static void end_trial(Induct *in, Trial *trial) {
    u32 kept = 0;
    for (u32 i = 0; i < in->trials.count; i++)
        if (in->trials.at[i] != trial) in->trials.at[kept++] = in->trials.at[i];
    in->trials.count = kept;
    trial_free(trial);
}

/* The outermost trial whose way is not certain any more. */
static u32 lost_trial(const Induct *in, const State *state) {
    for (u32 i = 0; i < in->trials.count; i++)
        if (is_in_trial(state->path.round, in->trials.at[i]) && state->path.forks > in->trials.at[i]->forks) return i;
    return UINT32_MAX;
}

/* Those inside of it are over; others, of states that came by other ways, are not. */
static void forget_trials_inside(Induct *in, const Trial *trial) {
    u32 kept = 0;
    for (u32 i = 0; i < in->trials.count; i++) {
        Trial *other = in->trials.at[i];
        if (other != trial && is_in_trial(other->entry->path.round, trial)) trial_free(other);
        else if (other != trial) in->trials.at[kept++] = other;
    }
    in->trials.count = kept;
}

/* It, and those inside of it, are forgotten, and the loop is run for all its rounds. */
static void abandon_trial(Induct *in, u32 index) {
    Explorer *e = in->e;
    Trial *trial = in->trials.at[index];
    for (u32 i = e->states.count; i-- > 0;) {
        State *state = e->states.at[i];
        if (!is_in_trial(state->path.round, trial)) continue;
        explore_remove(e, state);
        state_free(state);
    }
    while (in->open.count && is_in_trial(vec_last(&in->open)->outer, trial))
        loop_run_free(in->open.at[--in->open.count]);
    forget_trials_inside(in, trial);
    State *entry = trial->entry;
    free(trial);
    if (in->options.peeled) {
        Round round = round_at(in, entry);
        round.is_peeled = true;
        go_on_in(in, entry, round);
    } else {
        abstract_loop(in, entry);
    }
}

static void forget_trials_in(Induct *in, const LoopRun *run) {
    u32 kept = 0;
    for (u32 i = 0; i < in->trials.count; i++) {
        if (is_in_run(in->trials.at[i]->entry->path.round, run)) trial_free(in->trials.at[i]);
        else in->trials.at[kept++] = in->trials.at[i];
    }
    in->trials.count = kept;
}

/* ---- One has come round ---- */

static void arrive(Induct *in, State *state) {
    Round round = *state->path.round;
    LoopRun *run = round.run;
    if (round.trial && round.number >= MOST_TRIAL_ROUNDS) {
        u32 index = 0;
        while (in->trials.at[index] != round.trial) index++;
        state_free(state);
        abandon_trial(in, index);
        return;
    }
    if (round.is_peeled && round.number + 1 >= in->options.peeled) {
        state->path.round = round.outer;
        abstract_loop(in, state);
        return;
    }
    if (!run && !round.trial && !round.is_peeled && round.number + 2 >= in->options.rounds) {
        state_free(state); /* the loop is run for all further rounds from its entry */
        return;
    }
    if (run && round.number == 0) places_compare(in, run, state);
    round.number++;
    if (run && (run->begins_again || in->has_failed || round.number >= in->options.rounds)) state_free(state);
    else go_on_in(in, state, round);
}

/* Out of loops that it has left; false: it does not go on now. */
static bool leave(Induct *in, State *state) {
    Round *round = state->path.round;
    for (; round && has_left(round, state); round = round->outer) {
        if (round->trial) end_trial(in, round->trial);
        if (!round->run) continue;
        if (is_warming_up(in, round)) {
            state_free(state);
        } else {
            state->path.round = round->outer;
            vec_push(&round->run->exits, state);
        }
        return false;
    }
    state->path.round = round;
    return true;
}

static void handle(Induct *in, State *state) {
    u32 lost = lost_trial(in, state);
    if (lost != UINT32_MAX) {
        abandon_trial(in, lost);
        return;
    }
    explore_remove(in->e, state);
    if (!state->waits_at_join) {
        go_on(in, state);
        return;
    }
    state = explore_merge_waiting(in->e, state);
    if (!leave(in, state)) return;
    const Round *round = state->path.round;
    const Flow *flow = flow_for(in, state->compiled->function);
    if (round && round->head == state->ip && round->r == state->r) arrive(in, state);
    else if (flow->entered[head_block(state)] != FLOW_NONE) enter(in, state);
    else go_on(in, state);
}

/* The one that others may still come to last: those in the deepest call, and there the first in the order of joins. */
static bool is_before(Induct *in, const State *a, const State *b) {
    if (a->waits_at_join != b->waits_at_join) return !a->waits_at_join;
    if (!a->waits_at_join) return a->number > b->number;
    if (a->r != b->r) return a->r > b->r;
    if (a->compiled != b->compiled) return a->number < b->number;
    const Flow *flow = flow_for(in, a->compiled->function);
    u32 at_a = flow->position[head_block(a)], at_b = flow->position[head_block(b)];
    return at_a != at_b ? at_a < at_b : a->number < b->number;
}

static State *pick(Induct *in) {
    const Explorer *e = in->e;
    const LoopRun *run = in->open.count ? vec_last(&in->open) : NULL;
    State *best = NULL;
    for (u32 i = 0; i < e->states.count; i++) {
        State *state = e->states.at[i];
        if (run_of(state->path.round) == run && (!best || is_before(in, state, best))) best = state;
    }
    return best;
}

/* ---- Ends of paths ---- */

/* What the path compares may be what is missing: to the innermost loop first. */
static bool learn_from(Induct *in, const Path *path) {
    for (const Round *round = path->round; round; round = round->outer)
        if (round->run && candidates_from_path(in, round->run, path, NULL)) return true;
    return false;
}

static void on_path_ended(void *listener, const PathEnd *end) {
    Induct *in = listener;
    const Path *path = &in->e->now.path;
    Text why = {0};
    for (u32 i = 0; i < in->trials.count; i++)
        if (is_in_trial(path->round, in->trials.at[i]) && path->forks > in->trials.at[i]->forks) {
            in->has_lost = in->trials.at[i]->is_lost = true;
            return;
        }
    if (!is_any_warming_up(in, path->round) && in->options.matters(in->options.listener, in->e->m, end, &why))
        if (!learn_from(in, path)) hand_on_error(in, path->round, why.chars);
    text_free(&why);
}

static void poll(void *listener) {
    const Induct *in = listener;
    if (in->options.stop && *in->options.stop) in->e->stop = 1;
}

/* ---- All together ---- */

static void mark_place(const Place *place, TermStore *store) {
    if (place->symbol) term_mark(store, place->symbol);
    if (place->initial) term_mark(store, place->initial);
    for (u32 i = 0; i < place->kept.count; i++) term_mark(store, place->kept.at[i]);
}

void loop_run_mark(LoopRun *run, TermStore *store, u32 mark) {
    path_mark(&run->entry->path, store);
    state_mark(run->entry, store, mark);
    for (u32 k = 0; k < run->exits.count; k++) {
        path_mark(&run->exits.at[k]->path, store);
        state_mark(run->exits.at[k], store, mark);
    }
    if (run->which) term_mark(store, run->which);
    arrays_mark_terms(run, store);
    for (u32 k = 0; k < run->bounds.count; k++) term_mark(store, run->bounds.at[k]);
    for (u32 k = 0; k < run->facts.count; k++) term_mark(store, run->facts.at[k]);
    for (u32 k = 0; k < run->places.count; k++) mark_place(&run->places.at[k], store);
    for (u32 k = 0; k < run->known_symbols.count; k++)
        term_mark(store, (Term *)(uintptr_t)run->known_symbols.entries[k].key);
    for (u32 k = 0; k < run->candidates.count; k++) term_mark(store, run->candidates.at[k].term);
}

static void mark_terms(void *self, TermStore *store) {
    Induct *in = self;
    u32 mark = in->e->mark;
    for (u32 i = 0; i < in->trials.count; i++) {
        path_mark(&in->trials.at[i]->entry->path, store);
        state_mark(in->trials.at[i]->entry, store, mark);
    }
    for (u32 i = 0; i < in->open.count; i++) loop_run_mark(in->open.at[i], store, mark);
}

static bool give_up_trial(Induct *in) {
    in->has_lost = false;
    for (u32 i = 0; i < in->trials.count; i++)
        if (in->trials.at[i]->is_lost) {
            abandon_trial(in, i);
            return true;
        }
    return false;
}

/* The outermost loop that begins again: what is inside of it is forgotten. */
static void forget_what_begins_again(Induct *in) {
    for (u32 i = 0; i < in->open.count; i++) {
        if (!in->open.at[i]->begins_again) continue;
        drop_states_of(in, in->open.at[i]);
        forget_trials_in(in, in->open.at[i]);
        while (in->open.count > i + 1) loop_run_free(in->open.at[--in->open.count]);
    }
}

static void run_all(Induct *in) {
    Explorer *e = in->e;
    while (!in->has_failed && !explore_should_stop(e)) {
        watch_look(e);
        if (term_collect_is_due(e->terms)) term_collect(e->terms);
        if (in->has_lost && give_up_trial(in)) continue;
        forget_what_begins_again(in);
        LoopRun *innermost = in->open.count ? vec_last(&in->open) : NULL;
        State *state = pick(in);
        if (state) handle(in, state);
        else if (innermost) conclude(in, innermost);
        else return;
    }
}

static void add_cut_access(const Explorer *e, Text *out) {
    const Location *place = &e->m->program->locations.at[e->statistics.cut_access];
    if (place->line) text_printf(out, ", the first at %s:%u", e->m->program->files.at[place->file], place->line);
}

static void say_why(Induct *in) {
    const Explorer *e = in->e;
    Text *reason = &in->answer->reason;
    if (in->has_failed) return;
    for (u32 i = 0; i < CUT_KIND_COUNT; i++)
        if (e->statistics.cuts[i]) {
            text_printf(reason, "%s: %llu", cut_names[i], (unsigned long long)e->statistics.cuts[i]);
            if (i == CUT_OBJECT) add_cut_access(e, reason);
            return;
        }
    if (e->stop) text_add(reason, "out of time");
}

bool induct_run(Explorer *e, const InductOptions *options, int argc, char **argv, char **envp, InductAnswer *answer,
                Error *error) {
    assert(e->options.is_abstract && options->rounds);
    Induct in = {.e = e, .options = *options, .answer = answer, .names = "loop"};
    *answer = (InductAnswer){0};
    e->listener = &in;
    e->path_ended = on_path_ended;
    e->poll = poll;
    e->started = clock_seconds();
    term_holder_add(e->terms, (TermHolder){.self = &in, .mark = mark_terms});
    watch_begin(e);
    bool started = explore_start(e, argc, argv, envp, error);
    if (started) run_all(&in);
    watch_end(e);
    answer->is_proved = started && !in.has_failed && !e->stop && explore_is_complete(e);
    say_why(&in);
    for (u32 i = 0; i < in.open.count; i++) loop_run_free(in.open.at[i]);
    for (u32 i = 0; i < in.trials.count; i++) trial_free(in.trials.at[i]);
    vec_free(&in.trials);
    vec_free(&in.open);
    for (u32 i = 0; i < in.flows.count; i++) flow_free((Flow *)(uintptr_t)in.flows.entries[i].value);
    induct_free_ranges(&in);
    map_free(&in.flows);
    map_free(&in.counts);
    term_holder_remove(e->terms, &in);
    arena_free(&in.arena);
    return started;
}

void induct_answer_free(InductAnswer *answer) {
    text_free(&answer->reason);
    for (u32 i = 0; i < answer->invariants.count; i++) free(answer->invariants.at[i].text);
    vec_free(&answer->invariants);
}
