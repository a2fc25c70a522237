/* The log of a path: all that the solver or a model had a say in. A path is a function of its log, so a state of which
 * only the log is kept can be run again.
 *
 * A log is where the path began and what was decided since. It began at the start of main, or where two states were
 * merged: then their logs together are the log of what came before. Merges are counted and never change, so logs share
 * them; they make a graph without cycles, which may be as deep as a run is long. */
#ifndef STATE_PATH_LOG_H
#define STATE_PATH_LOG_H

#include "base/vec.h"

/* What decisions mean: another number, and the run that left them is not gone on with. */
enum { PATH_LOG_FORMAT = 2 };

typedef struct Merge Merge;

typedef struct {
    Merge *origin;      /* NULL: the start of main */
    VEC(u32) decisions; /* since then, in order */
    u32 joins;          /* where ways meet (CODE_JOIN) it has come by so often since the last of them */
} PathLog;

struct Merge {
    u32 references;
    u32 number;            /* for whoever lists merges */
    u64 hash;              /* of the logs: the same in every process */
    PathLog parents[2];    /* each waits at the same join, which is the last of its `joins` */
    struct State *state;   /* what they became; NULL: to be made again from them (remake.c) */
    struct State *made[2]; /* the parents, while that is done */
};

PathLog path_log_copy(const PathLog *log);
void path_log_free(PathLog *log);
u64 path_log_hash(const PathLog *log); /* the same in every process */
void path_log_add(PathLog *log, u32 decision);
/* The log of a state that has just been merged. */
void path_log_begin_at(PathLog *log, Merge *origin);

Merge *merge_new(const PathLog *a, const PathLog *b);
Merge *merge_keep(Merge *merge); /* NULL stays NULL */
void merge_drop(Merge *merge);
void merge_forget_state(Merge *merge);

/* All merges that logs are made of, each after those that it is made of itself; numbered from 1 in this order as long as
 * the list is there. There is one at a time. */
typedef VEC(Merge *) Merges;
void merges_add(Merges *merges, const PathLog *log);
void merges_free(Merges *merges);

#endif
