/* Which other heads keep a predicate that was learned at one.
 *
 * A function that is called at several places has a head for each chain of calls; what its loop needs to know in one of
 * them, it will need in the others: the predicate is given to them with their registers.
 *
 * What is said of memory at the head of a loop has to live through the loops inside of it: the predicate is given to all
 * heads that lie on a way from the head back to it. Interpolation would find it there again, one refinement a loop.
 *
 * A predicate is a hint, so that giving one to a head can make the analysis slower, never wrong. */
#include "abstract/cegar.h"

static const Place *place_of_symbol(const Head *head, const Term *symbol) {
    for (u32 i = 0; i < head->places.count; i++)
        if (head->places.at[i].symbol == symbol) return &head->places.at[i];
    return NULL;
}

/* ---- Other contexts ---- */

static const Place *register_of(const Head *head, u32 number) {
    for (u32 i = 0; i < head->places.count; i++) {
        const Place *place = &head->places.at[i];
        if (place->kind == PLACE_REGISTER && place->frame == head->context->depth && place->number == number)
            return place;
    }
    return NULL;
}

/* The predicate with the registers of another context; NULL: it speaks of callers, too. */
static Term *moved(Cegar *c, const Head *from, const Head *to, Term *predicate) {
    TermVec symbols = {0};
    Map replacement = {0};
    term_symbols(c->terms, &predicate, 1, &symbols);
    for (u32 i = 0; i < symbols.count && predicate; i++) {
        const Place *place = place_of_symbol(from, symbols.at[i]);
        if (!place || place->kind != PLACE_REGISTER) continue;
        const Place *other = place->frame == from->context->depth ? register_of(to, place->number) : NULL;
        if (other) map_put_ptr(&replacement, symbols.at[i], other->symbol);
        else predicate = NULL;
    }
    if (predicate) term_substitute(c->terms, &predicate, 1, &replacement);
    map_free(&replacement);
    vec_free(&symbols);
    return predicate;
}

static bool is_same_loop(const Head *a, const Head *b) {
    return a != b && a->block == b->block && a->context->function == b->context->function;
}

static u32 give_to_contexts(Cegar *c, const Head *head, Term *predicate) {
    u32 given = 0;
    for (u32 i = 0; i < c->heads.count; i++) {
        if (!is_same_loop(head, c->heads.at[i])) continue;
        Term *other = moved(c, head, c->heads.at[i], predicate);
        if (other && head_add_predicate(c, c->heads.at[i], other)) given++;
    }
    return given;
}

void share_with_new_head(Cegar *c, Head *head) {
    for (u32 i = 0; i < c->heads.count; i++) {
        const Head *other = c->heads.at[i];
        for (u32 k = 0; is_same_loop(head, other) && k < other->predicates.count; k++) {
            Term *predicate = moved(c, other, head, c->predicates.at[other->predicates.at[k]]);
            if (predicate) head_add_predicate(c, head, predicate);
        }
    }
}

/* ---- Loops inside ---- */

static bool is_about_memory(Cegar *c, const Head *head, Term *predicate) {
    TermVec symbols = {0};
    term_symbols(c->terms, &predicate, 1, &symbols);
    bool is_it = symbols.count;
    for (u32 i = 0; i < symbols.count && is_it; i++) {
        const Place *place = place_of_symbol(head, symbols.at[i]);
        is_it = place && place->kind == PLACE_MEMORY;
    }
    vec_free(&symbols);
    return is_it;
}

/* Marks the heads that the graph has behind `number`, or in front of it. */
static void mark_reached(const Cegar *c, u32 number, bool forward, bool *out) {
    out[number] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 i = 0; i < c->nodes.count; i++) {
            const Node *node = c->nodes.at[i];
            if (!node->head || !node->parent->head) continue;
            const Head *first = node->parent->head, *second = node->head;
            u32 from = (forward ? first : second)->number, to = (forward ? second : first)->number;
            if (out[from] && !out[to]) changed = out[to] = true;
        }
    }
}

bool *heads_around(const Cegar *c, const Head *head) {
    bool *behind = xcalloc(c->heads.count, sizeof *behind), *before = xcalloc(c->heads.count, sizeof *before);
    mark_reached(c, head->number, true, behind);
    mark_reached(c, head->number, false, before);
    for (u32 i = 0; i < c->heads.count; i++) behind[i] = behind[i] && before[i];
    free(before);
    return behind;
}

static u32 give_inside(Cegar *c, const Head *head, Term *predicate) {
    u32 given = 0;
    bool *is_around = heads_around(c, head);
    for (u32 i = 0; i < c->heads.count; i++)
        if (is_around[i] && c->heads.at[i] != head) given += head_add_predicate(c, c->heads.at[i], predicate);
    free(is_around);
    return given;
}

u32 share_predicate(Cegar *c, const Head *head, Term *predicate) {
    u32 given = give_to_contexts(c, head, predicate);
    return is_about_memory(c, head, predicate) ? given + give_inside(c, head, predicate) : given;
}
