/* C types from debug information.
 *
 * Types refer to each other in circles (a struct to a pointer to itself), so a struct is first
 * registered empty and filled in later, from a queue that is worked off before debug_type returns. A
 * typedef is a copy of its type under another name, made when all structs are complete. */
#include "frontend/state.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { /* DWARF tags */
       TAG_ARRAY = 0x01,
       TAG_CLASS = 0x02,
       TAG_ENUM = 0x04,
       TAG_MEMBER = 0x0d,
       TAG_POINTER = 0x0f,
       TAG_STRUCT = 0x13,
       TAG_FUNCTION = 0x15,
       TAG_TYPEDEF = 0x16,
       TAG_UNION = 0x17,
       TAG_BASE = 0x24,
       TAG_CONST = 0x26,
       TAG_VOLATILE = 0x35,
       TAG_RESTRICT = 0x37,
       TAG_ATOMIC = 0x47,
};

enum {                /* operands of debug info nodes, as LLVM 19 lays them out */
       TYPE_BASE = 3, /* of derived and composite types */
       COMPOSITE_ELEMENTS = 4,
       FUNCTION_TYPES = 3,
       SUBRANGE_COUNT = 0,
};

typedef struct {
    Type *type;
    LLVMMetadataRef debug;
} Pending;

typedef struct {
    Type *copy;
    const Type *original;
} Copy;

typedef struct {
    Frontend *fe;
    VEC(Pending) structs;
    VEC(Copy) typedefs;
} Builder;

static const Type *build(Builder *builder, LLVMMetadataRef debug);

static u16 tag_of(LLVMMetadataRef debug) { return LLVMGetDINodeTag(debug); }

static const char *type_name(Frontend *fe, LLVMMetadataRef debug) {
    size_t length;
    const char *name = LLVMDITypeGetName(debug, &length);
    return length ? arena_strndup(&fe->program->arena, name, length) : NULL;
}

static const char *tagged_name(Frontend *fe, const char *tag, LLVMMetadataRef debug) {
    const char *name = type_name(fe, debug);
    return name ? arena_printf(&fe->program->arena, "%s %s", tag, name) : NULL;
}

static Type *add_type(Builder *builder, LLVMMetadataRef debug, Type type) {
    Type *copy = arena_copy(&builder->fe->program->arena, &type, sizeof type);
    if (debug) map_put_ptr(&builder->fe->c_types, debug, copy);
    return copy;
}

/* Is the word in the printed form of the node? The only way to the encoding of a basic type. */
static bool prints_as(Frontend *fe, LLVMMetadataRef debug, const char *word) {
    char *text = LLVMPrintValueToString(LLVMMetadataAsValue(fe->context, debug));
    bool found = strstr(text, word) != NULL;
    LLVMDisposeMessage(text);
    return found;
}

static u32 natural_alignment(Frontend *fe, u64 size) {
    u64 most = fe->program->pointer_bytes == 4 ? 4 : 16;
    u32 align = 1;
    while (align < size && align < most) align *= 2;
    return align;
}

/* _Complex double is laid out as a struct of two doubles. */
static Type complex_type(Frontend *fe, u64 size) {
    static const char *const names[] = {"_Complex float", "_Complex double", "_Complex long double"};
    u32 which = size == 8 ? 0 : size == 16 ? 1 : 2;
    LLVMTypeRef parts[] = {LLVMFloatTypeInContext(fe->context), LLVMDoubleTypeInContext(fe->context),
                           LLVMX86FP80TypeInContext(fe->context)};
    const Type *part = type_of(fe, parts[which]);
    Field *fields = ARENA_ARRAY(&fe->program->arena, Field, 2);
    fields[0] = (Field){.name = "real", .type = part};
    fields[1] = (Field){.name = "imag", .type = part, .offset = part->size};
    return (Type){.kind = TYPE_STRUCT,
                  .name = names[which],
                  .size = size,
                  .align = part->align,
                  .fields = fields,
                  .field_count = 2};
}

static Type basic_type(Builder *builder, LLVMMetadataRef debug) {
    Frontend *fe = builder->fe;
    u64 bits = LLVMDITypeGetSizeInBits(debug);
    Type type = {.kind = TYPE_INT, .bits = (u32)bits, .size = (bits + 7) / 8, .name = type_name(fe, debug)};
    type.align = natural_alignment(fe, type.size);
    if (prints_as(fe, debug, "DW_ATE_complex_float")) return complex_type(fe, type.size);
    if (prints_as(fe, debug, "DW_ATE_float")) {
        type.kind = TYPE_FLOAT;
        if (type.name && !strcmp(type.name, "long double")) type.bits = 80;
    } else {
        type.is_signed = prints_as(fe, debug, "DW_ATE_signed");
    }
    return type;
}

static const Type *enum_type(Builder *builder, LLVMMetadataRef debug) {
    LLVMMetadataRef base = debug_operand(builder->fe, debug, TYPE_BASE);
    Type type = {.kind = TYPE_INT, .bits = 32, .size = 4, .align = 4};
    if (base) type = *build(builder, base);
    type.name = tagged_name(builder->fe, "enum", debug);
    if (!type.name) type.name = "enum";
    return add_type(builder, debug, type);
}

static u64 subrange_count(Frontend *fe, LLVMMetadataRef range) {
    LLVMMetadataRef count = debug_operand(fe, range, SUBRANGE_COUNT);
    if (!count || LLVMGetMetadataKind(count) != LLVMConstantAsMetadataMetadataKind) return 0;
    LLVMValueRef value = LLVMMetadataAsValue(fe->context, count), constant[1];
    LLVMGetMDNodeOperands(value, constant);
    i64 number = constant[0] && LLVMIsAConstantInt(constant[0]) ? LLVMConstIntGetSExtValue(constant[0]) : 0;
    return number < 0 ? 0 : (u64)number;
}

/* int a[2][3] has one node with two subranges; the last is the innermost array. */
static const Type *array_type(Builder *builder, LLVMMetadataRef debug) {
    Frontend *fe = builder->fe;
    const Type *type = build(builder, debug_operand(fe, debug, TYPE_BASE));
    LLVMMetadataRef ranges = debug_operand(fe, debug, COMPOSITE_ELEMENTS);
    bool is_vector = LLVMDITypeGetFlags(debug) & LLVMDIFlagVector;
    u32 count = ranges ? debug_operand_count(fe, ranges) : 0;
    u64 size = type->size ? type->size : 1;
    for (u32 i = count; i-- > 0;) {
        u64 elements = subrange_count(fe, debug_operand(fe, ranges, i));
        size *= elements;
        type = add_type(builder, NULL,
                        (Type){.kind = is_vector ? TYPE_VECTOR : TYPE_ARRAY,
                               .element = type,
                               .count = elements,
                               .size = size,
                               .align = type->align});
    }
    u64 whole = LLVMDITypeGetSizeInBits(debug) / 8;
    Type outer = *type;
    if (whole) outer.size = whole;
    return add_type(builder, debug, outer);
}

static const Type *function_type(Builder *builder, LLVMMetadataRef debug) {
    Frontend *fe = builder->fe;
    LLVMMetadataRef types = debug_operand(fe, debug, FUNCTION_TYPES);
    u32 count = types ? debug_operand_count(fe, types) : 0;
    Type *type = add_type(builder, debug, (Type){.kind = TYPE_FUNCTION, .align = 1});
    Field *params = ARENA_ARRAY(&fe->program->arena, Field, count);
    for (u32 i = 0; i < count; i++) {
        LLVMMetadataRef param = debug_operand(fe, types, i);
        if (!i) type->element = build(builder, param);
        else if (param) params[type->field_count++].type = build(builder, param);
        else type->is_variadic = true;
    }
    if (!count) type->element = build(builder, NULL);
    type->fields = params;
    return type;
}

static const Type *composite_type(Builder *builder, LLVMMetadataRef debug) {
    bool is_union = tag_of(debug) == TAG_UNION;
    Type *type = add_type(builder, debug,
                          (Type){.kind = is_union ? TYPE_UNION : TYPE_STRUCT,
                                 .name = tagged_name(builder->fe, is_union ? "union" : "struct", debug),
                                 .size = LLVMDITypeGetSizeInBits(debug) / 8,
                                 .align = 1});
    vec_push(&builder->structs, (Pending){type, debug});
    return type;
}

static const Type *renamed_type(Builder *builder, LLVMMetadataRef debug) {
    const Type *original = build(builder, debug_operand(builder->fe, debug, TYPE_BASE));
    Type copy = *original;
    copy.name = type_name(builder->fe, debug);
    Type *type = add_type(builder, debug, copy);
    vec_push(&builder->typedefs, (Copy){type, original});
    return type;
}

static const Type *build(Builder *builder, LLVMMetadataRef debug) {
    Frontend *fe = builder->fe;
    if (!debug) return type_of(fe, LLVMVoidTypeInContext(fe->context));
    const Type *known = map_get_ptr(&fe->c_types, debug);
    if (known) return known;
    switch (tag_of(debug)) {
    case TAG_BASE: return add_type(builder, debug, basic_type(builder, debug));
    case TAG_POINTER: {
        Type *type = add_type(builder, debug,
                              (Type){.kind = TYPE_POINTER,
                                     .bits = fe->program->pointer_bytes * 8,
                                     .size = fe->program->pointer_bytes,
                                     .align = fe->program->pointer_bytes});
        LLVMMetadataRef target = debug_operand(fe, debug, TYPE_BASE);
        type->is_to_const = target && tag_of(target) == TAG_CONST;
        type->element = build(builder, target);
        return type;
    }
    case TAG_ENUM: return enum_type(builder, debug);
    case TAG_ARRAY: return array_type(builder, debug);
    case TAG_FUNCTION: return function_type(builder, debug);
    case TAG_STRUCT:
    case TAG_CLASS:
    case TAG_UNION: return composite_type(builder, debug);
    case TAG_TYPEDEF: return renamed_type(builder, debug);
    case TAG_CONST:
    case TAG_VOLATILE:
    case TAG_RESTRICT:
    case TAG_ATOMIC: {
        const Type *type = build(builder, debug_operand(fe, debug, TYPE_BASE));
        map_put_ptr(&fe->c_types, debug, type);
        return type;
    }
    default: return build(builder, NULL);
    }
}

static void fill_struct(Builder *builder, Type *type, LLVMMetadataRef debug) {
    Frontend *fe = builder->fe;
    LLVMMetadataRef members = debug_operand(fe, debug, COMPOSITE_ELEMENTS);
    u32 count = members ? debug_operand_count(fe, members) : 0;
    Field *fields = ARENA_ARRAY(&fe->program->arena, Field, count);
    for (u32 i = 0; i < count; i++) {
        LLVMMetadataRef member = debug_operand(fe, members, i);
        if (!member || tag_of(member) != TAG_MEMBER) continue;
        Field *field = &fields[type->field_count++];
        u64 offset = LLVMDITypeGetOffsetInBits(member);
        field->name = type_name(fe, member);
        field->type = build(builder, debug_operand(fe, member, TYPE_BASE));
        field->offset = offset / 8;
        if (LLVMDITypeGetFlags(member) & LLVMDIFlagBitField) {
            field->bit_offset = offset % 8;
            field->bit_width = (u16)LLVMDITypeGetSizeInBits(member);
        }
        type->align = MAX(type->align, field->type->align);
    }
    type->fields = fields;
}

const Type *debug_type(Frontend *fe, LLVMMetadataRef debug) {
    const Type *known = debug ? map_get_ptr(&fe->c_types, debug) : NULL;
    if (known) return known;
    Builder builder = {.fe = fe};
    const Type *type = build(&builder, debug);
    for (u32 i = 0; i < builder.structs.count; i++)
        fill_struct(&builder, builder.structs.at[i].type, builder.structs.at[i].debug);
    for (u32 i = 0; i < builder.typedefs.count; i++) {
        const char *name = builder.typedefs.at[i].copy->name;
        *builder.typedefs.at[i].copy = *builder.typedefs.at[i].original;
        builder.typedefs.at[i].copy->name = name;
    }
    vec_free(&builder.structs);
    vec_free(&builder.typedefs);
    return type;
}
