#include "memory/resolve.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LEAVES = 1 << 16, MOST_BY_NUMBER = 512 };

/* ---- Terms whose leaves are constants ---- */

typedef bool VisitLeaf(void *context, u64 value);

static u64 greatest_index(const Term *select) {
    const Term *array = select->arg[0], *index = select->arg[1];
    u64 last = array->data->count ? array->data->count - 1 : 0;
    return MIN(last, index->facts.umax);
}

static bool may_be_index(const Term *index, u64 value) {
    return (value & index->facts.zeros) == 0 && (value & index->facts.ones) == index->facts.ones;
}

static bool is_table_read(const Term *t) {
    return t->op == TERM_SELECT && t->arg[0]->op == TERM_DATA && t->width <= 64 &&
           t->arg[0]->data->count <= MOST_LEAVES;
}

/* Calls `visit` with every constant the term can be; false if it has another shape or `visit` says so. */
static bool visit_leaves(const Term *t, VisitLeaf *visit, void *context) {
    if (t->op == TERM_CONST && t->width <= 64) return visit(context, t->value);
    if (t->op == TERM_ITE) return visit_leaves(t->arg[1], visit, context) && visit_leaves(t->arg[2], visit, context);
    if (!is_table_read(t)) return false;
    const TermData *data = t->arg[0]->data;
    for (u64 i = t->arg[1]->facts.umin; i <= greatest_index(t); i++)
        if (may_be_index(t->arg[1], i) && !visit(context, term_data_at(data, i))) return false;
    return true;
}

static Term *map_table(TermStore *store, Term *t, u32 width, MapConstant *map, void *context) {
    const TermData *data = t->arg[0]->data;
    u64 *elements = xmalloc(MAX((u64)1, data->count) * sizeof *elements);
    u32 *narrow = (u32 *)elements;
    for (u64 i = 0; i < data->count; i++) {
        u64 value = map(context, term_data_at(data, i));
        if (width == 32) narrow[i] = (u32)value;
        else elements[i] = value;
    }
    Term *table = term_data(store, t->arg[0]->index_width, width, elements, data->count);
    free(elements);
    return term_select(store, table, t->arg[1]);
}

/* The term with every leaf replaced; its width is 32 or 64. */
static Term *map_leaves(TermStore *store, Term *t, u32 width, MapConstant *map, void *context) {
    if (t->op == TERM_CONST) return term_const(store, width, map(context, t->value) & low_mask(width));
    if (t->op == TERM_ITE)
        return term_ite(store, t->arg[0], map_leaves(store, t->arg[1], width, map, context),
                        map_leaves(store, t->arg[2], width, map, context));
    return map_table(store, t, width, map, context);
}

static bool count_leaf(void *context, u64 value) { return ++*(u32 *)context <= MOST_LEAVES; }

Term *resolve_map_constants(TermStore *store, Term *term, MapConstant *map, void *context) {
    u32 leaves = 0;
    return visit_leaves(term, count_leaf, &leaves) ? map_leaves(store, term, 64, map, context) : NULL;
}

/* ---- Finding the base ---- */

static u32 based_on(const Objects *objects, u64 pointer) {
    u32 number;
    i64 offset;
    objects_resolve(objects, pointer, &number, &offset);
    return object_info(objects, number)->kind == OBJECT_NONE ? 0 : number;
}

typedef struct {
    const Objects *objects;
    u32 leaves;
    bool has_object;
} Shape;

static bool note_leaf(void *context, u64 value) {
    Shape *shape = context;
    if (based_on(shape->objects, value)) shape->has_object = true;
    return ++shape->leaves <= MOST_LEAVES;
}

bool resolve_is_base(const Objects *objects, const Term *t) {
    Shape shape = {.objects = objects};
    return visit_leaves(t, note_leaf, &shape) && shape.has_object;
}

/* The one addend of the sum that names objects. ILP32: only the address of an access is such a sum. */
static Term *base_addend(const Objects *objects, Term *sum) {
    if (resolve_is_base(objects, sum)) return sum;
    if (sum->op != TERM_ADD) return NULL;
    if (resolve_is_base(objects, sum->arg[1])) return sum->arg[1];
    return base_addend(objects, sum->arg[0]);
}

/* ILP32: the term that is the number of the object; an extract of a pointer stands for that pointer. */
static Term *base_of_high_half(const Objects *objects, Term *high) {
    if (high->op == TERM_EXTRACT && high->low == 32 && high->arg[0]->width == 64 &&
        resolve_is_base(objects, high->arg[0]))
        return high->arg[0];
    return NULL;
}

/* ---- Candidates ---- */

static void add_object(Candidates *out, u32 object) {
    u32 i = out->objects.count;
    while (i > 0 && out->objects.at[i - 1] > object) i--;
    if (i > 0 && out->objects.at[i - 1] == object) return;
    vec_push(&out->objects, 0);
    memmove(out->objects.at + i + 1, out->objects.at + i, (out->objects.count - 1 - i) * sizeof(u32));
    out->objects.at[i] = object;
}

typedef struct {
    const Objects *objects;
    Candidates *out;
} Collect;

static bool collect_leaf(void *context, u64 value) {
    Collect *collect = context;
    add_object(collect->out, based_on(collect->objects, value));
    return true;
}

static u64 leaf_object(void *context, u64 value) { return based_on(context, value); }

static u64 leaf_offset(void *context, u64 value) {
    u32 number;
    i64 offset;
    objects_resolve(context, value, &number, &offset);
    return based_on(context, value) ? (u64)offset : value; /* of no object: the number itself */
}

static void from_base(Memory *memory, Term *base, Term *steps, Candidates *out) {
    Collect collect = {memory->objects, out};
    visit_leaves(base, collect_leaf, &collect);
    out->base = base;
    out->object = map_leaves(memory->terms, base, 32, leaf_object, memory->objects);
    Term *start = map_leaves(memory->terms, base, 64, leaf_offset, memory->objects);
    out->offset = steps ? term_add(memory->terms, start, steps) : start;
}

static u64 base_address(void *context, u32 object) { return object_at(context, object)->base; }

/* ILP32: a pointer whose object is known and whose address may be anything. */
static void from_high_half(Memory *memory, Term *pointer, Candidates *out) {
    TermStore *store = memory->terms;
    Term *base = term_extract(store, pointer, 32, 32), *found = base_of_high_half(memory->objects, base);
    if (found) {
        from_base(memory, found, NULL, out);
    } else {
        out->object = base;
        if (term_is_const(base)) add_object(out, (u32)base->value);
    }
    Term *address = term_extract(store, pointer, 0, 32);
    Term *start = candidates_table(memory, out, 32, base_address, memory->objects);
    out->offset = term_zext(store, term_sub(store, address, start), 64);
}

/* Every object that the solver finds possible for the number the pointer is. */
static void by_number(Memory *memory, Term *pointer, ValueSource source, Candidates *out) {
    TermStore *store = memory->terms;
    TermVec values = {0};
    out->object = term_extract(store, pointer, 32, 32);
    out->is_incomplete = !source.values(source.self, out->object, MOST_BY_NUMBER, &values);
    for (u32 i = 0; i < values.count; i++) add_object(out, based_on(memory->objects, values.at[i]->value << 32));
    vec_free(&values);
    Term *start = candidates_table(memory, out, 32, base_address, memory->objects);
    Term *position = term_zext(store, term_extract(store, pointer, 0, 32), 64);
    out->offset = term_sub(store, position, term_zext(store, start, 64));
}

static Term *is_inside(Memory *memory, Term *address, u32 object) {
    TermStore *store = memory->terms;
    Term *base = term_const(store, 32, object_at(memory->objects, object)->base);
    Term *size = term_const(store, 32, object_info(memory->objects, object)->size);
    return term_ult(store, term_sub(store, address, base), size);
}

static Term *object_at_address(Memory *memory, Term *address, const u32 *objects, u32 count) {
    TermStore *store = memory->terms;
    Term *object = term_const(store, 32, 0);
    for (u32 i = 0; i < count; i++)
        if (objects[i])
            object = term_ite(store, is_inside(memory, address, objects[i]), term_const(store, 32, objects[i]), object);
    return object;
}

static bool may_be_inside(const Memory *memory, const Term *address, u32 object) {
    const ObjectInfo *info = object_info(memory->objects, object);
    u64 base = object_at(memory->objects, object)->base, end = base + info->size;
    return info->kind != OBJECT_NONE && info->state == OBJECT_LIVE && address->facts.umin < end &&
           address->facts.umax >= base;
}

/* ILP32: a number that became a pointer and was claimed by no object is one into whatever stands at the address. The
 * solver tells which of all live objects that can be. */
static void by_address(Memory *memory, Term *pointer, ValueSource source, Candidates *out) {
    const Objects *objects = memory->objects;
    Term *address = term_extract(memory->terms, pointer, 0, 32);
    VEC(u32) live = {0};
    for (u32 number = 0; (number = objects_skip_empty(objects, number + 1)) < objects->next;)
        if (may_be_inside(memory, address, number)) vec_push(&live, number);
    Term *any = object_at_address(memory, address, live.at, live.count);
    TermVec values = {0};
    out->is_incomplete = !source.values(source.self, any, MOST_BY_NUMBER, &values);
    for (u32 i = 0; i < values.count; i++) add_object(out, (u32)values.at[i]->value);
    out->object = object_at_address(memory, address, out->objects.at, out->objects.count);
    Term *start = candidates_table(memory, out, 32, base_address, memory->objects);
    out->offset = term_zext(memory->terms, term_sub(memory->terms, address, start), 64);
    vec_free(&values);
    vec_free(&live);
}

static u64 claimed(const Objects *objects, u64 pointer) {
    bool is_claimed = object_info(objects, pointer_object(pointer))->kind != OBJECT_NONE;
    return is_claimed || !pointer ? pointer : objects_pointer_from_number(objects, (u32)pointer);
}

void resolve_pointer(Memory *memory, Term *pointer, ValueSource source, Candidates *out) {
    *out = (Candidates){.pointer = pointer};
    bool is_32 = memory->objects->placement != NULL;
    if (is_32 && term_is_const(pointer))
        pointer = term_const(memory->terms, 64, claimed(memory->objects, pointer->value));
    bool is_sum = !is_32 || pointer->op == TERM_ADD;
    Term *base = is_sum ? base_addend(memory->objects, pointer) : NULL;
    if (base) {
        from_base(memory, base, base == pointer ? NULL : term_sub(memory->terms, pointer, base), out);
        return;
    }
    Term *high = term_extract(memory->terms, pointer, 32, 32);
    if (is_32 && term_is_const(high) && !high->value && !term_is_const(pointer))
        by_address(memory, pointer, source, out);
    else if (is_32 && (term_is_const(high) || base_of_high_half(memory->objects, high)))
        from_high_half(memory, pointer, out);
    else by_number(memory, pointer, source, out);
}

void candidates_free(Candidates *candidates) { vec_free(&candidates->objects); }

/* ---- Tables over the candidates ---- */

typedef struct {
    const Objects *objects;
    ObjectValue *value;
    void *context;
} TableLeaf;

static u64 leaf_value(void *context, u64 pointer) {
    TableLeaf *leaf = context;
    return leaf->value(leaf->context, based_on(leaf->objects, pointer));
}

Term *candidates_table(Memory *memory, const Candidates *candidates, u32 width, ObjectValue *value, void *context) {
    TermStore *store = memory->terms;
    if (candidates->base) {
        TableLeaf leaf = {memory->objects, value, context};
        return map_leaves(store, candidates->base, width, leaf_value, &leaf);
    }
    Term *table = NULL;
    for (u32 i = 0; i < candidates->objects.count; i++) {
        u32 object = candidates->objects.at[i];
        Term *entry = term_const(store, width, value(context, object) & low_mask(width));
        table = table ? term_ite(store, candidate_guard(memory, candidates, object), entry, table) : entry;
    }
    return table ? table : term_const(store, width, 0);
}

Term *candidate_guard(Memory *memory, const Candidates *candidates, u32 object) {
    if (candidates->objects.count == 1 && !candidates->is_incomplete) return term_true(memory->terms);
    return term_eq(memory->terms, candidates->object, term_const(memory->terms, 32, object));
}

Term *candidate_is_start(Memory *memory, const Candidates *candidates, u32 object) {
    Term *at_start = term_eq(memory->terms, candidates->offset, term_const(memory->terms, 64, 0));
    return term_and(memory->terms, candidate_guard(memory, candidates, object), at_start);
}
