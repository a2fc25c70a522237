/* LLVM's constants: numbers of any width, addresses with offsets, scalars of aggregates. */
#include "frontend/state.h"

#include <string.h>

bool constant_bits(Frontend *fe, LLVMValueRef value, u64 *limbs, u32 limb_count) {
    LLVMTypeRef type = LLVMTypeOf(value);
    if (LLVMIsAConstantFP(value)) {
        u32 bits = (u32)LLVMSizeOfTypeInBits(fe->layout, type);
        value = LLVMConstBitCast(value, LLVMIntTypeInContext(fe->context, bits));
        type = LLVMTypeOf(value);
    }
    if (!LLVMIsAConstantInt(value)) return false;
    memset(limbs, 0, limb_count * sizeof *limbs);
    u32 bits = LLVMGetIntTypeWidth(type);
    if (bits <= 64) {
        limbs[0] = LLVMConstIntGetZExtValue(value);
        return true;
    }
    LLVMTypeRef word = LLVMInt64TypeInContext(fe->context);
    LLVMValueRef word_bits = LLVMConstInt(type, 64, false);
    for (u32 i = 0; i < limb_count && i * 64 < bits; i++) {
        limbs[i] = LLVMConstIntGetZExtValue(LLVMConstTrunc(value, word));
        value = LLVMBuildLShr(fe->folder, value, word_bits, "");
    }
    return true;
}

bool constant_step_offset(Frontend *fe, LLVMValueRef gep, i64 *offset) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    u32 count = (u32)LLVMGetNumOperands(gep);
    for (u32 i = 1; i < count; i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        if (!LLVMIsAConstantInt(index)) return false;
        i64 number = LLVMConstIntGetSExtValue(index);
        if (i == 1) {
            *offset += number * (i64)LLVMABISizeOfType(fe->layout, type);
        } else if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            *offset += (i64)LLVMOffsetOfElement(fe->layout, type, (u32)number);
            type = LLVMStructGetTypeAtIndex(type, (u32)number);
        } else {
            type = LLVMGetElementType(type);
            *offset += number * (i64)LLVMABISizeOfType(fe->layout, type);
        }
    }
    return true;
}

/* The block's number is known once its function is lowered. */
static bool block_address(Frontend *fe, LLVMValueRef value, Constant *address) {
    Function *function = link_function(fe, LLVMGetBlockAddressFunction(value));
    LLVMBasicBlockRef block = LLVMGetBlockAddressBasicBlock(value);
    u64 number;
    if (!map_get(&fe->block_numbers, (u64)(uintptr_t)block, &number)) {
        Error error = {0};
        bool ok = program_body(fe->program, function, &error);
        error_free(&error);
        if (!ok || !map_get(&fe->block_numbers, (u64)(uintptr_t)block, &number)) return false;
    }
    address->kind = CONSTANT_BLOCK;
    address->function = function;
    address->block = (u32)number;
    return true;
}

static bool expression_address(Frontend *fe, LLVMValueRef value, Constant *address) {
    LLVMValueRef operand = LLVMGetOperand(value, 0);
    switch (LLVMGetConstOpcode(value)) {
    case LLVMGetElementPtr:
        return constant_address(fe, operand, address) && constant_step_offset(fe, value, &address->offset);
    case LLVMBitCast:
    case LLVMAddrSpaceCast: return constant_address(fe, operand, address);
    case LLVMIntToPtr:
        return LLVMIsAConstantExpr(operand) && LLVMGetConstOpcode(operand) == LLVMPtrToInt &&
               constant_address(fe, LLVMGetOperand(operand, 0), address);
    default: return false;
    }
}

bool constant_address(Frontend *fe, LLVMValueRef value, Constant *address) {
    if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind) return false;
    address->type = pointer_type(fe);
    switch (LLVMGetValueKind(value)) {
    case LLVMConstantPointerNullValueKind: address->kind = CONSTANT_NULL; return true;
    case LLVMFunctionValueKind:
    case LLVMGlobalIFuncValueKind: {
        Function *function = link_function(fe, value);
        /* A weak declaration without a definition anywhere is null. */
        bool is_absent = LLVMGetLinkage(value) == LLVMExternalWeakLinkage && !function->has_body;
        address->kind = is_absent ? CONSTANT_NULL : CONSTANT_FUNCTION;
        address->function = is_absent ? NULL : function;
        return true;
    }
    case LLVMGlobalAliasValueKind: {
        LLVMValueRef target = LLVMAliasGetAliasee(value);
        Global *stronger = LLVMIsAFunction(target) ? NULL : link_stronger_global(fe, value);
        if (stronger) {
            address->kind = CONSTANT_GLOBAL;
            address->global = stronger;
            return true;
        }
        if (!LLVMIsAFunction(target)) return constant_address(fe, target, address);
        address->kind = CONSTANT_FUNCTION;
        address->function = link_function(fe, value);
        return true;
    }
    case LLVMGlobalVariableValueKind: {
        i64 offset = 0;
        Global *global = link_global(fe, value, &offset);
        bool is_absent = LLVMGetLinkage(value) == LLVMExternalWeakLinkage && !global->is_defined;
        address->kind = is_absent ? CONSTANT_NULL : CONSTANT_GLOBAL;
        address->global = is_absent ? NULL : global;
        address->offset += offset;
        return true;
    }
    case LLVMBlockAddressValueKind: return block_address(fe, value, address);
    case LLVMConstantExprValueKind: return expression_address(fe, value, address);
    default: return false;
    }
}

LLVMValueRef constant_scalar(Frontend *fe, LLVMValueRef value, u32 index) {
    for (;;) {
        LLVMTypeRef type = LLVMTypeOf(value);
        LLVMTypeKind kind = LLVMGetTypeKind(type);
        if (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind && kind != LLVMVectorTypeKind) return value;
        u32 element = 0;
        if (kind == LLVMStructTypeKind) {
            for (u32 inside; index >= (inside = scalars_of(fe, LLVMStructGetTypeAtIndex(type, element))->count);
                 element++)
                index -= inside;
        } else {
            u32 inside = scalars_of(fe, LLVMGetElementType(type))->count;
            element = index / inside;
            index %= inside;
        }
        value = LLVMGetAggregateElement(value, element);
        if (!value) return NULL;
    }
}
