/* Z3 in a process of its own, spoken to in SMT-LIB. The process is started when first needed, given each query whole, and
 * killed when the limits are reached or its answer is no longer wanted: whatever Z3 does, the call comes back. */
#ifndef SOLVER_Z3_H
#define SOLVER_Z3_H

#include "solver/stage.h"

typedef struct Z3 Z3;

Z3 *z3_new(TermStore *store, const char *program); /* NULL: "z3" */
void z3_free(Z3 *z3);                              /* NULL is nothing */
/* Asks; false, with the reason in the result, when it cannot be asked, or is longer than `most_bytes` (0: any). What was begun is waited for or abandoned. */
bool z3_begin(Z3 *z3, const Query *query, size_t most_bytes, Result *result);
bool z3_has_answered(Z3 *z3); /* or is gone: waiting for it takes no time */
void z3_wait(Z3 *z3, const Query *query, Result *result);
void z3_abandon(Z3 *z3); /* nothing when there is no question */
u64 z3_starts(const Z3 *z3);

#endif
