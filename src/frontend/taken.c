/* Functions whose address the program's own code takes: a call through a number that may be anything can lead to these. */
#include "frontend/state.h"

static bool is_only_called(LLVMValueRef function, LLVMValueRef user) {
    if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function) return false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
        if (LLVMGetOperand(user, i) == function) return false;
    return true;
}

static bool is_taken(LLVMValueRef function) {
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
        if (!is_only_called(function, LLVMGetUser(use))) return true;
    return false;
}

void find_taken_functions(Frontend *fe) {
    for (u32 i = 0; i < fe->modules.count; i++) {
        const Module *module = fe->modules.at[i];
        if (module->is_library || module->is_left_out) continue;
        for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f)) {
            Function *function = !LLVMGetIntrinsicID(f) && is_taken(f) ? link_function(fe, f) : NULL;
            if (function) function->is_address_taken = true;
        }
    }
}
