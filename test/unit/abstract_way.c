/* One way through random terms: what is assumed on it implies, for every state, that the terms have the values it says. */
#include "abstract/way.h"
#include "check.h"
#include "solver/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BITS = 8, SYMBOLS = 4 };

static u64 seed;
static u32 below(u32 n) {
    seed += 0x9e3779b97f4a7c15u;
    return (u32)(hash_mix(seed) % n);
}

typedef struct {
    TermStore *terms;
    Solver *solver;
    Term *symbols[SYMBOLS]; /* the last one is made in the block */
    Term *memory[2];        /* likewise */
} Bench;

static Term *random_number(Bench *b, u32 depth);

static Term *random_condition(Bench *b, u32 depth) {
    Term *x = random_number(b, depth - 1), *y = random_number(b, depth - 1);
    switch (depth ? below(6) : 2) {
    case 0: return term_and(b->terms, random_condition(b, depth - 1), random_condition(b, depth - 1));
    case 1: return term_or(b->terms, random_condition(b, depth - 1), random_condition(b, depth - 1));
    case 2: return term_eq(b->terms, x, y);
    case 3: return term_ult(b->terms, x, y);
    case 4: return term_slt(b->terms, x, y);
    default: return term_not(b->terms, random_condition(b, depth - 1));
    }
}

static Term *random_memory(Bench *b, u32 depth) {
    if (!depth || depth > 100) return b->memory[below(2)];
    Term *before = random_memory(b, depth - 1), *at = random_number(b, depth - 1), *value = random_number(b, depth - 1);
    switch (below(5)) {
    case 0: return term_ite(b->terms, random_condition(b, depth - 1), before, random_memory(b, depth - 1));
    case 1: return term_fill(b->terms, before, at, value, term_const(b->terms, BITS, below(6)));
    case 2:
        return term_copy(b->terms, before, at, random_memory(b, depth - 1), value,
                         term_const(b->terms, BITS, below(6)));
    default: return term_store(b->terms, before, at, value);
    }
}

static Term *random_number(Bench *b, u32 depth) {
    if (!depth || depth > 100 || below(8) == 0)
        return below(4) ? b->symbols[below(SYMBOLS)] : term_const(b->terms, BITS, below(5));
    Term *x = random_number(b, depth - 1);
    switch (below(5)) {
    case 0: return term_add(b->terms, x, random_number(b, depth - 1));
    case 1: return term_ite(b->terms, random_condition(b, depth - 1), x, random_number(b, depth - 1));
    case 2: return term_zext(b->terms, random_condition(b, depth - 1), BITS);
    default: return term_select(b->terms, random_memory(b, depth - 1), x);
    }
}

static bool is_local(const Term *symbol) { return !strncmp(symbol->symbol->name, "local", 5); }

static bool has_choice(TermStore *terms, Term *term) {
    TermVec order = {0};
    bool found = false;
    term_postorder(terms, &term, 1, &order);
    for (u32 i = 0; i < order.count; i++) found |= order.at[i]->op == TERM_ITE || term_is_array(order.at[i]);
    vec_free(&order);
    return found;
}

static void test_way(Bench *b) {
    Term *term = random_number(b, 4), *condition = random_condition(b, 3);
    Model *model = NULL;
    if (solver_check(b->solver, &condition, 1, (SolverLimits){.seconds = 5}, &model, NULL) != ANSWER_YES) return;
    Reads reads;
    Way way;
    reads_init(&reads, b->terms);
    way_init(&way, b->terms, model, &reads, is_local);
    Term *value = way_value(&way, term);
    way_assume(&way, condition);
    Term *assumed = way_conditions(&way);
    CHECK(!has_choice(b->terms, value) && !has_choice(b->terms, assumed));
    for (u32 i = 0; i < reads.list.count; i++) { /* addresses can be spoken of before the block */
        TermVec symbols = {0};
        term_symbols(b->terms, &reads.list.at[i].address, 1, &symbols);
        for (u32 k = 0; k < symbols.count && !is_local(reads.list.at[i].memory); k++) CHECK(!is_local(symbols.at[k]));
        vec_free(&symbols);
    }
    Map meaning = {0};
    reads_meaning(&reads, &meaning);
    Term *both[] = {value, assumed};
    term_substitute(b->terms, both, 2, &meaning);
    CHECK(model_satisfies(model, both[1]));
    Term *wrong = term_or(b->terms, term_ne(b->terms, both[0], term), term_not(b->terms, condition));
    Term *query[] = {both[1], wrong};
    CHECK(solver_check(b->solver, query, 2, (SolverLimits){.seconds = 20}, NULL, NULL) == ANSWER_NO);
    map_free(&meaning);
    way_free(&way);
    reads_free(&reads);
    model_release(model);
}

int main(int count, char **args) {
    u32 rounds = count > 1 ? (u32)atoi(args[1]) : 200;
    seed = count > 2 ? (u64)atoi(args[2]) : 1;
    Bench b = {.terms = term_store_new()};
    b.solver = solver_new(b.terms, NULL);
    static const char *const names[] = {"a", "b", "c", "local"};
    for (u32 i = 0; i < SYMBOLS; i++) b.symbols[i] = term_symbol(b.terms, names[i], BITS);
    b.memory[0] = term_symbol_array(b.terms, "m", BITS, BITS);
    b.memory[1] = term_symbol_array(b.terms, "local memory", BITS, BITS);
    for (u32 i = 0; i < rounds; i++) test_way(&b);
    solver_free(b.solver);
    term_store_free(b.terms);
    return finish();
}
