/* Local variables: which allocas are slots, which are objects, and what they are called in the source. */
#include "frontend/lower.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { VARIABLE_NAME = 1, VARIABLE_TYPE = 3 }; /* operands of a DILocalVariable in LLVM 19 */

static bool is_scope_marker(LLVMValueRef call) {
    LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
    return callee && LLVMIsAFunction(callee) && !strncmp(link_name(callee), "llvm.lifetime.", 14);
}

typedef struct {
    bool is_slot; /* only loads and stores of the whole variable */
    bool has_scope;
    bool is_parameter; /* an argument is stored to it */
    bool is_used;
} Uses;

/* Uses in blocks that are not lowered do not count: sanitizer handlers have temporaries of their own. */
static Uses uses_of(const Lowering *lower, LLVMValueRef alloca, LLVMTypeRef type) {
    Uses uses = {.is_slot = true};
    for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!plan_at(lower, LLVMGetInstructionParent(user))->is_reached) continue;
        if (is_scope_marker(user)) {
            uses.has_scope = true;
            continue;
        }
        uses.is_used = true;
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == alloca) {
            LLVMValueRef value = LLVMGetOperand(user, 0);
            uses.is_parameter |= LLVMIsAArgument(value) != NULL;
            uses.is_slot &= value != alloca && LLVMTypeOf(value) == type;
        } else {
            uses.is_slot &= LLVMIsALoadInst(user) && LLVMTypeOf(user) == type;
        }
    }
    return uses;
}

static bool is_scalar(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind:
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind: return false;
    default: return true;
    }
}

/* A fixed-size variable: in the entry block, one element, of which compilers make an i32 1. Everything else is made by
 * ALLOCA, also alloca(1), whose size is a size_t. */
bool is_fixed_variable(const Lowering *lower, LLVMValueRef alloca) {
    LLVMValueRef count = LLVMGetOperand(alloca, 0);
    bool is_size = LLVMGetIntTypeWidth(LLVMTypeOf(count)) == 64;
    return LLVMIsAConstantInt(count) && LLVMConstIntGetZExtValue(count) == 1 && !is_size &&
           LLVMGetInstructionParent(alloca) == lower->plan[0].block;
}

static void add_variable(Lowering *lower, LLVMValueRef alloca) {
    Frontend *fe = lower->fe;
    LLVMTypeRef type = LLVMGetAllocatedType(alloca);
    const Scalars *scalars = scalars_of(fe, type);
    const Type *machine = type_of(fe, type);
    Uses uses = uses_of(lower, alloca, type);
    if (!machine || (!uses.is_used && !uses.has_scope)) return;
    bool is_slot = uses.is_slot && is_scalar(type) && scalars->is_supported && scalars->count == 1;
    u32 reg = is_slot ? new_register(lower, machine) : result_registers(lower, alloca);
    lower->registers.at[reg].variable = lower->variables.count + 1;
    if (is_slot) map_put(&lower->slots, (u64)(uintptr_t)alloca, reg);
    vec_push(&lower->variables, (Variable){.type = machine,
                                           .kind = is_slot ? VARIABLE_SLOT : VARIABLE_OBJECT,
                                           .reg = reg,
                                           .is_parameter = uses.is_parameter,
                                           .size = LLVMABISizeOfType(fe->layout, type),
                                           .has_scope = uses.has_scope && !lower->module->is_foreign,
                                           .align = LLVMGetAlignment(alloca)});
}

static Variable *variable_of(const Lowering *lower, LLVMValueRef alloca) {
    u64 reg;
    bool is_known =
        map_get(&lower->slots, (u64)(uintptr_t)alloca, &reg) || map_get(&lower->values, (u64)(uintptr_t)alloca, &reg);
    u32 variable = is_known ? lower->registers.at[reg].variable : 0;
    return variable ? &lower->variables.at[variable - 1] : NULL;
}

bool slot_register(const Lowering *lower, LLVMValueRef address, u32 *reg) {
    u64 known;
    if (!map_get(&lower->slots, (u64)(uintptr_t)address, &known)) return false;
    *reg = (u32)known;
    return true;
}

void lower_scope_marker(Lowering *lower, LLVMValueRef address, bool is_begin) {
    const Variable *variable = variable_of(lower, address);
    if (!variable || !variable->has_scope) return;
    emit(lower, is_begin ? OP_SCOPE_BEGIN : OP_SCOPE_END, NULL, OPERAND_NONE, OPERAND_NONE, OPERAND_NONE, OPERAND_NONE)
        ->extra = (u32)(variable - lower->variables.at);
}

/* An array of variable length, or a struct that the caller passes or receives by value. */
static Variable *add_dynamic(Lowering *lower, LLVMValueRef address) {
    bool is_parameter = LLVMIsAArgument(address);
    if (!is_parameter && !LLVMIsAAllocaInst(address)) return NULL;
    u32 reg = result_registers(lower, address);
    lower->registers.at[reg].variable = lower->variables.count + 1;
    vec_push(&lower->variables,
             (Variable){
                 .kind = VARIABLE_DYNAMIC, .reg = reg, .is_parameter = is_parameter, .type = pointer_type(lower->fe)});
    return &vec_last(&lower->variables);
}

/* dbg.declare ties an alloca to a variable of the source. */
static void describe(Lowering *lower, LLVMValueRef declare) {
    LLVMValueRef address = LLVMGetOperand(declare, 0), alloca[1] = {NULL};
    if (LLVMGetMetadataKind(LLVMValueAsMetadata(address)) != LLVMLocalAsMetadataMetadataKind) return;
    LLVMGetMDNodeOperands(address, alloca);
    if (!alloca[0]) return;
    Variable *variable = variable_of(lower, alloca[0]);
    bool is_fixed = LLVMIsAAllocaInst(alloca[0]) && is_fixed_variable(lower, alloca[0]);
    if (!variable && !is_fixed) variable = add_dynamic(lower, alloca[0]);
    if (!variable || variable->name) return;
    Frontend *fe = lower->fe;
    LLVMMetadataRef debug = LLVMValueAsMetadata(LLVMGetOperand(declare, 1));
    variable->name = debug_string(fe, debug_operand(fe, debug, VARIABLE_NAME));
    const Type *type = debug_type(fe, debug_operand(fe, debug, VARIABLE_TYPE));
    if (type->kind != TYPE_VOID) variable->type = type;
    variable->location = debug_location(fe, LLVMInstructionGetDebugLoc(declare));
}

Operand frame_object(Lowering *lower) {
    if (lower->frame_object) return lower->frame_object - 1;
    const Type *pointer = pointer_type(lower->fe);
    u32 reg = new_register(lower, pointer);
    lower->registers.at[reg].variable = lower->variables.count + 1;
    vec_push(&lower->variables, (Variable){.type = pointer,
                                           .kind = VARIABLE_OBJECT,
                                           .reg = reg,
                                           .size = (u64)lower->program->pointer_bytes * 2,
                                           .align = 16});
    lower->frame_object = reg + 1;
    return reg;
}

void lower_variables(Lowering *lower) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(lower->llvm);
    for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAAllocaInst(i) && is_fixed_variable(lower, i)) add_variable(lower, i);
    for (u32 b = 0; b < lower->plan_count; b++) {
        if (!lower->plan[b].is_reached) continue;
        for (LLVMValueRef i = LLVMGetFirstInstruction(lower->plan[b].block); i; i = LLVMGetNextInstruction(i))
            if (LLVMGetInstructionOpcode(i) == LLVMCall && LLVMIsADbgDeclareInst(i)) describe(lower, i);
    }
}
