/* Marking the heap blocks that something leads to (leaks.c), and those that only some inputs lose (leaks_decide.c). */
#ifndef MACHINE_LEAKS_H
#define MACHINE_LEAKS_H

#include "machine/machine.h"
#include "term/term.h"

typedef struct {
    Machine *m;
    bool only_numbers; /* terms do not count: what is marked is reachable whatever they are worth */
    u8 *marked;        /* by object number */
    VEC(u32) pending;  /* marked blocks whose contents are still to be looked at */
} LeakMarker;

LeakMarker leak_marker(Machine *m, bool only_numbers);
void leak_marker_free(LeakMarker *marker);
void leak_mark(LeakMarker *marker, u64 *r); /* all that is reachable */
void leak_look_at_bytes(LeakMarker *marker, u32 number, u32 size);
void leak_look_at_term(LeakMarker *marker, Term *term);
bool leak_is_root(const ObjectInfo *info);
bool leak_is_block(const ObjectInfo *info);
bool leak_user_is_running(u64 *r); /* frames are roots only then */
void leak_report(Machine *m, u32 lost);

/* Is a block lost that is reachable for other inputs of the path? 1: yes, and m->fault says so; -1: paused. */
int leak_decide(Machine *m, const Code *ip, u64 *r);

#endif
