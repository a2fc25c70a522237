#include "memory/objects.h"

#include "memory/placement.h"

#include <stdlib.h>
#include <string.h>

ObjectPage objects_nothing;

void objects_init(Objects *objects, u32 pointer_bytes, u64 heap_limit) {
    *objects = (Objects){.next = 1, .heap_limit = heap_limit};
    if (pointer_bytes == 4) objects->placement = placement_new();
}

static bool owns_storage(const ObjectInfo *info) { return info->kind == OBJECT_HEAP && info->state == OBJECT_LIVE; }

void objects_free(Objects *objects) {
    for (u32 i = 0; i < objects->page_count; i++) {
        ObjectPage *page = objects->pages[i];
        if (page == &objects_nothing) continue;
        for (u32 k = 0; k < OBJECT_PAGE; k++) {
            if (owns_storage(&page->infos[k])) free(page->objects[k].bytes);
            if (owns_storage(&page->infos[k]) || page->infos[k].owns_undefined) free(page->objects[k].undefined);
            free(page->objects[k].provenance);
        }
        free(page);
    }
    free(objects->pages);
    map_free(&objects->strays);
    map_free(&objects->related);
    placement_free(objects->placement);
}

/* 0 when the numbers are used up: 2^32 objects, an hour of doing nothing but making them. */
static u32 new_number(Objects *objects) {
    if (objects->next == UINT32_MAX) return 0;
    u32 number = objects->next++;
    if (number / OBJECT_PAGE == objects->page_count) {
        if (!(objects->page_count & (objects->page_count - 1)))
            objects->pages = xrealloc(objects->pages, MAX(1u, objects->page_count * 2) * sizeof *objects->pages);
        objects->pages[objects->page_count++] = xcalloc(1, sizeof(ObjectPage));
    }
    return number;
}

u32 objects_new(Objects *objects, ObjectKind kind, u64 size, u32 align, u8 *bytes, u8 *undefined) {
    if (size > OBJECT_MAX_SIZE) return 0;
    u32 base = LP64_BASE;
    if (objects->placement && !(base = placement_take(objects->placement, objects->next, size, align))) return 0;
    u32 number = new_number(objects);
    if (!number) return 0;
    bool has_bytes = kind != OBJECT_FUNCTION;
    *object_at(objects, number) = (Object){.bytes = bytes,
                                           .undefined = undefined,
                                           .base = base,
                                           .readable = has_bytes ? (u32)size : 0,
                                           .writable = has_bytes ? (u32)size : 0};
    ObjectInfo *info = object_info(objects, number);
    info->kind = kind;
    info->size = (u32)size;
    info->align = align;
    objects->live++;
    return number;
}

u32 objects_new_heap(Objects *objects, u64 size, u32 align, bool cleared) {
    if (size > OBJECT_MAX_SIZE || objects->heap_bytes + size > objects->heap_limit) return 0;
    if (objects->placement && placement_is_nearly_full(objects->placement)) return 0;
    u8 *bytes = cleared ? calloc(size ? size : 1, 1) : malloc(size ? size : 1);
    u8 *undefined = cleared ? NULL : malloc(size ? size : 1);
    u32 number = bytes && (cleared || undefined) ? objects_new(objects, OBJECT_HEAP, size, align, bytes, undefined) : 0;
    if (!number) {
        free(bytes);
        free(undefined);
        return 0;
    }
    if (!cleared) {
        memset(bytes, 0, size); /* so that runs repeat exactly, whatever is done with undefined bytes */
        memset(undefined, 0xff, size);
    }
    objects->heap_bytes += size;
    objects->live_heap_blocks++;
    return number;
}

void objects_end(Objects *objects, u32 number, ObjectState state) {
    Object *object = object_at(objects, number);
    ObjectInfo *info = object_info(objects, number);
    if (owns_storage(info) || info->owns_undefined) free(object->undefined);
    if (owns_storage(info)) {
        free(object->bytes);
        objects->heap_bytes -= info->size;
        objects->live_heap_blocks--;
    }
    if (object->provenance) free(object->provenance);
    if (objects->placement) placement_release(objects->placement, object->base, info->size, info->align);
    info->owns_undefined = false;
    object->bytes = object->undefined = NULL;
    object->provenance = NULL;
    object->readable = object->writable = 0;
    info->state = (u8)state;
    objects->live--;
    objects->dead++;
}

void objects_make_constant(Objects *objects, u32 number) {
    object_at(objects, number)->writable = 0;
    object_info(objects, number)->is_constant = true;
}

u8 *objects_storage_for_undefined(Objects *objects, u32 number) {
    object_info(objects, number)->owns_undefined = true;
    return xcalloc(MAX(1u, object_info(objects, number)->size), 1);
}

/* A stray object stands for one window beside the one its pointer is based on: no bytes, only the
 * memory of where the pointer came from. Interned, so that a loop that strays makes one object. */
static u32 stray_object(Objects *objects, u32 based_on, i64 windows) {
    bool inserted;
    u64 *cell = map_cell(&objects->strays, hash_combine(based_on, (u64)windows), &inserted);
    if (!inserted) return (u32)*cell;
    u32 number = new_number(objects);
    *cell = number;
    ObjectInfo *info = object_info(objects, number);
    info->kind = OBJECT_STRAY;
    info->stray_from = based_on;
    info->stray_windows = (i32)windows;
    return number;
}

static u32 representative(const Objects *objects, u32 number) {
    u64 parent;
    while (map_get(&objects->related, number, &parent)) number = (u32)parent;
    return number;
}

void objects_relate(Objects *objects, u64 from, u64 to) {
    u32 a = representative(objects, pointer_object(from)), b = representative(objects, pointer_object(to));
    if (a && b && a != b) map_put(&objects->related, MIN(a, b), MAX(a, b)); /* the newer one speaks for both */
}

bool objects_are_related(const Objects *objects, u32 from, u32 to) {
    return objects->related.count && to && representative(objects, from) == representative(objects, to);
}

/* Null is not an object: arithmetic on it, as in offsetof, ERR_PTR and -1, is plain. */
u64 objects_move_far(Objects *objects, u64 pointer, i64 delta) {
    u32 number = pointer_object(pointer);
    ObjectInfo *info = object_info(objects, number);
    i64 windows = 0;
    if (info->kind == OBJECT_NONE) return pointer + (u64)delta;
    if (info->kind == OBJECT_STRAY) {
        number = info->stray_from;
        windows = info->stray_windows;
    }
    i64 position = (i64)(u32)pointer;
    i64 target;
    if (__builtin_add_overflow(position, delta, &target)) return 0;
    windows += target >> 32;
    i64 neighbour = (i64)number + windows;
    if (neighbour > 0 && neighbour <= UINT32_MAX && objects_are_related(objects, number, (u32)neighbour))
        return (u64)neighbour << 32 | (u32)target;
    if (windows) number = stray_object(objects, number, windows);
    return (u64)number << 32 | (u32)target;
}

void objects_resolve(const Objects *objects, u64 pointer, u32 *number, i64 *offset) {
    *number = pointer_object(pointer);
    const ObjectInfo *info = object_info(objects, *number);
    i64 windows = 0;
    if (info->kind == OBJECT_STRAY) {
        windows = info->stray_windows;
        *number = info->stray_from;
    }
    *offset = windows * ((i64)1 << 32) + (i64)(u32)pointer - (i64)object_at(objects, *number)->base;
}

u64 objects_pointer_from_number(const Objects *objects, u32 number) {
    u32 object = placement_find(objects->placement, number);
    u32 base = object_at(objects, object)->base, size = object_info(objects, object)->size;
    bool inside = number >= base && number - base < size;
    return (u64)(inside ? object : 0) << 32 | number;
}

static u32 words(const Object *object) { return (MAX(object->readable, object->writable) + 3) / 4; }

void object_set_provenance(Object *object, u32 offset, u32 based_on) {
    if (offset % 4) return; /* an unaligned pointer is found again by its number */
    if (!object->provenance) object->provenance = xcalloc(words(object), sizeof(u32));
    object->provenance[offset / 4] = based_on;
}

u32 object_provenance(const Object *object, u32 offset) {
    return object->provenance && offset % 4 == 0 ? object->provenance[offset / 4] : 0;
}

void object_clear_provenance(Object *object, u32 offset, u32 length) {
    if (!object->provenance || !length) return;
    u32 first = offset / 4, last = (offset + length - 1) / 4;
    memset(object->provenance + first, 0, (last - first + 1) * sizeof(u32));
}

/* Whole words that keep their alignment keep their provenance; the rest is found by number. */
void object_copy_provenance(Object *to, u32 to_offset, const Object *from, u32 from_offset, u32 length) {
    if (!from->provenance || (to_offset ^ from_offset) % 4) {
        object_clear_provenance(to, to_offset, length);
        return;
    }
    u32 skip = (4 - to_offset % 4) % 4;
    if (length < skip + 4) {
        object_clear_provenance(to, to_offset, length);
        return;
    }
    u32 count = (length - skip) / 4;
    if (!to->provenance) to->provenance = xcalloc(words(to), sizeof(u32));
    u32 *target = to->provenance + (to_offset + skip) / 4;
    const u32 *source = from->provenance + (from_offset + skip) / 4;
    if (skip) to->provenance[to_offset / 4] = 0;
    memmove(target, source, count * sizeof(u32));
    if ((length - skip) % 4) target[count] = 0;
}
