/* What the program keeps in blocks: the constants, registers and pointers that it stores in words of memory or compares them
 * with. Atoms are made of these. A pointer into a block of which there may be many is known by the block's place, and by
 * where in the block it points to: a list may be linked through the middle of its nodes. */
#include "abstract/heap.h"

enum { MOST_VALUES = 4 };

static bool is_same(const HeapValue *a, const HeapValue *b) {
    return a->function == b->function && a->at == b->at && a->value == b->value && a->site == b->site &&
           a->offset == b->offset && a->is_own == b->is_own;
}

static void add_value(Cegar *c, HeapValue value) {
    u32 count = 0;
    for (u32 i = 0; i < c->heap_values.count; i++) {
        if (is_same(&c->heap_values.at[i], &value)) return;
        count += c->heap_values.at[i].function == value.function && c->heap_values.at[i].at == value.at;
    }
    if (count < MOST_VALUES) vec_push(&c->heap_values, value);
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

/* ---- Pointers ---- */

/* The place that made the block which the pointer leads into, whichever of its blocks that is. */
static bool find_block(const Cegar *c, Term *pointer, u32 *site, u64 *offset) {
    const Space *space = &c->encoder.space;
    u32 bits = space->position_bits;
    Term *place = term_extract(c->terms, pointer, bits + COUNTER_BITS, 64 - bits - COUNTER_BITS);
    const Term *of = space_entity_term(space, pointer), *position = space_position_term(space, pointer);
    if (!term_is_const(position) || position->value < space_first(space)) return false;
    *offset = position->value - space_first(space);
    for (*site = 0; *site < space->heap.count; ++*site) {
        const HeapSite *s = &space->heap.at[*site];
        const Term *number = s->repeats ? place : of;
        if (term_is_const(number) && number->value == (s->repeats ? s->entity >> COUNTER_BITS : s->entity)) return true;
    }
    return false;
}

static void note_word(Cegar *c, u32 function, Term *address, u64 *at) {
    HeapWord word = {.function = function};
    *at = ANYWHERE;
    if (!find_block(c, address, &word.site, &word.offset)) return;
    *at = word.offset;
    for (u32 i = 0; i < c->heap_words.count; i++) {
        const HeapWord *known = &c->heap_words.at[i];
        if (known->site == word.site && known->function == function && known->offset == word.offset) return;
    }
    vec_push(&c->heap_words, word);
}

static void note_pointer(Cegar *c, u32 function, u64 at, Term *pointer, Term *address) {
    const Space *space = &c->encoder.space;
    HeapValue value = {.function = function, .at = at};
    if (find_block(c, pointer, &value.site, &value.offset)) {
        value.is_own = space_entity_term(space, address) == space_entity_term(space, pointer);
        add_value(c, value);
    } else if (term_is_const(pointer) && pointer->value && !heap_hides(c, pointer->value)) {
        add_value(c, (HeapValue){.function = function, .at = at, .value = pointer});
    }
}

/* Not a pointer, although pointers are kept in the same function. */
static bool is_number(const Cegar *c, const HeapValue *value) {
    return value->value && term_is_const(value->value) && !space_entity(&c->encoder.space, value->value->value);
}

bool heap_is_value_of(const Cegar *c, const HeapValue *value, u32 function, u64 at) {
    if (function == NO_FUNCTION || value->function != function) return function == NO_FUNCTION;
    bool is_mixed = c->encoder.space.memory.at[function].has_pointers && is_number(c, value);
    return value->at == at || at == ANYWHERE || (value->at == ANYWHERE && !is_mixed);
}

bool heap_is_number(const Cegar *c, u32 function, u64 at) {
    bool has_number = false;
    for (u32 i = 0; i < c->heap_values.count; i++) {
        const HeapValue *value = &c->heap_values.at[i];
        if (value->function != function || value->at != at) continue;
        if (!is_number(c, value)) return false;
        has_number = true;
    }
    return has_number;
}

bool heap_first_target(const Cegar *c, u32 function, u64 at, u32 *site, u64 *offset) {
    for (u32 i = 0; i < c->heap_values.count; i++) {
        const HeapValue *value = &c->heap_values.at[i];
        if (!heap_is_value_of(c, value, function, at) || value->value || value->is_own) continue;
        *site = value->site;
        *offset = value->offset;
        return true;
    }
    return false;
}

/* ---- All ---- */

/* The word is, or is compared with, the value: each side of a choice. */
static void note_value(Cegar *c, const Term *array, Term *address, Term *value) {
    enum { MOST_SIDES = 16 };
    u32 function = function_of(c, array);
    if (function == NO_FUNCTION || address->width != 64) return;
    u64 at;
    TermVec sides = {0};
    note_word(c, function, address, &at);
    vec_push(&sides, value);
    for (u32 i = 0; i < sides.count && i < MOST_SIDES; i++) {
        Term *side = sides.at[i];
        if (side->op == TERM_ITE) {
            vec_push(&sides, side->arg[1]);
            vec_push(&sides, side->arg[2]);
        } else if (c->encoder.space.memory.at[function].has_pointers) {
            note_pointer(c, function, at, side, address);
        } else if (term_is_const(side) || is_register(c, side)) {
            add_value(c, (HeapValue){.function = function, .at = at, .value = side});
        }
    }
    vec_free(&sides);
}

static void look_at_term(Cegar *c, Term *term) {
    if (term->op == TERM_STORE) note_value(c, term->arg[0], term->arg[1], term->arg[2]);
    for (u32 i = 0; i < 2 && term->op == TERM_EQ; i++)
        if (term->arg[i]->op == TERM_SELECT)
            note_value(c, term->arg[i]->arg[0], term->arg[i]->arg[1], term->arg[1 - i]);
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
