/* Depth first and breadth first: the newest or the oldest of the waiting states. They stand in a list, the children of
 * the root, in the order in which they were added. */
#include "engine/search.h"

static void added(Explorer *e, State *state) { search_node_add(&search_data(e)->root, state); }

static void removed(Explorer *e, State *state) {
    search_node_free(state->node);
    state->node = NULL;
}

static State *pick_newest(Explorer *e) { return search_data(e)->root.last->state; }
static State *pick_oldest(Explorer *e) { return search_data(e)->root.first->state; }

const Search search_depth_first = {.name = "dfs",
                                   .stays = true,
                                   .begin = search_begin,
                                   .added = added,
                                   .pick = pick_newest,
                                   .removed = removed,
                                   .finish = search_finish};

const Search search_breadth_first = {.name = "bfs",
                                     .takes_oldest = true,
                                     .begin = search_begin,
                                     .added = added,
                                     .pick = pick_oldest,
                                     .removed = removed,
                                     .finish = search_finish};
