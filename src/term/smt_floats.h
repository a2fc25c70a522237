/* Private to the SMT-LIB writer: float operations on bit patterns, tied to SMT-LIB's floats. */
#ifndef TERM_SMT_FLOATS_H
#define TERM_SMT_FLOATS_H

#include "base/text.h"
#include "term/term.h"

/* Declares `name` as the result of the float operation `t`, whose operands are spelled in `operands`. */
void smt_write_float(Text *out, TermStore *store, const Term *t, const char *name, const char *const *operands);

#endif
