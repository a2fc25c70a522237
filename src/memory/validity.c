#include "memory/validity.h"

static const Contents *contents_of(const Memory *memory, u32 object) {
    return object_at(memory->objects, object)->contents;
}

bool object_is_usable(const Memory *memory, u32 object, Use use) {
    const ObjectInfo *info = object_info(memory->objects, object);
    bool has_bytes = info->kind != OBJECT_NONE && info->kind != OBJECT_FUNCTION && info->kind != OBJECT_STRAY;
    if (!has_bytes || info->state != OBJECT_LIVE) return false;
    return use == USE_READ || (use == USE_WRITE ? !info->is_constant : info->kind == OBJECT_HEAP);
}

Term *candidate_in_bounds(Memory *memory, const Candidates *candidates, Term *size, u32 object) {
    TermStore *store = memory->terms;
    const Contents *contents = contents_of(memory, object);
    u64 capacity = object_info(memory->objects, object)->size;
    Term *offset = candidates->offset;
    if (!size) return term_eq(store, offset, term_const(store, 64, 0));
    Term *most = term_const(store, 64, capacity), *room = contents && contents->size ? contents->size : most;
    if (!term_is_const(size)) {
        Term *fits = term_ule(store, size, term_sub(store, room, offset));
        return term_and(store, term_and(store, term_ule(store, offset, room), fits), term_ule(store, room, most));
    }
    if (capacity < size->value) return term_false(store);
    Term *fits = term_ule(store, offset, term_const(store, 64, capacity - size->value));
    if (room == most) return fits;
    return term_and(store, fits, term_ule(store, term_add(store, offset, size), room));
}

Term *candidate_is_valid(Memory *memory, const Candidates *candidates, Term *size, u32 object) {
    const Contents *contents = contents_of(memory, object);
    Term *guard = candidate_guard(memory, candidates, object);
    Term *valid = term_and(memory->terms, guard, candidate_in_bounds(memory, candidates, size, object));
    return contents && contents->live ? term_and(memory->terms, valid, contents->live) : valid;
}

/* ---- What is wrong ---- */

/* What an object has to do with it. */
typedef enum {
    WRONG_BY_NONE,  /* there is no object */
    WRONG_BY_STATE, /* and the state it is in: dead, or alive and the access does not fit */
    WRONG_BY_LIFE = WRONG_BY_STATE + OBJECT_RETURNED + 1, /* it is dead for some inputs */
    WRONG_BY_CONSTANT,                                    /* it is not to be written */
} WrongBy;

typedef struct {
    Memory *memory;
    const Candidates *candidates;
    Use use;
    Term *rest; /* none of the ways so far */
    TermVec *out;
} Ways;

static u64 wrong_by(void *context, u32 object) {
    const Ways *ways = context;
    const Objects *objects = ways->memory->objects;
    const ObjectInfo *info = object_info(objects, object);
    if (info->kind == OBJECT_STRAY) info = object_info(objects, object = info->stray_from);
    const Contents *contents = contents_of(ways->memory, object);
    if (info->kind == OBJECT_NONE) return WRONG_BY_NONE;
    if (info->state == OBJECT_LIVE && contents && contents->live) return WRONG_BY_LIFE;
    if (info->state == OBJECT_LIVE && ways->use == USE_WRITE && info->is_constant) return WRONG_BY_CONSTANT;
    return WRONG_BY_STATE + (u64)info->state;
}

static void add_way(Ways *ways, Term *condition) {
    TermStore *store = ways->memory->terms;
    Term *way = term_and(store, ways->rest, condition);
    ways->rest = term_and(store, ways->rest, term_not(store, condition));
    if (!term_is_false(way)) vec_push(ways->out, way);
}

/* For one of the objects of that kind: it is dead, or it is alive and nothing is wrong but that it is constant. */
static Term *any_of(Ways *ways, WrongBy kind, Term *size) {
    TermStore *store = ways->memory->terms;
    const Candidates *candidates = ways->candidates;
    Term *any = term_false(store);
    for (u32 i = 0; i < candidates->objects.count; i++) {
        u32 object = candidates->objects.at[i];
        if (wrong_by(ways, object) != kind || object_info(ways->memory->objects, object)->kind == OBJECT_STRAY)
            continue;
        Term *guard = candidate_guard(ways->memory, candidates, object);
        Term *is_it = kind == WRONG_BY_LIFE
                          ? term_and(store, guard, term_not(store, contents_of(ways->memory, object)->live))
                          : candidate_is_valid(ways->memory, candidates, size, object);
        any = term_or(store, any, is_it);
    }
    return any;
}

void candidates_wrong_ways(Memory *memory, const Candidates *candidates, Term *start, Term *size, Use use,
                           TermVec *conditions) {
    TermStore *store = memory->terms;
    assert((use == USE_FREE) == !size);
    Ways ways = {memory, candidates, use, term_true(store), conditions};
    u64 kinds = 0;
    for (u32 i = 0; i < candidates->objects.count; i++) kinds |= (u64)1 << wrong_by(&ways, candidates->objects.at[i]);
    if (kinds >> WRONG_BY_NONE & 1) add_way(&ways, term_eq(store, start, term_const(store, start->width, 0)));
    if (kinds >> WRONG_BY_LIFE & 1) add_way(&ways, any_of(&ways, WRONG_BY_LIFE, size));
    if (kinds >> WRONG_BY_CONSTANT & 1) add_way(&ways, any_of(&ways, WRONG_BY_CONSTANT, size));
    bool has_several = (kinds & (kinds - 1)) != 0;
    Term *kind = has_several ? candidates_table(memory, candidates, 32, wrong_by, &ways) : NULL;
    for (u32 i = WRONG_BY_NONE; has_several && i < WRONG_BY_LIFE; i++) /* what is alive is what is left */
        if (kinds >> i & 1 && i != WRONG_BY_STATE + OBJECT_LIVE)
            add_way(&ways, term_eq(store, kind, term_const(store, 32, i)));
    if (!term_is_false(ways.rest) || !conditions->count) vec_push(conditions, ways.rest);
}
