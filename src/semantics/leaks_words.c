#include "semantics/leaks_words.h"

#include "semantics/lift_ops.h"

#include "memory/store/storage.h"

#include <string.h>

/* ---- Guesses ----
 *
 * Any input of the size of a pointer has values that are the address of a block. The block is not kept by that: nobody
 * can know its address. So a word in which a byte is nothing but input counts only where the path has bound it. */

static bool names_object(const Objects *objects, u64 value) {
    u32 high = pointer_object(value), low = (u32)value;
    if (high && object_info(objects, high)->kind != OBJECT_NONE) return true;
    if (objects->placement) return low && objects_at_address(objects, low);
    return !high && low >= STATIC_OBJECTS && low < objects->next;
}

/* What stands in arrays may be an address, or the number of the object that one is based on. */
static bool names_object_in_array(const Objects *objects, u64 value) {
    return names_object(objects, value) || (value >= STATIC_OBJECTS && value < objects->next);
}

static bool names_block_in_bytes(const Objects *objects, const u8 *bytes) {
    u32 number, blocks[2];
    memcpy(&number, bytes, sizeof number);
    return number && (leak_blocks_at(objects, number, 0, blocks) || leak_blocks_at(objects, 0, number, blocks));
}

/* Large tables are not looked through. */
enum { MOST_ELEMENTS = 1 << 16 };

/* A constant table of pointers, or one of bytes among which there are four that name a block. */
static bool holds_pointer(const Objects *objects, const TermData *data) {
    if (data->objects || data->count > MOST_ELEMENTS) return true;
    if (data->width >= 32) {
        for (u64 i = 0; i < data->count; i++)
            if (names_object_in_array(objects, term_data_at(data, i))) return true;
        return false;
    }
    const u8 *bytes = data->source;
    u64 size = data->count * (data->width / 8);
    for (u64 i = 0; i + 4 <= size; i++)
        if (names_block_in_bytes(objects, bytes + i)) return true;
    return false;
}

/* Bytes that are stored one by one: the number of an object has some that are zero, an address may have any. */
static bool may_be_part_of_number(const Objects *objects, const Term *constant) {
    for (u32 i = 0; i < constant->width; i += 8)
        if (!(constant->value >> i & 0xff)) return true;
    return objects->placement != NULL;
}

/* A constant that is, or may be a part of, a pointer. */
static bool may_name_object(const Objects *objects, const Term *constant, bool in_array) {
    if (constant->width > 64) return false;
    if (constant->width < 32) return in_array && may_be_part_of_number(objects, constant);
    return in_array ? names_object_in_array(objects, constant->value) : names_object(objects, constant->value);
}

/* What the value of a term is made of; not what its conditions and indices are. */
static void push_parts(const Term *t, TermVec *work) {
    switch (t->op) {
    case TERM_ITE:
        vec_push(work, t->arg[1]);
        vec_push(work, t->arg[2]);
        break;
    case TERM_SELECT: vec_push(work, t->arg[0]); break;
    case TERM_FILLED: /* all its bytes are the same */
        if (t->width >= 32) vec_push(work, t->arg[0]);
        break;
    case TERM_STORE:
    case TERM_COPY:
    case TERM_FILL:
        vec_push(work, t->arg[0]);
        vec_push(work, t->arg[2]);
        break;
    default:
        for (u32 i = 0; i < t->arity; i++) vec_push(work, t->arg[i]);
    }
}

static bool array_holds_pointer(Machine *m, Term *array);

/* A number of some object may be in it: a constant, or memory with one. */
static bool is_made_of_pointers(Machine *m, Term *term, bool in_array) {
    TermVec work = {0};
    Map seen = {0};
    bool found = false;
    vec_push(&work, term);
    while (work.count && !found) {
        Term *t = vec_pop(&work);
        bool is_condition = t->width == 1 && !term_is_array(t);
        if (is_condition || map_get_ptr(&seen, t)) continue;
        map_put_ptr(&seen, t, t);
        if (term_is_array(t) && !in_array) {
            found = array_holds_pointer(m, t);
            continue;
        }
        found = (term_is_const(t) && may_name_object(&m->objects, t, in_array)) ||
                (t->op == TERM_DATA && holds_pointer(&m->objects, t->data));
        push_parts(t, &work);
    }
    vec_free(&work);
    map_free(&seen);
    return found;
}

/* Many bytes are read from one array, so what was found out of it is kept. */
static bool array_holds_pointer(Machine *m, Term *array) {
    u64 known;
    if (map_get(&m->symbolic->leak_arrays, (u64)(uintptr_t)array, &known)) return known;
    bool holds = is_made_of_pointers(m, array, true);
    map_put(&m->symbolic->leak_arrays, (u64)(uintptr_t)array, holds);
    return holds;
}

void leak_forget_arrays(Machine *m) { map_clear(&m->symbolic->leak_arrays); }

enum { MOST_CHOICES = 16 }; /* of a byte that are looked at one by one */

static bool is_input(Machine *m, Term *byte, u32 depth) {
    if (term_is_const(byte)) return false;
    if (byte->op == TERM_ITE && depth < MOST_CHOICES)
        return is_input(m, byte->arg[1], depth + 1) && is_input(m, byte->arg[2], depth + 1);
    return byte->op == TERM_SYMBOL || !is_made_of_pointers(m, byte, false);
}

static bool has_input_byte(Machine *m, Term *half) {
    for (u32 i = 0; i < 32; i += 8)
        if (is_input(m, term_extract(m->symbolic->terms, half, i, 8), 0)) return true;
    return false;
}

static bool is_guess(Machine *m, const LeakWord *word) {
    if (word->object && (!m->objects.placement || !term_is_const(word->object))) return has_input_byte(m, word->object);
    return has_input_byte(m, word->address);
}

/* ---- Words in memory ---- */

/* Where a byte comes from. */
typedef enum { BYTE_NUMBER, BYTE_TERM, BYTE_ELEMENT, BYTE_UNDEFINED } ByteKind;

static ByteKind kind_of_byte(const Object *object, u64 offset) {
    const Contents *contents = object->contents;
    if (!object->undefined || !object->undefined[offset]) return BYTE_NUMBER;
    if (contents && contents_term(contents, offset)) return BYTE_TERM;
    return contents && contents->array ? BYTE_ELEMENT : BYTE_UNDEFINED;
}

static bool is_known(const Object *object, u64 offset, u64 size) {
    for (u32 i = 0; i < size; i++)
        if (kind_of_byte(object, offset + i) == BYTE_UNDEFINED) return false;
    return true;
}

static bool has_bytes_of(const Object *object, u64 offset, ByteKind kind) {
    for (u32 i = 0; i < 4; i++)
        if (kind_of_byte(object, offset + i) == kind) return true;
    return false;
}

/* Plain input, for some values of a choice at least. */
static bool may_be_bare_input(const Term *byte, u32 depth) {
    if (byte->op == TERM_ITE && depth < MOST_CHOICES)
        return may_be_bare_input(byte->arg[1], depth + 1) || may_be_bare_input(byte->arg[2], depth + 1);
    return byte->op == TERM_SYMBOL || (byte->op == TERM_EXTRACT && byte->arg[0]->op == TERM_SYMBOL);
}

/* A byte by itself that is plain input, as in text and in tables that text is written to: no word that is not aligned is
 * taken for a pointer with it. */
static bool has_bare_input(const Object *object, u64 offset) {
    for (u32 i = 0; i < 4; i++)
        if (kind_of_byte(object, offset + i) == BYTE_TERM &&
            may_be_bare_input(contents_term(object->contents, offset + i), 0))
            return true;
    return false;
}

/* Whether the four bytes that say where a pointer leads (all of it, or its high half) may stand here. Arrays have elements
 * of the size that is accessed most, so a pointer hardly ever lies across them. */
static bool may_stand_at(const Machine *m, const Object *object, u64 offset, bool thorough) {
    bool is_aligned = m->objects.placement ? offset % 4 == 0 : offset % 8 == 4;
    if (is_aligned) return true;
    if (has_bare_input(object, offset)) return false;
    if (thorough || !has_bytes_of(object, offset, BYTE_ELEMENT)) return true;
    u32 element = object->contents->element; /* of bytes: text, and tables of characters */
    return element > 1 && element <= 4 && offset % element == 0;
}

static Term *load(Machine *m, u32 object, u64 offset) {
    Symbolic *s = m->symbolic;
    bool is_whole = !m->objects.placement && is_known(object_at(&m->objects, object), offset - 4, 4);
    if (!is_whole) return contents_load(&s->memory, object, offset, 4);
    return term_extract(s->terms, contents_load(&s->memory, object, offset - 4, 8), 32, 32);
}

/* Conditions of which NULL is the one that holds. */
static Term *both(TermStore *store, Term *a, Term *b) { return a && b ? term_and(store, a, b) : a ? a : b; }

/* ---- Arrays without pointers ----
 *
 * In LP64 the number of a block is in the high half of a pointer, and its third byte is one of few. An array no element of
 * which can have such a byte holds no pointer: so buffers of text and numbers need not be looked at word by word. */

typedef struct {
    u8 low, high; /* the third byte of the number of a block is one of these */
} ThirdByte;

static bool value_may_have(const Term *value, ThirdByte third) {
    if (value->width > 64) return true;
    for (u32 at = 0; at + 8 <= value->width; at += 8) {
        u8 zeros = (u8)(value->facts.zeros >> at), ones = (u8)(value->facts.ones >> at);
        for (u32 byte = third.low; byte <= third.high; byte++)
            if (!(byte & zeros) && (byte & ones) == ones) return true;
    }
    return false;
}

static bool data_may_have(const TermData *data, ThirdByte third) {
    for (u64 i = 0; i < data->count; i++) {
        u64 value = term_data_at(data, i);
        for (u32 at = 0; at < data->width; at += 8)
            if ((u8)(value >> at) >= third.low && (u8)(value >> at) <= third.high) return true;
    }
    return false;
}

static bool array_may_have(Machine *m, Term *array, ThirdByte third) {
    TermVec stack = {0};
    Map seen = {0};
    bool found = false;
    vec_push(&stack, term_value_of(array));
    while (stack.count && !found) {
        const Term *t = vec_pop(&stack);
        if (map_get(&seen, (u64)(uintptr_t)t, NULL)) continue;
        map_put(&seen, (u64)(uintptr_t)t, 1);
        switch (t->op) {
        case TERM_STORE:
        case TERM_FILL:
            found = value_may_have(t->arg[2], third);
            vec_push(&stack, t->arg[0]);
            break;
        case TERM_COPY:
            vec_push(&stack, t->arg[0]);
            vec_push(&stack, t->arg[2]);
            break;
        case TERM_ITE:
            vec_push(&stack, t->arg[1]);
            vec_push(&stack, t->arg[2]);
            break;
        case TERM_FILLED: found = value_may_have(t->arg[0], third); break;
        case TERM_DATA: found = data_may_have(t->data, third); break;
        default: found = true; break;
        }
    }
    vec_free(&stack);
    map_free(&seen);
    return found;
}

/* False: any byte can be one. */
static bool third_byte_of_blocks(const Machine *m, ThirdByte *third) {
    *third = (ThirdByte){.low = (u8)(STATIC_OBJECTS >> 16), .high = (u8)((m->objects.next - 1) >> 16)};
    return !m->objects.placement && m->objects.next <= 1u << 24;
}

static bool array_may_hold_pointer(Machine *m, const Contents *contents) {
    ThirdByte third;
    return !third_byte_of_blocks(m, &third) || array_may_have(m, contents->array, third);
}

static bool byte_may_be(const Leaf *leaf, u32 at, ThirdByte third) {
    if (leaf->terms[at]) return value_may_have(term_value_of(leaf->terms[at]), third);
    return !leaf->undefined[at] && leaf->bytes[at] >= third.low && leaf->bytes[at] <= third.high;
}

bool leak_sparse_may_hold_pointer(Machine *m, const Contents *contents) {
    const Sparse *sparse = contents->sparse;
    ThirdByte third;
    if (!contents->array && !sparse->leaf_count) return false; /* one number for all bytes of a run is none */
    if (!third_byte_of_blocks(m, &third)) return true;
    bool found = contents->array && array_may_have(m, contents->array, third);
    for (u32 i = 0; i < sparse->piece_count && !found; i++) {
        const Piece *piece = &sparse_pieces(sparse)[i];
        if (piece->kind == PIECE_FILLED) found = piece->byte >= third.low && piece->byte <= third.high;
        for (u32 at = 0; piece->kind == PIECE_LEAF && at < LEAF_BYTES && !found; at++)
            found = byte_may_be(sparse_leaf(sparse, piece), at, third);
    }
    return found;
}

/* The word has its last byte at offset + 3, of an object that has not been freed. */
static Term *exists_at(Machine *m, u32 object, u64 offset) {
    TermStore *store = m->symbolic->terms;
    const Contents *contents = object_at(&m->objects, object)->contents;
    Term *fits = contents->size ? term_ult(store, term_const(store, 64, offset + 3), contents->size) : NULL;
    return both(store, fits, contents->live);
}

/* The object and, in ILP32, the address of a pointer in a register. */
static LeakWord word_of_pointer(Machine *m, Term *pointer) {
    PointerParts parts = pointer_parts(&m->symbolic->memory, pointer);
    return (LeakWord){.object = parts.object, .address = parts.address};
}

static void visit_number(Machine *m, u32 number, u64 offset, LeakWordVisit *visit, void *self) {
    TermStore *store = m->symbolic->terms;
    const Object *object = object_at(&m->objects, number);
    u32 value, blocks[2];
    memcpy(&value, object->bytes + offset, sizeof value);
    bool is_narrow = m->objects.placement != NULL;
    u32 based_on = is_narrow ? object_provenance(object, offset) : value;
    if (!leak_blocks_at(&m->objects, based_on, value, blocks)) return;
    LeakWord word = {.object = term_const(store, 32, based_on), .exists = exists_at(m, number, offset)};
    if (is_narrow) word.address = term_const(store, 32, value);
    visit(self, &word);
}

/* What is undefined points nowhere, as in the machine: a word with an undefined bit is no pointer. */
static Term *is_defined(Machine *m, Term *word) {
    TermStore *store = m->symbolic->terms;
    return term_is_tainted(word) ? term_not(store, lift_is_set(store, term_mask_of(store, word))) : NULL;
}

static void visit_loaded(Machine *m, u32 number, u64 offset, Term *loaded, LeakWordVisit *visit, void *self) {
    Term *value = term_value_of(loaded);
    bool is_narrow = m->objects.placement != NULL;
    LeakWord word = {.object = value};
    if (is_narrow) word = word_of_pointer(m, pointer_from_word(&m->symbolic->memory, value));
    word.exists = both(m->symbolic->terms, exists_at(m, number, offset), is_defined(m, loaded));
    word.is_guess = is_guess(m, &word);
    visit(self, &word);
}

static void visit_term(Machine *m, u32 number, u64 offset, LeakWordVisit *visit, void *self) {
    visit_loaded(m, number, offset, load(m, number, offset), visit, self);
}

/* An array of characters, none of which is a part of a pointer: its words are not looked at. */
static bool is_text(Machine *m, const Contents *contents) {
    return contents->array && contents->element == 1 && !array_holds_pointer(m, contents->array);
}

static bool is_all_of(const Object *object, u64 offset, ByteKind kind) {
    for (u32 i = 0; i < 4; i++)
        if (kind_of_byte(object, offset + i) != kind) return false;
    return true;
}

/* ---- Words of objects that never get bytes ---- */

bool leak_can_visit_pieces(Machine *m, const Contents *contents) {
    return !contents->array || is_text(m, contents) || !array_may_hold_pointer(m, contents);
}

/* Where a pointer may stand of which this is the high half; bytes of input beside each other are taken for one only where
 * it is aligned (may_stand_at). */
static bool may_stand_in_pieces(const Sparse *sparse, u64 offset) {
    bool has_bare = false;
    for (u32 i = 0; i < 4; i++) {
        ByteBinding byte = sparse_byte(sparse, offset + i);
        if (byte.mask && !byte.term) return false;
        has_bare = has_bare || (byte.term && may_be_bare_input(byte.term, 0));
    }
    return offset % 8 == 4 || !has_bare;
}

/* Where the whole pointer is known it is one value, and not two that may be chosen apart. */
static Term *load_from_pieces(Machine *m, u32 number, const Sparse *sparse, u64 offset) {
    bool is_whole = true;
    for (u64 i = offset - 4; i < offset; i++) {
        ByteBinding byte = sparse_byte(sparse, i);
        is_whole = is_whole && (!byte.mask || byte.term);
    }
    Memory *memory = &m->symbolic->memory;
    if (!is_whole) return contents_load(memory, number, offset, 4);
    return term_extract(memory->terms, contents_load(memory, number, offset - 4, 8), 32, 32);
}

static void visit_in_leaf(Machine *m, u32 number, u64 offset, LeakWordVisit *visit, void *self) {
    const Sparse *sparse = object_at(&m->objects, number)->contents->sparse;
    u32 blocks[2];
    if (!may_stand_in_pieces(sparse, offset)) return;
    Term *loaded = load_from_pieces(m, number, sparse, offset);
    bool is_number = term_is_const(loaded);
    if (is_number && !leak_blocks_at(&m->objects, (u32)loaded->value, 0, blocks)) return;
    visit_loaded(m, number, offset, loaded, visit, self);
}

/* A number has four bytes, and may begin in front of a leaf; LP64, so all runs of one byte are no pointers. */
static void visit_leaves(Machine *m, u32 number, LeakWordVisit *visit, void *self) {
    Sparse *sparse = object_at(&m->objects, number)->contents->sparse;
    storage_keep(sparse);
    for (u32 i = 0; i < sparse->piece_count; i++) {
        const Piece *piece = &sparse_pieces(sparse)[i];
        u64 end = sparse_piece_end(sparse, i);
        for (u64 at = piece->start < 7 ? 4 : piece->start - 3; piece->kind == PIECE_LEAF && at < end; at++)
            if (at + 4 <= sparse->size) visit_in_leaf(m, number, at, visit, self);
    }
    storage_drop(sparse);
}

void leak_visit_words(Machine *m, u32 number, bool thorough, LeakWordVisit *visit, void *self) {
    const Object *object = object_at(&m->objects, number);
    const ObjectInfo *info = object_info(&m->objects, number);
    if (!object->contents || info->is_array) return; /* the latter is not looked into: too many are found lost */
    if (info->is_sparse && object_is_large(info)) visit_leaves(m, number, visit, self);
    if (info->is_sparse) return; /* leak_decide has left those that hold no pointer */
    bool has_text = is_text(m, object->contents);
    bool has_numbers = object->contents->array && !array_may_hold_pointer(m, object->contents); /* alone, as elements */
    for (u32 i = m->objects.placement ? 0 : 4; i + 4 <= info->size; i++) {
        if (has_numbers && kind_of_byte(object, i + 2) == BYTE_ELEMENT) continue;
        u32 masks = 0;
        if (object->undefined) memcpy(&masks, object->undefined + i, sizeof masks);
        if (!masks && info->is_conditional) visit_number(m, number, i, visit, self);
        if (has_text && is_all_of(object, i, BYTE_ELEMENT)) continue;
        if (masks && is_known(object, i, 4) && may_stand_at(m, object, i, thorough))
            visit_term(m, number, i, visit, self);
    }
}

/* ---- Words in registers ---- */

typedef struct {
    Machine *m;
    LeakWordVisit *visit;
    void *self;
} CellVisitor;

static void visit_cell(void *self, const u64 *cell, bool is_tracked) {
    const CellVisitor *visitor = self;
    Machine *m = visitor->m;
    Term *term = is_tracked ? *terms_of(m, cell) : NULL;
    if (!term) return;
    LeakWord word = word_of_pointer(m, term_value_of(term));
    word.exists = is_defined(m, term);
    word.is_guess = is_guess(m, &word);
    visitor->visit(visitor->self, &word);
}

void leak_visit_registers(Machine *m, const Code *ip, u64 *r, LeakWordVisit *visit, void *self) {
    if (m->options.wants_cleanup) return;
    CellVisitor visitor = {m, visit, self};
    leak_visit_cells(m, ip, r, visit_cell, &visitor);
}

/* ---- What a word points to ---- */

bool leak_word_is_number(const LeakWord *word) {
    if (word->exists && !term_is_true(word->exists)) return false;
    bool has_object = !word->object || term_is_const(word->object);
    return has_object && (!word->address || term_is_const(word->address));
}

static Term *is_inside(Machine *m, Term *address, u32 block) {
    TermStore *store = m->symbolic->terms;
    const Object *object = object_at(&m->objects, block);
    Term *offset = term_sub(store, address, term_const(store, 32, object->base));
    Term *size = object->contents && object->contents->size
                     ? term_extract(store, object->contents->size, 0, 32)
                     : term_const(store, 32, object_info(&m->objects, block)->size);
    return term_ule(store, offset, size);
}

static Term *leads_to(Machine *m, const LeakWord *word, u32 block) {
    TermStore *store = m->symbolic->terms;
    Term *is_based = term_false(store), *is_free = term_true(store);
    if (word->object) {
        u32 windows = object_windows(object_info(&m->objects, block)->size);
        Term *window = term_sub(store, word->object, term_const(store, 32, block));
        is_based = windows > 1 ? term_ult(store, window, term_const(store, 32, windows))
                               : term_eq(store, word->object, term_const(store, 32, block));
        is_free = term_eq(store, word->object, term_const(store, 32, 0));
    }
    if (!word->address) return is_based;
    return term_or(store, is_based, term_and(store, is_free, is_inside(m, word->address, block)));
}

Term *leak_points_to(Machine *m, const LeakWord *word, u32 block) {
    Term *leads = leads_to(m, word, block);
    return word->exists ? term_and(m->symbolic->terms, word->exists, leads) : leads;
}

enum { MOST_LEAVES = 256 };

/* The numbers that bits `low` to `low` + 31 of the term can be, if it is a choice between numbers. */
static bool collect_leaves(const Term *term, u32 low, u32 depth, LeakBlocks *values) {
    if (depth > MOST_LEAVES || values->count > MOST_LEAVES) return false;
    if (term_is_const(term) && term->width <= 64) {
        vec_push(values, (u32)(term->value >> low));
        return true;
    }
    if (term->op == TERM_EXTRACT) return collect_leaves(term->arg[0], (u32)term->low + low, depth + 1, values);
    if (term->op == TERM_ITE)
        return collect_leaves(term->arg[1], low, depth + 1, values) &&
               collect_leaves(term->arg[2], low, depth + 1, values);
    if (term->op != TERM_SELECT || term->arg[0]->op != TERM_DATA || term->arg[0]->data->count > MOST_LEAVES)
        return false;
    const TermData *data = term->arg[0]->data;
    vec_push(values, 0); /* what is behind the end */
    for (u64 i = 0; i < data->count; i++) vec_push(values, (u32)(term_data_at(data, i) >> low));
    return true;
}

bool leak_possible_blocks(Machine *m, const LeakWord *word, LeakBlocks *blocks) {
    LeakBlocks values = {0};
    bool is_choice = collect_leaves(word->object, 0, 0, &values);
    for (u32 i = 0; is_choice && i < values.count; i++) {
        u32 found[2];
        if (word->address && !values.at[i]) { /* the address decides, and which goes with it is not known */
            is_choice = false;
            break;
        }
        u32 count = leak_blocks_at(&m->objects, values.at[i], 0, found);
        for (u32 k = 0; k < count; k++) vec_push(blocks, found[k]);
    }
    vec_free(&values);
    return is_choice;
}
