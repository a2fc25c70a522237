/* LLVM values as operands: registers, constants, and constant expressions spelled out as instructions. */
#include "frontend/lower.h"

#include <string.h>

static Operand add_constant(Lowering *lower, Constant constant) {
    return OPERAND_CONSTANT | program_add_constant(lower->program, constant);
}

static Operand number_constant(Lowering *lower, LLVMValueRef value, const Type *type) {
    u64 few[4], *limbs = few;
    u32 count = type_limbs(type);
    if (count > COUNT_OF(few)) limbs = xcalloc(count, sizeof *limbs);
    constant_bits(lower->fe, value, limbs, count);
    Operand operand = add_constant(
        lower,
        (Constant){.kind = type->kind == TYPE_FLOAT ? CONSTANT_FLOAT : CONSTANT_INT, .type = type, .limbs = limbs});
    if (limbs != few) free(limbs);
    return operand;
}

/* An address that is no single constant of the program: null or a function, plus something. */
static Operand offset_address(Lowering *lower, Constant address) {
    i64 offset = address.offset;
    address.offset = 0;
    return emit_offset(lower, add_constant(lower, address), (u64)offset);
}

static Operand expression(Lowering *lower, LLVMValueRef value, const Type *type) {
    LLVMOpcode opcode = LLVMGetConstOpcode(value);
    if (opcode == LLVMGetElementPtr) return lower_steps(lower, value);
    Operand a = operand_of(lower, LLVMGetOperand(value, 0));
    if (cast_op(opcode) != OP_COUNT) {
        if (operand_type(lower->program, &(Function){.registers = lower->registers.at}, a) == type) return a;
        return emit_value(lower, cast_op(opcode), type, a, OPERAND_NONE);
    }
    if (binary_op(opcode) != OP_COUNT)
        return emit_value(lower, binary_op(opcode), type, a, operand_of(lower, LLVMGetOperand(value, 1)));
    emit_unsupported(lower, "a constant expression of an unknown kind (opcode %d)", (int)opcode);
    return undefined_operand(lower, type);
}

static Operand make_constant(Lowering *lower, LLVMValueRef value, bool *is_lasting) {
    const Type *type = type_of(lower->fe, LLVMTypeOf(value));
    *is_lasting = true;
    switch (LLVMGetValueKind(value)) {
    case LLVMConstantIntValueKind:
    case LLVMConstantFPValueKind: return number_constant(lower, value, type);
    case LLVMUndefValueValueKind: return undefined_operand(lower, type);
    case LLVMPoisonValueValueKind: return add_constant(lower, (Constant){.kind = CONSTANT_POISON, .type = type});
    default: break;
    }
    Constant address = {0};
    if (constant_address(lower->fe, value, &address)) {
        if (!address.offset || address.kind == CONSTANT_GLOBAL) return add_constant(lower, address);
        *is_lasting = false;
        return offset_address(lower, address);
    }
    *is_lasting = false;
    if (LLVMIsAConstantExpr(value)) return expression(lower, value, type);
    emit_unsupported(lower, "a constant of an unknown kind");
    return undefined_operand(lower, type);
}

static Operand constant_operand(Lowering *lower, LLVMValueRef value) {
    u64 known;
    if (map_get(&lower->fe->operands, (u64)(uintptr_t)value, &known)) return (Operand)known;
    bool is_lasting;
    Operand operand = make_constant(lower, value, &is_lasting);
    if (is_lasting) map_put(&lower->fe->operands, (u64)(uintptr_t)value, operand);
    return operand;
}

Operand operand_at(Lowering *lower, LLVMValueRef value, u32 index) {
    LLVMValueKind kind = LLVMGetValueKind(value);
    if (kind == LLVMInstructionValueKind || kind == LLVMArgumentValueKind)
        return result_registers(lower, value) + index;
    LLVMValueRef scalar = constant_scalar(lower->fe, value, index);
    if (scalar) return constant_operand(lower, scalar);
    emit_unsupported(lower, "a constant of an unknown kind");
    return undefined_operand(lower, scalars_of(lower->fe, LLVMTypeOf(value))->types[index]);
}

Operand operand_of(Lowering *lower, LLVMValueRef value) { return operand_at(lower, value, 0); }
