/* Array terms that stand for bytes: elements of 1, 2, 4 or 8 bytes, indices of MEMORY_INDEX_BITS. Wide
 * elements make small formulas; an access that does not fit them is taken apart or put together. */
#ifndef MEMORY_BYTES_ARRAYS_H
#define MEMORY_BYTES_ARRAYS_H

#include "memory/bytes/contents.h"

static inline bool array_has_elements(const Term *array, u32 element) {
    bool is_size = element == 1 || element == 2 || element == 4 || element == 8;
    return is_size && array->index_width == MEMORY_INDEX_BITS && array->width == element * 8;
}

/* An offset (64 bits) that is known to lie in `size` bytes, as a position: only the bits it can have are kept, so that
 * everything that looks at it knows its bounds. */
Term *array_position(Memory *memory, Term *offset, u64 size);
/* The element size for an access of `size` bytes at the byte position `at` (32 bits) of an array that has
 * elements of `present` bytes (0: it can have any). */
u32 array_element_for(const Term *at, u32 size, u32 present);
Term *array_load(TermStore *store, Term *array, u32 element, Term *at, u32 size);
Term *array_store(TermStore *store, Term *array, u32 element, Term *at, Term *value, u32 size);

/* A sparse object as an array of elements of this size: a default binding is one term, whatever its length. NULL: it has no
 * such form, because undefined bytes are any value each, or because it is an array of other elements. */
Term *array_of_sparse(Memory *memory, u32 object, u32 element);

/* What an array that is to have the elements of objects began with. */
typedef struct {
    Term *array;
    bool
        is_picture; /* it has just been made of the bytes of the objects, plain or not; else it is an array that objects
                      * may be elements of (Contents.array) */
} ArrayBase;
/* `array` with the elements of the object, which starts at element `at` of it, as they are now. Plain bytes that are in a
 * picture, and elements of the base that the object is, `array` has already. */
Term *array_overlay(Memory *memory, u32 object, ArrayBase base, Term *array, u32 at, u32 element);

#endif
