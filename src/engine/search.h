/* Search strategies: which state goes on. One file each; a new one is a Search (explore.h) and a line in search.c. */
#ifndef ENGINE_SEARCH_H
#define ENGINE_SEARCH_H

#include "engine/explore.h"

extern const Search search_depth_first, search_breadth_first, search_random;

u64 search_random_number(Explorer *e, u64 below);
/* For strategies that keep nothing of their own. */
void search_nothing(Explorer *e);
void search_nothing_added(Explorer *e, State *state);

#endif
