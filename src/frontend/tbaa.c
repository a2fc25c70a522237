/* The C type of a load or store, from clang's type-based alias information (TBAA), which names it. */
#include "frontend/state.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

static const Type *basic_access_type(Frontend *fe, const char *name, const Type *machine) {
    Arena *arena = &fe->program->arena;
    const char *key = arena_printf(arena, "%s/%d/%u", name, (int)machine->kind, machine->bits);
    u64 known;
    if (string_map_get(&fe->basic_types, key, &known)) return (const Type *)(uintptr_t)known;
    Type type = *machine;
    bool is_char = !strcmp(name, "omnipotent char");
    type.name = is_char ? "char" : machine->kind == TYPE_POINTER ? NULL : name;
    type.is_signed = machine->kind == TYPE_INT && strcmp(name, "_Bool") != 0;
    const Type *copy = arena_copy(arena, &type, sizeof type);
    string_map_put(&fe->basic_types, key, (u64)(uintptr_t)copy);
    return copy;
}

static u32 natural_bits(Frontend *fe, const char *name) {
    static const struct {
        const char *name;
        u32 bits; /* 0: those of a pointer */
    } sizes[] = {{"omnipotent char", 8}, {"_Bool", 8},      {"short", 16}, {"int", 32},    {"long", 0},
                 {"long long", 64},      {"__int128", 128}, {"float", 32}, {"double", 64}, {"long double", 80},
                 {"any pointer", 0}};
    for (u32 i = 0; i < COUNT_OF(sizes); i++)
        if (!strcmp(sizes[i].name, name)) return sizes[i].bits ? sizes[i].bits : fe->program->pointer_bytes * 8;
    return 0;
}

const Type *tbaa_access_type(Frontend *fe, LLVMValueRef access, const Type *machine) {
    LLVMValueRef node = LLVMHasMetadata(access) ? LLVMGetMetadata(access, fe->tbaa_kind) : NULL;
    if (!node) return NULL;
    u64 known;
    u64 key = hash_combine((uintptr_t)node, (uintptr_t)machine);
    if (map_get(&fe->access_types, key, &known)) return (const Type *)(uintptr_t)known;
    const Type *type = NULL;
    LLVMMetadataRef accessed = debug_operand(fe, LLVMValueAsMetadata(node), 1);
    LLVMMetadataRef text =
        accessed && LLVMGetMetadataKind(accessed) == LLVMMDTupleMetadataKind ? debug_operand(fe, accessed, 0) : NULL;
    const char *name = debug_string(fe, text);
    /* An access whose size is not its type's is part of a larger one: a bit-field, a copy of a struct. */
    bool is_whole = name && natural_bits(fe, name) == machine->bits;
    if (is_whole && (machine->kind == TYPE_POINTER) == !strcmp(name, "any pointer"))
        type = basic_access_type(fe, name, machine);
    map_put_ptr(&fe->access_types, (const void *)(uintptr_t)key, type);
    return type;
}
