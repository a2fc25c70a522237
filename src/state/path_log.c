#include "state/path_log.h"

#include "state/state.h"

PathLog path_log_copy(const PathLog *log) {
    PathLog copy = *log;
    vec_copy(&copy.decisions, &log->decisions);
    merge_keep(copy.origin);
    return copy;
}

void path_log_free(PathLog *log) {
    vec_free(&log->decisions);
    merge_drop(log->origin);
    *log = (PathLog){0};
}

u64 path_log_hash(const PathLog *log) {
    u64 hash = hash_combine(log->decisions.count, hash_bytes(log->decisions.at, log->decisions.count * sizeof(u32)));
    return log->origin ? hash_combine(hash, log->origin->hash) : hash;
}

void path_log_add(PathLog *log, u32 decision) {
    vec_push(&log->decisions, decision);
    log->joins = 0;
}

void path_log_begin_at(PathLog *log, Merge *origin) {
    path_log_free(log);
    log->origin = origin;
}

/* ---- Merges ---- */

Merge *merge_new(const PathLog *a, const PathLog *b) {
    Merge *merge = xcalloc(1, sizeof *merge);
    merge->references = 1;
    merge->parents[0] = path_log_copy(a);
    merge->parents[1] = path_log_copy(b);
    for (u32 i = 0; i < COUNT_OF(merge->parents); i++)
        merge->hash =
            hash_combine(merge->hash, hash_combine(path_log_hash(&merge->parents[i]), merge->parents[i].joins));
    return merge;
}

Merge *merge_keep(Merge *merge) {
    assert(!merge || merge->references);
    if (merge) merge->references++;
    return merge;
}

void merge_forget_state(Merge *merge) {
    state_free(merge->state);
    merge->state = NULL;
}

/* Not recursively: they may be deep. */
void merge_drop(Merge *merge) {
    Merges dropped = {0};
    if (merge) vec_push(&dropped, merge);
    while (dropped.count) {
        merge = vec_pop(&dropped);
        if (--merge->references) continue;
        merge_forget_state(merge);
        for (u32 i = 0; i < COUNT_OF(merge->parents); i++) {
            state_free(merge->made[i]);
            if (merge->parents[i].origin) vec_push(&dropped, merge->parents[i].origin);
            merge->parents[i].origin = NULL;
            path_log_free(&merge->parents[i]);
        }
        free(merge);
    }
    vec_free(&dropped);
}

/* ---- Lists ---- */

static Merge *unlisted_origin(const PathLog *log) { return log->origin && !log->origin->number ? log->origin : NULL; }

void merges_add(Merges *merges, const PathLog *log) {
    Merges pending = {0};
    if (unlisted_origin(log)) vec_push(&pending, log->origin);
    while (pending.count) {
        Merge *merge = vec_last(&pending), *first = unlisted_origin(&merge->parents[0]);
        Merge *before = first ? first : unlisted_origin(&merge->parents[1]);
        if (before) {
            vec_push(&pending, before);
            continue;
        }
        (void)vec_pop(&pending);
        if (merge->number) continue;
        vec_push(merges, merge);
        merge->number = merges->count;
    }
    vec_free(&pending);
}

void merges_free(Merges *merges) {
    for (u32 i = 0; i < merges->count; i++) merges->at[i]->number = 0;
    vec_free(merges);
}
