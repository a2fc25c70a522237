#include "engine/search.h"

#include <string.h>

const Search *const searches[] = {&search_depth_first, &search_breadth_first, &search_random, NULL};

const Search *search_named(const char *name) {
    for (u32 i = 0; searches[i]; i++)
        if (!strcmp(searches[i]->name, name)) return searches[i];
    return NULL;
}

u64 search_random_number(Explorer *e, u64 below) {
    e->random += 0x9e3779b97f4a7c15u;
    return hash_mix(e->random) % below;
}

void search_nothing(Explorer *e) {}
void search_nothing_added(Explorer *e, State *state) {}

/* ---- Depth first: the newest state, and the running one goes on after a fork ---- */

static u32 pick_newest(Explorer *e) {
    u32 best = 0;
    for (u32 i = 1; i < e->states.count; i++)
        if (e->states.at[i]->number > e->states.at[best]->number) best = i;
    return best;
}

const Search search_depth_first = {
    .name = "dfs", .stays = true, .begin = search_nothing, .added = search_nothing_added, .pick = pick_newest};

/* ---- Breadth first: the oldest state ---- */

static u32 pick_oldest(Explorer *e) {
    u32 best = 0;
    for (u32 i = 1; i < e->states.count; i++)
        if (e->states.at[i]->number < e->states.at[best]->number) best = i;
    return best;
}

const Search search_breadth_first = {
    .name = "bfs", .takes_oldest = true, .begin = search_nothing, .added = search_nothing_added, .pick = pick_oldest};

/* ---- Any state, all equally likely ---- */

static u32 pick_random(Explorer *e) { return (u32)search_random_number(e, e->states.count); }

const Search search_random = {
    .name = "random-state", .begin = search_nothing, .added = search_nothing_added, .pick = pick_random};
