#include "machine/fault.h"

#include <inttypes.h>
#include <string.h>

static const char *const tags[FAULT_KIND_COUNT] = {
#define X(NAME, tag) [FAULT_##NAME] = tag,
    FAULT_KINDS(X)
#undef X
};

const char *fault_tag(FaultKind kind) { return tags[kind]; }

FaultKind fault_kind_tagged(const char *tag, size_t length) {
    for (u32 i = FAULT_NONE + 1; i < FAULT_KIND_COUNT; i++)
        if (strlen(tags[i]) == length && !strncmp(tags[i], tag, length)) return (FaultKind)i;
    return FAULT_SANITIZER;
}

void fault_free(Fault *fault) {
    text_free(&fault->text);
    vec_free(&fault->stack);
    vec_free(&fault->also_lost);
}

void fault_count_bytes(Text *out, u64 count) { text_printf(out, "%" PRIu64 " byte%s", count, count == 1 ? "" : "s"); }

void fault_name_object(Text *out, const Objects *objects, u32 number) {
    const ObjectInfo *info = object_info(objects, number);
    switch ((ObjectKind)info->kind) {
    case OBJECT_GLOBAL:
        if (info->global->is_string_literal) text_add(out, "a string literal");
        else text_printf(out, "'%s'", info->global->name);
        return;
    case OBJECT_FUNCTION: text_printf(out, "'%s'", info->function->name); return;
    case OBJECT_LOCAL:
        if (info->variable && info->variable->name) text_printf(out, "'%s'", info->variable->name);
        else text_add(out, "a temporary object");
        return;
    case OBJECT_ALLOCA:
        if (info->variable && info->variable->name) text_printf(out, "'%s'", info->variable->name);
        else text_add(out, "a block made by alloca");
        return;
    case OBJECT_HEAP: text_add(out, info->state == OBJECT_FREED ? "a freed heap block" : "a heap block"); return;
    case OBJECT_OUTSIDE:
        text_add(out, info->state == OBJECT_FREED ? "a freed object that was given" : "an object that was given");
        return;
    case OBJECT_NONE:
    case OBJECT_STRAY: text_add(out, "no object"); return;
    }
}

static bool begin(Fault *fault, FaultKind kind, u32 number, AccessKind access, u64 size) {
    fault->kind = kind;
    fault->object = number;
    if (access == ACCESS_CALL) {
        text_add(&fault->text, "call ");
    } else {
        text_add(&fault->text, access == ACCESS_READ ? "read of " : "write of ");
        fault_count_bytes(&fault->text, size);
        text_add_char(&fault->text, ' ');
    }
    return false;
}

/* The pointer is based on no object: null, something near it, or a number from nowhere. What lies in the first page is a
 * member or an element of what a null pointer leads to; how the address was computed does not matter. */
static bool fault_no_object(Fault *fault, const Objects *objects, u64 pointer, i64 delta, u64 size, AccessKind access) {
    enum { PAGE = 4096 };
    u64 address = objects->placement ? (u32)(pointer + (u64)delta) : pointer + (u64)delta;
    if (pointer == 0 || (pointer < PAGE && address < PAGE)) {
        i64 offset = (i64)pointer + delta;
        begin(fault, FAULT_NULL_DEREFERENCE, 0, access, size);
        if (offset) text_printf(&fault->text, "at offset %" PRIi64 " from a null pointer", offset);
        else text_add(&fault->text, "through a null pointer");
    } else {
        begin(fault, FAULT_WILD_POINTER, 0, access, size);
        fault->address = address;
        text_printf(&fault->text, "through 0x%" PRIx64 ", which points to no object", address);
    }
    return false;
}

/* From where the pointer leads to: of what was given from outside nobody knows where it begins. */
static i64 offset_told(const Objects *objects, u32 number, i64 offset) {
    return object_info(objects, number)->kind == OBJECT_OUTSIDE ? offset - OUTSIDE_BEFORE : offset;
}

static bool fault_dead(Fault *fault, const Objects *objects, u32 number, i64 offset, u64 size, AccessKind access) {
    static const FaultKind kinds[] = {[OBJECT_FREED] = FAULT_USE_AFTER_FREE,
                                      [OBJECT_OUT_OF_SCOPE] = FAULT_USE_AFTER_SCOPE,
                                      [OBJECT_RETURNED] = FAULT_USE_AFTER_RETURN};
    ObjectState state = (ObjectState)object_info(objects, number)->state;
    begin(fault, kinds[state], number, access, size);
    text_printf(&fault->text, "at offset %" PRIi64 " of ", offset_told(objects, number, offset));
    fault_name_object(&fault->text, objects, number);
    if (state == OBJECT_OUT_OF_SCOPE) text_add(&fault->text, " after the end of its scope");
    if (state == OBJECT_RETURNED) text_add(&fault->text, " after its function returned");
    return false;
}

static bool fault_bounds(Fault *fault, const Objects *objects, u32 number, i64 offset, u64 size, AccessKind access) {
    begin(fault, FAULT_OUT_OF_BOUNDS, number, access, size);
    text_printf(&fault->text, "at offset %" PRIi64 " of ", offset_told(objects, number, offset));
    fault_name_object(&fault->text, objects, number);
    text_add(&fault->text, ", which has ");
    fault_count_bytes(&fault->text, object_info(objects, number)->size);
    return false;
}

static bool fault_constant(Fault *fault, const Objects *objects, u32 number, u64 size) {
    begin(fault, FAULT_WRITE_TO_CONSTANT, number, ACCESS_WRITE, size);
    bool literal =
        object_info(objects, number)->kind == OBJECT_GLOBAL && object_info(objects, number)->global->is_string_literal;
    text_add(&fault->text, literal ? "to " : "to constant ");
    fault_name_object(&fault->text, objects, number);
    return false;
}

bool fault_check_access(Fault *fault, const Objects *objects, u64 pointer, i64 delta, u64 size, AccessKind access,
                        u32 *number, u64 *offset) {
    i64 position;
    objects_resolve(objects, pointer, number, &position);
    if (UNLIKELY(objects->fixed.count) && !*number) { /* the step may lead to a fixed object from anywhere */
        objects_resolve(objects, pointer + (u64)delta, number, &position);
        if (*number) delta = 0;
    }
    const ObjectInfo *info = object_info(objects, *number);
    if (info->kind == OBJECT_NONE && objects->placement && pointer) {
        /* ILP32: a number that no object claimed is resolved by the address that is accessed. */
        objects_resolve(objects, objects_pointer_from_number(objects, (u32)(pointer + (u64)delta)), number, &position);
        info = object_info(objects, *number);
        if (info->kind != OBJECT_NONE) delta = 0;
    }
    if (objects->placement && info->kind != OBJECT_NONE) {
        /* ILP32: the pointer may have been moved to another object by a difference the program computed. */
        u64 there = objects_pointer_from_number(objects, (u32)(pointer + (u64)delta));
        if (pointer_object(there) != *number && objects_are_related(objects, *number, pointer_object(there))) {
            objects_resolve(objects, there, number, &position);
            info = object_info(objects, *number);
            delta = 0;
        }
    }
    if (info->kind == OBJECT_NONE) return fault_no_object(fault, objects, pointer, delta, size, access);
    if (__builtin_add_overflow(position, delta, &position)) position = INT64_MAX;
    if (info->state != OBJECT_LIVE) return fault_dead(fault, objects, *number, position, size, access);
    bool inside = position >= 0 && (u64)position <= info->size && size <= info->size - (u64)position;
    if (info->kind == OBJECT_FUNCTION || !inside) return fault_bounds(fault, objects, *number, position, size, access);
    if (access == ACCESS_WRITE && info->is_constant && size) return fault_constant(fault, objects, *number, size);
    *offset = (u64)position;
    return true;
}
