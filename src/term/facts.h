/* Known bits and intervals as an abstract domain: for those who know more about some terms than the terms themselves. */
#ifndef TERM_FACTS_H
#define TERM_FACTS_H

#include "term/term.h"

TermFacts term_facts_unknown(u32 width);
TermFacts term_facts_const(u32 width, u64 value);
/* Facts of an operation's result (of up to 64 bits; of an array, those of any element) from those of its arguments: `arg_facts`, or the terms' own if NULL. */
TermFacts term_facts_of(TermOp op, u32 width, u64 low, u32 arity, Term *const *args, const TermFacts *arg_facts);
/* What holds of both. */
TermFacts term_facts_union(const TermFacts *a, const TermFacts *b);
/* Facts of any element of a table, and of the one that an array has at an index of which `index` holds. */
TermFacts term_facts_data(const TermData *data, u32 index_width);
TermFacts term_facts_select(const Term *array, const TermFacts *index);
/* Lets the parts sharpen each other; false: they contradict each other. */
bool term_facts_normalise(TermFacts *facts, u32 width);
/* Both at once; false: they contradict each other. */
bool term_facts_meet(TermFacts *facts, const TermFacts *other, u32 width);

#endif
