#ifndef PROGRAM_LIVE_H
#define PROGRAM_LIVE_H

#include "program/program.h"

/* While the call at this instruction is under way: for each register whether its value counts. */
void program_live_registers(const Function *function, u32 insn, bool *counts);
/* Where the block begins: for each register whether it may be read before it is written or, with `variables`, is a variable
 * that has been set and is in scope. */
void program_live_at_block(const Function *function, u32 block, bool variables, bool *counts);

/* Which registers may be read before they are written, where each block begins: found once for the function. */
typedef struct {
    const Function *function;
    u32 words; /* of a set of registers */
    u64 *sets; /* a set a block */
} LiveSets;
LiveSets live_sets_of(const Function *function);
void live_sets_free(LiveSets *live);
/* The same in front of any instruction. */
void live_sets_before(const LiveSets *live, u32 insn, bool *counts);

#endif
