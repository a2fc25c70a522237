/* What can be said of a block, and of what leads to it. */
#include "abstract/heap.h"

#include "base/text.h"

enum { MOST_REGISTERS = 6, MOST_POINTERS = 8, MOST_FIELDS = 6, MOST_BYTES = 128, MOST_TOLD_APART = 3, DEEP = 2 };

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

/* Whether the pointer leads to this byte of a block that the place has made. */
static Term *leads_to(const Cegar *c, u32 site, u64 offset, Term *pointer) {
    const Space *space = &c->encoder.space;
    const HeapSite *s = &space->heap.at[site];
    TermStore *terms = c->terms;
    u32 bits = space->position_bits;
    if (!s->repeats) return term_eq(terms, pointer, term_const(terms, 64, space_address(space, s->entity) + offset));
    Term *of = term_extract(terms, pointer, bits + COUNTER_BITS, 64 - bits - COUNTER_BITS);
    Term *is_there = term_eq(terms, of, term_const(terms, of->width, s->entity >> COUNTER_BITS));
    Term *is_made = term_ult(terms, term_extract(terms, pointer, bits, COUNTER_BITS), s->symbol);
    Term *position = term_const(terms, bits, space_first(space) + offset);
    return term_and(terms, is_there,
                    term_and(terms, is_made, term_eq(terms, space_position_term(space, pointer), position)));
}

/* Whether it leads into the block with the index. */
static Term *leads_into(Cegar *c, u32 site, Term *pointer) {
    const Space *space = &c->encoder.space;
    return term_eq(c->terms, space_entity_term(space, pointer), space_entity_term(space, block_address(c, site, 0)));
}

static void add(TermVec *list, Term *term) {
    for (u32 i = 0; i < list->count; i++)
        if (list->at[i] == term) return;
    if (!term_is_const(term)) vec_push(list, term);
}

/* Where pointers may lead to: of words of one function, where they were seen to; else the beginning of any block. */
typedef struct {
    u32 site;
    u64 offset;
} Target;
typedef VEC(Target) Targets;

static void add_target(Targets *list, Target target) {
    for (u32 i = 0; i < list->count; i++)
        if (list->at[i].site == target.site && list->at[i].offset == target.offset) return;
    vec_push(list, target);
}

static void find_targets(const Cegar *c, u32 function, u64 at, Targets *out) {
    for (u32 i = 0; i < c->heap_values.count; i++) {
        const HeapValue *value = &c->heap_values.at[i];
        if (heap_is_value_of(c, value, function, at) && !value->value && !value->is_own)
            add_target(out, (Target){value->site, value->offset});
    }
    for (u32 i = 0; i < c->encoder.space.heap.count && (!out->count || function == NO_FUNCTION); i++) {
        bool is_there = false;
        for (u32 k = 0; k < out->count; k++) is_there = is_there || out->at[k].site == i;
        if (!is_there) add_target(out, (Target){i, 0});
    }
}

/* Null, a block of each place; where places are many, any block at all. */
static void add_targets(Cegar *c, u32 function, u64 at, Term *pointer, TermVec *out) {
    Targets targets = {0};
    Term *any = term_false(c->terms);
    find_targets(c, function, at, &targets);
    add(out, term_eq(c->terms, pointer, term_const(c->terms, 64, 0)));
    for (u32 i = 0; i < targets.count; i++) {
        Term *leads = leads_to(c, targets.at[i].site, targets.at[i].offset, pointer);
        any = term_or(c->terms, any, leads);
        if (targets.count <= MOST_TOLD_APART) add(out, leads);
    }
    if (targets.count > MOST_TOLD_APART) add(out, any);
    vec_free(&targets);
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

/* A pointer, and the word that it is; NO_FUNCTION: it is a register. */
typedef struct {
    Term *term;
    u32 function;
    u64 at; /* where in its block; ANYWHERE: it is in none */
} Pointer;
typedef VEC(Pointer) Pointers;

static void add_registers(const Cegar *c, const Head *head, Pointers *out) {
    for (const Context *context = head->context; context; context = context->caller)
        for (u32 i = 0; i < head->places.count && out->count < MOST_REGISTERS; i++) {
            const Place *place = &head->places.at[i];
            if (place->kind != PLACE_REGISTER || place->frame != context->depth || place->symbol->width != 64) continue;
            if (context->function->registers[place->number].type->kind == TYPE_POINTER &&
                may_lead_to_blocks(c, context->function, place->number))
                vec_push(out, (Pointer){place->symbol, NO_FUNCTION, ANYWHERE});
        }
}

/* How large a variable is that may be changed, of functions that are under way or global; 0: it is no such variable. */
static u64 variable_size(const Space *space, const Head *head, u32 entity) {
    Owner owner = space->owners.at[entity];
    if (owner.global) return owner.global->is_constant || owner.global->is_library ? 0 : owner.global->size;
    const Context *context = head->context;
    while (context && context != owner.context) context = context->caller;
    if (!context || owner.variable >= context->function->variable_count) return 0;
    return context->function->variables[owner.variable].size;
}

/* Pointers in variables in memory: such as are one, and in small structs. */
static void add_variables(Cegar *c, const Head *head, Pointers *out) {
    enum { MOST_WORDS = 4 };
    Space *space = &c->encoder.space;
    u64 bytes = space->program->pointer_bytes;
    for (u32 entity = 1; entity < space->owners.count; entity++) {
        u64 size = variable_size(space, head, entity);
        for (u64 at = 0; at + bytes <= size && size <= MOST_WORDS * bytes && out->count < MOST_POINTERS; at += bytes) {
            u32 function = space_of_word(space, entity, at);
            if (function == NO_FUNCTION || !space->memory.at[function].has_pointers) continue;
            Term *address = term_const(c->terms, 64, space_address(space, entity) + at);
            vec_push(out,
                     (Pointer){term_select(c->terms, space->memory.at[function].symbol, address), function, ANYWHERE});
        }
    }
}

static void find_pointers(Cegar *c, const Head *head, Pointers *out) {
    add_registers(c, head, out);
    add_variables(c, head, out);
}

/* ---- Fields ---- */

typedef VEC(HeapWord) Fields;

/* What the analysis of pointers knows of the place's blocks. */
static void find_all_fields(const Cegar *c, u32 site, Fields *out) {
    const Space *space = &c->encoder.space;
    u32 object;
    if (!object_of_site(c, site, &object)) return;
    for (u64 offset = 0; offset < MOST_BYTES && out->count < MOST_FIELDS; offset++) {
        u32 group = alias_group_at(space->alias, object, offset);
        u64 function;
        if (!group || !map_get(&space->of_group, group, &function)) continue;
        const MemoryFunction *f = &space->memory.at[function];
        if (offset % f->bytes == 0) vec_push(out, (HeapWord){site, (u32)function, offset});
    }
}

/* The words of a block that were read or written. */
static void find_fields(const Cegar *c, u32 site, Fields *out) {
    for (u32 i = 0; i < c->heap_words.count && out->count < MOST_FIELDS; i++)
        if (c->heap_words.at[i].site == site) vec_push(out, c->heap_words.at[i]);
    if (!out->count) find_all_fields(c, site, out);
}

static Term *field_of(const Cegar *c, const HeapWord *field, Term *address) {
    return term_select(c->terms, c->encoder.space.memory.at[field->function].symbol, address);
}

static bool is_pointer(const Cegar *c, const HeapWord *field) {
    return c->encoder.space.memory.at[field->function].has_pointers &&
           !heap_is_number(c, field->function, field->offset);
}

/* Constants, and what registers are, that words of the function may be. */
static void add_values(Cegar *c, const Head *head, u32 function, u64 at, Term *word, TermVec *out) {
    for (u32 i = 0; i < c->heap_values.count; i++) {
        const HeapValue *stored = &c->heap_values.at[i];
        if (!heap_is_value_of(c, stored, function, at) || !stored->value) continue;
        if (term_is_const(stored->value) || head_has_symbols(c, head, stored->value))
            add(out, term_eq(c->terms, word, stored->value));
    }
}

/* Pointers of a block into itself. */
static void add_own(Cegar *c, const HeapWord *field, Term *word, TermVec *out) {
    for (u32 i = 0; i < c->heap_values.count; i++) {
        const HeapValue *stored = &c->heap_values.at[i];
        if (stored->is_own && stored->site == field->site &&
            heap_is_value_of(c, stored, field->function, field->offset))
            add(out, term_eq(c->terms, word, block_address(c, field->site, stored->offset)));
    }
}

/* ---- Behind pointers ---- */

/* Where in its block the pointer points to. */
static u64 target_offset(const Cegar *c, const Pointer *pointer) {
    u32 site;
    u64 offset;
    return heap_first_target(c, pointer->function, pointer->at, &site, &offset) ? offset : 0;
}

/* A field of the block that the pointer leads to, if it leads to one. */
static Term *field_behind(const Cegar *c, const HeapWord *field, const Pointer *pointer) {
    const Space *space = &c->encoder.space;
    u64 delta = field->offset - target_offset(c, pointer);
    Term *position = term_add(c->terms, space_position_term(space, pointer->term),
                              term_const(c->terms, space->position_bits, delta & low_mask(space->position_bits)));
    return field_of(c, field, term_concat(c->terms, space_entity_term(space, pointer->term), position));
}

static void add_fields_behind(Cegar *c, const Head *head, const Fields *fields, const Pointer *pointer, TermVec *out) {
    for (u32 i = 0; i < fields->count; i++)
        add_values(c, head, fields->at[i].function, fields->at[i].offset, field_behind(c, &fields->at[i], pointer),
                   out);
}

/* Fields of the block that a field of this block leads to, that lead back. */
static void add_back(Cegar *c, const Fields *fields, const HeapWord *field, const Pointer *pointer, TermVec *out) {
    for (u32 i = 0; i < fields->count; i++) {
        const HeapWord *other = &fields->at[i];
        u32 of;
        u64 offset;
        if (other == field || !is_pointer(c, other)) continue;
        if (!heap_first_target(c, other->function, other->offset, &of, &offset) || of != field->site) continue;
        add(out, term_eq(c->terms, field_behind(c, other, pointer), block_address(c, field->site, offset)));
    }
}

/* ---- All together ---- */

static bool leads_only_into_itself(const Cegar *c, const HeapWord *field) {
    bool is_own = false;
    for (u32 i = 0; i < c->heap_values.count; i++) {
        const HeapValue *stored = &c->heap_values.at[i];
        if (!heap_is_value_of(c, stored, field->function, field->offset)) continue;
        if (!stored->is_own) return false;
        is_own = true;
    }
    return is_own;
}

static void add_pointer_field(Cegar *c, const Head *head, const Fields *fields, const HeapWord *field,
                              const Pointers *pointers, TermVec *out) {
    Term *word = field_of(c, field, block_address(c, field->site, field->offset));
    Pointer pointer = {word, field->function, field->offset};
    add_own(c, field, word, out);
    if (leads_only_into_itself(c, field)) return;
    add_targets(c, field->function, field->offset, word, out);
    add_values(c, head, field->function, field->offset, word, out);
    if (c->heap_level < DEEP) return;
    add_back(c, fields, field, &pointer, out);
    for (u32 k = 0; k < pointers->count; k++) add(out, term_eq(c->terms, word, pointers->at[k].term));
    add_fields_behind(c, head, fields, &pointer, out);
}

void heap_atoms(Cegar *c, const Head *head, u32 site, TermVec *out) {
    Pointers pointers = {0};
    Fields fields = {0};
    find_pointers(c, head, &pointers);
    find_fields(c, site, &fields);
    for (u32 i = 0; i < pointers.count; i++) add(out, leads_into(c, site, pointers.at[i].term));
    for (u32 i = 0; i < fields.count; i++) {
        const HeapWord *field = &fields.at[i];
        Term *word = field_of(c, field, block_address(c, site, field->offset));
        if (is_pointer(c, field)) add_pointer_field(c, head, &fields, field, &pointers, out);
        else add_values(c, head, field->function, field->offset, word, out);
    }
    vec_free(&pointers);
    vec_free(&fields);
}

void heap_pointer_predicates(Cegar *c, const Head *head, TermVec *out) {
    Pointers pointers = {0};
    find_pointers(c, head, &pointers);
    for (u32 i = 0; i < pointers.count; i++) {
        const Pointer *pointer = &pointers.at[i];
        bool is_word = pointer->function != NO_FUNCTION;
        add_targets(c, pointer->function, pointer->at, pointer->term, out);
        if (is_word) add_values(c, head, pointer->function, pointer->at, pointer->term, out);
    }
    for (u32 site = 0; site < c->encoder.space.heap.count && c->heap_level >= DEEP; site++) {
        Fields fields = {0};
        find_fields(c, site, &fields);
        for (u32 i = 0; i < pointers.count; i++) add_fields_behind(c, head, &fields, &pointers.at[i], out);
        vec_free(&fields);
    }
    vec_free(&pointers);
}
