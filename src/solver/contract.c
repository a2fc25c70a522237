#include "solver/contract.h"

#include "solver/contract_down.h"

enum { MOST_SWEEPS = 32 };

void contract_free(Contract *c) {
    vec_free(&c->order);
    vec_free(&c->args);
    vec_free(&c->facts);
    map_free(&c->number);
    map_free(&c->above);
}

static bool is_same(const TermFacts *a, const TermFacts *b) {
    return a->zeros == b->zeros && a->ones == b->ones && a->umin == b->umin && a->umax == b->umax &&
           a->smin == b->smin && a->smax == b->smax;
}

bool contract_meet(Contract *c, u32 number, const TermFacts *other) {
    const Term *t = c->order.at[number];
    if (!contract_has_facts(t)) return true;
    TermFacts facts = c->facts.at[number];
    if (!term_facts_meet(&facts, other, t->width)) return false;
    if (is_same(&facts, &c->facts.at[number])) return true;
    c->facts.at[number] = facts;
    c->changed = true;
    return true;
}

bool contract_begin(Contract *c, TermStore *store, Term *const *constraints, u32 count, u32 limit) {
    c->store = store;
    vec_clear(&c->order);
    vec_clear(&c->args);
    vec_clear(&c->facts);
    map_clear(&c->number);
    map_clear(&c->above);
    term_postorder(store, constraints, count, &c->order);
    if (c->order.count > limit) return false;
    for (u32 i = 0; i < c->order.count; i++) {
        const Term *t = c->order.at[i];
        map_put(&c->number, (u64)(uintptr_t)t, i);
        vec_push(&c->facts, contract_has_facts(t) ? t->facts : term_facts_unknown(64));
        for (u32 k = 0; k < 3; k++) {
            u64 number = 0;
            if (k < t->arity) map_get(&c->number, (u64)(uintptr_t)t->arg[k], &number);
            vec_push(&c->args, (u32)number);
        }
    }
    TermFacts truth = term_facts_const(1, 1);
    for (u32 i = 0; i < count; i++) {
        u64 number = 0;
        map_get(&c->number, (u64)(uintptr_t)constraints[i], &number);
        c->facts.at[number] = truth;
    }
    return true;
}

/* From the arguments of the n-th term to the term. */
static bool carry_up(Contract *c, u32 n) {
    const Term *t = c->order.at[n];
    if (!t->arity || !contract_has_facts(t)) return true;
    TermFacts of_args[3];
    for (u32 i = 0; i < 3; i++) of_args[i] = c->facts.at[c->args.at[3 * n + i]];
    TermFacts facts = term_facts_of((TermOp)t->op, t->width, t->low, t->arity, t->arg, of_args);
    return contract_meet(c, n, &facts);
}

bool contract_narrow(Contract *c) {
    for (u32 sweep = 0; sweep < MOST_SWEEPS; sweep++) {
        if (c->work < 2 * (u64)c->order.count) {
            c->work = 0;
            return true;
        }
        c->work -= 2 * (u64)c->order.count;
        c->changed = false;
        for (u32 i = 0; i < c->order.count; i++)
            if (!carry_up(c, i)) return false;
        for (u32 i = c->order.count; i-- > 0;)
            if (contract_has_facts(c->order.at[i]) && !contract_down(c, i)) return false;
        if (!c->changed) return true;
    }
    return true;
}
