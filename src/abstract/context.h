/* Where a run is: the calls that are under way, and a block of the innermost function.
 *
 * Calls are inlined: a function that is called at two places is two functions to the analysis. A *context* is a chain of
 * calls; contexts are interned, so that equality is ==. */
#ifndef ABSTRACT_CONTEXT_H
#define ABSTRACT_CONTEXT_H

#include "program/flow.h"

typedef struct Context {
    const struct Context *caller; /* NULL: the outermost */
    const Function *function;
    const Flow *flow;
    u32 call;      /* of the caller: the instruction */
    u32 number;    /* from 0, in the order of making */
    u32 depth;     /* frames below it */
    u32 same;      /* frames of this function, itself included: recursion */
    bool may_come; /* again: a call on the way here stands in a loop, or it is a recursion */
    VEC(const struct Context *) callees;
} Context;

typedef struct {
    Arena arena;
    Map flows; /* function -> Flow */
    VEC(Context *) all;
} Contexts;

void contexts_free(Contexts *contexts);
const Context *context_root(Contexts *contexts, const Function *function);
const Context *context_call(Contexts *contexts, const Context *caller, u32 call, const Function *callee);
/* The instruction, then the calls that led to it, innermost first: as the points-to analyses want it. */
u32 context_calls(const Context *context, const Insn *insn, const Insn **calls, u32 most);
/* May this instruction of the context be run more than once? */
bool context_repeats(const Context *context, u32 insn);

#endif
