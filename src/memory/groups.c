#include "memory/groups.h"

#include "memory/bytes/array_blocks.h"
#include "memory/bytes/arrays.h"
#include "memory/segments.h"

#include <stdlib.h>

enum {
    MOST_SINGLE_BYTES = 256, /* of symbolic length: said byte by byte; beyond, by a term over the whole array */
    MOST_PIECES = 64,        /* bytes copied as pieces of up to eight */
};

/* ---- Single objects ---- */

/* ILP32: elements wider than a pointer would lose what pointers are based on. */
static u32 element_for(const Memory *memory, u32 object, const Term *at, u32 size) {
    if (object_is_large(object_info(memory->objects, object))) return 1;
    u32 present = contents_element(memory->objects, object);
    bool has_pointers = object_at(memory->objects, object)->provenance != NULL;
    return array_element_for(at, has_pointers && !present ? MIN(size, 4u) : size, present);
}

Term *object_load_at(Memory *memory, u32 object, Term *offset, u32 size) {
    if (term_is_const(offset)) return contents_load(memory, object, offset->value, size);
    Term *at = array_position(memory, offset, object_info(memory->objects, object)->size);
    if (is_array_block(memory->objects, object)) return array_block_load(memory, object, at, size);
    u32 element = element_for(memory, object, at, size);
    return array_load(memory->terms, contents_array(memory, object, element), element, at, size);
}

/* To be stored again, there or elsewhere: parts of pointers stay what they are. */
static Term *object_load_part_at(Memory *memory, u32 object, Term *offset, u32 size) {
    if (term_is_const(offset)) return contents_load_part(memory, object, offset->value, size);
    return object_load_at(memory, object, offset, size);
}

void object_store_at(Memory *memory, u32 object, Term *offset, Term *guard, Term *value, u32 size) {
    if (!term_is_true(guard))
        value = term_ite(memory->terms, guard, value, object_load_part_at(memory, object, offset, size));
    if (term_is_const(offset)) {
        contents_store(memory, object, offset->value, value, size);
        return;
    }
    Term *at = array_position(memory, offset, object_info(memory->objects, object)->size);
    if (is_array_block(memory->objects, object)) {
        array_block_store(memory, object, at, value, size);
        return;
    }
    u32 element = element_for(memory, object, at, size);
    Term *array = array_store(memory->terms, contents_array(memory, object, element), element, at, value, size);
    contents_become_array(memory, object, array, 0, element);
}

/* ---- Loads and stores ---- */

/* The object has no room for the access: it is not the one that is meant. */
static bool is_too_small(const Memory *memory, u32 object, const Term *offset, u32 size) {
    u64 capacity = object_info(memory->objects, object)->size;
    if (size > capacity) return true;
    return term_is_const(offset) ? offset->value > capacity - size : offset->facts.umin > capacity - size;
}

static const u32 *members_of(const MemoryPlace *place, const Group *group) { return place->members.at + group->first; }

typedef Term *LoadAt(Memory *memory, u32 object, Term *offset, u32 size);

static Term *load_of_group(Memory *memory, const MemoryPlace *place, const Group *group, Term *offset, u32 size,
                           LoadAt *load_at) {
    if (group->segment) return segment_load(memory, group->segment, &place->candidates, offset, size);
    const u32 *objects = members_of(place, group);
    Term *value = NULL;
    for (u32 i = 0; i < group->count; i++) {
        if (is_too_small(memory, objects[i], offset, size)) continue;
        Term *here = load_at(memory, objects[i], offset, size);
        Term *guard = value ? candidate_guard(memory, &place->candidates, objects[i]) : NULL;
        value = value ? term_ite(memory->terms, guard, here, value) : here;
    }
    return value ? value : term_const(memory->terms, size * 8, 0);
}

Term *group_load(Memory *memory, const MemoryPlace *place, const Group *group, Term *offset, u32 size) {
    return load_of_group(memory, place, group, offset, size, object_load_at);
}

/* When it is this one of the group. */
static Term *member_guard(Memory *memory, const MemoryPlace *place, const Group *group, u32 object, Term *guard) {
    if (group->count == 1) return guard;
    return term_and(memory->terms, guard, candidate_guard(memory, &place->candidates, object));
}

void group_store(Memory *memory, const MemoryPlace *place, const Group *group, Term *offset, Term *guard, Term *value,
                 u32 size) {
    if (group->segment) {
        segment_store(memory, group->segment, &place->candidates, offset, guard, value, size);
        return;
    }
    const u32 *objects = members_of(place, group);
    for (u32 i = 0; i < group->count; i++)
        if (!is_too_small(memory, objects[i], offset, size))
            object_store_at(memory, objects[i], offset, member_guard(memory, place, group, objects[i], guard), value,
                            size);
}

/* ---- Ranges ---- */

static Term *step(Memory *memory, Term *offset, u64 bytes) {
    return term_add(memory->terms, offset, term_const(memory->terms, 64, bytes));
}

static Term *is_within(Memory *memory, u32 index, Term *size) {
    return term_ult(memory->terms, term_const(memory->terms, 64, index), size);
}

/* The most bytes that a range can have from the place's offset on. */
static u64 room_in(const Memory *memory, const MemoryPlace *place, const Group *group) {
    const Term *offset = place->candidates.offset;
    u64 most = 0;
    for (u32 i = 0; i < group->count; i++) {
        u64 size = object_info(memory->objects, members_of(place, group)[i])->size;
        u64 room = term_is_const(offset) ? (offset->value <= size ? size - offset->value : 0) : size;
        most = MAX(most, room);
    }
    return most;
}

/* A known length: in pieces, all read before any is written. */
static void copy_pieces(Memory *memory, const MemoryPlace *at, const Group *to, const MemoryPlace *from,
                        const Group *source, u32 size, Term *guard) {
    Term *pieces[MOST_PIECES];
    u32 sizes[MOST_PIECES], count = 0;
    for (u32 done = 0; done < size; count++) {
        u32 piece = 8;
        while (piece > size - done) piece /= 2;
        sizes[count] = piece;
        Term *offset = step(memory, from->candidates.offset, done);
        pieces[count] = load_of_group(memory, from, source, offset, piece, object_load_part_at);
        done += piece;
    }
    for (u32 i = 0, done = 0; i < count; done += sizes[i++])
        group_store(memory, at, to, step(memory, at->candidates.offset, done), guard, pieces[i], sizes[i]);
}

/* A known place: each byte that the length may reach is the new or the old one. */
static void copy_bytes(Memory *memory, const MemoryPlace *at, const Group *to, const MemoryPlace *from,
                       const Group *source, Term *size, u32 most, Term *guard) {
    Term **bytes = xmalloc((most + 1) * sizeof *bytes);
    for (u32 i = 0; i < most; i++)
        bytes[i] =
            load_of_group(memory, from, source, step(memory, from->candidates.offset, i), 1, object_load_part_at);
    for (u32 i = 0; i < most; i++) {
        Term *changes = term_and(memory->terms, guard, is_within(memory, i, size));
        group_store(memory, at, to, step(memory, at->candidates.offset, i), changes, bytes[i], 1);
    }
    free(bytes);
}

/* What holds the bytes of one of a group: an object, or a segment with all of them. */
typedef struct {
    Term *array, *position; /* in elements */
    Term *guard;            /* when it is meant */
    u32 object, segment;
} Holder;

static u32 holder_count(const Group *group) { return group->segment ? 1 : group->count; }

static Holder holder_at(Memory *memory, const MemoryPlace *place, const Group *group, u32 number, u32 element) {
    TermStore *store = memory->terms;
    Holder holder = {.segment = group->segment, .guard = term_true(store)};
    Term *bytes;
    if (group->segment) {
        holder.array = segment_array(memory, group->segment, element);
        bytes = segment_position(memory, group->segment, &place->candidates, place->candidates.offset);
    } else {
        holder.object = members_of(place, group)[number];
        holder.array = contents_array(memory, holder.object, element);
        holder.guard = member_guard(memory, place, group, holder.object, holder.guard);
        bytes = term_extract(store, place->candidates.offset, 0, MEMORY_INDEX_BITS);
    }
    holder.position = term_lshr(store, bytes, term_const(store, MEMORY_INDEX_BITS, (u64)__builtin_ctz(element)));
    return holder;
}

static void holder_becomes(Memory *memory, const Holder *holder, Term *array, u32 element) {
    if (holder->segment) segment_become(memory, holder->segment, array, element);
    else contents_become_array(memory, holder->object, array, 0, element);
}

static bool is_multiple(const Term *t, u32 of) { return (t->facts.zeros & (of - 1)) == of - 1; }

/* Of the blocks that are all array, which keep theirs, and of objects that are larger than a window. */
static u32 least_element(const Memory *memory, const MemoryPlace *place, const Group *group) {
    u32 least = 8;
    for (u32 i = 0; i < group->count && !group->segment; i++) {
        u32 object = members_of(place, group)[i];
        u32 element = is_array_block(memory->objects, object) ? array_block_element(memory->objects, object) : 0;
        if (object_is_large(object_info(memory->objects, object))) element = 1;
        if (element) least = MIN(least, element);
    }
    return least;
}

/* Whole pointers stay what they are: bytes of them would have to be put together again. */
static u32 element_of_copy(const Memory *memory, const MemoryPlace *at, const Group *to, const MemoryPlace *from,
                           const Group *source, const Term *size) {
    u32 word = memory->objects->placement ? 4 : 8;
    bool aligned = is_multiple(at->candidates.offset, word) && is_multiple(from->candidates.offset, word) &&
                   is_multiple(size, word);
    if (!aligned) return 1;
    return MIN(word, MIN(least_element(memory, at, to), least_element(memory, from, source)));
}

static void copy_arrays(Memory *memory, const MemoryPlace *at, const Group *to, const MemoryPlace *from,
                        const Group *source, Term *size, Term *guard) {
    TermStore *store = memory->terms;
    u32 element = element_of_copy(memory, at, to, from, source, size);
    Term *count = term_extract(store, size, 0, MEMORY_INDEX_BITS);
    count = term_lshr(store, count, term_const(store, MEMORY_INDEX_BITS, (u64)__builtin_ctz(element)));
    u32 sources = holder_count(source), targets = holder_count(to);
    Holder *holders = xmalloc((sources + 1) * sizeof *holders); /* before anything is written */
    for (u32 i = 0; i < sources; i++) holders[i] = holder_at(memory, from, source, i, element);
    for (u32 i = 0; i < targets; i++) {
        Holder target = holder_at(memory, at, to, i, element);
        Term *result = NULL;
        for (u32 k = 0; k < sources; k++) {
            Term *copied =
                term_copy(store, target.array, target.position, holders[k].array, holders[k].position, count);
            result = result ? term_ite(store, holders[k].guard, copied, result) : copied;
        }
        result = term_ite(store, term_and(store, guard, target.guard), result, target.array);
        holder_becomes(memory, &target, result, element);
    }
    free(holders);
}

static bool is_at_known_place(const MemoryPlace *place) { return term_is_const(place->candidates.offset); }

void group_copy(Memory *memory, const MemoryPlace *at, const Group *to, const MemoryPlace *from, const Group *source,
                Term *size, Term *guard) {
    u64 most = MIN(room_in(memory, at, to), room_in(memory, from, source));
    most = MIN(most, size->facts.umax);
    bool known_places = is_at_known_place(at) && is_at_known_place(from);
    bool is_single = to->count == 1 && source->count == 1 && !to->segment && !source->segment;
    const Term *to_offset = at->candidates.offset, *from_offset = from->candidates.offset;
    if (is_single && known_places && term_is_const(size) && term_is_true(guard)) {
        u32 target = *members_of(at, to), origin = *members_of(from, source);
        contents_copy(memory, target, to_offset->value, origin, from_offset->value, size->value);
    } else if (term_is_const(size) && size->value <= MOST_PIECES) {
        copy_pieces(memory, at, to, from, source, (u32)size->value, guard);
    } else if (known_places && !to->segment && !source->segment && most <= MOST_SINGLE_BYTES) {
        copy_bytes(memory, at, to, from, source, size, (u32)most, guard);
    } else {
        copy_arrays(memory, at, to, from, source, size, guard);
    }
}

static void fill_bytes(Memory *memory, const MemoryPlace *place, const Group *group, Term *byte, Term *size, u32 most,
                       Term *guard) {
    for (u32 i = 0; i < most; i++) {
        Term *changes = term_and(memory->terms, guard, is_within(memory, i, size));
        if (term_is_false(changes)) break;
        group_store(memory, place, group, step(memory, place->candidates.offset, i), changes, byte, 1);
    }
}

/* A block that is all array keeps its elements, if whole ones are filled. */
static u32 element_of_fill(const Memory *memory, const MemoryPlace *place, const Group *group, const Term *size) {
    u32 object = group->segment || group->count != 1 ? 0 : *members_of(place, group);
    if (!object || !is_array_block(memory->objects, object)) return 1;
    u32 present = array_block_element(memory->objects, object), element = present ? present : 4;
    return is_multiple(place->candidates.offset, element) && is_multiple(size, element) ? element : 1;
}

void group_fill(Memory *memory, const MemoryPlace *place, const Group *group, Term *byte, Term *size, Term *guard) {
    TermStore *store = memory->terms;
    u64 most = MIN(room_in(memory, place, group), size->facts.umax);
    bool is_single = group->count == 1 && !group->segment;
    bool has_bytes = is_single && !is_array_block(memory->objects, *members_of(place, group));
    bool bytewise = most <= MOST_SINGLE_BYTES || (has_bytes && term_is_const(size));
    bool is_plain = term_is_const(byte) && term_is_const(size) && term_is_true(guard);
    if (is_plain && has_bytes && is_at_known_place(place)) {
        u64 offset = place->candidates.offset->value;
        contents_fill(memory, *members_of(place, group), offset, size->value, (u8)byte->value);
        return;
    }
    if (is_at_known_place(place) && !group->segment && bytewise) {
        fill_bytes(memory, place, group, byte, size, (u32)most, guard);
        return;
    }
    u32 element = element_of_fill(memory, place, group, size);
    Term *count = term_extract(store, size, 0, MEMORY_INDEX_BITS);
    count = term_lshr(store, count, term_const(store, MEMORY_INDEX_BITS, (u64)__builtin_ctz(element)));
    Term *value = byte;
    for (u32 i = 1; i < element; i++) value = term_concat(store, byte, value);
    for (u32 i = 0; i < holder_count(group); i++) {
        Holder holder = holder_at(memory, place, group, i, element);
        Term *filled = term_fill(store, holder.array, holder.position, value, count);
        filled = term_ite(store, term_and(store, guard, holder.guard), filled, holder.array);
        holder_becomes(memory, &holder, filled, element);
    }
}

/* ---- Ends ---- */

void group_free(Memory *memory, const MemoryPlace *place, const Group *group, Term *guard) {
    for (u32 i = 0; i < group->count; i++) {
        u32 block = members_of(place, group)[i];
        contents_end_where(memory, block, member_guard(memory, place, group, block, guard));
    }
}

/* Bytes that were never written are undefined already. */
static void undefine_bytes(Memory *memory, u32 object, Term *end, u32 most) {
    for (u32 i = 0; i < most; i++) {
        Term *within = is_within(memory, i, end);
        if (term_is_true(within) || !contents_is_known(memory, object, i)) continue;
        Term *old = contents_load(memory, object, i, 1), *undefined = memory->new_undefined(memory->self, object, 8);
        contents_store(memory, object, i, term_ite(memory->terms, within, old, undefined), 1);
    }
}

void object_undefine_behind(Memory *memory, u32 object, Term *end, u32 most) {
    TermStore *store = memory->terms;
    if (most <= MOST_SINGLE_BYTES || !memory->has_masks) { /* each of them may be anything by itself */
        undefine_bytes(memory, object, end, most);
        return;
    }
    Term *limit = term_const(store, 64, most), *undefined = memory->new_undefined(memory->self, object, 8);
    Term *rest = term_ite(store, term_ult(store, end, limit), term_sub(store, limit, end), term_const(store, 64, 0));
    Term *from = term_extract(store, end, 0, MEMORY_INDEX_BITS),
         *count = term_extract(store, rest, 0, MEMORY_INDEX_BITS);
    Term *array = term_fill(store, contents_array(memory, object, 1), from, undefined, count);
    contents_become_array(memory, object, array, 0, 1);
}
