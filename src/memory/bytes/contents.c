#include "memory/bytes/contents.h"

#include "memory/bytes/array_blocks.h"
#include "memory/bytes/arrays.h"
#include "memory/store/storage.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- Lives ---- */

_Static_assert(offsetof(Contents, chunks) == 0, "objects.c counts contents and their terms (storage_drop_pair)");

void contents_visit_terms(const Contents *contents, TermVisit *visit, void *self) {
    if (contents->array) visit(self, contents->array);
    if (contents->size) visit(self, contents->size);
    if (contents->live) visit(self, contents->live);
    if (contents->is_sparse) {
        sparse_visit_terms(contents->sparse, visit, self);
        return;
    }
    u64 count = contents->chunks ? storage_table_count((void **)contents->chunks) : 0;
    for (u64 i = 0; i < count; i++)
        for (u32 k = 0; contents->chunks[i] && k < storage_header(contents->chunks[i])->size / sizeof(Term *); k++)
            if (contents->chunks[i][k]) visit(self, contents->chunks[i][k]);
}

Contents *contents_own(Memory *memory, u32 number) {
    Object *object = object_own(memory->objects, number);
    if (!object->contents) object->contents = storage_new(sizeof(Contents));
    return object->contents;
}

static_assert(TERM_CHUNK % LEAF_BYTES == 0, "a leaf's terms are in one chunk");

static Term ***new_chunks(u64 size) { return (Term ***)storage_new_table(((u64)size + TERM_CHUNK - 1) / TERM_CHUNK); }

/* The place of a byte's term in a table that is not shared, to be written. */
static Term **chunk_term(Term ***chunks, u64 size, u64 offset) {
    Term ***chunk = &chunks[offset / TERM_CHUNK];
    *chunk = *chunk ? storage_unshare(*chunk) : storage_new(MIN(size, (u64)TERM_CHUNK) * sizeof(Term *));
    return &(*chunk)[offset % TERM_CHUNK];
}

static Term **own_term(Memory *memory, u32 number, u64 offset) {
    Contents *contents = contents_own(memory, number);
    u64 size = object_info(memory->objects, number)->size;
    assert(!contents->is_sparse && offset < size);
    if (!contents->chunks) contents->chunks = new_chunks(size);
    contents->chunks = (Term ***)storage_unshare_table((void **)contents->chunks);
    return chunk_term(contents->chunks, size, offset);
}

/* ---- Single bytes ---- */

static bool is_sparse(const Objects *objects, u32 number) { return object_info(objects, number)->is_sparse; }
static bool is_large(const Objects *objects, u32 number) { return object_is_large(object_info(objects, number)); }

ByteBinding contents_binding(const Objects *objects, u32 number, u64 offset) {
    const Object *object = object_at(objects, number);
    const Contents *contents = object->contents;
    if (is_sparse(objects, number)) return sparse_byte(contents->sparse, offset);
    return (ByteBinding){.byte = object->bytes[offset],
                         .mask = object->undefined ? object->undefined[offset] : 0,
                         .term = contents ? contents_term(contents, offset) : NULL};
}

void contents_numbers(const Objects *objects, u32 number, u64 offset, u64 size, u8 *out) {
    const Object *object = object_at(objects, number);
    if (object->bytes) memcpy(out, object->bytes + offset, size);
    else
        for (u64 i = 0; i < size; i++) out[i] = contents_binding(objects, number, offset + i).byte;
}

static u8 mask_at(const Objects *objects, u32 number, u64 offset) {
    const Object *object = object_at(objects, number);
    if (is_sparse(objects, number)) return sparse_byte(object->contents->sparse, offset).mask;
    return object->undefined ? object->undefined[offset] : 0;
}

/* From the offset on all bytes are defined and no terms, or `size` of them are. */
static bool is_plain_sparse(const Sparse *sparse, u64 offset, u64 size) {
    for (u64 i = offset, end = offset + size; i < end;) {
        u32 number = sparse_piece_at(sparse, i);
        const Piece *piece = &sparse_pieces(sparse)[number];
        u64 stop = MIN(end, sparse_piece_end(sparse, number));
        if (piece->kind == PIECE_UNDEFINED) return false;
        for (; piece->kind == PIECE_LEAF && i < stop; i++)
            if (sparse_leaf(sparse, piece)->undefined[i - piece->start]) return false;
        i = stop;
    }
    return true;
}

bool contents_are_plain(const Objects *objects, u32 number, u64 offset, u64 size) {
    const Object *object = object_at(objects, number);
    if (is_array_block(objects, number)) return false;
    if (is_sparse(objects, number)) return is_plain_sparse(object->contents->sparse, offset, size);
    for (u64 i = 0; object->undefined && i < size; i++)
        if (object->undefined[offset + i]) return false;
    return true;
}

static Term *array_byte(Memory *memory, const Contents *contents, u64 offset) {
    Term *index = term_const(memory->terms, MEMORY_INDEX_BITS, contents->at + offset / contents->element);
    Term *element = term_select(memory->terms, contents->array, index);
    return term_extract(memory->terms, element, (u32)(offset % contents->element) * 8, 8);
}

/* NULL: it is undefined and has not been read yet. */
static Term *known_byte(Memory *memory, u32 number, u64 offset) {
    ByteBinding binding = contents_binding(memory->objects, number, offset);
    if (!binding.mask) return term_const(memory->terms, 8, binding.byte);
    const Contents *contents = object_at(memory->objects, number)->contents;
    if (binding.term) return binding.term;
    return contents && contents->array ? array_byte(memory, contents, offset) : NULL;
}

bool contents_is_known(Memory *memory, u32 number, u64 offset) {
    return is_array_block(memory->objects, number) || known_byte(memory, number, offset) != NULL;
}

static Sparse *own_sparse(Memory *memory, u32 number) {
    Contents *contents = contents_own(memory, number);
    assert(contents->is_sparse);
    return contents->sparse = storage_unshare(contents->sparse);
}

/* An object of which much is bound gets bytes. */
static void bind_sparse(Memory *memory, u32 number, u64 offset, ByteBinding binding) {
    Sparse *sparse = sparse_set(own_sparse(memory, number), offset, binding);
    contents_own(memory, number)->sparse = sparse;
    if (sparse_is_full(sparse)) contents_make_dense(memory, number);
}

/* Pointers that are no numbers any more are found by what the term says. */
static void set_byte(Memory *memory, u32 number, u64 offset, Term *term) {
    assert(term->width == 8 && contents_lie_in(memory->objects, number, offset, 1));
    if (is_sparse(memory->objects, number)) {
        bool is_number = term_is_const(term);
        ByteBinding binding = {.byte = is_number ? (u8)term->value : 0, .mask = is_number ? 0 : 0xff};
        binding.term = is_number ? NULL : term;
        bind_sparse(memory, number, offset, binding);
        return;
    }
    Object *object = object_own(memory->objects, number);
    object_clear_provenance(object, offset, 1);
    if (term_is_const(term)) {
        object->bytes[offset] = (u8)term->value;
        if (object->undefined) object->undefined[offset] = 0;
        return;
    }
    *own_term(memory, number, offset) = term;
    object_own_undefined(memory->objects, number)[offset] = 0xff;
}

static bool is_outside(const Memory *memory, u32 number) {
    return object_info(memory->objects, number)->kind == OBJECT_OUTSIDE;
}

Term *contents_unread(Memory *memory, u32 number, u64 offset, u32 size) {
    if (is_outside(memory, number)) return outside_read(memory->outside, memory->terms, number, (u32)offset, size);
    return memory->new_undefined(memory->self, number, size * 8);
}

/* Bits that are defined keep their value. Undefined ones stay so, and nothing need be remembered; where they may be
 * anything, they get a value at the first read. */
static Term *first_read(Memory *memory, u32 number, u64 offset, Term *any) {
    ByteBinding now = contents_binding(memory->objects, number, offset);
    TermStore *store = memory->terms;
    if (is_outside(memory, number)) return any; /* the same at every read: nothing is to be remembered */
    if (term_is_tainted(any))
        return term_tainted(store, term_const(store, 8, now.byte), term_const(store, 8, now.mask), term_origin_of(any));
    Term *undefined = term_and(store, any, term_const(store, 8, now.mask));
    Term *value = term_or(store, undefined, term_const(store, 8, now.byte & (u8)~now.mask));
    set_byte(memory, number, offset, value);
    return value;
}

/* ---- Loads and stores ---- */

static bool all_unread(Memory *memory, u32 number, u64 offset, u32 size) {
    for (u32 i = 0; i < size; i++)
        if (known_byte(memory, number, offset + i)) return false;
    return true;
}

static Term *whole_element(Memory *memory, u32 number, u64 offset, u32 size) {
    const Contents *contents = object_at(memory->objects, number)->contents;
    if (!contents || !contents->array || contents->element != size || offset % size) return NULL;
    for (u32 i = 0; i < size; i++) {
        ByteBinding binding = contents_binding(memory->objects, number, offset + i);
        if (!binding.mask || binding.term) return NULL;
    }
    Term *index = term_const(memory->terms, MEMORY_INDEX_BITS, contents->at + offset / size);
    return term_select(memory->terms, contents->array, index);
}

/* ILP32: a plain word that is a pointer, NULL if it is none. */
static Term *pointer_word(Memory *memory, u32 number, u64 offset) {
    const Object *object = object_at(memory->objects, number);
    u32 based_on = object_provenance(object, offset), word;
    if (!based_on || !contents_are_plain(memory->objects, number, offset, sizeof word)) return NULL;
    memcpy(&word, object->bytes + offset, sizeof word);
    return term_based(memory->terms, term_const(memory->terms, 32, word), term_const(memory->terms, 32, based_on));
}

Term *contents_load(Memory *memory, u32 number, u64 offset, u32 size) {
    assert(size && contents_lie_in(memory->objects, number, offset, size));
    if (is_array_block(memory->objects, number))
        return array_block_load(memory, number, term_const(memory->terms, MEMORY_INDEX_BITS, offset), size);
    Term *element = whole_element(memory, number, offset, size);
    if (element) return element;
    TermStore *store = memory->terms;
    Term *any = NULL, *value = NULL;
    if (all_unread(memory, number, offset, size)) any = contents_unread(memory, number, offset, size);
    bool has_pointers = object_at(memory->objects, number)->provenance != NULL;
    for (u32 i = 0; i < size; i++) {
        Term *word = has_pointers && i + 4 <= size ? pointer_word(memory, number, offset + i) : NULL;
        if (word) {
            value = value ? term_concat(store, word, value) : word;
            i += 3;
            continue;
        }
        Term *byte = known_byte(memory, number, offset + i);
        if (!byte) {
            Term *bits = any ? term_extract(store, any, i * 8, 8) : contents_unread(memory, number, offset + i, 1);
            byte = first_read(memory, number, offset + i, bits);
        }
        value = value ? term_concat(store, byte, value) : byte;
    }
    return value;
}

Term *contents_load_part(Memory *memory, u32 number, u64 offset, u32 size) {
    u32 in_word = (u32)(offset % 4);
    Term *word = in_word + size <= 4 && size < 4 ? pointer_word(memory, number, offset - in_word) : NULL;
    return word ? term_extract(memory->terms, word, in_word * 8, size * 8)
                : contents_load(memory, number, offset, size);
}

/* ILP32: a word that is a constant pointer is plain bytes and what they are based on. */
static bool store_pointer_word(Memory *memory, u32 number, u64 offset, const Term *word) {
    if (word->op != TERM_BASED || !term_is_const(word->arg[0]) || !term_is_const(word->arg[1])) return false;
    Object *object = object_own(memory->objects, number);
    u32 address = (u32)word->arg[0]->value;
    memcpy(object->bytes + offset, &address, sizeof address);
    if (object->undefined) memset(object->undefined + offset, 0, sizeof address);
    object_make_provenance_for(object, object_info(memory->objects, number)->size);
    object_set_provenance(object, offset, (u32)word->arg[1]->value);
    return true;
}

void contents_store(Memory *memory, u32 number, u64 offset, Term *value, u32 size) {
    assert(value->width == size * 8 && contents_lie_in(memory->objects, number, offset, size));
    if (is_array_block(memory->objects, number)) {
        array_block_store(memory, number, term_const(memory->terms, MEMORY_INDEX_BITS, offset), value, size);
        return;
    }
    if (value->flags & TERM_HAS_BASED) contents_make_dense(memory, number); /* it is to know what words are based on */
    for (u32 i = 0; i < size; i++) {
        bool is_word = (value->flags & TERM_HAS_BASED) && (offset + i) % 4 == 0 && i + 4 <= size;
        if (is_word && store_pointer_word(memory, number, offset + i, term_extract(memory->terms, value, i * 8, 32)))
            i += 3;
        else set_byte(memory, number, offset + i, term_extract(memory->terms, value, i * 8, 8));
    }
}

static void bind_undefined(Memory *memory, u32 number, u64 offset, u8 byte, u8 mask) {
    if (is_sparse(memory->objects, number)) {
        bind_sparse(memory, number, offset, (ByteBinding){.byte = byte, .mask = mask});
        return;
    }
    Object *object = object_own(memory->objects, number);
    object->bytes[offset] = byte;
    object_own_undefined(memory->objects, number)[offset] = mask;
    if (object->contents && contents_term(object->contents, offset)) *own_term(memory, number, offset) = NULL;
}

/* Bytes that are undefined and were never read stay so, unless the target's array would speak for them. */
static void set_copied(Memory *memory, u32 to, u64 offset, Term *term, u8 byte, u8 mask) {
    if (!mask || term) {
        set_byte(memory, to, offset, term ? term : term_const(memory->terms, 8, byte));
        return;
    }
    bind_undefined(memory, to, offset, byte, mask);
    const Contents *contents = object_at(memory->objects, to)->contents;
    if (contents && contents->array)
        set_byte(memory, to, offset, first_read(memory, to, offset, memory->new_undefined(memory->self, to, 8)));
}

/* ILP32: what the plain words among the copied bytes are based on. */
static void copy_provenance(Memory *memory, u32 to, u64 to_offset, u32 from, u64 from_offset, u64 size) {
    Object *target = object_own(memory->objects, to);
    const Object *source = object_at(memory->objects, from);
    if (source->provenance) object_make_provenance_for(target, object_info(memory->objects, to)->size);
    object_copy_provenance(target, to_offset, object_at(memory->objects, from), from_offset, size);
}

/* Bytes of an object from outside that are copied before they are read are read as the words that they may be. */
static void read_words(Memory *memory, u32 number, u64 offset, u64 size) {
    u32 bytes = memory->objects->placement ? 4 : 8;
    for (u64 i = align_up(offset, bytes); i + bytes <= offset + size; i += bytes)
        if (all_unread(memory, number, i, bytes)) outside_read(memory->outside, memory->terms, number, (u32)i, bytes);
}

/* NULL: it is undefined, and stays so where it goes. */
static Term *byte_to_copy(Memory *memory, u32 number, u64 offset) {
    Term *known = known_byte(memory, number, offset);
    return known || !is_outside(memory, number) ? known : contents_unread(memory, number, offset, 1);
}

/* Between a block that is all array, or one that is too large to have bytes, and any other. */
static void copy_array(Memory *memory, u32 to, u64 to_offset, u32 from, u64 from_offset, u64 size) {
    TermStore *store = memory->terms;
    u32 block = is_array_block(memory->objects, from) ? from : to,
        element = array_block_element(memory->objects, block);
    if (!element) element = 4;
    if (is_large(memory->objects, from) || is_large(memory->objects, to)) element = 1; /* none is such a block then */
    if ((to_offset | from_offset | size) % element) element = 1;
    Term *source = contents_array(memory, from, element), *target = contents_array(memory, to, element);
    Term *copied = term_copy(store, target, term_const(store, MEMORY_INDEX_BITS, to_offset / element), source,
                             term_const(store, MEMORY_INDEX_BITS, from_offset / element),
                             term_const(store, MEMORY_INDEX_BITS, size / element));
    contents_become_array(memory, to, copied, 0, element);
}

/* ---- Sparse objects ---- */

static bool has_array(const Memory *memory, u32 number) { return contents_element(memory->objects, number) != 0; }

/* The object becomes what another one of its size is now: both share it until one of them is written to. */
static void share_whole(Memory *memory, u32 to, u32 from) {
    const Contents *source = object_at(memory->objects, from)->contents;
    Contents *target = contents_own(memory, to);
    storage_keep(source->sparse);
    storage_drop(target->sparse);
    target->sparse = source->sparse;
    target->array = source->array;
    target->at = source->at;
    target->element = source->element;
}

/* A run of one piece: undefined, or one number. */
static void fill_from_piece(Memory *memory, u32 to, u64 offset, u64 size, const Piece *piece) {
    bool is_undefined = piece->kind == PIECE_UNDEFINED;
    if (!is_undefined) {
        contents_fill(memory, to, offset, size, piece->byte);
    } else if (is_sparse(memory->objects, to) && !has_array(memory, to)) {
        Sparse *sparse = own_sparse(memory, to);
        contents_own(memory, to)->sparse = sparse_fill(sparse, offset, size, (ByteBinding){.mask = 0xff});
        if (sparse_is_full(contents_own(memory, to)->sparse)) contents_make_dense(memory, to);
    } else {
        for (u64 i = 0; i < size; i++) set_copied(memory, to, offset + i, NULL, 0, 0xff);
    }
}

static void copy_leaf(Memory *memory, u32 to, u64 to_offset, const Leaf *leaf, u64 at, u64 size) {
    for (u64 i = 0; i < size; i++) {
        u8 mask = leaf->undefined[at + i];
        set_copied(memory, to, to_offset + i, mask ? leaf->terms[at + i] : NULL, leaf->bytes[at + i], mask);
    }
}

/* A range of a sparse object that is no array, piece by piece; the pieces stay what they are meanwhile. */
static void copy_pieces(Memory *memory, u32 to, u64 to_offset, u32 from, u64 from_offset, u64 size) {
    Sparse *source = object_at(memory->objects, from)->contents->sparse;
    storage_keep(source);
    for (u64 done = 0; done < size;) {
        u64 at = from_offset + done;
        u32 number = sparse_piece_at(source, at);
        const Piece *piece = &sparse_pieces(source)[number];
        u64 length = MIN(size - done, sparse_piece_end(source, number) - at);
        if (piece->kind == PIECE_LEAF)
            copy_leaf(memory, to, to_offset + done, sparse_leaf(source, piece), at - piece->start, length);
        else fill_from_piece(memory, to, to_offset + done, length, piece);
        done += length;
    }
    storage_drop(source);
}

enum { MOST_SINGLE = 256 }; /* bytes copied one by one from or to an object that never gets bytes and is an array */

/* False: it goes byte by byte. What is copied from has bytes then, if it can, and so has what words of pointers are copied to. */
static bool copy_sparse(Memory *memory, u32 to, u64 to_offset, u32 from, u64 from_offset, u64 size) {
    const Objects *objects = memory->objects;
    u64 whole = object_info(objects, to)->size;
    bool is_whole = to != from && size == whole && size == object_info(objects, from)->size;
    if (is_whole && is_sparse(objects, to) && is_sparse(objects, from)) {
        share_whole(memory, to, from);
        return true;
    }
    bool is_any_large = is_large(objects, from) || is_large(objects, to);
    bool is_array = is_any_large && (has_array(memory, from) || has_array(memory, to));
    if (is_array && size > MOST_SINGLE) {
        copy_array(memory, to, to_offset, from, from_offset, size);
        return true;
    }
    if (is_sparse(objects, from) && !has_array(memory, from)) {
        if (object_at(objects, to)->provenance)
            object_clear_provenance(object_own(memory->objects, to), to_offset, size);
        copy_pieces(memory, to, to_offset, from, from_offset, size);
        return true;
    }
    if (is_large(objects, from)) return false;
    contents_make_dense(memory, from);
    if (object_at(objects, from)->provenance) contents_make_dense(memory, to);
    return false;
}

void contents_fill(Memory *memory, u32 number, u64 offset, u64 size, u8 byte) {
    assert(contents_lie_in(memory->objects, number, offset, size) && !is_array_block(memory->objects, number));
    if (is_sparse(memory->objects, number)) {
        Sparse *sparse = sparse_fill(own_sparse(memory, number), offset, size, (ByteBinding){.byte = byte});
        contents_own(memory, number)->sparse = sparse;
        if (sparse_is_full(sparse)) contents_make_dense(memory, number);
        return;
    }
    Object *object = object_own(memory->objects, number);
    memset(object->bytes + offset, byte, size);
    if (object->undefined) memset(object->undefined + offset, 0, size);
    object_clear_provenance(object, offset, size);
}

void contents_begin_sparse(Memory *memory, u32 number, bool cleared) {
    assert(is_sparse(memory->objects, number) && !object_at(memory->objects, number)->contents);
    Contents *contents = contents_own(memory, number);
    contents->is_sparse = true;
    contents->sparse = sparse_new(object_info(memory->objects, number)->size, cleared);
}

static bool has_terms(const Sparse *sparse) {
    for (u32 i = 0; i < sparse->piece_count; i++) {
        const Piece *piece = &sparse_pieces(sparse)[i];
        for (u32 k = 0; piece->kind == PIECE_LEAF && k < LEAF_BYTES; k++)
            if (sparse_leaf(sparse, piece)->terms[k]) return true;
    }
    return false;
}

void contents_make_dense(Memory *memory, u32 number) {
    if (!is_sparse(memory->objects, number)) return;
    assert(!is_large(memory->objects, number));
    Contents *contents = contents_own(memory, number);
    Sparse *sparse = contents->sparse;
    u64 size = sparse->size;
    u8 *bytes = storage_new(size), *undefined = storage_new(size);
    Term ***chunks = has_terms(sparse) ? new_chunks(size) : NULL;
    for (u32 i = 0; i < sparse->piece_count; i++) {
        const Piece *piece = &sparse_pieces(sparse)[i];
        u64 length = sparse_piece_end(sparse, i) - piece->start;
        const Leaf *leaf = piece->kind == PIECE_LEAF ? sparse_leaf(sparse, piece) : NULL;
        if (leaf) memcpy(bytes + piece->start, leaf->bytes, length);
        else memset(bytes + piece->start, piece->kind == PIECE_FILLED ? piece->byte : 0, length);
        if (leaf) memcpy(undefined + piece->start, leaf->undefined, length);
        else memset(undefined + piece->start, piece->kind == PIECE_UNDEFINED ? 0xff : 0, length);
        if (leaf && chunks) memcpy(chunk_term(chunks, size, piece->start), leaf->terms, length * sizeof(Term *));
    }
    storage_drop(sparse);
    contents->chunks = chunks;
    contents->is_sparse = false;
    ObjectInfo *info = object_own_info(memory->objects, number);
    info->is_sparse = false;
    Object *object = object_own(memory->objects, number);
    object->bytes = bytes;
    object->undefined = undefined;
    object->readable = info->is_conditional ? 0 : (u32)size;
    object->writable = object->readable && !info->is_constant ? (u32)size : 0;
    memory->objects->grown += size;
    memory->objects->made_dense++;
}

/* ---- Copies ---- */

static void copy_plainly(const Objects *objects, u32 from, u64 offset, u64 size, u8 *bytes, u8 *masks) {
    const Object *source = object_at(objects, from);
    for (u64 i = 0; !source->bytes && i < size; i++) {
        ByteBinding binding = contents_binding(objects, from, offset + i);
        bytes[i] = binding.byte;
        masks[i] = binding.mask;
    }
    if (!source->bytes) return;
    memcpy(bytes, source->bytes + offset, size);
    if (source->undefined) memcpy(masks, source->undefined + offset, size);
    else memset(masks, 0, size);
}

void contents_copy(Memory *memory, u32 to, u64 to_offset, u32 from, u64 from_offset, u64 size) {
    assert(contents_lie_in(memory->objects, from, from_offset, size) &&
           contents_lie_in(memory->objects, to, to_offset, size));
    if (is_array_block(memory->objects, from) || is_array_block(memory->objects, to)) {
        copy_array(memory, to, to_offset, from, from_offset, size);
        return;
    }
    bool is_any_sparse = is_sparse(memory->objects, from) || is_sparse(memory->objects, to);
    if (is_any_sparse && copy_sparse(memory, to, to_offset, from, from_offset, size)) return;
    const Object *source = object_at(memory->objects, from);
    bool has_bytes = !is_sparse(memory->objects, from) && !is_sparse(memory->objects, to);
    if (has_bytes && contents_are_plain(memory->objects, from, from_offset, size)) {
        Object *target = object_own(memory->objects, to);
        memmove(target->bytes + to_offset, object_at(memory->objects, from)->bytes + from_offset, size);
        if (target->undefined) memset(target->undefined + to_offset, 0, size);
        if (memory->objects->placement) copy_provenance(memory, to, to_offset, from, from_offset, size);
        return;
    }
    u32 *owners = NULL; /* of the source's words, as they were before anything is written */
    if (source->provenance) {
        u64 size_of_owners = storage_header(source->provenance)->size;
        owners = memcpy(xmalloc(size_of_owners), source->provenance, size_of_owners);
    }
    Term **terms = xmalloc(size * sizeof *terms);
    u8 *bytes = xmalloc(size), *masks = xmalloc(size);
    copy_plainly(memory->objects, from, from_offset, size, bytes, masks);
    if (is_outside(memory, from)) read_words(memory, from, from_offset, size);
    for (u64 i = 0; i < size; i++) terms[i] = masks[i] ? byte_to_copy(memory, from, from_offset + i) : NULL;
    for (u64 i = 0; i < size; i++) set_copied(memory, to, to_offset + i, terms[i], bytes[i], masks[i]);
    if (owners) {
        Object *target = object_own(memory->objects, to);
        object_make_provenance_for(target, object_info(memory->objects, to)->size);
        object_copy_provenance(target, to_offset, &(Object){.provenance = owners}, from_offset, size);
    }
    free(owners);
    free(terms);
    free(bytes);
    free(masks);
}

/* ---- Whole objects as arrays ---- */

/* The byte is undefined, and that is all: the bits. What is from outside has a value that nobody knows. */
static u8 unread_mask(const Memory *memory, u32 number, u64 offset) {
    const Object *object = object_at(memory->objects, number);
    const Contents *contents = object->contents;
    bool is_known = contents && (contents->array || contents_term(contents, offset));
    return is_known || is_outside(memory, number) || !memory->has_masks || !object->undefined
               ? 0
               : object->undefined[offset];
}

bool contents_are_pictured(const Memory *memory, u32 number, u64 offset, u64 size) {
    assert(!is_array_block(memory->objects, number) && !is_sparse(memory->objects, number));
    for (u64 i = offset; i < offset + size; i++)
        if (mask_at(memory->objects, number, i) && !unread_mask(memory, number, i)) return false;
    return true;
}

void picture_add(Picture *picture, const Memory *memory, u32 number, u32 at) {
    const Object *object = object_at(memory->objects, number);
    u64 size = object_info(memory->objects, number)->size;
    assert((u64)at + size <= picture->size && at % picture->element == 0);
    memcpy(picture->bytes + at, object->bytes, size);
    if (object->provenance && picture->element == 4) {
        if (!picture->owners) picture->owners = xcalloc(picture->size / 4, sizeof(u32));
        memcpy(picture->owners + at / 4, object->provenance, (size + 3) / 4 * sizeof(u32));
    }
    if (!object->undefined) return;
    for (u64 i = 0; i < size; i++) {
        u8 mask = unread_mask(memory, number, i);
        if (mask && !picture->masks) picture->masks = xcalloc(1, picture->size);
        if (!mask) continue;
        picture->masks[at + i] = mask;
        picture->bytes[at + i] &= (u8)~mask;
        picture->of_undefined = number;
    }
}

Picture picture_of(u64 size, u32 element) {
    Picture picture = {.size = align_up(MAX(size, (u64)1), element), .element = element};
    picture.bytes = xcalloc(1, picture.size);
    return picture;
}

Term *picture_array(Picture *picture, Memory *memory) {
    u64 count = picture->size / picture->element;
    u32 bits = picture->element * 8;
    Term *array = picture->owners ? term_data_based(memory->terms, MEMORY_INDEX_BITS, (const u32 *)picture->bytes,
                                                    picture->owners, count)
                                  : term_data(memory->terms, MEMORY_INDEX_BITS, bits, picture->bytes, count);
    if (picture->masks) {
        Term *undefined = memory->new_undefined(memory->self, picture->of_undefined, 8); /* says where it is from */
        Term *masks = term_data(memory->terms, MEMORY_INDEX_BITS, bits, picture->masks, count);
        array = term_tainted(memory->terms, array, masks, term_origin_of(undefined));
    }
    free(picture->bytes);
    free(picture->masks);
    free(picture->owners);
    return array;
}

static Term *plain_array(Memory *memory, u32 number, u32 element) {
    u64 size = object_info(memory->objects, number)->size;
    const Object *object = object_at(memory->objects, number);
    if (!object->undefined && !object->provenance && size % element == 0) /* no copy is needed */
        return term_data(memory->terms, MEMORY_INDEX_BITS, element * 8, object->bytes, size / element);
    Picture picture = picture_of(size, element);
    picture_add(&picture, memory, number, 0);
    return picture_array(&picture, memory);
}

u32 contents_element(const Objects *objects, u32 number) {
    const Contents *contents = object_at(objects, number)->contents;
    return contents && contents->array ? contents->element : 0;
}

bool contents_can_be_array(const Memory *memory, u32 number) {
    return !is_large(memory->objects, number) || memory->has_masks;
}

Term *contents_array(Memory *memory, u32 number, u32 element) {
    assert(element == 1 || !is_large(memory->objects, number));
    if (is_array_block(memory->objects, number)) return array_block_array(memory, number, element);
    Term *bound = is_sparse(memory->objects, number) ? array_of_sparse(memory, number, element) : NULL;
    if (bound) return bound;
    assert(!is_large(memory->objects, number)); /* contents_can_be_array */
    contents_make_dense(memory, number);
    const Contents *contents = object_at(memory->objects, number)->contents;
    bool on_top = contents && contents->array && contents->element == element && contents->at == 0;
    Term *array = on_top ? contents->array : plain_array(memory, number, element);
    ArrayBase base = {.array = array, .is_picture = !on_top};
    return array_overlay(memory, number, base, array, 0, element);
}

void contents_become_array(Memory *memory, u32 number, Term *array, u32 at, u32 element) {
    assert(array_has_elements(array, element));
    Contents *contents = contents_own(memory, number);
    object_clear_provenance(object_own(memory->objects, number), 0, object_info(memory->objects, number)->size);
    storage_drop(contents->chunks);
    contents->chunks = NULL;
    contents->array = array;
    contents->at = at;
    contents->element = element;
    if (contents->is_sparse) contents->sparse = sparse_new(object_info(memory->objects, number)->size, false);
    else if (!is_array_block(memory->objects, number))
        memset(object_own_undefined(memory->objects, number), 0xff, object_info(memory->objects, number)->size);
}

/* ---- Size and life that are terms ---- */

void contents_make_conditional(Memory *memory, u32 number, Term *size, Term *live) {
    assert((!size || size->width == 64) && (!live || live->width == 1));
    Contents *contents = contents_own(memory, number);
    if (size) contents->size = size;
    if (live) contents->live = live;
    object_own_info(memory->objects, number)->is_conditional = true;
    Object *object = object_own(memory->objects, number);
    object->readable = object->writable = 0;
}

void contents_make_certain(Memory *memory, u32 number) {
    assert(!contents_own(memory, number)->size && !contents_own(memory, number)->live);
    ObjectInfo *info = object_own_info(memory->objects, number);
    info->is_conditional = false;
    assert(!object_is_large(info));
    object_own(memory->objects, number)->readable = info->is_sparse ? 0 : (u32)info->size;
}

void contents_forget(Memory *memory, u32 number, u64 offset, u64 size) {
    assert(contents_lie_in(memory->objects, number, offset, size) && !contents_element(memory->objects, number));
    object_clear_provenance(object_own(memory->objects, number), offset, size);
    for (u64 i = 0; i < size; i++) set_copied(memory, number, offset + i, NULL, 0, 0xff);
}

void contents_end_where(Memory *memory, u32 number, Term *condition) {
    const Contents *contents = object_at(memory->objects, number)->contents;
    assert(object_info(memory->objects, number)->state == OBJECT_LIVE);
    if (term_is_false(condition)) return;
    Term *live = term_not(memory->terms, condition);
    if (contents && contents->live) live = term_and(memory->terms, contents->live, live);
    if (term_is_true(condition) || term_is_false(live)) objects_end(memory->objects, number, OBJECT_FREED);
    else contents_make_conditional(memory, number, NULL, live);
}
