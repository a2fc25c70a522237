/* Which state goes on: the search says, but states with seeds come first, and a state at the end of a region whose paths
 * are to become one waits for the others that are still in it. */
#include "engine/explore_inside.h"

static State *seeded(Explorer *e) {
    if (!e->seeds.are_under_way) return NULL;
    for (u32 i = e->states.count; i-- > 0;)
        if (e->states.at[i]->path.seeds.count) return e->states.at[i];
    e->seeds.are_under_way = false;
    if (e->options.stops_after_seeds) {
        e->stop = 1;
        e->left_by = CUT_ASKED;
    }
    return NULL;
}

static bool is_inside(const Path *path, u64 region) {
    for (u32 i = 0; i < path->open_merges.count; i++)
        if (path->open_merges.at[i] == region) return true;
    return false;
}

/* One that is still in the region that the state has come to the end of; NULL: there is none. */
static State *still_inside(const Explorer *e, const State *state) {
    u64 region = state->waits_at_join ? state->path.closed_merge : 0;
    for (u32 i = e->states.count; region && i-- > 0;)
        if (is_inside(&e->states.at[i]->path, region)) return e->states.at[i];
    return NULL;
}

/* Regions lie in one another: what is still inside may itself wait for others, of a region further in. */
State *explore_pick(Explorer *e) {
    State *state = seeded(e);
    if (!state) state = e->options.search->pick(e);
    for (State *inner; (inner = still_inside(e, state));) state = inner;
    return state;
}
