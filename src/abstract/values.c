/* The analysis of values: what is a constant at a head. A path has other constants than its neighbour, so loops that count
 * to a constant are followed round by round, until a place has shown too many values: then it is given up there, and
 * predicates have to say what matters of it. */
#include "abstract/heap.h"
#include "abstract/words.h"

#include <stdlib.h>

enum { MOST_OF_COUNTER = 12, MOST_CELLS = 400, MOST_TERMS = 4000 };

/* A pointer whose object is known. */
static Term *based(const Cegar *c, Term *value, Term *symbol) {
    const Space *space = &c->encoder.space;
    if (value->width != 64) return NULL;
    Term *of = space_entity_term(space, value);
    if (!term_is_const(of) || !of->value || heap_hides(c, of->value << space->position_bits)) return NULL;
    return term_concat(space->terms, of, space_position_term(space, symbol));
}

static bool is_hidden(const Cegar *c, const Term *value) {
    return value->width == 64 && term_is_const(value) && heap_hides(c, value->value);
}

static Term *known_value(Cegar *c, const Place *place, Term *value) {
    if (term_is_array(value) || is_hidden(c, value)) return NULL;
    if (place->kind == PLACE_COUNTER && c->heap_level && c->encoder.space.heap.at[place->number].repeats) return NULL;
    if (term_is_const(value)) return value;
    return place->kind == PLACE_REGISTER ? based(c, value, place->symbol) : NULL;
}

/* ---- Words of memory ---- */

static void add_address(Map *addresses, u64 address) {
    if (addresses->count < MOST_CELLS) map_put(addresses, address, 1);
}

/* Constant addresses that something was written to. */
static void collect_addresses(Term *memory, Map *addresses) {
    VEC(Term *) todo = {0};
    Map seen = {0};
    vec_push(&todo, memory);
    while (todo.count && seen.count < MOST_TERMS) {
        Term *term = vec_pop(&todo);
        if (!term_is_array(term) || map_get(&seen, (u64)(uintptr_t)term, NULL)) continue;
        map_put(&seen, (u64)(uintptr_t)term, 1);
        if (term->op == TERM_STORE && term_is_const(term->arg[1])) add_address(addresses, term->arg[1]->value);
        for (u32 i = 0; i < term->arity; i++) vec_push(&todo, term->arg[i]);
    }
    vec_free(&todo);
    map_free(&seen);
}

static Seen *seen_of_cell(Head *head, u32 function, u64 address) {
    bool is_new;
    u64 *index = map_cell(&head->cells, hash_combine(function, address), &is_new);
    if (is_new) {
        *index = head->cell_seen.count;
        vec_push(&head->cell_seen, (Seen){0});
    }
    return &head->cell_seen.at[*index];
}

static bool is_dropped(Head *head, u32 function, u64 address) {
    return seen_of_cell(head, function, address)->is_dropped;
}

static Term *memory_of(const Cegar *c, const Node *node, u32 function) {
    return node->values ? node->values->memory[function] : c->encoder.space.memory.at[function].constant;
}

static void make_memory(Cegar *c, KnownValues *values) {
    const Space *space = &c->encoder.space;
    values->memory = xcalloc(space->memory.count, sizeof(Term *));
    for (u32 f = 0; f < space->memory.count; f++) values->memory[f] = space->memory.at[f].constant;
    for (u32 i = 0; i < values->cells.count; i++) {
        const KnownCell *cell = &values->cells.at[i];
        Term **memory = &values->memory[cell->function];
        *memory = term_store(c->terms, *memory, term_const(c->terms, 64, cell->address), cell->value);
    }
}

/* The constant addresses that were written to since memory was `base`; false: others may have been, too. */
static bool find_written(Term *memory, const Term *base, Map *out) {
    VEC(Term *) todo = {0};
    Map seen = {0};
    bool is_all = true;
    vec_push(&todo, memory);
    while (todo.count && is_all) {
        Term *term = vec_pop(&todo);
        if (term == base || map_get(&seen, (u64)(uintptr_t)term, NULL)) continue;
        map_put(&seen, (u64)(uintptr_t)term, 1);
        bool is_write = term->op == TERM_STORE && term_is_const(term->arg[1]);
        is_all = (is_write || term->op == TERM_ITE) && seen.count <= MOST_TERMS;
        if (is_write) map_put(out, term->arg[1]->value, 1);
        if (is_write) vec_push(&todo, term->arg[0]);
        else if (is_all) vec_push(&todo, term->arg[1]);
        if (is_all && !is_write) vec_push(&todo, term->arg[2]);
    }
    vec_free(&todo);
    map_free(&seen);
    return is_all;
}

/* Constant addresses whose words may be known in the state. True: those are only the ones that were written to since the
 * node's run began. */
static bool find_addresses(Cegar *c, const Node *from, const BlockState *state, u32 function, Map *out) {
    const MemoryFunction *f = &c->encoder.space.memory.at[function];
    Term *memory = state->memory->at[function];
    if (from->head && find_written(memory, memory_of(c, from, function), out)) return true;
    map_clear(out);
    for (u32 i = 0; i < f->addresses.count; i++) add_address(out, f->addresses.at[i]);
    for (u32 i = 0; from->values && i < from->values->cells.count; i++)
        if (from->values->cells.at[i].function == function) add_address(out, from->values->cells.at[i].address);
    collect_addresses(memory, out);
    return false;
}

bool values_words(Cegar *c, const Node *from, const BlockState *state, Head *head, u32 function, Map *out) {
    Map addresses = {0};
    bool is_written = find_addresses(c, from, state, function, &addresses);
    for (u32 i = 0; i < addresses.count; i++) {
        u64 at = addresses.entries[i].key;
        if (!heap_hides(c, at) && !is_dropped(head, function, at)) map_put(out, at, 0);
    }
    map_free(&addresses);
    memory_words(c->terms, state->memory->at[function], out);
    return is_written;
}

static int compare_cells(const void *a, const void *b) {
    const KnownCell *x = a, *y = b;
    if (x->function != y->function) return x->function < y->function ? -1 : 1;
    return x->address < y->address ? -1 : x->address > y->address;
}

/* But for those that may have been written to, and those that are given up. */
static void keep_cells(const Node *from, u32 function, const Map *written, Node *to) {
    for (u32 i = 0; from->values && i < from->values->cells.count; i++) {
        const KnownCell *cell = &from->values->cells.at[i];
        if (cell->function == function && !map_get(written, cell->address, NULL) &&
            !is_dropped(to->head, function, cell->address))
            vec_push(&to->values->cells, *cell);
    }
}

/* In the order of their addresses: so equal knowledge gives equal terms. */
static void find_cells(Cegar *c, const Node *from, const BlockState *state, Node *to) {
    for (u32 f = 0; f < c->encoder.space.memory.count; f++) {
        Map words = {0};
        if (values_words(c, from, state, to->head, f, &words)) keep_cells(from, f, &words, to);
        for (u32 i = 0; i < words.count; i++) {
            Term *value = (Term *)(uintptr_t)words.entries[i].value;
            if (value && term_is_const(value) && !is_hidden(c, value))
                vec_push(&to->values->cells, (KnownCell){f, words.entries[i].key, value});
        }
        map_free(&words);
    }
    if (to->values->cells.count) qsort(to->values->cells.at, to->values->cells.count, sizeof(KnownCell), compare_cells);
}

/* ---- Too many values ---- */

static bool is_counter(const Seen *seen) {
    if (seen->count < MOST_OF_COUNTER) return false;
    for (u32 i = 0; i < seen->count; i++)
        if (!term_is_const(seen->values[i])) return false;
    u64 step = seen->values[1]->value - seen->values[0]->value;
    for (u32 i = 2; i < seen->count; i++)
        if (seen->values[i]->value - seen->values[i - 1]->value != step) return false;
    return true;
}

/* True: the place is given up. */
static bool note(Seen *seen, Term *value) {
    if (seen->is_dropped) return false;
    for (u32 i = 0; i < seen->count; i++)
        if (seen->values[i] == value) return false;
    if (seen->count < COUNT_OF(seen->values)) seen->values[seen->count++] = value;
    else seen->is_dropped = true;
    seen->is_dropped = seen->is_dropped || is_counter(seen);
    return seen->is_dropped;
}

bool known_values_note(Cegar *c, Node *node) {
    bool is_too_much = false;
    const KnownValues *values = node->values;
    for (u32 i = 0; values && i < values->count; i++)
        if (values->places[i]) is_too_much |= note(&node->head->seen.at[i], values->places[i]);
    for (u32 i = 0; values && i < values->cells.count; i++) {
        const KnownCell *cell = &values->cells.at[i];
        is_too_much |= note(seen_of_cell(node->head, cell->function, cell->address), cell->value);
    }
    return is_too_much;
}

static Seen *more_varied(Seen *a, Seen *b) { return !b->is_dropped && (!a || b->count > a->count) ? b : a; }

bool known_values_thin(Head *head) {
    enum { FEW = 4 };
    Seen *most = NULL;
    for (u32 i = 0; i < head->seen.count; i++) most = more_varied(most, &head->seen.at[i]);
    for (u32 i = 0; i < head->cell_seen.count; i++) most = more_varied(most, &head->cell_seen.at[i]);
    if (!most || most->count <= FEW) return false;
    most->is_dropped = true;
    return true;
}

/* ---- The analysis ---- */

void known_values_free(KnownValues *values) {
    if (!values) return;
    free(values->places);
    free(values->memory);
    vec_free(&values->cells);
    free(values);
}

static bool transfer(Cegar *c, const Node *from, const BlockExit *exit, Node *to) {
    Head *head = to->head;
    to->values = xcalloc(1, sizeof *to->values);
    to->values->count = head->places.count;
    to->values->places = xcalloc(head->places.count + 1, sizeof(Term *));
    for (u32 i = 0; i < head->places.count; i++) {
        if (head->seen.at[i].is_dropped) continue;
        to->values->places[i] = known_value(c, &head->places.at[i], place_value(c, &head->places.at[i], &exit->state));
    }
    find_cells(c, from, &exit->state, to);
    make_memory(c, to->values);
    return true;
}

/* A counter that came into being after the node: nothing on the way to it made a block there. */
Term *node_known_place(Cegar *c, const Node *node, u32 place) {
    if (!node->values) return NULL;
    if (place < node->values->count) return node->values->places[place];
    assert(node->head->places.at[place].kind == PLACE_COUNTER);
    return term_const(c->terms, COUNTER_BITS, 0);
}

static bool has_cell(const KnownValues *values, const KnownCell *cell) {
    for (u32 i = 0; i < values->cells.count; i++) {
        const KnownCell *other = &values->cells.at[i];
        if (other->function == cell->function && other->address == cell->address) return other->value == cell->value;
    }
    return false;
}

static bool covers(Cegar *c, const Node *b, const Node *a) {
    for (u32 i = 0; i < b->head->places.count; i++) {
        const Term *known = node_known_place(c, b, i);
        if (known && known != node_known_place(c, a, i)) return false;
    }
    for (u32 i = 0; i < b->values->cells.count; i++) {
        const KnownCell *cell = &b->values->cells.at[i];
        bool is_same = a->values->memory[cell->function] == b->values->memory[cell->function];
        if (!is_same && !has_cell(a->values, cell)) return false;
    }
    return true;
}

static void print(Cegar *c, const Node *node, Text *out) {
    for (u32 i = 0; i < node->values->count; i++)
        if (node->values->places[i] && term_is_const(node->values->places[i]))
            text_printf(out, " %s=%lld", node->head->places.at[i].symbol->symbol->name,
                        (long long)term_signed_value(node->values->places[i]));
}

const Cpa cpa_value = {"value", transfer, covers, print};

/* ---- Where a run begins ---- */

static Term *place_of(Cegar *c, const Node *node, u32 place) {
    const Place *p = &node->head->places.at[place];
    if (p->kind == PLACE_MEMORY) return memory_of(c, node, p->number);
    Term *known = node_known_place(c, node, place);
    return known ? known : p->symbol;
}

BlockState node_state(Cegar *c, const Node *node) {
    if (!node->head) return encode_begin(&c->encoder);
    const Head *head = node->head;
    BlockState state = {.context = head->context, .insn = head->context->function->blocks[head->block].first};
    for (u32 i = 0; i <= head->context->depth; i++) vec_push(&state.frames, NULL);
    for (const Context *at = head->context; at; at = at->caller)
        state.frames.at[at->depth] = row_new(at->function->register_count);
    state.memory = row_new(c->encoder.space.memory.count);
    state.counters = row_new(c->encoder.space.heap.count);
    for (u32 i = 0; i < head->places.count; i++) {
        const Place *p = &head->places.at[i];
        Row *row = p->kind == PLACE_REGISTER ? state.frames.at[p->frame]
                   : p->kind == PLACE_MEMORY ? state.memory
                                             : state.counters;
        row->at[p->number] = place_of(c, node, i);
    }
    return state;
}

void node_substitution(Cegar *c, const Node *node, Map *out) {
    for (u32 i = 0; node->head && i < node->head->places.count; i++) {
        Term *term = place_of(c, node, i), *symbol = node->head->places.at[i].symbol;
        if (term != symbol) map_put_ptr(out, symbol, term);
    }
}
