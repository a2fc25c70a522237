/* Operations on columns: the values of a term under many assignments at once. */
#ifndef SOLVER_COLUMNS_H
#define SOLVER_COLUMNS_H

#include "term/term.h"

/* Whether the term can be computed from columns of its arguments: numbers of up to 64 bits, reads of constant tables. */
bool column_is_possible(const Term *term);
/* Whether it is costly for gates: a product, a division or a float operation on what is not constant. */
bool column_is_hard_for_gates(const Term *term);
/* The values of a term from those of its arguments, `count` of them; `args` has no entry for a table. */
void column_compute(TermStore *store, const Term *term, u64 *result, u64 *const *args, u32 count);

#endif
