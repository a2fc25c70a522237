/* LLVM's intrinsics for integers, memory, the stack and hints to optimisers. One table names them all;
 * names are without "llvm." and without the types that LLVM appends. */
#include "frontend/lower.h"

#include <string.h>

typedef struct {
    const char *name;
    void (*lower)(Lowering *, LLVMValueRef call, u32 parameter);
    u32 parameter;
} Intrinsic;

static LLVMValueRef argument(LLVMValueRef call, u32 index) { return LLVMGetOperand(call, index); }
static u64 constant_argument(LLVMValueRef call, u32 index) { return LLVMConstIntGetZExtValue(argument(call, index)); }
static const Scalars *result_scalars(Lowering *lower, LLVMValueRef call) {
    return scalars_of(lower->fe, LLVMTypeOf(call));
}

/* ---- Nothing, or a constant ---- */

static void drop(Lowering *lower, LLVMValueRef call, u32 parameter) {}

static void copy_argument(Lowering *lower, LLVMValueRef call, u32 parameter) {
    const Scalars *scalars = result_scalars(lower, call);
    for (u32 i = 0; i < scalars->count; i++)
        emit(lower, OP_MOVE, scalars->types[i], result_registers(lower, call) + i,
             operand_at(lower, argument(call, parameter), i), OPERAND_NONE, OPERAND_NONE);
}

static void thread_variable(Lowering *lower, LLVMValueRef call, u32 parameter) {
    if (!lower->fe->threads) copy_argument(lower, call, parameter);
    else
        emit_call_with(lower, "__loci_thread_local", operand_of(lower, argument(call, 0)),
                       result_registers(lower, call));
}

static void give_constant(Lowering *lower, LLVMValueRef call, LLVMValueRef constant) {
    emit(lower, OP_MOVE, result_scalars(lower, call)->types[0], result_registers(lower, call),
         operand_of(lower, constant), OPERAND_NONE, OPERAND_NONE);
}

static void give_number(Lowering *lower, LLVMValueRef call, u32 number) {
    LLVMTypeRef type = LLVMTypeOf(call);
    bool is_pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
    give_constant(lower, call, is_pointer ? LLVMConstNull(type) : LLVMConstInt(type, number, false));
}

/* Known to be a constant without any optimisation, or not. */
static void is_constant(Lowering *lower, LLVMValueRef call, u32 parameter) {
    LLVMValueRef value = argument(call, 0);
    give_number(lower, call, LLVMIsAConstantInt(value) || LLVMIsAConstantFP(value));
}

/* Not null for the current call, as programs expect; what it points to is no business of theirs. */
static void return_address(Lowering *lower, LLVMValueRef call, u32 parameter) {
    bool is_own = LLVMIsNull(argument(call, 0));
    give_constant(lower, call, is_own ? lower->llvm : LLVMConstNull(LLVMTypeOf(call)));
}

/* An object that lives as long as the call; of the calls around it nothing is told. */
static void frame_address(Lowering *lower, LLVMValueRef call, u32 parameter) {
    bool is_own = !LLVMGetNumArgOperands(call) || LLVMIsNull(argument(call, 0));
    if (!is_own) give_number(lower, call, 0);
    else
        emit(lower, OP_MOVE, pointer_type(lower->fe), result_registers(lower, call), frame_object(lower), OPERAND_NONE,
             OPERAND_NONE);
}

/* Unknown: the greatest number, or 0 if the smallest possible size is asked for. */
static void object_size(Lowering *lower, LLVMValueRef call, u32 parameter) {
    bool wants_least = constant_argument(call, 1);
    give_constant(lower, call, wants_least ? LLVMConstNull(LLVMTypeOf(call)) : LLVMConstAllOnes(LLVMTypeOf(call)));
}

/* ---- Integers ---- */

static void elementwise(Lowering *lower, LLVMValueRef call, u32 op) {
    const Scalars *scalars = result_scalars(lower, call);
    u32 dst = result_registers(lower, call), count = LLVMGetNumArgOperands(call);
    for (u32 i = 0; i < scalars->count; i++) {
        Operand a = operand_at(lower, argument(call, 0), i);
        Operand b = count > 1 ? operand_at(lower, argument(call, 1), i) : OPERAND_NONE;
        Operand c = count > 2 ? operand_at(lower, argument(call, 2), i) : OPERAND_NONE;
        emit(lower, (Op)op, scalars->types[i], dst + i, a, b, c);
    }
}

/* The second argument says whether zero (the minimum, for abs) gives poison. */
static void elementwise_with_flag(Lowering *lower, LLVMValueRef call, u32 op) {
    const Scalars *scalars = result_scalars(lower, call);
    u32 dst = result_registers(lower, call);
    u16 flags = lower->module->is_foreign && constant_argument(call, 1) ? INSN_ZERO_POISON : 0;
    for (u32 i = 0; i < scalars->count; i++)
        emit(lower, (Op)op, scalars->types[i], dst + i, operand_at(lower, argument(call, 0), i), OPERAND_NONE,
             OPERAND_NONE)
            ->flags = flags;
}

/* x + y and whether it overflows. With a folded check the first part is the checked operation, and
 * nobody reads the second. `parameter` is the operation and, shifted by 16, the test. */
static void with_overflow(Lowering *lower, LLVMValueRef call, u32 parameter) {
    const Scalars *operands = scalars_of(lower->fe, LLVMTypeOf(argument(call, 0)));
    const Checked *check = check_of(lower, call);
    u32 dst = result_registers(lower, call), count = operands->count;
    for (u32 i = 0; i < count; i++) {
        Operand a = operand_at(lower, argument(call, 0), i), b = operand_at(lower, argument(call, 1), i);
        Insn *insn = emit(lower, (Op)(parameter & 0xffff), check ? check->type : operands->types[i], dst + i, a, b,
                          OPERAND_NONE);
        if (check) insn->flags = (u16)check->flags;
        emit(lower, (Op)(parameter >> 16), operands->types[i], dst + count + i, a, b, OPERAND_NONE);
    }
}

/* x << n, unsigned or signed, at the greatest (or least) number when bits are lost: by shifting back. */
static void shift_saturated(Lowering *lower, LLVMValueRef call, u32 is_signed) {
    const Scalars *scalars = result_scalars(lower, call);
    LLVMTypeRef llvm = LLVMTypeOf(call);
    if (LLVMGetTypeKind(llvm) != LLVMIntegerTypeKind) {
        emit_unsupported(lower, "a saturated shift of vectors");
        return;
    }
    const Type *type = scalars->types[0];
    Operand a = operand_of(lower, argument(call, 0)), b = operand_of(lower, argument(call, 1));
    Operand shifted = emit_value(lower, OP_SHL, type, a, b);
    Operand back = emit_value(lower, is_signed ? OP_ASHR : OP_LSHR, type, shifted, b);
    Operand kept = emit_compare(lower, OP_EQ, type, a, back);
    Operand limit = operand_of(lower, LLVMConstAllOnes(llvm));
    if (is_signed) { /* a >> (bits - 1), with all bits but the sign turned, is the limit on a's side */
        Operand sign = emit_value(lower, OP_ASHR, type, a, number_operand(lower, type, type->bits - 1));
        Operand most = emit_value(lower, OP_LSHR, type, limit, number_operand(lower, type, 1));
        limit = emit_value(lower, OP_XOR, type, sign, most);
    }
    emit(lower, OP_SELECT, type, result_registers(lower, call), kept, shifted, limit);
}

/* -1, 0 or 1 */
static void three_way(Lowering *lower, LLVMValueRef call, u32 less) {
    const Type *type = type_of(lower->fe, LLVMTypeOf(argument(call, 0))),
               *result = result_scalars(lower, call)->types[0];
    if (!type || type->kind != TYPE_INT) {
        emit_unsupported(lower, "a three-way comparison of vectors");
        return;
    }
    Operand a = operand_of(lower, argument(call, 0)), b = operand_of(lower, argument(call, 1));
    Operand is_less = emit_compare(lower, (Op)less, type, a, b), is_more = emit_compare(lower, (Op)less, type, b, a);
    Operand up = emit_value(lower, OP_ZEXT, result, is_more, OPERAND_NONE),
            down = emit_value(lower, OP_ZEXT, result, is_less, OPERAND_NONE);
    emit(lower, OP_SUB, result, result_registers(lower, call), up, down, OPERAND_NONE);
}

static void convert_saturated(Lowering *lower, LLVMValueRef call, u32 op) {
    const Scalars *scalars = result_scalars(lower, call);
    for (u32 i = 0; i < scalars->count; i++)
        emit(lower, (Op)op, scalars->types[i], result_registers(lower, call) + i,
             operand_at(lower, argument(call, 0), i), OPERAND_NONE, OPERAND_NONE);
}

/* All elements of a vector combined from the left. */
static void reduce(Lowering *lower, LLVMValueRef call, u32 op) {
    u32 last = LLVMGetNumArgOperands(call) - 1; /* float sums have a start value first */
    LLVMValueRef vector = argument(call, last);
    const Scalars *scalars = scalars_of(lower->fe, LLVMTypeOf(vector));
    Operand total = last ? operand_of(lower, argument(call, 0)) : operand_at(lower, vector, 0);
    for (u32 i = last ? 0 : 1; i < scalars->count; i++)
        total = emit_value(lower, (Op)op, scalars->types[i], total, operand_at(lower, vector, i));
    emit(lower, OP_MOVE, scalars->types[0], result_registers(lower, call), total, OPERAND_NONE, OPERAND_NONE);
}

/* ---- Pointers, memory, the stack ---- */

static void point_before_range(Lowering *lower) {
    if (lower->fe->threads == THREADS_AT_ACCESSES && !lower->module->is_library)
        emit_call_to(lower, "__loci_thread_point");
}

static void copy_memory(Lowering *lower, LLVMValueRef call, u32 flags) {
    point_before_range(lower);
    Operand to = operand_of(lower, argument(call, 0)), from = operand_of(lower, argument(call, 1)),
            size = operand_of(lower, argument(call, 2));
    emit(lower, OP_COPY, NULL, OPERAND_NONE, to, from, size)->flags =
        (u16)(flags | (constant_argument(call, 3) ? INSN_VOLATILE : 0));
}

static void fill_memory(Lowering *lower, LLVMValueRef call, u32 parameter) {
    point_before_range(lower);
    Operand to = operand_of(lower, argument(call, 0)), byte = operand_of(lower, argument(call, 1)),
            size = operand_of(lower, argument(call, 2));
    emit(lower, OP_FILL, NULL, OPERAND_NONE, to, byte, size)->flags = constant_argument(call, 3) ? INSN_VOLATILE : 0;
}

static void scope_marker(Lowering *lower, LLVMValueRef call, u32 is_begin) {
    lower_scope_marker(lower, argument(call, 1), is_begin);
}

static void on_list(Lowering *lower, LLVMValueRef call, u32 op) {
    Operand list = operand_of(lower, argument(call, 0));
    Operand other = op == OP_VA_COPY ? operand_of(lower, argument(call, 1)) : OPERAND_NONE;
    emit(lower, (Op)op, NULL, OPERAND_NONE, list, other, OPERAND_NONE);
}

static void save_stack(Lowering *lower, LLVMValueRef call, u32 parameter) {
    emit(lower, OP_STACK_SAVE, NULL, result_registers(lower, call), OPERAND_NONE, OPERAND_NONE, OPERAND_NONE);
}

static void restore_stack(Lowering *lower, LLVMValueRef call, u32 parameter) {
    emit(lower, OP_STACK_RESTORE, NULL, OPERAND_NONE, operand_of(lower, argument(call, 0)), OPERAND_NONE, OPERAND_NONE);
}

/* p & mask, as a step by the difference, so that the pointer keeps its object. */
static void mask_pointer(Lowering *lower, LLVMValueRef call, u32 parameter) {
    const Type *number = type_of(lower->fe, LLVMTypeOf(argument(call, 1)));
    if (!number || number->kind != TYPE_INT) {
        emit_unsupported(lower, "a mask on a vector of pointers");
        return;
    }
    Operand pointer = operand_of(lower, argument(call, 0)), mask = operand_of(lower, argument(call, 1));
    Operand address = emit_value(lower, OP_PTRTOINT, number, pointer, OPERAND_NONE);
    Operand masked = emit_value(lower, OP_AND, number, address, mask);
    Operand step = emit_value(lower, OP_SUB, number, masked, address);
    emit(lower, OP_INDEX, int_type(lower->fe, 8), result_registers(lower, call), pointer, step, OPERAND_NONE);
}

/* Tables of addresses that need no relocation when loaded; optimised code looks strings up in them. */
static void load_relative(Lowering *lower, LLVMValueRef call, u32 parameter) {
    Operand table = operand_of(lower, argument(call, 0)), offset = operand_of(lower, argument(call, 1));
    emit(lower, OP_LOAD_RELATIVE, pointer_type(lower->fe), result_registers(lower, call), table, offset, OPERAND_NONE);
}

/* The machine's setjmp and longjmp on a buffer of five words. What clang has stored in it before is overwritten. */
static void set_jump(Lowering *lower, LLVMValueRef call, u32 parameter) {
    emit_call_with(lower, "__builtin_setjmp", operand_of(lower, argument(call, 0)), result_registers(lower, call));
}

static void long_jump(Lowering *lower, LLVMValueRef call, u32 parameter) {
    emit_call_with(lower, "__builtin_longjmp", operand_of(lower, argument(call, 0)), OPERAND_NONE);
}

static void trap(Lowering *lower, LLVMValueRef call, u32 parameter) { emit_call_to(lower, "__loci_trap"); }

static void sanitizer_trap(Lowering *lower, LLVMValueRef call, u32 parameter) {
    emit_sanitizer_trap(lower, constant_argument(call, 0));
}

#define SIGNED_OVERFLOW(op) (OP_##op | (u32)OP_S##op##_OVERFLOWS << 16)
#define UNSIGNED_OVERFLOW(op) (OP_##op | (u32)OP_U##op##_OVERFLOWS << 16)

static const Intrinsic intrinsics[] = {
    {"lifetime.start", scope_marker, true},
    {"lifetime.end", scope_marker, false},
    {"assume", drop, 0},
    {"donothing", drop, 0},
    {"sideeffect", drop, 0},
    {"prefetch", drop, 0},
    {"invariant.end", drop, 0},
    {"experimental.noalias.scope.decl", drop, 0},
    {"var.annotation", drop, 0},
    {"pseudoprobe", drop, 0},
    {"x86.sse2.pause", drop, 0},
    {"x86.sse2.mfence", drop, 0},
    {"x86.sse2.lfence", drop, 0},
    {"x86.sse.sfence", drop, 0},
    {"expect", copy_argument, 0},
    {"expect.with.probability", copy_argument, 0},
    {"launder.invariant.group", copy_argument, 0},
    {"strip.invariant.group", copy_argument, 0},
    {"annotation", copy_argument, 0},
    {"ptr.annotation", copy_argument, 0},
    {"ssa.copy", copy_argument, 0},
    {"threadlocal.address", thread_variable, 0},
    {"arithmetic.fence", copy_argument, 0},
    {"preserve.array.access.index", copy_argument, 0},
    {"is.constant", is_constant, 0},
    {"returnaddress", return_address, 0},
    {"frameaddress", frame_address, 0},
    {"addressofreturnaddress", frame_address, 0},
    {"invariant.start", give_number, 0},
    {"get.rounding", give_number, 1},
    {"objectsize", object_size, 0},
    {"smin", elementwise, OP_SMIN},
    {"smax", elementwise, OP_SMAX},
    {"umin", elementwise, OP_UMIN},
    {"umax", elementwise, OP_UMAX},
    {"sadd.sat", elementwise, OP_SADD_SAT},
    {"ssub.sat", elementwise, OP_SSUB_SAT},
    {"uadd.sat", elementwise, OP_UADD_SAT},
    {"usub.sat", elementwise, OP_USUB_SAT},
    {"bswap", elementwise, OP_BSWAP},
    {"bitreverse", elementwise, OP_BITREVERSE},
    {"ctpop", elementwise, OP_CTPOP},
    {"fshl", elementwise, OP_FSHL},
    {"fshr", elementwise, OP_FSHR},
    {"ctlz", elementwise_with_flag, OP_CTLZ},
    {"cttz", elementwise_with_flag, OP_CTTZ},
    {"abs", elementwise_with_flag, OP_ABS},
    {"sadd.with.overflow", with_overflow, SIGNED_OVERFLOW(ADD)},
    {"ssub.with.overflow", with_overflow, SIGNED_OVERFLOW(SUB)},
    {"smul.with.overflow", with_overflow, SIGNED_OVERFLOW(MUL)},
    {"uadd.with.overflow", with_overflow, UNSIGNED_OVERFLOW(ADD)},
    {"usub.with.overflow", with_overflow, UNSIGNED_OVERFLOW(SUB)},
    {"umul.with.overflow", with_overflow, UNSIGNED_OVERFLOW(MUL)},
    {"sshl.sat", shift_saturated, true},
    {"ushl.sat", shift_saturated, false},
    {"scmp", three_way, OP_SLT},
    {"ucmp", three_way, OP_ULT},
    {"fptosi.sat", convert_saturated, OP_FPTOSI_SAT},
    {"fptoui.sat", convert_saturated, OP_FPTOUI_SAT},
    {"vector.reduce.add", reduce, OP_ADD},
    {"vector.reduce.mul", reduce, OP_MUL},
    {"vector.reduce.and", reduce, OP_AND},
    {"vector.reduce.or", reduce, OP_OR},
    {"vector.reduce.xor", reduce, OP_XOR},
    {"vector.reduce.smax", reduce, OP_SMAX},
    {"vector.reduce.smin", reduce, OP_SMIN},
    {"vector.reduce.umax", reduce, OP_UMAX},
    {"vector.reduce.umin", reduce, OP_UMIN},
    {"vector.reduce.fadd", reduce, OP_FADD},
    {"vector.reduce.fmul", reduce, OP_FMUL},
    {"memcpy", copy_memory, 0},
    {"memcpy.inline", copy_memory, 0},
    {"memmove", copy_memory, INSN_OVERLAP_OK},
    {"memset", fill_memory, 0},
    {"memset.inline", fill_memory, 0},
    {"va_start", on_list, OP_VA_START},
    {"va_copy", on_list, OP_VA_COPY},
    {"va_end", on_list, OP_VA_END},
    {"stacksave", save_stack, 0},
    {"stackrestore", restore_stack, 0},
    {"ptrmask", mask_pointer, 0},
    {"load.relative", load_relative, 0},
    {"eh.sjlj.setjmp", set_jump, 0},
    {"eh.sjlj.longjmp", long_jump, 0},
    {"trap", trap, 0},
    {"debugtrap", trap, 0},
    {"ubsantrap", sanitizer_trap, 0},
};

static bool has_supported_types(Lowering *lower, LLVMValueRef call) {
    if (!scalars_of(lower->fe, LLVMTypeOf(call))->is_supported) return false;
    for (u32 i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, i));
        if (LLVMGetTypeKind(type) != LLVMMetadataTypeKind && !scalars_of(lower->fe, type)->is_supported) return false;
    }
    return true;
}

bool lower_intrinsic(Lowering *lower, LLVMValueRef call, const char *name) {
    for (u32 i = 0; i < COUNT_OF(intrinsics); i++) {
        if (strcmp(intrinsics[i].name, name) != 0) continue;
        if (!has_supported_types(lower, call)) return false;
        intrinsics[i].lower(lower, call, intrinsics[i].parameter);
        return true;
    }
    return false;
}
