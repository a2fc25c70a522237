/* The analysis of predicates: which valuations of the head's predicates are possible. */
#include "abstract/abstraction.h"
#include "abstract/heap.h"

#include "base/clock.h"

Term *predicates_at(Cegar *c, const Node *node) {
    if (!node->head || abstract_is_all(node->set)) return term_true(c->terms);
    Term *set = abstract_to_term(c->sets, node->set, c->terms, c->predicates.at);
    Map known = {0};
    node_substitution(c, node, &known);
    term_substitute(c->terms, &set, 1, &known);
    map_free(&known);
    return set;
}

u32 predicates_behind(Cegar *c, const Head *head, const BlockState *state, AbstractPredicate *out) {
    Map values = {0};
    head_places_behind(c, head, state, &values);
    u32 count = head->predicates.count;
    Term **terms = xcalloc(count + 1, sizeof *terms);
    for (u32 i = 0; i < count; i++) terms[i] = c->predicates.at[head->predicates.at[i]];
    term_substitute(c->terms, terms, count, &values);
    for (u32 i = 0; i < count; i++) out[i] = (AbstractPredicate){terms[i], head->predicates.at[i]};
    free(terms);
    map_free(&values);
    return count;
}

/* The formula and the predicates in the paper's form. */
static Term *as_functions(Cegar *c, Term *formula, AbstractPredicate *predicates, u32 count) {
    TermVec roots = {0};
    vec_push(&roots, formula);
    for (u32 i = 0; i < count; i++) vec_push(&roots, predicates[i].term);
    Term *known = uf_rewrite(&c->encoder.space, roots.at, roots.count, &c->options.uf, &c->uf);
    formula = term_and(c->terms, roots.at[0], known);
    for (u32 i = 0; i < count; i++) predicates[i].term = roots.at[i + 1];
    vec_free(&roots);
    return formula;
}

AbstractSet predicates_abstract(Cegar *c, const Head *head, Term *formula, AbstractPredicate *predicates, u32 count) {
    enum { QUERY_SECONDS = 4 };
    double start = clock_seconds();
    if (c->options.uses_functions) formula = as_functions(c, formula, predicates, count);
    AbstractionLimits limits = {.query = cegar_limits(c, QUERY_SECONDS), .most_models = 500};
    bool given_up = false;
    AbstractSet set = (c->options.is_cartesian ? abstract_cartesian : abstract_boolean)(
        c->sets, c->terms, c->solver, formula, predicates, count, limits, &given_up);
    if (given_up)
        cegar_log(c, "  the abstraction at head %u knows less than it could: its questions are too hard", head->number);
    c->abstraction_seconds += clock_seconds() - start;
    return set;
}

/* What is known of blocks that the formula or the predicates mention. */
static Term *with_blocks(Cegar *c, const Node *from, Term *formula, const AbstractPredicate *predicates, u32 count) {
    TermVec roots = {0};
    vec_push(&roots, formula);
    for (u32 i = 0; i < count; i++) vec_push(&roots, predicates[i].term);
    formula = term_and(c->terms, formula, heap_known(c, from, roots.at, roots.count));
    vec_free(&roots);
    return formula;
}

static bool transfer(Cegar *c, const Node *from, const BlockExit *exit, Node *to) {
    Term *formula = term_and(c->terms, predicates_at(c, from), guard_term(c->terms, exit->state.guard));
    heap_add_predicates(c, to->head);
    to->set = abstract_all(c->sets);
    to->predicates = to->head->predicates.count;
    AbstractPredicate *predicates = xcalloc(to->head->predicates.count + 1, sizeof *predicates);
    u32 count = predicates_behind(c, to->head, &exit->state, predicates);
    formula = with_blocks(c, from, formula, predicates, count);
    if (count) to->set = predicates_abstract(c, to->head, formula, predicates, count);
    free(predicates);
    if (!abstract_is_all(to->set)) return !abstract_is_none(to->set);
    return cegar_ask(c, &formula, 1, NULL) != ANSWER_NO; /* nothing is known that would tell */
}

static bool covers(Cegar *c, const Node *b, const Node *a) { return abstract_implies(c->sets, a->set, b->set); }

static void print(Cegar *c, const Node *node, Text *out) {
    text_printf(out, " %.0f of %u predicates' valuations", abstract_count(c->sets, node->set, c->predicates.count),
                node->head->predicates.count);
}

const Cpa cpa_predicate = {"predicate", transfer, covers, print};
