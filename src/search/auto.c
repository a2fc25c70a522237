/* The default: depth first in places that are chosen anew many times a second, by random paths, by the way to new code and
 * by how seldom they were chosen, in turn.
 *
 * Depth first is the cheapest order (what siblings share is at hand, few states wait) and finishes paths, but is led
 * astray by the first loop. Choosing at every fork covers most a path, and costs most. Between the two: a turn begins
 * where one of these wants it and then goes depth first for a few milliseconds. */
#include "search/search.h"

#include "base/clock.h"

enum { MOST_TRIES = 8 };
enum { FIRST_PICKS = 256 }; /* a small program is followed depth first: its tests have the same numbers every time */
static const double FIRST_SECONDS = 0.5, LEAST_TURN = 0.002, SHARE = 0.001, LONG_SHARE = 0.2;

static void begin(Explorer *e) { search_coverage.begin(e); }
static void finish(Explorer *e) { search_coverage.finish(e); }

/* The running state stays: it goes on in a node of its own beside its sibling's, so that the tree is that of the forks. */
static void give_runner_a_node(Explorer *e) {
    SearchNode *node = xcalloc(1, sizeof *node), *parent = e->node;
    node->parent = parent;
    node->previous = parent->last;
    *(parent->last ? &parent->last->next : &parent->first) = node;
    parent->last = node;
    node->is_left = true;
    vec_push(&search_data(e)->left, node);
    e->node = node;
}

static void added(Explorer *e, State *state) {
    search_random_path.added(e, state);
    search_coverage.added(e, state);
    if (e->node && e->is_running) give_runner_a_node(e);
}

static void removed(Explorer *e, State *state) {
    search_random_path.removed(e, state);
    search_coverage.removed(e, state);
}

/* Depth first from where the last path was: every leaf is a waiting state. */
static State *pick_near(const SearchData *data) {
    const SearchNode *node = data->near;
    while (node->parent && !node->first && !node->state) node = node->parent;
    while (!node->state) node = node->last;
    return node->state;
}

static bool is_turn_over(const Explorer *e) {
    double now = clock_seconds();
    const SearchData *data = search_data(e);
    if (!data->turns && data->picks < FIRST_PICKS) return now - e->started >= FIRST_SECONDS;
    return now - data->turn_began >= MAX(LEAST_TURN, SHARE * (now - e->started));
}

static State *pick_by_turn(Explorer *e) {
    switch (search_data(e)->turns++ %
            4) { /* where many states are a little far from new code, the nearest is hardly ever chosen */
    case 1: return search_coverage.pick(e);
    case 2: return search_rarest(e);
    case 3: return search_nearest(e);
    default: return search_random_path.pick(e);
    }
}

/* Paths that go on and on without a fork (a program that waits for a file to grow) stand high in the tree and would be
 * picked again and again. */
static bool has_had_its_share(const Explorer *e, const State *state) {
    return state->path.interruptions && e->long_seconds > LONG_SHARE * (clock_seconds() - e->started);
}

static State *pick(Explorer *e) {
    SearchData *data = search_data(e);
    data->near = e->node ? e->node : &data->root;
    search_tidy(e);
    data->picks++;
    search_note_pick(e);
    State *state = is_turn_over(e) ? NULL : pick_near(data);
    if (state && !has_had_its_share(e, state)) return state;
    search_judge(e);
    data->turn_began = clock_seconds();
    state = pick_by_turn(e);
    for (u32 i = 0; i < MOST_TRIES && has_had_its_share(e, state); i++) state = pick_by_turn(e);
    return state;
}

const Search search_auto = {.name = "auto",
                            .stays = true,
                            .takes_turns = true,
                            .wants_counts = true,
                            .begin = begin,
                            .added = added,
                            .pick = pick,
                            .removed = removed,
                            .finish = finish};
