#include "search/search.h"

#include <string.h>

const Search *const searches[] = {&search_depth_first,  &search_breadth_first, &search_random_path,
                                  &search_random_state, &search_coverage,      &search_interleaved,
                                  &search_rounds,       &search_auto,          NULL};

const Search *search_named(const char *name) {
    for (u32 i = 0; searches[i]; i++)
        if (!strcmp(searches[i]->name, name)) return searches[i];
    return NULL;
}

static u64 next_random(Explorer *e) {
    e->random += 0x9e3779b97f4a7c15u;
    return hash_mix(e->random);
}

u64 search_random_number(Explorer *e, u64 below) { return next_random(e) % below; }
double search_random_fraction(Explorer *e) { return (double)(next_random(e) >> 11) * 0x1p-53; }

void search_begin(Explorer *e) { e->search_data = xcalloc(1, sizeof(SearchData)); }

void search_finish(Explorer *e) {
    SearchData *data = search_data(e);
    if (!data) return;
    for (SearchNode *node = &data->root; node;) { /* not recursively: the tree may be deep */
        SearchNode *up = node->parent;
        if (node->first) {
            node = node->first;
            continue;
        }
        if (up) search_node_free(node);
        node = up;
    }
    vec_free(&data->left);
    free(data);
    e->search_data = NULL;
}

/* ---- The tree ---- */

void search_node_add(SearchNode *parent, State *state) {
    SearchNode *node = xcalloc(1, sizeof *node);
    node->state = state;
    node->parent = parent;
    node->previous = parent->last;
    *(parent->last ? &parent->last->next : &parent->first) = node;
    parent->last = node;
    state->node = node;
}

void search_node_free(SearchNode *node) {
    SearchNode *parent = node->parent;
    assert(!node->first);
    *(node->previous ? &node->previous->next : &parent->first) = node->next;
    *(node->next ? &node->next->previous : &parent->last) = node->previous;
    free(node);
}

/* ---- The list ---- */

void search_list_add(Explorer *e, State *state) { search_node_add(&search_data(e)->root, state); }

void search_list_remove(Explorer *e, State *state) {
    search_node_free(state->node);
    state->node = NULL;
}
