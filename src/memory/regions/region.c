#include "memory/regions/region.h"

#include <string.h>

const char *const region_space_names[SPACE_COUNT] = {"stack", "heap", "static", "unknown"};

void regions_begin(RegionTree *tree, const Memory *memory) { *tree = (RegionTree){.memory = memory}; }

void regions_free(RegionTree *tree) {
    vec_free(&tree->list);
    map_free(&tree->numbers);
    arena_free(&tree->arena);
}

/* ---- Objects ---- */

RegionSpace region_space(const ObjectInfo *info) {
    switch ((ObjectKind)info->kind) {
    case OBJECT_LOCAL:
    case OBJECT_ALLOCA: return SPACE_STACK;
    case OBJECT_HEAP: return SPACE_HEAP;
    case OBJECT_GLOBAL:
    case OBJECT_FUNCTION: return SPACE_STATIC;
    default: return SPACE_UNKNOWN;
    }
}

static RegionKind kind_of(const ObjectInfo *info) {
    switch ((ObjectKind)info->kind) {
    case OBJECT_ALLOCA: return info->variable && info->variable->name ? REGION_VARIABLE : REGION_ALLOCA;
    case OBJECT_HEAP: return REGION_HEAP;
    case OBJECT_FUNCTION: return REGION_FUNCTION;
    case OBJECT_GLOBAL: return info->global->is_string_literal ? REGION_STRING : REGION_VARIABLE;
    case OBJECT_OUTSIDE: return REGION_SYMBOLIC;
    default: return REGION_VARIABLE;
    }
}

const Type *region_declared_type(const Memory *memory, u32 object) {
    const ObjectInfo *info = object_info(memory->objects, object);
    const Type *type = NULL;
    if (info->kind == OBJECT_GLOBAL) type = info->global->type;
    if (info->kind == OBJECT_LOCAL || info->kind == OBJECT_ALLOCA) type = info->variable ? info->variable->type : NULL;
    bool fits = type && type->size && (type->size == info->size || info->kind == OBJECT_ALLOCA);
    return fits && type->size <= info->size ? type : NULL;
}

Extent region_extent(const Memory *memory, u32 object) {
    const ObjectInfo *info = object_info(memory->objects, object);
    const Contents *contents = object_at(memory->objects, object)->contents;
    Extent extent = {.kind = EXTENT_KNOWN, .bytes = info->size};
    if (info->kind == OBJECT_OUTSIDE) extent.kind = EXTENT_UNKNOWN;
    if (contents && contents->size) extent = (Extent){EXTENT_TERM, info->size, contents->size};
    return extent;
}

/* ---- Types ---- */

bool type_is_aggregate(const Type *type) {
    return type && (type->kind == TYPE_STRUCT || type->kind == TYPE_UNION || type->kind == TYPE_ARRAY ||
                    type->kind == TYPE_VECTOR);
}

static bool is_list(const Type *type) { return type->kind == TYPE_ARRAY || type->kind == TYPE_VECTOR; }

bool types_are_same(const Type *a, const Type *b) {
    if (a == b) return true;
    if (!a || !b || a->kind != b->kind || a->size != b->size || a->bits != b->bits) return false;
    if (a->kind == TYPE_POINTER) return true;
    if (a->name && b->name) return !strcmp(a->name, b->name);
    return a->count == b->count && (!is_list(a) || types_are_same(a->element, b->element));
}

/* ---- Making regions ---- */

static u64 key_of(const Region *region) {
    u64 key = hash_combine((u64)region->kind << 32 | region->base, (u64)(uintptr_t)region->slot);
    return hash_combine(hash_combine(hash_combine(key, region->offset), region->size),
                        hash_bytes(region->name, strlen(region->name)));
}

/* Region of the same key is one region: bases, ranges and paths decide, not who asks. */
static Region *intern(RegionTree *tree, const Region *wanted) {
    bool is_new;
    u64 *cell = map_cell(&tree->numbers, key_of(wanted), &is_new);
    if (!is_new) return tree->list.at[*cell];
    *cell = tree->list.count;
    Region *region = arena_copy(&tree->arena, wanted, sizeof *wanted);
    vec_push(&tree->list, region);
    region->number = tree->list.count;
    return region;
}

/* How many of its kind were made before it, as far as they are not forgotten. */
static u32 counter_of(const Objects *objects, u32 object) {
    u32 count = 0;
    u8 kind = object_info(objects, object)->kind;
    for (u32 number = STATIC_OBJECTS; number < object; number++) count += object_info(objects, number)->kind == kind;
    return count;
}

static const char *name_of_object(RegionTree *tree, u32 object) {
    const ObjectInfo *info = object_info(tree->memory->objects, object);
    const Variable *variable = info->kind == OBJECT_LOCAL || info->kind == OBJECT_ALLOCA ? info->variable : NULL;
    if (variable && variable->name) return variable->name;
    u32 counter = object >= STATIC_OBJECTS ? counter_of(tree->memory->objects, object) : 0;
    switch ((ObjectKind)info->kind) {
    case OBJECT_LOCAL: return arena_printf(&tree->arena, "temporary_%u", counter);
    case OBJECT_ALLOCA: return arena_printf(&tree->arena, "AllocaReg_%u", counter);
    case OBJECT_HEAP: return arena_printf(&tree->arena, "MallocReg_%u", counter);
    case OBJECT_GLOBAL:
        return info->global->is_string_literal ? arena_printf(&tree->arena, "StringReg_%u", object)
                                               : info->global->name;
    case OBJECT_FUNCTION: return info->function->name;
    case OBJECT_OUTSIDE: return arena_printf(&tree->arena, "SymbolicReg_%u", object - OUTSIDE_FIRST);
    default: return "nothing";
    }
}

/* A block is seen as one of what a pointer to it points to, or as an array of them. What is from outside begins where the
 * pointer leads, and may be any number of them. */
static const Type *seen_as(RegionTree *tree, u32 object, const Type *view) {
    const ObjectInfo *info = object_info(tree->memory->objects, object);
    if (!view || !view->size || view->size > info->size) return NULL;
    if (info->kind == OBJECT_OUTSIDE || info->size / view->size == 1) return view;
    Type *array = ARENA_NEW(&tree->arena, Type);
    *array = (Type){.kind = TYPE_ARRAY, .element = view, .count = info->size / view->size, .align = view->align};
    array->size = array->count * view->size;
    return array;
}

Region *region_of_object(RegionTree *tree, u32 object, const Type *view) {
    const ObjectInfo *info = object_info(tree->memory->objects, object);
    Region region = {.kind = kind_of(info), .space = region_space(info), .base = object, .size = info->size};
    region.name = name_of_object(tree, object);
    if (info->kind == OBJECT_OUTSIDE) region.offset = OUTSIDE_BEFORE;
    Region *known = intern(tree, &region);
    if (!known->type) known->type = region_declared_type(tree->memory, object);
    if (!known->type && info->kind != OBJECT_FUNCTION) known->type = seen_as(tree, object, view);
    return known;
}

Region *region_of_slot(RegionTree *tree, const Variable *variable, const u64 *slot) {
    Region region = {.kind = REGION_VARIABLE, .slot = slot, .size = variable->size, .type = variable->type};
    region.name = variable->name;
    return intern(tree, &region);
}

static Region *inner(RegionTree *tree, const Region *of, RegionKind kind, u64 offset, const Type *type, u64 count,
                     const char *name) {
    Region region = {.kind = kind, .space = of->space, .super = of, .base = of->base, .slot = of->slot};
    region.offset = of->offset + offset;
    region.size = type->size * count;
    region.type = type;
    region.count = count;
    region.name = name;
    return intern(tree, &region);
}

Region *region_field(RegionTree *tree, const Region *of, u32 number) {
    const Field *field = &of->type->fields[number];
    const char *name = field->name ? arena_printf(&tree->arena, "%s.%s", of->name, field->name)
                                   : arena_printf(&tree->arena, "%s.(%u)", of->name, number);
    Region *region = inner(tree, of, REGION_FIELD, field->offset, field->type, 1, name);
    region->bit_offset = field->bit_offset;
    region->bit_width = field->bit_width;
    return region;
}

Region *region_elements(RegionTree *tree, const Region *of, u64 first, u64 count) {
    assert(is_list(of->type) && count);
    const char *name = arena_printf(&tree->arena, count == 1 ? "%s[%llu]" : "%s[%llu..%llu]", of->name,
                                    (unsigned long long)first, (unsigned long long)(first + count - 1));
    return inner(tree, of, REGION_ELEMENT, first * of->type->element->size, of->type->element, count, name);
}
