/* Copies and fills whose place or length is symbolic. */
#include "semantics/lift.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_SINGLE_BYTES = 256, /* of symbolic length: said byte by byte; beyond, by a term over the whole array */
    MOST_PIECES = 64,        /* bytes copied as pieces of up to eight */
};

/* ---- Where the range is ---- */

typedef struct {
    Candidates candidates;
    TermVec guards;
    VEC(u32) objects; /* what each guard stands for; 0: an empty range, UINT32_MAX: an error */
} RangeWays;

static Term *fits(Machine *m, u32 object, Term *offset, Term *size) {
    TermStore *store = m->explorer->terms;
    const Contents *contents = object_at(&m->objects, object)->contents;
    Term *capacity = term_const(store, 64, object_info(&m->objects, object)->size);
    Term *room = contents && contents->size ? contents->size : capacity;
    Term *inside = term_and(store, term_ule(store, offset, room), term_ule(store, size, term_sub(store, room, offset)));
    return term_and(store, inside, term_ule(store, room, capacity));
}

static void add_way(RangeWays *ways, Term *guard, u32 object) {
    vec_push(&ways->guards, guard);
    vec_push(&ways->objects, object);
}

static void find_ways(Machine *m, Term *pointer, Term *size, bool is_write, RangeWays *ways) {
    Explorer *e = m->explorer;
    TermStore *store = e->terms;
    *ways = (RangeWays){0};
    resolve_pointer(&e->memory, pointer, explore_values(e), &ways->candidates);
    Term *empty = term_eq(store, size, term_const(store, 64, 0)), *rest = term_true(store);
    for (u32 i = 0; i < ways->candidates.objects.count; i++) {
        u32 object = ways->candidates.objects.at[i];
        if (!memory_is_usable(&m->objects, object, is_write)) continue;
        Term *guard = candidate_guard(&e->memory, &ways->candidates, object);
        Term *ok = term_or(store, empty, fits(m, object, ways->candidates.offset, size));
        add_way(ways, term_and(store, guard, ok), object);
        rest = term_and(store, rest, term_not(store, term_and(store, guard, ok)));
    }
    add_way(ways, term_and(store, rest, empty), 0);
    add_way(ways, term_and(store, rest, term_not(store, empty)), UINT32_MAX);
}

bool lift_range_at(Machine *m, const Code *ip, u64 *r, Term *pointer, Term *size, bool is_write, u32 *object,
                   Term **offset) {
    Explorer *e = m->explorer;
    if (lift_check_defined(m, ip, r, pointer, "address") || lift_check_defined(m, ip, r, size, "address")) return false;
    RangeWays ways;
    find_ways(m, pointer, size, is_write, &ways);
    ChoiceKind kind = ways.candidates.objects.count > 1 ? CHOICE_POINTER : CHOICE_SIZE;
    int chosen = explore_choose(m, ip, r, kind, ways.guards.at, ways.guards.count);
    u32 what = chosen >= 0 ? ways.objects.at[chosen] : UINT32_MAX;
    if (chosen >= 0 && what == UINT32_MAX) {
        Term *length = explore_evaluate(e, size);
        lift_report_access(m, ip, r, &ways.candidates, pointer, length ? length->value : 1, is_write);
    }
    *object = what;
    *offset = ways.candidates.offset;
    candidates_free(&ways.candidates);
    vec_free(&ways.guards);
    vec_free(&ways.objects);
    return what != UINT32_MAX;
}

/* The most bytes that the range can have from this offset on. */
static u64 room_at(const Machine *m, u32 object, const Term *offset) {
    u32 size = object_info(&m->objects, object)->size;
    return term_is_const(offset) && offset->value <= size ? size - offset->value : size;
}

static Term *is_within(Machine *m, u32 index, Term *size) {
    TermStore *store = m->explorer->terms;
    return term_ult(store, term_const(store, 64, index), size);
}

/* ---- Copies ---- */

static Term *step(Machine *m, Term *offset, u64 bytes) {
    return term_add(m->explorer->terms, offset, term_const(m->explorer->terms, 64, bytes));
}

/* A known length: in pieces, all read before any is written. */
static void copy_pieces(Machine *m, u32 to, Term *to_offset, u32 from, Term *from_offset, u32 size) {
    Memory *memory = &m->explorer->memory;
    Term *pieces[MOST_PIECES];
    u32 sizes[MOST_PIECES], count = 0;
    for (u32 at = 0; at < size; count++) {
        u32 piece = 8;
        while (piece > size - at) piece /= 2;
        sizes[count] = piece;
        pieces[count] = object_load_at(memory, from, step(m, from_offset, at), piece);
        at += piece;
    }
    for (u32 i = 0, at = 0; i < count; at += sizes[i++])
        object_store_at(memory, to, step(m, to_offset, at), term_true(memory->terms), pieces[i], sizes[i]);
}

/* A known place: each byte that the length may reach is the new or the old one. */
static void copy_bytes(Machine *m, u32 to, u32 to_offset, u32 from, u32 from_offset, Term *size, u32 most) {
    Memory *memory = &m->explorer->memory;
    Term **bytes = xmalloc((most + 1) * sizeof *bytes);
    for (u32 i = 0; i < most; i++) {
        Term *old = contents_load(memory, to, to_offset + i, 1), *new = contents_load(memory, from, from_offset + i, 1);
        bytes[i] = term_ite(memory->terms, is_within(m, i, size), new, old);
    }
    for (u32 i = 0; i < most; i++) contents_store(memory, to, to_offset + i, bytes[i], 1);
    free(bytes);
}

static Term *index_term(Machine *m, Term *value) {
    return term_extract(m->explorer->terms, value, 0, MEMORY_INDEX_BITS);
}

static void copy_array(Machine *m, u32 to, Term *to_offset, u32 from, Term *from_offset, Term *size) {
    Memory *memory = &m->explorer->memory;
    Term *source = contents_array(memory, from, 1), *target = contents_array(memory, to, 1);
    Term *copied = term_copy(memory->terms, target, index_term(m, to_offset), source, index_term(m, from_offset),
                             index_term(m, size));
    contents_become_array(memory, to, copied, 0, 1);
}

static void copy_range(Machine *m, u32 to, Term *to_offset, u32 from, Term *from_offset, Term *size) {
    u64 most = MIN(room_at(m, to, to_offset), room_at(m, from, from_offset));
    most = MIN(most, size->facts.umax);
    bool known_place = term_is_const(to_offset) && term_is_const(from_offset);
    if (term_is_const(size) && size->value <= MOST_PIECES)
        copy_pieces(m, to, to_offset, from, from_offset, (u32)size->value);
    else if (known_place && most <= MOST_SINGLE_BYTES)
        copy_bytes(m, to, (u32)to_offset->value, from, (u32)from_offset->value, size, (u32)most);
    else copy_array(m, to, to_offset, from, from_offset, size);
}

/* memcpy between ranges of one object that overlap. 1: an error, reported; 0: no; -1: paused. */
static int overlaps(Machine *m, const Code *ip, u64 *r, Term *to, Term *from, Term *size, const char *name) {
    TermStore *store = m->explorer->terms;
    Term *forward = term_ult(store, term_sub(store, to, from), size);
    Term *backward = term_ult(store, term_sub(store, from, to), size);
    Term *bad = term_and(store, term_ne(store, to, from), term_or(store, forward, backward));
    int fails = explore_decide(m, ip, r, CHOICE_ERROR, bad);
    if (fails != 1) return fails;
    Term *length = explore_evaluate(m->explorer, size);
    Text bytes = {0};
    fault_count_bytes(&bytes, length ? length->value : 0);
    machine_fault_text(m, ip, r, FAULT_OVERLAP, "%s of %s between overlapping ranges", name, bytes.chars);
    text_free(&bytes);
    return 1;
}

static bool is_number(const Term *term) { return term_is_const(term); }

static bool is_sized_by_term(const Machine *m, const Term *pointer) {
    return object_info(&m->objects, pointer_object(pointer->value))->has_symbolic_size;
}

bool lift_copy(Machine *m, const Code *ip, u64 *r, Term *to, Term *from, Term *size, bool may_overlap,
               const char *name) {
    if (is_number(to) && is_number(from) && is_number(size) && !is_sized_by_term(m, to) && !is_sized_by_term(m, from))
        return memory_copy(m, ip, r, to->value, from->value, size->value, may_overlap, name);
    u32 target, source;
    Term *to_offset, *from_offset;
    if (!lift_range_at(m, ip, r, from, size, false, &source, &from_offset)) return false;
    if (!lift_range_at(m, ip, r, to, size, true, &target, &to_offset)) return false;
    if (!source || !target) return true;
    if (source == target && !may_overlap && overlaps(m, ip, r, to_offset, from_offset, size, name)) return false;
    copy_range(m, target, to_offset, source, from_offset, size);
    return true;
}

/* ---- Fills ---- */

static void fill_bytes(Machine *m, u32 object, u32 offset, Term *byte, Term *size, u32 most) {
    Memory *memory = &m->explorer->memory;
    for (u32 i = 0; i < most; i++) {
        Term *within = is_within(m, i, size);
        if (term_is_false(within)) break;
        Term *old = term_is_true(within) ? byte : contents_load(memory, object, offset + i, 1);
        contents_store(memory, object, offset + i, term_ite(memory->terms, within, byte, old), 1);
    }
}

bool lift_fill(Machine *m, const Code *ip, u64 *r, Term *to, Term *byte, Term *size) {
    Memory *memory = &m->explorer->memory;
    if (is_number(to) && is_number(byte) && is_number(size) && !is_sized_by_term(m, to))
        return memory_fill(m, ip, r, to->value, (u8)byte->value, size->value);
    u32 object;
    Term *offset;
    if (!lift_range_at(m, ip, r, to, size, true, &object, &offset)) return false;
    if (!object) return true;
    Term *narrow = term_extract(memory->terms, byte, 0, 8);
    u64 most = MIN(room_at(m, object, offset), size->facts.umax);
    if (term_is_const(offset) && (most <= MOST_SINGLE_BYTES || term_is_const(size))) {
        fill_bytes(m, object, (u32)offset->value, narrow, size, (u32)most);
        return true;
    }
    Term *array = contents_array(memory, object, 1);
    Term *filled = term_fill(memory->terms, array, index_term(m, offset), narrow, index_term(m, size));
    contents_become_array(memory, object, filled, 0, 1);
    return true;
}

/* Bytes that were never written are undefined already. */
static void undefine_bytes(Machine *m, u32 object, Term *end, u32 most) {
    Memory *memory = &m->explorer->memory;
    for (u32 i = 0; i < most; i++) {
        Term *within = is_within(m, i, end);
        if (term_is_true(within) || !contents_is_known(memory, object, i)) continue;
        Term *old = contents_load(memory, object, i, 1), *undefined = memory->new_undefined(memory->self, object, 8);
        contents_store(memory, object, i, term_ite(memory->terms, within, old, undefined), 1);
    }
}

void lift_undefine_behind(Machine *m, u32 object, Term *end, u32 most) {
    Memory *memory = &m->explorer->memory;
    if (most <= MOST_SINGLE_BYTES) {
        undefine_bytes(m, object, end, most);
        return;
    }
    Term *limit = term_const(memory->terms, 64, most), *undefined = memory->new_undefined(memory->self, object, 8);
    Term *within = term_ult(memory->terms, end, limit);
    Term *count =
        term_ite(memory->terms, within, term_sub(memory->terms, limit, end), term_const(memory->terms, 64, 0));
    Term *array = contents_array(memory, object, 1);
    array = term_fill(memory->terms, array, index_term(m, end), undefined, index_term(m, count));
    contents_become_array(memory, object, array, 0, 1);
}

TrackStep lift_range(Machine *m, const Code *ip, u64 *r) {
    Term *to = lift_cell(m, r, ip->a), *second = lift_cell(m, r, ip->b), *size = lift_cell(m, r, (u32)ip->imm);
    bool done = ip->op == CODE_COPY ? lift_copy(m, ip, r, to, second, size, ip->aux, ip->aux ? "memmove" : "memcpy")
                                    : lift_fill(m, ip, r, to, second, size);
    return done ? STEP_DONE : STEP_END;
}
