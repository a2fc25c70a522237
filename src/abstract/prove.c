/* What the graph claims, shown again without it.
 *
 * At each head the invariant is the disjunction of its nodes: what each knows of values, and its set of predicates. From a
 * state of which nothing is known but that a disjunct holds, the block is encoded once more, and every way on must lead into
 * the invariant of the next head; no way may lead to the error or to what is not modelled. Which node came from which, what
 * was covered, split or learned plays no part. */
#include "abstract/cegar.h"

/* What a node says, over the symbols of its head. */
static Term *claim(Cegar *c, const Node *node) {
    TermStore *terms = c->terms;
    Term *all = abstract_to_term(c->sets, node->set, terms, c->predicates.at);
    const KnownValues *values = node->values;
    for (u32 i = 0; values && i < node->head->places.count; i++) {
        Term *known = node_known_place(c, node, i);
        if (known) all = term_and(terms, all, term_eq(terms, node->head->places.at[i].symbol, known));
    }
    for (u32 i = 0; values && i < values->cells.count; i++) {
        const KnownCell *cell = &values->cells.at[i];
        Term *memory = c->encoder.space.memory.at[cell->function].symbol;
        Term *word = term_select(terms, memory, term_const(terms, 64, cell->address));
        all = term_and(terms, all, term_eq(terms, word, cell->value));
    }
    return all;
}

static Term *invariant(Cegar *c, const Head *head) {
    Term *any = term_false(c->terms);
    for (u32 i = 0; i < head->nodes.count; i++)
        if (!head->nodes.at[i]->covered_by) any = term_or(c->terms, any, claim(c, head->nodes.at[i]));
    return any;
}

/* The condition as it reads where the run leaves the block. */
static Term *behind(Cegar *c, const Head *head, const BlockState *state, Term *condition) {
    Map values = {0};
    for (u32 i = 0; i < head->places.count; i++)
        map_put_ptr(&values, head->places.at[i].symbol, place_value(c, &head->places.at[i], state));
    term_substitute(c->terms, &condition, 1, &values);
    map_free(&values);
    return condition;
}

static bool exits_hold(Cegar *c, const BlockRun *run, Term *before, Text *why_not) {
    for (u32 i = 0; i < run->exits.count; i++) {
        const BlockExit *exit = &run->exits.at[i];
        Term *conditions[3] = {before, guard_term(c->terms, exit->state.guard), term_true(c->terms)};
        if (exit->end == EXIT_HEAD) {
            const Head *head = head_at(c, &exit->state);
            conditions[2] = term_not(c->terms, behind(c, head, &exit->state, invariant(c, head)));
        }
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
    bool holds = exits_hold(c, &run, predicates_at(c, node), why_not);
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
