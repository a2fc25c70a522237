#include "memory/bytes/array_blocks.h"

#include "memory/bytes/arrays.h"

static bool is_aligned(const Term *at, u32 size) { return (at->facts.zeros & (size - 1)) == size - 1; }

/* All 0, whatever its elements are. */
static bool is_cleared(const Term *array) {
    return array->op == TERM_FILLED && term_is_const(array->arg[0]) && !array->arg[0]->value;
}

Term *array_with_elements(Memory *memory, Term *array, u32 element) {
    TermStore *store = memory->terms;
    if (array && array->width == element * 8) return array;
    if (array && is_cleared(array)) return term_filled(store, MEMORY_INDEX_BITS, term_const(store, element * 8, 0));
    return memory->new_array(memory->self, element * 8);
}

Term *array_block_array(Memory *memory, u32 object, u32 element) {
    const Contents *contents = object_at(memory->objects, object)->contents;
    Term *array = contents ? contents->array : NULL;
    Term *same = array_with_elements(memory, array, element);
    if (same != array) contents_become_array(memory, object, same, 0, element);
    return same;
}

void array_block_clear(Memory *memory, u32 object) {
    Term *zeros = term_filled(memory->terms, MEMORY_INDEX_BITS, term_const(memory->terms, 8, 0));
    contents_become_array(memory, object, zeros, 0, 1);
}

u32 array_block_element(const Objects *objects, u32 object) {
    const Contents *contents = object_at(objects, object)->contents;
    return contents && contents->array && !is_cleared(contents->array) ? contents->element : 0;
}

void array_block_begin_with(Memory *memory, u32 object, u32 from, Term *size) {
    TermStore *store = memory->terms;
    u32 present = is_array_block(memory->objects, from) ? array_block_element(memory->objects, from)
                                                        : contents_element(memory->objects, from);
    u32 element = present ? present : 1;
    Term *bytes = term_extract(store, size, 0, MEMORY_INDEX_BITS), *start = term_const(store, MEMORY_INDEX_BITS, 0);
    bytes = term_add(store, bytes, term_const(store, MEMORY_INDEX_BITS, element - 1)); /* a part of an element counts */
    Term *count = term_lshr(store, bytes, term_const(store, MEMORY_INDEX_BITS, (u64)__builtin_ctz(element)));
    Term *rest = memory->new_array(memory->self, element * 8), *old = contents_array(memory, from, element);
    contents_become_array(memory, object, term_copy(store, rest, start, old, start, count), 0, element);
}

/* The bytes an element has; if that is still open, as many as the access. */
static u32 element_for(const Memory *memory, u32 object, const Term *at, u32 size) {
    u32 present = array_block_element(memory->objects, object);
    if (present) return present;
    bool is_element = size == 1 || size == 2 || size == 4 || size == 8;
    return is_element && is_aligned(at, size) ? size : 1;
}

/* An access to elements, or to a part of one. */
static bool fits_elements(const Term *at, u32 size, u32 element) {
    if (size % element == 0) return is_aligned(at, element);
    return element % size == 0 && is_aligned(at, size);
}

static Term *step(Memory *memory, Term *at, u32 bytes) {
    return term_add(memory->terms, at, term_const(memory->terms, MEMORY_INDEX_BITS, bytes));
}

Term *array_block_load(Memory *memory, u32 object, Term *at, u32 size) {
    u32 element = element_for(memory, object, at, size);
    Term *array = array_block_array(memory, object, element), *value = NULL;
    if (fits_elements(at, size, element)) return array_load(memory->terms, array, element, at, size);
    for (u32 i = 0; i < size; i++) {
        Term *byte = array_load(memory->terms, array, element, step(memory, at, i), 1);
        value = value ? term_concat(memory->terms, byte, value) : byte;
    }
    return value;
}

void array_block_store(Memory *memory, u32 object, Term *at, Term *value, u32 size) {
    u32 element = element_for(memory, object, at, size);
    Term *array = array_block_array(memory, object, element);
    if (fits_elements(at, size, element)) {
        array = array_store(memory->terms, array, element, at, value, size);
    } else {
        for (u32 i = 0; i < size; i++) {
            Term *byte = term_extract(memory->terms, value, i * 8, 8);
            array = array_store(memory->terms, array, element, step(memory, at, i), byte, 1);
        }
    }
    contents_become_array(memory, object, array, 0, element);
}
