/* For --merge-joins: states wait where ways meet, until all that may come there have; then they are merged. A state
 * that is under way goes on; among those that wait, the one in the deepest call and, there, at the first place, for
 * others may come by where it stands only from before it. */
#include "search/search.h"

static bool is_before(const State *a, const State *b) {
    if (a->r != b->r) return a->r > b->r;
    return a->ip != b->ip ? a->ip < b->ip : a->number < b->number;
}

static State *pick(Explorer *e) {
    State *best = NULL;
    for (SearchNode *node = search_data(e)->root.last; node; node = node->previous) {
        State *state = node->state;
        if (!state->waits_at_join) return state;
        if (!best || is_before(state, best)) best = state;
    }
    return best;
}

const Search search_joins = {.name = "joins",
                             .stays = true,
                             .begin = search_begin,
                             .added = search_list_add,
                             .pick = pick,
                             .removed = search_list_remove,
                             .finish = search_finish};
