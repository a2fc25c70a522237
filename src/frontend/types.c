/* LLVM's types as Types, with layouts; and the scalars that a value of a type is taken apart into. */
#include "frontend/state.h"

#include <string.h>

static const Type *new_type(Frontend *fe, Type type) { return arena_copy(&fe->program->arena, &type, sizeof type); }

const Type *int_type(Frontend *fe, u32 bits) { return type_of(fe, LLVMIntTypeInContext(fe->context, bits)); }
const Type *pointer_type(Frontend *fe) { return type_of(fe, LLVMPointerTypeInContext(fe->context, 0)); }

static const Type *sized(Frontend *fe, LLVMTypeRef llvm, Type type) {
    type.size = LLVMABISizeOfType(fe->layout, llvm);
    type.align = LLVMABIAlignmentOfType(fe->layout, llvm);
    return new_type(fe, type);
}

static const Type *function_type(Frontend *fe, LLVMTypeRef llvm) {
    u32 count = LLVMCountParamTypes(llvm);
    LLVMTypeRef *params = xcalloc(count + 1, sizeof *params);
    LLVMGetParamTypes(llvm, params);
    Field *fields = ARENA_ARRAY(&fe->program->arena, Field, count);
    for (u32 i = 0; i < count; i++) fields[i].type = type_of(fe, params[i]);
    free(params);
    return new_type(fe, (Type){.kind = TYPE_FUNCTION,
                               .element = type_of(fe, LLVMGetReturnType(llvm)),
                               .fields = fields,
                               .field_count = count,
                               .is_variadic = LLVMIsFunctionVarArg(llvm),
                               .align = 1});
}

bool is_union_name(const char *llvm_name) { return llvm_name && !strncmp(llvm_name, "union.", 6); }

/* "struct.node.12" is "struct node": LLVM numbers structs of the same name. NULL for an anonymous one. */
static const char *c_struct_name(Frontend *fe, const char *llvm_name) {
    if (!llvm_name) return NULL;
    const char *tag = is_union_name(llvm_name) ? "union" : "struct";
    const char *rest = strchr(llvm_name, '.');
    rest = rest ? rest + 1 : llvm_name;
    size_t length = strlen(rest);
    const char *dot = strrchr(rest, '.');
    if (dot && dot[1] && strspn(dot + 1, "0123456789") == strlen(dot + 1)) length = (size_t)(dot - rest);
    if (length == 4 && !strncmp(rest, "anon", 4)) return NULL;
    return arena_printf(&fe->program->arena, "%s %.*s", tag, (int)length, rest);
}

/* Gives each of LLVM's elements the name and C type of the member at its offset. True if the elements
 * are just the members, so that the C type itself can serve. */
static bool merge_members(Frontend *fe, LLVMTypeRef llvm, const Type *c_type, Field *fields, u32 count) {
    bool is_same = c_type->field_count == count;
    for (u32 i = 0; i < count; i++) {
        u64 size = LLVMABISizeOfType(fe->layout, LLVMStructGetTypeAtIndex(llvm, i));
        u64 extent = MAX(size, (u64)1); /* a flexible array member has no size of its own */
        u32 inside = 0;
        for (u32 k = 0; k < c_type->field_count; k++) {
            const Field *member = &c_type->fields[k];
            if (member->offset < fields[i].offset || member->offset >= fields[i].offset + extent) continue;
            bool fits = !member->bit_width && member->offset == fields[i].offset && member->type->size == size;
            if (!inside++) fields[i].name = member->name;
            if (fits) fields[i].type = member->type;
            is_same &= fits && k == i;
        }
        if (inside != 1) {
            is_same = false;
            if (inside > 1) fields[i].name = NULL; /* several bit-fields share the element */
        }
    }
    return is_same;
}

static bool same_layout(const Type *x, const Type *y) {
    if (x->kind != y->kind || x->size != y->size || x->field_count != y->field_count) return false;
    for (u32 i = 0; i < x->field_count; i++)
        if (x->fields[i].offset != y->fields[i].offset || x->fields[i].type->size != y->fields[i].type->size ||
            x->fields[i].type->kind != y->fields[i].type->kind)
            return false;
    return true;
}

/* The same struct declared in several modules is one Type. */
static const Type *intern_struct(Frontend *fe, const Type *type) {
    if (!type->name) return type;
    u64 head = 0;
    string_map_get(&fe->named_structs, type->name, &head);
    for (u32 i = (u32)head; i; i = fe->struct_next.at[i - 1])
        if (same_layout(fe->struct_list.at[i - 1], type)) return fe->struct_list.at[i - 1];
    vec_push(&fe->struct_list, type);
    vec_push(&fe->struct_next, (u32)head);
    string_map_put(&fe->named_structs, type->name, fe->struct_list.count);
    return type;
}

static const Type *struct_type(Frontend *fe, LLVMTypeRef llvm) {
    const char *llvm_name = LLVMIsLiteralStruct(llvm) ? NULL : LLVMGetStructName(llvm);
    Type type = {.kind = is_union_name(llvm_name) ? TYPE_UNION : TYPE_STRUCT, .name = c_struct_name(fe, llvm_name)};
    if (LLVMIsOpaqueStruct(llvm)) return intern_struct(fe, new_type(fe, type));
    u32 count = LLVMCountStructElementTypes(llvm);
    Field *fields = ARENA_ARRAY(&fe->program->arena, Field, count);
    for (u32 i = 0; i < count; i++) {
        fields[i].type = type_of(fe, LLVMStructGetTypeAtIndex(llvm, i));
        fields[i].offset = LLVMOffsetOfElement(fe->layout, llvm, i);
        if (!fields[i].type) return NULL;
    }
    type.fields = fields;
    type.field_count = count;
    LLVMMetadataRef debug = llvm_name ? debug_composite_of(fe, llvm) : NULL;
    if (debug) {
        const Type *c_type = debug_type(fe, debug);
        if (type.kind == TYPE_UNION || merge_members(fe, llvm, c_type, fields, count)) return intern_struct(fe, c_type);
    }
    return intern_struct(fe, sized(fe, llvm, type));
}

static const Type *make_type(Frontend *fe, LLVMTypeRef llvm) {
    switch (LLVMGetTypeKind(llvm)) {
    case LLVMVoidTypeKind: return new_type(fe, (Type){.kind = TYPE_VOID, .align = 1});
    case LLVMIntegerTypeKind: return sized(fe, llvm, (Type){.kind = TYPE_INT, .bits = LLVMGetIntTypeWidth(llvm)});
    case LLVMHalfTypeKind: return sized(fe, llvm, (Type){.kind = TYPE_FLOAT, .bits = 16});
    case LLVMBFloatTypeKind:
        return sized(fe, llvm, (Type){.kind = TYPE_INT, .bits = 16, .name = "__bf16"}); /* in memory only */
    case LLVMFloatTypeKind: return sized(fe, llvm, (Type){.kind = TYPE_FLOAT, .bits = 32});
    case LLVMDoubleTypeKind: return sized(fe, llvm, (Type){.kind = TYPE_FLOAT, .bits = 64});
    case LLVMX86_FP80TypeKind: return sized(fe, llvm, (Type){.kind = TYPE_FLOAT, .bits = 80});
    case LLVMFP128TypeKind: return sized(fe, llvm, (Type){.kind = TYPE_FLOAT, .bits = 128});
    case LLVMPointerTypeKind:
        return sized(fe, llvm, (Type){.kind = TYPE_POINTER, .bits = fe->program->pointer_bytes * 8});
    case LLVMFunctionTypeKind: return function_type(fe, llvm);
    case LLVMStructTypeKind: return struct_type(fe, llvm);
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind: {
        bool is_array = LLVMGetTypeKind(llvm) == LLVMArrayTypeKind;
        const Type *element = type_of(fe, LLVMGetElementType(llvm));
        if (!element) return NULL;
        return sized(fe, llvm,
                     (Type){.kind = is_array ? TYPE_ARRAY : TYPE_VECTOR,
                            .element = element,
                            .count = is_array ? LLVMGetArrayLength2(llvm) : LLVMGetVectorSize(llvm)});
    }
    default: return NULL;
    }
}

const Type *type_of(Frontend *fe, LLVMTypeRef llvm) {
    u64 known;
    if (map_get(&fe->types, (u64)(uintptr_t)llvm, &known)) return (const Type *)(uintptr_t)known;
    const Type *type = make_type(fe, llvm);
    map_put_ptr(&fe->types, llvm, type);
    return type;
}

/* ---- Scalars ---- */

enum { MOST_SCALARS = 65536 }; /* of a value in registers; C compilers do not come near it */

typedef struct {
    Frontend *fe;
    VEC(const Type *) types;
    VEC(u64) offsets;
    bool is_supported, is_bit_packed;
} Flattening;

static void flatten(Flattening *flat, LLVMTypeRef llvm, u64 offset) {
    Frontend *fe = flat->fe;
    if (flat->types.count > MOST_SCALARS) flat->is_supported = false;
    if (!flat->is_supported) return;
    switch (LLVMGetTypeKind(llvm)) {
    case LLVMVoidTypeKind: break;
    case LLVMStructTypeKind:
        for (u32 i = 0; i < LLVMCountStructElementTypes(llvm); i++)
            flatten(flat, LLVMStructGetTypeAtIndex(llvm, i), offset + LLVMOffsetOfElement(fe->layout, llvm, i));
        break;
    case LLVMArrayTypeKind: {
        LLVMTypeRef element = LLVMGetElementType(llvm);
        u64 step = LLVMABISizeOfType(fe->layout, element), count = LLVMGetArrayLength2(llvm);
        for (u64 i = 0; i < count && flat->is_supported; i++) flatten(flat, element, offset + i * step);
        break;
    }
    case LLVMVectorTypeKind: {
        LLVMTypeRef element = LLVMGetElementType(llvm);
        u64 bits = LLVMSizeOfTypeInBits(fe->layout, element);
        if (bits % 8) flat->is_bit_packed = true;
        for (u32 i = 0; i < LLVMGetVectorSize(llvm); i++) flatten(flat, element, offset + i * bits / 8);
        break;
    }
    default: {
        const Type *type = type_of(fe, llvm);
        if (!type || LLVMGetTypeKind(llvm) == LLVMBFloatTypeKind ||
            (type->kind != TYPE_INT && type->kind != TYPE_FLOAT && type->kind != TYPE_POINTER)) {
            flat->is_supported = false;
            return;
        }
        vec_push(&flat->types, type);
        vec_push(&flat->offsets, offset);
    }
    }
}

const Scalars *scalars_of(Frontend *fe, LLVMTypeRef llvm) {
    Scalars *known = map_get_ptr(&fe->scalars, llvm);
    if (known) return known;
    Flattening flat = {.fe = fe, .is_supported = true};
    flatten(&flat, llvm, 0);
    Arena *arena = &fe->program->arena;
    Scalars *scalars = ARENA_NEW(arena, Scalars);
    scalars->is_supported = flat.is_supported;
    scalars->is_bit_packed = flat.is_bit_packed;
    if (flat.is_supported) {
        scalars->count = flat.types.count;
        scalars->types = arena_copy(arena, flat.types.at, flat.types.count * sizeof *flat.types.at);
        scalars->offsets = arena_copy(arena, flat.offsets.at, flat.offsets.count * sizeof *flat.offsets.at);
    }
    vec_free(&flat.types);
    vec_free(&flat.offsets);
    map_put_ptr(&fe->scalars, llvm, scalars);
    return scalars;
}
