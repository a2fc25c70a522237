/* One array a type of accessed data (Burstall 1972; Wang, Barrett and Wies, section 2). What is written as an int is not in
 * the array that a load of a char looks at: with casts the model is unsound. So it remembers the type that each byte was
 * last written with, and where an access would meet bytes of another type the path is cut: a cast matters. A run in which
 * that happens is not complete, and what it does follow is exact.
 *
 * Types are those that clang's alias information names: signed and unsigned are one, and so are all pointers; a member of a
 * union or a bit-field has the type of its size. Bytes that the program did not write through a type (initial values,
 * inputs, memset, what the library gets from the host) can be read as any. memcpy takes types along. */
#include "memory/plan.h"
#include "memory/segments.h"
#include "memory/strides.h"

#include <string.h>

enum { MIXED_PART = 1 }; /* the bytes may be of one of several types */

static const u32 *types_in(const Memory *memory, u32 object) { return segments_written_parts(memory, object); }

static void *begin(const Memory *memory) { return segments_new_in_parts(types_in, true); }

/* The same number for the same type in every state. */
static u32 number_of(const Type *type) {
    u64 hash = hash_combine((u64)type->kind, type->bits);
    if (type->name) hash = hash_combine(hash, hash_bytes(type->name, strlen(type->name)));
    u32 number = (u32)(hash ^ hash >> 32);
    return number > MIXED_PART ? number : number + MIXED_PART + 1;
}

static bool is_scalar(const Access *access) {
    return (access->op == MEMORY_LOAD || access->op == MEMORY_STORE) && access->type;
}

static void group(Memory *memory, const Access *access, const u32 *objects, u32 count, MemoryPlace *out) {
    u32 size = is_scalar(access) ? (u32)access->size->value : 0;
    if (!size) place_add_together(out, objects, count, 0);
    else segments_add_part(memory, number_of(access->type), MIN(size, 8u), objects, count, size, out);
}

static void plan(Memory *memory, const Access *access, Plan *out) { plan_by_groups(memory, access, group, out); }

/* ---- Which types bytes have afterwards ---- */

/* The bytes of the object that an access of at most `size` bytes at the offset can touch: from `from` to `to`. */
static void touched(const Memory *memory, const Term *offset, u64 size, u32 object, u32 *from, u32 *to) {
    u64 room = object_info(memory->objects, object)->size;
    *from = (u32)MIN(offset->facts.umin, room);
    u64 last = MIN(offset->facts.umax, room);
    *to = (u32)(size > room - last ? room : last + size);
}

static bool are_of(const u32 *parts, u32 part, u32 size) {
    for (u32 i = 0; i < size; i++)
        if (parts[i] != NO_PART && parts[i] != part) return false;
    return true;
}

/* Bytes that may have been written have the type, whether they have or not: another type is not to be seen there. */
static void stored(Memory *memory, const Plan *plan, const Group *to) {
    const Term *offset = plan->at.candidates.offset;
    u32 part = number_of(plan->access.type), size = (u32)plan->access.size->value, from, end;
    Stride stride = stride_of(offset);
    for (u32 i = 0; i < to->count; i++) {
        u32 object = plan->at.members.at[to->first + i];
        touched(memory, offset, size, object, &from, &end);
        u32 *parts = segments_own_written_parts(memory, object);
        for (u32 at = from; at + size <= end; at++)
            if (stride_may_be(offset, stride, at) && are_of(parts + at, part, size))
                for (u32 k = at; k < at + size; k++) parts[k] = part;
    }
}

/* Everything is known about where the range is. */
static bool is_known(const MemoryPlace *place, const Group *group, const Term *size, const Term *guard) {
    return group->count == 1 && term_is_const(place->candidates.offset) && term_is_const(size) && term_is_true(guard);
}

/* Bytes that may have been overwritten have no type only if they have been for certain. */
static void filled(Memory *memory, const Plan *plan, const Group *to, const Term *guard) {
    const Term *size = plan->access.size;
    if (!is_known(&plan->at, to, size, guard)) return;
    u32 object = plan->at.members.at[to->first], from = (u32)plan->at.candidates.offset->value;
    if (!segments_written_parts(memory, object)) return;
    memset(segments_own_written_parts(memory, object) + from, 0, size->value * sizeof(u32));
}

/* What the bytes that may be copied can be: one part, none, or several. */
static u32 parts_copied(const Memory *memory, const Plan *plan, const Group *source) {
    u32 found = NO_PART;
    for (u32 i = 0; i < source->count; i++) {
        u32 object = plan->from.members.at[source->first + i], from, to;
        const u32 *parts = segments_written_parts(memory, object);
        touched(memory, plan->from.candidates.offset, plan->access.size->facts.umax, object, &from, &to);
        for (u32 k = from; parts && k < to; k++)
            if (parts[k] != NO_PART && parts[k] != found) found = found == NO_PART ? parts[k] : MIXED_PART;
    }
    return found;
}

static void copied(Memory *memory, const Plan *plan, const Group *to, const Group *source, const Term *guard) {
    const Term *size = plan->access.size;
    u32 first = plan->at.members.at[to->first];
    if (is_known(&plan->at, to, size, guard) && is_known(&plan->from, source, size, guard)) {
        segments_copy_written_parts(memory, first, (u32)plan->at.candidates.offset->value,
                                    plan->from.members.at[source->first], (u32)plan->from.candidates.offset->value,
                                    (u32)size->value);
        return;
    }
    u32 part = parts_copied(memory, plan, source);
    for (u32 i = 0; part != NO_PART && i < to->count; i++) {
        u32 object = plan->at.members.at[to->first + i], from, end;
        touched(memory, plan->at.candidates.offset, size->facts.umax, object, &from, &end);
        u32 *parts = segments_own_written_parts(memory, object);
        for (u32 k = from; k < end; k++) parts[k] = parts[k] == NO_PART || parts[k] == part ? part : MIXED_PART;
    }
}

static Term *commit(Memory *memory, const Plan *plan, u32 number, Term *guard) {
    const Outcome *outcome = &plan->outcomes.at[number];
    const Group *to = &plan->at.groups.at[outcome->group];
    Term *value = commit_to_groups(memory, plan, number, guard);
    if (plan->access.op == MEMORY_STORE && is_scalar(&plan->access)) stored(memory, plan, to);
    if (plan->access.op == MEMORY_FILL) filled(memory, plan, to, guard);
    if (plan->access.op == MEMORY_COPY) copied(memory, plan, to, &plan->from.groups.at[outcome->source], guard);
    return value;
}

static void moved(Memory *memory, u32 to, u32 from, u32 size) {
    segments_copy_written_parts(memory, to, 0, from, 0, size);
}

const MemoryModel model_burstall = {
    .name = "burstall",
    .sees_all = true,
    .limit = "a cast matters: bytes are accessed with another type than they were written with",
    .has_segments = true,
    .begin = begin,
    .keep = segments_keep,
    .drop = segments_drop,
    .mark = segments_mark,
    .is_same = segments_are_same,
    .plan = plan,
    .commit = commit,
    .fresh = fresh_object,
    .moved = moved};
