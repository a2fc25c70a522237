/* Search strategies: which state goes on. One file each; a new one is a Search (explore.h) and a line in search.c. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "engine/explore.h"

extern const Search search_depth_first, search_breadth_first, search_random_path, search_random_state, search_coverage,
    search_interleaved, search_joins, search_rounds, search_auto;

/* A waiting state, or a fork below which states wait. Its children stand in the order in which they were added. */
typedef struct SearchNode SearchNode;
struct SearchNode {
    State *state; /* NULL: a fork, or the state runs or is gone */
    SearchNode *parent, *previous, *next;
    SearchNode *first, *last; /* children */
    bool is_left;             /* its state has left, see search_path.c */
};

/* What the strategies keep (Explorer.search_data). Each uses its own part, so that they can be combined. */
typedef struct {
    SearchNode root;
    VEC(SearchNode *) left; /* nodes whose state has left since the last pick */
    SearchNode *near;       /* where the last path was, or what has taken that node's place; search_auto's */
    struct Coverage *coverage;
    u64 turns;
    u64 picks; /* search_auto's, as the next */
    double turn_began;
} SearchData;

/* For `begin` and `finish`. */
void search_begin(Explorer *e);
void search_finish(Explorer *e);
static inline SearchData *search_data(const Explorer *e) { return e->search_data; }

/* For strategies that ask search_coverage now and then: a state was picked in another way. Distances are worked out anew
 * after so many picks that it pays. */
void search_note_pick(Explorer *e);
State *search_nearest(Explorer *e); /* of the waiting states the one that is nearest to new code, not only likely so */

/* One of those at the place, with its callers, where the fewest turns began. */
State *search_rarest(Explorer *e);

/* The state that search_coverage or search_nearest chose last was followed for as long as it will be: if nothing new was met,
 * others at its place are less likely. */
void search_judge(Explorer *e);

/* For strategies that keep the waiting states in a list, the children of the root, in the order of their coming. */
void search_list_add(Explorer *e, State *state);
void search_list_remove(Explorer *e, State *state);

/* Makes the state's node, the last child of `parent`. */
void search_node_add(SearchNode *parent, State *state);
/* Takes the node, which has no children, out of the tree and frees it. */
void search_node_free(SearchNode *node);

/* Random paths: lets go of the nodes that lead to no waiting state. */
void search_tidy(Explorer *e);

u64 search_random_number(Explorer *e, u64 below);
double search_random_fraction(Explorer *e); /* 0 <= x < 1 */

#endif
