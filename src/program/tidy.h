/* Passes over a body that was lowered naively, one instruction at a time. Each keeps the meaning, the
 * variables and their writes; only temporaries and moves go. The front end runs them in this order. */
#ifndef PROGRAM_TIDY_H
#define PROGRAM_TIDY_H

#include "program/program.h"

void program_remove_dead(Function *function);   /* pure instructions whose result nobody reads */
void program_forward_moves(Function *function); /* temporaries that only carry a value from or to a slot */
/* Conditions without effects become values (see there); true if there were any. Wants Variable.maybe_unset. */
bool program_fold_conditions(Function *function, Program *program);
void program_compact_registers(Function *function, Arena *arena); /* a small frame: temporaries share registers */

#endif
