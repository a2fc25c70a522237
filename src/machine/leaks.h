/* Heap blocks that nothing leads to when the program ends.
 *
 * leaks.c knows numbers only: it is all that `exec` needs. Where bytes and cells may be terms, semantics/leaks_decide.c
 * marks by numbers first and then says under which conditions the blocks that are left are reached. */
#ifndef MACHINE_LEAKS_H
#define MACHINE_LEAKS_H

#include "machine/machine.h"

typedef struct LeakMarker LeakMarker;
struct LeakMarker {
    Machine *m;
    u64 *marked;      /* a bit an object, behind the static ones */
    u64 count;        /* blocks that are marked */
    VEC(u32) pending; /* marked blocks whose contents are still to be looked at */
    VEC(u32) lost;    /* that leak_first_lost came to */
    /* Looks for pointers in what is no number, in an object that leads to blocks; NULL: there is no such thing. */
    void (*look_further)(void *self, LeakMarker *marker, u32 object);
    void *self;
};

LeakMarker leak_marker(Machine *m);
void leak_marker_free(LeakMarker *marker);
/* Marks what numbers in variables, in registers of live frames and in marked blocks lead to. */
void leak_mark(LeakMarker *marker, const Code *ip, u64 *r);
void leak_mark_pending(LeakMarker *marker);
/* The live blocks that a word points into, or one past the end of: at most two. `object` is what the pointer is based
 * on; 0 if that is not known: in ILP32 `address` says it then. */
u32 leak_blocks_at(const Objects *objects, u32 object, u32 address, u32 blocks[2]);
void leak_reach(LeakMarker *marker, u32 object, u32 address); /* marks them */
bool leak_is_marked(const LeakMarker *marker, u32 object);
static inline bool leak_marked_all(const LeakMarker *marker) {
    return marker->count >= marker->m->objects.live_heap_blocks;
}

/* Calls `visit` for each number in the bytes of an object that may be a pointer. Not for objects whose size is a term: which
 * of their bytes there are is no matter of numbers. */
typedef void LeakVisit(void *self, u32 object, u32 address);
void leak_visit_numbers(Machine *m, u32 object, LeakVisit *visit, void *self);

/* Live objects in the order of their numbers: the first from `object` on; Objects.next if there is none. */
u32 leak_next_live(const Objects *objects, u32 object);
/* MachineOptions.ignored_leaks has the place, or one of the functions whose frames stand from `r` on. */
bool leak_is_ignored(const Machine *m, u64 *r, LocationId place);
bool leak_is_root(const ObjectInfo *info);
bool leak_is_block(const ObjectInfo *info);
/* Calls `visit` for the cells of live frames that count: variables in scope, and what is needed when the call at hand
 * returns. `is_tracked`: what stands beside the cell counts too. */
typedef void LeakCellVisit(void *self, const u64 *cell, bool is_tracked);
void leak_visit_cells(Machine *m, const Code *ip, u64 *r, LeakCellVisit *visit, void *self);

/* Of the blocks that are not marked, the one to name: the head of a lost list, one of a lost ring. It and what it leads
 * to are marked on the way. 0: all are marked. */
u32 leak_first_lost(LeakMarker *marker);
void leak_report(Machine *m, u64 *r, u32 lost);
void leak_report_others(const LeakMarker *marker, u32 told); /* after both */
/* The fault that a block is lost, in words. */
void leak_describe(const Machine *m, u32 lost, Fault *fault);

#endif
