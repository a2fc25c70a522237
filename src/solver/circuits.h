/* Circuits of bit-vector operations: from operand bits to result bits, lowest first. Results do not overlap operands. */
#ifndef SOLVER_CIRCUITS_H
#define SOLVER_CIRCUITS_H

#include "solver/aig.h"
#include "solver/deadline.h"

/* How many bits hold the number: the others are zeros. */
u32 circuit_unsigned_bits(const Lit *a, u32 width);

void circuit_add(Aig *aig, Lit *r, const Lit *a, const Lit *b, Lit carry, u32 width);
void circuit_neg(Aig *aig, Lit *r, const Lit *a, u32 width);
/* Multiplication is large: it looks at the deadline and returns false when it has passed. */
bool circuit_mul(Aig *aig, Lit *r, const Lit *a, const Lit *b, u32 width, Deadline *deadline);
/* The lowest n bits of q, which has n, by d, which has `divisor_bits`; and whether the product has more. */
bool circuit_mul_exact(Aig *aig, Lit *product, Lit *overflow, const Lit *q, const Lit *d, u32 n, u32 divisor_bits,
                       Deadline *deadline);
void circuit_shift(Aig *aig, Lit *r, const Lit *a, const Lit *distance, u32 width, bool left, Lit fill);
Lit circuit_eq(Aig *aig, const Lit *a, const Lit *b, u32 width);
Lit circuit_ult(Aig *aig, const Lit *a, const Lit *b, u32 width);
Lit circuit_slt(Aig *aig, const Lit *a, const Lit *b, u32 width);
void circuit_mux(Aig *aig, Lit *r, Lit condition, const Lit *yes, const Lit *no, u32 width);

#endif
