/* Invariants that are guessed, where refinement would not come to an end.
 *
 * A loop that counts can make every refinement teach the same comparison with another constant: x < 1, x < 2, x < 3. Such a
 * *growing* predicate is recognised by its shape: the comparison without its constants, learned at one head in several
 * refinements. Then, and when a path teaches nothing, invariants are guessed for the loop that the head is in: comparisons
 * in which variables stand in the place of the constants, and bounds that the program itself names. Those that do not hold
 * when the loop is entered, or not after any round of it, are dropped until the rest is inductive (Houdini, Flanagan and
 * Leino 2001). Of these, the ones that keep the error away, and those that they need to be inductive, become predicates. */
#ifndef ABSTRACT_INVENT_H
#define ABSTRACT_INVENT_H

#include "abstract/cegar.h"

/* A predicate was learned at the head. */
void growth_note(Cegar *c, Head *head, Term *predicate);
/* The last one learned of a shape that has grown for several refinements; NULL: none. */
const Growth *growth_found(const Cegar *c);

void growth_forget(Cegar *c, const Growth *growth); /* something was done about it: it is counted anew */

/* For the reason of an unknown answer: the predicate that has grown most; nothing if none has. */
void growth_explain(Cegar *c, Text *out);

/* Guesses invariants of the loop around the head. How many new predicates were learned. */
u32 invent_invariants(Cegar *c, Head *head);

#endif
