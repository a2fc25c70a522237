/* Terms as gates: each term's bits are literals of the graph, made once and kept.
 *
 * Reads of arrays are first expanded into choices (term/reads.h). Tables that follow a rule are few gates (diagrams.h). What
 * remains, reads of array symbols, of other tables and of the rest of a long chain of writes, and applications of functions,
 * are *calls*: fresh inputs whose values are right only after lemmas on demand (lemmas.h) have made them so. Arrays with few
 * indices are compared cell by cell.
 *
 * Division is a call too: its quotient is an input, and one literal, the definition, says that dividend less quotient
 * times divisor is below the divisor. SAT solvers find quotients much more easily than they run a circuit of subtractions
 * backwards. Remainders are made from it, signed divisions expanded into it. */
#ifndef SOLVER_BLAST_H
#define SOLVER_BLAST_H

#include "base/map.h"
#include "solver/aig.h"
#include "solver/deadline.h"
#include "term/term.h"

/* Who the inputs of the graph belong to. */
typedef struct {
    Term *term;      /* SYMBOL, or a call: SELECT, APPLY or UDIV */
    u32 first_input; /* node of its lowest bit; the others follow */
    Lit definition;  /* UDIV: must be true; LIT_TRUE for the others */
} Owner;

typedef struct {
    TermStore *store;
    Aig aig;
    Map bits; /* term -> where its literals begin in `pool` */
    VEC(Lit) pool;
    Map expanded; /* SELECT, division or comparison of arrays -> what it expands to */
    Map diagrams; /* table -> Diagram of it */
    Map deferred; /* SELECTs of the rest of a long chain of writes: calls, not expanded */
    VEC(Owner) owners;
    VEC(u32) owner_of; /* node -> number of its owner + 1 */
    TermVec stack;
} Blaster;

void blaster_init(Blaster *blaster, TermStore *store, u32 gate_limit);
void blaster_free(Blaster *blaster);

/* The literals of a bit-vector term, lowest bit first; NULL when the deadline passed, the graph is full or the term cannot
 * be expressed. Valid until the next call. */
const Lit *blaster_bits(Blaster *blaster, Term *term, Deadline *deadline);
/* The same if they exist already. */
const Lit *blaster_known_bits(const Blaster *blaster, const Term *term);
/* What a deferred read is, looking through some more writes. */
Term *blaster_definition(Blaster *blaster, Term *deferred);
static inline u32 blaster_owner(const Blaster *blaster, u32 node) { /* number + 1, or 0 */
    return node < blaster->owner_of.count ? blaster->owner_of.at[node] : 0;
}
static inline bool owner_is_call(const Owner *owner) { return owner->term->op != TERM_SYMBOL; }

void blaster_mark(Blaster *blaster, TermStore *store); /* what inputs stand for */
void blaster_sweep(Blaster *blaster);                  /* drops dead terms */

#endif
