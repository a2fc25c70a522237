/* The machine's operations on terms: what fast.c and scalar.c compute from numbers, as terms of the operands.
 *
 * Terms beside cells are 64 bits wide, narrow values zero-extended, as the cells are. Every operation may be asked for
 * with any mix of constants and other terms; constants give what the handler computes, bit by bit. Operands may be
 * tainted, and then the result is, as the machine's rules for undefined bits say (code/undefined.def); `trap` never is. */
#ifndef SEMANTICS_LIFT_OPS_H
#define SEMANTICS_LIFT_OPS_H

#include "machine/scalar.h"
#include "term/term.h"

typedef struct {
    Term *value; /* of the result; NULL: not an operation that has one */
    Term *trap;  /* one bit: the operation fails, and the value means nothing; NULL if it never does */
} Lifted;

/* The operations that compute a cell from cells: arithmetic, comparisons, MOVE, MASK, SEXT, SELECT, ADDRESS, PTRSUB.
 * x is the cell a, y the cell b or, in the form RI, the immediate; z the condition of SELECT. Those that the form does
 * not have may be NULL. ADDRESS is the plain sum, also where the machine would make a stray pointer of it. */
Lifted lift_code(TermStore *store, const Code *ip, Term *x, Term *y, Term *z);

/* When a branch goes to its target; NULL if `ip` is no branch on a condition. */
Term *lift_condition(TermStore *store, const Code *ip, Term *x, Term *y);

/* code_delta as a term; y is the cell b, NULL in the form MEMORY. */
Term *lift_delta(TermStore *store, const Code *ip, Term *y);

/* scalar_execute: operands and result are limbs, as many as their type has; an operand that the instruction does not
 * have is NULL. False: no term says it (other floats than those of 32 and 64 bits, pow, sin, ...).
 * Whether a trap is an error of the program or poison is for scalar_failure_is_error. */
bool lift_scalar(TermStore *store, const ScalarOp *op, Term *const *a, Term *const *b, Term *const *c, Term **result,
                 Term **trap);

/* ---- Between the files ---- */

/* The same for operands without undefined bits, and for others (lift_undefined.c). */
Lifted lift_defined_code(TermStore *store, const Code *ip, Term *x, Term *y, Term *z);
Lifted lift_tainted_code(TermStore *store, const Code *ip, Term *x, Term *y, Term *z);
Term *lift_defined_condition(TermStore *store, const Code *ip, Term *x, Term *y);
Term *lift_tainted_condition(TermStore *store, const Code *ip, Term *x, Term *y);
bool lift_defined_scalar(TermStore *store, const ScalarOp *op, Term *const *a, Term *const *b, Term *const *c,
                         Term **result, Term **trap);
bool lift_tainted_scalar(TermStore *store, const ScalarOp *op, Term *const *a, Term *const *b, Term *const *c,
                         Term **result, Term **trap);
/* undefined_by_rule on terms: the undefined bits of the result, one bit for a rule of truth. */
Term *lift_undefined_by_rule(TermStore *store, UndefinedRule rule, Term *x, Term *y, Term *ux, Term *uy);
Term *lift_is_set(TermStore *store, Term *mask); /* any bit of it: one bit */

/* lift_float.c. The operands are as wide as their types; trap is NULL if it never happens. */
Lifted lift_scalar_float(TermStore *store, const ScalarOp *op, Term *a, Term *b, Term *c);
Term *lift_float_arithmetic(TermStore *store, TermOp op, Term *a, Term *b);
Term *lift_float_relation(TermStore *store, u32 relations, Term *a, Term *b); /* FCMP_ bits */

#endif
