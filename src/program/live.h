#ifndef PROGRAM_LIVE_H
#define PROGRAM_LIVE_H

#include "program/program.h"

/* While the call at this instruction is under way: for each register whether its value counts. */
void program_live_registers(const Function *function, u32 insn, bool *counts);

#endif
