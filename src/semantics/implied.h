/* Implied values: symbols that the path has bound to one value. Terms made of them are numbers again, and the
 * machine goes on with those. */
#ifndef SEMANTICS_IMPLIED_H
#define SEMANTICS_IMPLIED_H

#include "machine/machine.h"
#include "term/term.h"

/* The path has assumed the condition: what is read from memory from now on is a number where the condition settles it. */
void implied_note(Machine *m, Term *condition);
/* The path has assumed the condition: cells whose terms it settles become numbers. */
void implied_by(Machine *m, u64 *r, Term *condition);
/* The term with what the path has bound put in. */
Term *implied_value(Machine *m, Term *term);

#endif
