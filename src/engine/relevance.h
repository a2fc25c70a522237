/* The constraints of a path that a question is about: those that share symbols with it, directly or through
 * others. The rest is known to be satisfiable by itself. */
#ifndef ENGINE_RELEVANCE_H
#define ENGINE_RELEVANCE_H

#include "base/map.h"
#include "term/term.h"

typedef struct {
    u32 begin, count; /* a part of Relevance.symbols */
} SymbolRange;

typedef struct {
    TermStore *store;
    Map range_of; /* constraint -> index into ranges + 1 */
    VEC(SymbolRange) ranges;
    VEC(u32) symbols;
    Map number_of;    /* symbol -> its number */
    VEC(u32) touched; /* symbol -> stamp of the question that reached it */
    TermVec terms;    /* symbol -> its term; NULL for a function */
    u32 stamp;
    TermVec order; /* scratch */
    VEC(u8) taken; /* scratch */
} Relevance;

void relevant_constraints(Relevance *relevance, const TermVec *constraints, Term *const *question, u32 question_count,
                          TermVec *out);
/* The symbols that the last question was about, directly or through constraints. */
void relevant_symbols(const Relevance *relevance, TermVec *out);
void relevance_forget(Relevance *relevance); /* terms have been collected */
void relevance_free(Relevance *relevance);

#endif
