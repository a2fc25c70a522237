/* Witnesses, read: what a validator follows or checks.
 *
 * Of a violation the values that functions return are followed, in their order, and where it ends; waypoints of other
 * kinds restrict nothing (the run is looked for among more than the witness means, and is run again as any other).
 * Invariants of a proof become code: a call of an error function where one does not hold. */
#ifndef VERIFY_VALIDATE_H
#define VERIFY_VALIDATE_H

#include "base/arena.h"
#include "base/error.h"
#include "base/vec.h"
#include "verify/source.h"

typedef struct {
    u32 line, column;     /* column 0: not said */
    const char *operator; /* of \result OPERATOR value */
    const char *value;
} ReturnPoint;

typedef struct {
    u32 line, column;
    const char *value;
    bool is_loop;
} InvariantPoint;

typedef struct Witness {
    bool is_violation;
    VEC(ReturnPoint) returns;
    u32 target_line; /* 0: none */
    VEC(InvariantPoint) invariants;
    Source source;    /* the program's file */
    const char *file; /* its name */
    Arena arena;
} Witness;

/* `file`: the program's. False with an error. */
bool witness_read(Witness *witness, const char *path, const char *file, Error *error);
void witness_free(Witness *witness);

/* The program with its invariants as code; how many could be put in is returned. */
#define INVARIANT_FUNCTION "loci_invariant_violated"
u32 witness_instrument(const Witness *witness, Text *out);

#endif
