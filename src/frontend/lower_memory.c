/* Loads, stores, address steps, dynamic allocation on the stack, atomics. What is atomic is so because threads give way to
 * each other in calls only: in that of __loci_thread_reads or writes before it. */
#include "frontend/lower.h"

/* ---- Addresses ---- */

Operand emit_offset(Lowering *lower, Operand address, u64 offset) {
    if (!offset) return address;
    u32 dst = new_register(lower, pointer_type(lower->fe));
    Operand bytes = number_operand(lower, int_type(lower->fe, lower->program->pointer_bytes * 8), offset);
    emit(lower, OP_INDEX, int_type(lower->fe, 8), dst, address, bytes, OPERAND_NONE);
    return dst;
}

static bool is_zero(LLVMValueRef index) { return LLVMIsAConstantInt(index) && LLVMIsNull(index); }

static Operand emit_step(Lowering *lower, Op op, const Type *type, Operand address, Operand by, u32 flags) {
    if (!type) {
        emit_unsupported(lower, "an address inside an object of an unknown type");
        return address;
    }
    u32 dst = new_register(lower, pointer_type(lower->fe));
    emit(lower, op, type, dst, address, by, OPERAND_NONE)->flags = (u16)flags;
    return dst;
}

/* A step into a struct or array; `type` becomes that of the part. A union's only element is no step. */
static Operand step_into(Lowering *lower, LLVMTypeRef *type, LLVMValueRef index, Operand address, u32 flags) {
    if (LLVMGetTypeKind(*type) != LLVMStructTypeKind) {
        *type = LLVMGetElementType(*type);
        if (is_zero(index)) return address;
        return emit_step(lower, OP_INDEX, type_of(lower->fe, *type), address, operand_of(lower, index), flags);
    }
    LLVMTypeRef whole = *type;
    u32 field = (u32)LLVMConstIntGetZExtValue(index);
    *type = LLVMStructGetTypeAtIndex(whole, field);
    const Type *aggregate = type_of(lower->fe, whole);
    if (aggregate && aggregate->kind == TYPE_UNION)
        return emit_offset(lower, address, LLVMOffsetOfElement(lower->fe->layout, whole, field));
    return emit_step(lower, OP_FIELD, aggregate, address, number_operand(lower, int_type(lower->fe, 32), field), flags);
}

Operand lower_steps(Lowering *lower, LLVMValueRef gep) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    u32 flags = LLVMIsInBounds(gep) ? INSN_INBOUNDS : 0, count = (u32)LLVMGetNumOperands(gep);
    Operand address = operand_of(lower, LLVMGetOperand(gep, 0));
    for (u32 i = 1; i < count; i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        if (i > 1) address = step_into(lower, &type, index, address, flags);
        else if (!is_zero(index))
            address = emit_step(lower, OP_INDEX, type_of(lower->fe, type), address, operand_of(lower, index), flags);
    }
    return address;
}

static void lower_gep(Lowering *lower, LLVMValueRef gep) {
    if (LLVMGetTypeKind(LLVMTypeOf(gep)) == LLVMVectorTypeKind) {
        emit_unsupported(lower, "a vector of addresses");
        return;
    }
    Operand address = lower_steps(lower, gep);
    emit(lower, OP_MOVE, pointer_type(lower->fe), result_registers(lower, gep), address, OPERAND_NONE, OPERAND_NONE);
}

/* ---- Loads and stores ---- */

/* The alignment of a part at `offset` of something aligned. */
static u32 part_alignment(u32 whole, u64 offset) {
    u32 align = whole ? whole : 1;
    while (offset % align) align /= 2;
    return align;
}

/* -fsanitize=function compares the words before a function with what it expects, if the first has a certain value. Here
 * functions have no such words: they read as zero, and nothing is compared. */
static bool reads_before_function(const Lowering *lower, LLVMValueRef load) {
    LLVMValueRef address = LLVMGetOperand(load, 0);
    i64 offset = 0;
    bool is_step = LLVMIsAGetElementPtrInst(address) ||
                   (LLVMIsAConstantExpr(address) && LLVMGetConstOpcode(address) == LLVMGetElementPtr);
    return is_step && is_from_sanitizer(lower, load) && constant_step_offset(lower->fe, address, &offset) &&
           (offset == -8 || offset == -4) && LLVMGetTypeKind(LLVMTypeOf(load)) == LLVMIntegerTypeKind;
}

static void lower_load(Lowering *lower, LLVMValueRef load) {
    LLVMValueRef pointer = LLVMGetOperand(load, 0);
    const Scalars *scalars = scalars_of(lower->fe, LLVMTypeOf(load));
    u32 dst = result_registers(lower, load), slot;
    if (lower->module->is_foreign && reads_before_function(lower, load)) {
        emit(lower, OP_MOVE, scalars->types[0], dst, number_operand(lower, scalars->types[0], 0), OPERAND_NONE,
             OPERAND_NONE);
        return;
    }
    if (slot_register(lower, pointer, &slot)) {
        emit(lower, OP_MOVE, scalars->types[0], dst, slot, OPERAND_NONE, OPERAND_NONE);
        return;
    }
    if (scalars->is_bit_packed) {
        emit_unsupported(lower, "a vector of bits in memory");
        return;
    }
    Operand address = operand_of(lower, pointer);
    for (u32 i = 0; i < scalars->count; i++) {
        Operand at = emit_offset(lower, address, scalars->offsets[i]);
        Insn *insn = emit(lower, OP_LOAD, scalars->types[i], dst + i, at, OPERAND_NONE, OPERAND_NONE);
        insn->extra = part_alignment(LLVMGetAlignment(load), scalars->offsets[i]);
        insn->flags = LLVMGetVolatile(load) ? INSN_VOLATILE : 0;
        insn->c_type = tbaa_access_type(lower->fe, load, scalars->types[i]);
    }
}

static void lower_store(Lowering *lower, LLVMValueRef store) {
    LLVMValueRef value = LLVMGetOperand(store, 0), pointer = LLVMGetOperand(store, 1);
    const Scalars *scalars = scalars_of(lower->fe, LLVMTypeOf(value));
    u32 slot;
    if (slot_register(lower, pointer, &slot)) {
        emit(lower, OP_MOVE, scalars->types[0], slot, operand_of(lower, value), OPERAND_NONE, OPERAND_NONE);
        return;
    }
    if (scalars->is_bit_packed) {
        emit_unsupported(lower, "a vector of bits in memory");
        return;
    }
    Operand address = operand_of(lower, pointer);
    for (u32 i = 0; i < scalars->count; i++) {
        Operand part = operand_at(lower, value, i), at = emit_offset(lower, address, scalars->offsets[i]);
        Insn *insn = emit(lower, OP_STORE, scalars->types[i], OPERAND_NONE, at, part, OPERAND_NONE);
        insn->extra = part_alignment(LLVMGetAlignment(store), scalars->offsets[i]);
        insn->flags = LLVMGetVolatile(store) ? INSN_VOLATILE : 0;
        insn->c_type = tbaa_access_type(lower->fe, store, scalars->types[i]);
    }
}

/* ---- Allocation ---- */

/* The fixed variables were made by lower_variables(). */
static void lower_alloca(Lowering *lower, LLVMValueRef alloca) {
    if (is_fixed_variable(lower, alloca)) return;
    LLVMTypeRef element = LLVMGetAllocatedType(alloca);
    LLVMValueRef count = LLVMGetOperand(alloca, 0);
    const Type *number = type_of(lower->fe, LLVMTypeOf(count));
    Operand size = operand_of(lower, count);
    u64 bytes = LLVMABISizeOfType(lower->fe->layout, element);
    if (bytes != 1) size = emit_value(lower, OP_MUL, number, size, number_operand(lower, number, bytes));
    Insn *insn = emit(lower, OP_ALLOCA, NULL, result_registers(lower, alloca), size, OPERAND_NONE, OPERAND_NONE);
    insn->extra = LLVMGetAlignment(alloca);
    insn->c_type = type_of(lower->fe, element);
}

/* ---- Atomics ---- */

/* { old value, whether it was the expected one } */
static void lower_compare_exchange(Lowering *lower, LLVMValueRef instruction) {
    LLVMValueRef expected = LLVMGetOperand(instruction, 1);
    const Type *type = type_of(lower->fe, LLVMTypeOf(expected));
    Operand address = operand_of(lower, LLVMGetOperand(instruction, 0));
    u32 dst = result_registers(lower, instruction);
    emit(lower, OP_LOAD, type, dst, address, OPERAND_NONE, OPERAND_NONE)->extra = (u32)type->size;
    emit(lower, OP_EQ, type, dst + 1, dst, operand_of(lower, expected), OPERAND_NONE);
    Operand stored = emit_select(lower, type, dst + 1, operand_of(lower, LLVMGetOperand(instruction, 2)), dst);
    emit(lower, OP_STORE, type, OPERAND_NONE, address, stored, OPERAND_NONE)->extra = (u32)type->size;
}

static Operand updated_value(Lowering *lower, LLVMValueRef instruction, const Type *type, Operand old, Operand by) {
    Op op = OP_COUNT;
    switch (LLVMGetAtomicRMWBinOp(instruction)) {
    case LLVMAtomicRMWBinOpXchg: return by;
    case LLVMAtomicRMWBinOpAdd: op = OP_ADD; break;
    case LLVMAtomicRMWBinOpSub: op = OP_SUB; break;
    case LLVMAtomicRMWBinOpAnd: op = OP_AND; break;
    case LLVMAtomicRMWBinOpNand: {
        Operand both = emit_value(lower, OP_AND, type, old, by);
        return emit_value(lower, OP_XOR, type, both,
                          operand_of(lower, LLVMConstAllOnes(LLVMTypeOf(LLVMGetOperand(instruction, 1)))));
    }
    case LLVMAtomicRMWBinOpOr: op = OP_OR; break;
    case LLVMAtomicRMWBinOpXor: op = OP_XOR; break;
    case LLVMAtomicRMWBinOpMax: op = OP_SMAX; break;
    case LLVMAtomicRMWBinOpMin: op = OP_SMIN; break;
    case LLVMAtomicRMWBinOpUMax: op = OP_UMAX; break;
    case LLVMAtomicRMWBinOpUMin: op = OP_UMIN; break;
    case LLVMAtomicRMWBinOpFAdd: op = OP_FADD; break;
    case LLVMAtomicRMWBinOpFSub: op = OP_FSUB; break;
    default: emit_unsupported(lower, "an atomic operation of a rare kind"); return old;
    }
    return emit_value(lower, op, type, old, by);
}

static void lower_atomic_update(Lowering *lower, LLVMValueRef instruction) {
    LLVMValueRef by = LLVMGetOperand(instruction, 1);
    const Type *type = type_of(lower->fe, LLVMTypeOf(by));
    Operand address = operand_of(lower, LLVMGetOperand(instruction, 0));
    u32 old = result_registers(lower, instruction);
    emit(lower, OP_LOAD, type, old, address, OPERAND_NONE, OPERAND_NONE)->extra = (u32)type->size;
    Operand stored = updated_value(lower, instruction, type, old, operand_of(lower, by));
    emit(lower, OP_STORE, type, OPERAND_NONE, address, stored, OPERAND_NONE)->extra = (u32)type->size;
}

/* ---- Where threads may give way ---- */

/* The address that an access is to; NULL: it is none. */
static LLVMValueRef accessed(LLVMValueRef instruction, LLVMOpcode opcode) {
    bool is_access = opcode == LLVMLoad || opcode == LLVMAtomicCmpXchg || opcode == LLVMAtomicRMW;
    return is_access ? LLVMGetOperand(instruction, 0) : opcode == LLVMStore ? LLVMGetOperand(instruction, 1) : NULL;
}

static void emit_thread_point(Lowering *lower, LLVMValueRef instruction, LLVMOpcode opcode) {
    ThreadCode threads = lower->fe->threads;
    LLVMValueRef address = threads && !lower->module->is_library ? accessed(instruction, opcode) : NULL;
    u32 slot;
    if (!address || slot_register(lower, address, &slot)) return; /* nobody else knows the slots */
    bool is_plain = (opcode == LLVMLoad || opcode == LLVMStore) && !LLVMGetVolatile(instruction) &&
                    LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic;
    if (is_plain && threads != THREADS_AT_ACCESSES) return;
    const char *name = opcode == LLVMLoad ? "__loci_thread_reads" : "__loci_thread_writes";
    emit_call_with(lower, name, operand_of(lower, address), OPERAND_NONE);
}

bool lower_memory(Lowering *lower, LLVMValueRef instruction, LLVMOpcode opcode) {
    emit_thread_point(lower, instruction, opcode);
    switch (opcode) {
    case LLVMLoad: lower_load(lower, instruction); return true;
    case LLVMStore: lower_store(lower, instruction); return true;
    case LLVMGetElementPtr: lower_gep(lower, instruction); return true;
    case LLVMAlloca: lower_alloca(lower, instruction); return true;
    case LLVMAtomicCmpXchg: lower_compare_exchange(lower, instruction); return true;
    case LLVMAtomicRMW: lower_atomic_update(lower, instruction); return true;
    case LLVMFence: return true;
    case LLVMVAArg: emit_unsupported(lower, "the LLVM instruction 'va_arg'"); return true;
    default: return false;
    }
}
