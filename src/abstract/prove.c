/* What the graph claims, shown again without it.
 *
 * At each head the invariant is the disjunction of its nodes: what each knows of values, and its set of predicates. From a
 * state of which nothing is known but that a disjunct holds, the block is encoded once more, and every way on must lead into
 * the invariant of the next head; no way may lead to the error or to what is not modelled. Which node came from which, what
 * was covered, split or learned plays no part. */
#include "abstract/heap.h"
#include "abstract/words.h"

/* Between two heads an instruction runs once in its chain of calls: half as many as are told apart leave room for that. */
enum { MANY_BLOCKS = 1 << (COUNTER_BITS - 1) };

/* Where a run leaves its block: the state, and words of memory in it that the head's nodes know something of. */
typedef struct {
    Cegar *c;
    const Head *head;
    const BlockState *state;
    Map *words; /* a function: address -> what it is here, NULL: not found yet */
} Behind;

static void find_words(Behind *b) {
    const Space *space = &b->c->encoder.space;
    b->words = xcalloc(space->memory.count, sizeof *b->words);
    for (u32 i = 0; i < b->head->nodes.count; i++) {
        const Node *node = b->head->nodes.at[i];
        for (u32 k = 0; node->values && !node->covered_by && k < node->values->cells.count; k++)
            map_put(&b->words[node->values->cells.at[k].function], node->values->cells.at[k].address, 0);
    }
    for (u32 f = 0; f < space->memory.count; f++) memory_words(b->c->terms, b->state->memory->at[f], &b->words[f]);
}

static void free_words(Behind *b) {
    for (u32 f = 0; f < b->c->encoder.space.memory.count; f++) map_free(&b->words[f]);
    free(b->words);
}

static Term *word_behind(Behind *b, const KnownCell *cell) {
    TermStore *terms = b->c->terms;
    u64 *word = map_cell(&b->words[cell->function], cell->address, &(bool){0});
    if (!*word) {
        Term *memory = b->state->memory->at[cell->function];
        *word = (u64)(uintptr_t)term_select(terms, memory, term_const(terms, 64, cell->address));
    }
    return (Term *)(uintptr_t)*word;
}

/* The node's set of predicates, and its sets of blocks. */
static Term *sets_behind(const Behind *b, const Node *node) {
    Cegar *c = b->c;
    Term *set = abstract_to_term(c->sets, node->set, c->terms, c->predicates.at);
    Map values = {0}, values_of_set = {0};
    head_places_behind(c, b->head, b->state, &values);
    map_copy(&values_of_set, &values); /* the map receives what larger terms become */
    term_substitute(c->terms, &set, 1, &values_of_set);
    Term *all = term_and(c->terms, set, heap_claim(c, node, &values));
    map_free(&values);
    map_free(&values_of_set);
    return all;
}

/* What a node says, of the state behind the block. */
static Term *claim(Behind *b, const Node *node) {
    Cegar *c = b->c;
    TermStore *terms = c->terms;
    Term *all = term_true(terms);
    const KnownValues *values = node->values;
    for (u32 i = 0; values && i < b->head->places.count && !term_is_false(all); i++) {
        const Place *place = &b->head->places.at[i];
        Term *known = node_known_place(c, node, i);
        if (!known) continue;
        Term *value = place_value(c, place, b->state);
        if (!term_is_const(known)) { /* only the object that it points to */
            const Space *space = &c->encoder.space;
            known = space_entity_term(space, known);
            value = space_entity_term(space, value);
        }
        all = term_and(terms, all, term_eq(terms, value, known));
    }
    for (u32 i = 0; values && i < values->cells.count && !term_is_false(all); i++)
        all = term_and(terms, all, term_eq(terms, word_behind(b, &values->cells.at[i]), values->cells.at[i].value));
    return term_is_false(all) ? all : term_and(terms, all, sets_behind(b, node));
}

static Term *invariant_behind(Cegar *c, const Head *head, const BlockState *state) {
    Behind behind = {.c = c, .head = head, .state = state};
    Term *any = term_false(c->terms);
    find_words(&behind);
    for (u32 i = 0; i < head->nodes.count && !term_is_true(any); i++)
        if (!head->nodes.at[i]->covered_by) any = term_or(c->terms, any, claim(&behind, head->nodes.at[i]));
    free_words(&behind);
    return any;
}

static bool exits_hold(Cegar *c, const Node *node, const BlockRun *run, Text *why_not) {
    for (u32 i = 0; i < run->exits.count; i++) {
        const BlockExit *exit = &run->exits.at[i];
        Term *conditions[4] = {predicates_at(c, node), guard_term(c->terms, exit->state.guard), term_true(c->terms)};
        if (exit->end == EXIT_HEAD) {
            const Head *head = head_at(c, &exit->state);
            conditions[2] = term_not(c->terms, invariant_behind(c, head, &exit->state));
        }
        conditions[3] = heap_known(c, node, conditions, 3);
        Answer answer = cegar_ask(c, conditions, COUNT_OF(conditions), NULL);
        if (answer == ANSWER_NO) continue;
        text_add(why_not, answer == ANSWER_YES ? "an invariant is not inductive when it is looked at again"
                                               : "whether an invariant is inductive is too hard for the solver");
        return false;
    }
    return true;
}

static bool node_holds(Cegar *c, const Node *node, Text *why_not) {
    BlockRun run;
    block_run(&c->encoder, node_state(c, node), &run);
    bool holds = exits_hold(c, node, &run, why_not);
    block_run_free(&run);
    return holds;
}

bool cegar_prove(Cegar *c, Text *why_not) {
    for (u32 i = 0; i < c->nodes.count; i++) {
        const Node *node = c->nodes.at[i];
        if (node->covered_by) continue;
        if (!node_holds(c, node, why_not)) return false;
        if (cegar_stops(c)) {
            text_add(why_not, "out of time while the invariants were looked at again");
            return false;
        }
    }
    return true;
}

/* From this state on, a block of the program could make more blocks of the place than are told apart. */
static bool may_run_out(Cegar *c, const Node *node, u32 place) {
    const Term *known = node_known_place(c, node, place);
    Term *counter = node->head->places.at[place].symbol, *many = term_const(c->terms, COUNTER_BITS, MANY_BLOCKS);
    if (known) return known->value >= MANY_BLOCKS;
    Term *conditions[] = {predicates_at(c, node), term_ule(c->terms, many, counter)};
    return cegar_ask(c, conditions, COUNT_OF(conditions), NULL) != ANSWER_NO;
}

bool cegar_assumes_few_blocks(Cegar *c) {
    for (u32 i = 0; i < c->nodes.count; i++) {
        const Node *node = c->nodes.at[i];
        for (u32 k = 0; node->head && !node->covered_by && k < node->head->places.count; k++) {
            const Place *place = &node->head->places.at[k];
            bool counts = place->kind == PLACE_COUNTER && c->encoder.space.heap.at[place->number].repeats;
            if (counts && may_run_out(c, node, k)) return true;
        }
    }
    return false;
}
