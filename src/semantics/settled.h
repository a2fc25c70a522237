/* Undefined bits that a path has ruled out.
 *
 * Whether a bit of a mask is set is asked once: where the path has none of them, what has this mask is its value from then on,
 * wherever it stands, and what is made of it has no masks at all. Branches ask about their operands before they ask about
 * themselves for that reason: that a comparison is certain says nothing of the next one. */
#ifndef SEMANTICS_SETTLED_H
#define SEMANTICS_SETTLED_H

#include "machine/machine.h"
#include "term/term.h"

/* The term, or its value if the path has ruled out all its undefined bits. */
Term *settled_value(const Machine *m, Term *term);
/* The path has found that no bit of the mask can be set: cells with it become their values. */
void settled_note(Machine *m, u64 *r, Term *mask);
/* Asks whether a bit of the term can be undefined, once a path. True: none can. */
bool settled_ask(Machine *m, u64 *r, Term *term);

#endif
