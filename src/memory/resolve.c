#include "memory/resolve.h"

#include <stdlib.h>
#include <string.h>

enum { FEW_NUMBERS = 16, MOST_FOLLOWED = 256 };

/* In the place of an object's number: one that is there, but is not followed. */
static const u64 NOT_FOLLOWED = UINT32_MAX;

static bool is_32(const Memory *memory) { return memory->objects->placement != NULL; }

/* ---- Candidates ---- */

static int by_value(const void *a, const void *b) {
    u64 x = *(const u64 *)a, y = *(const u64 *)b;
    return x < y ? -1 : x > y;
}

static void take_objects(Candidates *out, Values *values) {
    if (values->count) qsort(values->at, values->count, sizeof *values->at, by_value);
    vec_clear(&out->objects);
    for (u32 i = 0; i < values->count; i++)
        if (!out->objects.count || vec_last(&out->objects) != (u32)values->at[i])
            vec_push(&out->objects, (u32)values->at[i]);
}

/* The values of the term, which is the number of an object or NOT_FOLLOWED. */
static void ask_for_objects(Memory *memory, Candidates *out) {
    TermVec found = {0};
    Values values = {0};
    out->is_incomplete = !memory->values(memory->self, out->object, MOST_FOLLOWED + 2, &found);
    for (u32 i = 0; i < found.count; i++)
        if (found.at[i]->value == NOT_FOLLOWED) out->is_incomplete = true;
        else vec_push(&values, found.at[i]->value);
    take_objects(out, &values);
    vec_free(&values);
    vec_free(&found);
}

/* The number can be that of an object. A question of each is small; those for one value of the whole choice after the
 * other are as long as it, and get longer. */
static bool can_be(Memory *memory, Term *object, u64 number) {
    return !memory->must_be(memory->self, term_ne(memory->terms, object, term_const(memory->terms, 32, number)));
}

/* ---- Numbers that may be anything ---- */

/* A number that became a pointer leads to whatever is there, of all that lives. What the C library has for itself is left
 * out: no program has a way to its address, and where it is depends on what else was run. */
typedef struct {
    Memory *memory;
    Term *number; /* LP64: of the object; ILP32: the address */
    Aim aim;
    Term *object;      /* what the number is of, so far */
    VEC(u32) followed; /* the newest first */
} Search;

static bool is_aimed_at(const ObjectInfo *info, Aim aim) {
    bool has_bytes = info->kind != OBJECT_NONE && info->kind != OBJECT_FUNCTION && info->kind != OBJECT_STRAY;
    return info->state == OBJECT_LIVE && (aim == AIM_FUNCTION ? info->kind == OBJECT_FUNCTION : has_bytes);
}

static Term *is_inside(Memory *memory, Term *address, u32 object) {
    TermStore *store = memory->terms;
    Term *base = term_const(store, 32, object_at(memory->objects, object)->base);
    Term *size = term_const(store, 32, object_room(object_info(memory->objects, object)));
    return term_ult(store, term_sub(store, address, base), size);
}

static bool may_be(const Search *search, u32 object) {
    const Memory *memory = search->memory;
    const TermFacts *facts = &search->number->facts;
    if (!is_32(memory))
        return object >= facts->umin && object <= facts->umax && !(object & facts->zeros) &&
               (object & facts->ones) == facts->ones;
    u64 base = object_at(memory->objects, object)->base, end = base + object_room(object_info(memory->objects, object));
    return facts->umin < end && facts->umax >= base;
}

static void consider(Search *search, u32 object) {
    Memory *memory = search->memory;
    TermStore *store = memory->terms;
    if (!is_aimed_at(object_info(memory->objects, object), search->aim) || !may_be(search, object)) return;
    bool is_followed = !object_is_of_library(memory->objects, object) && search->followed.count < MOST_FOLLOWED;
    if (is_followed) vec_push(&search->followed, object);
    Term *is_it = is_32(memory) ? is_inside(memory, search->number, object)
                                : term_eq(store, search->number, term_const(store, 32, object));
    Term *it = term_const(store, 32, is_followed ? object : NOT_FOLLOWED);
    search->object = term_ite(store, is_it, it, search->object);
}

/* The newest first: if there are too many, those are left out that were there from the beginning. */
static Search search_by_number(Memory *memory, Term *number, Aim aim) {
    const Objects *objects = memory->objects;
    memory->make_statics(memory->self);
    Search search = {memory, number, aim, term_const(memory->terms, 32, 0), {0}};
    VEC(u32) live = {0};
    for (u32 i = 0; (i = objects_skip_dead(objects, i + 1)) < objects->next;) vec_push(&live, i);
    for (u32 i = live.count; i-- > 0;) consider(&search, live.at[i]);
    vec_free(&live);
    return search;
}

/* LP64: `object` is a number that may be anything. */
static void find_by_number(Memory *memory, Aim aim, Candidates *out) {
    Search search = search_by_number(memory, out->object, aim);
    out->number = out->object;
    out->object = search.object;
    out->is_by_number = true;
    out->is_incomplete = can_be(memory, out->object, NOT_FOLLOWED);
    if (can_be(memory, out->object, 0)) vec_push(&out->objects, 0);
    for (u32 i = search.followed.count; i-- > 0;)
        if (can_be(memory, out->number, search.followed.at[i])) vec_push(&out->objects, search.followed.at[i]);
    vec_free(&search.followed);
}

/* Every number of an object that the term can be. */
static void find_objects(Memory *memory, Aim aim, Candidates *out) {
    Values values = {0};
    TermVec found = {0};
    bool is_known = leaves_collect(memory->terms, out->object, &values);
    if (!is_known && !is_32(memory)) {
        vec_clear(&values);
        is_known = out->is_by_number = memory->values(memory->self, out->object, FEW_NUMBERS, &found);
        for (u32 i = 0; i < found.count; i++) vec_push(&values, found.at[i]->value);
        vec_free(&found);
    }
    if (is_known) {
        take_objects(out, &values);
    } else if (is_32(memory)) {
        out->is_by_number = true;
        ask_for_objects(memory, out);
    } else {
        find_by_number(memory, aim, out);
    }
    vec_free(&values);
}

/* ---- ILP32: numbers that are based on nothing ---- */

/* The pointer is null wherever it is based on nothing: an if-then-else and a table beside those of its addresses. */
static bool is_null_where_based_on_none(const Term *object, const Term *address) {
    while (object->op == TERM_ITE && address->op == TERM_ITE && object->arg[0] == address->arg[0]) {
        if (!is_null_where_based_on_none(object->arg[1], address->arg[1])) return false;
        object = object->arg[2];
        address = address->arg[2];
    }
    if (term_is_const(object)) return object->value || (term_is_const(address) && !address->value);
    if (object->op != TERM_SELECT || address->op != TERM_SELECT || object->arg[1] != address->arg[1]) return false;
    const Term *numbers = object->arg[0], *addresses = address->arg[0];
    if (numbers->op != TERM_DATA || addresses->op != TERM_DATA) return false;
    for (u64 i = 0; i < addresses->data->count; i++)
        if (!term_data_at(numbers->data, i) && term_data_at(addresses->data, i)) return false;
    return true;
}

static bool may_be_none(const Candidates *out) {
    return out->is_incomplete || (out->objects.count && !out->objects.at[0]);
}

/* A number that became a pointer and was claimed by no object is one into whatever stands at the address. */
static void look_at_address(Memory *memory, Term *address, Aim aim, Candidates *out) {
    TermStore *store = memory->terms;
    if (!may_be_none(out) || is_null_where_based_on_none(out->object, address)) return;
    Term *none = term_eq(store, out->object, term_const(store, 32, 0));
    out->is_by_number = !term_is_const(address);
    Search search = search_by_number(memory, address, aim);
    out->object = term_ite(store, none, search.object, out->object);
    vec_free(&search.followed);
    ask_for_objects(memory, out);
}

static u64 base_address(void *context, u32 object) { return object_at(context, object)->base; }

/* ---- Pointers ---- */

void resolve_pointer(Memory *memory, Term *pointer, Term *delta, Aim aim, Candidates *out) {
    TermStore *store = memory->terms;
    *out = (Candidates){.pointer = delta ? pointer_step(store, is_32(memory), pointer, delta) : pointer};
    PointerParts parts = pointer_parts(memory, pointer);
    out->object = parts.object;
    find_objects(memory, aim, out);
    if (is_32(memory)) {
        look_at_address(memory, parts.address, aim, out);
        Term *start = candidates_table(memory, out, 32, base_address, memory->objects);
        out->offset = term_sext(store, term_sub(store, parts.address, start), 64);
    } else {
        out->offset = parts.offset;
    }
    if (delta) out->offset = term_add(store, out->offset, delta);
}

void candidates_free(Candidates *candidates) { vec_free(&candidates->objects); }

/* ---- Tables over the candidates ---- */

typedef struct {
    Memory *memory;
    const Candidates *candidates;
    ObjectValue *value;
    void *context;
} Table;

static u64 entry_of(void *context, u64 object) {
    const Table *table = context;
    return table->value(table->context, (u32)object);
}

static Term *entry_by_guards(void *context, Term *object, u32 width) {
    const Table *table = context;
    TermStore *store = table->memory->terms;
    Term *result = NULL;
    for (u32 i = 0; i < table->candidates->objects.count; i++) {
        u32 number = table->candidates->objects.at[i];
        Term *entry = term_const(store, width, entry_of(context, number) & low_mask(width));
        Term *is_it = term_eq(store, object, term_const(store, 32, number));
        result = result ? term_ite(store, is_it, entry, result) : entry;
    }
    return result ? result : term_const(store, width, 0);
}

Term *candidates_table(Memory *memory, const Candidates *candidates, u32 width, ObjectValue *value, void *context) {
    Table table = {memory, candidates, value, context};
    return leaves_map(memory->terms, candidates->object, width, (LeafMap){&table, entry_of, entry_by_guards});
}

Term *candidate_guard(Memory *memory, const Candidates *candidates, u32 object) {
    if (candidates->objects.count == 1 && !candidates->is_incomplete) return term_true(memory->terms);
    /* `object` is a choice among all that lives: that it is this one needs no look at the others */
    Term *number = candidates->number && object ? candidates->number : candidates->object;
    return term_eq(memory->terms, number, term_const(memory->terms, 32, object));
}

Term *candidate_is_start(Memory *memory, const Candidates *candidates, u32 object) {
    Term *at_start = term_eq(memory->terms, candidates->offset, term_const(memory->terms, 64, 0));
    return term_and(memory->terms, candidate_guard(memory, candidates, object), at_start);
}
