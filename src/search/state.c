/* Any of the waiting states, all equally likely. */
#include "search/search.h"

static void nothing(Explorer *e, State *state) {}
static State *pick(Explorer *e) { return e->states.at[search_random_number(e, e->states.count)]; }

const Search search_random_state = {.name = "random-state",
                                    .takes_turns = true,
                                    .begin = search_begin,
                                    .added = nothing,
                                    .pick = pick,
                                    .removed = nothing,
                                    .finish = search_finish};
