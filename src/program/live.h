#ifndef PROGRAM_LIVE_H
#define PROGRAM_LIVE_H

#include "program/program.h"

/* While the call at this instruction is under way: for each register whether its value counts. */
void program_live_registers(const Function *function, u32 insn, bool *counts);
/* Where the block begins: for each register whether it may be read before it is written or, with `variables`, is a variable
 * that has been set and is in scope. */
void program_live_at_block(const Function *function, u32 block, bool variables, bool *counts);

#endif
