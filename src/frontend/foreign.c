/* Bitcode from elsewhere: whether a pass has been over it.
 *
 * A compiler keeps every variable in a place on the stack and leaves it to the first pass to make registers of them. So a
 * function that has a variable of which only the value is used, and which is on the stack, is as it was compiled; and so is
 * all of its module. Functions marked `optnone`, as clang -O0 marks all, are left alone by passes: they speak for themselves. */
#include "frontend/state.h"

#include <string.h>

static bool is_optnone(LLVMValueRef function) {
    unsigned kind = LLVMGetEnumAttributeKindForName("optnone", 7);
    return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind) != NULL;
}

static bool is_of_a_value(LLVMValueRef variable) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMGetAllocatedType(variable));
    return kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind || kind == LLVMFloatTypeKind ||
           kind == LLVMDoubleTypeKind;
}

/* It is loaded and stored, and its address goes nowhere: no pass leaves such a variable on the stack. */
static bool is_left_on_stack(LLVMValueRef variable) {
    if (!LLVMIsAAllocaInst(variable) || !is_of_a_value(variable)) return false;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool is_marker = LLVMIsAIntrinsicInst(user) != NULL; /* of its life, or for a debugger */
        bool is_load = LLVMIsALoadInst(user) != NULL;
        bool is_store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != variable;
        bool is_volatile = (is_load || is_store) && LLVMGetVolatile(user);
        if ((!is_marker && !is_load && !is_store) || is_volatile) return false;
    }
    return true;
}

static bool has_variables_on_stack(LLVMValueRef function) {
    LLVMBasicBlockRef entry = LLVMCountBasicBlocks(function) ? LLVMGetEntryBasicBlock(function) : NULL;
    for (LLVMValueRef i = entry ? LLVMGetFirstInstruction(entry) : NULL; i; i = LLVMGetNextInstruction(i))
        if (is_left_on_stack(i)) return true;
    return false;
}

static void examine(Module *module) {
    module->is_examined = true;
    for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f && !module->is_as_compiled; f = LLVMGetNextFunction(f))
        module->is_as_compiled = !is_optnone(f) && has_variables_on_stack(f);
}

bool foreign_is_as_compiled(Module *module, LLVMValueRef function) {
    if (is_optnone(function)) return true;
    if (!module->is_examined) examine(module);
    return module->is_as_compiled;
}
