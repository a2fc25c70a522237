/* How far it is to code that was never run: the least number of instructions, over the control flow of functions and
 * the calls between them, as KLEE's "minimal distance to uncovered". Only code of the user's counts as new. */
#ifndef SEARCH_DISTANCE_H
#define SEARCH_DISTANCE_H

#include "machine/machine.h"

enum { DISTANCE_NEVER = 1u << 30 };

typedef struct {
    const Machine *m;
    VEC(u32) first;     /* function number -> number of its block 0 in Machine.blocks, + 1; 0: never decoded */
    VEC(u32) to_return; /* block -> instructions to the end of its function */
    VEC(u32) to_new;    /* block -> instructions to a block that was never run, without returning */
    u32 known_blocks;   /* for which to_return is right */
    u32 covered;        /* blocks that had been run */
} Distances;

/* A place in a function: where a frame goes on. */
typedef struct {
    const Function *function;
    u32 insn;
} Place;

/* Looks at the coverage; true if there is more of it than the distances know about. `totals`: how often each block was
 * run. */
bool distances_are_old(Distances *d, const u64 *totals, u32 count);
void distances_update(Distances *d, const u64 *totals, u32 count);
void distances_free(Distances *d);
/* From the innermost frame, returning to those around it. */
u32 distance_from(const Distances *d, const Place *stack, u32 count);

#endif
