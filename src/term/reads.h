/* Reads of arrays as if-then-else: a SELECT through writes becomes a choice among the elements written and reads of the
 * arrays at the bottom (SYMBOL, DATA). The solver and the SMT-LIB writer need terms in this form. */
#ifndef TERM_READS_H
#define TERM_READS_H

#include "term/term.h"

/* What `array` holds at `index`. Looks through at most *budget writes, which it counts down; behind them it leaves reads of
 * the rest, which it adds to `rests`, if that is not NULL. */
Term *term_expand_read(TermStore *store, Term *array, Term *index, u32 *budget, TermVec *rests);

/* Arrays with indices of no more bits than this are compared cell by cell. */
enum { TERM_CELLWISE_BITS = 6 };
/* Whether all cells of two such arrays are equal, each read as above. */
Term *term_expand_comparison(TermStore *store, Term *a, Term *b, u32 *budget);

/* The roots with every read and every comparison cell by cell expanded. False when that takes more than `budget` writes or
 * when other arrays are compared. */
bool term_expand_reads(TermStore *store, Term *const *roots, u32 count, u32 budget, Term **out);

#endif
