/* Tests of the states that are left when a run stops at a limit: inputs that lead to where each of them is. There may be
 * half a million, and the limit is to hold: states at different places come first, and what takes too long is left out. */
#include "base/clock.h"
#include "report/run.h"

#include <stdlib.h>

typedef struct {
    State *state;
    u32 turn; /* so many before it stand at the same place */
} LeftState;

typedef VEC(LeftState) LeftStates;

static int by_turn(const void *a, const void *b) {
    const LeftState *x = a, *y = b;
    if (x->turn != y->turn) return x->turn < y->turn ? -1 : 1;
    return (x->state->number > y->state->number) - (x->state->number < y->state->number);
}

/* Those of which only decisions are kept would have to be run again. */
static void collect(Run *run, LeftStates *left) {
    Map places = {0};
    const Explorer *e = run->e;
    for (u32 i = 0; i < e->states.count; i++) {
        State *state = e->states.at[i];
        if (state->is_parked) {
            run->left_without_test++;
            continue;
        }
        bool inserted;
        u64 *seen = map_cell(&places, (u64)(uintptr_t)state->ip, &inserted);
        vec_push(left, (LeftState){state, (u32)*seen});
        ++*seen;
    }
    map_free(&places);
    if (left->count) qsort(left->at, left->count, sizeof *left->at, by_turn);
}

static bool write_test(Run *run, State *state) {
    Explorer *e = run->e;
    KTest test = {0};
    PathEnd end = {.end = RUN_PAUSED};
    e->now.path = state->path;
    u32 number = run_test_inputs(run, &test) ? run_write_test(run, &end, &test) : 0;
    if (number) page_add_path(run, &end, &test, number, 0);
    state->path = e->now.path;
    e->now.path = (Path){0};
    ktest_free(&test);
    return number != 0;
}

static bool is_enough(const Run *run, const LeftState *next) {
    const RunOptions *options = &run->options;
    return (options->max_tests && run->tests >= options->max_tests) || (options->writes_only_new && next->turn);
}

/* ---- Time ---- */

static bool writes_left(const Run *run) { return run->options.writes_tests && run->options.writes_left; }

/* A fiftieth of the run's time is for tests of what is left; of a short run somewhat more. */
static double seconds_for_tests(const Run *run) {
    static const double least = 0.5, share = 0.02, most_share = 0.1;
    double limit = (double)run->e->options.max_seconds;
    if (!limit) return MAX(least, (clock_seconds() - run->started) * share);
    return MIN(limit * most_share, MAX(least, limit * share));
}

double run_seconds_at_end(const Run *run) {
    static const double guess = 3e-6, sorting = 1e-6; /* a state */
    const Journal *journal = &run->journal;
    double states = run->e->states.count;
    double each = journal->frontier_states ? journal->frontier_seconds / journal->frontier_states : guess;
    double tests = writes_left(run) ? states * sorting + seconds_for_tests(run) : 0;
    return MIN(states * each + tests, (double)run->e->options.max_seconds / 2);
}

/* The limit holds, but for a few tests where the machine was slow. */
static double seconds_left(const Run *run, double now) {
    static const double least = 0.05;
    const Explorer *e = run->e;
    double seconds = seconds_for_tests(run);
    if (!e->options.max_seconds) return seconds;
    return MIN(seconds, MAX(least, e->started + (double)e->options.max_seconds - now));
}

void run_write_left(Run *run) {
    enum { ALWAYS = 10 }; /* so many are written however slow the machine is */
    static const double least_query = 0.01;
    if (!writes_left(run)) return;
    LeftStates left = {0};
    double start = clock_seconds();
    double seconds = seconds_left(run, start);
    collect(run, &left);
    run->e->stop = 0; /* the solver may be asked once more, within the time */
    double query_seconds = run->e->options.query_seconds;
    for (u32 i = 0; i < left.count && !is_enough(run, &left.at[i]); i++) {
        double rest = seconds - (clock_seconds() - start);
        run->e->options.query_seconds = MIN(query_seconds, MAX(rest, least_query));
        if ((i >= ALWAYS && rest <= 0) || !write_test(run, left.at[i].state)) run->left_without_test++;
    }
    run->e->options.query_seconds = query_seconds;
    run->e->stop = 1;
    vec_free(&left);
}
