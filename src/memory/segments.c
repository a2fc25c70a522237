#include "memory/segments.h"

#include "memory/bytes/arrays.h"
#include "memory/store/storage.h"
#include "memory/strides.h"

#include <stdlib.h>
#include <string.h>

enum { SEGMENT_ALIGNMENT = 16 };

void *segments_new(u32 threshold) {
    Segments *segments = xcalloc(1, sizeof *segments);
    segments->references = 1;
    segments->threshold = threshold;
    vec_push(&segments->list, (Segment){0});
    return segments;
}

void *segments_new_in_parts(ObjectParts *parts_of, bool free_bytes_are_all) {
    Segments *segments = segments_new(UINT32_MAX);
    segments->parts_of = parts_of;
    segments->free_bytes_are_all = free_bytes_are_all;
    return segments;
}

void *segments_keep(void *state) {
    Segments *segments = state;
    segments->references++;
    return segments;
}

void segments_drop(void *state) {
    Segments *segments = state;
    if (--segments->references) return;
    for (u32 i = 0; i < segments->list.count; i++) {
        vec_free(&segments->list.at[i].members);
        vec_free(&segments->list.at[i].gaps);
    }
    vec_free(&segments->list);
    map_free(&segments->open);
    for (u32 i = 0; i < segments->written.count; i++) storage_drop(segments->written.at[i].parts);
    vec_free(&segments->written);
    free(segments);
}

static bool are_same_bytes(const void *a, const void *b, size_t size) { return !size || !memcmp(a, b, size); }

static bool is_same_segment(const Segment *a, const Segment *b) {
    if (a->class != b->class || a->size != b->size || a->element != b->element || a->array != b->array) return false;
    if (a->members.count != b->members.count || a->gaps.count != b->gaps.count) return false;
    return are_same_bytes(a->members.at, b->members.at, a->members.count * sizeof *a->members.at) &&
           are_same_bytes(a->gaps.at, b->gaps.at, a->gaps.count * sizeof *a->gaps.at);
}

static bool have_same_parts(const Segments *a, const Segments *b) {
    if (a->written.count != b->written.count) return false;
    for (u32 i = 0; i < a->written.count; i++) {
        const WrittenParts *x = &a->written.at[i], *y = &b->written.at[i];
        u64 size = storage_header(x->parts)->size;
        if (x->object != y->object || size != storage_header(y->parts)->size) return false;
        if (x->parts != y->parts && !are_same_bytes(x->parts, y->parts, size)) return false;
    }
    return true;
}

bool segments_are_same(const void *one, const void *other) {
    const Segments *a = one, *b = other;
    if (!have_same_parts(a, b)) return false;
    if (a->list.count != b->list.count || !map_is_same(&a->open, &b->open)) return false;
    for (u32 i = 0; i < a->list.count; i++)
        if (!is_same_segment(&a->list.at[i], &b->list.at[i])) return false;
    return true;
}

void segments_mark(const void *state, TermStore *store) {
    const Segments *segments = state;
    for (u32 i = 0; i < segments->list.count; i++)
        if (segments->list.at[i].array) term_mark(store, segments->list.at[i].array);
}

static Segments *own(Memory *memory) {
    Segments *shared = memory->state;
    if (shared->references == 1) return shared;
    Segments *copy = xcalloc(1, sizeof *copy);
    copy->references = 1;
    copy->threshold = shared->threshold;
    copy->parts_of = shared->parts_of;
    copy->free_bytes_are_all = shared->free_bytes_are_all;
    for (u32 i = 0; i < shared->list.count; i++) {
        const Segment *from = &shared->list.at[i];
        Segment to = *from;
        vec_copy(&to.members, &from->members);
        vec_copy(&to.gaps, &from->gaps);
        vec_push(&copy->list, to);
    }
    map_copy(&copy->open, &shared->open);
    vec_copy(&copy->written, &shared->written);
    for (u32 i = 0; i < copy->written.count; i++) storage_keep(copy->written.at[i].parts);
    copy->sweep_at = shared->sweep_at;
    shared->references--;
    memory->state = copy;
    return copy;
}

/* ---- Room in segments ---- */

static u32 room_for(u32 size) { return (u32)align_up(MAX(size, 1u), SEGMENT_ALIGNMENT); }

static bool take_gap(Segment *segment, u32 room, u32 *at) {
    u32 best = UINT32_MAX;
    for (u32 i = 0; i < segment->gaps.count; i++)
        if (segment->gaps.at[i].size >= room &&
            (best == UINT32_MAX || segment->gaps.at[i].size < segment->gaps.at[best].size))
            best = i;
    if (best == UINT32_MAX) return false;
    SegmentGap *gap = &segment->gaps.at[best];
    *at = gap->at;
    gap->at += room;
    gap->size -= room;
    if (!gap->size) segment->gaps.at[best] = vec_pop(&segment->gaps);
    return true;
}

/* Objects that have died leave a gap. */
static void remove_dead(Segment *segment, const Objects *objects) {
    u32 kept = 0;
    for (u32 i = 0; i < segment->members.count; i++) {
        SegmentMember member = segment->members.at[i];
        const ObjectInfo *info = object_info(objects, member.object);
        if (info->state == OBJECT_LIVE) segment->members.at[kept++] = member;
        else vec_push(&segment->gaps, (SegmentGap){member.at, room_for(info->size)});
    }
    segment->members.count = kept;
}

static void add_member(Segment *segment, SegmentMember member) {
    u32 at = segment->members.count;
    vec_push(&segment->members, member);
    for (; at && segment->members.at[at - 1].object > member.object; at--)
        segment->members.at[at] = segment->members.at[at - 1];
    segment->members.at[at] = member;
    assert(!at || segment->members.at[at - 1].object < member.object); /* an object is in it once */
}

/* NULL: the object is not in the segment. */
static const SegmentMember *find_member(const Segment *segment, u32 object) {
    u32 low = 0, high = segment->members.count;
    while (low < high) {
        u32 middle = low + (high - low) / 2;
        if (segment->members.at[middle].object < object) low = middle + 1;
        else high = middle;
    }
    return low < segment->members.count && segment->members.at[low].object == object ? &segment->members.at[low] : NULL;
}

static u32 new_segment(Segments *segments, u32 class) {
    vec_push(&segments->list, (Segment){.class = class});
    return segments->list.count - 1;
}

/* Algorithm 5, lines 10 to 17. */
static u32 choose_segment(Segments *segments, const Objects *objects, u32 class, u32 room, u32 *at) {
    u64 *open = map_cell(&segments->open, class, NULL);
    if (!*open) *open = new_segment(segments, class);
    Segment *segment = &segments->list.at[*open];
    remove_dead(segment, objects);
    if (take_gap(segment, room, at)) return (u32)*open;
    if (segment->size > segments->threshold) { /* line 14: another segment, which is a new one */
        *open = new_segment(segments, class);
        segment = &segments->list.at[*open];
    }
    *at = segment->size; /* line 12: Extend */
    segment->size += room;
    return (u32)*open;
}

void segments_add(Memory *memory, u32 object, u32 class, bool alone) {
    Segments *segments = own(memory);
    Objects *objects = memory->objects;
    assert(!object_info(objects, object)->segment && object_info(objects, object)->state == OBJECT_LIVE);
    u32 room = room_for(object_info(objects, object)->size), at = 0, number;
    if (alone) {
        number = new_segment(segments, class);
        segments->list.at[number].size = room;
    } else {
        number = choose_segment(segments, objects, class, room, &at);
    }
    add_member(&segments->list.at[number], (SegmentMember){object, at});
    ObjectInfo *info = object_own_info(objects, object);
    info->segment = number;
    info->segment_at = at;
}

/* ---- Parts of objects ---- */

static bool is_in_part(const Segments *segments, u32 part, u32 of_byte) {
    return of_byte == part || (of_byte == NO_PART && segments->free_bytes_are_all);
}

static const u32 *parts_of(const Memory *memory, u32 object) {
    const Segments *segments = memory->state;
    return segments->parts_of ? segments->parts_of(memory, object) : NULL;
}

/* Are the bytes from `from` to `to` all of the part? */
static bool are_in_part(const Memory *memory, u32 part, const u32 *parts, u32 from, u32 to) {
    for (u32 i = from; i < to; i++)
        if (!is_in_part(memory->state, part, parts[i])) return false;
    return true;
}

static bool is_whole(const Memory *memory, u32 part, u32 object) {
    const Segments *segments = memory->state;
    const u32 *parts = parts_of(memory, object);
    if (!parts) return !segments->parts_of || segments->free_bytes_are_all;
    return are_in_part(memory, part, parts, 0, object_info(memory->objects, object)->size);
}

/* Elements are no wider than any access to the segment (narrow): only those matter that are of the part as a whole. */
static bool is_element_of(const Memory *memory, u32 part, const u32 *parts, u32 size, u32 from, u32 element) {
    return from + element <= size && are_in_part(memory, part, parts, from, from + element);
}

/* `array` with the elements that are of the part. Those that have become elements of the array before (part_becomes) are
 * terms that say so. */
static Term *overlay_part(Memory *memory, u32 part, SegmentMember member, ArrayBase base, Term *array, u32 element) {
    const u32 *parts = parts_of(memory, member.object);
    u32 size = object_info(memory->objects, member.object)->size;
    assert(parts);
    for (u32 from = 0; from < size; from += element) {
        if (!is_element_of(memory, part, parts, size, from, element)) continue;
        if (base.is_picture && contents_are_pictured(memory, member.object, from, element)) continue;
        Term *index = term_const(memory->terms, MEMORY_INDEX_BITS, (member.at + from) / element);
        Term *value = contents_load(memory, member.object, from, element);
        if (base.is_picture || term_select(memory->terms, base.array, index) != value)
            array = term_store(memory->terms, array, index, value);
    }
    return array;
}

/* The bytes of the part become elements of the array; the others stay what they are. */
static void part_becomes(Memory *memory, u32 part, SegmentMember member, Term *array, u32 element) {
    const u32 *parts = parts_of(memory, member.object);
    u32 size = object_info(memory->objects, member.object)->size;
    assert(parts);
    for (u32 from = 0; from < size; from += element) {
        if (!is_element_of(memory, part, parts, size, from, element)) continue;
        Term *index = term_const(memory->terms, MEMORY_INDEX_BITS, (member.at + from) / element);
        contents_store(memory, member.object, from, term_select(memory->terms, array, index), element);
    }
}

/* ---- Parts that change ---- */

/* Where the object is in the list, or would be. */
static u32 written_place(const Segments *segments, u32 object) {
    u32 low = 0, high = segments->written.count;
    while (low < high) {
        u32 middle = low + (high - low) / 2;
        if (segments->written.at[middle].object < object) low = middle + 1;
        else high = middle;
    }
    return low;
}

const u32 *segments_written_parts(const Memory *memory, u32 object) {
    const Segments *segments = memory->state;
    u32 at = written_place(segments, object);
    bool is_there = at < segments->written.count && segments->written.at[at].object == object;
    return is_there ? segments->written.at[at].parts : NULL;
}

static void sweep_written(Segments *segments, const Objects *objects) {
    enum { FEW = 64 };
    u32 kept = 0;
    for (u32 i = 0; i < segments->written.count; i++) {
        WrittenParts each = segments->written.at[i];
        if (object_info(objects, each.object)->state == OBJECT_LIVE) segments->written.at[kept++] = each;
        else storage_drop(each.parts);
    }
    segments->written.count = kept;
    segments->sweep_at = kept * 2 + FEW;
}

u32 *segments_own_written_parts(Memory *memory, u32 object) {
    Segments *segments = own(memory);
    if (segments->written.count >= segments->sweep_at) sweep_written(segments, memory->objects);
    u32 at = written_place(segments, object);
    if (at == segments->written.count || segments->written.at[at].object != object) {
        vec_push(&segments->written, (WrittenParts){0});
        for (u32 i = segments->written.count - 1; i > at; i--) segments->written.at[i] = segments->written.at[i - 1];
        u64 size = object_info(memory->objects, object)->size;
        segments->written.at[at] = (WrittenParts){object, storage_new(size * sizeof(u32))};
    }
    WrittenParts *written = &segments->written.at[at];
    return written->parts = storage_unshare(written->parts);
}

void segments_copy_written_parts(Memory *memory, u32 to, u32 to_offset, u32 from, u32 from_offset, u32 size) {
    if (!segments_written_parts(memory, from) && !segments_written_parts(memory, to)) return;
    u32 *target = segments_own_written_parts(memory, to);
    const u32 *source = segments_written_parts(memory, from);
    if (source) memmove(target + to_offset, source + from_offset, size * sizeof *target);
    else memset(target + to_offset, 0, size * sizeof *target);
}

/* ---- Where an access meets a part ---- */

/* When `size` bytes from an offset on that is a term, and in the object, are all of the part. */
static Term *may_lie_in_part(Memory *memory, u32 part, const u32 *parts, u32 room, Term *offset, u32 size) {
    TermStore *store = memory->terms;
    u8 *starts = xcalloc(1, room);
    bool any = false, all = true;
    u32 last = (u32)MIN(offset->facts.umax, room - size);
    Stride stride = stride_of(offset);
    for (u32 at = (u32)MIN(offset->facts.umin, room); at <= last; at++) {
        if (!stride_may_be(offset, stride, at)) continue;
        starts[at] = are_in_part(memory, part, parts, at, at + size);
        any |= starts[at];
        all &= starts[at];
    }
    Term *result = any || all ? term_true(store) : term_false(store);
    if (any && !all) {
        Term *table = term_data(store, MEMORY_INDEX_BITS, 8, starts, room);
        Term *found = term_select(store, table, array_position(memory, offset, room));
        result = term_eq(store, found, term_const(store, 8, 1));
    }
    free(starts);
    return result;
}

/* When an access of `size` bytes that is in the object touches bytes of the part only. */
static Term *lies_in_part(Memory *memory, u32 part, u32 object, Term *offset, u32 size) {
    const u32 *parts = parts_of(memory, object);
    u32 room = object_info(memory->objects, object)->size;
    if (!parts || size > room) return term_true(memory->terms);
    if (!term_is_const(offset)) return may_lie_in_part(memory, part, parts, room, offset, size);
    if (offset->value > room - size) return term_true(memory->terms); /* it is not in the object */
    bool is_in = are_in_part(memory, part, parts, (u32)offset->value, (u32)offset->value + size);
    return is_in ? term_true(memory->terms) : term_false(memory->terms);
}

/* The segment of the part, with the object in it. */
static u32 join_part(Memory *memory, u32 part, u32 object) {
    u64 known;
    const Segments *present = memory->state;
    if (map_get(&present->open, part, &known) && find_member(&present->list.at[known], object)) return (u32)known;
    Segments *segments = own(memory);
    u32 at, number = choose_segment(segments, memory->objects, part,
                                    room_for(object_info(memory->objects, object)->size), &at);
    add_member(&segments->list.at[number], (SegmentMember){object, at});
    return number;
}

static void narrow(Memory *memory, u32 number, u32 widest) {
    u32 present = ((const Segments *)memory->state)->list.at[number].widest;
    if (!present || present > widest) own(memory)->list.at[number].widest = widest;
}

void segments_add_part(Memory *memory, u32 part, u32 widest, const u32 *objects, u32 count, u32 size,
                       MemoryPlace *out) {
    TermStore *store = memory->terms;
    Term *within = term_true(store), *common = NULL; /* of all, if it is the same for all */
    bool is_common = true, is_known = count == 1 && term_is_const(out->candidates.offset);
    Group group = {.first = out->members.count};
    for (u32 i = 0; i < count; i++) {
        Term *here = lies_in_part(memory, part, objects[i], out->candidates.offset, size);
        if (term_is_false(here)) {
            vec_push(&out->cut, objects[i]);
            continue;
        }
        if (!term_is_true(here)) {
            Term *other = term_not(store, candidate_guard(memory, &out->candidates, objects[i]));
            within = term_and(store, within, term_or(store, other, here));
        }
        is_common &= !common || common == here;
        common = here;
        if (!is_known) group.segment = join_part(memory, part, objects[i]);
        group.count++;
        vec_push(&out->members, objects[i]);
    }
    if (group.segment) narrow(memory, group.segment, MIN(widest, size));
    if (is_common && common) within = common;
    if (!term_is_true(within)) group.within = within;
    if (group.count) vec_push(&out->groups, group);
}

/* ---- The array of a segment ---- */

static Term *plain_array(Memory *memory, const Segment *segment, u32 element) {
    Picture picture = picture_of(segment->size, element);
    for (u32 i = 0; i < segment->members.count; i++)
        picture_add(&picture, memory, segment->members.at[i].object, segment->members.at[i].at);
    return picture_array(&picture, memory);
}

Term *segment_array(Memory *memory, u32 number, u32 element) {
    Segment *segment = &own(memory)->list.at[number];
    remove_dead(segment, memory->objects);
    bool on_top = segment->array && segment->element == element;
    Term *array = on_top ? segment->array : plain_array(memory, segment, element);
    ArrayBase base = {.array = array, .is_picture = !on_top};
    for (u32 i = 0; i < segment->members.count; i++) {
        SegmentMember member = segment->members.at[i];
        array = is_whole(memory, segment->class, member.object)
                    ? array_overlay(memory, member.object, base, array, member.at / element, element)
                    : overlay_part(memory, segment->class, member, base, array, element);
    }
    return array;
}

/* The position in the segment that each object of it starts at. */
static u64 start_of(void *context, u32 object) {
    const SegmentMember *member = find_member(context, object);
    return member ? member->at : 0;
}

Term *segment_position(Memory *memory, u32 number, const Candidates *candidates, Term *offset) {
    Segment *segment = &((Segments *)memory->state)->list.at[number];
    u32 largest = 1;
    for (u32 i = 0; i < candidates->objects.count; i++)
        largest = MAX(largest, object_info(memory->objects, candidates->objects.at[i])->size);
    Term *start = candidates_table(memory, candidates, 32, start_of, segment);
    start = term_zext(memory->terms, start, MEMORY_INDEX_BITS);
    return term_add(memory->terms, start, array_position(memory, offset, largest));
}

static u32 element_for(const Memory *memory, u32 number, const Term *at, u32 size) {
    const Segment *segment = &((const Segments *)memory->state)->list.at[number];
    u32 widest = memory->objects->placement ? 4 : 8; /* ILP32: wider ones would lose what pointers are based on */
    if (segment->widest) widest = MIN(widest, segment->widest);
    bool is_present = segment->array && (!segment->widest || segment->element <= segment->widest);
    u32 element = array_element_for(at, is_present ? size : MIN(size, widest), is_present ? segment->element : 0);
    return element < size && size % element ? 1 : element;
}

Term *segment_load(Memory *memory, u32 number, const Candidates *candidates, Term *offset, u32 size) {
    Term *at = segment_position(memory, number, candidates, offset);
    u32 element = element_for(memory, number, at, size);
    return array_load(memory->terms, segment_array(memory, number, element), element, at, size);
}

void segment_store(Memory *memory, u32 number, const Candidates *candidates, Term *offset, Term *guard, Term *value,
                   u32 size) {
    Term *at = segment_position(memory, number, candidates, offset);
    u32 element = element_for(memory, number, at, size);
    Term *before = segment_array(memory, number, element);
    Term *after = array_store(memory->terms, before, element, at, value, size);
    segment_become(memory, number, term_ite(memory->terms, guard, after, before), element);
}

void segment_become(Memory *memory, u32 number, Term *array, u32 element) {
    Segment *segment = &own(memory)->list.at[number];
    assert(array_has_elements(array, element));
    segment->array = array;
    segment->element = element;
    for (u32 i = 0; i < segment->members.count; i++) {
        SegmentMember member = segment->members.at[i];
        if (is_whole(memory, segment->class, member.object))
            contents_become_array(memory, member.object, array, member.at / element, element);
        else part_becomes(memory, segment->class, member, array, element);
    }
}
