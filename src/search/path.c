/* Random paths, as in KLEE: the forks make a tree; from its root a child is chosen at every fork, all equally likely,
 * until a waiting state is reached. States high in the tree, with few constraints, are preferred, and a loop that forks
 * at every turn does not drown the others.
 *
 * The node of the running state stays in the tree, for what it forks into becomes its children. Nodes whose states have
 * left are looked at before the next pick: without children they go, with a single one that takes their place. So every
 * leaf is a waiting state, every inner node a choice, and a state that was interrupted again and again stays where it
 * was. */
#include "search/search.h"

static void added(Explorer *e, State *state) { search_node_add(e->node ? e->node : &search_data(e)->root, state); }

static void removed(Explorer *e, State *state) {
    state->node->state = NULL;
    state->node->is_left = true;
    vec_push(&search_data(e)->left, state->node);
}

static void replace_by_only_child(SearchData *data, SearchNode *node) {
    SearchNode *child = node->first;
    if (data->near == node) data->near = child;
    child->parent = node->parent;
    child->previous = node->previous;
    child->next = node->next;
    *(child->previous ? &child->previous->next : &child->parent->first) = child;
    *(child->next ? &child->next->previous : &child->parent->last) = child;
    free(node);
}

/* A node that is still on the list must not go before its turn has come. */
static bool may_go(const SearchNode *node) { return node->parent && !node->state && !node->is_left; }

static void tidy(SearchData *data, SearchNode *node) {
    node->is_left = false;
    while (may_go(node) && !node->first) {
        SearchNode *parent = node->parent;
        if (data->near == node) data->near = parent;
        search_node_free(node);
        node = parent;
    }
    if (may_go(node) && node->first == node->last) replace_by_only_child(data, node);
}

static u32 child_count(const SearchNode *node) {
    u32 count = 0;
    for (const SearchNode *child = node->first; child; child = child->next) count++;
    return count;
}

void search_tidy(Explorer *e) {
    SearchData *data = search_data(e);
    for (u32 i = 0; i < data->left.count; i++) tidy(data, data->left.at[i]);
    vec_clear(&data->left);
    e->node = NULL; /* it may be gone */
}

static State *pick(Explorer *e) {
    SearchData *data = search_data(e);
    search_tidy(e);
    SearchNode *node = &data->root;
    while (!node->state) {
        u64 choice = search_random_number(e, child_count(node));
        for (node = node->first; choice; choice--) node = node->next;
    }
    return node->state;
}

const Search search_random_path = {.name = "random",
                                   .takes_turns = true,
                                   .begin = search_begin,
                                   .added = added,
                                   .pick = pick,
                                   .removed = removed,
                                   .finish = search_finish};
