#include "memory/bytes/outside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void outside_free(Outside *outside) {
    for (u32 i = 0; i < outside->objects.count; i++) free(outside->objects.at[i].bytes);
    vec_free(&outside->objects);
    map_free(&outside->numbers);
}

void outside_mark(const Outside *outside, TermStore *store) {
    for (u32 i = 0; i < outside->objects.count; i++) {
        const OutsideObject *object = &outside->objects.at[i];
        term_mark(store, object->pointer);
        for (u32 k = 0; object->bytes && k < OUTSIDE_BYTES; k++)
            if (object->bytes[k]) term_mark(store, object->bytes[k]);
    }
}

u32 outside_object(Outside *outside, Term *pointer) {
    u64 known;
    if (map_get(&outside->numbers, (u64)(uintptr_t)pointer, &known)) return (u32)known;
    if (outside->objects.count == OUTSIDE_OBJECTS) return 0;
    u32 number = OUTSIDE_FIRST + outside->objects.count;
    vec_push(&outside->objects, (OutsideObject){.pointer = pointer});
    map_put(&outside->numbers, (u64)(uintptr_t)pointer, number);
    return number;
}

void outside_claim(Outside *outside, u32 object, Term *pointer) {
    while (outside->objects.count <= object - OUTSIDE_FIRST)
        vec_push(&outside->objects,
                 (OutsideObject){.pointer = pointer}); /* what the other numbers are does not matter */
    map_put(&outside->numbers, (u64)(uintptr_t)pointer, object);
}

/* ---- Bytes ---- */

#define SYMBOL_PREFIX "outside#"
static const char symbol_format[] = SYMBOL_PREFIX "%u+%u";

/* By hand: it is asked of each symbol of each condition of a path, and sscanf took a tenth of the time of some. */
bool outside_symbol(const Term *symbol, OutsideValue *of) {
    size_t prefix = sizeof SYMBOL_PREFIX - 1;
    if (symbol->op != TERM_SYMBOL || strncmp(symbol->symbol->name, SYMBOL_PREFIX, prefix) != 0) return false;
    char *rest;
    u32 index = (u32)strtoul(symbol->symbol->name + prefix, &rest, 10);
    if (*rest != '+') return false;
    u32 offset = (u32)strtoul(rest + 1, NULL, 10);
    *of = (OutsideValue){.object = OUTSIDE_FIRST + index, .offset = offset, .size = symbol->width / 8};
    return true;
}

static Term *new_symbol(TermStore *store, u32 index, u32 offset, u32 size) {
    char name[48];
    snprintf(name, sizeof name, symbol_format, index, offset);
    return term_symbol(store, name, size * 8);
}

static bool are_unread(const OutsideObject *object, u32 offset, u32 size) {
    for (u32 i = 0; i < size; i++)
        if (object->bytes[offset + i]) return false;
    return true;
}

static void make_symbols(OutsideObject *object, TermStore *store, u32 index, u32 offset, u32 size) {
    bool is_scalar = size <= 8 && !(size & (size - 1)) && are_unread(object, offset, size);
    Term *whole = is_scalar ? new_symbol(store, index, offset, size) : NULL;
    for (u32 i = 0; i < size; i++) {
        if (object->bytes[offset + i]) continue;
        object->bytes[offset + i] =
            whole ? term_extract(store, whole, i * 8, 8) : new_symbol(store, index, offset + i, 1);
    }
}

static u8 given_byte(const Outside *outside, u32 object, u32 offset) {
    for (u32 i = 0; i < outside->given_count; i++) {
        const OutsideValue *value = &outside->given[i];
        if (value->object == object && offset - value->offset < value->size)
            return (u8)(value->value >> (offset - value->offset) * 8);
    }
    return 0;
}

static Term *given_bytes(const Outside *outside, TermStore *store, u32 object, u32 offset, u32 size) {
    Term *value = NULL;
    for (u32 i = 0; i < size; i++) {
        Term *byte = term_const(store, 8, given_byte(outside, object, offset + i));
        value = value ? term_concat(store, byte, value) : byte;
    }
    return value;
}

Term *outside_read(Outside *outside, TermStore *store, u32 number, u32 offset, u32 size) {
    assert(size && offset + size <= OUTSIDE_BYTES);
    if (outside->is_given) return given_bytes(outside, store, number, offset, size);
    u32 index = number - OUTSIDE_FIRST;
    OutsideObject *object = &outside->objects.at[index];
    if (!object->bytes) object->bytes = xcalloc(OUTSIDE_BYTES, sizeof *object->bytes);
    make_symbols(object, store, index, offset, size);
    Term *value = object->bytes[offset];
    for (u32 i = 1; i < size; i++) value = term_concat(store, object->bytes[offset + i], value);
    return value;
}
