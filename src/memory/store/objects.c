#include "memory/store/objects.h"

#include "memory/store/placement.h"
#include "memory/store/storage.h"

#include <stdlib.h>
#include <string.h>

ObjectPage objects_nothing;

void objects_init(Objects *objects, u32 pointer_bytes, u64 heap_limit, bool forks) {
    enum { FORGET_FIRST = 1 << 20 }; /* states that share pages say themselves when they forget */
    *objects = (Objects){.next = STATIC_OBJECTS, .heap_limit = heap_limit, .forks = forks};
    objects->largest = pointer_bytes == 4 ? WINDOW_MAX_SIZE : OBJECT_MAX_SIZE;
    objects->forget_first = forks ? 0 : FORGET_FIRST;
    objects->statics = xcalloc(1, sizeof *objects->statics);
    objects->statics->next = 1;
    if (pointer_bytes == 4) {
        objects->placement = placement_new(PLACEMENT_STATICS_END, PLACEMENT_END);
        objects->statics->placement = placement_new(PLACEMENT_START, PLACEMENT_STATICS_END);
    }
}

/* Heap blocks, globals and objects from outside have storage of their own; that of locals and allocas is the machine's stack. */
static bool owns_storage(const ObjectInfo *info) {
    bool is_owner = info->kind == OBJECT_HEAP || info->kind == OBJECT_GLOBAL || info->kind == OBJECT_OUTSIDE;
    return (is_owner || info->owns_bytes) && info->state == OBJECT_LIVE;
}

static void drop_storage(Object *object, const ObjectInfo *info) {
    if (owns_storage(info)) {
        storage_drop(object->bytes);
        storage_drop(object->undefined);
    }
    storage_drop(object->provenance);
    storage_drop_pair(object->contents);
}

/* ---- Pages ---- */

void object_page_drop(ObjectPage *page) {
    assert(page == &objects_nothing || page->references);
    if (page == &objects_nothing || --page->references) return;
    for (u32 i = 0; i < OBJECT_PAGE; i++) drop_storage(&page->objects[i], &page->infos[i]);
    free(page);
}

void objects_free(Objects *objects) {
    for (u32 i = 0; i < objects->page_count; i++) object_page_drop(objects->pages[i]);
    if (objects->write_pages != objects->pages) free(objects->write_pages);
    free(objects->pages);
    vec_free(&objects->owned);
    map_free(&objects->strays);
    map_free(&objects->related);
    map_free(&objects->fixed);
    placement_free(objects->placement);
    if (objects->statics) {
        placement_free(objects->statics->placement);
        free(objects->statics->places);
    }
    free(objects->statics);
}

void objects_reserve_pages(Objects *objects, u32 count) {
    if (count > objects->page_capacity) {
        objects->page_capacity = MAX(count, objects->page_capacity * 2);
        size_t bytes = objects->page_capacity * sizeof *objects->pages;
        objects->pages = xrealloc(objects->pages, bytes);
        objects->write_pages = objects->forks ? xrealloc(objects->write_pages, bytes) : objects->pages;
    }
    for (; objects->page_count < count; objects->page_count++)
        objects->pages[objects->page_count] = objects->write_pages[objects->page_count] = &objects_nothing;
}

/* Somebody else, or what is remembered of it, relies on what it is. */
static bool is_kept_as_it_is(const Object *object, const ObjectInfo *info) {
    bool own = owns_storage(info) && (storage_is_shared(object->bytes) || storage_is_shared(object->undefined) ||
                                      (object->bytes && storage_header(object->bytes)->links));
    return own || storage_is_shared(object->provenance);
}

/* What the fast path reaches of so many bytes: what is in the first window. */
static u32 fast_room(u64 size) { return size <= WINDOW_MAX_SIZE ? (u32)size : 0u - LP64_BASE; }

static u32 room_to_write(const ObjectInfo *info) {
    bool has_bytes = info->kind != OBJECT_FUNCTION && info->kind != OBJECT_STRAY && info->kind != OBJECT_NONE;
    bool is_plain = !info->is_constant && !info->is_conditional && !info->is_sparse;
    return has_bytes && info->state == OBJECT_LIVE && is_plain ? fast_room(info->size) : 0;
}

/* The copy and the original share all storage: neither may write it in place from now on. */
static ObjectPage *copy_page(ObjectPage *page) {
    ObjectPage *copy = xmalloc(sizeof *copy);
    memcpy(copy, page, sizeof *copy);
    copy->references = 1;
    for (u32 i = 0; i < OBJECT_PAGE; i++) {
        Object *object = &copy->objects[i];
        if (owns_storage(&copy->infos[i])) {
            storage_keep(object->bytes);
            storage_keep(object->undefined);
        }
        storage_keep(object->provenance);
        storage_keep(object->contents);
    }
    return copy;
}

static void take_page(Objects *objects, u32 number) {
    ObjectPage *page = objects->pages[number];
    if (page == &objects_nothing) {
        page = xcalloc(1, sizeof *page);
        page->references = 1;
    } else if (page->references > 1) {
        ObjectPage *copy = copy_page(page);
        object_page_drop(page);
        page = copy;
    }
    for (u32 i = 0; i < OBJECT_PAGE; i++)
        page->objects[i].writable =
            is_kept_as_it_is(&page->objects[i], &page->infos[i]) ? 0 : room_to_write(&page->infos[i]);
    assert(page->references == 1); /* what is written to is this state's alone */
    objects->pages[number] = objects->write_pages[number] = page;
    if (objects->forks) vec_push(&objects->owned, number);
}

static ObjectPage *page_to_write(Objects *objects, u32 object) {
    u32 number = object / OBJECT_PAGE;
    if (number >= objects->page_count) objects_reserve_pages(objects, number + 1);
    if (UNLIKELY(objects->write_pages[number] == &objects_nothing)) take_page(objects, number);
    return objects->write_pages[number];
}

/* What storage is taken to cost: of large ones nobody knows. */
static u64 costs(u64 size) { return size <= WINDOW_MAX_SIZE ? size : 0; }

ObjectInfo *object_own_info(Objects *objects, u32 number) {
    return &page_to_write(objects, number)->infos[number % OBJECT_PAGE];
}

Object *object_own(Objects *objects, u32 number) {
    ObjectPage *page = page_to_write(objects, number);
    Object *object = &page->objects[number % OBJECT_PAGE];
    if (!objects->forks) return object;
    const ObjectInfo *info = &page->infos[number % OBJECT_PAGE];
    if (owns_storage(info)) {
        if (storage_is_shared(object->bytes)) objects->grown += costs(info->size);
        object->bytes = storage_unshare(object->bytes);
        storage_forget_links(object->bytes);
        object->undefined = storage_unshare(object->undefined);
    }
    object->provenance = storage_unshare(object->provenance);
    object->contents = storage_unshare_pair(object->contents);
    object->writable = room_to_write(info);
    return object;
}

const StorageLinks *object_links(const Objects *objects, u32 number) {
    const u8 *bytes = object_at(objects, number)->bytes;
    return objects->forks && bytes && owns_storage(object_info(objects, number)) ? storage_header(bytes)->links : NULL;
}

void object_remember_links(Objects *objects, u32 number, u32 bound, const u32 *links, u32 count) {
    ObjectPage *page = objects->pages[number / OBJECT_PAGE];
    Object *object = &page->objects[number % OBJECT_PAGE];
    if (!objects->forks || !object->bytes || !owns_storage(&page->infos[number % OBJECT_PAGE])) return;
    StorageHeader *header = storage_header(object->bytes);
    free(header->links);
    header->links = xmalloc(sizeof *header->links + count * sizeof *links);
    *header->links = (StorageLinks){.bound = bound, .count = count};
    if (count) memcpy(header->links->objects, links, count * sizeof *links);
    object->writable = 0; /* object_own will see to it */
}

u32 objects_skip_empty(const Objects *objects, u32 number) {
    while (number < objects->next && number / OBJECT_PAGE < objects->page_count &&
           objects->pages[number / OBJECT_PAGE] == &objects_nothing)
        number = (number / OBJECT_PAGE + 1) * OBJECT_PAGE;
    return number / OBJECT_PAGE < objects->page_count ? MIN(number, objects->next) : objects->next;
}

u32 objects_skip_dead(const Objects *objects, u32 number) {
    while (number < objects->next && number / OBJECT_PAGE < objects->page_count &&
           !objects->pages[number / OBJECT_PAGE]->live) {
        number = (number / OBJECT_PAGE + 1) * OBJECT_PAGE;
        if (number > objects->statics->next && number < OUTSIDE_FIRST) number = OUTSIDE_FIRST; /* none between */
    }
    return number / OBJECT_PAGE < objects->page_count ? MIN(number, objects->next) : objects->next;
}

/* ---- Lives of objects ---- */

u8 *objects_storage(const Objects *objects, u64 size, Fill fill) {
    if (objects->forks || size >= FILLED_LARGE) return storage_try_filled(size, fill);
    u8 *bytes = storage_try(size, fill == FILLED_ZEROS);
    if (bytes && fill == FILLED_ONES) memset(bytes, 0xff, size);
    return bytes;
}

static void begin_stray(Objects *objects, u32 number, u32 based_on, i64 windows) {
    ObjectInfo *info = object_own_info(objects, number);
    assert(info->kind == OBJECT_NONE && windows == (i32)windows);
    info->kind = OBJECT_STRAY;
    info->stray_from = based_on;
    info->stray_windows = (i32)windows;
}

/* The numbers behind it are the object's, too. */
static void begin_windows(Objects *objects, u32 number, u64 size) {
    assert(!objects->placement && size <= OBJECT_MAX_SIZE);
    objects->large_made++;
    for (u32 i = 1; i < object_windows(size); i++) begin_stray(objects, number + i, number, i);
}

static u32 begin_object(Objects *objects, u32 number, const Object *object, ObjectKind kind, u64 size, u32 align) {
    ObjectPage *page = page_to_write(objects, number);
    assert(page->infos[number % OBJECT_PAGE].kind == OBJECT_NONE); /* numbers are not reused */
    page->infos[number % OBJECT_PAGE] = (ObjectInfo){.kind = (u8)kind, .size = size, .align = align};
    page->objects[number % OBJECT_PAGE] = *object;
    page->live++;
    objects->live++;
    if (size > WINDOW_MAX_SIZE) begin_windows(objects, number, size);
    return number;
}

static Object new_object(ObjectKind kind, u64 size, u32 base, u8 *bytes, u8 *undefined) {
    u32 room = kind != OBJECT_FUNCTION ? fast_room(size) : 0;
    return (Object){.bytes = bytes, .undefined = undefined, .base = base, .readable = room, .writable = room};
}

static u32 next_number(Objects *objects, u32 windows) {
    u32 number = objects->next;
    objects->next += windows;
    if (objects->forget_first == FORGET_AT_ONCE) objects->next = (u32)align_up(objects->next, OBJECT_PAGE);
    return number;
}

/* 0 when the numbers are used up: 2^32 objects, an hour of doing nothing but making them. */
u32 objects_new(Objects *objects, ObjectKind kind, u64 size, u32 align, u8 *bytes, u8 *undefined) {
    if (size > objects->largest || objects->next >= UINT32_MAX - object_windows(size)) return 0;
    u32 base = LP64_BASE;
    if (objects->placement && !(base = placement_take(objects->placement, objects->next, size, align))) return 0;
    Object object = new_object(kind, size, base, bytes, undefined);
    return begin_object(objects, next_number(objects, object_windows(size)), &object, kind, size, align);
}

void objects_reserve_statics(Objects *objects, StaticPlace *places, u32 count) {
    StaticObjects *statics = objects->statics;
    assert(statics->next == 1 && count < OUTSIDE_FIRST - 1);
    statics->reserved = count;
    statics->next = count + 1;
    statics->places = places;
    for (u32 i = 0; objects->placement && i < count; i++)
        places[i].base = placement_take(statics->placement, i + 1, places[i].size, places[i].align);
}

/* ILP32: what it is to be may have become known since its place was reserved. */
static u32 static_base(StaticObjects *statics, u32 number, u64 size, u32 align) {
    const StaticPlace *place = number <= statics->reserved ? &statics->places[number - 1] : NULL;
    bool fits = place && place->base && place->size >= size && place->align >= align;
    return fits ? place->base : placement_take(statics->placement, number, size, align);
}

u32 objects_new_static(Objects *objects, u32 reserved, ObjectKind kind, u64 size, u32 align, u8 *bytes, u8 *undefined) {
    StaticObjects *statics = objects->statics;
    u32 windows = objects->placement ? 1 : object_windows(MIN(size, objects->largest));
    if (size > objects->largest || (!reserved && statics->next + windows > OUTSIDE_FIRST)) return 0;
    u32 number = reserved ? reserved : statics->next;
    u32 base = objects->placement ? static_base(statics, number, size, align) : LP64_BASE;
    if (!base) return 0;
    statics->next += reserved ? 0 : windows;
    Object object = new_object(kind, size, base, bytes, undefined);
    return begin_object(objects, number, &object, kind, size, align);
}

/* ILP32: each has a slab to itself, with room before it and behind it. */
static u32 outside_base(u32 number, bool is_32) {
    enum { ROOM = 1 << (PLACEMENT_SLAB_SHIFT - 2) };
    return is_32 ? ((PLACEMENT_END + (number - OUTSIDE_FIRST)) << PLACEMENT_SLAB_SHIFT) + ROOM : LP64_BASE;
}

u64 outside_address(u32 number, bool is_32) {
    u64 address = outside_base(number, is_32) + OUTSIDE_BEFORE;
    return is_32 ? address : (u64)number << 32 | address;
}

void objects_new_outside(Objects *objects, u32 number) {
    assert(number >= OUTSIDE_FIRST && number < STATIC_OBJECTS);
    u8 *undefined = storage_new(OUTSIDE_BYTES);
    memset(undefined, 0xff, OUTSIDE_BYTES);
    Object object = new_object(OBJECT_OUTSIDE, OUTSIDE_BYTES, outside_base(number, objects->placement != NULL),
                               storage_new(OUTSIDE_BYTES), undefined);
    begin_object(objects, number, &object, OBJECT_OUTSIDE, OUTSIDE_BYTES, 16);
}

void objects_add_static(Objects *objects, u32 number, const Object *object, const ObjectInfo *info) {
    ObjectPage *page = page_to_write(objects, number);
    page->infos[number % OBJECT_PAGE] = *info;
    page->objects[number % OBJECT_PAGE] = *object;
    page->objects[number % OBJECT_PAGE].writable = 0; /* until object_own has looked */
    storage_keep(object->bytes);
    storage_keep(object->undefined);
    storage_keep(object->provenance);
    storage_keep(object->contents);
    page->live++;
    objects->live++;
    if (info->size > WINDOW_MAX_SIZE) begin_windows(objects, number, info->size);
}

u32 objects_new_heap(Objects *objects, u64 size, u32 align, bool cleared) {
    if (size > objects->largest || objects->heap_bytes + costs(size) > objects->heap_limit) return 0;
    if (objects->placement && placement_is_nearly_full(objects->placement)) return 0;
    /* cleared, so that runs repeat exactly, whatever is done with undefined bytes */
    u8 *bytes = objects_storage(objects, size, FILLED_ZEROS);
    u8 *undefined = cleared ? NULL : objects_storage(objects, size, FILLED_ONES);
    u32 number = bytes && (cleared || undefined) ? objects_new(objects, OBJECT_HEAP, size, align, bytes, undefined) : 0;
    if (!number) {
        storage_drop(bytes);
        storage_drop(undefined);
        return 0;
    }
    objects->heap_bytes += costs(size);
    objects->grown += costs(size);
    objects->live_heap_blocks++;
    return number;
}

bool object_next_written(const Object *object, const ObjectInfo *info, u64 *from, u64 *to) {
    if (owns_storage(info)) return storage_next_written(object->bytes, from, to);
    *to = info->size;
    return *from < info->size;
}

/* `to` is what it was filled with still: what `from` is filled with, and what was written to that, are enough. */
static u8 *begin_storage_with(u8 *to, const u8 *from, u64 size) {
    for (u64 at = 0, end; storage_next_written(from, &at, &end) && at < size; at = end)
        memcpy(to + at, from + at, MIN(end, size) - at);
    return to;
}

/* All of the old block may be defined, and never have been anything else: then only the rest of the new one is not. */
void objects_begin_with(Objects *objects, u32 to, u32 from, u64 size) {
    const Object *source = object_at(objects, from);
    Object *target = object_own(objects, to);
    u64 whole = object_info(objects, to)->size;
    assert(size <= whole && size <= object_info(objects, from)->size && target->undefined);
    begin_storage_with(target->bytes, source->bytes, size);
    u8 *defined = source->undefined ? NULL : objects_storage(objects, whole, FILLED_ZEROS);
    if (source->undefined) {
        begin_storage_with(target->undefined, source->undefined, size);
    } else if (defined) {
        memset(defined + size, 0xff, whole - size);
        storage_drop(target->undefined);
        target->undefined = defined;
    } else {
        memset(target->undefined, 0, size);
    }
}

void objects_make_sparse(Objects *objects, u32 number) {
    ObjectInfo *info = object_own_info(objects, number);
    assert(!object_at(objects, number)->bytes);
    info->is_sparse = info->owns_bytes = true;
    Object *object = object_own(objects, number);
    object->readable = object->writable = 0;
    objects->sparse_made++;
}

u32 objects_new_sparse(Objects *objects, ObjectKind kind, u64 size, u32 align) {
    bool is_heap = kind == OBJECT_HEAP;
    if (is_heap && objects->heap_bytes + costs(size) > objects->heap_limit) return 0;
    if (is_heap && objects->placement && placement_is_nearly_full(objects->placement)) return 0;
    u32 number = objects_new(objects, kind, size, align, NULL, NULL);
    if (!number) return 0;
    objects_make_sparse(objects, number);
    objects->heap_bytes += is_heap ? costs(size) : 0;
    objects->live_heap_blocks += is_heap;
    return number;
}

u32 objects_new_array(Objects *objects, ObjectKind kind, u32 align) {
    if (objects->next == UINT32_MAX) return 0;
    u32 base = LP64_BASE;
    if (objects->placement) {
        if (placement_is_nearly_full(objects->placement)) return 0;
        base = placement_take(objects->placement, objects->next, ARRAY_BLOCK_ROOM, align);
        if (!base || base > UINT32_MAX - ARRAY_BLOCK_SIZE) return 0;
    }
    Object object = {.base = base};
    u32 number = begin_object(objects, next_number(objects, 1), &object, kind, ARRAY_BLOCK_SIZE, align);
    object_own_info(objects, number)->is_array = true;
    object_own_info(objects, number)->is_conditional = true;
    objects->live_heap_blocks += kind == OBJECT_HEAP;
    return number;
}

void objects_let_be_lost(Objects *objects, u32 number) {
    ObjectInfo *info = object_own_info(objects, number);
    assert(info->kind == OBJECT_HEAP && info->state == OBJECT_LIVE);
    objects->live_heap_blocks -= !info->may_be_lost;
    info->may_be_lost = true;
}

void objects_end(Objects *objects, u32 number, ObjectState state) {
    ObjectPage *page = page_to_write(objects, number);
    Object *object = &page->objects[number % OBJECT_PAGE];
    ObjectInfo *info = &page->infos[number % OBJECT_PAGE];
    assert(info->kind != OBJECT_NONE && info->state == OBJECT_LIVE && state != OBJECT_LIVE && page->live);
    drop_storage(object, info);
    if (info->kind == OBJECT_HEAP) {
        objects->heap_bytes -= info->is_array ? 0 : costs(info->size);
        objects->live_heap_blocks -= !info->may_be_lost;
    }
    if (objects->placement && !objects->numbers_once)
        placement_release(objects->placement, object->base, object_room(info), info->align);
    *object = (Object){.base = object->base};
    info->is_sparse = info->owns_bytes = false;
    info->state = (u8)state;
    page->live--;
    objects->live--;
    objects->dead++;
}

void objects_revive(Objects *objects, u32 number) {
    ObjectPage *page = page_to_write(objects, number);
    ObjectInfo *info = &page->infos[number % OBJECT_PAGE];
    assert(info->kind == OBJECT_HEAP && info->state != OBJECT_LIVE && info->size <= WINDOW_MAX_SIZE);
    assert(!objects->placement || objects->numbers_once); /* else its address may be another's */
    info->state = OBJECT_LIVE;
    page->live++;
    Object *object = &page->objects[number % OBJECT_PAGE];
    *object = new_object(OBJECT_HEAP, info->size, object->base, storage_new(info->size), NULL);
    objects->heap_bytes += info->size;
    objects->live_heap_blocks += !info->may_be_lost;
    objects->live++;
    objects->dead--;
}

void objects_make_constant(Objects *objects, u32 number) {
    object_own_info(objects, number)->is_constant = true;
    object_own(objects, number)->writable = 0;
}

void objects_make_writable(Objects *objects, u32 number) {
    ObjectInfo *info = object_own_info(objects, number);
    info->is_constant = false;
    object_own(objects, number)->writable = room_to_write(info);
}

u8 *object_own_undefined(Objects *objects, u32 number) {
    Object *object = object_own(objects, number);
    u64 size = object_info(objects, number)->size;
    if (!object->undefined) object->undefined = objects_storage(objects, size, FILLED_ZEROS);
    if (!object->undefined) object->undefined = storage_new(size); /* which ends the process */
    return object->undefined;
}

/* A stray object stands for one window beside the one its pointer is based on: no bytes, only the
 * memory of where the pointer came from. Interned, so that a loop that strays makes one object. */
static u32 stray_object(Objects *objects, u32 based_on, i64 windows) {
    bool inserted;
    u64 *cell = map_cell(&objects->strays, hash_combine(based_on, (u64)windows), &inserted);
    if (!inserted) return (u32)*cell;
    u32 number = objects->next++;
    *cell = number;
    begin_stray(objects, number, based_on, windows);
    return number;
}

static u32 representative(const Objects *objects, u32 number) {
    u64 parent;
    while (map_get(&objects->related, number, &parent)) number = (u32)parent;
    return number;
}

void objects_relate(Objects *objects, u64 from, u64 to) {
    u32 a = representative(objects, object_behind(objects, pointer_object(from)));
    u32 b = representative(objects, object_behind(objects, pointer_object(to)));
    if (a && b && a != b) map_put(&objects->related, MIN(a, b), MAX(a, b)); /* the newer one speaks for both */
}

bool objects_are_related(const Objects *objects, u32 from, u32 to) {
    if (!objects->related.count || !to) return false;
    return representative(objects, object_behind(objects, from)) == representative(objects, object_behind(objects, to));
}

/* Null is not an object: arithmetic on it, as in offsetof, ERR_PTR and -1, is plain. */
u64 objects_move_far(Objects *objects, u64 pointer, i64 delta) {
    u32 number = pointer_object(pointer);
    const ObjectInfo *info = object_info(objects, number);
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
    if (windows >= 0 && windows < object_windows(object_info(objects, number)->size))
        return ((u64)number + (u64)windows) << 32 | (u32)target;
    i64 neighbour = (i64)number + windows;
    if (neighbour > 0 && neighbour <= UINT32_MAX && objects_are_related(objects, number, (u32)neighbour))
        return (u64)neighbour << 32 | (u32)target;
    return (u64)stray_object(objects, number, windows) << 32 | (u32)target;
}

u32 objects_fixed_at(const Objects *objects, u64 address, u64 *start) {
    for (u32 i = 0; i < objects->fixed.count; i++) {
        u32 number = (u32)objects->fixed.entries[i].value;
        *start = objects->fixed.entries[i].key;
        if (address >= *start && address - *start < object_info(objects, number)->size) return number;
    }
    return 0;
}

/* LP64: from the first address to the last there is nothing, not even an object that is still to come. */
static bool is_free_space(const Objects *objects, u64 first, u64 last) {
    if (!first || last < first || pointer_object(last)) return false;
    for (u32 i = 0; i < objects->fixed.count; i++) {
        u64 start = objects->fixed.entries[i].key;
        u64 end = start + object_info(objects, (u32)objects->fixed.entries[i].value)->size;
        if (first < end && start <= last) return false;
    }
    return true;
}

bool objects_fix(Objects *objects, u32 number, u64 address) {
    u64 size = object_info(objects, number)->size;
    if (objects->placement || !size || !is_free_space(objects, address, address + size - 1)) return false;
    map_put(&objects->fixed, address, number);
    return true;
}

void objects_resolve(const Objects *objects, u64 pointer, u32 *number, i64 *offset) {
    *number = pointer_object(pointer);
    const ObjectInfo *info = object_info(objects, *number);
    i64 windows = 0;
    u64 start = 0;
    u32 fixed = UNLIKELY(objects->fixed.count) && !*number ? objects_fixed_at(objects, pointer, &start) : 0;
    if (fixed) {
        *number = fixed;
        *offset = (i64)(pointer - start);
        return;
    }
    if (info->kind == OBJECT_STRAY) {
        windows = info->stray_windows;
        *number = info->stray_from;
    }
    *offset = windows * ((i64)1 << 32) + (i64)(u32)pointer - (i64)object_at(objects, *number)->base;
}

u32 objects_at_address(const Objects *objects, u32 address) {
    u32 slab = address >> PLACEMENT_SLAB_SHIFT;
    bool is_static = slab < PLACEMENT_STATICS_END, is_outside = slab >= PLACEMENT_END && slab < PLACEMENT_OUTSIDE_END;
    if (is_outside) return OUTSIDE_FIRST + (slab - PLACEMENT_END);
    return placement_find(is_static ? objects->statics->placement : objects->placement, address);
}

u64 objects_pointer_from_number(const Objects *objects, u32 number) {
    u32 object = objects_at_address(objects, number);
    u32 base = object_at(objects, object)->base;
    bool inside = number >= base && number - base < object_room(object_info(objects, object));
    return (u64)(inside ? object : 0) << 32 | number;
}

void object_make_provenance_for(Object *object, u64 size) {
    u64 words = (size + 3) / 4;
    if (!object->provenance) object->provenance = storage_new(words * sizeof(u32));
}
void object_make_provenance(Object *object) {
    object_make_provenance_for(object, MAX(object->readable, object->writable));
}

void object_set_provenance(Object *object, u64 offset, u32 based_on) {
    if (offset % 4) return; /* an unaligned pointer is found again by its number */
    object_make_provenance(object);
    assert(offset / 4 < storage_header(object->provenance)->size / sizeof(u32));
    object->provenance[offset / 4] = based_on;
}

u32 object_provenance(const Object *object, u64 offset) {
    return object->provenance && offset % 4 == 0 ? object->provenance[offset / 4] : 0;
}

void object_clear_provenance(Object *object, u64 offset, u64 length) {
    if (!object->provenance || !length) return;
    u64 first = offset / 4, last = (offset + length - 1) / 4;
    memset(object->provenance + first, 0, (last - first + 1) * sizeof(u32));
}

/* Whole words that keep their alignment keep their provenance; the rest is found by number. */
void object_copy_provenance(Object *to, u64 to_offset, const Object *from, u64 from_offset, u64 length) {
    if (!from->provenance || (to_offset ^ from_offset) % 4) {
        object_clear_provenance(to, to_offset, length);
        return;
    }
    u64 skip = (4 - to_offset % 4) % 4;
    if (length < skip + 4) {
        object_clear_provenance(to, to_offset, length);
        return;
    }
    u64 count = (length - skip) / 4;
    object_make_provenance(to);
    u32 *target = to->provenance + (to_offset + skip) / 4;
    const u32 *source = from->provenance + (from_offset + skip) / 4;
    if (skip) to->provenance[to_offset / 4] = 0;
    memmove(target, source, count * sizeof(u32));
    if ((length - skip) % 4) target[count] = 0;
}
