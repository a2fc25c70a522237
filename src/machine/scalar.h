/* Operations on scalars of any width and any float format: everything that has no handler of its own
 * in the fast loop. Wide integers are arrays of 64-bit limbs and are computed by GMP's mpn functions. */
#ifndef MACHINE_SCALAR_H
#define MACHINE_SCALAR_H

#include "machine/machine.h"

/* Computes into the cells of the result. False if it traps or gives poison: scalar_report tells. */
bool scalar_execute(const ScalarOp *op, u64 *r);

/* Whether an instruction that fails is an error of the program; it yields poison otherwise. */
bool scalar_failure_is_error(const Insn *insn);

/* What went wrong in the arithmetic instruction. True if it is an error of the program, now reported;
 * false if it yields poison. */
bool scalar_report(Machine *m, const Code *ip, u64 *r, const Insn *insn);

/* float_ops.c */
bool scalar_is_float_op(Op op);
bool scalar_execute_float(const ScalarOp *op, const u64 *a, const u64 *b, const u64 *c, u64 *d);

#endif
