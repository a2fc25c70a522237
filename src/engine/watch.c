#include "engine/watch.h"

#include "base/clock.h"
#include "base/resident.h"
#include "engine/explore_inside.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum {
    TICK_MICROSECONDS = 50000,
    SHORT_TICK_MICROSECONDS = 3000,
    HIGH_PERCENT = 80,
    LOW_PERCENT = 60,
    FULL_PERCENT = 95,
    GROWTH_PERCENT = 5,
    MOST_DOUBLINGS = 20 /* of a slice */
};
/* Of computing, and on the clock: a question may wait for another process. */
static const double FIRST_SLICE_CPU = 0.1, FIRST_SLICE = 0.5;

/* ---- The timer ---- */

static Explorer *watched; /* signal handlers have no context of their own */

/* The loops pay nothing: the signal puts another handler in the place of the one for the start of a block, where the
 * machine is between two operations and no choice is half made. */
static HANDLER_CALL void on_block(Machine *m, const Code *ip, u64 *r, const Dispatch *t);

static void stop_at_next_block(Machine *m) {
    static const CodeOp starts[] = {CODE_BLOCK, CODE_PULSE};
    for (u32 i = 0; i < COUNT_OF(starts); i++)
        m->fast.handlers[starts[i]] = m->tracking.handlers[starts[i]] = m->counting.handlers[starts[i]] = on_block;
}

static void on_tick(int signal_number) {
    Explorer *e = watched;
    if (explore_time_is_up(e)) e->stop = 1;
    e->tick = 1;
    stop_at_next_block(e->m);
}

void watch_begin(Explorer *e) {
    watched = e;
    struct sigaction action = {.sa_handler = on_tick, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &action, NULL);
    struct timeval step = {.tv_usec = e->options.force_slices ? SHORT_TICK_MICROSECONDS : TICK_MICROSECONDS};
    setitimer(ITIMER_REAL, &(struct itimerval){step, step}, NULL);
}

void watch_end(Explorer *e) {
    setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
    signal(SIGALRM, SIG_DFL);
}

/* ---- Memory ---- */

static bool is_above(const Explorer *e, u64 percent) {
    return e->options.max_memory && resident_bytes() > e->options.max_memory / 100 * percent;
}

static int by_number(const void *a, const void *b) {
    u64 x = (*(State *const *)a)->number, y = (*(State *const *)b)->number;
    return (x > y) - (x < y);
}

typedef VEC(State *) StateList;

/* It can be made again from its log. */
static bool may_be_parked(const State *state) { return !state->is_parked && path_is_of_log(&state->path); }

/* The waiting states, those that are picked last in front. */
static StateList states_by_turn(const Explorer *e, bool with_parked) {
    StateList list = {0};
    for (u32 i = 0; i < e->states.count; i++)
        if (with_parked || may_be_parked(e->states.at[i])) vec_push(&list, e->states.at[i]);
    if (list.count) qsort(list.at, list.count, sizeof *list.at, by_number);
    for (u32 i = 0; e->options.search->takes_oldest && i < list.count / 2; i++) {
        State *first = list.at[i];
        list.at[i] = list.at[list.count - 1 - i];
        list.at[list.count - 1 - i] = first;
    }
    return list;
}

static void park_states(Explorer *e) {
    enum { PARTS = 8 };
    if (e->options.is_abstract || e->options.asks_later) return;
    StateList list = states_by_turn(e, false);
    u32 next = 0;
    while (next < list.count && is_above(e, LOW_PERCENT)) {
        for (u32 end = MIN(list.count, next + list.count / PARTS + 1); next < end; next++) {
            state_park(list.at[next]);
            e->statistics.parked++;
        }
        resident_give_back();
    }
    vec_free(&list);
}

/* Not even the decisions fit: the half that is farthest from its turn is given up. */
static void drop_states(Explorer *e) {
    StateList list = states_by_turn(e, true);
    for (u32 i = 0; i < list.count / 2; i++) {
        explore_cut_state(e, CUT_MEMORY, list.at[i]);
        explore_remove(e, list.at[i]);
        state_free(list.at[i]);
    }
    vec_free(&list);
}

void watch_collect(Explorer *e) {
    RunPhase before = account_phase(&e->account, PHASE_MEMORY);
    term_collect(e->terms);
    account_phase(&e->account, before);
}

/* All terms are reachable from states here. When the last time freed little, there is more to free only after the
 * process has grown; but near the limit nothing is put off. */
static void keep_memory(Explorer *e) {
    u64 growth = e->options.max_memory / 100 * GROWTH_PERCENT;
    e->is_short_of_memory = is_above(e, HIGH_PERCENT);
    if (!e->is_short_of_memory) return;
    if (!is_above(e, FULL_PERCENT) && resident_bytes() < e->resident_after + growth) return;
    remake_forget(e);
    park_states(e);
    term_collect(e->terms);
    resident_give_back();
    while (e->states.count > 1 && !e->remake.is_running && is_above(e, FULL_PERCENT)) {
        drop_states(e);
        resident_give_back();
    }
    e->resident_after = resident_bytes();
}

/* ---- Looking ---- */

/* Twice as long after each interruption, so that a path of any length is over some time. */
static bool is_slice_over(const Explorer *e) {
    double factor = e->options.force_slices ? 0 : (double)(1u << MIN(e->now.path.interruptions, (u32)MOST_DOUBLINGS));
    return clock_seconds() - e->resumed >= factor * FIRST_SLICE ||
           clock_own_cpu_seconds() - e->resumed_cpu >= factor * FIRST_SLICE_CPU;
}

/* A state that does not fork must not keep the others waiting, if the search wants to choose among them. */
static bool is_over_time(const Explorer *e) {
    bool has_begun = !e->remake.is_running && !explore_replays(e); /* else it would have to begin anew */
    return has_begun && e->options.search->takes_turns && e->states.count && is_slice_over(e);
}

static HANDLER_CALL void on_block(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    Explorer *e = explorer_of(m);
    fast_fill_dispatch(&m->fast);
    fast_fill_counting(&m->counting);
    track_fill_dispatch(&m->tracking);
    track_entered(m, r, t);
    watch_look(e);
    if (is_above(e, 100)) { /* all else was given up */
        e->now.step_ip = ip;
        e->now.step_r = r;
        explore_cut(e, CUT_MEMORY);
        strategy_drop(m);
        return;
    }
    bool gives_way = is_over_time(e);
    if (gives_way) {
        e->now.path.interruptions++;
        e->long_seconds += clock_seconds() - e->resumed;
    }
    if (e->stop || gives_way) {
        explore_pause(m, ip, r, NULL, 0);
        return;
    }
    DISPATCH(ip);
}

void watch_park_all(Explorer *e) {
    for (u32 i = 0; i < e->states.count; i++) {
        if (!may_be_parked(e->states.at[i])) continue;
        state_park(e->states.at[i]);
        e->statistics.parked++;
    }
}

/* How much may be copied before memory is looked at again. */
static bool has_grown(const Explorer *e) {
    return e->options.max_memory && e->m->objects.grown - e->grown > e->options.max_memory / 100 * GROWTH_PERCENT;
}

void watch_forked(Explorer *e) {
    if (has_grown(e)) stop_at_next_block(e->m);
}

/* Between two ticks many states may be made: where memory is short, each is looked at. */
void watch_look(Explorer *e) {
    if (!e->tick && !e->is_short_of_memory && !has_grown(e)) return;
    e->grown = e->m->objects.grown;
    RunPhase before = account_phase(&e->account, PHASE_WRITING);
    if (e->tick && e->poll) e->poll(e->listener);
    e->tick = 0;
    account_phase(&e->account, PHASE_MEMORY);
    keep_memory(e);
    account_phase(&e->account, before);
}
