/* What is shared by all contexts, and copies of the rest. */
#include "alias/bottomup.h"

/* ---- What is shared ---- */

typedef struct {
    BottomUp *b;
    Numbers todo; /* cells */
} Marking;

static u32 mark_of(const u32 *marks, u32 count, u32 number) { return number < count ? marks[number] : 0; }

bool bottomup_is_shared_value(const BottomUp *b, u32 value) {
    return mark_of(b->shared_value_marks.at, b->shared_value_marks.count, unify_find(b->u, value)) == b->round;
}

static bool is_shared_cell(const BottomUp *b, u32 cell) {
    return mark_of(b->shared_cell_marks.at, b->shared_cell_marks.count, cell) == b->round;
}

static void mark_cell(void *self, u32 cell) {
    Marking *m = self;
    BottomUp *b = m->b;
    cell = b->u->engine->cell(b->u, cell);
    while (b->shared_cell_marks.count <= cell) vec_push(&b->shared_cell_marks, 0);
    if (b->shared_cell_marks.at[cell] == b->round) return;
    b->shared_cell_marks.at[cell] = b->round;
    vec_push(&m->todo, cell);
}

static void mark_value(void *self, u32 value) {
    Marking *m = self;
    BottomUp *b = m->b;
    value = unify_find(b->u, value);
    while (b->shared_value_marks.count <= value) vec_push(&b->shared_value_marks, 0);
    if (b->shared_value_marks.at[value] == b->round) return;
    b->shared_value_marks.at[value] = b->round;
    Spot spot = b->u->values.at[value].points;
    if (spot.cell) mark_cell(m, spot.cell);
}

static bool is_shared_object(const Abstract *object) {
    return object->kind != ABSTRACT_HEAP && object->kind != ABSTRACT_LOCAL && object->kind != ABSTRACT_DISTANCE;
}

static void mark_parts(Marking *m) {
    PartVisitor visitor = {mark_cell, mark_value, m};
    while (m->todo.count) {
        u32 cell = vec_pop(&m->todo);
        m->b->u->engine->parts(m->b->u, cell, &visitor);
    }
}

void bottomup_mark_shared(BottomUp *b) {
    Unify *u = b->u;
    Marking m = {.b = b};
    b->round++;
    for (u32 i = 0; i < b->shared_objects.count; i++) mark_cell(&m, u->engine->whole(u, b->shared_objects.at[i]));
    mark_value(&m, unify_value_of_node(u, u->cs->jump_values));
    for (u32 i = 0; i < b->common_values.count; i++) mark_value(&m, b->common_values.at[i]);
    for (u32 i = 0; i < b->common_cells.count; i++) mark_cell(&m, b->common_cells.at[i]);
    mark_parts(&m);
    vec_free(&m.todo);
}

void bottomup_find_shared_objects(BottomUp *b) {
    for (u32 i = 0; i < b->u->cs->objects.count; i++)
        if (is_shared_object(&b->u->cs->objects.at[i])) vec_push(&b->shared_objects, i);
}

/* ---- What can be reached from an interface ---- */

typedef struct {
    BottomUp *b;
    Copies *copies; /* what was reached, as keys */
    u32 values_done, cells_done;
} Reach;

static void reach_cell(void *self, u32 cell) {
    Reach *reach = self;
    bool is_new;
    cell = reach->b->u->engine->cell(reach->b->u, cell);
    if (!is_shared_cell(reach->b, cell)) map_cell(&reach->copies->cells, cell, &is_new);
}

static void reach_value(void *self, u32 value) {
    Reach *reach = self;
    bool is_new;
    value = unify_find(reach->b->u, value);
    if (!bottomup_is_shared_value(reach->b, value)) map_cell(&reach->copies->values, value, &is_new);
}

static void reach_interface(Reach *reach, u32 number) {
    Unify *u = reach->b->u;
    const Instance *instance = &u->cs->instances.at[number];
    const Function *function = instance->function;
    for (u32 i = 0; i < function->param_count; i++) {
        reach_value(reach, unify_value_of_node(u, instance->first_node + function->params[i]));
        if (instance->by_value[i] != NO_OBJECT) reach_cell(reach, u->engine->whole(u, instance->by_value[i]));
    }
    for (u32 i = 0; i < function->result_count; i++) reach_value(reach, unify_value_of_node(u, instance->results + i));
    if (instance->variadic != NO_OBJECT) reach_cell(reach, u->engine->whole(u, instance->variadic));
}

/* A value leads to what it points to, and to what gets that too as soon as there is something. */
static void reach_from_value(Reach *reach, u32 value) {
    const Unify *u = reach->b->u;
    const Value *v = &u->values.at[value];
    if (v->points.cell) reach_cell(reach, v->points.cell);
    for (u32 entry = v->waiting; entry; entry = u->waiting.at[entry - 1].next) {
        assert(u->waiting.at[entry - 1].kind == WAITS_COPY);
        reach_value(reach, u->waiting.at[entry - 1].number);
    }
}

static void reach_all(Reach *reach) {
    PartVisitor visitor = {reach_cell, reach_value, reach};
    const Map *values = &reach->copies->values, *cells = &reach->copies->cells;
    while (reach->values_done < values->count || reach->cells_done < cells->count) {
        if (reach->values_done < values->count) reach_from_value(reach, (u32)values->entries[reach->values_done++].key);
        else reach->b->u->engine->parts(reach->b->u, (u32)cells->entries[reach->cells_done++].key, &visitor);
    }
}

void bottomup_summarise(BottomUp *b, u32 instance) {
    Reach reach = {.b = b, .copies = b->summaries[instance] = xcalloc(1, sizeof(Copies))};
    reach_interface(&reach, instance);
    reach_all(&reach);
}

/* ---- Copying ---- */

static void copy_values(Unify *u, const Copies *copies) {
    for (u32 i = 0; i < copies->values.count; i++) {
        u32 from = (u32)copies->values.entries[i].key, to = (u32)copies->values.entries[i].value;
        Spot spot = u->values.at[from].points;
        if (spot.cell) {
            spot = u->engine->place(u, spot);
            spot.cell = copies_find(&copies->cells, spot.cell);
            u->values.at[to].points = spot;
        }
        for (u32 entry = u->values.at[from].waiting; entry; entry = u->waiting.at[entry - 1].next)
            unify_wait_to_copy(u, to, unify_copy_of(u, copies, u->waiting.at[entry - 1].number));
    }
}

static void add_context(Abstract *object, const Insn *call, const Function *caller) {
    for (u32 i = 0; i < 2; i++) {
        if (object->context[i]) continue;
        object->context[i] = call;
        object->callers[i] = caller;
        return;
    }
}

/* The object as it is for the call. What it is made of does not matter any more: its cell is there. */
static u32 copy_object(BottomUp *b, u32 object, Spot spot, const CallLink *link) {
    Constraints *cs = b->u->cs;
    Abstract copy = cs->objects.at[object];
    const Instance *caller = link->caller == NO_OBJECT ? NULL : &cs->instances.at[link->caller];
    copy.copy_of = copy.copy_of ? copy.copy_of : object + 1;
    copy.owner = link->caller == NO_OBJECT ? 0 : link->caller + 1;
    copy.slots.at = NULL;
    copy.slots.count = copy.slots.capacity = 0;
    if (caller) add_context(&copy, &caller->function->insns[link->insn], caller->function);
    u32 number = constraints_object(cs, copy);
    b->u->engine->set_object(b->u, number, spot);
    if (caller) vec_push(&b->components.at[b->component[link->caller]].objects, number);
    return number;
}

/* Two copies of one object that have come to lie at the same place are one. */
static void copy_objects(BottomUp *b, const CallLink *link, Copies *copies) {
    Unify *u = b->u;
    Map known = {0}; /* hash of (object, place) -> copy */
    const Component *callee = &b->components.at[b->component[link->callee]];
    for (u32 i = 0; i < callee->objects.count; i++) {
        u32 object = callee->objects.at[i], copy_of = u->cs->objects.at[object].copy_of;
        Spot spot = u->engine->place(u, u->engine->object(u, object, 0));
        u64 cell;
        bool is_new;
        if (!map_get(&copies->cells, spot.cell, &cell)) continue;
        spot.cell = (u32)cell;
        u64 key = hash_combine(hash_combine(copy_of ? copy_of : object + 1, cell), (u64)spot.offset);
        u64 *copy = map_cell(&known, key, &is_new);
        if (is_new) *copy = copy_object(b, object, spot, link);
        u->cs->objects.at[object].has_copies = true;
        u->cs->objects.at[object].is_generic = !callee->is_entered;
        map_put(&copies->objects, object, *copy);
    }
    map_free(&known);
}

void bottomup_free_copies(Copies *copies) {
    if (!copies) return;
    map_free(&copies->values);
    map_free(&copies->cells);
    map_free(&copies->objects);
    free(copies);
}

Copies *bottomup_copy(BottomUp *b, const CallLink *link) {
    Unify *u = b->u;
    const Copies *summary = b->summaries[link->callee];
    Copies *copies = xcalloc(1, sizeof *copies);
    map_copy(&copies->values, &summary->values);
    map_copy(&copies->cells, &summary->cells);
    for (u32 i = 0; i < copies->values.count; i++) copies->values.entries[i].value = unify_value(u);
    for (u32 i = 0; i < copies->cells.count; i++) {
        MapEntry *entry = &copies->cells.entries[i];
        entry->value = u->engine->copy(u, (u32)entry->key);
        map_put(&b->generic, entry->key, b->component[link->callee] + 1);
    }
    for (u32 i = 0; i < copies->cells.count; i++)
        u->engine->refer_to_copies(u, (u32)copies->cells.entries[i].value, copies);
    copy_values(u, copies);
    copy_objects(b, link, copies);
    b->copied += (u64)copies->values.count + copies->cells.count + copies->objects.count;
    return copies;
}
