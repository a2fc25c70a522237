/* What is known under constraints holds for what satisfies them: random constraints, turned so that random values satisfy
 * them; no facts that are carried up and down may leave the value of a term out. And signed divisions are the unsigned
 * ones that stand for them. Usage: solver_contract [how many, 3000 unless told] [seed]. */
#include "check.h"
#include "solver/contract.h"
#include "term/model.h"
#include "term_random.h"

#include <stdlib.h>

static const u32 widest = 12;

static Model *random_model(Random *r) {
    Model *model = model_new(r->store);
    for (u32 width = 1; width <= widest; width++)
        for (u32 i = 0; i < 3; i++) {
            Term *symbol = term_symbol(r->store, arena_printf(&r->arena, "%c%u", "xyz"[i], width), width);
            model_set(model, symbol, random_const(r, width).term);
        }
    return model;
}

static bool is_within(const TermFacts *f, const Term *value) {
    u64 v = value->value;
    i64 number = sign_extend(v, value->width);
    return !(v & f->zeros) && !(~v & f->ones) && f->umin <= v && v <= f->umax && f->smin <= number && number <= f->smax;
}

static void check_containment(Random *r, Contract *contract) {
    Term *constraints[6];
    Model *model = random_model(r);
    u32 count = 1 + random_below(r, (u32)COUNT_OF(constraints));
    for (u32 i = 0; i < count; i++) {
        r->budget = random_below(r, 8);
        Term *t = random_comparison(r).term;
        constraints[i] = model_satisfies(model, t) ? t : term_not(r->store, t);
    }
    contract->work = 100000;
    bool possible = contract_begin(contract, r->store, constraints, count, 10000) && contract_narrow(contract);
    CHECK(possible);
    for (u32 i = 0; i < contract->order.count && possible; i++) {
        Term *t = contract->order.at[i];
        if (!contract_has_facts(t)) continue;
        bool within = is_within(&contract->facts.at[i], model_eval(model, t));
        if (!within) printf("%s of %u bits is left out\n", term_op_name((TermOp)t->op), t->width);
        CHECK(within);
    }
    model_release(model);
}

static void check_division(Random *r) {
    Model *model = random_model(r);
    u32 width = 1 + random_below(r, widest);
    r->budget = random_below(r, 4);
    Term *a = random_term(r, width).term, *b = random_term(r, width).term;
    Term *t = random_below(r, 2) ? term_sdiv(r->store, a, b) : term_srem(r->store, a, b);
    if (t->op == TERM_SDIV || t->op == TERM_SREM)
        CHECK(model_eval(model, t) == model_eval(model, term_unsigned_division(r->store, t)));
    model_release(model);
}

int main(int argc, char **argv) {
    u32 count = argc > 1 ? (u32)atoi(argv[1]) : 3000;
    TermStore *store = term_store_new();
    Random r = {
        .store = store, .seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1, .widest = widest, .divisions = true};
    Contract contract = {0};
    for (u32 i = 0; i < count; i++) {
        check_containment(&r, &contract);
        for (u32 k = 0; k < 4; k++) check_division(&r);
        arena_free(&r.arena);
        r.arena = (Arena){0};
        if (term_collect_is_due(store)) term_collect(store);
    }
    contract_free(&contract);
    term_store_free(store);
    return finish();
}
