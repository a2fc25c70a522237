/* How far an argument of a library function may be written to: a member of a struct ends before the struct does. */
#ifndef SEMANTICS_ROOM_H
#define SEMANTICS_ROOM_H

#include "code/code.h"
#include "term/term.h"

#define ROOM_UNKNOWN UINT64_MAX

/* What a member array has behind a place in it: bytes to its own end, and to that of its struct. */
typedef struct {
    u64 room; /* ROOM_UNKNOWN: it is no member array */
    u64 rest; /* of the struct */
    bool
        is_first; /* the member; another one may stand for itself and all that follow, if they are written to the end */
} Room;

/* So many bytes are going to be written there. False: there is no room for them, which is reported, or the state is
 * paused. Nothing happens without Symbolic.checks_arguments. */
bool room_check(Machine *m, const BuiltinCall *call, u32 parameter, Term *bytes, const char *name);

/* For contracts: size_t __loci_room(int parameter), of the function that asks; int __loci_check_room(int parameter, size_t
 * bytes, const char *name). */
BuiltinFunction contract_room, contract_check_room;

#endif
