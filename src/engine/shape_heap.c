/* A state as a graph of objects and cells, in an order that does not depend on the numbers that objects happen to have. */
#include "engine/shape_inside.h"
#include "memory/pointer.h"
#include "program/live.h"
#include "semantics/lift.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STRAYING = 1 << 20 }; /* bytes that a pointer may be away from its object */

typedef struct {
    Shape *s;
    Heap *heap;
    u32 split; /* the first unit that may be one of several pointers; NO_THING: none */
    bool is_understood;
} Reader;

static Machine *machine_of(const Reader *reader) { return reader->s->e->m; }
static bool is_32(const Reader *reader) { return machine_of(reader)->objects.placement != NULL; }

/* Numbers of globals and functions are the same in all states; the others depend on the path. */
static bool is_dynamic(const Objects *objects, u32 object) {
    return object >= STATIC_OBJECTS && object < objects->next;
}

static void not_understood(Reader *reader, const char *what) {
    if (reader->is_understood) shape_fail(reader->s, "%s", what);
    reader->is_understood = false;
}

/* ---- Units ---- */

static void add_unit(Reader *reader, Unit unit) {
    unit.thing = NO_THING;
    vec_push(&reader->heap->units, unit);
}

static void add_pointer(Reader *reader, u32 offset, u32 size, u64 pointer) {
    const Objects *objects = &machine_of(reader)->objects;
    u32 object = pointer_object(pointer);
    i64 at = (i64)(u32)pointer - (i64)object_at(objects, object)->base;
    const ObjectInfo *info = object_info(objects, object);
    if (info->kind == OBJECT_STRAY || info->kind == OBJECT_NONE || at < -MOST_STRAYING ||
        at > MOST_STRAYING + (i64)info->size)
        not_understood(reader, "a number looks like a pointer");
    add_unit(reader, (Unit){.kind = UNIT_POINTER, .size = size, .offset = offset, .target = object, .value = (u64)at});
}

static bool is_address_of_block(const Objects *objects, u32 number) {
    u32 object = number ? objects_at_address(objects, number) : 0;
    return object && is_dynamic(objects, object) && object_info(objects, object)->state == OBJECT_LIVE;
}

bool shape_names_objects(Shape *s, Term *term) {
    const Objects *objects = &s->e->m->objects;
    bool is_32 = objects->placement != NULL, names = term->flags & TERM_HAS_BASED;
    TermVec below = {0};
    term_postorder(s->e->terms, &term, 1, &below);
    for (u32 i = 0; i < below.count && !names; i++) {
        const Term *t = below.at[i];
        if (t->op == TERM_DATA) names = true;
        if (!term_is_const(t) || t->width > 64) continue;
        names = is_dynamic(objects, t->width == 64 ? pointer_object(t->value) : t->width == 32 ? (u32)t->value : 0);
        if (t->width == 32 && is_32 && is_address_of_block(objects, (u32)t->value)) names = true;
    }
    vec_free(&below);
    return names;
}

static void add_term(Reader *reader, u32 offset, u32 size, Term *term) {
    if (term_is_tainted(term)) not_understood(reader, "a value is undefined");
    if (reader->split == NO_THING && shape_names_objects(reader->s, term)) reader->split = reader->heap->units.count;
    add_unit(reader, (Unit){.kind = UNIT_TERM, .size = size, .offset = offset, .term = term});
}

/* ---- Bytes of objects ---- */

static bool all_known(Reader *reader, u32 object, u32 offset, u32 size) {
    for (u32 i = 0; i < size; i++)
        if (!contents_is_known(shape_memory(reader->s), object, offset + i)) return false;
    return true;
}

/* How many bytes from here on are undefined. */
static u32 undefined_from(Reader *reader, u32 number, u32 offset, u32 end) {
    const Object *object = object_at(&machine_of(reader)->objects, number);
    u32 i = offset;
    while (object->undefined && i < end && object->undefined[i] == 0xff &&
           (!object->contents || !contents_is_known(shape_memory(reader->s), number, i)))
        i++;
    return i - offset;
}

static void add_plain(Reader *reader, u32 number, u32 offset, u32 size) {
    const Objects *objects = &machine_of(reader)->objects;
    const Object *object = object_at(objects, number);
    u64 value = 0;
    memcpy(&value, object->bytes + offset, size);
    if (is_32(reader) && size == 4) {
        u32 based_on = object_provenance(object, offset);
        value |= (u64)based_on << 32;
        if (!based_on && is_address_of_block(&machine_of(reader)->objects, (u32)value))
            not_understood(reader, "a number is the address of a block");
    }
    if (size == shape_pointer_bytes(reader->s) && is_dynamic(objects, pointer_object(value)))
        add_pointer(reader, offset, size, value);
    else add_unit(reader, (Unit){.kind = UNIT_NUMBER, .size = size, .offset = offset, .value = value});
}

static void read_bytes(Reader *reader, u32 number, u32 offset, u32 size) {
    Memory *memory = shape_memory(reader->s);
    if (contents_are_plain(memory->objects, number, offset, size)) {
        add_plain(reader, number, offset, size);
        return;
    }
    if (undefined_from(reader, number, offset, offset + size) == size) {
        add_unit(reader, (Unit){.kind = UNIT_UNDEFINED, .size = size, .offset = offset});
        return;
    }
    Term *term = all_known(reader, number, offset, size) ? contents_load(memory, number, offset, size) : NULL;
    if (term && (size == 1 || term->op != TERM_CONCAT)) {
        add_term(reader, offset, size, term);
        return;
    }
    if (size == 1) {
        not_understood(reader, "some bits of a byte are undefined");
        return;
    }
    read_bytes(reader, number, offset, size / 2);
    read_bytes(reader, number, offset + size / 2, size / 2);
}

static bool is_pointer_word(const Reader *reader, const Object *object, u32 offset) {
    u64 word = 0;
    if (is_32(reader)) return object_provenance(object, offset);
    memcpy(&word, object->bytes + offset, sizeof word);
    return is_dynamic(&machine_of(reader)->objects, pointer_object(word));
}

/* A pointer that does not stand where pointers do would not be seen as one. What overlaps with one that does is none. */
static void look_for_hidden_pointers(Reader *reader, u32 number, u32 size) {
    const Objects *objects = &machine_of(reader)->objects;
    const Object *object = object_at(objects, number);
    for (u32 i = 0; i + 4 <= size; i++) {
        u32 word;
        u32 bytes = shape_pointer_bytes(reader->s), here = i / bytes * bytes, next = here + bytes;
        bool is_seen = is_32(reader) ? i % 4 == 0 : i % 8 == 4;
        if (is_seen || next > size || is_pointer_word(reader, object, here)) continue;
        if (i + 4 > next && next + bytes <= size && is_pointer_word(reader, object, next)) continue;
        memcpy(&word, object->bytes + i, sizeof word);
        bool looks_so =
            is_32(reader) ? is_address_of_block(&machine_of(reader)->objects, word) : is_dynamic(objects, word);
        if (looks_so && contents_are_plain(objects, number, i, 4))
            not_understood(reader, "a pointer seems to stand at an odd place");
    }
}

static void read_object(Reader *reader, u32 number) {
    const Objects *objects = &machine_of(reader)->objects;
    const ObjectInfo *info = object_info(objects, number);
    const Contents *contents = object_at(objects, number)->contents;
    if (contents && (contents->array || contents->size || contents->live)) {
        not_understood(reader, contents->array ? "an array is written at unknown places"
                                               : "size or life of a block is not certain");
        return;
    }
    if (info->size && !object_at(objects, number)->bytes) {
        not_understood(reader, "a block has no bytes");
        return;
    }
    look_for_hidden_pointers(reader, number, info->size);
    u32 word = shape_pointer_bytes(reader->s);
    for (u32 offset = 0; offset < info->size;) {
        u32 size = undefined_from(reader, number, offset, info->size) / word * word;
        if (size) add_unit(reader, (Unit){.kind = UNIT_UNDEFINED, .size = size, .offset = offset});
        offset += size;
        if (size) continue;
        size = word;
        while (size > info->size - offset) size /= 2;
        read_bytes(reader, number, offset, size);
        offset += size;
    }
}

/* ---- Things ---- */

static void add_thing(Reader *reader, Thing thing) {
    thing.first = reader->heap->units.count;
    thing.owner = NO_THING;
    if (thing.number) {
        map_put(&reader->heap->index, thing.number, reader->heap->things.count + 1);
        if (thing.state == OBJECT_LIVE && !thing.is_initial) read_object(reader, thing.number);
    }
    thing.count = reader->heap->units.count - thing.first;
    vec_push(&reader->heap->things, thing);
}

/* Storage is copied before it is written to, and the first state is kept. */
static bool is_as_in_the_beginning(const Reader *reader, u32 number) {
    const ObjectsSnapshot *first = &reader->s->e->initial->objects;
    const Object *now = object_at(&machine_of(reader)->objects, number);
    u32 page = number / OBJECT_PAGE;
    if (page >= first->page_count || !first->chunks[page / DIRECTORY_CHUNK]) return false;
    const Object *then =
        &first->chunks[page / DIRECTORY_CHUNK]->pages[page % DIRECTORY_CHUNK]->objects[number % OBJECT_PAGE];
    return then->bytes && then->bytes == now->bytes && then->undefined == now->undefined && !now->contents &&
           then->provenance == now->provenance;
}

static void add_object(Reader *reader, u32 number) {
    const Objects *objects = &machine_of(reader)->objects;
    const ObjectInfo *info = object_info(objects, number);
    bool is_on_stack = (info->kind == OBJECT_LOCAL || info->kind == OBJECT_ALLOCA) && info->state == OBJECT_LIVE;
    add_thing(reader, (Thing){.number = number,
                              .kind = info->kind,
                              .state = info->state,
                              .size = info->size,
                              .place = is_on_stack ? object_at(objects, number)->bytes : NULL,
                              .summary = info->summary,
                              .is_initial = info->kind == OBJECT_GLOBAL && is_as_in_the_beginning(reader, number)});
}

/* ---- Cells ---- */

static void read_cell(Reader *reader, u64 *cells, u32 cell, const Type *type) {
    Machine *m = machine_of(reader);
    Term *term = lift_term(m, cells, cell);
    bool is_pointer = type && type->kind == TYPE_POINTER;
    bool may_point = is_pointer || !type || (!is_32(reader) && type->bits >= 64);
    u64 value = cells[cell];
    u32 size = 8;
    if (type && !is_pointer && type->bits) size = type->bits <= 8 ? 1 : type->bits <= 16 ? 2 : type->bits <= 32 ? 4 : 8;
    value &= low_mask(size * 8);
    if (term) {
        add_term(reader, cell, size,
                 size < 8 ? term_extract(reader->s->e->terms, term_number(reader->s->e->terms, term), 0, size * 8)
                          : term);
    } else if (may_point && is_dynamic(&m->objects, pointer_object(value))) {
        add_pointer(reader, cell, 8, value);
    } else {
        if (is_32(reader) && !is_pointer && type && is_address_of_block(&machine_of(reader)->objects, (u32)value))
            not_understood(reader, "a number is the address of a block");
        add_unit(reader, (Unit){.kind = UNIT_NUMBER, .size = size, .offset = cell, .value = value});
    }
}

static bool is_cell_of_local(const Compiled *compiled, u32 cell) {
    for (u32 i = 0; i < compiled->object_count; i++)
        if (compiled->objects[i].cell == cell) return true;
    return false;
}

/* Flags of slots that may be unset stand among the cells of no register. */
static void read_flags(Reader *reader, const Frame *frame, u64 *cells) {
    const Compiled *compiled = frame->compiled;
    const Function *function = compiled->function;
    bool *is_register = xcalloc(compiled->cells + 1, sizeof *is_register);
    for (u32 reg = 0; reg < function->register_count; reg++)
        for (u32 k = 0; k < MAX(1u, type_limbs(function->registers[reg].type)); k++)
            if (compiled->register_cells[reg] + k < compiled->cells)
                is_register[compiled->register_cells[reg] + k] = true;
    for (u32 cell = 0; cell < compiled->scratch; cell++)
        if (!is_register[cell] && !is_cell_of_local(compiled, cell)) read_cell(reader, cells, cell, NULL);
    free(is_register);
}

static const bool *counts_at_block(Shape *s, const Function *function, u32 block) {
    const Block *key = &function->blocks[block];
    bool *counts = map_get_ptr(&s->counts, key);
    if (counts) return counts;
    counts = ARENA_ARRAY(&s->arena, bool, function->register_count + 1);
    program_live_at_block(function, block, s->options.keeps_blocks, counts);
    map_put_ptr(&s->counts, key, counts);
    return counts;
}

static const bool *counts_at_call(Shape *s, const Compiled *compiled, const Code *call) {
    bool *counts = map_get_ptr(&s->call_counts, call);
    if (counts) return counts;
    counts = ARENA_ARRAY(&s->arena, bool, compiled->function->register_count + 1);
    if (compiled->function->register_count)
        program_live_registers(compiled->function, compiled->origins[call - compiled->code], counts);
    map_put_ptr(&s->call_counts, call, counts);
    return counts;
}

static void read_frame(Reader *reader, Frame *frame, const bool *counts) {
    const Compiled *compiled = frame->compiled;
    const Function *function = compiled->function;
    u64 *cells = frame_cells(frame);
    Thing thing = {.kind = OBJECT_NONE, .place = cells, .size = compiled->cells, .owner = NO_THING};
    thing.first = reader->heap->units.count;
    for (u32 reg = 0; reg < function->register_count; reg++) {
        if (!counts[reg]) continue;
        const Type *type = function->registers[reg].type;
        for (u32 k = 0; k < MAX(1u, type_limbs(type)); k++)
            read_cell(reader, cells, compiled->register_cells[reg] + k, type_limbs(type) > 1 ? NULL : type);
    }
    read_flags(reader, frame, cells);
    thing.count = reader->heap->units.count - thing.first;
    vec_push(&reader->heap->things, thing);
    if (function->type && function->type->is_variadic)
        not_understood(reader, "a function with variable arguments has a loop");
}

static void read_frames(Reader *reader, const State *state) {
    const Code *call = NULL;
    for (Frame *frame = frame_of(state->r); frame; frame = frame->caller) {
        const bool *counts = call ? counts_at_call(reader->s, frame->compiled, call)
                                  : counts_at_block(reader->s, frame->compiled->function, shape_block(state));
        read_frame(reader, frame, counts);
        call = frame->return_to ? frame->return_to - 1 : NULL;
        if (!call) break;
    }
}

/* ---- All together ---- */

typedef struct {
    u32 number;
    const u8 *place;
} OnStack;

static int by_place(const void *a, const void *b) {
    const OnStack *x = a, *y = b;
    return x->place < y->place ? -1 : x->place > y->place ? 1 : x->number < y->number ? -1 : 1;
}

static void read_roots(Reader *reader) {
    const Objects *objects = &machine_of(reader)->objects;
    VEC(OnStack) on_stack = {0};
    VEC(u32) globals = {0};
    for (u32 number = 0; (number = objects_skip_dead(objects, number + 1)) < objects->next;) {
        const ObjectInfo *info = object_info(objects, number);
        if (info->kind == OBJECT_NONE || info->state != OBJECT_LIVE) continue;
        if (info->kind == OBJECT_GLOBAL && !info->is_constant) vec_push(&globals, number);
        if (info->kind == OBJECT_LOCAL || info->kind == OBJECT_ALLOCA)
            vec_push(&on_stack, (OnStack){number, object_at(objects, number)->bytes});
    }
    if (on_stack.count) qsort(on_stack.at, on_stack.count, sizeof *on_stack.at, by_place);
    for (u32 i = 0; i < on_stack.count; i++) add_object(reader, on_stack.at[i].number);
    for (u32 i = 0; i < globals.count; i++) add_object(reader, globals.at[i]);
    vec_free(&on_stack);
    vec_free(&globals);
}

/* The units of things that were added are looked at in their order: so the order of what they lead to is the same in
 * states of the same shape. */
static void read_what_is_reached(Reader *reader) {
    Heap *heap = reader->heap;
    for (u32 i = 0; i < heap->units.count && reader->is_understood; i++) {
        u64 known = 0;
        if (heap->units.at[i].kind != UNIT_POINTER) continue;
        if (!map_get(&heap->index, heap->units.at[i].target, &known)) {
            add_object(reader, heap->units.at[i].target);
            known = heap->things.count;
        }
        heap->units.at[i].thing = (u32)known - 1;
    }
}

static void find_lost(Reader *reader) {
    const Objects *objects = &machine_of(reader)->objects;
    for (u32 number = STATIC_OBJECTS - 1; (number = objects_skip_dead(objects, number + 1)) < objects->next;) {
        const ObjectInfo *info = object_info(objects, number);
        bool is_block = info->kind == OBJECT_HEAP && info->state == OBJECT_LIVE;
        if (is_block && !map_get(&reader->heap->index, number, NULL)) vec_push(&reader->heap->lost, number);
    }
}

static void own_parts(Heap *heap, u32 owner, const u32 *parts, u32 count) {
    u64 known;
    for (u32 i = 0; i < count; i++)
        if (map_get(&heap->index, parts[i], &known)) heap->things.at[known - 1].owner = owner;
}

static void find_owners(Reader *reader) {
    Heap *heap = reader->heap;
    for (u32 i = heap->things.count; i-- > 0;) { /* those inside of others come later, and the outermost owner counts */
        const Thing *thing = &heap->things.at[i];
        if (!thing->summary) continue;
        const Summary *summary = &reader->s->summaries.at[thing->summary];
        if (thing->number == summary->first) own_parts(heap, i, summary->parts.at, summary->parts.count);
        else own_parts(heap, i, summary->last_parts.at, summary->last_parts.count);
    }
}

static u64 structure_of(const Heap *heap) {
    u64 hash = heap->things.count;
    for (u32 i = 0; i < heap->things.count; i++) {
        const Thing *thing = &heap->things.at[i];
        hash = hash_combine(hash, (u64)thing->kind << 40 | (u64)thing->state << 32 | thing->size);
        hash = hash_combine(hash, (u64)(uintptr_t)thing->place);
        if (thing->kind == OBJECT_GLOBAL) hash = hash_combine(hash, thing->number);
        for (u32 k = thing->first; k < thing->first + thing->count; k++) {
            const Unit *unit = &heap->units.at[k];
            if (unit->kind != UNIT_POINTER) continue;
            hash = hash_combine(hash, (u64)unit->offset << 32 | unit->thing);
            hash = hash_combine(hash, unit->value);
        }
    }
    return hash;
}

HeapReading heap_read(Shape *s, const State *state, Heap *heap, u32 *unit) {
    *heap = (Heap){0};
    Reader reader = {.s = s, .heap = heap, .split = NO_THING, .is_understood = true};
    const Objects *objects = &s->e->m->objects;
    if (objects->strays.count || objects->related.count) not_understood(&reader, "pointers lead from object to object");
    read_frames(&reader, state);
    read_roots(&reader);
    read_what_is_reached(&reader);
    if (!reader.is_understood) return HEAP_NOT_UNDERSTOOD;
    *unit = reader.split;
    if (reader.split != NO_THING) return HEAP_MUST_SPLIT;
    find_lost(&reader);
    find_owners(&reader);
    heap->structure = structure_of(heap);
    return HEAP_READ;
}

void heap_free(Heap *heap) {
    vec_free(&heap->things);
    vec_free(&heap->units);
    vec_free(&heap->lost);
    map_free(&heap->index);
}

void heap_mark(const Heap *heap, TermStore *store) {
    for (u32 i = 0; i < heap->units.count; i++)
        if (heap->units.at[i].kind == UNIT_TERM) term_mark(store, heap->units.at[i].term);
}

u32 heap_thing_of_unit(const Heap *heap, u32 unit) {
    for (u32 i = 0; i < heap->things.count; i++)
        if (unit - heap->things.at[i].first < heap->things.at[i].count) return i;
    return NO_THING;
}

const Unit *heap_pointer_at(const Heap *heap, u32 thing, u32 offset) {
    const Thing *t = &heap->things.at[thing];
    for (u32 i = t->first; i < t->first + t->count; i++)
        if (heap->units.at[i].offset == offset && heap->units.at[i].kind == UNIT_POINTER) return &heap->units.at[i];
    return NULL;
}

/* ---- Two things at once ---- */

Unit unit_part(TermStore *store, const Unit *unit, u32 offset, u32 size) {
    Unit part = *unit;
    u32 at = offset - unit->offset;
    assert(unit->kind != UNIT_POINTER && at + size <= unit->size);
    part.offset = offset;
    part.size = size;
    if (size == unit->size) return part;
    if (unit->kind == UNIT_NUMBER) part.value = unit->value >> (at * 8) & low_mask(size * 8);
    if (unit->kind == UNIT_TERM) part.term = term_extract(store, term_number(store, unit->term), at * 8, size * 8);
    return part;
}

UnitPairs unit_pairs(TermStore *store, const Heap *a, u32 thing_a, const Heap *b, u32 thing_b) {
    const Thing *x = &a->things.at[thing_a], *y = &b->things.at[thing_b];
    return (UnitPairs){.store = store,
                       .a = a,
                       .b = b,
                       .at_a = x->first,
                       .end_a = x->first + x->count,
                       .at_b = y->first,
                       .end_b = y->first + y->count};
}

/* In ILP32 a word that is based on something is more than its bytes. */
static bool can_be_cut(const Unit *unit) {
    bool is_based = unit->kind == UNIT_NUMBER && unit->size == 4 && unit->value >> 32;
    return unit->kind != UNIT_POINTER && !is_based;
}

bool unit_pairs_next(UnitPairs *pairs, Unit *a, Unit *b) {
    if (pairs->at_a == pairs->end_a || pairs->at_b == pairs->end_b) return false;
    const Unit *x = &pairs->a->units.at[pairs->at_a], *y = &pairs->b->units.at[pairs->at_b];
    if (x->offset == y->offset && x->size == y->size) {
        *a = *x;
        *b = *y;
        pairs->at_a++;
        pairs->at_b++;
        pairs->offset = x->offset + x->size;
        return true;
    }
    u32 start = MAX(MAX(x->offset, y->offset), pairs->offset);
    u32 end_x = x->offset + x->size, end_y = y->offset + y->size, end = MIN(end_x, end_y);
    if (start >= end || !can_be_cut(x) || !can_be_cut(y)) return false;
    *a = unit_part(pairs->store, x, start, end - start);
    *b = unit_part(pairs->store, y, start, end - start);
    pairs->offset = end;
    if (end == end_x) pairs->at_a++;
    if (end == end_y) pairs->at_b++;
    return true;
}

void shape_write_pointer(Shape *s, u32 object, u32 offset, u32 target, u32 at) {
    TermStore *store = s->e->terms;
    Term *pointer = term_const(store, 64, object_pointer(&s->e->m->objects, target) + at);
    u32 size = shape_pointer_bytes(s);
    if (size == 4) pointer = pointer_to_word(store, pointer);
    contents_store(shape_memory(s), object, offset, pointer, size);
}
