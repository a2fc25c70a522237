/* Aggregates and vectors in registers: taking out, putting in, shuffling. A value is a run of scalars,
 * so most of these are moves; an index that is not constant becomes a chain of selects. */
#include "frontend/lower.h"

static void copy_scalars(Lowering *lower, const Scalars *scalars, u32 first, u32 count, u32 dst, LLVMValueRef source,
                         u32 from) {
    for (u32 i = 0; i < count; i++)
        emit(lower, OP_MOVE, scalars->types[first + i], dst + i, operand_at(lower, source, from + i), OPERAND_NONE,
             OPERAND_NONE);
}

/* The position of the scalar that an extractvalue or insertvalue names, and the type there. */
static u32 scalar_position(Lowering *lower, LLVMValueRef instruction, LLVMTypeRef type) {
    const unsigned *path = LLVMGetIndices(instruction);
    u32 position = 0;
    for (u32 i = 0; i < LLVMGetNumIndices(instruction); i++) {
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            for (u32 k = 0; k < path[i]; k++)
                position += scalars_of(lower->fe, LLVMStructGetTypeAtIndex(type, k))->count;
            type = LLVMStructGetTypeAtIndex(type, path[i]);
        } else {
            type = LLVMGetElementType(type);
            position += path[i] * scalars_of(lower->fe, type)->count;
        }
    }
    return position;
}

static void lower_extract_value(Lowering *lower, LLVMValueRef instruction) {
    LLVMValueRef source = LLVMGetOperand(instruction, 0);
    const Scalars *scalars = scalars_of(lower->fe, LLVMTypeOf(instruction));
    u32 from = scalar_position(lower, instruction, LLVMTypeOf(source));
    copy_scalars(lower, scalars, 0, scalars->count, result_registers(lower, instruction), source, from);
}

static void lower_insert_value(Lowering *lower, LLVMValueRef instruction) {
    LLVMValueRef whole = LLVMGetOperand(instruction, 0), part = LLVMGetOperand(instruction, 1);
    const Scalars *scalars = scalars_of(lower->fe, LLVMTypeOf(instruction));
    u32 at = scalar_position(lower, instruction, LLVMTypeOf(whole)),
        count = scalars_of(lower->fe, LLVMTypeOf(part))->count;
    u32 dst = result_registers(lower, instruction);
    copy_scalars(lower, scalars, 0, at, dst, whole, 0);
    copy_scalars(lower, scalars, at, count, dst + at, part, 0);
    copy_scalars(lower, scalars, at + count, scalars->count - at - count, dst + at + count, whole, at + count);
}

static Operand is_index(Lowering *lower, LLVMValueRef index, u32 number) {
    const Type *type = type_of(lower->fe, LLVMTypeOf(index));
    return emit_compare(lower, OP_EQ, type, operand_of(lower, index), number_operand(lower, type, number));
}

static void lower_extract_element(Lowering *lower, LLVMValueRef instruction) {
    LLVMValueRef vector = LLVMGetOperand(instruction, 0), index = LLVMGetOperand(instruction, 1);
    const Scalars *scalars = scalars_of(lower->fe, LLVMTypeOf(vector));
    const Type *type = scalars->types[0];
    Operand value = undefined_operand(lower, type);
    if (LLVMIsAConstantInt(index)) {
        u64 number = LLVMConstIntGetZExtValue(index);
        if (number < scalars->count) value = operand_at(lower, vector, (u32)number);
    } else {
        for (u32 i = 0; i < scalars->count; i++)
            value = emit_select(lower, type, is_index(lower, index, i), operand_at(lower, vector, i), value);
    }
    emit(lower, OP_MOVE, type, result_registers(lower, instruction), value, OPERAND_NONE, OPERAND_NONE);
}

static void lower_insert_element(Lowering *lower, LLVMValueRef instruction) {
    LLVMValueRef vector = LLVMGetOperand(instruction, 0), index = LLVMGetOperand(instruction, 2);
    const Scalars *scalars = scalars_of(lower->fe, LLVMTypeOf(instruction));
    Operand element = operand_of(lower, LLVMGetOperand(instruction, 1));
    bool is_constant = LLVMIsAConstantInt(index);
    u64 number = is_constant ? LLVMConstIntGetZExtValue(index) : 0;
    u32 dst = result_registers(lower, instruction);
    for (u32 i = 0; i < scalars->count; i++) {
        Operand old = operand_at(lower, vector, i);
        if (is_constant)
            emit(lower, OP_MOVE, scalars->types[i], dst + i, i == number ? element : old, OPERAND_NONE, OPERAND_NONE);
        else emit(lower, OP_SELECT, scalars->types[i], dst + i, is_index(lower, index, i), element, old);
    }
}

static void lower_shuffle(Lowering *lower, LLVMValueRef instruction) {
    LLVMValueRef left = LLVMGetOperand(instruction, 0), right = LLVMGetOperand(instruction, 1);
    u32 width = scalars_of(lower->fe, LLVMTypeOf(left))->count, dst = result_registers(lower, instruction);
    const Type *type = scalars_of(lower->fe, LLVMTypeOf(instruction))->types[0];
    for (u32 i = 0; i < LLVMGetNumMaskElements(instruction); i++) {
        int from = LLVMGetMaskValue(instruction, i);
        Operand value = from < 0            ? undefined_operand(lower, type)
                        : (u32)from < width ? operand_at(lower, left, (u32)from)
                                            : operand_at(lower, right, (u32)from - width);
        emit(lower, OP_MOVE, type, dst + i, value, OPERAND_NONE, OPERAND_NONE);
    }
}

bool lower_vectors(Lowering *lower, LLVMValueRef instruction, LLVMOpcode opcode) {
    switch (opcode) {
    case LLVMExtractValue: lower_extract_value(lower, instruction); return true;
    case LLVMInsertValue: lower_insert_value(lower, instruction); return true;
    case LLVMExtractElement: lower_extract_element(lower, instruction); return true;
    case LLVMInsertElement: lower_insert_element(lower, instruction); return true;
    case LLVMShuffleVector: lower_shuffle(lower, instruction); return true;
    default: return false;
    }
}
