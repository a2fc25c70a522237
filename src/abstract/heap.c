#include "abstract/heap.h"

#include "base/text.h"

#include <string.h>

enum { MOST_LEVEL = 2 };

/* ---- When ---- */

static bool makes_blocks_again(const Cegar *c) {
    for (u32 i = 0; i < c->encoder.space.heap.count; i++)
        if (c->encoder.space.heap.at[i].repeats) return true;
    return false;
}

bool heap_begins(Cegar *c) {
    static const u32 patience[MOST_LEVEL] = {4, 3}; /* refinements at the level before */
    if (c->heap_level == MOST_LEVEL || !makes_blocks_again(c)) return false;
    if (c->refinements < c->heap_since + patience[c->heap_level]) return false;
    c->heap_level++;
    c->heap_since = c->refinements;
    heap_find_values(c);
    for (u32 i = 0; i < c->heads.count; i++) vec_clear(&c->heads.at[i]->predicates);
    cegar_log(c, "  from now on blocks that are made again and again are spoken of together, level %u", c->heap_level);
    return true;
}

bool heap_hides(const Cegar *c, u64 pointer) {
    const Space *space = &c->encoder.space;
    u32 entity = space_entity(space, pointer), range = 1u << (63 - space->position_bits);
    return c->heap_level && entity & range && (entity & ~range) >> COUNTER_BITS < space->heap.count;
}

void heap_add_predicates(Cegar *c, Head *head) {
    if (!c->heap_level) return;
    TermVec predicates = {0};
    heap_pointer_predicates(c, head, &predicates);
    for (u32 i = 0; i < predicates.count; i++) head_add_predicate(c, head, predicates.at[i]);
    vec_free(&predicates);
}

/* ---- What is known ---- */

/* Of the block with the index, over the head's places. */
static Term *fact_of(Cegar *c, const Node *node, u32 site) {
    const HeapSite *s = &c->encoder.space.heap.at[site];
    if (abstract_is_none(node->blocks.at[site]) && s->repeats) /* there is no block yet */
        return term_eq(c->terms, s->symbol, term_const(c->terms, COUNTER_BITS, 0));
    Term *set = abstract_to_term(c->sets, node->blocks.at[site], c->terms, c->predicates.at);
    return term_implies(c->terms, heap_is_made(c, site), set);
}

static bool is_index(const Term *term) {
    return term->op == TERM_SYMBOL && term->width == COUNTER_BITS && !strncmp(term->symbol->name, "some.", 5);
}

/* Numbers of blocks in addresses that occur below the roots, and indices that stand for any. */
static void find_indices(Cegar *c, Term *const *roots, u32 count, TermVec *out) {
    enum { MOST_INDICES = 48 };
    const Space *space = &c->encoder.space;
    TermVec all = {0};
    Map seen = {0};
    vec_push(out, term_const(c->terms, COUNTER_BITS, 0)); /* for facts that have no index */
    term_postorder(c->terms, roots, count, &all);
    for (u32 i = 0; i < all.count && out->count < MOST_INDICES; i++) {
        Term *index = all.at[i];
        if (!is_index(index)) {
            if ((index->op != TERM_SELECT && index->op != TERM_STORE) || index->arg[1]->width != 64) continue;
            Term *address = index->arg[1];
            if (term_is_const(address) && !heap_hides(c, address->value)) continue;
            index = term_extract(c->terms, address, space->position_bits, COUNTER_BITS);
        }
        bool is_new;
        map_cell(&seen, (u64)(uintptr_t)index, &is_new);
        if (is_new) vec_push(out, index);
    }
    map_free(&seen);
    vec_free(&all);
}

static Term *for_indices(Cegar *c, u32 site, Term *fact, const TermVec *indices) {
    Term *all = term_true(c->terms);
    if (!c->encoder.space.heap.at[site].repeats) return fact;
    for (u32 i = 0; i < indices->count; i++) {
        Map index = {0};
        Term *one = fact;
        map_put_ptr(&index, heap_index(c, site), indices->at[i]);
        term_substitute(c->terms, &one, 1, &index);
        map_free(&index);
        all = term_and(c->terms, all, one);
    }
    return all;
}

Term *heap_known(Cegar *c, const Node *node, Term *const *roots, u32 count) {
    Term *all = term_true(c->terms);
    if (!node->blocks.count) return all;
    Map known = {0};
    TermVec indices = {0};
    node_substitution(c, node, &known);
    find_indices(c, roots, count, &indices);
    for (u32 i = 0; i < node->blocks.count; i++) {
        Term *fact = fact_of(c, node, i);
        term_substitute(c->terms, &fact, 1, &known);
        all = term_and(c->terms, all, for_indices(c, i, fact, &indices));
    }
    map_free(&known);
    vec_free(&indices);
    return all;
}

Term *heap_claim(Cegar *c, const Node *node, const Map *places) {
    Term *all = term_true(c->terms);
    for (u32 i = 0; i < node->blocks.count; i++) {
        Term *fact = fact_of(c, node, i);
        Map values = {0};
        Text name = {0};
        text_printf(&name, "some.%u.%u", i, node->number);
        map_copy(&values, places);
        map_put_ptr(&values, heap_index(c, i), term_symbol(c->terms, name.chars, COUNTER_BITS));
        term_substitute(c->terms, &fact, 1, &values);
        all = term_and(c->terms, all, fact);
        text_free(&name);
        map_free(&values);
    }
    return all;
}

/* ---- The analysis ---- */

/* The valuations that a block of the place may have behind the exit. */
static AbstractSet valuations(Cegar *c, const Node *from, const BlockExit *exit, const Node *to, u32 site) {
    TermVec atoms = {0};
    Map places = {0};
    heap_atoms(c, to->head, site, &atoms);
    u32 count = atoms.count;
    AbstractPredicate *predicates = xcalloc(count + 1, sizeof *predicates);
    for (u32 i = 0; i < count; i++) predicates[i].variable = predicate_number(c, atoms.at[i]);
    vec_push(&atoms, heap_is_made(c, site));
    head_places_behind(c, to->head, &exit->state, &places);
    term_substitute(c->terms, atoms.at, atoms.count, &places);
    for (u32 i = 0; i < count; i++) predicates[i].term = atoms.at[i];
    Term *formula = term_and(c->terms, predicates_at(c, from), guard_term(c->terms, exit->state.guard));
    formula = term_and(c->terms, formula, atoms.at[count]);
    vec_push(&atoms, formula);
    formula = term_and(c->terms, formula, heap_known(c, from, atoms.at, atoms.count));
    AbstractSet set = predicates_abstract(c, to->head, formula, predicates, count);
    free(predicates);
    vec_free(&atoms);
    map_free(&places);
    return set;
}

static bool transfer(Cegar *c, const Node *from, const BlockExit *exit, Node *to) {
    vec_clear(&to->blocks);
    for (u32 i = 0; i < c->encoder.space.heap.count && c->heap_level; i++)
        vec_push(&to->blocks, valuations(c, from, exit, to, i));
    return true;
}

/* Of places that were found later, nothing is known. */
static bool covers(Cegar *c, const Node *b, const Node *a) {
    for (u32 i = 0; i < b->blocks.count; i++) {
        AbstractSet known = i < a->blocks.count ? a->blocks.at[i] : abstract_all(c->sets);
        if (!abstract_implies(c->sets, known, b->blocks.at[i])) return false;
    }
    return true;
}

static void print(Cegar *c, const Node *node, Text *out) {
    for (u32 i = 0; i < node->blocks.count; i++)
        if (!abstract_is_all(node->blocks.at[i]))
            text_printf(out, " blocks of place %u are%s", i,
                        abstract_is_none(node->blocks.at[i]) ? " not there" : " known");
    (void)c;
}

const Cpa cpa_heap = {"heap", transfer, covers, print};
