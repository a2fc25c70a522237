#include "engine/bounded_inside.h"

#include "base/clock.h"
#include "engine/watch.h"

#include <string.h>

enum { NO_LOOP = UINT32_MAX };

/* ---- Loops and recursion ---- */

static LocationId location_of_block(const Function *function, u32 block) {
    const Block *b = &function->blocks[block];
    for (u32 i = b->first; i < b->first + b->count; i++)
        if (function->insns[i].location) return function->insns[i].location;
    return function->location;
}

/* `key` stands for the loop (its head) or for the function. */
static u32 loop_of(Bounded *b, const void *key, const Function *function, LocationId location, bool is_recursion) {
    bool inserted;
    u64 *index = map_cell(&b->loops, (u64)(uintptr_t)key, &inserted);
    if (inserted) {
        *index = b->answer->loops.count;
        BoundedLoop loop = {
            .location = location, .function = function, .is_recursion = is_recursion, .bound = b->options.first_bound};
        vec_push(&b->answer->loops, loop);
    }
    return (u32)*index;
}

static u32 loop_of_round(Bounded *b, const LoopRound *round) {
    const Function *function = frame_of((u64 *)(uintptr_t)round->r)->compiled->function;
    u32 header = bounded_flow(b, function)->loops.at[round->loop].header;
    return loop_of(b, &function->blocks[header], function, location_of_block(function, header), false);
}

/* What has been done since it was last looked was done in the innermost loop of then. */
static void account(Bounded *b, u32 innermost) {
    u64 terms = term_store_count(b->e->terms);
    double seconds = b->e->statistics.solver_seconds;
    if (b->innermost != NO_LOOP) {
        b->answer->loops.at[b->innermost].terms += terms - MIN(terms, b->last_terms); /* some may have been collected */
        b->answer->loops.at[b->innermost].seconds += seconds - b->last_seconds;
    }
    b->last_terms = terms;
    b->last_seconds = seconds;
    b->innermost = innermost;
}

/* ---- Where the running state stops ---- */

static bool goes_on_at_join(void *listener, const Code *ip, u64 *r) {
    Bounded *b = listener;
    Path *path = &b->e->now.path;
    bool counts = order_count_round(b, r, (u32)(ip - 1)->imm);
    account(b, path->loops.count ? loop_of_round(b, &vec_last(&path->loops)) : NO_LOOP);
    b->beyond = NO_LOOP;
    if (!counts) return !b->e->states.count;
    BoundedLoop *loop = &b->answer->loops.at[b->innermost];
    loop->rounds++;
    if (vec_last(&path->loops).counted > loop->bound) b->beyond = b->innermost;
    return false;
}

static u32 depth_of_calls(u64 *r) {
    const Compiled *compiled = frame_of(r)->compiled;
    u32 depth = 0;
    for (const Frame *frame = frame_of(r); frame; frame = frame->caller) depth += frame->compiled == compiled;
    return depth;
}

static bool may_fork_here(void *listener, const Code *ip, u64 *r) {
    Bounded *b = listener;
    u32 depth = depth_of_calls(r);
    b->beyond = NO_LOOP;
    if (depth <= b->options.first_bound) return true;
    const Function *function = frame_of(r)->compiled->function;
    u32 loop = loop_of(b, function, function, function->location, true);
    b->answer->loops.at[loop].rounds++;
    if (depth <= b->answer->loops.at[loop].bound) return true;
    b->beyond = loop;
    return false;
}

static void stopped(void *listener, State *state, u64 *r) {
    Bounded *b = listener;
    if (b->beyond != NO_LOOP) {
        explore_remove(b->e, state);
        vec_push(&b->aside, (PutAside){state, b->beyond});
        b->answer->loops.at[b->beyond].put_aside++;
        b->beyond = NO_LOOP;
    }
    if (state->waits_at_join) order_of_running(b, r, (u32)(state->ip - 1)->imm, state);
}

void bounded_prepare(ExploreOptions *options) {
    options->asks_later = options->merge_joins = true;
    options->goes_on_at_join = goes_on_at_join;
    options->may_fork_here = may_fork_here;
    options->stopped = stopped;
}

/* ---- Questions about whole states ---- */

/* Is there an input that leads to the state? With YES its path has a model. */
static Answer ask_about(Bounded *b, State *state, double seconds) {
    Explorer *e = b->e;
    if (state->path.model) return ANSWER_YES;
    double limit = e->options.query_seconds;
    e->options.query_seconds = MIN(limit, seconds);
    Path running = e->now.path;
    e->now.path = state->path;
    Answer answer = explore_ask(e, term_true(e->terms), &e->now.path.model);
    state->path = e->now.path;
    e->now.path = running;
    e->options.query_seconds = limit;
    e->is_disowned = false; /* no path was running */
    return answer;
}

/* At the head of a loop: true, no input leads here any more. As long as asking takes a small part of the time. */
static bool has_ended(Bounded *b, State *state) {
    enum { SECONDS = 1 };
    const Path *path = &state->path;
    if (!path->loops.count || !vec_last(&path->loops).counted || path->model) return false;
    double start = clock_seconds();
    if (b->asked_seconds > 0.5 + 0.3 * (start - b->e->started)) return false;
    Answer answer = ask_about(b, state, SECONDS);
    b->asked_seconds += clock_seconds() - start;
    return answer == ANSWER_NO;
}

/* ---- Running ---- */

static State *pick(const Explorer *e) {
    State *best = NULL;
    for (u32 i = 0; i < e->states.count; i++) {
        State *state = e->states.at[i];
        if (!best || (!state->waits_at_join && best->waits_at_join)) best = state;
        else if (state->waits_at_join != best->waits_at_join) continue;
        else if (state->waits_at_join ? order_is_before(state, best) : state->number > best->number) best = state;
    }
    return best;
}

static void go_on(Bounded *b, State *state) {
    Explorer *e = b->e;
    explore_remove(e, state);
    VEC(u32) order = {0};
    vec_copy(&order, &state->order);
    state = explore_merge_waiting(e, state);
    vec_free(&state->order);
    vec_copy(&state->order, &order);
    vec_free(&order);
    if (state->waits_at_join && has_ended(b, state)) {
        state_free(state);
        return;
    }
    state->waits_at_join = false;
    explore_resume(e, state);
    explore_end_path(e);
}

/* Unwinding assertions: what holds is done with, where one does not the bound is doubled. */
static void settle(Bounded *b) {
    Explorer *e = b->e;
    u32 count = b->aside.count;
    VEC(PutAside) aside = {0};
    vec_copy(&aside, &b->aside);
    bool *is_raised = xcalloc(b->answer->loops.count + 1, sizeof(bool));
    for (u32 i = 0; i < count && !explore_should_stop(e); i++) {
        State *state = aside.at[i].state;
        BoundedLoop *loop = &b->answer->loops.at[aside.at[i].loop];
        b->aside.at[i].state = NULL;
        if (ask_about(b, state, e->options.query_seconds) == ANSWER_NO) {
            state_free(state);
            continue;
        }
        if (!is_raised[aside.at[i].loop]) loop->bound *= 2;
        is_raised[aside.at[i].loop] = true;
        loop->is_limited = b->options.last_bound && loop->bound > b->options.last_bound;
        if (loop->is_limited) {
            explore_cut(e, CUT_DEPTH);
            state_free(state);
        } else {
            explore_add_state(e, state);
        }
    }
    u32 kept = 0;
    for (u32 i = 0; i < b->aside.count; i++)
        if (b->aside.at[i].state) b->aside.at[kept++] = b->aside.at[i];
    b->aside.count = kept;
    vec_free(&aside);
    free(is_raised);
}

static void run_all(Bounded *b) {
    Explorer *e = b->e;
    while (!explore_should_stop(e)) {
        watch_look(e);
        if (term_collect_is_due(e->terms)) term_collect(e->terms);
        if (e->states.count) go_on(b, pick(e));
        else if (b->aside.count) settle(b);
        else return;
    }
}

/* ---- All together ---- */

static void on_path_ended(void *listener, const PathEnd *end) {
    Bounded *b = listener;
    b->answer->conditions += end->end != RUN_EXITED;
    b->options.path_ended(b->options.listener, end);
}

static void poll(void *listener) {
    const Bounded *b = listener;
    b->options.poll(b->options.listener);
}

static void mark_terms(void *self, TermStore *store) {
    Bounded *b = self;
    for (u32 i = 0; i < b->aside.count; i++) {
        if (!b->aside.at[i].state) continue;
        path_mark(&b->aside.at[i].state->path, store);
        state_mark(b->aside.at[i].state, store, b->e->mark);
    }
}

static void bounded_free(Bounded *b) {
    for (u32 i = 0; i < b->aside.count; i++) state_free(b->aside.at[i].state);
    vec_free(&b->aside);
    for (u32 i = 0; i < b->flows.count; i++) flow_free((Flow *)(uintptr_t)b->flows.entries[i].value);
    map_free(&b->flows);
    map_free(&b->loops);
}

bool bounded_run(Explorer *e, const BoundedOptions *options, int argc, char **argv, char **envp, BoundedAnswer *answer,
                 Error *error) {
    assert(e->options.asks_later && e->options.merge_joins && options->first_bound);
    Bounded b = {.e = e, .options = *options, .answer = answer, .beyond = NO_LOOP, .innermost = NO_LOOP};
    *answer = (BoundedAnswer){0};
    e->listener = &b;
    e->path_ended = on_path_ended;
    e->poll = poll;
    e->m->objects.numbers_once = true;
    e->started = clock_seconds();
    term_holder_add(e->terms, (TermHolder){.self = &b, .mark = mark_terms});
    watch_begin(e);
    bool started = explore_start(e, argc, argv, envp, error);
    if (started) run_all(&b);
    watch_end(e);
    account(&b, NO_LOOP);
    for (u32 i = 0; i < e->states.count + b.aside.count; i++) explore_cut(e, CUT_TIME);
    term_holder_remove(e->terms, &b);
    bounded_free(&b);
    return started;
}
