/* Sanitizer checks. clang guards each operation that C may leave undefined with a branch to a block that
 * calls __ubsan_handle_<kind>. The machine checks such operations itself, so the branch is folded away
 * and the operation marked: with the C type from the handler's descriptor, for the report. What was
 * computed only for the branch is dead then and goes in program_remove_dead().
 *
 * Where the operation has constant operands, clang has folded it, and only the check is left: it is done
 * again for its error (Folded). The condition of a check of another kind becomes a CHECK (lower_handlers.c). A handler
 * that no such branch leads to, as in optimised code, is an error where it is called.
 */
#include "frontend/lower.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

typedef enum { HANDLER_OVERFLOW, HANDLER_DIVISION, HANDLER_SHIFT, HANDLER_UNREACHABLE, HANDLER_OTHER } HandlerKind;

static const char handler_prefix[] = "__ubsan_handle_";

static const char *handler_name(LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!callee || !LLVMIsAFunction(callee)) return NULL;
    const char *name = link_name(callee);
    return strncmp(name, handler_prefix, sizeof handler_prefix - 1) ? NULL : name + sizeof handler_prefix - 1;
}

static HandlerKind handler_kind(const char *name) {
    if (!strncmp(name, "add_overflow", 12) || !strncmp(name, "sub_overflow", 12) ||
        !strncmp(name, "mul_overflow", 12) || !strncmp(name, "negate_overflow", 15))
        return HANDLER_OVERFLOW;
    if (!strncmp(name, "divrem_overflow", 15)) return HANDLER_DIVISION;
    if (!strncmp(name, "shift_out_of_bounds", 19)) return HANDLER_SHIFT;
    if (!strncmp(name, "builtin_unreachable", 19)) return HANDLER_UNREACHABLE;
    return HANDLER_OTHER;
}

bool is_sanitizer_handler(LLVMValueRef call) { return handler_name(call) != NULL; }

/* The call of the handler, if the block consists of nothing but it and its arguments. */
static LLVMValueRef handler_call(LLVMBasicBlockRef block) {
    u32 length = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && length < 12; i = LLVMGetNextInstruction(i), length++) {
        if (LLVMIsACallInst(i) && handler_name(i)) return i;
        if (LLVMIsATerminatorInst(i) || LLVMIsAPHINode(i)) return NULL;
    }
    return NULL;
}

/* After a call that does not return clang says so with a branch to this handler, at the call's own place. */
bool is_noreturn_marker(LLVMValueRef call) {
    const char *name = handler_name(call);
    if (!name || handler_kind(name) != HANDLER_UNREACHABLE) return false;
    LLVMUseRef way_in = LLVMGetFirstUse(LLVMBasicBlockAsValue(LLVMGetInstructionParent(call)));
    LLVMValueRef branch = way_in ? LLVMGetUser(way_in) : NULL;
    if (!branch || !LLVMIsABranchInst(branch) || LLVMGetPreviousInstruction(call)) return false;
    LLVMValueRef before = LLVMGetPreviousInstruction(branch);
    return before && LLVMIsACallInst(before) && LLVMInstructionGetDebugLoc(before) == LLVMInstructionGetDebugLoc(call);
}

bool is_marked_noreturn(LLVMValueRef call) {
    LLVMValueRef branch = LLVMGetNextInstruction(call);
    if (!branch || !LLVMIsABranchInst(branch) || !LLVMIsConditional(branch)) return false;
    LLVMValueRef handler = handler_call(LLVMGetSuccessor(branch, 1));
    return handler && is_noreturn_marker(handler);
}

void lower_handler_call(Lowering *lower, LLVMValueRef call) {
    const char *name = handler_name(call);
    LLVMValueRef fails = LLVMConstNull(LLVMInt1TypeInContext(lower->fe->context));
    if (handler_kind(name) != HANDLER_UNREACHABLE) emit_sanitizer_check(lower, call, name, fails);
}

const Checked *check_of(const Lowering *lower, LLVMValueRef instruction) {
    u64 index;
    return map_get(&lower->checked, (u64)(uintptr_t)instruction, &index) ? &lower->checks.at[index] : NULL;
}

/* ---- Descriptors ---- */

/* A descriptor is { kind, info, "'int'" }; bit 0 of info: signed. The width is that of the operation. */
static const Type *described_type(Lowering *lower, LLVMValueRef descriptor, const Type *machine) {
    Frontend *fe = lower->fe;
    u64 key = hash_combine((uintptr_t)descriptor, machine->bits), known;
    if (map_get(&fe->access_types, key, &known)) return (const Type *)(uintptr_t)known;
    const Type *type = machine;
    LLVMValueRef body = LLVMIsAGlobalVariable(descriptor) ? LLVMGetInitializer(descriptor) : NULL;
    if (body && LLVMGetNumOperands(body) == 3 && LLVMIsAConstantDataArray(LLVMGetOperand(body, 2))) {
        size_t length;
        const char *text = LLVMGetAsString(LLVMGetOperand(body, 2), &length);
        const char *end = length && text[0] == '\'' ? memchr(text + 1, '\'', length - 1) : NULL;
        Type copy = *machine;
        copy.is_signed = LLVMConstIntGetZExtValue(LLVMGetOperand(body, 1)) & 1;
        if (end) copy.name = arena_strndup(&fe->program->arena, text + 1, (size_t)(end - text - 1));
        type = arena_copy(&fe->program->arena, &copy, sizeof copy);
    }
    map_put_ptr(&fe->access_types, (const void *)(uintptr_t)key, type);
    return type;
}

/* ---- The operation that a check guards ---- */

static bool is_division(LLVMOpcode opcode) {
    return opcode == LLVMSDiv || opcode == LLVMUDiv || opcode == LLVMSRem || opcode == LLVMURem;
}
static bool is_shift(LLVMOpcode opcode) { return opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr; }

static bool is_same_operand(LLVMValueRef x, LLVMValueRef y) {
    if (!y || x == y) return true;
    return LLVMIsAConstantInt(x) && LLVMIsAConstantInt(y); /* one is widened: the position tells enough */
}

static LLVMValueRef guarded_operation(LLVMBasicBlockRef block, LLVMValueRef call, bool (*is_kind)(LLVMOpcode)) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
        if (!is_kind(LLVMGetInstructionOpcode(i))) continue;
        return is_same_operand(LLVMGetOperand(i, 0), handler_operand(call, 1)) ? i : NULL;
    }
    return NULL;
}

static void mark(Lowering *lower, LLVMValueRef operation, Checked check) {
    map_put(&lower->checked, (u64)(uintptr_t)operation, lower->checks.count);
    vec_push(&lower->checks, check);
}

static bool is_true(LLVMValueRef condition) {
    return LLVMIsAConstantInt(condition) && LLVMConstIntGetZExtValue(condition);
}

/* ---- Indexes ---- */

static bool is_step(LLVMValueRef value) {
    return LLVMIsAGetElementPtrInst(value) ||
           (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMGetElementPtr);
}

/* The step to the element that a check is of: the first that the code behind it takes. */
static LLVMValueRef checked_step(LLVMBasicBlockRef next) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(next); i; i = LLVMGetNextInstruction(i)) {
        if (is_step(i)) return i;
        for (int k = 0; k < LLVMGetNumOperands(i); k++)
            if (is_step(LLVMGetOperand(i, (unsigned)k))) return LLVMGetOperand(i, (unsigned)k);
    }
    return NULL;
}

static bool is_step_of(LLVMValueRef step, LLVMValueRef call) {
    LLVMValueRef index = LLVMGetOperand(step, (unsigned)LLVMGetNumOperands(step) - 1);
    LLVMValueRef checked = handler_operand(call, 1);
    if (index == checked) return true; /* `a + i` checks the number as it is stepped by, `a[i]` before it is extended */
    if (LLVMIsASExtInst(index) || LLVMIsAZExtInst(index)) index = LLVMGetOperand(index, 0);
    if (index == checked) return true;
    return checked && LLVMIsAConstantInt(index) && LLVMIsAConstantInt(checked) &&
           (u32)LLVMConstIntGetZExtValue(index) == (u32)LLVMConstIntGetZExtValue(checked);
}

/* A step from the object's start in its own array, `a[i]`; or in elements of it, `a + i`, also of an array whose length is
 * known at run time only. Members, and rows of a matrix, are of another type than their object. */
static bool is_step_in(LLVMTypeRef object, LLVMValueRef step) {
    LLVMTypeRef stepped = LLVMGetGEPSourceElementType(step);
    bool is_of_elements = LLVMGetNumOperands(step) == 2;
    if (!object || !is_of_elements) return object == stepped;
    return object == stepped || (LLVMGetTypeKind(object) == LLVMArrayTypeKind && LLVMGetElementType(object) == stepped);
}

/* What an array's name means in `a + i`: a step to its first element. */
static bool is_decay(LLVMValueRef value) {
    if (!is_step(value) || LLVMGetNumOperands(value) != 3) return false;
    bool is_first = true;
    for (unsigned i = 1; i < 3; i++) {
        LLVMValueRef index = LLVMGetOperand(value, i);
        is_first &= LLVMIsAConstantInt(index) && !LLVMConstIntGetZExtValue(index);
    }
    return is_first;
}

/* An access out of the bounds of a whole object is found when it is made, and tells more then. */
static bool is_of_whole_object(LLVMBasicBlockRef next, LLVMValueRef call) {
    LLVMValueRef step = checked_step(next);
    while (step && !is_step_of(step, call)) { /* it was folded into a constant, with steps behind it */
        LLVMValueRef before = LLVMGetOperand(step, 0);
        step = LLVMIsAConstantExpr(before) && is_step(before) ? before : NULL;
    }
    if (!step) return false;
    LLVMValueRef base = LLVMGetOperand(step, 0);
    if (LLVMGetNumOperands(step) == 2 && is_decay(base)) base = LLVMGetOperand(base, 0);
    LLVMTypeRef object = LLVMIsAAllocaInst(base)       ? LLVMGetAllocatedType(base)
                         : LLVMIsAGlobalVariable(base) ? LLVMGlobalGetValueType(base)
                                                       : NULL;
    return is_step_in(object, step);
}

/* ---- Conversions ---- */

/* What a sum, difference or product gives, also one that is checked itself. */
static bool is_result(LLVMValueRef value) {
    if (LLVMIsAExtractValueInst(value)) return LLVMIsACallInst(LLVMGetOperand(value, 0));
    if (!LLVMIsABinaryOperator(value)) return false;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    return opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul;
}

static bool is_signed_result(LLVMValueRef call) {
    LLVMValueRef value = handler_operand(call, 1);
    return value && is_result(value) && handler_makes_signed(call);
}

static bool is_needless(const Lowering *lower, LLVMBasicBlockRef next, LLVMValueRef call) {
    if (!strncmp(handler_name(call), "implicit_conversion", 19))
        return lower->fe->converts_results && !is_signed_result(call);
    if (lower->module->is_foreign || strncmp(handler_name(call), "out_of_bounds", 13) != 0) return false;
    switch (lower->fe->index_checks) {
    case INDEX_CHECKS_NONE: return true; /* what `loci cc` has kept has them all the same */
    case INDEX_CHECKS_MEMBERS: return is_of_whole_object(next, call);
    case INDEX_CHECKS_ALL: break;
    }
    return false;
}

/* ---- Folding ---- */

static bool fold_overflow(Lowering *lower, LLVMValueRef branch, LLVMValueRef call) {
    LLVMValueRef condition = LLVMGetCondition(branch);
    if (LLVMIsABinaryOperator(condition) && LLVMGetInstructionOpcode(condition) == LLVMXor)
        condition = LLVMGetOperand(condition, 0);
    if (!LLVMIsAExtractValueInst(condition)) return false;
    LLVMValueRef operation = LLVMGetOperand(condition, 0);
    if (!LLVMIsACallInst(operation)) return false;
    const Type *machine = type_of(lower->fe, LLVMTypeOf(LLVMGetOperand(operation, 0)));
    mark(lower, operation,
         (Checked){.flags = INSN_CHECKED, .type = described_type(lower, handler_descriptor(call), machine)});
    return true;
}

static bool fold_constant_operation(Lowering *lower, LLVMValueRef branch, LLVMValueRef call, Folded fold) {
    fold.left = handler_operand(call, 1);
    fold.right = handler_operand(call, 2);
    if (is_true(LLVMGetCondition(branch))) return true;
    if (!fold.left || !fold.right || !LLVMIsAConstantInt(fold.left) || !LLVMIsAConstantInt(fold.right)) return false;
    map_put(&lower->folded, (u64)(uintptr_t)branch, lower->folds.count);
    vec_push(&lower->folds, fold);
    return true;
}

/* The machine type of a folded operation is told by its descriptor only. */
static const Type *described_machine_type(Lowering *lower, LLVMValueRef descriptor) {
    LLVMValueRef body = descriptor && LLVMIsAGlobalVariable(descriptor) ? LLVMGetInitializer(descriptor) : NULL;
    u64 info = body && LLVMGetNumOperands(body) == 3 ? LLVMConstIntGetZExtValue(LLVMGetOperand(body, 1)) : 11;
    return int_type(lower->fe, 1u << MIN(info >> 1 & 0x7fff, (u64)16));
}

static bool fold_division(Lowering *lower, LLVMBasicBlockRef next, LLVMValueRef branch, LLVMValueRef call) {
    LLVMValueRef descriptor = handler_descriptor(call);
    LLVMValueRef operation = guarded_operation(next, call, is_division);
    if (operation) {
        const Type *machine = type_of(lower->fe, LLVMTypeOf(operation));
        if (machine && machine->kind == TYPE_INT)
            mark(lower, operation, (Checked){.type = described_type(lower, descriptor, machine)});
        return true;
    }
    const Type *type = described_type(lower, descriptor, described_machine_type(lower, descriptor));
    return fold_constant_operation(lower, branch, call,
                                   (Folded){.op = type->is_signed ? OP_SDIV : OP_UDIV, .type = type});
}

bool is_from_sanitizer(const Lowering *lower, LLVMValueRef instruction) {
    return LLVMGetMetadata(instruction, LLVMGetMDKindIDInContext(lower->fe->context, "nosanitize", 10)) != NULL;
}

/* Of `x << n` with signed x, clang checks first n and then, in a block of its own, the bits shifted out;
 * a phi brings both together in the block that ends in `branch`. NULL if the check has no such part. */
static LLVMValueRef base_check(const Lowering *lower, LLVMBasicBlockRef block) {
    LLVMValueRef phi = LLVMGetFirstInstruction(block);
    if (!phi || !LLVMIsAPHINode(phi) || LLVMCountIncoming(phi) != 2 || !is_true(LLVMGetIncomingValue(phi, 0)))
        return NULL;
    if (!is_from_sanitizer(lower, phi)) return NULL; /* an || of the program looks the same */
    return plan_at(lower, LLVMGetIncomingBlock(phi, 1))->jump == (i32)plan_of(lower, block) ? phi : NULL;
}

static bool fold_shift(Lowering *lower, LLVMBasicBlockRef next, LLVMValueRef branch, LLVMValueRef call) {
    LLVMValueRef descriptor = handler_descriptor(call);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(branch);
    LLVMValueRef checks_base = base_check(lower, block);
    /* The machine checks the bits of signed numbers only, and never without the amount. */
    if (checks_base && (handler_is_unsigned(call) || LLVMGetCondition(branch) == checks_base)) return false;
    if (checks_base) plan_at(lower, LLVMGetIncomingBlock(checks_base, 0))->jump = (i32)plan_of(lower, block);
    u32 flags = INSN_CHECKED | (checks_base ? INSN_SIGNED_BASE : 0);
    LLVMValueRef operation = guarded_operation(next, call, is_shift);
    if (operation) {
        const Type *machine = type_of(lower->fe, LLVMTypeOf(operation));
        mark(lower, operation,
             (Checked){.flags = flags,
                       .type = described_type(lower, descriptor, machine),
                       .amount = handler_operand(call, 2)});
        return true;
    }
    const Type *type = described_type(lower, descriptor, described_machine_type(lower, descriptor));
    return fold_constant_operation(lower, branch, call, (Folded){.op = OP_SHL, .flags = flags, .type = type});
}

static bool fold_check(Lowering *lower, LLVMBasicBlockRef next, LLVMValueRef branch, LLVMValueRef call) {
    if (!handler_descriptor(call)) return false;
    switch (handler_kind(handler_name(call))) {
    case HANDLER_OVERFLOW: return !handler_is_unsigned(call) && fold_overflow(lower, branch, call);
    case HANDLER_DIVISION: return !handler_is_float(call) && fold_division(lower, next, branch, call);
    case HANDLER_SHIFT: return fold_shift(lower, next, branch, call);
    default: return false;
    }
}

void fold_checks(Lowering *lower) {
    for (u32 i = 0; i < lower->plan_count; i++) {
        LLVMValueRef branch = lower->plan[i].terminator;
        if (LLVMGetInstructionOpcode(branch) != LLVMBr || !LLVMIsConditional(branch) ||
            !is_from_sanitizer(lower, branch))
            continue;
        LLVMBasicBlockRef next = LLVMGetSuccessor(branch, 0);
        LLVMValueRef call = handler_call(LLVMGetSuccessor(branch, 1));
        if (!call || handler_kind(handler_name(call)) == HANDLER_UNREACHABLE) continue;
        bool is_open = !is_true(LLVMGetCondition(branch)) && !is_needless(lower, next, call);
        if (!fold_check(lower, next, branch, call) && is_open) map_put_ptr(&lower->conditions, branch, call);
        lower->plan[i].jump = (i32)plan_of(lower, next);
    }
}

static void lower_condition(Lowering *lower, LLVMValueRef branch) {
    LLVMValueRef call = map_get_ptr(&lower->conditions, branch);
    if (call) emit_sanitizer_check(lower, call, handler_name(call), LLVMGetCondition(branch));
}

static Operand narrowed(Lowering *lower, LLVMValueRef number, const Type *type) {
    if (LLVMIsAConstantInt(number) && type->bits <= 64)
        return number_operand(lower, int_type(lower->fe, type->bits), LLVMConstIntGetZExtValue(number));
    Operand operand = operand_of(lower, number);
    const Type *from = type_of(lower->fe, LLVMTypeOf(number));
    if (from->bits == type->bits) return operand;
    return emit_value(lower, from->bits > type->bits ? OP_TRUNC : OP_ZEXT, int_type(lower->fe, type->bits), operand,
                      OPERAND_NONE);
}

void lower_folded(Lowering *lower, LLVMValueRef terminator) {
    u64 index;
    lower_condition(lower, terminator);
    if (!map_get(&lower->folded, (u64)(uintptr_t)terminator, &index)) return;
    const Folded *fold = &lower->folds.at[index];
    Operand left = narrowed(lower, fold->left, fold->type), right = narrowed(lower, fold->right, fold->type);
    u32 dst = new_register(lower, int_type(lower->fe, fold->type->bits));
    emit(lower, fold->op, fold->type, dst, left, right, OPERAND_NONE)->flags = (u16)fold->flags;
}
