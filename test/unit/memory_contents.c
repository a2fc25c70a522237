/* Contents and arrays of bytes: random operations on a few objects against plain arrays of numbers and masks, which is what
 * the bytes are when a model says what the symbols are. Snapshots are taken and loaded in between. The same with large
 * objects that are sparse until much is bound in them, and with a part of objects that have several windows. */
#include "check.h"
#include "memory/bytes/arrays.h"
#include "memory/bytes/contents.h"
#include "memory/store/snapshot.h"
#include "memory/store/storage.h"
#include "term/model.h"

#include <stdlib.h>
#include <string.h>

typedef enum { WITH_BYTES, SPARSE, LARGE } Form;
enum { OBJECTS = 3, SMALL_BYTES = 24, MOST_BYTES = 700, SYMBOLS = 6, OPERATIONS = 300, MOST_SAVED = 6 };

typedef struct {
    u8 bytes[MOST_BYTES];
    u8 masks[MOST_BYTES]; /* undefined bits; without Memory.has_masks: of bytes that were never read */
} Expected;

typedef struct {
    ObjectsSnapshot objects;
    Expected expected[OBJECTS];
} Saved;

typedef struct {
    Objects objects;
    Memory memory;
    TermStore *terms;
    Model *model;
    Term *symbols[SYMBOLS]; /* 32 bits */
    u32 numbers[OBJECTS], sizes[OBJECTS];
    u64 first; /* in each object the first byte that is looked at */
    Expected expected[OBJECTS];
    VEC(Saved) saved;
    u64 seed;
    u32 unknowns;
} Bench;

static u64 next(Bench *b) { return b->seed += 0x9e3779b97f4a7c15u, hash_mix(b->seed); }
static u32 below(Bench *b, u32 n) { return (u32)(next(b) % n); }

static Term *new_symbol(Bench *b, const char *prefix, u32 width) {
    char name[32];
    snprintf(name, sizeof name, "%s%u", prefix, b->unknowns++);
    Term *symbol = term_symbol(b->terms, name, width);
    model_set(b->model, symbol, term_const(b->terms, width, next(b) & low_mask(width)));
    return symbol;
}

static Term *new_undefined(void *self, u32 object, u32 width) {
    Bench *b = self;
    if (width > 64)
        return term_concat(b->terms, new_undefined(self, object, 64), new_undefined(self, object, width - 64));
    if (!b->memory.has_masks) return new_symbol(b, "undefined", width);
    return term_tainted(b->terms, term_const(b->terms, width, 0), term_const(b->terms, width, low_mask(width)), 1);
}

static void undefine(Bench *b, u32 i) {
    u8 *masks = object_own_undefined(&b->objects, b->numbers[i]);
    for (u32 k = 0; k < b->sizes[i]; k++) {
        masks[k] = below(b, 2) ? 0xff : (u8)next(b);
        object_own(&b->objects, b->numbers[i])->bytes[k] = b->expected[i].bytes[k] = (u8)next(b);
        b->expected[i].masks[k] = masks[k];
    }
}

/* What is looked at of large ones is about where a window ends, or offsets of 32 bits do, or is all there is to the end. */
static u64 some_first(Bench *b, u64 *behind) {
    static const u64 places[] = {(u64)3 << 30, (u64)1 << 32, (u64)7 << 30, ((u64)1 << 40) - 2 * MOST_BYTES};
    u64 place = places[below(b, COUNT_OF(places))] - below(b, MOST_BYTES);
    *behind = below(b, 2) ? below(b, 1000) : 0;
    return place;
}

static void begin_sparse_objects(Bench *b, Form form) {
    u64 behind = 0;
    b->first = form == LARGE ? some_first(b, &behind) : 0;
    for (u32 i = 0; i < OBJECTS; i++) {
        bool is_cleared = below(b, 2);
        b->sizes[i] = i == 1 ? b->sizes[0] : 100 + below(b, MOST_BYTES - 99);
        b->numbers[i] = objects_new_sparse(&b->objects, OBJECT_HEAP, b->first + b->sizes[i] + behind, 16);
        contents_begin_sparse(&b->memory, b->numbers[i], is_cleared);
        memset(b->expected[i].masks, is_cleared ? 0 : 0xff, b->sizes[i]);
    }
}

static void begin(Bench *b, u64 seed, u32 pointer_bytes, bool has_masks, Form form) {
    *b = (Bench){.seed = seed, .terms = term_store_new()};
    b->model = model_new(b->terms);
    objects_init(&b->objects, pointer_bytes, 1 << 20, true);
    b->memory = (Memory){
        .objects = &b->objects, .terms = b->terms, .self = b, .new_undefined = new_undefined, .has_masks = has_masks};
    for (u32 i = 0; i < SYMBOLS; i++) b->symbols[i] = new_symbol(b, "s", 32);
    if (form != WITH_BYTES) {
        begin_sparse_objects(b, form);
        return;
    }
    for (u32 i = 0; i < OBJECTS; i++) {
        b->sizes[i] = 9 + below(b, SMALL_BYTES - 8);
        b->numbers[i] = objects_new_heap(&b->objects, b->sizes[i], 16, true);
        if (below(b, 2)) undefine(b, i);
    }
}

static void end(Bench *b) {
    for (u32 i = 0; i < b->saved.count; i++) objects_snapshot_free(&b->saved.at[i].objects);
    vec_free(&b->saved);
    objects_free(&b->objects);
    model_release(b->model);
    term_store_free(b->terms);
}

/* ---- What is there against what is expected ---- */

static u64 number_of(Bench *b, Term *term) { return model_eval(b->model, term)->value; }

static bool is_unread(Bench *b, u32 i, u32 offset) { return !b->memory.has_masks && b->expected[i].masks[offset]; }

/* A byte that was read. The first time its undefined bits are whatever they are from now on. */
static void check_byte(Bench *b, u32 i, u32 offset, Term *byte) {
    Expected *expected = &b->expected[i];
    u8 value = (u8)number_of(b, term_value_of(byte)), mask = (u8)number_of(b, term_mask_of(b->terms, byte));
    CHECK(!((value ^ expected->bytes[offset]) & (u8)~expected->masks[offset]));
    if (is_unread(b, i, offset)) {
        expected->bytes[offset] = value;
        expected->masks[offset] = 0;
    }
    CHECK(mask == expected->masks[offset]);
}

static void check_value(Bench *b, u32 i, u32 offset, Term *value, u32 size) {
    CHECK(value->width == size * 8);
    for (u32 k = 0; k < size; k++) check_byte(b, i, offset + k, term_extract(b->terms, value, k * 8, 8));
}

/* Bytes that had to be read for an array, or for a copy into one. */
static void take_first_reads(Bench *b, u32 i) {
    for (u32 k = 0; k < b->sizes[i]; k++)
        if (is_unread(b, i, k) && contents_is_known(&b->memory, b->numbers[i], b->first + k))
            check_byte(b, i, k, contents_load(&b->memory, b->numbers[i], b->first + k, 1));
}

static void check_all(Bench *b) {
    for (u32 i = 0; i < OBJECTS; i++)
        for (u32 k = 0; k < b->sizes[i]; k++) {
            if (is_unread(b, i, k)) CHECK(!contents_is_known(&b->memory, b->numbers[i], b->first + k));
            else check_byte(b, i, k, contents_load(&b->memory, b->numbers[i], b->first + k, 1));
        }
}

/* ---- Operations ---- */

static void expect(Bench *b, u32 i, u32 offset, Term *value, u32 size) {
    for (u32 k = 0; k < size; k++) {
        Term *byte = term_extract(b->terms, value, k * 8, 8);
        b->expected[i].bytes[offset + k] = (u8)number_of(b, term_value_of(byte));
        b->expected[i].masks[offset + k] = (u8)number_of(b, term_mask_of(b->terms, byte));
    }
}

/* Numbers, terms, and with masks numbers and terms that are undefined in part. */
static Term *some_value(Bench *b, u32 size) {
    u32 width = size * 8;
    Term *symbol = b->symbols[below(b, SYMBOLS)], *number = term_const(b->terms, width, next(b) & low_mask(width));
    Term *wide = width > 32 ? term_zext(b->terms, symbol, width) : term_extract(b->terms, symbol, 0, width);
    Term *value = below(b, 3) ? term_xor(b->terms, wide, number) : number;
    if (!b->memory.has_masks || below(b, 3)) return value;
    return term_tainted(b->terms, value, term_const(b->terms, width, next(b) & low_mask(width)), 1);
}

/* An offset that the model says is `offset` and whose lowest bits are known to be zero. */
static Term *symbolic_position(Bench *b, u32 offset, u32 zeros) {
    Term *moved = term_shl(b->terms, b->symbols[below(b, SYMBOLS)], term_const(b->terms, 32, zeros));
    Term *rest = term_const(b->terms, 32, (u32)(offset - number_of(b, moved)));
    Term *first = term_const(b->terms, MEMORY_INDEX_BITS, b->first);
    return term_add(b->terms, term_zext(b->terms, term_add(b->terms, moved, rest), MEMORY_INDEX_BITS), first);
}

typedef struct {
    u32 i, offset, size, element;
    Term *at, *array;
} Spot;

/* Somewhere in an object, which is looked at as an array. */
static Spot some_spot(Bench *b) {
    Spot spot = {.i = below(b, OBJECTS), .size = 1u << below(b, 4)};
    u32 zeros = below(b, (u32)__builtin_ctz(spot.size) + 1);
    spot.offset = below(b, b->sizes[spot.i] - spot.size + 1) >> zeros << zeros;
    spot.at = symbolic_position(b, spot.offset, zeros);
    u32 number = b->numbers[spot.i];
    spot.element = array_element_for(spot.at, spot.size, contents_element(&b->objects, number));
    if (b->first) spot.element = 1;
    spot.array = contents_array(&b->memory, number, spot.element);
    take_first_reads(b, spot.i);
    return spot;
}

static void load_from_array(Bench *b) {
    Spot spot = some_spot(b);
    Term *value = array_load(b->terms, spot.array, spot.element, spot.at, spot.size);
    check_value(b, spot.i, spot.offset, value, spot.size);
}

static void store_to_array(Bench *b) {
    Spot spot = some_spot(b);
    Term *value = some_value(b, spot.size);
    Term *after = array_store(b->terms, spot.array, spot.element, spot.at, value, spot.size);
    contents_become_array(&b->memory, b->numbers[spot.i], after, 0, spot.element);
    CHECK(contents_element(&b->objects, b->numbers[spot.i]) == spot.element);
    expect(b, spot.i, spot.offset, value, spot.size);
}

/* An object that is some elements of an array of others, not the first ones. */
static void become_part_of_an_array(Bench *b) {
    if (b->first) return;
    u32 i = below(b, OBJECTS), element = 1u << below(b, 4), at = 1 + below(b, 5);
    char name[32];
    snprintf(name, sizeof name, "array%u", b->unknowns++);
    Term *array = term_symbol_array(b->terms, name, MEMORY_INDEX_BITS, element * 8);
    for (u32 k = 0; k * element < b->sizes[i]; k++) {
        Term *read = term_select(b->terms, array, term_const(b->terms, MEMORY_INDEX_BITS, at + k));
        u64 value = next(b) & low_mask(element * 8);
        model_set(b->model, read, term_const(b->terms, element * 8, value));
        u32 size = MIN(element, b->sizes[i] - k * element);
        memcpy(b->expected[i].bytes + k * element, &value, size);
        memset(b->expected[i].masks + k * element, 0, size);
    }
    contents_become_array(&b->memory, b->numbers[i], array, at, element);
}

static void store(Bench *b) {
    u32 i = below(b, OBJECTS), size = 1 + below(b, 8), offset = below(b, b->sizes[i] - size + 1);
    Term *value = some_value(b, size);
    contents_store(&b->memory, b->numbers[i], b->first + offset, value, size);
    expect(b, i, offset, value, size);
    if (term_is_const(value)) CHECK(contents_are_plain(&b->objects, b->numbers[i], b->first + offset, size));
}

/* As the fast path does it: without a look at what the byte was. */
static void store_plain(Bench *b) {
    u32 i = below(b, OBJECTS), offset = below(b, b->sizes[i]);
    if (object_info(&b->objects, b->numbers[i])->is_sparse) return; /* there is no fast path to it */
    Object *object = object_own(&b->objects, b->numbers[i]);
    object->bytes[offset] = b->expected[i].bytes[offset] = (u8)next(b);
    if (object->undefined) object->undefined[offset] = 0;
    b->expected[i].masks[offset] = 0;
}

static void load(Bench *b) {
    u32 i = below(b, OBJECTS), size = 1 + below(b, 8), offset = below(b, b->sizes[i] - size + 1);
    check_value(b, i, offset, contents_load(&b->memory, b->numbers[i], b->first + offset, size), size);
}

static void copy(Bench *b) {
    u32 to = below(b, OBJECTS), from = below(b, 2) ? to : below(b, OBJECTS);
    u32 size = below(b, MIN(b->sizes[to], b->sizes[from]) + 1);
    u32 to_offset = below(b, b->sizes[to] - size + 1), from_offset = below(b, b->sizes[from] - size + 1);
    contents_copy(&b->memory, b->numbers[to], b->first + to_offset, b->numbers[from], b->first + from_offset, size);
    memmove(b->expected[to].bytes + to_offset, b->expected[from].bytes + from_offset, size);
    memmove(b->expected[to].masks + to_offset, b->expected[from].masks + from_offset, size);
    take_first_reads(b, to);
}

static void fill(Bench *b) {
    u32 i = below(b, OBJECTS), size = 1 + below(b, b->sizes[i]), offset = below(b, b->sizes[i] - size + 1);
    u8 byte = (u8)next(b);
    contents_fill(&b->memory, b->numbers[i], b->first + offset, size, byte);
    memset(b->expected[i].bytes + offset, byte, size);
    memset(b->expected[i].masks + offset, 0, size);
}

static void copy_whole(Bench *b) {
    u32 to = below(b, 2), size = MIN(b->sizes[0], b->sizes[1]);
    contents_copy(&b->memory, b->numbers[to], 0, b->numbers[1 - to], 0, b->first + size);
    memcpy(b->expected[to].bytes, b->expected[1 - to].bytes, size);
    memcpy(b->expected[to].masks, b->expected[1 - to].masks, size);
    take_first_reads(b, to);
}

static void save(Bench *b) {
    if (b->saved.count == MOST_SAVED) return;
    Saved saved;
    objects_save(&b->objects, &saved.objects, b->saved.count ? &vec_last(&b->saved).objects : NULL);
    memcpy(saved.expected, b->expected, sizeof saved.expected);
    vec_push(&b->saved, saved);
}

static void load_saved(Bench *b) {
    if (!b->saved.count) return;
    const Saved *saved = &b->saved.at[below(b, b->saved.count)];
    objects_load(&b->objects, &saved->objects);
    memcpy(b->expected, saved->expected, sizeof saved->expected);
}

static void random_operations(u64 seed, u32 pointer_bytes, bool has_masks, Form form) {
    static void (*const operations[])(Bench *) = {
        store, store, store_plain, load, copy,      load_from_array, store_to_array, become_part_of_an_array,
        copy,  save,  load_saved,  fill, copy_whole};
    Bench b;
    begin(&b, seed, pointer_bytes, has_masks, form);
    for (u32 i = 0; i < OPERATIONS; i++) {
        operations[below(&b, COUNT_OF(operations))](&b);
        if (i % 16 == 0) check_all(&b);
        if (checks_failed) {
            printf("seed %llu, pointers of %u, masks %d, form %d, operation %u\n", (unsigned long long)seed,
                   pointer_bytes, has_masks, form, i);
            break;
        }
    }
    check_all(&b);
    end(&b);
}

/* ---- One by one ---- */

static void numbers_are_plain_again(void) {
    Bench b;
    begin(&b, 1, 8, false, WITH_BYTES);
    u32 number = objects_new_heap(&b.objects, 8, 16, true);
    CHECK(contents_are_plain(&b.objects, number, 0, 8));
    contents_store(&b.memory, number, 2, b.symbols[0], 4);
    CHECK(contents_are_plain(&b.objects, number, 0, 2) && contents_are_plain(&b.objects, number, 6, 2));
    for (u32 i = 2; i < 6; i++) CHECK(!contents_are_plain(&b.objects, number, i, 1));
    CHECK(contents_load(&b.memory, number, 2, 4) == b.symbols[0]); /* put together again, it is the same term */
    contents_store(&b.memory, number, 3, term_const(b.terms, 8, 7), 1);
    CHECK(contents_are_plain(&b.objects, number, 3, 1) && !contents_are_plain(&b.objects, number, 2, 2));
    contents_become_array(&b.memory, number, term_symbol_array(b.terms, "a", MEMORY_INDEX_BITS, 32), 5, 4);
    Term *element = contents_load(&b.memory, number, 4, 4);
    CHECK(element->op == TERM_SELECT && element->arg[1]->value == 6); /* the whole element, in one piece */
    end(&b);
}

static void ilp32_words_keep_what_they_are_based_on(void) {
    Bench b;
    begin(&b, 2, 4, false, WITH_BYTES);
    u32 one = objects_new_heap(&b.objects, 16, 16, true), other = objects_new_heap(&b.objects, 16, 16, true);
    Term *word = term_based(b.terms, term_const(b.terms, 32, 0x1234), term_const(b.terms, 32, other));
    contents_store(&b.memory, one, 4, word, 4);
    CHECK(contents_are_plain(&b.objects, one, 4, 4) && contents_load(&b.memory, one, 4, 4) == word);
    contents_copy(&b.memory, one, 8, one, 4, 8); /* the ranges overlap */
    CHECK(contents_load(&b.memory, one, 8, 4) == word && contents_load(&b.memory, one, 4, 4) == word);
    contents_store(&b.memory, one, 0, b.symbols[0], 4); /* now something is no number: the long way */
    contents_copy(&b.memory, one, 4, one, 0, 12);
    CHECK(contents_load(&b.memory, one, 4, 4) == b.symbols[0] && contents_load(&b.memory, one, 8, 4) == word);
    contents_copy(&b.memory, other, 1, one, 8, 4); /* not a word any more */
    CHECK(!(contents_load(&b.memory, other, 1, 4)->flags & TERM_HAS_BASED));
    contents_store(&b.memory, one, 9, term_const(b.terms, 8, 0x12), 1); /* the same number, but made of parts */
    CHECK(contents_load(&b.memory, one, 8, 4) == term_const(b.terms, 32, 0x1234));
    end(&b);
}

static void lives_that_are_terms(void) {
    Bench b;
    begin(&b, 3, 8, false, WITH_BYTES);
    u32 number = objects_new_heap(&b.objects, 8, 16, true);
    Term *x = term_extract(b.terms, b.symbols[0], 0, 1), *y = term_extract(b.terms, b.symbols[1], 0, 1);
    contents_end_where(&b.memory, number, term_false(b.terms));
    CHECK(!object_info(&b.objects, number)->is_conditional && object_at(&b.objects, number)->readable == 8);
    contents_end_where(&b.memory, number, x);
    contents_end_where(&b.memory, number, y);
    CHECK(object_info(&b.objects, number)->is_conditional && object_at(&b.objects, number)->readable == 0);
    CHECK(object_at(&b.objects, number)->contents->live ==
          term_and(b.terms, term_not(b.terms, x), term_not(b.terms, y)));
    contents_end_where(&b.memory, number, term_true(b.terms));
    CHECK(object_info(&b.objects, number)->state == OBJECT_FREED);
    end(&b);
}

int main(int argc, char **argv) {
    u64 first = argc > 1 ? strtoull(argv[1], NULL, 0) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 0) : 10;
    numbers_are_plain_again();
    ilp32_words_keep_what_they_are_based_on();
    lives_that_are_terms();
    for (u64 seed = first; seed < first + count && !checks_failed; seed++) {
        for (u32 i = 0; i < 8 && !checks_failed; i++)
            random_operations(seed, i & 1 ? 4 : 8, i & 2, i & 4 ? SPARSE : WITH_BYTES);
        if (!checks_failed) random_operations(seed, 8, true, LARGE);
    }
    return finish();
}
