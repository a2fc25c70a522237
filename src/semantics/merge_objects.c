#include "semantics/merge_objects.h"

#include "memory/bytes/array_blocks.h"
#include "memory/store/storage.h"

#include <string.h>

/* ---- What an object is ---- */

void merge_free_objects(OtherObjects *others) {
    for (u32 i = 0; i < others->count; i++) {
        free(others->at[i].bytes);
        free(others->at[i].masks);
        free(others->at[i].terms);
        free(others->at[i].provenance);
        storage_drop_pair(others->at[i].contents);
    }
    vec_free(others);
}

static void record_byte(Symbolic *s, OtherObject *other, u32 offset) {
    const Object *object = object_at(&s->m->objects, other->number);
    other->bytes[offset] = object->bytes[offset];
    if (contents_are_plain(&s->m->objects, other->number, offset, 1)) return;
    if (contents_is_known(&s->memory, other->number, offset))
        other->terms[offset] = contents_load(&s->memory, other->number, offset, 1);
    else other->masks[offset] = object->undefined[offset];
}

/* The object as another state has it; NULL: it does not know it. */
static const Object *saved_object(const State *state, u32 number) {
    u32 page = number / OBJECT_PAGE;
    const DirectoryChunk *chunk =
        page < state->objects.page_count ? state->objects.chunks[page / DIRECTORY_CHUNK] : NULL;
    const ObjectPage *saved = chunk ? chunk->pages[page % DIRECTORY_CHUNK] : NULL;
    return saved ? &saved->objects[number % OBJECT_PAGE] : NULL;
}

/* The bytes of an element, if the object is an array in one of the states: then it is merged as one, whatever its size. In
 * a segment the array is not the object's alone. 0: it is merged byte by byte. */
static u32 element_to_merge(Symbolic *s, const State *from, u32 number) {
    enum { LEAST_BYTES = 16 };
    const ObjectInfo *info = object_info(&s->m->objects, number);
    const Object *here = object_at(&s->m->objects, number), *there = saved_object(from, number);
    u32 one = here->contents && here->contents->array ? here->contents->element : 0;
    u32 other = there && there->contents && there->contents->array ? there->contents->element : 0;
    if (info->segment || info->size < LEAST_BYTES) return 0;
    return one && other ? MIN(one, other) : one + other;
}

static OtherObject record_object(Symbolic *s, const State *from, u32 number) {
    const ObjectInfo *info = object_info(&s->m->objects, number);
    if (!object_is_large(info)) contents_make_dense(&s->memory, number);
    const Object *object = object_at(&s->m->objects, number);
    OtherObject other = {.number = number, .base = object->base, .info = *info};
    bool has_bytes = object->bytes || info->is_array || info->is_sparse;
    if (info->state != OBJECT_LIVE || !has_bytes) return other;
    u64 size = info->size;
    other.size = object->contents ? object->contents->size : NULL;
    other.live = object->contents ? object->contents->live : NULL;
    other.array = info->is_array ? object->contents->array : NULL;
    if (info->is_array) return other;
    other.element = element_to_merge(s, from, number);
    if (other.element) {
        other.array = contents_array(&s->memory, number, other.element);
        return other;
    }
    if (object_is_large(info)) {
        storage_keep(other.contents = object->contents);
        return other;
    }
    other.bytes = xcalloc(size + 1, 1);
    other.masks = xcalloc(size + 1, 1);
    other.terms = xcalloc(size + 1, sizeof(Term *));
    for (u32 i = 0; i < size; i++) record_byte(s, &other, i);
    if (object->provenance) {
        u64 bytes = ((u64)size + 3) / 4 * sizeof(u32);
        other.provenance = xmalloc(bytes + 1);
        memcpy(other.provenance, object->provenance, bytes);
    }
    return other;
}

/* The storage of locals is the stack, which is shared as a whole or not at all. */
static bool is_on_stack(const ObjectInfo *info) { return info->kind == OBJECT_LOCAL || info->kind == OBJECT_ALLOCA; }

static bool is_shared_page(const Objects *objects, const State *from, u32 page) {
    const DirectoryChunk *chunk = page < from->objects.page_count ? from->objects.chunks[page / DIRECTORY_CHUNK] : NULL;
    return chunk && chunk->pages[page % DIRECTORY_CHUNK] == objects->pages[page];
}

/* Nothing was bound in it since the states parted. */
static bool is_shared_sparse(const Objects *objects, const State *from, u32 number) {
    const Object *there = saved_object(from, number);
    return there && there->contents == object_at(objects, number)->contents;
}

void merge_record_objects(Symbolic *s, const State *from, OtherObjects *others) {
    const Objects *objects = &s->m->objects;
    for (u32 number = 0; (number = objects_skip_empty(objects, number + 1)) < objects->next;) {
        const ObjectInfo *info = object_info(objects, number);
        bool is_shared = is_shared_page(objects, from, number / OBJECT_PAGE) && !is_on_stack(info);
        if (info->is_sparse) is_shared = is_shared_sparse(objects, from, number);
        if (info->kind != OBJECT_NONE && !is_shared) vec_push(others, record_object(s, from, number));
    }
}

/* ---- What keeps them apart ---- */

static Term *size_term(const Objects *objects, u32 number) {
    const Contents *contents = object_at(objects, number)->contents;
    return contents ? contents->size : NULL;
}

/* All that an access, a comparison of addresses or a report of a leak would see of it but its bytes. */
static bool is_same_object(const Objects *objects, const OtherObject *other) {
    const ObjectInfo *a = object_info(objects, other->number), *b = &other->info;
    return a->kind == b->kind && a->is_array == b->is_array && a->size == b->size && a->align == b->align &&
           a->global == b->global && a->is_constant == b->is_constant && a->made_at == b->made_at &&
           a->site == b->site && a->may_be_lost == b->may_be_lost && a->segment == b->segment &&
           a->segment_at == b->segment_at && object_at(objects, other->number)->base == other->base;
}

bool merge_is_same_byte(Symbolic *s, const OtherObject *other, u32 offset) {
    const Objects *objects = &s->m->objects;
    const Object *object = object_at(objects, other->number);
    if (contents_are_plain(objects, other->number, offset, 1))
        return !other->terms[offset] && !other->masks[offset] && object->bytes[offset] == other->bytes[offset];
    if (contents_is_known(&s->memory, other->number, offset))
        return contents_load(&s->memory, other->number, offset, 1) == other->terms[offset];
    u8 mask = object->undefined[offset];
    return mask == other->masks[offset] && !((object->bytes[offset] ^ other->bytes[offset]) & (u8)~mask);
}

/* A heap block that is freed in one of the states only: its life becomes a term. Where it is dead its bytes are gone, and
 * in ILP32 its address may be another's by now; in segments so is its place. */
static bool can_live_in_one(const Objects *objects, const ObjectInfo *a, const ObjectInfo *b) {
    bool is_freed = a->kind == OBJECT_HEAP && (a->state == OBJECT_FREED || b->state == OBJECT_FREED);
    bool is_plain = !a->is_array && !a->segment && !b->segment && !object_is_large(a);
    return is_freed && is_plain && (!objects->placement || objects->numbers_once);
}

/* A heap block that one of the states has made and the other has not: it lives where the state is the one. Its number
 * must mean nothing else in the other. */
static bool can_exist_in_one(const Objects *objects, const ObjectInfo *info) {
    bool is_plain = !info->is_array && !info->segment && !object_is_large(info);
    return objects->numbers_once && info->kind == OBJECT_HEAP && is_plain;
}

/* Of an object that never gets bytes. An array in one of the states is one in both (element_to_merge). */
static bool differs_little(Symbolic *s, const OtherObject *other) {
    const Contents *here = object_at(&s->m->objects, other->number)->contents;
    return here == other->contents || merge_pieces_differ_little(here->sparse, other->contents->sparse);
}

/* What one of the states has and the other does not, or what is alive in one of them, must be the same in both. Of the
 * dead, what an access would be reported as. */
static bool can_take(Symbolic *s, const OtherObject *other) {
    const Objects *objects = &s->m->objects;
    const ObjectInfo *a = object_info(objects, other->number), *b = &other->info;
    bool is_alive = b->state == OBJECT_LIVE || (a->kind != OBJECT_NONE && a->state == OBJECT_LIVE);
    bool is_large = object_is_large(a) || object_is_large(b);
    if (!is_alive)
        return a->kind == OBJECT_NONE || objects->numbers_once || (a->kind == b->kind && a->state == b->state);
    if (!is_large) contents_make_dense(&s->memory, other->number);
    a = object_info(objects, other->number);
    if (a->kind == OBJECT_NONE) return can_exist_in_one(objects, b);
    if (!is_same_object(objects, other)) return false;
    if (a->state != b->state) return can_live_in_one(objects, a, b);
    if (other->contents && !differs_little(s, other)) return false;
    return size_term(objects, other->number) == other->size;
}

/* Objects of the running state that are alive and that the other one does not know. */
static void find_lacking(Symbolic *s, const State *other, OtherObjects *others) {
    const Objects *objects = &s->m->objects;
    Map known = {0};
    for (u32 i = 0; i < others->count; i++) map_put(&known, others->at[i].number, 1);
    for (u32 number = STATIC_OBJECTS; (number = objects_skip_empty(objects, number)) < objects->next; number++) {
        const ObjectInfo *info = object_info(objects, number);
        if (info->kind == OBJECT_NONE || info->state != OBJECT_LIVE) continue;
        if (is_shared_page(objects, other, number / OBJECT_PAGE) && !is_on_stack(info)) continue;
        if (info->is_sparse && is_shared_sparse(objects, other, number)) continue;
        if (!map_get(&known, number, NULL)) vec_push(others, (OtherObject){.number = number});
    }
    map_free(&known);
}

bool merge_can_take_objects(Symbolic *s, const State *other, OtherObjects *others) {
    u32 count = others->count;
    for (u32 i = 0; i < count; i++)
        if (!can_take(s, &others->at[i])) return false;
    find_lacking(s, other, others);
    for (u32 i = count; i < others->count; i++)
        if (!can_exist_in_one(&s->m->objects, object_info(&s->m->objects, others->at[i].number))) return false;
    return true;
}

/* ---- Merging ---- */

Term *merge_byte_term(Symbolic *s, u32 number, u64 offset, ByteBinding byte) {
    TermStore *store = s->terms;
    if (byte.term) return byte.term;
    Term *defined = term_const(store, 8, byte.byte & (u8)~byte.mask);
    if (!byte.mask) return defined;
    Term *any = contents_unread(&s->memory, number, offset, 1), *mask = term_const(store, 8, byte.mask);
    if (term_is_tainted(any)) return term_tainted(store, defined, mask, term_origin_of(any));
    return term_or(store, term_and(store, any, mask), defined);
}

static Term *other_byte(Symbolic *s, const OtherObject *other, u32 offset) {
    ByteBinding byte = {other->bytes[offset], other->masks[offset], other->terms[offset]};
    return merge_byte_term(s, other->number, offset, byte);
}

static Term *other_bytes(Symbolic *s, const OtherObject *other, u32 offset, u32 size) {
    Term *word = other_byte(s, other, offset);
    for (u32 i = 1; i < size; i++) word = term_concat(s->terms, other_byte(s, other, offset + i), word);
    u32 based_on = other->provenance && size == 4 && offset % 4 == 0 ? other->provenance[offset / 4] : 0;
    return based_on && term_is_const(word) ? term_based(s->terms, word, term_const(s->terms, 32, based_on)) : word;
}

/* ILP32: four bytes that are a pointer in one of the states. */
static bool has_pointer(Symbolic *s, const OtherObject *other, u32 offset) {
    if (!s->m->objects.placement || offset % 4 || offset + 4 > other->info.size) return false;
    bool is_there = other->provenance && other->provenance[offset / 4];
    return is_there || object_provenance(object_at(&s->m->objects, other->number), offset);
}

/* In both states the bytes are one value: not several beside each other, and none that was never set. */
static bool is_word(Symbolic *s, const OtherObject *other, u32 offset, u32 size) {
    if (offset + size > other->info.size) return false;
    for (u32 i = offset; i < offset + size; i++)
        if (other->masks[i] || !contents_is_known(&s->memory, other->number, i)) return false;
    Term *here = contents_load(&s->memory, other->number, offset, size);
    return here->op != TERM_CONCAT && other_bytes(s, other, offset, size)->op != TERM_CONCAT;
}

/* The value that the byte is part of: *offset becomes where it begins. What is accessed as a word is merged as a word, so
 * that its bytes need not be put together again from conditions of their own. */
static u32 word_at(Symbolic *s, const OtherObject *other, u32 *offset) {
    static const u32 sizes[] = {8, 4, 2};
    if (has_pointer(s, other, *offset & ~3u)) {
        *offset &= ~3u;
        return 4;
    }
    for (u32 i = s->m->objects.placement ? 1 : 0; i < COUNT_OF(sizes); i++) {
        u32 start = *offset & ~(sizes[i] - 1);
        if (!is_word(s, other, start, sizes[i])) continue;
        *offset = start;
        return sizes[i];
    }
    return 1;
}

static void take_array(Symbolic *s, Term *guard, const OtherObject *other) {
    Term *here = contents_array(&s->memory, other->number, other->element);
    if (here == other->array) return;
    Term *merged = term_ite(s->terms, guard, here, other->array);
    contents_become_array(&s->memory, other->number, merged, 0, other->element);
}

static void take_bytes(Symbolic *s, Term *guard, const OtherObject *other) {
    if (other->array) take_array(s, guard, other);
    if (other->contents) merge_take_pieces(s, guard, other->number, other->contents->sparse);
    for (u32 i = 0, size; other->bytes && i < other->info.size; i += size) {
        size = has_pointer(s, other, i) ? 4 : 1;
        if (size == 1 && merge_is_same_byte(s, other, i)) continue;
        size = word_at(s, other, &i);
        Term *here = contents_load(&s->memory, other->number, i, size);
        Term *there = other_bytes(s, other, i, size);
        if (here != there) contents_store(&s->memory, other->number, i, term_ite(s->terms, guard, here, there), size);
    }
}

bool merge_is_same_array(Symbolic *s, const OtherObject *other) {
    const Contents *contents = object_at(&s->m->objects, other->number)->contents;
    if (other->info.is_array) return contents->array == other->array;
    return contents_array(&s->memory, other->number, other->element) == other->array;
}

/* What nobody has read or written can be anything, in elements of any size. */
static void take_array_block(Symbolic *s, Term *guard, const OtherObject *other) {
    Memory *memory = &s->memory;
    if (merge_is_same_array(s, other)) return;
    u32 present = array_block_element(memory->objects, other->number);
    if (!present && other->array) present = other->array->width / 8;
    u32 element = present ? present : 1;
    Term *here = array_block_array(memory, other->number, element);
    Term *there = array_with_elements(memory, other->array, element);
    contents_become_array(memory, other->number, term_ite(s->terms, guard, here, there), 0, element);
}

/* When the object lives, where the state is the one or the other. */
static Term *life_of(Symbolic *s, const ObjectInfo *info, Term *live) {
    if (info->kind == OBJECT_NONE || info->state != OBJECT_LIVE) return term_false(s->terms);
    return live ? live : term_true(s->terms);
}

/* Bytes that are no terms, for a block that has come to life with zeros. */
static void adopt_plain_bytes(Objects *objects, const OtherObject *other) {
    Object *object = object_own(objects, other->number);
    for (u32 i = 0; other->bytes && i < other->info.size; i++) {
        if (other->terms[i]) continue;
        object->bytes[i] = other->bytes[i];
        if (other->masks[i]) object_own_undefined(objects, other->number)[i] = other->masks[i];
    }
    if (!other->provenance) return;
    object_make_provenance_for(object, other->info.size);
    memcpy(object->provenance, other->provenance, ((u64)other->info.size + 3) / 4 * sizeof(u32));
}

static void take_life(Symbolic *s, Term *guard, const OtherObject *other) {
    Objects *objects = &s->m->objects;
    const ObjectInfo *info = object_info(objects, other->number);
    const Contents *contents = object_at(objects, other->number)->contents;
    Term *here = life_of(s, info, contents ? contents->live : NULL);
    Term *there = life_of(s, &other->info, other->live);
    if (here == there) return;
    LocationId freed_at = info->freed_at ? info->freed_at : other->info.freed_at;
    if (info->state != OBJECT_LIVE) {
        objects_revive(objects, other->number);
        adopt_plain_bytes(objects, other);
        if (other->size) contents_make_conditional(&s->memory, other->number, other->size, NULL);
        take_bytes(s, term_false(s->terms), other);
    }
    object_own_info(objects, other->number)->freed_at = freed_at;
    contents_make_conditional(&s->memory, other->number, NULL, term_ite(s->terms, guard, here, there));
}

static bool is_made(const Objects *objects, u32 number) { return object_info(objects, number)->kind != OBJECT_NONE; }

/* What only the other state has made begins here as dead. */
static void make_dead(Objects *objects, const OtherObject *other) {
    ObjectInfo *info = object_own_info(objects, other->number);
    *info = other->info;
    if (info->state == OBJECT_LIVE) info->state = OBJECT_FREED;
    info->is_conditional = false;
    object_own(objects, other->number)->base = other->base;
    objects->dead++;
}

static void take_object(Symbolic *s, Term *guard, const OtherObject *other) {
    Objects *objects = &s->m->objects;
    if (!is_made(objects, other->number)) {
        make_dead(objects, other);
        if (other->info.state != OBJECT_LIVE) return;
    }
    const ObjectInfo *info = object_info(objects, other->number);
    if (info->state == OBJECT_LIVE && info->is_array) take_array_block(s, guard, other);
    else if (info->state == OBJECT_LIVE) take_bytes(s, guard, other);
    take_life(s, guard, other);
}

void merge_take_objects(Symbolic *s, Term *guard, const OtherObjects *others) {
    for (u32 i = 0; i < others->count; i++) take_object(s, guard, &others->at[i]);
}
