#include "memory/bytes/arrays.h"

static bool is_aligned(const Term *at, u32 size) { return (at->facts.zeros & (size - 1)) == size - 1; }

static bool is_element_size(u32 size) { return size == 1 || size == 2 || size == 4 || size == 8; }

Term *array_position(Memory *memory, Term *offset, u64 size) {
    u32 bits = size > 1 ? 64 - (u32)__builtin_clzll(size - 1) : 1;
    Term *low = term_extract(memory->terms, offset, 0, MIN(bits, (u32)MEMORY_INDEX_BITS));
    return term_zext(memory->terms, low, MEMORY_INDEX_BITS);
}

u32 array_element_for(const Term *at, u32 size, u32 present) {
    if (present && size % present == 0 && is_aligned(at, present)) return present;
    if (present && present % size == 0 && is_aligned(at, size)) return present;
    if (!present && is_element_size(size) && is_aligned(at, size)) return size;
    return 1;
}

static u32 log2_of(u32 element) { return (u32)__builtin_ctz(element); }

static Term *index_of(TermStore *store, Term *at, u32 element, u32 step) {
    u32 shift = log2_of(element);
    Term *index = term_zext(store, term_extract(store, at, shift, MEMORY_INDEX_BITS - shift), MEMORY_INDEX_BITS);
    return term_add(store, index, term_const(store, MEMORY_INDEX_BITS, step));
}

/* The amount, in bits, that a narrow access is shifted by in its element. */
static Term *shift_in_element(TermStore *store, Term *at, u32 element) {
    Term *byte = term_zext(store, term_extract(store, at, 0, log2_of(element)), element * 8);
    return term_shl(store, byte, term_const(store, element * 8, 3));
}

/* A part of an element, and the element with another part. What is undefined moves as the bits do. */
static Term *part_of(TermStore *store, Term *whole, Term *shift, u32 size) {
    if (term_is_tainted(whole))
        return term_tainted(store, part_of(store, term_value_of(whole), shift, size),
                            part_of(store, term_mask_of(store, whole), shift, size), term_origin_of(whole));
    return term_extract(store, term_lshr(store, whole, shift), 0, size * 8);
}

static Term *with_part(TermStore *store, Term *whole, Term *shift, Term *value) {
    if (term_is_tainted(whole) || term_is_tainted(value)) {
        Term *masks = with_part(store, term_mask_of(store, whole), shift, term_mask_of(store, value));
        return term_tainted(store, with_part(store, term_value_of(whole), shift, term_value_of(value)), masks,
                            term_is_tainted(value) ? term_origin_of(value) : term_origin_of(whole));
    }
    Term *ones = term_const(store, whole->width, low_mask(value->width));
    Term *kept = term_and(store, whole, term_not(store, term_shl(store, ones, shift)));
    return term_or(store, kept, term_shl(store, term_zext(store, value, whole->width), shift));
}

Term *array_load(TermStore *store, Term *array, u32 element, Term *at, u32 size) {
    assert(array_has_elements(array, element) && at->width == MEMORY_INDEX_BITS);
    assert(element > size ? element % size == 0 : size % element == 0);
    if (element > size) {
        Term *whole = term_select(store, array, index_of(store, at, element, 0));
        return part_of(store, whole, shift_in_element(store, at, element), size);
    }
    Term *value = NULL;
    for (u32 i = 0; i < size / element; i++) {
        Term *part = term_select(store, array, index_of(store, at, element, i));
        value = value ? term_concat(store, part, value) : part;
    }
    return value;
}

Term *array_store(TermStore *store, Term *array, u32 element, Term *at, Term *value, u32 size) {
    assert(array_has_elements(array, element) && at->width == MEMORY_INDEX_BITS && value->width == size * 8);
    assert(element > size ? element % size == 0 : size % element == 0);
    if (element > size) {
        Term *index = index_of(store, at, element, 0), *shift = shift_in_element(store, at, element);
        return term_store(store, array, index, with_part(store, term_select(store, array, index), shift, value));
    }
    for (u32 i = 0; i < size / element; i++) {
        Term *part = term_extract(store, value, i * element * 8, element * 8);
        array = term_store(store, array, index_of(store, at, element, i), part);
    }
    return array;
}

/* ---- Objects in arrays ---- */

static Term *load_element(Memory *memory, u32 number, u32 element, u64 index) {
    u64 size = object_info(memory->objects, number)->size, offset = index * element;
    if (offset + element <= size) return contents_load_part(memory, number, offset, element);
    return term_zext(memory->terms, contents_load(memory, number, offset, (u32)(size - offset)), element * 8);
}

/* ILP32: a picture says what words are based on, but not what parts of them are. */
static bool is_part_of_pointer(const Object *object, u64 offset, u32 element) {
    return object->provenance && element < 4 && object_provenance(object, offset - offset % 4);
}

/* Is the object, from byte `from` to `to`, nothing but elements of the array? */
static bool is_in_array(const Object *object, const Term *array, u32 at, u64 from, u64 to) {
    const Contents *contents = object->contents;
    if (!contents || contents->array != array || contents->at != at) return false;
    for (u64 i = from; i < to; i++)
        if (!object->undefined[i] || contents_term(contents, i)) return false;
    return true;
}

Term *array_overlay(Memory *memory, u32 number, ArrayBase base, Term *array, u32 at, u32 element) {
    const Objects *objects = memory->objects;
    u64 size = object_info(objects, number)->size;
    const Object *before = object_at(objects, number);
    assert(array_has_elements(array, element));
    if (base.is_picture && !before->undefined && (!before->provenance || element >= 4)) return array;
    for (u64 from = 0; from < size; from += element) {
        const Object *object = object_at(objects, number); /* the first read of a byte may move it */
        u64 to = MIN(size, from + element);
        bool is_there = base.is_picture ? contents_are_pictured(memory, number, from, to - from) &&
                                              !is_part_of_pointer(object, from, element)
                                        : is_in_array(object, base.array, at, from, to);
        if (is_there) continue;
        Term *index = term_const(memory->terms, MEMORY_INDEX_BITS, at + from / element);
        array = term_store(memory->terms, array, index, load_element(memory, number, element, from / element));
    }
    return array;
}

/* ---- Sparse objects ---- */

static Term *element_of_piece(Memory *memory, u32 number, const Piece *piece, u32 element) {
    TermStore *store = memory->terms;
    if (piece->kind == PIECE_UNDEFINED) return memory->new_undefined(memory->self, number, element * 8);
    Term *byte = term_const(store, 8, piece->byte), *value = byte;
    for (u32 i = 1; i < element; i++) value = term_concat(store, byte, value);
    return value;
}

/* All elements are what the piece says. */
static Term *filled_by(Memory *memory, u32 number, const Piece *piece, u32 element) {
    TermStore *store = memory->terms;
    Term *value = element_of_piece(memory, number, piece, element);
    if (!term_is_tainted(value)) return term_filled(store, MEMORY_INDEX_BITS, value);
    Term *numbers = term_filled(store, MEMORY_INDEX_BITS, term_value_of(value));
    Term *masks = term_filled(store, MEMORY_INDEX_BITS, term_mask_of(store, value));
    return term_tainted(store, numbers, masks, term_origin_of(value));
}

static bool are_alike(const Piece *a, const Piece *b) {
    return a->kind != PIECE_LEAF && a->kind == b->kind && (a->kind == PIECE_UNDEFINED || a->byte == b->byte);
}

static Piece longest_run(const Sparse *sparse) {
    u64 longest = 0;
    Piece best = {.kind = PIECE_UNDEFINED};
    for (u32 i = 0; i < sparse->piece_count; i++) {
        const Piece *piece = &sparse_pieces(sparse)[i];
        u64 length = sparse_piece_end(sparse, i) - piece->start;
        if (piece->kind == PIECE_LEAF || length <= longest) continue;
        longest = length;
        best = *piece;
    }
    return best;
}

static Term *with_piece(Memory *memory, u32 number, Term *array, const Piece *piece, u64 end, u32 element) {
    TermStore *store = memory->terms;
    u64 first = piece->start / element, last = (end + element - 1) / element;
    if (piece->kind != PIECE_LEAF) {
        Term *position = term_const(store, MEMORY_INDEX_BITS, first),
             *count = term_const(store, MEMORY_INDEX_BITS, last - first);
        return term_fill(store, array, position, element_of_piece(memory, number, piece, element), count);
    }
    for (u64 i = first; i < last; i++) {
        Term *value = load_element(memory, number, element, i);
        array = term_store(store, array, term_const(store, MEMORY_INDEX_BITS, i), value);
    }
    return array;
}

Term *array_of_sparse(Memory *memory, u32 number, u32 element) {
    const Contents *contents = object_at(memory->objects, number)->contents;
    bool is_on_top = contents->array && contents->element == element && !contents->at;
    if (!memory->has_masks || (contents->array && !is_on_top)) return NULL;
    Sparse *sparse = contents->sparse; /* loading elements changes nothing: undefined bits have masks */
    Piece base = is_on_top ? (Piece){.kind = PIECE_UNDEFINED} : longest_run(sparse);
    Term *array = is_on_top ? contents->array : filled_by(memory, number, &base, element);
    for (u32 i = 0; i < sparse->piece_count; i++) {
        const Piece *piece = &sparse_pieces(sparse)[i];
        if (are_alike(piece, &base)) continue;
        array = with_piece(memory, number, array, piece, sparse_piece_end(sparse, i), element);
    }
    return array;
}
