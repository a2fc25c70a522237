/* Initial bytes of global objects: numbers as bytes, addresses as relocations, undef as a mask. */
#include "frontend/state.h"

#include <string.h>

typedef struct {
    Frontend *fe;
    Global *global;
    u8 *bytes;
    u8 *undefined; /* NULL as long as nothing is */
    VEC(Relocation) relocations;
    Error *error;
} Initialiser;

static bool fill(Initialiser *init, LLVMValueRef value, u64 offset);

static bool unsupported(Initialiser *init, const char *what) {
    return error_set(init->error, "the initialiser of '%s' holds %s", init->global->name, what);
}

static void put_number(Initialiser *init, u64 offset, const u64 *limbs, u64 size) {
    memcpy(init->bytes + offset, limbs, size); /* both sides are little-endian */
}

static bool fill_number(Initialiser *init, LLVMValueRef value, u64 offset) {
    u64 size = LLVMStoreSizeOfType(init->fe->layout, LLVMTypeOf(value));
    u32 limb_count = (u32)(size + 7) / 8;
    u64 *limbs = xcalloc(limb_count, sizeof *limbs);
    bool ok = constant_bits(init->fe, value, limbs, limb_count);
    put_number(init, offset, limbs, size);
    free(limbs);
    return ok || unsupported(init, "a number of an unknown kind");
}

static void fill_undefined(Initialiser *init, LLVMValueRef value, u64 offset) {
    u64 size = LLVMStoreSizeOfType(init->fe->layout, LLVMTypeOf(value));
    if (!init->undefined) init->undefined = arena_calloc(&init->fe->program->arena, init->global->size);
    memset(init->undefined + offset, 0xff, size);
}

static bool fill_elements(Initialiser *init, LLVMValueRef value, u64 offset) {
    Frontend *fe = init->fe;
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    u32 count = (u32)LLVMGetNumOperands(value);
    u64 step = 0;
    if (kind == LLVMArrayTypeKind) step = LLVMABISizeOfType(fe->layout, LLVMGetElementType(type));
    if (kind == LLVMVectorTypeKind) {
        u64 bits = LLVMSizeOfTypeInBits(fe->layout, LLVMGetElementType(type));
        if (bits % 8) return unsupported(init, "a vector of bits");
        step = bits / 8;
    }
    for (u32 i = 0; i < count; i++) {
        u64 at = kind == LLVMStructTypeKind ? LLVMOffsetOfElement(fe->layout, type, i) : i * step;
        if (!fill(init, LLVMGetOperand(value, i), offset + at)) return false;
    }
    return true;
}

static void add_relocation(Initialiser *init, u64 offset, Constant address, u64 size) {
    u32 constant = program_add_constant(init->fe->program, address);
    vec_push(&init->relocations, (Relocation){.offset = offset, .constant = constant, .size = (u8)size});
}

/* An integer that is an address plus a number; without an address, just the number. */
typedef struct {
    bool has_address;
    Constant address;
    i64 number;
} Sum;

static bool same_base(const Sum *x, const Sum *y) {
    return x->has_address && y->has_address && x->address.kind == y->address.kind &&
           x->address.global == y->address.global && x->address.function == y->address.function;
}

/* Labels of a function are as far apart as their block numbers, see ops.def. */
static i64 distance(const Sum *x, const Sum *y) {
    return x->address.offset - y->address.offset + (i64)x->address.block - (i64)y->address.block + x->number -
           y->number;
}

static bool evaluate(Frontend *fe, LLVMValueRef value, Sum *sum) {
    *sum = (Sum){0};
    if (LLVMIsAConstantInt(value)) {
        if (LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64) return false;
        sum->number = LLVMConstIntGetSExtValue(value);
        return true;
    }
    if (!LLVMIsAConstantExpr(value)) return false;
    Sum right = {0};
    switch (LLVMGetConstOpcode(value)) {
    case LLVMPtrToInt:
        if (!constant_address(fe, LLVMGetOperand(value, 0), &sum->address)) return false;
        sum->has_address = sum->address.kind != CONSTANT_NULL;
        if (!sum->has_address) sum->number = sum->address.offset;
        return true;
    case LLVMTrunc: return evaluate(fe, LLVMGetOperand(value, 0), sum);
    case LLVMAdd:
    case LLVMSub: {
        bool is_sub = LLVMGetConstOpcode(value) == LLVMSub;
        if (!evaluate(fe, LLVMGetOperand(value, 0), sum) || !evaluate(fe, LLVMGetOperand(value, 1), &right))
            return false;
        if (is_sub && same_base(sum, &right)) {
            *sum = (Sum){.number = distance(sum, &right)};
            return true;
        }
        if (right.has_address && (is_sub || sum->has_address)) return false;
        sum->number = is_sub ? sum->number - right.number : sum->number + right.number;
        if (right.has_address) {
            sum->has_address = true;
            sum->address = right.address;
        }
        return true;
    }
    default: return false;
    }
}

/* (target - this object) as four bytes: an entry of a table for LOAD_RELATIVE. */
static bool fill_relative(Initialiser *init, LLVMValueRef value, u64 offset) {
    if (!LLVMIsAConstantExpr(value) || LLVMGetConstOpcode(value) != LLVMTrunc) return false;
    LLVMValueRef difference = LLVMGetOperand(value, 0);
    if (!LLVMIsAConstantExpr(difference) || LLVMGetConstOpcode(difference) != LLVMSub) return false;
    Sum target, here;
    if (!evaluate(init->fe, LLVMGetOperand(difference, 0), &target) ||
        !evaluate(init->fe, LLVMGetOperand(difference, 1), &here))
        return false;
    bool is_entry = target.has_address && target.address.kind == CONSTANT_GLOBAL && !target.address.offset &&
                    here.has_address && here.address.global == init->global && !here.address.offset;
    if (!is_entry || target.address.global == init->global) return false;
    add_relocation(init, offset, target.address, 4);
    vec_last(&init->relocations).is_relative = true;
    return true;
}

static bool fill_expression(Initialiser *init, LLVMValueRef value, u64 offset) {
    Frontend *fe = init->fe;
    u64 size = LLVMStoreSizeOfType(fe->layout, LLVMTypeOf(value));
    Sum sum = {0};
    bool is_pointer = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
    if (fill_relative(init, value, offset)) return true;
    if (is_pointer && LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMIntToPtr) {
        value = LLVMGetOperand(value, 0);
        is_pointer = false;
    }
    if (is_pointer) {
        if (!constant_address(fe, value, &sum.address))
            return unsupported(init, "an address that Loci cannot work out");
        sum.has_address = sum.address.kind != CONSTANT_NULL;
        if (!sum.has_address) sum.number = sum.address.offset;
    } else if (!evaluate(fe, value, &sum)) {
        return unsupported(init, "a number computed from addresses");
    }
    if (sum.has_address) {
        if (sum.address.kind == CONSTANT_GLOBAL) {
            sum.address.offset += sum.number;
        } else if (sum.number || sum.address.offset) {
            return unsupported(init, "an address inside a function");
        }
        add_relocation(init, offset, sum.address, MIN(size, (u64)fe->program->pointer_bytes));
    } else {
        u64 limbs[2] = {(u64)sum.number, sum.number < 0 ? ~(u64)0 : 0};
        put_number(init, offset, limbs, MIN(size, (u64)sizeof limbs));
    }
    return true;
}

static bool fill(Initialiser *init, LLVMValueRef value, u64 offset) {
    if (LLVMIsNull(value)) return true;
    switch (LLVMGetValueKind(value)) {
    case LLVMUndefValueValueKind:
    case LLVMPoisonValueValueKind: fill_undefined(init, value, offset); return true;
    case LLVMConstantIntValueKind:
    case LLVMConstantFPValueKind: return fill_number(init, value, offset);
    case LLVMConstantDataArrayValueKind:
    case LLVMConstantDataVectorValueKind: {
        size_t length;
        const char *raw = LLVMGetAsString(value, &length); /* the raw bytes, whatever the element type */
        memcpy(init->bytes + offset, raw, length);
        return true;
    }
    case LLVMConstantArrayValueKind:
    case LLVMConstantStructValueKind:
    case LLVMConstantVectorValueKind: return fill_elements(init, value, offset);
    default: return fill_expression(init, value, offset);
    }
}

bool lower_initialiser(Program *program, Global *global, Error *error) {
    Frontend *fe = frontend_of(program);
    Source *source = global->source;
    LLVMValueRef value = LLVMGetInitializer(source->value);
    Module *outer = fe->current;
    fe->current = source->module;
    bool ok = true;
    if (value && !LLVMIsNull(value)) {
        Initialiser init = {.fe = fe, .global = global, .error = error};
        init.bytes = arena_calloc(&program->arena, global->size);
        ok = fill(&init, value, 0);
        global->bytes = init.bytes;
        global->undefined = init.undefined;
        global->relocations =
            arena_copy(&program->arena, init.relocations.at, init.relocations.count * sizeof(Relocation));
        global->relocation_count = init.relocations.count;
        vec_free(&init.relocations);
    }
    fe->current = outer;
    global->is_initialised = ok;
    return ok;
}
