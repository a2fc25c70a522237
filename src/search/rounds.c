/* Iterative deepening on the rounds of loops, without running anything again: a path's level is how often it has forked
 * at the place where it forked most, and of the waiting states one of the lowest level goes on. So all paths that
 * take a loop at most n times come before those that take one n + 1 times, however long they are, and a loop without a
 * bound does not hide what stands behind it.
 *
 * Within a level those go first that wait where others have gone on from least often, of them the newest: in a function
 * that has more paths than can be followed, each of its places comes to its turn.
 *
 * Rounds that do not fork do not count: a loop that fills an array costs no level. Neither do calls of one function from
 * several places: a path that allocates ten times is not deeper than one that does so once. */
#include "search/search.h"

#include "base/arena.h"
#include "base/map.h"

/* A fork on the way to a state. Kept until the end: states that wait have them in common. */
typedef struct RoundNode {
    struct RoundNode *parent;
    u64 place;
    u32 rounds; /* forks at this place on the way here */
    u32 level;  /* the most at any place */
    u32 *turns; /* how often a state went on from here, the same way */
} RoundNode;

typedef struct {
    Arena arena;
    VEC(VEC(State *)) levels;
    Map turns; /* of a way on from a place: the address of the count */
} Rounds;

static Rounds *rounds_of(const Explorer *e) { return e->search_data; }
static RoundNode *node_of(const struct SearchNode *node) { return (RoundNode *)(uintptr_t)node; }

static u32 rounds_at(const RoundNode *node, u64 place) {
    while (node && node->place != place) node = node->parent;
    return node ? node->rounds + 1 : 1;
}

/* The operation and the calls that lead to it, those of a recursion once: another depth of it is a further round. The
 * state has just been saved: its frames still stand in the machine. */
static u64 place_of(const State *state) {
    enum { MOST_CALLS = 24 };
    const Code *calls[MOST_CALLS];
    u32 count = 0;
    u64 place = hash_mix((u64)(uintptr_t)state->ip);
    for (const Frame *frame = state->r ? frame_of(state->r) : NULL; frame && count < MOST_CALLS;
         frame = frame->caller) {
        bool is_known = false;
        for (u32 i = 0; i < count && !is_known; i++) is_known = calls[i] == frame->return_to;
        if (is_known) continue;
        calls[count++] = frame->return_to;
        place += hash_mix((u64)(uintptr_t)frame->return_to);
    }
    return place;
}

static u32 *turns_of(Rounds *rounds, const State *state, u64 place) {
    u64 way = hash_combine(place, state->pending.count ? vec_last(&state->pending) : UINT32_MAX), known;
    if (map_get(&rounds->turns, way, &known)) return (u32 *)(uintptr_t)known;
    u32 *turns = ARENA_NEW(&rounds->arena, u32);
    map_put(&rounds->turns, way, (u64)(uintptr_t)turns);
    return turns;
}

static void begin(Explorer *e) { e->search_data = xcalloc(1, sizeof(Rounds)); }

static void added(Explorer *e, State *state) {
    Rounds *rounds = rounds_of(e);
    RoundNode *node = ARENA_NEW(&rounds->arena, RoundNode);
    node->parent = node_of(e->node);
    node->place = place_of(state);
    node->rounds = rounds_at(node->parent, node->place);
    node->turns = turns_of(rounds, state, node->place);
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
    State *best = vec_last(&rounds->levels.at[level]);
    for (u32 i = rounds->levels.at[level].count; i-- > 0 && *node_of(best->node)->turns;) {
        State *state = rounds->levels.at[level].at[i];
        if (*node_of(state->node)->turns < *node_of(best->node)->turns) best = state;
    }
    ++*node_of(best->node)->turns;
    return best;
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
    map_free(&rounds->turns);
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
