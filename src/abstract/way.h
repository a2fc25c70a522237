/* One way through a block, as a conjunction of comparisons.
 *
 * A block's terms stand for all ways through it: if-then-else where ways met, disjunctions in conditions, reads through
 * stores that may or may not hit. A model of a state before the block takes one of them. What a term is on that way has no
 * choice left in it, and no memory but the words that are read (reads.h); what was chosen is *assumed*: a comparison that
 * holds in the model.
 *
 *     ite(c, a, b)          a or b, and c or not c
 *     a or b                one of those that hold
 *     SELECT(STORE(f, p, v), q)   v and p = q, or what f has at q and p != q
 *
 * All that is assumed together implies that the terms have the values said, for every state. So if the steps of a path
 * contradict each other, one way through each of them does so, too; and it is small where all ways together are too
 * many. */
#ifndef ABSTRACT_WAY_H
#define ABSTRACT_WAY_H

#include "abstract/reads.h"
#include "term/model.h"

typedef struct {
    TermStore *terms;
    Model *model;
    Reads *reads;
    bool (*is_local)(const Term *symbol); /* it is made in the block */
    Map values;                           /* term -> what it is on the way */
    Map assumed;                          /* conditions that have the value that they have in the model -> 1 */
    TermVec waiting;                      /* such conditions that have not been taken apart yet */
    TermVec literals;                     /* what they are on the way: all hold */
    TermVec read_at;                      /* beside the list of reads: the address as it was */
} Way;

/* The model and the reads are the caller's, and outlive the way. */
void way_init(Way *way, TermStore *terms, Model *model, Reads *reads, bool (*is_local)(const Term *symbol));
void way_free(Way *way);
/* A bit-vector on the way, without choices and memory. */
Term *way_value(Way *way, Term *term);
/* The condition is what it is in the model. */
void way_assume(Way *way, Term *condition);
/* All that is assumed. */
Term *way_conditions(Way *way);

#endif
