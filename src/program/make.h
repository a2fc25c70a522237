/* Making functions: bodies of a single block, as engines need them around the program (verify/convention.c,
 * check/entry.c). */
#ifndef PROGRAM_MAKE_H
#define PROGRAM_MAKE_H

#include "program/program.h"

typedef struct {
    Program *program;
    Function *function;
    VEC(Register) registers;
    VEC(Variable) variables;
    VEC(Insn) insns;
    VEC(Call) calls;
    VEC(Operand) returns;
} Maker;

const Type *make_type(Program *program, Type type);
const Type *make_pointer_type(Program *program);
const Type *make_int_type(Program *program, u32 bits);
Function *make_function(Program *program, const char *name, const Type *result, const Type *const *params, u32 count);
/* One of the functions through which the library speaks to the machine. */
Function *make_machine_function(Program *program, const char *name, const Type *const *params, u32 count);
Operand make_constant(Program *program, Constant constant);
Operand make_global_address(Program *program, Global *global);
Operand make_text(Program *program, const char *text); /* the address of a string literal */

/* A body for the function, whose parameters are the first registers. */
Maker make_begin(Program *program, Function *function);
void make_finish(Maker *maker);
u32 make_register(Maker *maker, const Type *type);
u32 make_object(Maker *maker, const char *name, const Type *type, u64 size, u32 align); /* a local; its address */
u32 make_conversion(Maker *maker, Op op, Operand value, const Type *type);
/* An operation on two values of `type`; the result is of another one where they are compared. */
u32 make_operation(Maker *maker, Op op, const Type *type, Operand a, Operand b, const Type *result);
u32 make_load(Maker *maker, Operand address, const Type *type);
void make_store(Maker *maker, Operand address, const Type *type, Operand value);
u32 make_address_in(Maker *maker, Operand address, u64 offset);
void make_copy(Maker *maker, Operand to, Operand from, u64 size);
Argument make_argument(Operand value, const Type *type);
/* `dst`: where the results go, OPERAND_NONE for none. */
void make_call(Maker *maker, Function *callee, const Argument *args, u32 count, u32 dst, u32 dst_count);
void make_last_call(Maker *maker, Function *callee, const Argument *args, u32 count); /* it does not return */
void make_end(Maker *maker, Op op); /* RETURN, of Maker.returns; or UNREACHABLE */
void make_symbolic(Maker *maker, Operand address, u64 size, const char *name); /* these bytes are an input */

u32 make_any_value(Maker *maker, const char *name, const Type *type); /* an input of this name */

/* The scalars that a value of the type is taken apart into. */
typedef VEC(const Type *) TypeList;
void make_scalars(const Type *type, TypeList *out);
u64 make_size_of(const Program *program, const Type *type); /* in memory */

#endif
