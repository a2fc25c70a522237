/* States made again of which only the log is kept.
 *
 * A parked state is run from where its log begins. If that is a merge, the merged state is made again first: both parents
 * are run from where their own logs begin up to the join at which they waited, and are merged as they were before. A merge
 * is made once for all logs that begin there, as long as there is memory to keep it. What a merge needs may be as deep as
 * the run is long, so there is a list of what is still to be made instead of recursion; each step of it needs one
 * merged state, so that others may be let go of at any time. */
#include "engine/explore_inside.h"
#include "semantics/merge.h"

static void forget_run(Explorer *e) {
    Machine *m = e->m;
    fault_free(&m->fault);
    m->fault = (Fault){0};
    error_free(&m->stuck);
    m->stuck = (Error){0};
    path_free(&e->now.path);
    e->is_disowned = false;
}

void remake_at_join(Machine *m, const Code *ip, u64 *r) {
    Explorer *e = explorer_of(m);
    m->end = RUN_PAUSED;
    if (e->remake.has_strayed) return;
    e->remake.made = state_save(m, ip, r, &e->now.path, e->remake.from);
    e->remake.made->waits_at_join = true;
    e->remake.made->join_key = merge_key(m, r, &e->now.path);
}

/* The state that waits at the last join of the log; NULL if it does not come there, or the run is to stop. What the log
 * begins with is there. */
static State *run_to_join(Explorer *e, const PathLog *log) {
    const State *from = explore_load_log(e, log);
    e->remake.from = from;
    e->remake.made = NULL;
    e->remake.has_strayed = false;
    e->remake.is_running = true;
    if (log->decisions.count || log->joins) machine_continue(e->m, from->ip, from->r);
    else remake_at_join(e->m, from->ip, from->r); /* it is the merged state itself */
    e->remake.is_running = false;
    e->remake.from = NULL;
    forget_run(e);
    State *made = e->remake.made;
    e->remake.made = NULL;
    return made;
}

/* ---- Merges ---- */

static bool is_there(const Merge *merge) { return !merge || merge->state; }

static bool merge_parents(Explorer *e, Merge *merge) {
    State *merged = merge->made[0];
    if (!merge_states(&e->now, &merged, merge->made[1])) return false;
    path_log_free(&merged->path.log); /* it would be the merge itself */
    merge->state = merged;
    vec_push(&e->remake.made_again, merge_keep(merge));
    return true;
}

static void forget_parents(Merge *merge) {
    for (u32 i = 0; i < COUNT_OF(merge->made); i++) {
        state_free(merge->made[i]);
        merge->made[i] = NULL;
    }
}

/* One step for the merge that is needed first. */
static bool make_some(Explorer *e) {
    Merge *merge = vec_last(&e->remake.unmade);
    for (u32 i = 0; i < COUNT_OF(merge->parents); i++) {
        const PathLog *log = &merge->parents[i];
        if (merge->made[i]) continue;
        if (!is_there(log->origin)) {
            vec_push(&e->remake.unmade, log->origin);
            return true;
        }
        merge->made[i] = run_to_join(e, log);
        return merge->made[i] != NULL;
    }
    bool merged = merge_parents(e, merge);
    forget_parents(merge);
    (void)vec_pop(&e->remake.unmade);
    return merged;
}

static bool make_origin(Explorer *e, Merge *origin) {
    bool goes_on = true;
    if (!is_there(origin)) vec_push(&e->remake.unmade, origin);
    while (goes_on && e->remake.unmade.count) goes_on = !e->stop && make_some(e);
    while (e->remake.unmade.count) forget_parents(vec_pop(&e->remake.unmade));
    return goes_on;
}

/* ---- States ---- */

/* A parked state becomes a whole one where it stands. If it assumed something else the second time, what it is merged
 * with later would be told apart by other terms, and logs that go on from there would not fit. */
static bool make_whole(Explorer *e, State *state) {
    State *made = run_to_join(e, &state->path.log);
    if (made && path_condition_hash(&made->path) != state->condition_hash) {
        state_free(made);
        made = NULL;
    }
    if (!made) return false;
    made->node = state->node;
    made->search_slot = state->search_slot;
    made->index = state->index;
    made->number = state->number;
    made->path.forks = state->path.forks;
    path_free(&state->path);
    *state = *made;
    free(made);
    return true;
}

/* Merges that no log begins with any more. */
static void forget_unneeded(Merges *merges) {
    u32 kept = 0;
    for (u32 i = 0; i < merges->count; i++) {
        if (merges->at[i]->references > 1) merges->at[kept++] = merges->at[i];
        else merge_drop(merges->at[i]);
    }
    merges->count = kept;
}

bool remake_state(Explorer *e, State *state) {
    if (!state->is_parked) return true;
    forget_unneeded(&e->remake.made_again);
    return make_origin(e, state->path.log.origin) && (!state->waits_at_join || make_whole(e, state));
}

/* ---- What is kept ---- */

static void mark_state(Explorer *e, State *state, TermStore *store) {
    if (!state) return;
    path_mark(&state->path, store);
    state_mark(state, store, e->mark);
}

void remake_mark(Explorer *e, TermStore *store) {
    for (u32 i = 0; i < e->remake.made_again.count; i++) mark_state(e, e->remake.made_again.at[i]->state, store);
    for (u32 i = 0; i < e->remake.unmade.count; i++)
        for (u32 k = 0; k < 2; k++) mark_state(e, e->remake.unmade.at[i]->made[k], store);
}

void remake_forget(Explorer *e) {
    Merges *merges = &e->remake.made_again;
    u32 kept = 0;
    for (u32 i = 0; i < merges->count; i++) {
        Merge *merge = merges->at[i];
        if (merge->state == e->remake.from) {
            merges->at[kept++] = merge;
            continue;
        }
        merge_forget_state(merge);
        merge_drop(merge);
    }
    merges->count = kept;
}

void remake_free(Explorer *e) {
    remake_forget(e);
    vec_free(&e->remake.made_again);
    vec_free(&e->remake.unmade);
}
