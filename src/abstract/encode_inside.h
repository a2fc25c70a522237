/* Between the files of the encoder. */
#ifndef ABSTRACT_ENCODE_INSIDE_H
#define ABSTRACT_ENCODE_INSIDE_H

#include "abstract/encode.h"

typedef struct {
    Encoder *e;
    BlockRun *out;
    VEC(BlockState) waiting;
} Running;

Term *guard_since(TermStore *terms, const Guard *guard, const Guard *from); /* behind `from`, which stands on the way */

void encode_assume(Running *run, BlockState *state, Term *condition); /* from here on only where it holds */
bool state_is_dead(const BlockState *state);                          /* nothing leads here */
void state_exit(Running *run, BlockState *state, Term *condition, ExitKind end, const char *why);
Term *state_unknown(Running *run, BlockState *state, u32 bits, u32 which); /* any value; `which` of this instruction */
Term *state_input(Running *run, BlockState *state, u32 bits, u32 which, const char *name);
Term *state_operand(Running *run, BlockState *state, Operand operand);
void state_set(Running *run, BlockState *state, u32 reg, Term *term);

/* encode.c */
void encode_scalar(Running *run, BlockState *state, const Insn *insn);
void encode_order(Running *run, BlockState *state, const Insn *insn);
void encode_difference(Running *run, BlockState *state, const Insn *insn);
void encode_field(Running *run, BlockState *state, const Insn *insn);
void encode_index(Running *run, BlockState *state, const Insn *insn);

/* encode_control.c. False: the state has gone on elsewhere, or ended. */
bool encode_step(Running *run, BlockState *state, const Insn *insn);

/* encode_memory.c. Pointers are terms of 64 bits. */
Term *address_step(Running *run, BlockState *state, Term *pointer, Term *delta); /* delta: of any width, signed */
Term *pointer_to_number(Running *run, BlockState *state, Term *pointer, u32 bits);
Term *number_to_pointer(Running *run, BlockState *state, Term *number);
void encode_load(Running *run, BlockState *state, const Insn *insn);
void encode_store(Running *run, BlockState *state, const Insn *insn);
void encode_copy(Running *run, BlockState *state, Term *to, Term *from, Term *size);
void encode_fill(Running *run, BlockState *state, Term *to, Term *byte, Term *size);
void encode_any(Running *run, BlockState *state, Term *to, Term *size, const char *name); /* an input */
void encode_local(Running *run, BlockState *state, u32 variable);                         /* its life begins */
Term *encode_heap(Running *run, BlockState *state);                                       /* a new block */

/* A variable that is kept in memory although nothing has its address. */
Term *encode_variable(Running *run, BlockState *state, u32 reg);
void encode_set_variable(Running *run, BlockState *state, u32 reg, Term *term);

/* encode_calls.c. Functions that are no code of the program. False: it is not one of them. */
bool encode_builtin(Running *run, BlockState *state, const Insn *insn, const Function *callee);

#endif
