/* What can be said of a block, and of what leads to it. */
#include "abstract/heap.h"

#include "base/text.h"

enum { MOST_POINTERS = 6, MOST_FIELDS = 6, MOST_BYTES = 128, MOST_VALUES = 4, MOST_TOLD_APART = 3, DEEP = 2 };

/* ---- Blocks ---- */

Term *heap_index(Cegar *c, u32 site) {
    Text name = {0};
    text_printf(&name, "some.%u", site);
    Term *index = term_symbol(c->terms, name.chars, COUNTER_BITS);
    text_free(&name);
    return index;
}

Term *heap_is_made(Cegar *c, u32 site) {
    const HeapSite *s = &c->encoder.space.heap.at[site];
    return s->repeats ? term_ult(c->terms, heap_index(c, site), s->symbol) : term_true(c->terms);
}

/* The address of a byte of the block with the index. */
static Term *block_address(Cegar *c, u32 site, u64 offset) {
    const Space *space = &c->encoder.space;
    const HeapSite *s = &space->heap.at[site];
    if (!s->repeats) return term_const(c->terms, 64, space_address(space, s->entity) + offset);
    u32 bits = space->position_bits;
    Term *of = term_concat(c->terms, term_const(c->terms, 64 - bits - COUNTER_BITS, s->entity >> COUNTER_BITS),
                           heap_index(c, site));
    return term_concat(c->terms, of, term_const(c->terms, bits, space_first(space) + offset));
}

/* Whether the pointer is the address of a block that the place has made. */
static Term *leads_to(const Cegar *c, u32 site, Term *pointer) {
    const Space *space = &c->encoder.space;
    const HeapSite *s = &space->heap.at[site];
    TermStore *terms = c->terms;
    u32 bits = space->position_bits;
    if (!s->repeats) return term_eq(terms, pointer, term_const(terms, 64, space_address(space, s->entity)));
    Term *of = term_extract(terms, pointer, bits + COUNTER_BITS, 64 - bits - COUNTER_BITS);
    Term *is_there = term_eq(terms, of, term_const(terms, of->width, s->entity >> COUNTER_BITS));
    Term *is_made = term_ult(terms, term_extract(terms, pointer, bits, COUNTER_BITS), s->symbol);
    Term *is_first = term_eq(terms, space_position_term(space, pointer), term_const(terms, bits, space_first(space)));
    return term_and(terms, is_there, term_and(terms, is_made, is_first));
}

static void add(TermVec *list, Term *term) {
    for (u32 i = 0; i < list->count; i++)
        if (list->at[i] == term) return;
    if (!term_is_const(term)) vec_push(list, term);
}

/* Null, a block of each place; where places are many, any block at all. */
static void add_targets(Cegar *c, Term *pointer, TermVec *out) {
    u32 count = c->encoder.space.heap.count;
    Term *any = term_false(c->terms);
    add(out, term_eq(c->terms, pointer, term_const(c->terms, 64, 0)));
    for (u32 i = 0; i < count; i++) {
        any = term_or(c->terms, any, leads_to(c, i, pointer));
        if (count <= MOST_TOLD_APART) add(out, leads_to(c, i, pointer));
    }
    if (count > MOST_TOLD_APART) add(out, any);
}

/* ---- Pointers of a state ---- */

static bool object_of_site(const Cegar *c, u32 site, u32 *object) {
    const HeapSite *s = &c->encoder.space.heap.at[site];
    const Insn *calls[8];
    u32 count = context_calls(s->context, &s->context->function->insns[s->insn], calls, COUNT_OF(calls));
    return alias_object_of_heap(c->encoder.space.alias, calls, count, object);
}

/* Whether the register may point to blocks, as far as the points-to analysis knows. */
static bool may_lead_to_blocks(const Cegar *c, const Function *function, u32 reg) {
    AliasObjects objects = {0};
    bool may = !alias_points_to(c->encoder.space.alias, function, reg, &objects);
    for (u32 i = 0; i < c->encoder.space.heap.count && !may; i++) {
        u32 object;
        may = !object_of_site(c, i, &object);
        for (u32 k = 0; k < objects.count && !may; k++) may = objects.at[k] == object;
    }
    vec_free(&objects);
    return may;
}

static void add_registers(const Cegar *c, const Head *head, TermVec *out) {
    for (const Context *context = head->context; context; context = context->caller)
        for (u32 i = 0; i < head->places.count && out->count < MOST_POINTERS; i++) {
            const Place *place = &head->places.at[i];
            if (place->kind != PLACE_REGISTER || place->frame != context->depth || place->symbol->width != 64) continue;
            if (context->function->registers[place->number].type->kind == TYPE_POINTER &&
                may_lead_to_blocks(c, context->function, place->number))
                add(out, place->symbol);
        }
}

/* Variables in memory that are pointers, of functions that are under way or global. */
static void add_variables(Cegar *c, const Head *head, TermVec *out) {
    Space *space = &c->encoder.space;
    for (u32 entity = 1; entity < space->owners.count && out->count < MOST_POINTERS; entity++) {
        Owner owner = space->owners.at[entity];
        const Context *context = head->context;
        while (owner.context && context && context != owner.context) context = context->caller;
        if (!context || (!owner.global && !owner.context)) continue;
        if (owner.context && owner.variable >= context->function->variable_count) continue;
        u64 size = owner.global ? owner.global->size : context->function->variables[owner.variable].size;
        bool is_fixed = owner.global && (owner.global->is_constant || owner.global->is_library);
        FunctionList functions = {0};
        if (size == space->program->pointer_bytes && !is_fixed && space_of_entity(space, entity, &functions) &&
            functions.count == 1 && space->memory.at[functions.at[0]].has_pointers)
            add(out, term_select(c->terms, space->memory.at[functions.at[0]].symbol,
                                 term_const(c->terms, 64, space_address(space, entity))));
        vec_free(&functions);
    }
}

static void find_pointers(Cegar *c, const Head *head, TermVec *out) {
    add_registers(c, head, out);
    add_variables(c, head, out);
}

/* ---- Fields ---- */

typedef struct {
    u32 function;
    u64 offset;
} HeapField;

typedef VEC(HeapField) Fields;

static void find_fields(const Cegar *c, u32 site, Fields *out) {
    const Space *space = &c->encoder.space;
    u32 object;
    if (!object_of_site(c, site, &object)) return;
    for (u64 offset = 0; offset < MOST_BYTES && out->count < MOST_FIELDS; offset++) {
        u32 group = alias_group_at(space->alias, object, offset);
        u64 function;
        if (!group || !map_get(&space->of_group, group, &function)) continue;
        const MemoryFunction *f = &space->memory.at[function];
        if (offset % f->bytes == 0) vec_push(out, (HeapField){(u32)function, offset});
    }
}

static Term *field_of(const Cegar *c, const HeapField *field, Term *address) {
    return term_select(c->terms, c->encoder.space.memory.at[field->function].symbol, address);
}

static void add_values(Cegar *c, const Head *head, const HeapField *field, Term *value, TermVec *out) {
    for (u32 i = 0; i < c->heap_values.count; i++) {
        const HeapValue *stored = &c->heap_values.at[i];
        if (stored->function != field->function) continue;
        if (term_is_const(stored->value) || head_has_symbols(c, head, stored->value))
            add(out, term_eq(c->terms, value, stored->value));
    }
}

/* The fields of a block that the pointer leads to, if it is one of the place. */
static void add_fields_behind(Cegar *c, const Head *head, const Fields *fields, Term *pointer, TermVec *out) {
    const Space *space = &c->encoder.space;
    for (u32 i = 0; i < fields->count; i++) {
        const HeapField *field = &fields->at[i];
        if (space->memory.at[field->function].has_pointers) continue;
        Term *position = term_add(c->terms, space_position_term(space, pointer),
                                  term_const(c->terms, space->position_bits, field->offset));
        Term *address = term_concat(c->terms, space_entity_term(space, pointer), position);
        add_values(c, head, field, field_of(c, field, address), out);
    }
}

void heap_atoms(Cegar *c, const Head *head, u32 site, TermVec *out) {
    TermVec pointers = {0};
    Fields fields = {0};
    find_pointers(c, head, &pointers);
    find_fields(c, site, &fields);
    for (u32 i = 0; i < pointers.count; i++) add(out, term_eq(c->terms, pointers.at[i], block_address(c, site, 0)));
    for (u32 i = 0; i < fields.count; i++) {
        const HeapField *field = &fields.at[i];
        Term *value = field_of(c, field, block_address(c, site, field->offset));
        bool is_pointer = c->encoder.space.memory.at[field->function].has_pointers;
        if (is_pointer) add_targets(c, value, out);
        else add_values(c, head, field, value, out);
        if (!is_pointer || c->heap_level < DEEP) continue;
        for (u32 k = 0; k < pointers.count; k++) add(out, term_eq(c->terms, value, pointers.at[k]));
        add_fields_behind(c, head, &fields, value, out);
    }
    vec_free(&pointers);
    vec_free(&fields);
}

void heap_pointer_predicates(Cegar *c, const Head *head, TermVec *out) {
    TermVec pointers = {0};
    find_pointers(c, head, &pointers);
    for (u32 i = 0; i < pointers.count; i++) add_targets(c, pointers.at[i], out);
    for (u32 site = 0; site < c->encoder.space.heap.count && c->heap_level >= DEEP; site++) {
        Fields fields = {0};
        find_fields(c, site, &fields);
        for (u32 i = 0; i < pointers.count; i++) add_fields_behind(c, head, &fields, pointers.at[i], out);
        vec_free(&fields);
    }
    vec_free(&pointers);
}

/* ---- Values ---- */

static void add_value(Cegar *c, u32 function, Term *value) {
    u32 count = 0;
    for (u32 i = 0; i < c->heap_values.count; i++) {
        const HeapValue *known = &c->heap_values.at[i];
        if (known->function == function && known->value == value) return;
        count += known->function == function;
    }
    if (count < MOST_VALUES) vec_push(&c->heap_values, (HeapValue){function, value});
}

static bool is_register(const Cegar *c, const Term *value) {
    for (u32 i = 0; i < c->heads.count; i++)
        for (u32 k = 0; k < c->heads.at[i]->places.count; k++) {
            const Place *place = &c->heads.at[i]->places.at[k];
            if (place->kind == PLACE_REGISTER && place->symbol == value) return true;
        }
    return false;
}

/* The memory function that an array is a version of; NO_FUNCTION: none. */
static u32 function_of(const Cegar *c, const Term *array) {
    while (array->op != TERM_SYMBOL && array->arity) array = array->op == TERM_ITE ? array->arg[1] : array->arg[0];
    for (u32 i = 0; i < c->encoder.space.memory.count; i++)
        if (c->encoder.space.memory.at[i].symbol == array) return i;
    return NO_FUNCTION;
}

static void look_at_term(Cegar *c, Term *term) {
    Term *array = NULL, *value = NULL;
    if (term->op == TERM_STORE) array = term->arg[0], value = term->arg[2];
    for (u32 i = 0; i < 2 && term->op == TERM_EQ; i++) {
        if (term->arg[i]->op != TERM_SELECT) continue;
        array = term->arg[i]->arg[0];
        value = term->arg[1 - i];
    }
    if (!array || (!term_is_const(value) && !is_register(c, value))) return;
    u32 function = function_of(c, array);
    if (function != NO_FUNCTION && !c->encoder.space.memory.at[function].has_pointers) add_value(c, function, value);
}

void heap_find_values(Cegar *c) {
    enum { MOST_TERMS = 100000 };
    TermVec roots = {0}, all = {0};
    for (u32 i = 0; i < c->nodes.count; i++) {
        const BlockRun *run = c->nodes.at[i]->run;
        for (u32 k = 0; run && k < run->exits.count; k++) {
            const BlockState *state = &run->exits.at[k].state;
            vec_push(&roots, guard_term(c->terms, state->guard));
            for (u32 f = 0; f < state->memory->count; f++) vec_push(&roots, state->memory->at[f]);
        }
    }
    term_postorder(c->terms, roots.at, roots.count, &all);
    for (u32 i = 0; i < MIN(all.count, (u32)MOST_TERMS); i++) look_at_term(c, all.at[i]);
    vec_free(&roots);
    vec_free(&all);
}
