/* Memory that belongs to no object of the program, where the property does not ask for memory errors (with
 * ExploreOptions.goes_around).
 *
 * After an access out of bounds a native run goes on. What it finds there is not known, and what it writes there nobody
 * else sees, if the place is not another object's: that is assumed, and said. So each object has memory of its own in
 * front of it and behind it, and so has each page of addresses that no object claims, such as a device's: objects from
 * outside (memory/bytes/outside.h), found by the address of the page or of the object's end. An access that is partly
 * within the object is made in pieces.
 *
 * The path remembers that it went there (Path.around), and whether something was made up there (Path.is_vague): what its
 * end means, verify/property.c says. */
#include "semantics/lift.h"

#include "memory/pointer.h"
#include "memory/validity.h"

enum { PAGE_BYTES = 2048, NEVER_MEMORY = 4096 };

/* ---- Where an access is, if it is a number ---- */

/* Bytes that are together in the object, in front of it or behind it, or in one page that has none. */
typedef struct {
    u64 pointer;
    u64 size;
    bool is_around;
} RangePiece;

/* The memory that a place outside of all objects is in: the address that it goes by, and how far from there it is. */
typedef struct {
    u64 key;
    i64 offset;
} Around;

static u64 address_mask(const Machine *m) { return low_mask(m->program->pointer_bytes * 8); }

static bool is_page_of_none(const Machine *m, u64 address) {
    return address >= NEVER_MEMORY && address <= address_mask(m) - NEVER_MEMORY;
}

/* ILP32 steps in the low half only. */
static u64 step(const Machine *m, u64 pointer, i64 delta) {
    u64 there = pointer + (u64)delta;
    return m->objects.placement ? (pointer >> 32 << 32 | (u32)there) : there;
}

static Around around_object(const Machine *m, u32 object, i64 position) {
    u64 start = object_pointer(&m->objects, object);
    i64 size = object_info(&m->objects, object)->size;
    if (position < 0) return (Around){step(m, start, -1), position + 1};
    return (Around){step(m, start, size), position - size};
}

static u64 pointer_to(Machine *m, Around around) {
    Symbolic *s = m->symbolic;
    u64 start = s->memory.model->fresh(&s->memory, term_const(s->terms, 64, around.key));
    return start ? step(m, start, around.offset) : 0;
}

/* Can memory be behind its end? */
static bool has_surroundings(const ObjectInfo *info) {
    bool is_object = info->kind != OBJECT_FUNCTION && info->kind != OBJECT_STRAY && info->kind != OBJECT_OUTSIDE;
    return is_object && info->state == OBJECT_LIVE && !info->is_conditional;
}

/* The first piece of `size` bytes at the pointer; false: it is none of these places. */
static bool first_piece(Machine *m, u64 pointer, u64 size, RangePiece *piece) {
    u32 object;
    i64 position;
    objects_resolve(&m->objects, pointer, &object, &position);
    const ObjectInfo *info = object_info(&m->objects, object);
    *piece = (RangePiece){pointer, size, true};
    if (info->kind == OBJECT_NONE) {
        u64 address = pointer & address_mask(m), page = address & ~(u64)(PAGE_BYTES - 1);
        if (!is_page_of_none(m, address)) return false;
        piece->size = MIN(size, page + PAGE_BYTES - address);
        piece->pointer = pointer_to(m, (Around){page, (i64)(address - page)});
        return piece->pointer != 0;
    }
    if (info->kind == OBJECT_OUTSIDE || !has_surroundings(info)) {
        piece->is_around = false;
        return info->state == OBJECT_LIVE;
    }
    if (position >= 0 && position < (i64)info->size) {
        piece->size = MIN(size, info->size - (u64)position);
        piece->is_around = false;
        return true;
    }
    if (position < 0) piece->size = MIN(size, (u64)-position);
    piece->pointer = pointer_to(m, around_object(m, object, position));
    return piece->pointer != 0;
}

/* ---- Accesses in pieces ---- */

static Term *number(const Machine *m, u64 value) { return term_const(m->symbolic->terms, 64, value); }

/* What is at a number goes one way only, so that no piece is done twice. */
static bool access_piece(Machine *m, const Code *ip, u64 *r, const Access *whole, const RangePiece *piece, u64 done,
                         Term **value) {
    TermStore *store = m->symbolic->terms;
    Access access = *whole;
    bool is_all = piece->size == whole->size->value;
    access.pointer = number(m, piece->pointer);
    access.delta = NULL;
    access.size = number(m, piece->size);
    if (!is_all) access.is_pointer = false;
    if (!is_all) access.type = NULL;
    if (whole->op == MEMORY_STORE)
        access.value = term_extract(store, whole->value, (u32)done * 8, (u32)piece->size * 8);
    return lift_carry_out(m, ip, r, &access, value);
}

static bool access_in_pieces(Machine *m, const Code *ip, u64 *r, const Access *access, u64 pointer, Term **value) {
    TermStore *store = m->symbolic->terms;
    Term *read = NULL, *part = NULL;
    RangePiece piece;
    for (u64 done = 0; done < access->size->value; done += piece.size) {
        if (!first_piece(m, step(m, pointer, (i64)done), access->size->value - done, &piece)) return false;
        if (!access_piece(m, ip, r, access, &piece, done, &part)) return false;
        if (access->op == MEMORY_LOAD) read = read ? term_concat(store, part, read) : part;
    }
    if (value) *value = read;
    return true;
}

static bool copy_in_pieces(Machine *m, const Code *ip, u64 *r, const Access *access, u64 to, u64 from) {
    RangePiece target, source;
    for (u64 done = 0, size = access->size->value; done < size; done += target.size) {
        if (!first_piece(m, step(m, from, (i64)done), size - done, &source)) return false;
        if (!first_piece(m, step(m, to, (i64)done), source.size, &target)) return false;
        Access part = *access;
        part.pointer = number(m, target.pointer);
        part.source = number(m, source.pointer);
        part.size = number(m, target.size);
        if (!lift_carry_out(m, ip, r, &part, NULL)) return false;
    }
    return true;
}

typedef enum { RANGE_OTHER, RANGE_WITHIN, RANGE_AROUND } RangeIs;

/* Within an object, at least partly around one, or not to be followed here: then nothing of it may be done. */
static RangeIs range_is(Machine *m, u64 pointer, u64 size) {
    RangeIs is = RANGE_WITHIN;
    RangePiece piece;
    if (size > OUTSIDE_BYTES) return RANGE_OTHER;
    for (u64 done = 0; done < size; done += piece.size) {
        if (!first_piece(m, step(m, pointer, (i64)done), size - done, &piece)) return RANGE_OTHER;
        if (piece.is_around) is = RANGE_AROUND;
    }
    return is;
}

static bool overlaps(u64 a, u64 b, u64 size) { return a < b + size && b < a + size; }

static AroundStep at_number(Machine *m, const Code *ip, u64 *r, const Access *access, Term **value) {
    u64 size = access->size->value,
        pointer = step(m, access->pointer->value, access->delta ? (i64)access->delta->value : 0);
    if (access->op != MEMORY_COPY) {
        if (range_is(m, pointer, size) != RANGE_AROUND) return AROUND_NOT;
        return access_in_pieces(m, ip, r, access, pointer, value) ? AROUND_DONE : AROUND_STOPPED;
    }
    RangeIs at = range_is(m, pointer, size), from = range_is(m, access->source->value, size);
    bool is_any = at == RANGE_AROUND || from == RANGE_AROUND;
    if (!is_any || at == RANGE_OTHER || from == RANGE_OTHER || overlaps(pointer, access->source->value, size))
        return AROUND_NOT;
    return copy_in_pieces(m, ip, r, access, pointer, access->source->value) ? AROUND_DONE : AROUND_STOPPED;
}

/* ---- At a place that is a term ---- */

enum { MOST_OBJECTS = 16 };

/* An access is in front of an object or behind it as a whole: a condition for each, and one for all else, the last. What is
 * neither within nor around objects is an error as ever. */
static void sides_of(Machine *m, const Candidates *candidates, Term *size, TermVec *guards) {
    TermStore *store = m->symbolic->terms;
    Term *rest = term_true(store), *offset = candidates->offset;
    for (u32 i = 0; i < candidates->objects.count; i++) {
        u32 object = candidates->objects.at[i];
        const ObjectInfo *info = object_info(&m->objects, object);
        bool has_sides = object && has_surroundings(info);
        Term *guard = has_sides ? candidate_guard(&m->symbolic->memory, candidates, object) : term_false(store);
        Term *sides[] = {term_sle(store, offset, term_neg(store, size)),
                         term_sle(store, number(m, info->size), offset)};
        for (u32 k = 0; k < COUNT_OF(sides); k++) {
            Term *is_there = term_and(store, guard, sides[k]);
            rest = term_and(store, rest, term_not(store, is_there));
            vec_push(guards, is_there);
        }
    }
    vec_push(guards, rest);
}

/* The pointer becomes one to the memory around the object that the path chooses; not: it is to be followed as it is. */
static AroundStep choose_side(Machine *m, const Code *ip, u64 *r, const Candidates *candidates, Term *size,
                              Term **pointer) {
    TermVec guards = {0};
    AroundStep step = AROUND_NOT;
    sides_of(m, candidates, size, &guards);
    bool is_within = strategy_must_be(m, vec_last(&guards));
    int chosen = is_within ? (int)guards.count - 1 : strategy_choose(m, ip, r, CHOICE_POINTER, guards.at, guards.count);
    if (chosen < 0) step = AROUND_STOPPED;
    if (chosen >= 0 && chosen < (int)guards.count - 1) {
        u32 object = candidates->objects.at[chosen / 2];
        i64 position = chosen % 2 ? (i64)object_info(&m->objects, object)->size : -1;
        u64 start = pointer_to(m, around_object(m, object, position));
        Term *distance = term_sub(m->symbolic->terms, candidates->offset, number(m, (u64)position));
        if (start) *pointer = lift_pointer_step(m, number(m, start), distance);
        if (start) step = AROUND_DONE;
    }
    vec_free(&guards);
    return step;
}

static AroundStep find_side(Machine *m, const Code *ip, u64 *r, Term *delta, Term *size, Term **pointer) {
    Candidates candidates;
    AroundStep step = AROUND_NOT;
    resolve_pointer(&m->symbolic->memory, *pointer, delta, AIM_BYTES, &candidates);
    if (candidates.objects.count <= MOST_OBJECTS && !candidates.is_incomplete)
        step = choose_side(m, ip, r, &candidates, size, pointer);
    candidates_free(&candidates);
    return step;
}

/* Further away than objects from outside reach: what is written there is forgotten, and what is read there may be anything;
 * but not a pointer, for much depends on where it leads. */
static AroundStep far_away(Machine *m, const Code *ip, u64 *r, const Access *access, Term **value) {
    Candidates candidates;
    AroundStep done = AROUND_NOT;
    bool is_scalar = access->op == MEMORY_STORE || (access->op == MEMORY_LOAD && !access->is_pointer);
    resolve_pointer(&m->symbolic->memory, access->pointer, access->delta, AIM_BYTES, &candidates);
    u32 object = candidates.objects.count == 1 && !candidates.is_incomplete ? candidates.objects.at[0] : 0;
    if (is_scalar && object && object_info(&m->objects, object)->kind == OBJECT_OUTSIDE) {
        Term *fits = candidate_in_bounds(&m->symbolic->memory, &candidates, access->size, object);
        int chosen = strategy_must_be(m, fits) ? 1 : strategy_decide(m, ip, r, CHOICE_POINTER, fits);
        if (chosen < 0) done = AROUND_STOPPED;
        if (chosen == 0) done = AROUND_DONE;
        if (chosen == 0) m->symbolic->path.is_vague = true;
        if (chosen == 0 && value) *value = strategy_undefined(m, (u32)access->size->value * 8, 0);
    }
    candidates_free(&candidates);
    return done;
}

static AroundStep at_terms(Machine *m, const Code *ip, u64 *r, const Access *access, Term **value) {
    Access moved = *access;
    AroundStep at = find_side(m, ip, r, access->delta, access->size, &moved.pointer), from = AROUND_NOT;
    if (at == AROUND_DONE) moved.delta = NULL;
    if (at != AROUND_STOPPED && access->op == MEMORY_COPY)
        from = find_side(m, ip, r, NULL, access->size, &moved.source);
    if (at == AROUND_STOPPED || from == AROUND_STOPPED) return AROUND_STOPPED;
    AroundStep far = far_away(m, ip, r, &moved, value);
    if (far != AROUND_NOT || (at == AROUND_NOT && from == AROUND_NOT)) return far;
    return lift_carry_out(m, ip, r, &moved, value) ? AROUND_DONE : AROUND_STOPPED;
}

/* ---- Ranges of any size ---- */

/* The bytes become any values. */
static bool forget_bytes(Machine *m, const Code *ip, u64 *r, u64 pointer, u64 size) {
    enum { STEP = 8 };
    m->symbolic->path.is_vague = true;
    for (u64 done = 0; done < size; done += STEP) {
        u64 bytes = MIN((u64)STEP, size - done);
        Access access = {.op = MEMORY_STORE,
                         .pointer = number(m, step(m, pointer, (i64)done)),
                         .size = number(m, bytes),
                         .value = strategy_undefined(m, (u32)bytes * 8, 0)};
        if (!lift_carry_out(m, ip, r, &access, NULL)) return false;
    }
    return true;
}

/* What lies in the object from the place on, and behind it. */
static bool forget_rest(Machine *m, const Code *ip, u64 *r, u32 object, u64 offset) {
    const ObjectInfo *info = object_info(&m->objects, object);
    u64 size = info->size;
    bool is_outside = info->kind == OBJECT_OUTSIDE;
    if (!forget_bytes(m, ip, r, step(m, object_pointer(&m->objects, object), (i64)offset), size - offset)) return false;
    u64 behind = is_outside ? 0 : pointer_to(m, around_object(m, object, (i64)size));
    return is_outside || (behind && forget_bytes(m, ip, r, behind, OUTSIDE_BYTES - OUTSIDE_BEFORE));
}

static bool is_one_place(const Machine *m, const Candidates *candidates) {
    enum { MOST_BYTES = 1 << 16 };
    if (candidates->objects.count != 1 || candidates->is_incomplete || !term_is_const(candidates->offset)) return false;
    const ObjectInfo *info = object_info(&m->objects, candidates->objects.at[0]);
    bool is_known = candidates->objects.at[0] && (info->kind == OBJECT_OUTSIDE || has_surroundings(info));
    return is_known && candidates->offset->value <= info->size && info->size <= MOST_BYTES;
}

/* How many bytes there are is not known, and there may be more than fit: then what is written may be anything. */
static AroundStep of_any_size(Machine *m, const Code *ip, u64 *r, const Access *access) {
    Memory *memory = &m->symbolic->memory;
    Candidates at, from;
    AroundStep done = AROUND_NOT;
    resolve_pointer(memory, access->pointer, NULL, AIM_BYTES, &at);
    resolve_pointer(memory, access->op == MEMORY_COPY ? access->source : access->pointer, NULL, AIM_BYTES, &from);
    if (is_one_place(m, &at) && is_one_place(m, &from)) {
        Term *fits = term_and(m->symbolic->terms, candidate_in_bounds(memory, &at, access->size, at.objects.at[0]),
                              candidate_in_bounds(memory, &from, access->size, from.objects.at[0]));
        int chosen = strategy_must_be(m, fits) ? 1 : strategy_decide(m, ip, r, CHOICE_SIZE, fits);
        if (chosen < 0) done = AROUND_STOPPED;
        if (chosen == 0)
            done = forget_rest(m, ip, r, at.objects.at[0], at.offset->value) ? AROUND_DONE : AROUND_STOPPED;
    }
    candidates_free(&at);
    candidates_free(&from);
    return done;
}

/* ---- All together ---- */

static bool is_number(const Access *access) {
    bool is_source = access->op != MEMORY_COPY || term_is_const(access->source);
    bool is_step = !access->delta || term_is_const(access->delta);
    return term_is_const(access->pointer) && term_is_const(access->size) && is_source && is_step;
}

static bool is_of_none(Machine *m, Term *pointer) {
    Candidates candidates;
    resolve_pointer(&m->symbolic->memory, pointer, NULL, AIM_BYTES, &candidates);
    bool is_none = candidates.objects.count == 1 && !candidates.objects.at[0];
    candidates_free(&candidates);
    return is_none;
}

/* A number from nowhere that the path has bound to one value is that. */
static Term *only_value(Machine *m, Term *pointer) {
    if (term_is_const(pointer) || !is_of_none(m, pointer)) return pointer;
    Term *value = number(m, strategy_some_value(m, pointer));
    return strategy_must_be(m, term_eq(m->symbolic->terms, pointer, value)) ? value : pointer;
}

void lift_note_around(Machine *m, const Code *ip, u64 *r) {
    Symbolic *s = m->symbolic;
    LocationId location = machine_location(m, ip, r);
    if (!s->path.around) s->path.around = location;
    if (!s->around) s->around = location;
}

AroundStep lift_around(Machine *m, const Code *ip, u64 *r, const Access *access, Term **value) {
    Symbolic *s = m->symbolic;
    AroundStep done;
    if (!m->goes_around || !s->memory.model->fresh) return AROUND_NOT;
    Access fixed = *access;
    fixed.pointer = only_value(m, access->pointer);
    if (is_number(&fixed)) done = at_number(m, ip, r, &fixed, value);
    else if (!term_is_const(access->size)) done = of_any_size(m, ip, r, access);
    else if (access->size->value) done = at_terms(m, ip, r, access, value);
    else done = AROUND_NOT;
    if (done == AROUND_NOT && is_number(&fixed)) done = far_away(m, ip, r, &fixed, value);
    if (done == AROUND_DONE) lift_note_around(m, ip, r);
    return done;
}
