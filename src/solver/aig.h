/* A graph of gates: and, exclusive or, choice. Nodes are hash-consed and simplified as they are made; a literal is a node
 * with a sign. Inputs are nodes without operands. Nodes are numbered upwards, operands before users. */
#ifndef SOLVER_AIG_H
#define SOLVER_AIG_H

#include "base/vec.h"

typedef u32 Lit; /* node * 2 + sign */

enum { LIT_FALSE = 0, LIT_TRUE = 1 };

typedef enum { GATE_INPUT, GATE_AND, GATE_XOR, GATE_MUX } GateKind;

typedef struct {
    Lit a, b, c; /* MUX: a ? b : c */
    u8 kind;
} Gate;

typedef struct {
    VEC(Gate) gates;
    u32 *index; /* open addressing, node number, 0 for none (node 0 is the constant) */
    u32 slots;
    u32 limit; /* no more gates than this; reaching it sets `full` */
    bool full; /* what was built since is meaningless */
} Aig;

void aig_init(Aig *aig, u32 limit);
void aig_free(Aig *aig);
Lit aig_input(Aig *aig);
Lit aig_and(Aig *aig, Lit a, Lit b);
Lit aig_xor(Aig *aig, Lit a, Lit b);
Lit aig_mux(Aig *aig, Lit condition, Lit yes, Lit no);
static inline Lit lit_not(Lit a) { return a ^ 1; }
static inline Lit aig_or(Aig *aig, Lit a, Lit b) { return lit_not(aig_and(aig, lit_not(a), lit_not(b))); }
static inline Lit aig_eq(Aig *aig, Lit a, Lit b) { return lit_not(aig_xor(aig, a, b)); }
static inline u32 lit_node(Lit a) { return a >> 1; }

#endif
