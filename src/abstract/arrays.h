/* Terms without arrays: what stands in the place of a read, the caller says. */
#ifndef ABSTRACT_ARRAYS_H
#define ABSTRACT_ARRAYS_H

#include "term/term.h"

/* The word at an address, which has no arrays any more. */
typedef Term *(*ArrayWord)(void *self, Term *array, Term *address);

/* Of terms in postorder, those that are no arrays but have some; `done` keeps them: term -> the same without arrays. */
void arrays_replace(TermStore *terms, const TermVec *order, ArrayWord word, void *self, Map *done);
Term *arrays_replaced(const Map *done, Term *term);

#endif
