/* Arithmetic, comparisons, conversions: element by element for vectors. */
#include "frontend/lower.h"

Op binary_op(LLVMOpcode opcode) {
    switch (opcode) {
    case LLVMAdd: return OP_ADD;
    case LLVMSub: return OP_SUB;
    case LLVMMul: return OP_MUL;
    case LLVMUDiv: return OP_UDIV;
    case LLVMSDiv: return OP_SDIV;
    case LLVMURem: return OP_UREM;
    case LLVMSRem: return OP_SREM;
    case LLVMAnd: return OP_AND;
    case LLVMOr: return OP_OR;
    case LLVMXor: return OP_XOR;
    case LLVMShl: return OP_SHL;
    case LLVMLShr: return OP_LSHR;
    case LLVMAShr: return OP_ASHR;
    case LLVMFAdd: return OP_FADD;
    case LLVMFSub: return OP_FSUB;
    case LLVMFMul: return OP_FMUL;
    case LLVMFDiv: return OP_FDIV;
    case LLVMFRem: return OP_FREM;
    default: return OP_COUNT;
    }
}

Op cast_op(LLVMOpcode opcode) {
    switch (opcode) {
    case LLVMTrunc: return OP_TRUNC;
    case LLVMZExt: return OP_ZEXT;
    case LLVMSExt: return OP_SEXT;
    case LLVMFPToUI: return OP_FPTOUI;
    case LLVMFPToSI: return OP_FPTOSI;
    case LLVMUIToFP: return OP_UITOFP;
    case LLVMSIToFP: return OP_SITOFP;
    case LLVMFPTrunc: return OP_FPTRUNC;
    case LLVMFPExt: return OP_FPEXT;
    case LLVMPtrToInt: return OP_PTRTOINT;
    case LLVMIntToPtr: return OP_INTTOPTR;
    case LLVMBitCast:
    case LLVMAddrSpaceCast: return OP_BITCAST;
    default: return OP_COUNT;
    }
}

/* ---- Binary operations ---- */

/* A shift that the source has is an error where it goes too far; one that an optimiser has moved may be computed for
 * nothing: it is no more than a value that must not be used. */
static u32 foreign_shift(const Lowering *lower, LLVMValueRef instruction, u32 promises) {
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
    bool is_scalar = LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMIntegerTypeKind;
    bool is_source = is_scalar && !promises && foreign_is_as_compiled(lower->module, function);
    return is_source ? INSN_CHECKED : INSN_STRICT_SHIFT | promises;
}

/* What other compilers promise and Loci may report; our own code is checked where C says so. */
static u32 foreign_flags(const Lowering *lower, LLVMValueRef instruction, Op op) {
    if (!lower->module->is_foreign) return 0;
    switch (op) {
    case OP_SHL:
        return foreign_shift(lower, instruction,
                             (LLVMGetNSW(instruction) ? INSN_NSW : 0) | (LLVMGetNUW(instruction) ? INSN_NUW : 0));
    case OP_ADD:
    case OP_SUB:
    case OP_MUL: return (LLVMGetNSW(instruction) ? INSN_NSW : 0) | (LLVMGetNUW(instruction) ? INSN_NUW : 0);
    case OP_LSHR:
    case OP_ASHR: return foreign_shift(lower, instruction, LLVMGetExact(instruction) ? INSN_EXACT : 0);
    case OP_UDIV:
    case OP_SDIV: return LLVMGetExact(instruction) ? INSN_EXACT : 0;
    default: return 0;
    }
}

/* The amount of a shift may be of a wider type in C. It is cut to the width of what is shifted without
 * becoming a small number by that: too far stays too far. */
static Operand shift_amount(Lowering *lower, LLVMValueRef instruction, const Checked *check, const Type *type) {
    LLVMValueRef amount = check ? check->amount : NULL;
    const Type *wide = amount ? type_of(lower->fe, LLVMTypeOf(amount)) : NULL;
    if (!wide || wide->kind != TYPE_INT || wide->bits <= type->bits || LLVMIsAConstantInt(amount))
        return operand_of(lower, LLVMGetOperand(instruction, 1));
    Operand most = number_operand(lower, wide, low_mask(MIN(type->bits, 64u)));
    Operand cut = emit_value(lower, OP_UMIN, wide, operand_of(lower, amount), most);
    return emit_value(lower, OP_TRUNC, type, cut, OPERAND_NONE);
}

/* A shift that the user does not want checked goes as far as the processor would shift. */
static Operand wrapped_amount(Lowering *lower, LLVMValueRef instruction, const Type *type) {
    LLVMValueRef amount = LLVMGetOperand(instruction, 1);
    Operand operand = operand_of(lower, amount);
    if (LLVMIsAConstant(amount) || type->bits & (type->bits - 1)) return operand;
    return emit_value(lower, OP_AND, type, operand, number_operand(lower, type, type->bits - 1));
}

static bool is_shift(Op op) { return op == OP_SHL || op == OP_LSHR || op == OP_ASHR; }

static bool is_pointer_number(LLVMValueRef value, LLVMTypeRef type) {
    bool is_cast =
        LLVMIsAPtrToIntInst(value) || (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMPtrToInt);
    return is_cast && LLVMTypeOf(value) == type;
}

/* (char *)p - (char *)q */
static bool lower_pointer_difference(Lowering *lower, LLVMValueRef instruction) {
    LLVMTypeRef llvm = LLVMTypeOf(instruction);
    LLVMValueRef left = LLVMGetOperand(instruction, 0), right = LLVMGetOperand(instruction, 1);
    const Type *type = type_of(lower->fe, llvm);
    if (LLVMGetTypeKind(llvm) != LLVMIntegerTypeKind || type->bits != lower->program->pointer_bytes * 8) return false;
    if (!is_pointer_number(left, llvm) || !is_pointer_number(right, llvm)) return false;
    Operand a = operand_of(lower, LLVMGetOperand(left, 0)), b = operand_of(lower, LLVMGetOperand(right, 0));
    emit(lower, OP_PTRSUB, type, result_registers(lower, instruction), a, b, OPERAND_NONE);
    return true;
}

static void lower_binary(Lowering *lower, LLVMValueRef instruction, Op op) {
    if (op == OP_SUB && lower_pointer_difference(lower, instruction)) return;
    const Scalars *scalars = scalars_of(lower->fe, LLVMTypeOf(instruction));
    const Checked *check = check_of(lower, instruction);
    LLVMValueRef left = LLVMGetOperand(instruction, 0), right = LLVMGetOperand(instruction, 1);
    u32 dst = result_registers(lower, instruction),
        flags = foreign_flags(lower, instruction, op) | (check ? check->flags : 0);
    if (op != OP_SHL) flags &= ~(u32)INSN_SIGNED_BASE;
    bool is_scalar = LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMIntegerTypeKind;
    bool wraps_amount = is_shift(op) && !check && is_scalar && !lower->module->is_foreign;
    for (u32 i = 0; i < scalars->count; i++) {
        Operand a = operand_at(lower, left, i), b;
        if (check && check->flags & INSN_CHECKED) b = shift_amount(lower, instruction, check, scalars->types[i]);
        else if (wraps_amount) b = wrapped_amount(lower, instruction, scalars->types[i]);
        else b = operand_at(lower, right, i);
        emit(lower, op, check ? check->type : scalars->types[i], dst + i, a, b, OPERAND_NONE)->flags = (u16)flags;
    }
}

/* ---- Conversions ---- */

static Operand as_integer(Lowering *lower, const Type *type, Operand value) {
    const Type *number = int_type(lower->fe, type->bits);
    if (type->kind == TYPE_INT) return value;
    return emit_value(lower, type->kind == TYPE_POINTER ? OP_PTRTOINT : OP_BITCAST, number, value, OPERAND_NONE);
}

static void from_integer(Lowering *lower, const Type *type, u32 dst, Operand value) {
    Op op = type->kind == TYPE_INT ? OP_MOVE : type->kind == TYPE_POINTER ? OP_INTTOPTR : OP_BITCAST;
    emit(lower, op, type, dst, value, OPERAND_NONE, OPERAND_NONE);
}

/* Vectors of different shape: all bits together in one wide number, then cut anew. */
static void recut_bits(Lowering *lower, LLVMValueRef source, const Scalars *from, u32 dst, const Scalars *to) {
    u32 bits = 0;
    for (u32 i = 0; i < from->count; i++) bits += from->types[i]->bits;
    const Type *wide = int_type(lower->fe, bits);
    Operand all = number_operand(lower, wide, 0);
    for (u32 i = from->count; i-- > 0;) {
        Operand piece = as_integer(lower, from->types[i], operand_at(lower, source, i));
        if (from->types[i]->bits < bits) {
            piece = emit_value(lower, OP_ZEXT, wide, piece, OPERAND_NONE);
            all = emit_value(lower, OP_SHL, wide, all, number_operand(lower, wide, from->types[i]->bits));
        }
        all = emit_value(lower, OP_OR, wide, all, piece);
    }
    for (u32 i = 0, position = 0; i < to->count; position += to->types[i]->bits, i++) {
        Operand piece = all;
        if (to->types[i]->bits < bits) {
            piece = emit_value(lower, OP_LSHR, wide, all, number_operand(lower, wide, position));
            piece = emit_value(lower, OP_TRUNC, int_type(lower->fe, to->types[i]->bits), piece, OPERAND_NONE);
        }
        from_integer(lower, to->types[i], dst + i, piece);
    }
}

static void lower_cast(Lowering *lower, LLVMValueRef instruction, Op op) {
    LLVMValueRef source = LLVMGetOperand(instruction, 0);
    const Scalars *from = scalars_of(lower->fe, LLVMTypeOf(source)),
                  *to = scalars_of(lower->fe, LLVMTypeOf(instruction));
    u32 dst = result_registers(lower, instruction);
    if (from->count != to->count) {
        recut_bits(lower, source, from, dst, to);
        return;
    }
    for (u32 i = 0; i < to->count; i++) {
        Op actual = op == OP_BITCAST && from->types[i] == to->types[i] ? OP_MOVE : op;
        emit(lower, actual, to->types[i], dst + i, operand_at(lower, source, i), OPERAND_NONE, OPERAND_NONE);
    }
}

/* ---- Comparisons ---- */

typedef struct {
    Op op;
    bool is_swapped; /* a > b is b < a */
} Comparison;

static Comparison integer_comparison(LLVMIntPredicate predicate) {
    switch (predicate) {
    case LLVMIntEQ: return (Comparison){OP_EQ, false};
    case LLVMIntNE: return (Comparison){OP_NE, false};
    case LLVMIntULT: return (Comparison){OP_ULT, false};
    case LLVMIntULE: return (Comparison){OP_ULE, false};
    case LLVMIntUGT: return (Comparison){OP_ULT, true};
    case LLVMIntUGE: return (Comparison){OP_ULE, true};
    case LLVMIntSLT: return (Comparison){OP_SLT, false};
    case LLVMIntSLE: return (Comparison){OP_SLE, false};
    case LLVMIntSGT: return (Comparison){OP_SLT, true};
    case LLVMIntSGE: return (Comparison){OP_SLE, true};
    }
    return (Comparison){OP_EQ, false};
}

static void lower_icmp(Lowering *lower, LLVMValueRef instruction) {
    Comparison comparison = integer_comparison(LLVMGetICmpPredicate(instruction));
    LLVMValueRef left = LLVMGetOperand(instruction, 0), right = LLVMGetOperand(instruction, 1);
    const Scalars *scalars = scalars_of(lower->fe, LLVMTypeOf(left));
    u32 dst = result_registers(lower, instruction);
    for (u32 i = 0; i < scalars->count; i++) {
        Operand a = operand_at(lower, left, i), b = operand_at(lower, right, i);
        emit(lower, comparison.op, scalars->types[i], dst + i, comparison.is_swapped ? b : a,
             comparison.is_swapped ? a : b, OPERAND_NONE);
    }
}

/* LLVM's predicates are sets of the relations that make them true: equal 1, greater 2, less 4, unordered 8. */
static u32 float_relations(LLVMRealPredicate predicate) {
    u32 set = (u32)predicate;
    return (set & 1 ? FCMP_EQUAL : 0) | (set & 2 ? FCMP_GREATER : 0) | (set & 4 ? FCMP_LESS : 0) |
           (set & 8 ? FCMP_UNORDERED : 0);
}

static void lower_fcmp(Lowering *lower, LLVMValueRef instruction) {
    LLVMValueRef left = LLVMGetOperand(instruction, 0), right = LLVMGetOperand(instruction, 1);
    const Scalars *scalars = scalars_of(lower->fe, LLVMTypeOf(left));
    u32 dst = result_registers(lower, instruction);
    for (u32 i = 0; i < scalars->count; i++) {
        Operand a = operand_at(lower, left, i), b = operand_at(lower, right, i);
        emit(lower, OP_FCMP, scalars->types[i], dst + i, a, b, OPERAND_NONE)->extra =
            float_relations(LLVMGetFCmpPredicate(instruction));
    }
}

/* ---- The rest ---- */

static void lower_select(Lowering *lower, LLVMValueRef instruction) {
    LLVMValueRef condition = LLVMGetOperand(instruction, 0);
    bool is_elementwise = LLVMGetTypeKind(LLVMTypeOf(condition)) == LLVMVectorTypeKind;
    const Scalars *scalars = scalars_of(lower->fe, LLVMTypeOf(instruction));
    u32 dst = result_registers(lower, instruction);
    for (u32 i = 0; i < scalars->count; i++) {
        Operand a = operand_at(lower, condition, is_elementwise ? i : 0);
        Operand b = operand_at(lower, LLVMGetOperand(instruction, 1), i),
                c = operand_at(lower, LLVMGetOperand(instruction, 2), i);
        emit(lower, OP_SELECT, scalars->types[i], dst + i, a, b, c);
    }
}

static void lower_unary(Lowering *lower, LLVMValueRef instruction, Op op) {
    const Scalars *scalars = scalars_of(lower->fe, LLVMTypeOf(instruction));
    u32 dst = result_registers(lower, instruction);
    for (u32 i = 0; i < scalars->count; i++)
        emit(lower, op, scalars->types[i], dst + i, operand_at(lower, LLVMGetOperand(instruction, 0), i), OPERAND_NONE,
             OPERAND_NONE);
}

bool lower_arithmetic(Lowering *lower, LLVMValueRef instruction, LLVMOpcode opcode) {
    if (binary_op(opcode) != OP_COUNT) lower_binary(lower, instruction, binary_op(opcode));
    else if (cast_op(opcode) != OP_COUNT) lower_cast(lower, instruction, cast_op(opcode));
    else if (opcode == LLVMICmp) lower_icmp(lower, instruction);
    else if (opcode == LLVMFCmp) lower_fcmp(lower, instruction);
    else if (opcode == LLVMSelect) lower_select(lower, instruction);
    else if (opcode == LLVMFNeg) lower_unary(lower, instruction, OP_FNEG);
    else if (opcode == LLVMFreeze) lower_unary(lower, instruction, OP_FREEZE);
    else return false;
    return true;
}
