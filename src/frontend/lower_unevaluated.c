/* What is computed only to ask whether it is a constant. clang compiles the operand of __builtin_constant_p, in the hope
 * that an optimiser folds it; C does not evaluate it. So the question is answered with no, and the instructions
 * that only it reads are not lowered: a load among them might fail. */
#include "frontend/lower.h"

#include <string.h>

static const char test_prefix[] = "llvm.is.constant.";

static void find_tests(Module *module) {
    if (module->is_searched) return;
    module->is_searched = true;
    for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f))
        if (!strncmp(link_name(f), test_prefix, strlen(test_prefix))) vec_push(&module->constant_tests, f);
}

enum { IS_TEST = 1, IS_UNEVALUATED }; /* values in Lowering.unevaluated */

bool is_unevaluated(const Lowering *lower, LLVMValueRef instruction) {
    u64 known;
    return map_get(&lower->unevaluated, (u64)(uintptr_t)instruction, &known) && known == IS_UNEVALUATED;
}

static bool is_known(const Lowering *lower, LLVMValueRef instruction) {
    return map_get(&lower->unevaluated, (u64)(uintptr_t)instruction, NULL);
}

static bool is_mere_computation(const Lowering *lower, LLVMValueRef instruction) {
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    switch (opcode) {
    case LLVMLoad: return !LLVMGetVolatile(instruction) && LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic;
    case LLVMCall: return check_of(lower, instruction) != NULL; /* an operation with overflow, whose check is folded */
    case LLVMGetElementPtr:
    case LLVMICmp:
    case LLVMFCmp:
    case LLVMPHI:
    case LLVMSelect:
    case LLVMFNeg:
    case LLVMFreeze:
    case LLVMExtractValue: return true;
    default: return binary_op(opcode) != OP_COUNT || cast_op(opcode) != OP_COUNT;
    }
}

/* Handlers of checks that were folded are not reached any more. */
static bool is_reached(const Lowering *lower, LLVMValueRef instruction) {
    return plan_at(lower, LLVMGetInstructionParent(instruction))->is_reached;
}

enum { MOST_PARTS = 8 }; /* instructions from an operand to the branch of its check */

/* Part of the condition of a check that is folded into its operation: nobody reads it any more. */
static bool is_part_of_folded_check(const Lowering *lower, LLVMValueRef instruction, u32 depth) {
    if (!is_from_sanitizer(lower, instruction) || depth == MOST_PARTS) return false;
    if (LLVMIsATerminatorInst(instruction))
        return plan_at(lower, LLVMGetInstructionParent(instruction))->jump >= 0 &&
               !map_get(&lower->conditions, (u64)(uintptr_t)instruction, NULL);
    for (LLVMUseRef use = LLVMGetFirstUse(instruction); use; use = LLVMGetNextUse(use))
        if (is_reached(lower, LLVMGetUser(use)) && !is_part_of_folded_check(lower, LLVMGetUser(use), depth + 1))
            return false;
    return true;
}

static bool is_read_elsewhere(const Lowering *lower, LLVMValueRef instruction) {
    for (LLVMUseRef use = LLVMGetFirstUse(instruction); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (is_reached(lower, user) && !is_known(lower, user) && !is_part_of_folded_check(lower, user, 0)) return true;
    }
    return false;
}

typedef VEC(LLVMValueRef) Values;

static void add_operands(LLVMValueRef instruction, Values *waiting) {
    u32 count = (u32)LLVMGetNumOperands(instruction);
    for (u32 i = 0; i < count; i++) {
        LLVMValueRef operand = LLVMGetOperand(instruction, i);
        if (LLVMIsAInstruction(operand)) vec_push(waiting, operand);
    }
}

/* An operand is looked at again whenever another of its readers turns out to be unevaluated. */
static void go_back(Lowering *lower, Values *waiting) {
    while (waiting->count) {
        LLVMValueRef instruction = vec_pop(waiting);
        if (is_known(lower, instruction) || !is_mere_computation(lower, instruction) ||
            is_read_elsewhere(lower, instruction))
            continue;
        map_put(&lower->unevaluated, (u64)(uintptr_t)instruction, IS_UNEVALUATED);
        add_operands(instruction, waiting);
    }
}

void find_unevaluated(Lowering *lower) {
    Values waiting = {0};
    find_tests(lower->module);
    for (u32 i = 0; i < lower->module->constant_tests.count; i++)
        for (LLVMUseRef use = LLVMGetFirstUse(lower->module->constant_tests.at[i]); use; use = LLVMGetNextUse(use)) {
            LLVMValueRef call = LLVMGetUser(use);
            if (!LLVMIsACallInst(call) || LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)) != lower->llvm)
                continue;
            map_put(&lower->unevaluated, (u64)(uintptr_t)call, IS_TEST);
            add_operands(call, &waiting);
        }
    go_back(lower, &waiting);
    vec_free(&waiting);
}
