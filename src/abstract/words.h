/* What memory holds at constant addresses.
 *
 * A read goes down the versions of memory until it meets the write that gave the word. The analysis of values asks for
 * hundreds of words of one version, which would be as many ways down; here all of them go together, from the oldest version
 * up: a row of words a version. */
#ifndef ABSTRACT_WORDS_H
#define ABSTRACT_WORDS_H

#include "term/term.h"

/* The keys are addresses. Each receives its word: a constant or a choice of constants; NULL: it is something else, or not
 * known. */
void memory_words(TermStore *terms, Term *memory, Map *words);

#endif
