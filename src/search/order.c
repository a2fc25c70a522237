/* Depth first and breadth first: the newest or the oldest of the waiting states. They stand in a list, the children of
 * the root, in the order in which they were added. */
#include "search/search.h"

/* Only asked while a state waits. */
static State *pick_newest(Explorer *e) {
    assert(search_data(e)->root.last);
    return search_data(e)->root.last->state;
}
static State *pick_oldest(Explorer *e) {
    assert(search_data(e)->root.first);
    return search_data(e)->root.first->state;
}

const Search search_depth_first = {.name = "dfs",
                                   .stays = true,
                                   .begin = search_begin,
                                   .added = search_list_add,
                                   .pick = pick_newest,
                                   .removed = search_list_remove,
                                   .finish = search_finish};

const Search search_breadth_first = {.name = "bfs",
                                     .takes_turns = true,
                                     .takes_oldest = true,
                                     .begin = search_begin,
                                     .added = search_list_add,
                                     .pick = pick_oldest,
                                     .removed = search_list_remove,
                                     .finish = search_finish};
