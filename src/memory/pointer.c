#include "memory/pointer.h"

#include <stdlib.h>

enum { MOST_LEAVES = 1 << 16 };

static bool is_32(const Memory *memory) { return memory->objects->placement != NULL; }

/* ---- Leaves ---- */

static bool is_table_read(const Term *t) {
    return t->op == TERM_SELECT && t->arg[0]->op == TERM_DATA && t->width <= 64 &&
           t->arg[0]->data->count <= MOST_LEAVES;
}

/* The inner terms of the structure, each behind those it is made of: no recursion, for chains may be long. */
static void structure_order(Term *term, Term *(*child)(Term *t, u32 number), TermVec *out) {
    TermVec stack = {0};
    Map state = {0}; /* 1: its children are on the stack, 2: it is in `out` */
    vec_push(&stack, term);
    while (stack.count) {
        Term *t = vec_last(&stack);
        u64 *done = map_cell(&state, (u64)(uintptr_t)t, NULL);
        if (*done) {
            if (*done == 1) vec_push(out, t);
            *done = 2;
            stack.count--;
            continue;
        }
        *done = 1;
        for (u32 i = 0; i < 2; i++) {
            Term *below = child(t, i);
            if (below && !map_get(&state, (u64)(uintptr_t)below, NULL)) vec_push(&stack, below);
        }
    }
    vec_free(&stack);
    map_free(&state);
}

static Term *choice_child(Term *t, u32 number) { return t->op == TERM_ITE ? t->arg[1 + number] : NULL; }

static Term *map_table(TermStore *store, Term *t, u32 width, LeafMap map) {
    const TermData *data = t->arg[0]->data;
    u64 *elements = xmalloc(MAX((u64)1, data->count) * sizeof *elements);
    u32 *narrow = (u32 *)elements;
    bool all_equal = data->count > t->arg[1]->facts.umax; /* behind the end there are zeros */
    u64 first = 0;
    for (u64 i = 0; i < data->count; i++) {
        u64 value = map.map(map.context, term_data_at(data, i)) & low_mask(width);
        if (i == 0) first = value;
        all_equal = all_equal && value == first;
        if (width == 32) narrow[i] = (u32)value;
        else elements[i] = value;
    }
    Term *table = all_equal ? NULL : term_data(store, t->arg[0]->index_width, width, elements, data->count);
    free(elements);
    return table ? term_select(store, table, t->arg[1]) : term_const(store, width, first);
}

static Term *map_leaf(TermStore *store, Term *t, u32 width, LeafMap map) {
    if (t->op == TERM_CONST && t->width <= 64)
        return term_const(store, width, map.map(map.context, t->value) & low_mask(width));
    if (is_table_read(t)) return map_table(store, t, width, map);
    assert(map.other);
    return map.other(map.context, t, width);
}

Term *leaves_map(TermStore *store, Term *term, u32 width, LeafMap map) {
    TermVec order = {0};
    Map mapped = {0};
    structure_order(term, choice_child, &order);
    for (u32 i = 0; i < order.count; i++) {
        Term *t = order.at[i];
        Term *to = t->op != TERM_ITE
                       ? map_leaf(store, t, width, map)
                       : term_ite(store, t->arg[0], map_get_ptr(&mapped, t->arg[1]), map_get_ptr(&mapped, t->arg[2]));
        map_put_ptr(&mapped, t, to);
    }
    Term *result = map_get_ptr(&mapped, term);
    vec_free(&order);
    map_free(&mapped);
    return result;
}

static bool may_be_index(const Term *index, u64 value) {
    return (value & index->facts.zeros) == 0 && (value & index->facts.ones) == index->facts.ones;
}

static bool collect_table(const Term *t, Values *out) {
    const TermData *data = t->arg[0]->data;
    const Term *index = t->arg[1];
    if (index->facts.umax >= data->count) vec_push(out, 0);
    for (u64 i = index->facts.umin; i < data->count && i <= index->facts.umax; i++)
        if (may_be_index(index, i)) vec_push(out, term_data_at(data, i));
    return out->count <= MOST_LEAVES;
}

bool leaves_collect(TermStore *store, Term *term, Values *out) {
    TermVec order = {0};
    structure_order(term, choice_child, &order);
    bool known = true;
    for (u32 i = 0; i < order.count && known; i++) {
        Term *t = order.at[i];
        if (t->op == TERM_ITE) continue;
        if (t->op == TERM_CONST && t->width <= 64) vec_push(out, t->value);
        else known = is_table_read(t) && collect_table(t, out);
    }
    vec_free(&order);
    return known && out->count <= MOST_LEAVES;
}

/* ---- The object and the offset ---- */

static u32 based_on(const Objects *objects, u64 pointer) {
    u32 number;
    i64 offset;
    objects_resolve(objects, pointer, &number, &offset);
    return object_info(objects, number)->kind == OBJECT_NONE ? 0 : number;
}

static u64 constant_object(void *context, u64 value) { return based_on(context, value); }

static u64 constant_offset(void *context, u64 value) {
    u32 number;
    i64 offset;
    objects_resolve(context, value, &number, &offset);
    return based_on(context, value) ? (u64)offset : value;
}

/* ILP32: a constant that is based on nothing is one into what stands at its address. */
static u64 claimed(const Objects *objects, u64 pointer) {
    bool is_claimed = object_info(objects, pointer_object(pointer))->kind != OBJECT_NONE;
    return is_claimed || !pointer ? pointer : objects_pointer_from_number(objects, (u32)pointer);
}
static u64 constant_object_32(void *context, u64 value) { return pointer_object(claimed(context, value)); }
static u64 constant_address(void *context, u64 value) { return (u32)value; }

static Term *pointer_child(Term *t, u32 number) {
    if (t->op == TERM_STEP) return number == 0 ? t->arg[0] : NULL;
    return choice_child(t, number);
}

/* LP64: a number may also be an address in an object that the program has put where it likes. */
static PointerParts fixed_parts(Memory *memory, Term *number, PointerParts parts) {
    TermStore *store = memory->terms;
    const Map *fixed = &memory->objects->fixed;
    for (u32 i = 0; i < fixed->count; i++) {
        u32 object = (u32)fixed->entries[i].value;
        Term *offset = term_sub(store, number, term_const(store, 64, fixed->entries[i].key));
        Term *size = term_const(store, 64, object_info(memory->objects, object)->size);
        Term *is_inside = term_ult(store, offset, size);
        parts.object = term_ite(store, is_inside, term_const(store, 32, object), parts.object);
        parts.offset = term_ite(store, is_inside, offset, parts.offset);
    }
    return parts;
}

/* LP64: the numbers behind that of a large object lead to it, at any time of its life. */
static PointerParts large_parts(Memory *memory, Term *t, PointerParts parts) {
    TermStore *store = memory->terms;
    const Objects *objects = memory->objects;
    Term *number = parts.object;
    u64 last = MIN(number->facts.umax, (u64)objects->next - 1);
    for (u64 i = MAX(number->facts.umin, (u64)1); (i = objects_skip_empty(objects, (u32)i)) <= last; i++) {
        u32 first = object_behind(objects, (u32)i);
        const ObjectInfo *info = object_info(objects, first);
        if (!object_is_large(info)) continue;
        u32 windows = object_windows(info->size);
        Term *window = term_sub(store, number, term_const(store, 32, first));
        Term *is_it = term_ult(store, window, term_const(store, 32, windows));
        Term *offset = term_sub(store, t, term_const(store, 64, object_pointer(objects, first)));
        parts.object = term_ite(store, is_it, term_const(store, 32, first), parts.object);
        parts.offset = term_ite(store, is_it, offset, parts.offset);
        i = MAX(i, (u64)first + windows - 1);
    }
    return parts;
}

static PointerParts leaf_parts(Memory *memory, Term *t) {
    TermStore *store = memory->terms;
    bool is_plain = (t->op == TERM_CONST && t->width <= 64) || is_table_read(t);
    LeafMap object = {memory->objects, is_32(memory) ? constant_object_32 : constant_object, NULL};
    LeafMap rest = {memory->objects, is_32(memory) ? constant_address : constant_offset, NULL};
    if (is_32(memory)) {
        if (!is_plain)
            return (PointerParts){.object = term_extract(store, t, 32, 32), .address = term_extract(store, t, 0, 32)};
        return (PointerParts){.object = map_leaf(store, t, 32, object), .address = map_leaf(store, t, 32, rest)};
    }
    if (is_plain)
        return (PointerParts){.object = map_leaf(store, t, 32, object), .offset = map_leaf(store, t, 64, rest)};
    t = term_number(store, t);
    Term *number = term_extract(store, t, 32, 32), *position = term_zext(store, term_extract(store, t, 0, 32), 64);
    Term *is_none = term_eq(store, number, term_const(store, 32, 0));
    Term *start = term_ite(store, is_none, term_const(store, 64, 0), term_const(store, 64, LP64_BASE));
    PointerParts parts = {.object = number, .offset = term_sub(store, position, start)};
    if (objects_have_large(memory->objects)) parts = large_parts(memory, t, parts);
    return fixed_parts(memory, t, parts);
}

static PointerParts choice_of(TermStore *store, Term *condition, const PointerParts *a, const PointerParts *b) {
    PointerParts both = {.object = term_ite(store, condition, a->object, b->object)};
    if (a->offset) both.offset = term_ite(store, condition, a->offset, b->offset);
    if (a->address) both.address = term_ite(store, condition, a->address, b->address);
    return both;
}

PointerParts pointer_parts(Memory *memory, Term *pointer) {
    TermStore *store = memory->terms;
    TermVec order = {0};
    Map number = {0}; /* term -> its place in `parts` */
    VEC(PointerParts) parts = {0};
    structure_order(pointer, pointer_child, &order);
    for (u32 i = 0; i < order.count; i++) {
        Term *t = order.at[i];
        PointerParts result;
        u64 first = 0, second = 0;
        if (t->op == TERM_STEP) {
            map_get(&number, (u64)(uintptr_t)t->arg[0], &first);
            result = parts.at[first];
            assert(result.offset); /* ILP32 has no steps: its sums are of addresses */
            result.offset = term_add(store, result.offset, t->arg[1]);
        } else if (t->op == TERM_ITE) {
            map_get(&number, (u64)(uintptr_t)t->arg[1], &first);
            map_get(&number, (u64)(uintptr_t)t->arg[2], &second);
            result = choice_of(store, t->arg[0], &parts.at[first], &parts.at[second]);
        } else {
            result = leaf_parts(memory, t);
        }
        map_put(&number, (u64)(uintptr_t)t, i);
        vec_push(&parts, result);
    }
    PointerParts result = vec_last(&parts);
    vec_free(&order);
    vec_free(&parts);
    map_free(&number);
    return result;
}

Term *pointer_step(TermStore *store, bool is_32, Term *pointer, Term *delta) {
    if (!is_32) return term_step(store, pointer, delta);
    Term *address = term_add(store, term_extract(store, pointer, 0, 32), term_extract(store, delta, 0, 32));
    return term_concat(store, term_extract(store, pointer, 32, 32), address);
}

/* ---- ILP32: words of memory ---- */

Term *pointer_to_word(TermStore *store, Term *pointer) {
    Term *object = term_extract(store, pointer, 32, 32), *address = term_extract(store, pointer, 0, 32);
    if (term_is_const(object) && !object->value) return address;
    return term_based(store, address, object);
}

typedef struct {
    Memory *memory;
    Map arrays; /* of words -> array of their objects */
} Owners;

static Term *owner_of_word(Owners *owners, Term *word);

static Term *no_owner(Owners *owners) { return term_const(owners->memory->terms, 32, 0); }

/* Parts of pointers are no data (arrays.c). */
static Term *owners_of_data(Owners *owners, const Term *array) {
    const TermData *data = array->data;
    if (data->width != 32) return term_filled(owners->memory->terms, array->index_width, no_owner(owners));
    u32 *numbers = xcalloc(data->count + 1, sizeof *numbers);
    for (u64 i = 0; i < data->count; i++) {
        u32 known = data->objects ? data->objects[i] : 0;
        numbers[i] = known ? known : (u32)constant_object_32(owners->memory->objects, term_data_at(data, i));
    }
    Term *result = term_data(owners->memory->terms, array->index_width, 32, numbers, data->count);
    free(numbers);
    return result;
}

static Term *array_child(Term *t, u32 number) {
    switch (t->op) {
    case TERM_STORE:
    case TERM_FILL: return number == 0 ? t->arg[0] : NULL;
    case TERM_COPY: return number == 0 ? t->arg[0] : t->arg[2];
    case TERM_ITE: return t->arg[1 + number];
    default: return NULL;
    }
}

static Term *owners_of_array(Owners *owners, Term *t) {
    TermStore *store = owners->memory->terms;
    Term *before = t->arity ? map_get_ptr(&owners->arrays, t->arg[0]) : NULL;
    switch (t->op) {
    case TERM_STORE: return term_store(store, before, t->arg[1], owner_of_word(owners, t->arg[2]));
    case TERM_FILL: return term_fill(store, before, t->arg[1], owner_of_word(owners, t->arg[2]), t->arg[3]);
    case TERM_COPY:
        return term_copy(store, before, t->arg[1], map_get_ptr(&owners->arrays, t->arg[2]), t->arg[3], t->arg[4]);
    case TERM_ITE:
        return term_ite(store, t->arg[0], map_get_ptr(&owners->arrays, t->arg[1]),
                        map_get_ptr(&owners->arrays, t->arg[2]));
    case TERM_FILLED: return term_filled(store, t->index_width, owner_of_word(owners, t->arg[0]));
    case TERM_DATA: return owners_of_data(owners, t);
    default: return term_filled(store, t->index_width, no_owner(owners)); /* any number: found by address */
    }
}

static Term *owner_of_element(Owners *owners, Term *select) {
    TermVec order = {0};
    structure_order(select->arg[0], array_child, &order);
    for (u32 i = 0; i < order.count; i++)
        if (!map_get_ptr(&owners->arrays, order.at[i]))
            map_put_ptr(&owners->arrays, order.at[i], owners_of_array(owners, order.at[i]));
    vec_free(&order);
    return term_select(owners->memory->terms, map_get_ptr(&owners->arrays, select->arg[0]), select->arg[1]);
}

/* A word that was put together again is based on what all of its parts are of. */
static Term *owner_of_parts(Owners *owners, const Term *concat) {
    TermStore *store = owners->memory->terms;
    Term *high = owner_of_word(owners, concat->arg[0]), *low = owner_of_word(owners, concat->arg[1]);
    return term_ite(store, term_eq(store, high, low), low, no_owner(owners));
}

/* Of a word, or a part of one. */
static Term *owner_of_leaf(void *context, Term *t) {
    Owners *owners = context;
    if (t->op == TERM_BASED) return t->arg[1];
    if (t->op == TERM_CONST && t->width == 32)
        return term_const(owners->memory->terms, 32, constant_object_32(owners->memory->objects, t->value));
    if (t->op == TERM_SELECT && t->width <= 32) return owner_of_element(owners, t);
    if (t->op == TERM_EXTRACT && t->arg[0]->width == 32) return owner_of_word(owners, t->arg[0]);
    if (t->op == TERM_CONCAT && t->width <= 32) return owner_of_parts(owners, t);
    return no_owner(owners);
}

/* The same choices with every leaf replaced. */
static Term *map_choices(TermStore *store, Term *term, Term *(*leaf)(void *context, Term *t), void *context) {
    TermVec order = {0};
    Map known = {0};
    structure_order(term, choice_child, &order);
    for (u32 i = 0; i < order.count; i++) {
        Term *t = order.at[i];
        Term *mapped = t->op == TERM_ITE
                           ? term_ite(store, t->arg[0], map_get_ptr(&known, t->arg[1]), map_get_ptr(&known, t->arg[2]))
                           : leaf(context, t);
        map_put_ptr(&known, t, mapped);
    }
    Term *result = map_get_ptr(&known, term);
    vec_free(&order);
    map_free(&known);
    return result;
}

static Term *owner_of_word(Owners *owners, Term *word) {
    return map_choices(owners->memory->terms, word, owner_of_leaf, owners);
}

static Term *number_of_leaf(void *context, Term *t) { return term_number(context, t); }

Term *pointer_from_word(Memory *memory, Term *word) {
    Owners owners = {.memory = memory};
    Term *object = owner_of_word(&owners, word);
    map_free(&owners.arrays);
    return term_concat(memory->terms, object, map_choices(memory->terms, word, number_of_leaf, memory->terms));
}
