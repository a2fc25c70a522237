#include "memory/bytes/contents.h"

#include "memory/bytes/arrays.h"
#include "memory/store/storage.h"

/* ---- Lives ---- */

Contents *contents_copy_of(const Contents *contents) {
    Contents *copy = storage_new(sizeof *copy);
    *copy = *contents;
    storage_keep(copy->bytes);
    return copy;
}

void contents_drop(Contents *contents) {
    if (contents && !storage_is_shared(contents)) storage_drop(contents->bytes);
    storage_drop(contents);
}

void contents_mark(const Contents *contents, TermStore *store) {
    if (contents->array) term_mark(store, contents->array);
    if (contents->size) term_mark(store, contents->size);
    u64 count = contents->bytes ? storage_header(contents->bytes)->size / sizeof(Term *) : 0;
    for (u64 i = 0; i < count; i++)
        if (contents->bytes[i]) term_mark(store, contents->bytes[i]);
}

Contents *contents_own(Memory *memory, u32 number) {
    Object *object = object_own(memory->objects, number);
    if (!object->contents) object->contents = storage_new(sizeof(Contents));
    return object->contents;
}

static Term **own_bytes(Memory *memory, u32 number) {
    Contents *contents = contents_own(memory, number);
    u64 size = object_info(memory->objects, number)->size;
    if (!contents->bytes) contents->bytes = storage_new(size * sizeof(Term *));
    contents->bytes = storage_unshare(contents->bytes);
    return contents->bytes;
}

/* ---- Single bytes ---- */

static u8 mask_at(const Object *object, u32 offset) { return object->undefined ? object->undefined[offset] : 0; }

bool contents_are_plain(const Objects *objects, u32 number, u32 offset, u32 size) {
    const Object *object = object_at(objects, number);
    for (u32 i = 0; object->undefined && i < size; i++)
        if (object->undefined[offset + i]) return false;
    return true;
}

static Term *array_byte(Memory *memory, const Contents *contents, u32 offset) {
    Term *index = term_const(memory->terms, MEMORY_INDEX_BITS, contents->at + offset / contents->element);
    Term *element = term_select(memory->terms, contents->array, index);
    return term_extract(memory->terms, element, offset % contents->element * 8, 8);
}

/* NULL: it is undefined and has not been read yet. */
static Term *known_byte(Memory *memory, u32 number, u32 offset) {
    const Object *object = object_at(memory->objects, number);
    if (!mask_at(object, offset)) return term_const(memory->terms, 8, object->bytes[offset]);
    const Contents *contents = object->contents;
    if (contents && contents->bytes && contents->bytes[offset]) return contents->bytes[offset];
    return contents && contents->array ? array_byte(memory, contents, offset) : NULL;
}

bool contents_is_known(Memory *memory, u32 number, u32 offset) { return known_byte(memory, number, offset) != NULL; }

/* Pointers that are no numbers any more are found by what the term says. */
static void set_byte(Memory *memory, u32 number, u32 offset, Term *term) {
    Object *object = object_own(memory->objects, number);
    object_clear_provenance(object, offset, 1);
    if (term_is_const(term)) {
        object->bytes[offset] = (u8)term->value;
        if (object->undefined) object->undefined[offset] = 0;
        return;
    }
    own_bytes(memory, number)[offset] = term;
    object_own_undefined(memory->objects, number)[offset] = 0xff;
}

/* An undefined byte gets its value at the first read; bits that are defined keep theirs. */
static Term *first_read(Memory *memory, u32 number, u32 offset, Term *any) {
    const Object *object = object_at(memory->objects, number);
    TermStore *store = memory->terms;
    u8 mask = object->undefined[offset];
    Term *undefined = term_and(store, any, term_const(store, 8, mask));
    Term *value = term_or(store, undefined, term_const(store, 8, object->bytes[offset] & (u8)~mask));
    set_byte(memory, number, offset, value);
    return value;
}

/* ---- Loads and stores ---- */

static bool all_unread(Memory *memory, u32 number, u32 offset, u32 size) {
    for (u32 i = 0; i < size; i++)
        if (known_byte(memory, number, offset + i)) return false;
    return true;
}

static Term *whole_element(Memory *memory, u32 number, u32 offset, u32 size) {
    const Object *object = object_at(memory->objects, number);
    const Contents *contents = object->contents;
    if (!contents || !contents->array || contents->element != size || offset % size) return NULL;
    for (u32 i = 0; i < size; i++)
        if (!mask_at(object, offset + i) || (contents->bytes && contents->bytes[offset + i])) return NULL;
    Term *index = term_const(memory->terms, MEMORY_INDEX_BITS, contents->at + offset / size);
    return term_select(memory->terms, contents->array, index);
}

Term *contents_load(Memory *memory, u32 number, u32 offset, u32 size) {
    Term *element = whole_element(memory, number, offset, size);
    if (element) return element;
    TermStore *store = memory->terms;
    Term *any = NULL, *value = NULL;
    if (all_unread(memory, number, offset, size)) any = memory->new_undefined(memory->self, number, size * 8);
    for (u32 i = 0; i < size; i++) {
        Term *byte = known_byte(memory, number, offset + i);
        if (!byte) {
            Term *bits = any ? term_extract(store, any, i * 8, 8) : memory->new_undefined(memory->self, number, 8);
            byte = first_read(memory, number, offset + i, bits);
        }
        value = value ? term_concat(store, byte, value) : byte;
    }
    return value;
}

void contents_store(Memory *memory, u32 number, u32 offset, Term *value, u32 size) {
    for (u32 i = 0; i < size; i++) set_byte(memory, number, offset + i, term_extract(memory->terms, value, i * 8, 8));
}

/* Bytes that are undefined and were never read stay so, unless the target's array would speak for them. */
static void set_copied(Memory *memory, u32 to, u32 offset, Term *term, u8 byte, u8 mask) {
    Object *object = object_own(memory->objects, to);
    if (!mask || term) {
        set_byte(memory, to, offset, term ? term : term_const(memory->terms, 8, byte));
        return;
    }
    object->bytes[offset] = byte;
    object_own_undefined(memory->objects, to)[offset] = mask;
    if (object->contents && object->contents->bytes) own_bytes(memory, to)[offset] = NULL;
    if (object->contents && object->contents->array)
        set_byte(memory, to, offset, memory->new_undefined(memory->self, to, 8));
}

void contents_copy(Memory *memory, u32 to, u32 to_offset, u32 from, u32 from_offset, u32 size) {
    const Object *source = object_at(memory->objects, from);
    if (contents_are_plain(memory->objects, from, from_offset, size)) {
        Object *target = object_own(memory->objects, to);
        memmove(target->bytes + to_offset, object_at(memory->objects, from)->bytes + from_offset, size);
        if (target->undefined) memset(target->undefined + to_offset, 0, size);
        return;
    }
    Term **terms = xmalloc(size * sizeof *terms);
    u8 *bytes = xmalloc(size), *masks = xmalloc(size);
    memcpy(bytes, source->bytes + from_offset, size);
    memcpy(masks, source->undefined + from_offset, size);
    for (u32 i = 0; i < size; i++) terms[i] = masks[i] ? known_byte(memory, from, from_offset + i) : NULL;
    for (u32 i = 0; i < size; i++) set_copied(memory, to, to_offset + i, terms[i], bytes[i], masks[i]);
    free(terms);
    free(bytes);
    free(masks);
}

/* ---- Whole objects as arrays ---- */

static Term *plain_array(Memory *memory, u32 number, u32 element) {
    u32 size = object_info(memory->objects, number)->size, count = (size + element - 1) / element;
    const Object *object = object_at(memory->objects, number);
    if (count * element == size) return term_data(memory->terms, MEMORY_INDEX_BITS, element * 8, object->bytes, count);
    u8 *padded = xcalloc(count, element);
    memcpy(padded, object->bytes, size);
    Term *array = term_data(memory->terms, MEMORY_INDEX_BITS, element * 8, padded, count);
    free(padded);
    return array;
}

u32 contents_element(const Objects *objects, u32 number) {
    const Contents *contents = object_at(objects, number)->contents;
    return contents && contents->array ? contents->element : 0;
}

Term *contents_array(Memory *memory, u32 number, u32 element) {
    const Contents *contents = object_at(memory->objects, number)->contents;
    bool on_top = contents && contents->array && contents->element == element && contents->at == 0;
    Term *array = on_top ? contents->array : plain_array(memory, number, element);
    return array_overlay(memory, number, array, array, 0, element);
}

void contents_become_array(Memory *memory, u32 number, Term *array, u32 at, u32 element) {
    Contents *contents = contents_own(memory, number);
    object_clear_provenance(object_own(memory->objects, number), 0, object_info(memory->objects, number)->size);
    storage_drop(contents->bytes);
    contents->bytes = NULL;
    contents->array = array;
    contents->at = at;
    contents->element = element;
    memset(object_own_undefined(memory->objects, number), 0xff, object_info(memory->objects, number)->size);
}
