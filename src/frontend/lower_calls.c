/* Calls: arguments taken apart into scalars, structs passed by value, what does not return. */
#include "frontend/lower.h"

#include <string.h>

static LLVMTypeRef byval_type(Lowering *lower, LLVMValueRef call, LLVMValueRef callee, u32 argument) {
    unsigned kind = lower->fe->byval_kind;
    LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
    if (!attribute && LLVMIsAFunction(callee)) attribute = LLVMGetEnumAttributeAtIndex(callee, argument + 1, kind);
    return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

static u32 byval_alignment(LLVMValueRef call, u32 argument, u32 natural) {
    static unsigned kind; /* the same number in every context */
    if (!kind) kind = LLVMGetEnumAttributeKindForName("align", 5);
    LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
    return attribute ? (u32)LLVMGetEnumAttributeValue(attribute) : natural;
}

typedef VEC(Argument) Arguments;

static void add_argument(Lowering *lower, Arguments *arguments, LLVMValueRef call, LLVMValueRef callee, u32 index) {
    LLVMValueRef value = LLVMGetOperand(call, index);
    const Scalars *scalars = scalars_of(lower->fe, LLVMTypeOf(value));
    LLVMTypeRef byval =
        LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind ? byval_type(lower, call, callee, index) : NULL;
    for (u32 i = 0; i < scalars->count; i++) {
        Argument argument = {.value = operand_at(lower, value, i), .type = scalars->types[i], .lanes = 1};
        if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind) argument.lanes = i ? 0 : (u16)scalars->count;
        if (byval) {
            argument.byval = type_of(lower->fe, byval);
            argument.byval_align = byval_alignment(call, index, argument.byval->align);
        }
        vec_push(arguments, argument);
    }
}

static bool does_not_return(Lowering *lower, LLVMValueRef call, LLVMValueRef callee) {
    unsigned kind = lower->fe->noreturn_kind;
    LLVMAttributeIndex function = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
    if (LLVMGetCallSiteEnumAttribute(call, function, kind)) return true;
    if (LLVMIsAFunction(callee) && LLVMGetEnumAttributeAtIndex(callee, function, kind)) return true;
    return is_marked_noreturn(call);
}

static bool has_supported_types(Lowering *lower, LLVMValueRef call) {
    if (!scalars_of(lower->fe, LLVMTypeOf(call))->is_supported) return false;
    for (u32 i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (!scalars_of(lower->fe, LLVMTypeOf(LLVMGetOperand(call, i)))->is_supported) return false;
    return true;
}

static void emit_call(Lowering *lower, LLVMValueRef call, LLVMValueRef callee) {
    Arguments arguments = {0};
    u64 room;
    LLVMValueRef told = member_function(lower, call, callee, &room);
    LLVMTypeRef type = told ? LLVMGlobalGetValueType(told) : LLVMGetCalledFunctionType(call);
    u32 count = LLVMGetNumArgOperands(call), fixed = LLVMCountParamTypes(LLVMGetCalledFunctionType(call)),
        fixed_scalars = 0;
    if (told) {
        const Type *size = int_type(lower->fe, lower->program->pointer_bytes * 8);
        vec_push(&arguments, (Argument){.value = number_operand(lower, size, room), .type = size, .lanes = 1});
    }
    for (u32 i = 0; i < count; i++) {
        add_argument(lower, &arguments, call, callee, i);
        if (i < fixed) fixed_scalars = arguments.count;
    }
    u32 results = scalars_of(lower->fe, LLVMTypeOf(call))->count;
    Call entry = {.type = type_of(lower->fe, type),
                  .arg_count = arguments.count,
                  .dst_count = results,
                  .fixed_count = LLVMIsFunctionVarArg(type) ? fixed_scalars : arguments.count};
    entry.args = arena_copy(&lower->program->arena, arguments.at, arguments.count * sizeof(Argument));
    vec_free(&arguments);
    vec_push(&lower->calls, entry);
    Operand target = operand_of(lower, told ? told : callee);
    Insn *insn = emit(lower, OP_CALL, NULL, results ? result_registers(lower, call) : OPERAND_NONE, target,
                      OPERAND_NONE, OPERAND_NONE);
    insn->extra = lower->calls.count - 1;
    insn->flags = does_not_return(lower, call, callee) ? INSN_NO_RETURN : 0;
}

void emit_call_to(Lowering *lower, const char *name) {
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(lower->fe->context), NULL, 0, false);
    LLVMValueRef callee = LLVMGetNamedFunction(lower->module->llvm, name);
    if (!callee) callee = LLVMAddFunction(lower->module->llvm, name, type);
    vec_push(&lower->calls, (Call){.type = type_of(lower->fe, type)});
    emit(lower, OP_CALL, NULL, OPERAND_NONE, operand_of(lower, callee), OPERAND_NONE, OPERAND_NONE)->extra =
        lower->calls.count - 1;
}

void emit_call_with(Lowering *lower, const char *name, Operand given, u32 dst) {
    bool has_result = dst != OPERAND_NONE;
    LLVMTypeRef pointer = LLVMPointerTypeInContext(lower->fe->context, 0);
    LLVMTypeRef result = has_result ? pointer : LLVMVoidTypeInContext(lower->fe->context);
    LLVMTypeRef type = LLVMFunctionType(result, &pointer, 1, false);
    LLVMValueRef callee = LLVMGetNamedFunction(lower->module->llvm, name);
    if (!callee) callee = LLVMAddFunction(lower->module->llvm, name, type);
    Argument *arguments = ARENA_ARRAY(&lower->program->arena, Argument, 1);
    arguments[0] = (Argument){.value = given, .type = pointer_type(lower->fe), .lanes = 1};
    vec_push(&lower->calls, (Call){.type = type_of(lower->fe, type),
                                   .args = arguments,
                                   .arg_count = 1,
                                   .fixed_count = 1,
                                   .dst_count = has_result});
    emit(lower, OP_CALL, NULL, dst, operand_of(lower, callee), OPERAND_NONE, OPERAND_NONE)->extra =
        lower->calls.count - 1;
}

/* -finstrument-functions: clang leaves the name of the hook to be called at entry or exit as an attribute, for a pass
 * that we do not run. A hook that the program does not define does nothing. */
void lower_hook(Lowering *lower, bool is_exit) {
    static const char *const names[2][2] = {{"instrument-function-entry", "instrument-function-entry-inlined"},
                                            {"instrument-function-exit", "instrument-function-exit-inlined"}};
    LLVMAttributeRef attribute = NULL;
    for (u32 i = 0; i < 2 && !attribute; i++)
        attribute = LLVMGetStringAttributeAtIndex(lower->llvm, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                                  names[is_exit][i], (unsigned)strlen(names[is_exit][i]));
    unsigned length;
    const char *name = attribute ? LLVMGetStringAttributeValue(attribute, &length) : NULL;
    LLVMValueRef hook = name ? LLVMGetNamedFunction(lower->module->llvm, name) : NULL;
    if (!hook || LLVMCountParams(hook) != 2 || !link_function(lower->fe, hook)->has_body) return;
    Argument *arguments = ARENA_ARRAY(&lower->program->arena, Argument, 2);
    for (u32 i = 0; i < 2; i++) /* this function, and where it was called, which is not told */
        arguments[i] = (Argument){.value = operand_of(lower, lower->llvm), .type = pointer_type(lower->fe), .lanes = 1};
    vec_push(&lower->calls, (Call){.type = type_of(lower->fe, LLVMGlobalGetValueType(hook)),
                                   .args = arguments,
                                   .arg_count = 2,
                                   .fixed_count = 2});
    emit(lower, OP_CALL, NULL, OPERAND_NONE, operand_of(lower, hook), OPERAND_NONE, OPERAND_NONE)->extra =
        lower->calls.count - 1;
}

/* What a function of the library does to memory is one step, and any memory may be meant. Those of threads have points of
 * their own. */
static void point_before_library(Lowering *lower, LLVMValueRef callee) {
    bool is_user_code = lower->fe->threads == THREADS_AT_ACCESSES && !lower->module->is_library;
    const Function *function = is_user_code && LLVMIsAFunction(callee) ? link_function(lower->fe, callee) : NULL;
    if (!is_user_code || (function && function->has_body && !function->is_library)) return;
    static const char *const own[] = {"pthread_", "sem_", "mtx_", "cnd_", "thrd_", "tss_", "call_once"};
    for (u32 i = 0; function && i < COUNT_OF(own); i++)
        if (!strncmp(function->name, own[i], strlen(own[i]))) return;
    emit_call_to(lower, "__loci_thread_point");
}

static void lower_intrinsic_call(Lowering *lower, LLVMValueRef call, unsigned id) {
    size_t length;
    const char *name = LLVMIntrinsicGetName(id, &length);
    if (lower_intrinsic(lower, call, name + 5) || lower_float_intrinsic(lower, call, name + 5)) return;
    emit_unsupported(lower, "the LLVM intrinsic '%.*s'", (int)length, name);
}

void lower_call(Lowering *lower, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    unsigned intrinsic = LLVMIsAFunction(callee) ? LLVMGetIntrinsicID(callee) : 0;
    if (intrinsic && LLVMIsADbgInfoIntrinsic(call)) return;
    if (LLVMIsAInlineAsm(callee)) lower_inline_asm(lower, call);
    else if (intrinsic) lower_intrinsic_call(lower, call, intrinsic);
    else if (is_sanitizer_handler(call)) lower_handler_call(lower, call);
    else if (!has_supported_types(lower, call))
        emit_unsupported(lower, "a call with a value of a type that no register holds");
    else if (LLVMIsAGlobalIFunc(callee))
        emit_unsupported(lower, "a call of the indirect function '%s'", link_name(callee));
    else {
        point_before_library(lower, callee);
        emit_call(lower, call, callee);
    }
}
