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
    bool ok = run_test_inputs(run, &test) && run_write_test(run, &end, &test);
    state->path = e->now.path;
    e->now.path = (Path){0};
    ktest_free(&test);
    return ok;
}

static bool is_enough(const Run *run, const LeftState *next) {
    const RunOptions *options = &run->options;
    return (options->max_tests && run->tests >= options->max_tests) || (options->writes_only_new && next->turn);
}

void run_write_left(Run *run) {
    static const double least_seconds = 0.5, share = 0.02;
    if (!run->options.writes_tests || !run->options.writes_left) return;
    LeftStates left = {0};
    double start = clock_seconds(), seconds = MAX(least_seconds, (start - run->started) * share);
    collect(run, &left);
    run->e->stop = 0; /* the solver may be asked once more */
    for (u32 i = 0; i < left.count && !is_enough(run, &left.at[i]); i++)
        if (clock_seconds() - start > seconds || !write_test(run, left.at[i].state)) run->left_without_test++;
    run->e->stop = 1;
    vec_free(&left);
}
