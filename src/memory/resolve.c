#include "memory/resolve.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BY_NUMBER = 512 };

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

/* Every number of an object that the term can be. */
static void find_objects(Memory *memory, Candidates *out) {
    Values values = {0};
    if (!leaves_collect(memory->terms, out->object, &values)) {
        TermVec found = {0};
        vec_clear(&values);
        out->is_by_number = true;
        out->is_incomplete = !memory->values(memory->self, out->object, MOST_BY_NUMBER, &found);
        for (u32 i = 0; i < found.count; i++) vec_push(&values, found.at[i]->value);
        vec_free(&found);
    }
    take_objects(out, &values);
    vec_free(&values);
}

/* ---- ILP32: numbers that are based on nothing ---- */

static Term *is_inside(Memory *memory, Term *address, u32 object) {
    TermStore *store = memory->terms;
    Term *base = term_const(store, 32, object_at(memory->objects, object)->base);
    Term *size = term_const(store, 32, object_room(object_info(memory->objects, object)));
    return term_ult(store, term_sub(store, address, base), size);
}

static bool may_be_inside(const Memory *memory, const Term *address, u32 object) {
    const ObjectInfo *info = object_info(memory->objects, object);
    u64 base = object_at(memory->objects, object)->base, end = base + object_room(info);
    return info->kind != OBJECT_NONE && info->state == OBJECT_LIVE && address->facts.umin < end &&
           address->facts.umax >= base;
}

/* What stands at the address, of all live objects that can. */
static Term *object_at_address(Memory *memory, Term *address) {
    const Objects *objects = memory->objects;
    TermStore *store = memory->terms;
    Term *object = term_const(store, 32, 0);
    for (u32 number = 0; (number = objects_skip_empty(objects, number + 1)) < objects->next;)
        if (may_be_inside(memory, address, number))
            object = term_ite(store, is_inside(memory, address, number), term_const(store, 32, number), object);
    return object;
}

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
static void look_at_address(Memory *memory, Term *address, Candidates *out) {
    TermStore *store = memory->terms;
    if (!may_be_none(out) || is_null_where_based_on_none(out->object, address)) return;
    Term *none = term_eq(store, out->object, term_const(store, 32, 0));
    out->is_by_number = !term_is_const(address);
    out->object = term_ite(store, none, object_at_address(memory, address), out->object);
    TermVec found = {0};
    Values values = {0};
    out->is_incomplete = !memory->values(memory->self, out->object, MOST_BY_NUMBER, &found);
    for (u32 i = 0; i < found.count; i++) vec_push(&values, found.at[i]->value);
    take_objects(out, &values);
    vec_free(&values);
    vec_free(&found);
}

static u64 base_address(void *context, u32 object) { return object_at(context, object)->base; }

/* ---- Pointers ---- */

void resolve_pointer(Memory *memory, Term *pointer, Term *delta, Candidates *out) {
    TermStore *store = memory->terms;
    *out = (Candidates){.pointer = delta ? pointer_step(store, is_32(memory), pointer, delta) : pointer};
    PointerParts parts = pointer_parts(memory, pointer);
    out->object = parts.object;
    find_objects(memory, out);
    if (is_32(memory)) {
        look_at_address(memory, parts.address, out);
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
    return term_eq(memory->terms, candidates->object, term_const(memory->terms, 32, object));
}

Term *candidate_is_start(Memory *memory, const Candidates *candidates, u32 object) {
    Term *at_start = term_eq(memory->terms, candidates->offset, term_const(memory->terms, 64, 0));
    return term_and(memory->terms, candidate_guard(memory, candidates, object), at_start);
}
