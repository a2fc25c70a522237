/* A saved state: all that is needed to go on with a path. The running state lives in the machine. */
#ifndef STATE_STATE_H
#define STATE_STATE_H

#include "base/image.h"
#include "machine/machine.h"
#include "state/path.h"
#include "state/threads.h"
#include "memory/model.h"
#include "memory/store/snapshot.h"

typedef struct State {
    const Code *ip; /* the operation it goes on with */
    u64 *r;
    const Compiled *compiled; /* of the function it is in */
    Image cells, terms, stack_bytes, stack_undefined, block_counts;
    ObjectsSnapshot objects;
    u64 stack_used, stack_sparse;
    AllocaRecords allocas;
    SavedThreads threads; /* those that wait */
    u32 next_destructor;
    LocationId failed_allocation;
    u32 statics_known; /* globals and functions that had been made */
    const MemoryModel *model;
    void *memory_state; /* the model's own */
    Path path;
    VEC(u32) pending;        /* the choices made for the operation at ip */
    struct SearchNode *node; /* the search's own */
    u32 search_slot;         /* likewise */
    u32 index;               /* in Explorer.states */
    u64 number;              /* in the order of making */
    u64 join_key;            /* waits_at_join: see merge_key */
    VEC(u32) order;          /* where it stands in the control flow, for engines that follow it (engine/bounded.h) */
    u64 condition_hash;      /* parked where it waits: what its path had assumed */
    bool is_parked;          /* only its log is kept: to be run again */
    bool waits_at_join;      /* it stands where ways meet: others may be merged with it */
    bool was_counted;        /* parked: the blocks it runs again are in the totals already */
} State;

/* The running state, about to run the operation at ip. `from`: the state it was loaded from, to share with. */
State *state_save(Machine *m, const Code *ip, u64 *r, const Path *path, const State *from);
void state_load(Machine *m, const State *state);
State *state_copy(const State *state); /* without its path and pending choices */
void state_free(State *state);
void state_park(State *state); /* frees all but its log, and where it waits */
/* All terms that the state holds, its path's excepted. */
void state_mark(State *state, TermStore *store, u32 mark);
/* The running state's terms beside cells, and those in its objects. */
void state_mark_running(Machine *m, TermStore *store, u32 mark);
/* Each term in registers and objects of the running state, some of them several times. */
void state_visit_running(Machine *m, TermVisit *visit, void *self);

#endif
