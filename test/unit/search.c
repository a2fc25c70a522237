/* Search strategies on states made by hand: each state is picked once, whatever forks, comes back or is dropped. */
#include "check.h"
#include "search/search.h"

#include <string.h>

static Machine machine;

typedef struct {
    Explorer e;
    u64 made;
} Run;

static void begin(Run *run, const char *name) {
    memset(run, 0, sizeof *run);
    run->e.m = &machine;
    run->e.options.search = search_named(name);
    run->e.options.search->begin(&run->e);
}

/* Parked, so that nobody asks for its frames. */
static State *add(Run *run) {
    State *state = xcalloc(1, sizeof *state);
    state->is_parked = true;
    state->number = run->made++;
    state->index = run->e.states.count;
    vec_push(&run->e.states, state);
    run->e.options.search->added(&run->e, state);
    return state;
}

static void take_out(Run *run, State *state) {
    run->e.options.search->removed(&run->e, state);
    run->e.states.at[state->index] = vec_last(&run->e.states);
    run->e.states.at[state->index]->index = state->index;
    run->e.states.count--;
}

/* Picks the state that runs now; its number. */
static u64 run_next(Run *run) {
    State *state = run->e.options.search->pick(&run->e);
    CHECK(state->index < run->e.states.count && run->e.states.at[state->index] == state);
    take_out(run, state);
    run->e.node = state->node;
    u64 number = state->number;
    free(state);
    return number;
}

static void end(Run *run) {
    run->e.options.search->finish(&run->e);
    for (u32 i = 0; i < run->e.states.count; i++) free(run->e.states.at[i]);
    vec_free(&run->e.states);
}

static void orders(void) {
    Run run;
    begin(&run, "bfs");
    for (u32 i = 0; i < 3; i++) add(&run);
    CHECK(run_next(&run) == 0);
    add(&run);
    CHECK(run_next(&run) == 1 && run_next(&run) == 2 && run_next(&run) == 3);
    end(&run);
    begin(&run, "dfs");
    for (u32 i = 0; i < 3; i++) add(&run);
    CHECK(run_next(&run) == 2);
    add(&run);
    CHECK(run_next(&run) == 3);
    State *dropped = run.e.states.at[run.e.states.at[0]->number == 0 ? 1 : 0]; /* number 1 */
    take_out(&run, dropped);
    free(dropped);
    CHECK(run_next(&run) == 0);
    end(&run);
}

/* A random run: the running state forks, comes back after its time, ends; waiting states are dropped. */
static void all_are_picked(const char *name) {
    Run run;
    begin(&run, name);
    u64 picked = 0, dropped = 0;
    for (u32 i = 0; i < 10; i++) add(&run);
    while (run.e.states.count) {
        run_next(&run);
        picked++;
        u64 dice = search_random_number(&run.e, 10), born = run.made < 20000 ? (dice < 6) + (dice < 5) + (dice < 2) : 0;
        for (u64 i = 0; i < born; i++) add(&run);
        if (dice != 9 || run.e.states.count < 3) continue;
        State *victim = run.e.states.at[search_random_number(&run.e, run.e.states.count)];
        take_out(&run, victim);
        free(victim);
        dropped++;
    }
    CHECK(picked + dropped == run.made && run.made >= 20000);
    end(&run);
}

/* One state forked off at the start, a thousand in a loop behind it: half of the walks end at the first. */
static void paths_are_fair(void) {
    Run run;
    begin(&run, "random");
    State *first = add(&run);
    add(&run);
    for (u32 i = 0; i < 1000; i++) {
        State *other = run.e.states.at[run.e.states.count - 1];
        take_out(&run, other);
        run.e.node = other->node;
        free(other);
        add(&run);
        add(&run);
    }
    u32 hits = 0;
    for (u32 i = 0; i < 1000; i++) hits += run.e.options.search->pick(&run.e) == first;
    CHECK(hits > 400 && hits < 600);
    end(&run);
}

/* A state that is interrupted again and again does not sink into the tree. */
static void interrupted_states_stay(void) {
    Run run;
    begin(&run, "random");
    State *state = add(&run);
    add(&run);
    for (u32 i = 0; i < 100; i++) {
        take_out(&run, state);
        run.e.node = state->node;
        free(state);
        state = add(&run);
        run.e.options.search->pick(&run.e);
    }
    CHECK(state->node->parent == &search_data(&run.e)->root);
    end(&run);
}

int main(void) {
    orders();
    for (u32 i = 0; searches[i]; i++) all_are_picked(searches[i]->name);
    paths_are_fair();
    interrupted_states_stay();
    return finish();
}
