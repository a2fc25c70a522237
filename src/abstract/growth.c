/* Predicates that grow with the rounds. */
#include "abstract/invent.h"

#include "base/text.h"

enum { TOO_OFTEN = 4 }; /* refinements in which a shape was learned with other constants */

/* A hash of the term that its constants play no part in. */
static u64 shape_of(Cegar *c, Term *term) {
    TermVec order = {0};
    Map shapes = {0};
    u64 shape = 0;
    term_postorder(c->terms, &term, 1, &order);
    for (u32 i = 0; i < order.count; i++) {
        const Term *t = order.at[i];
        bool is_named = t->op == TERM_SYMBOL || t->op == TERM_SELECT; /* words at other addresses are others */
        shape = is_named ? t->hash : hash_combine(t->op, t->width);
        for (u32 k = 0; k < t->arity && !is_named; k++) {
            u64 of_argument = 0;
            map_get(&shapes, (u64)(uintptr_t)t->arg[k], &of_argument);
            shape = hash_combine(shape, of_argument);
        }
        map_put(&shapes, (u64)(uintptr_t)t, shape);
    }
    map_free(&shapes);
    vec_free(&order);
    return shape;
}

void growth_note(Cegar *c, Head *head, Term *predicate) {
    u64 shape = hash_combine(shape_of(c, predicate), head->number);
    for (u32 i = 0; i < c->growths.count; i++) {
        Growth *growth = &c->growths.at[i];
        if (growth->shape != shape) continue;
        bool is_again = growth->refinement != c->refinements;
        growth->times += is_again;
        growth->in_all += is_again;
        growth->refinement = c->refinements;
        growth->last = predicate;
        return;
    }
    vec_push(&c->growths, (Growth){head, shape, 1, c->refinements, 1, predicate});
}

const Growth *growth_found(const Cegar *c) {
    const Growth *found = NULL;
    for (u32 i = 0; i < c->growths.count; i++) {
        const Growth *growth = &c->growths.at[i];
        if (growth->times >= TOO_OFTEN && (!found || growth->times > found->times)) found = growth;
    }
    return found;
}

void growth_forget(Cegar *c, const Growth *growth) { c->growths.at[growth - c->growths.at].times = 0; }

void growth_explain(Cegar *c, Text *out) {
    const Growth *worst = NULL;
    for (u32 i = 0; i < c->growths.count; i++)
        if (!worst || c->growths.at[i].in_all > worst->in_all) worst = &c->growths.at[i];
    if (!worst || worst->in_all < TOO_OFTEN) return;
    const Program *program = c->encoder.program;
    const Head *head = worst->head;
    u32 line = program->locations.at[program_block_location(head->context->function, head->block)].line;
    text_printf(out, "; at line %u a predicate grows with the refinements: ", line);
    predicate_print(c, head, worst->last, out);
}
