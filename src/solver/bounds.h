/* What constraints say directly about terms: comparisons with constants bound their other side. */
#ifndef SOLVER_BOUNDS_H
#define SOLVER_BOUNDS_H

#include "base/map.h"
#include "term/facts.h"
#include "term/term.h"

typedef struct {
    Map of_term; /* term -> number of its facts + 1 */
    VEC(TermFacts) facts;
    TermVec stack;
} Bounds;

void bounds_clear(Bounds *bounds);
void bounds_free(Bounds *bounds);
/* Adds what the constraints say; false: they contradict each other. */
bool bounds_learn(Bounds *bounds, Term *const *constraints, u32 count);
/* What is known of a term of up to 64 bits, its own facts included; NULL: no constraint says anything. */
const TermFacts *bounds_on(const Bounds *bounds, const Term *term);

#endif
