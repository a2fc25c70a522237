/* Constant tables as decision diagrams over the bits of the index (Bryant 1986), with complemented edges. The diagrams of all
 * bits of the elements share their nodes.
 *
 * A table that follows a rule has a small one whatever its size: classes of characters, digits and their values, the codes of
 * Huffman, remainders of polynomials. It is a few gates then. A table without one, as of a cipher, is better read on
 * demand (lemmas.h). */
#ifndef SOLVER_DIAGRAMS_H
#define SOLVER_DIAGRAMS_H

#include "base/map.h"
#include "solver/aig.h"
#include "term/term.h"

typedef struct {
    u32 level;     /* which bit of the index decides */
    Lit low, high; /* where it is 0, 1: earlier nodes; node 0 is the constant false */
} DiagramNode;

typedef struct {
    u32 levels; /* bits of the index that lead into the table */
    VEC(DiagramNode) nodes;
    VEC(Lit) roots; /* of each bit of an element; none: the table is not regular */
} Diagram;

Diagram *diagram_new(const Term *table);
void diagram_free(Diagram *diagram);
static inline bool diagram_is_regular(const Diagram *diagram) { return diagram->roots.count > 0; }
/* The bits of the element at the index; 0 behind the table. */
void diagram_read(const Diagram *diagram, Aig *aig, const Lit *index, u32 index_width, Lit *r);

#endif
