/* Heads of loops, and what a state there consists of. */
#include "abstract/cegar.h"

#include "base/text.h"
#include "program/live.h"
#include "program/visit.h"

static Term *register_symbol(Cegar *c, const Context *context, u32 reg) {
    Text name = {0};
    text_printf(&name, "r.%u.%u", context->number, reg);
    Term *symbol = term_symbol(c->terms, name.chars, encode_bits(context->function->registers[reg].type));
    text_free(&name);
    return symbol;
}

static void add_place(Head *head, Place place) {
    vec_push(&head->places, place);
    vec_push(&head->seen, (Seen){0});
}

static void add_frame(Cegar *c, Head *head, const Context *context, const bool *counts) {
    for (u32 i = 0; i < context->function->register_count; i++)
        if (counts[i]) add_place(head, (Place){PLACE_REGISTER, context->depth, i, register_symbol(c, context, i)});
}

/* What is read when the call has returned, variables that were never set among it: such a one has some value, but one. */
static void find_live_behind(const Function *function, u32 call, bool *counts) {
    LiveSets live = live_sets_of(function);
    const Insn *insn = &function->insns[call];
    live_sets_before(&live, call + 1, counts);
    for (u32 i = 0; i < insn_write_count(function, insn); i++) counts[insn->dst + i] = false;
    live_sets_free(&live);
}

static void add_registers(Cegar *c, Head *head) {
    const Context *context = head->context;
    bool *counts = xcalloc(context->function->register_count + 1, sizeof(bool));
    program_live_at_block(context->function, head->block, false, counts);
    add_frame(c, head, context, counts);
    free(counts);
    for (; context->caller; context = context->caller) {
        counts = xcalloc(context->caller->function->register_count + 1, sizeof(bool));
        find_live_behind(context->caller->function, context->call, counts);
        add_frame(c, head, context->caller, counts);
        free(counts);
    }
}

void head_update(Cegar *c, Head *head) {
    u32 known = 0;
    for (u32 i = 0; i < head->places.count; i++) known += head->places.at[i].kind == PLACE_COUNTER;
    const Space *space = &c->encoder.space;
    for (u32 i = known; i < space->heap.count; i++)
        add_place(head, (Place){PLACE_COUNTER, 0, i, space->heap.at[i].symbol});
}

Head *head_at(Cegar *c, const BlockState *state) {
    enum { FIRST_MOST_NODES = 48 };
    u32 block = flow_block_of(state->context->function, state->insn);
    bool is_new;
    u64 *index = map_cell(&c->head_index, (u64)state->context->number << 32 | block, &is_new);
    if (!is_new) {
        head_update(c, c->heads.at[*index]);
        return c->heads.at[*index];
    }
    *index = c->heads.count;
    Head *head = ARENA_NEW(&c->arena, Head);
    *head = (Head){.number = c->heads.count, .context = state->context, .block = block, .most_nodes = FIRST_MOST_NODES};
    vec_push(&c->heads, head);
    add_registers(c, head);
    for (u32 i = 0; i < c->encoder.space.memory.count; i++)
        add_place(head, (Place){PLACE_MEMORY, 0, i, c->encoder.space.memory.at[i].symbol});
    head_update(c, head);
    share_with_new_head(c, head);
    return head;
}

Term *place_value(const Cegar *c, const Place *place, const BlockState *state) {
    Term *value = NULL;
    switch (place->kind) {
    case PLACE_REGISTER: value = state->frames.at[place->frame]->at[place->number]; break;
    case PLACE_MEMORY: return state->memory->at[place->number];
    case PLACE_COUNTER:
        if (place->number < state->counters->count) value = state->counters->at[place->number];
        return value ? value : term_const(c->terms, COUNTER_BITS, 0);
    }
    return value ? value : place->symbol; /* never set: nothing is known of it */
}

void head_places_behind(const Cegar *c, const Head *head, const BlockState *state, Map *out) {
    for (u32 i = 0; i < head->places.count; i++) {
        Term *value = place_value(c, &head->places.at[i], state);
        if (value != head->places.at[i].symbol) map_put_ptr(out, head->places.at[i].symbol, value);
    }
}

u32 predicate_number(Cegar *c, Term *predicate) {
    bool is_new;
    u64 *index = map_cell(&c->predicate_index, (u64)(uintptr_t)predicate, &is_new);
    if (is_new) {
        *index = c->predicates.count;
        vec_push(&c->predicates, predicate);
    }
    return (u32)*index;
}

bool head_add_predicate(Cegar *c, Head *head, Term *predicate) {
    u32 number = predicate_number(c, predicate);
    for (u32 i = 0; i < head->predicates.count; i++)
        if (head->predicates.at[i] == number) return false;
    vec_push(&head->predicates, number);
    return true;
}

bool head_has_symbols(Cegar *c, const Head *head, Term *term) {
    TermVec symbols = {0};
    term_symbols(c->terms, &term, 1, &symbols);
    bool is_known = symbols.count;
    for (u32 i = 0; i < symbols.count && is_known; i++) {
        is_known = false;
        for (u32 k = 0; k < head->places.count && !is_known; k++) is_known = head->places.at[k].symbol == symbols.at[i];
    }
    vec_free(&symbols);
    return is_known;
}
