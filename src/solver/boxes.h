/* Queries about floats by intervals: branch and prune.
 *
 * An *axis* is a symbol of the query, or a part of one that is used in parts; a *box* has an interval of values for each axis. Intervals are carried from a box
 * through all terms (ranges.h for floats, term/facts.h for the rest). A box in which a constraint comes out false is
 * empty; in one where nothing is decided, the value in the middle is tried, and it is cut in two. Since intervals are
 * exact on single values this ends; how soon depends on how much the constraints leave between them.
 *
 * Symbols that are used as floats are cut in the order of floats: numbers that are no numbers apart, then at zero, then in
 * the middle of the patterns, so that each magnitude gets its share. */
#ifndef SOLVER_BOXES_H
#define SOLVER_BOXES_H

#include "solver/stage.h"

typedef struct Boxes Boxes;

Boxes *boxes_new(TermStore *store);
void boxes_free(Boxes *boxes);
/* Answers a query; false: it has no floats, too many symbols, or was not decided by this time. */
bool boxes_answer(Boxes *boxes, const Query *query, double end, Result *result);
u64 boxes_count(const Boxes *boxes); /* so many were looked at */

/* For tests: the term below `root` whose value under the model is outside of its interval in the box that reaches, for each
 * symbol, from one pattern to the other in the order of its axis; NULL: there is none. */
Term *boxes_escaped(Boxes *boxes, Term *root, Term *const *symbols, u64 (*ends)[2], u32 count, Model *model);

#endif
