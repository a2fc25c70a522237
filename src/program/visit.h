/* Walking over the registers that an instruction reads and writes: what every pass over a body needs. */
#ifndef PROGRAM_VISIT_H
#define PROGRAM_VISIT_H

#include "program/program.h"

/* How many of a, b, c (in this order) are values; the others are block numbers, counts or unused. */
static inline u32 insn_value_fields(const Insn *insn) {
    switch ((Op)insn->op) {
    case OP_JUMP:
    case OP_RETURN:
    case OP_SCOPE_BEGIN:
    case OP_SCOPE_END:
    case OP_UNREACHABLE: return 0;
    case OP_UNSUPPORTED:
    case OP_BRANCH:
    case OP_SWITCH:
    case OP_JUMP_INDIRECT:
    case OP_CALL:
    case OP_ALLOCA: return 1;
    default: return 3;
    }
}

/* Calls `visit` with a pointer to each operand that the instruction reads. */
static inline void insn_visit_reads(const Function *function, Insn *insn, void (*visit)(void *, Operand *),
                                    void *context) {
    u32 fields = insn_value_fields(insn);
    if (fields > 0 && insn->a != OPERAND_NONE) visit(context, &insn->a);
    if (fields > 1 && insn->b != OPERAND_NONE) visit(context, &insn->b);
    if (fields > 2 && insn->c != OPERAND_NONE) visit(context, &insn->c);
    if (insn->op == OP_CALL) {
        Call *call = &function->calls[insn->extra];
        for (u32 i = 0; i < call->arg_count; i++) visit(context, &call->args[i].value);
    }
    if (insn->op == OP_RETURN)
        for (u32 i = 0; i < insn->c; i++) visit(context, &function->returns[insn->extra + i]);
}

/* Registers dst .. dst + the number returned are written. */
static inline u32 insn_write_count(const Function *function, const Insn *insn) {
    if (insn->dst == OPERAND_NONE) return 0;
    return insn->op == OP_CALL ? function->calls[insn->extra].dst_count : 1;
}

/* The register that a SCOPE_BEGIN makes unset (or gives a new address), else OPERAND_NONE. */
static inline u32 insn_scoped_register(const Function *function, const Insn *insn) {
    if (insn->op != OP_SCOPE_BEGIN && insn->op != OP_SCOPE_END) return OPERAND_NONE;
    return function->variables[insn->extra].reg;
}

static inline bool operand_is_register(Operand operand) { return !(operand & OPERAND_CONSTANT); }

/* True if the instruction does nothing but compute its result: it may go when nobody reads that. */
bool insn_is_pure(const Insn *insn);

/* Calls `visit` with each block that control may go to from the terminator; for an indirect jump with
 * every block. */
static inline void insn_visit_targets(const Function *function, const Insn *insn, void (*visit)(void *, u32),
                                      void *context) {
    switch ((Op)insn->op) {
    case OP_JUMP: visit(context, insn->b); break;
    case OP_BRANCH:
        visit(context, insn->b);
        visit(context, insn->c);
        break;
    case OP_SWITCH: {
        const Switch *table = &function->switches[insn->extra];
        for (u32 i = 0; i < table->count; i++) visit(context, table->targets[i]);
        visit(context, table->default_target);
        break;
    }
    case OP_JUMP_INDIRECT:
        for (u32 i = 0; i < function->block_count; i++) visit(context, i);
        break;
    default: break;
    }
}

#endif
