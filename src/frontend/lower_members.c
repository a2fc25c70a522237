/* Text that a function of the C library writes into an array which is a member of a struct. What overflows it stays inside of
 * the object, so that no access shows it. Where the call names the member the room is known, and the function becomes one
 * that is told it (runtime/member_text.c).
 *
 * As for indexes, the last member may go on behind the struct's end. Functions that copy bytes may mean several members at
 * once, and are left alone. */
#include "frontend/lower.h"

#include <string.h>

static const char *const text_functions[] = {"strcpy",  "stpcpy",   "strcat",   "strncpy",  "strncat",
                                             "sprintf", "snprintf", "vsprintf", "vsnprintf"};

static bool is_step(LLVMValueRef value) {
    if (LLVMIsAGetElementPtrInst(value)) return true;
    return LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMGetElementPtr;
}

static bool constant_index(LLVMValueRef step, u32 operand, u64 *value) {
    LLVMValueRef index = LLVMGetOperand(step, operand);
    if (!LLVMIsAConstantInt(index)) return false;
    *value = LLVMConstIntGetZExtValue(index);
    return true;
}

/* &pointer->member, the member being an array with another one behind it. 0: it is none. */
static u64 room_of_field(const Lowering *lower, LLVMValueRef step) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(step);
    u64 field;
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind || LLVMGetNumOperands(step) != 3) return 0;
    if (!constant_index(step, 2, &field) || field + 1 >= LLVMCountStructElementTypes(type)) return 0;
    LLVMTypeRef member = LLVMStructGetTypeAtIndex(type, (unsigned)field);
    bool is_array = LLVMGetTypeKind(member) == LLVMArrayTypeKind;
    return is_array ? LLVMABISizeOfType(lower->fe->layout, member) : 0;
}

/* From the pointer to the end of the member that it is in; an array becomes a pointer by a step of its own. */
static u64 room_at(const Lowering *lower, LLVMValueRef pointer) {
    if (!is_step(pointer)) return 0;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
    u32 operands = (u32)LLVMGetNumOperands(pointer);
    u64 first, index, skipped = 0;
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) return room_of_field(lower, pointer);
    if (!constant_index(pointer, 1, &first)) return 0;
    if (LLVMGetTypeKind(type) == LLVMArrayTypeKind && operands == 3 && !first && constant_index(pointer, 2, &index))
        skipped = index * LLVMABISizeOfType(lower->fe->layout, LLVMGetElementType(type));
    else if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && operands == 2)
        skipped = first * LLVMABISizeOfType(lower->fe->layout, type);
    else return 0;
    u64 room = room_at(lower, LLVMGetOperand(pointer, 0));
    return skipped < room ? room - skipped : 0;
}

static bool is_text_function(const Lowering *lower, LLVMValueRef callee) {
    const char *name = LLVMIsAFunction(callee) ? link_name(callee) : "";
    for (u32 i = 0; i < COUNT_OF(text_functions); i++)
        if (!strcmp(name, text_functions[i])) return link_function(lower->fe, callee)->is_library;
    return false;
}

/* The room comes first, and then what the function itself is given. */
static LLVMTypeRef type_with_room(const Lowering *lower, LLVMTypeRef type) {
    enum { MOST = 4 };
    LLVMTypeRef parameters[MOST + 1] = {LLVMIntTypeInContext(lower->fe->context, lower->program->pointer_bytes * 8)};
    u32 count = LLVMCountParamTypes(type);
    if (count > MOST) return NULL;
    LLVMGetParamTypes(type, parameters + 1);
    return LLVMFunctionType(LLVMGetReturnType(type), parameters, count + 1, LLVMIsFunctionVarArg(type));
}

LLVMValueRef member_function(Lowering *lower, LLVMValueRef call, LLVMValueRef callee, u64 *room) {
    bool is_checked = lower->fe->tells_rooms && !lower->module->is_library && !lower->module->is_foreign &&
                      LLVMGetNumArgOperands(call);
    if (!is_checked || !is_text_function(lower, callee)) return NULL;
    *room = room_at(lower, LLVMGetOperand(call, 0));
    LLVMTypeRef type = *room ? type_with_room(lower, LLVMGetCalledFunctionType(call)) : NULL;
    if (!type) return NULL;
    const char *name = arena_printf(&lower->program->arena, "__loci_member_%s", link_name(callee));
    LLVMValueRef function = LLVMGetNamedFunction(lower->module->llvm, name);
    return function ? function : LLVMAddFunction(lower->module->llvm, name, type);
}
