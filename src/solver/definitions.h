/* Equations that say what an array is. `m1 = m0[i := v]` in a query costs a comparison of whole arrays, which gates cannot do;
 * with m0[i := v] in place of m1 it costs nothing. */
#ifndef SOLVER_DEFINITIONS_H
#define SOLVER_DEFINITIONS_H

#include "term/term.h"

/* Replaces each array symbol that a conjunct equates with a term without it by that term, in all conjuncts and in `others`. The
 * conjunct that says so becomes true. What can be satisfied stays the same, and so do the values that `others` can have; the
 * symbols replaced have no value in a model. */
void definitions_inline_arrays(TermStore *store, Term **conjuncts, u32 count, Term **others, u32 other_count);

/* Whether the symbol is in the term. */
bool definitions_occurs(TermStore *store, const Term *symbol, Term *t);

#endif
