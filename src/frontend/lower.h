/* Lowering one function body from LLVM to the Program's instructions.
 *
 * Each LLVM instruction is lowered on its own, naively; the passes of program/tidy.h then remove what
 * is superfluous. Before that, plan_blocks() decides which blocks exist: sanitizer checks are folded
 * away and blocks with one way in are joined to their predecessor. */
#ifndef FRONTEND_LOWER_H
#define FRONTEND_LOWER_H

#include "frontend/state.h"

typedef struct {
    LLVMBasicBlockRef block;
    LLVMValueRef terminator;
    i32 jump; /* a folded branch: the only successor's index; -1 if the terminator stands */
    bool is_reached;
    bool is_address_taken;
    bool is_joined; /* its instructions follow those of its only predecessor */
    bool has_indirect_way_in;
    u32 ways_in; /* edges from reached blocks */
    u32 number;  /* of the Block, unless joined */
} BlockPlan;

typedef struct { /* a sanitizer check that was folded into the operation it guards */
    u32 flags;
    const Type *type;    /* C type */
    LLVMValueRef amount; /* of a shift: as the program wrote it, perhaps wider than what is shifted */
} Checked;

typedef struct { /* an operation that clang folded to a constant although it is undefined: done for its error */
    Op op;
    u32 flags;
    const Type *type;
    LLVMValueRef left, right;
} Folded;

typedef struct {
    Frontend *fe;
    Program *program;
    Module *module;
    Function *function;
    LLVMValueRef llvm;
    Error *error;
    LocationId location; /* of the instruction being lowered */
    VEC(Insn) insns;
    VEC(Block) blocks;
    VEC(Register) registers;
    VEC(Variable) variables;
    VEC(Call) calls;
    VEC(Switch) switches;
    VEC(Operand) returns;
    VEC(char *) texts;
    Map values;     /* LLVM instruction or argument -> its first register */
    Map slots;      /* alloca -> variable number + 1 */
    Map plan_index; /* LLVM block -> index into plan */
    BlockPlan *plan;
    u32 plan_count;
    Map checked; /* LLVM instruction -> index into checks */
    VEC(Checked) checks;
    Map folded; /* LLVM terminator -> index into folds */
    VEC(Folded) folds;
    Map conditions;   /* LLVM branch of a check that no operation makes -> the call of its handler */
    Map unevaluated;  /* LLVM instructions that only a test for constants reads, and these tests */
    u32 frame_object; /* register + 1 of the object that stands for the frame; 0: nobody asked for it */
    Map phi_inputs;   /* phi of a block with an indirect way in -> registers that carry its next value */
    u32 next_block;   /* numbers for blocks that stand for edges */
    struct EdgeBlock *edges;
    u32 edge_count, edge_capacity;
} Lowering;

typedef struct EdgeBlock {
    u32 number;
    u32 from, to; /* indices into plan */
    LocationId location;
} EdgeBlock;

/* lower.c: emitting */
Insn *emit(Lowering *lower, Op op, const Type *type, u32 dst, Operand a, Operand b, Operand c);
u32 new_register(Lowering *lower, const Type *type);
Operand emit_value(Lowering *lower, Op op, const Type *type, Operand a, Operand b); /* into a new register of `type` */
Operand emit_compare(Lowering *lower, Op op, const Type *type, Operand a, Operand b);
Operand emit_select(Lowering *lower, const Type *type, Operand condition, Operand yes, Operand no);
__attribute__((format(printf, 2, 3))) Insn *emit_unsupported(Lowering *lower, const char *format, ...);
u32 result_registers(Lowering *lower, LLVMValueRef value); /* the first of those that hold its scalars */
Operand number_operand(Lowering *lower, const Type *type, u64 number);
Operand undefined_operand(Lowering *lower, const Type *type);

/* lower_operands.c */
Operand operand_of(Lowering *lower, LLVMValueRef value);            /* a scalar */
Operand operand_at(Lowering *lower, LLVMValueRef value, u32 index); /* the n-th scalar of any value */

/* lower_blocks.c */
void plan_blocks(Lowering *lower);
u32 plan_of(const Lowering *lower, LLVMBasicBlockRef block);
BlockPlan *plan_at(const Lowering *lower, LLVMBasicBlockRef block);
void lower_terminator(Lowering *lower, BlockPlan *plan, LLVMValueRef terminator);

/* lower_phis.c */
void lower_edge_moves(Lowering *lower, u32 from, u32 to);
u32 edge_target(Lowering *lower, u32 from, u32 to); /* the block to branch to: `to`, or one for the edge */
void lower_edge_blocks(Lowering *lower);
void lower_phi_inputs(Lowering *lower, BlockPlan *plan);
bool has_phis(const BlockPlan *plan);

/* lower_checks.c */
void fold_checks(Lowering *lower);
const Checked *check_of(const Lowering *lower, LLVMValueRef instruction); /* NULL if it has none */
bool is_noreturn_marker(LLVMValueRef call); /* does it only say that the call before it does not return? */
bool is_marked_noreturn(LLVMValueRef call); /* does such a marker follow? */
void lower_folded(Lowering *lower, LLVMValueRef terminator);
bool is_sanitizer_handler(LLVMValueRef call);
bool is_from_sanitizer(const Lowering *lower, LLVMValueRef instruction); /* made for a check */
void lower_handler_call(Lowering *lower, LLVMValueRef call);

/* lower_handlers.c */
void emit_sanitizer_check(Lowering *lower, LLVMValueRef call, const char *name, LLVMValueRef condition);
void emit_sanitizer_trap(Lowering *lower, u64 number); /* llvm.ubsantrap: a check has failed */
LLVMValueRef handler_descriptor(LLVMValueRef call);    /* of the type concerned; NULL if there is none */
bool handler_is_unsigned(LLVMValueRef call);           /* the type is an unsigned integer */
bool handler_is_float(LLVMValueRef call);
bool handler_makes_signed(LLVMValueRef call); /* it converts to a signed integer */
/* Handlers get their operands widened to a machine word or, if they are wider, by the address of a copy: both made in
 * the handler's block. NULL if the operand cannot be told. */
LLVMValueRef handler_operand(LLVMValueRef call, u32 index);

/* lower_unevaluated.c */
void find_unevaluated(Lowering *lower);
bool is_unevaluated(const Lowering *lower, LLVMValueRef instruction);

/* lower_variables.c */
void lower_variables(Lowering *lower);
Operand frame_object(Lowering *lower); /* the address of an object that stands for the frame itself */
bool is_fixed_variable(const Lowering *lower, LLVMValueRef alloca); /* as opposed to one made by ALLOCA */
bool slot_register(const Lowering *lower, LLVMValueRef address, u32 *reg);
void lower_scope_marker(Lowering *lower, LLVMValueRef address, bool is_begin);

/* lower_arithmetic.c, lower_memory.c, lower_vectors.c, lower_calls.c, lower_intrinsics.c, lower_asm.c */
bool lower_arithmetic(Lowering *lower, LLVMValueRef instruction, LLVMOpcode opcode); /* false: another kind */
bool lower_memory(Lowering *lower, LLVMValueRef instruction, LLVMOpcode opcode);
bool lower_vectors(Lowering *lower, LLVMValueRef instruction, LLVMOpcode opcode);
void lower_call(Lowering *lower, LLVMValueRef call);
/* lower_members.c: what is called in the place of the function, with the room in front of the arguments; NULL: itself. */
LLVMValueRef member_function(Lowering *lower, LLVMValueRef call, LLVMValueRef callee, u64 *room);
void emit_call_to(Lowering *lower, const char *name); /* void name(void) */
void emit_call_with(Lowering *lower, const char *name, Operand given,
                    u32 dst); /* void *name(void *); void if there is no dst */
void lower_hook(Lowering *lower, bool is_exit);
bool lower_intrinsic(Lowering *lower, LLVMValueRef call, const char *name);
bool lower_float_intrinsic(Lowering *lower, LLVMValueRef call, const char *name);
void lower_inline_asm(Lowering *lower, LLVMValueRef call);
bool asm_goto_falls_through(Lowering *lower, LLVMValueRef terminator); /* does it do nothing? */
Op binary_op(LLVMOpcode opcode);                                       /* OP_COUNT if it is none */
Op cast_op(LLVMOpcode opcode);
Operand lower_steps(Lowering *lower, LLVMValueRef gep);            /* an instruction or constant expression */
Operand emit_offset(Lowering *lower, Operand address, u64 offset); /* address + bytes */
void lower_instruction(Lowering *lower, LLVMValueRef instruction);

#endif
