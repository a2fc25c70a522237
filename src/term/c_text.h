/* Conditions as C expressions over the variables of a program. */
#ifndef TERM_C_TEXT_H
#define TERM_C_TEXT_H

#include "base/text.h"
#include "term/term.h"

/* Adds the name of the variable that the term is; NULL and nothing added: it is none. */
typedef const char *TermVariableName(void *self, const Term *term);

/* A condition, as C that means the same whatever the types of its variables. False: it has no simple form over variables
 * that have names; what was added then means nothing. */
bool term_print_c(Text *out, const Term *condition, TermVariableName *name, void *self);

#endif
