/* Lemmas on demand: what makes the calls of a blaster (blast.h) mean what they say.
 *
 * The SAT solver first takes the result of a call for a free input. When its assignment contradicts the meaning, clauses
 * that say so for these arguments are added, and it solves again:
 *   a table      index in a block of equal elements  ->  result = that element;
 *                after many of these, the same for all indices possible
 *   a symbol     equal arguments  ->  equal results, for two calls of the same array or function
 *   a long chain result = the choice among the next writes
 * A renewed SAT solver starts without lemmas: giving it those of its predecessor made it five times slower (measured on
 * the table workload of bench/solver), for most are about values no longer in question. */
#ifndef SOLVER_LEMMAS_H
#define SOLVER_LEMMAS_H

#include "solver/blast.h"
#include "solver/sat.h"
#include "term/model.h"

typedef VEC(Lit) LitVec;

typedef struct {
    Map given;       /* call -> how many lemmas the SAT solver has about it */
    Map whole;       /* read of a table -> bits of it that the SAT solver has of all elements */
    Map definitions; /* call on the rest of a chain -> the term it was defined as */
    LitVec clauses;  /* being made; each ended by LEMMA_END */
    u64 added;
} Lemmas;

static inline bool lemmas_is_table_read(const Term *t) { return t->op == TERM_SELECT && t->arg[0]->op == TERM_DATA; }

void lemmas_free(Lemmas *lemmas);
void lemmas_renewed(Lemmas *lemmas); /* there is a new SAT solver */
void lemmas_mark(Lemmas *lemmas, TermStore *store);

/* The literals that decide the value of a call: its arguments', or its definition's if it has one. Appended to `out`. */
void lemmas_literals(const Lemmas *lemmas, const Blaster *blaster, u32 call, LitVec *out);
/* Compares the assignment of the calls with their meaning. 0: all as it should be, and `model`, which has the symbols, has
 * the calls of arrays and functions too; n > 0: lemmas were added; -1: gave up. */
int lemmas_refine(Lemmas *lemmas, Blaster *blaster, Sat *sat, const u32 *calls, u32 count, Model *model,
                  Deadline *deadline);
/* The value the SAT solver gave to bits: a constant term. */
Term *lemmas_value(TermStore *store, const Sat *sat, const Lit *bits, u32 width);

#endif
