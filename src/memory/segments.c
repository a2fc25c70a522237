#include "memory/segments.h"

#include "memory/bytes/arrays.h"

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
    free(segments);
}

static bool are_same_bytes(const void *a, const void *b, size_t size) { return !size || !memcmp(a, b, size); }

static bool is_same_segment(const Segment *a, const Segment *b) {
    if (a->class != b->class || a->size != b->size || a->element != b->element || a->array != b->array) return false;
    if (a->members.count != b->members.count || a->gaps.count != b->gaps.count) return false;
    return are_same_bytes(a->members.at, b->members.at, a->members.count * sizeof *a->members.at) &&
           are_same_bytes(a->gaps.at, b->gaps.at, a->gaps.count * sizeof *a->gaps.at);
}

bool segments_are_same(const void *one, const void *other) {
    const Segments *a = one, *b = other;
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
    for (u32 i = 0; i < shared->list.count; i++) {
        const Segment *from = &shared->list.at[i];
        Segment to = *from;
        vec_copy(&to.members, &from->members);
        vec_copy(&to.gaps, &from->gaps);
        vec_push(&copy->list, to);
    }
    map_copy(&copy->open, &shared->open);
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
    for (u32 i = segment->members.count; i-- > 0;) {
        const ObjectInfo *info = object_info(objects, segment->members.at[i]);
        if (info->state == OBJECT_LIVE) continue;
        vec_push(&segment->gaps, (SegmentGap){info->segment_at, room_for(info->size)});
        segment->members.at[i] = vec_pop(&segment->members);
    }
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
    u32 room = room_for(object_info(objects, object)->size), at = 0, number;
    if (alone) {
        number = new_segment(segments, class);
        segments->list.at[number].size = room;
    } else {
        number = choose_segment(segments, objects, class, room, &at);
    }
    vec_push(&segments->list.at[number].members, object);
    ObjectInfo *info = object_own_info(objects, object);
    info->segment = number;
    info->segment_at = at;
}

/* ---- The array of a segment ---- */

static Term *plain_array(Memory *memory, const Segment *segment, u32 element) {
    Picture picture = picture_of(segment->size, element);
    for (u32 i = 0; i < segment->members.count; i++) {
        u32 object = segment->members.at[i];
        picture_add(&picture, memory, object, object_info(memory->objects, object)->segment_at);
    }
    return picture_array(&picture, memory);
}

Term *segment_array(Memory *memory, u32 number, u32 element) {
    Segment *segment = &own(memory)->list.at[number];
    remove_dead(segment, memory->objects);
    bool on_top = segment->array && segment->element == element;
    Term *array = on_top ? segment->array : plain_array(memory, segment, element);
    ArrayBase base = {.array = array, .is_picture = !on_top};
    for (u32 i = 0; i < segment->members.count; i++) {
        u32 object = segment->members.at[i], at = object_info(memory->objects, object)->segment_at / element;
        array = array_overlay(memory, object, base, array, at, element);
    }
    return array;
}

/* The position in the segment that each object of it starts at. */
static u64 start_of(void *context, u32 object) { return object_info(context, object)->segment_at; }

Term *segment_position(Memory *memory, const Candidates *candidates, Term *offset) {
    u32 largest = 1;
    for (u32 i = 0; i < candidates->objects.count; i++)
        largest = MAX(largest, object_info(memory->objects, candidates->objects.at[i])->size);
    Term *start = candidates_table(memory, candidates, 32, start_of, memory->objects);
    return term_add(memory->terms, start, array_position(memory, offset, largest));
}

static u32 element_for(const Memory *memory, u32 number, const Term *at, u32 size) {
    const Segment *segment = &((const Segments *)memory->state)->list.at[number];
    u32 widest = memory->objects->placement ? 4 : 8; /* ILP32: wider ones would lose what pointers are based on */
    return array_element_for(at, segment->array ? size : MIN(size, widest), segment->array ? segment->element : 0);
}

Term *segment_load(Memory *memory, u32 number, const Candidates *candidates, Term *offset, u32 size) {
    Term *at = segment_position(memory, candidates, offset);
    u32 element = element_for(memory, number, at, size);
    return array_load(memory->terms, segment_array(memory, number, element), element, at, size);
}

void segment_store(Memory *memory, u32 number, const Candidates *candidates, Term *offset, Term *guard, Term *value,
                   u32 size) {
    Term *at = segment_position(memory, candidates, offset);
    u32 element = element_for(memory, number, at, size);
    Term *before = segment_array(memory, number, element);
    Term *after = array_store(memory->terms, before, element, at, value, size);
    segment_become(memory, number, term_ite(memory->terms, guard, after, before), element);
}

void segment_become(Memory *memory, u32 number, Term *array, u32 element) {
    Segment *segment = &own(memory)->list.at[number];
    segment->array = array;
    segment->element = element;
    for (u32 i = 0; i < segment->members.count; i++) {
        u32 object = segment->members.at[i];
        contents_become_array(memory, object, array, object_info(memory->objects, object)->segment_at / element,
                              element);
    }
}
