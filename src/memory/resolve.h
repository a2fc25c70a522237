/* Which objects a symbolic pointer may point to.
 *
 * The candidates come from the pointer's structure (pointer.h) where it has one, and from the solver where it has not:
 * then every live object that the number can be of, up to a limit, is one. Objects behind the limit, and those of the C
 * library itself, are not followed: Candidates.is_incomplete. */
#ifndef MEMORY_RESOLVE_H
#define MEMORY_RESOLVE_H

#include "memory/pointer.h"

typedef struct {
    Term *pointer;
    Term *object;       /* 32 bits: the number of the object */
    Term *number;       /* LP64, found among all that lives: what is compared with their numbers; else NULL */
    Term *offset;       /* 64 bits, signed, in the object */
    VEC(u32) objects;   /* those it may be, each once, in order of their numbers; 0: none (null, a wild number) */
    bool is_incomplete; /* there may be others */
    bool is_by_number; /* the pointer is no more than a number that may be anything: the objects are those it can hit */
} Candidates;

/* What the pointer is followed for: a number that may be anything then leads to objects of that kind. */
typedef enum { AIM_BYTES, AIM_FUNCTION } Aim;

/* What `delta` bytes (64 bits; NULL: none) behind the pointer is. A step so large that the address comes round to the
 * object again is out of bounds all the same. */
void resolve_pointer(Memory *memory, Term *pointer, Term *delta, Aim aim, Candidates *out);
void candidates_free(Candidates *candidates);

/* The term that is `value(object)` for the object the pointer is based on. */
typedef u64 ObjectValue(void *context, u32 object);
Term *candidates_table(Memory *memory, const Candidates *candidates, u32 width, ObjectValue *value, void *context);
/* When the pointer is the start of this object (of none: when it is null). */
Term *candidate_is_start(Memory *memory, const Candidates *candidates, u32 object);
/* When the pointer is based on this object. */
Term *candidate_guard(Memory *memory, const Candidates *candidates, u32 object);

#endif
