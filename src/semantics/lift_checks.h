/* When arithmetic fails: one-bit terms, true where the handler of fast.c or scalar_execute gives up. Operands are
 * equally wide, of any width. */
#ifndef SEMANTICS_LIFT_CHECKS_H
#define SEMANTICS_LIFT_CHECKS_H

#include "term/term.h"

typedef Term *LiftCheck(TermStore *store, Term *a, Term *b);

/* The result does not fit. */
LiftCheck check_add_signed, check_sub_signed, check_mul_signed;
LiftCheck check_add_unsigned, check_sub_unsigned, check_mul_unsigned;
LiftCheck check_divide;            /* by zero */
LiftCheck check_divide_signed;     /* by zero, or the minimum by -1 */
LiftCheck check_shift;             /* by the width or more */
LiftCheck check_shift_left_signed; /* also if the base is negative or the result does not fit (C17 6.5.7p4) */

Term *check_minimum(TermStore *store, u32 width); /* the smallest signed number */
Term *check_maximum(TermStore *store, u32 width);

#endif
