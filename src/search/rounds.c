/* Iterative deepening on the rounds of loops, without running anything again: a path's level is how often it has forked
 * at the place where it forked most, and of the waiting states the newest of the lowest level goes on. So all paths that
 * take a loop at most n times come before those that take one n + 1 times, however long they are, and a loop without a
 * bound does not hide what stands behind it.
 *
 * Rounds that do not fork do not count: a loop that fills an array costs no level. */
#include "search/search.h"

#include "base/arena.h"

/* A fork on the way to a state. Kept until the end: states that wait have them in common. */
typedef struct RoundNode {
    struct RoundNode *parent;
    const Code *place;
    u32 rounds; /* forks at this place on the way here */
    u32 level;  /* the most at any place */
} RoundNode;

typedef struct {
    Arena arena;
    VEC(VEC(State *)) levels;
} Rounds;

static Rounds *rounds_of(const Explorer *e) { return e->search_data; }
static RoundNode *node_of(const struct SearchNode *node) { return (RoundNode *)(uintptr_t)node; }

static u32 rounds_at(const RoundNode *node, const Code *place) {
    while (node && node->place != place) node = node->parent;
    return node ? node->rounds + 1 : 1;
}

static void begin(Explorer *e) { e->search_data = xcalloc(1, sizeof(Rounds)); }

static void added(Explorer *e, State *state) {
    Rounds *rounds = rounds_of(e);
    RoundNode *node = ARENA_NEW(&rounds->arena, RoundNode);
    node->parent = node_of(e->node);
    node->place = state->ip;
    node->rounds = rounds_at(node->parent, node->place);
    node->level = MAX(node->rounds, node->parent ? node->parent->level : 0);
    while (rounds->levels.count <= node->level) {
        vec_reserve(&rounds->levels, rounds->levels.count + 1);
        memset(&rounds->levels.at[rounds->levels.count++], 0, sizeof *rounds->levels.at);
    }
    state->node = (struct SearchNode *)node;
    state->search_slot = rounds->levels.at[node->level].count;
    vec_push(&rounds->levels.at[node->level], state);
}

static State *pick(Explorer *e) {
    Rounds *rounds = rounds_of(e);
    u32 level = 0;
    while (!rounds->levels.at[level].count) level++;
    return vec_last(&rounds->levels.at[level]);
}

static void removed(Explorer *e, State *state) {
    Rounds *rounds = rounds_of(e);
    u32 level = node_of(state->node)->level;
    State *last = vec_pop(&rounds->levels.at[level]);
    if (last == state) return;
    rounds->levels.at[level].at[state->search_slot] = last;
    last->search_slot = state->search_slot;
}

static void finish(Explorer *e) {
    Rounds *rounds = rounds_of(e);
    if (!rounds) return;
    for (u32 i = 0; i < rounds->levels.count; i++) vec_free(&rounds->levels.at[i]);
    vec_free(&rounds->levels);
    arena_free(&rounds->arena);
    free(rounds);
    e->search_data = NULL;
}

const Search search_rounds = {.name = "rounds",
                              .takes_turns = true,
                              .begin = begin,
                              .added = added,
                              .pick = pick,
                              .removed = removed,
                              .finish = finish};
