/* Random formulas about memory, and the same in the paper's form: one can hold if the other can, whatever the options. */
#include "abstract/uf.h"
#include "check.h"
#include "solver/solver.h"

enum { BITS = 4, SYMBOLS = 3, FORMULAS = 1000 };

static u64 seed;
static u32 answered[2]; /* no, yes */
static u32 below(u32 n) {
    seed += 0x9e3779b97f4a7c15u;
    return (u32)(hash_mix(seed) % n);
}

typedef struct {
    Space space;
    TermStore *terms;
    Solver *solver;
    Term *numbers[SYMBOLS], *conditions[SYMBOLS], *memory[2];
} Bench;

static Term *random_memory(Bench *b, u32 depth);

static Term *random_number(Bench *b, u32 depth) {
    switch (depth ? below(6) : below(2)) {
    case 0: return term_const(b->terms, BITS, below(4));
    case 1: return b->numbers[below(SYMBOLS)];
    case 2: return term_add(b->terms, random_number(b, depth - 1), random_number(b, depth - 1));
    default: return term_select(b->terms, random_memory(b, depth - 1), random_number(b, depth - 1));
    }
}

static Term *random_memory(Bench *b, u32 depth) {
    if (!depth) return b->memory[below(2)];
    Term *before = random_memory(b, depth - 1), *at = random_number(b, depth - 1), *value = random_number(b, depth - 1);
    switch (below(6)) {
    case 0: return term_ite(b->terms, b->conditions[below(SYMBOLS)], before, random_memory(b, depth - 1));
    case 1: return term_fill(b->terms, before, at, value, term_const(b->terms, BITS, below(5)));
    case 2:
        return term_copy(b->terms, before, at, random_memory(b, depth - 1), value,
                         term_const(b->terms, BITS, below(5)));
    default: return term_store(b->terms, before, at, value);
    }
}

static Term *random_formula(Bench *b) {
    Term *all = term_true(b->terms);
    for (u32 i = 2 + below(4); i > 0; i--) {
        Term *x = random_number(b, 2), *y = random_number(b, 2);
        Term *one = below(3) ? term_eq(b->terms, x, y) : term_ult(b->terms, x, y);
        all = term_and(b->terms, all, below(3) ? one : term_not(b->terms, one));
    }
    return all;
}

static void test_formula(Bench *b) {
    Term *formula = random_formula(b);
    Answer exact = solver_check(b->solver, &formula, 1, (SolverLimits){.seconds = 2}, NULL, NULL);
    for (u32 i = 0; i < 8; i++) {
        UfOptions options = {.joins_constants = i & 1, .joins_independent = i & 2, .only_used = i & 4};
        UfStatistics statistics = {0};
        Term *asked[2] = {formula};
        asked[1] = uf_rewrite(&b->space, asked, 1, &options, &statistics);
        Answer answer = solver_check(b->solver, asked, 2, (SolverLimits){.seconds = 2}, NULL, NULL);
        if (answer == ANSWER_UNKNOWN || exact == ANSWER_UNKNOWN) continue;
        CHECK(answer == exact);
        answered[answer == ANSWER_YES]++;
    }
}

int main(void) {
    Bench b = {.terms = term_store_new()};
    b.solver = solver_new(b.terms, NULL);
    b.space.terms = b.terms;
    for (u32 i = 0; i < SYMBOLS; i++) {
        char name[] = {'n', (char)('0' + i), 0};
        b.numbers[i] = term_symbol(b.terms, name, BITS);
        name[0] = 'c';
        b.conditions[i] = term_symbol(b.terms, name, 1);
    }
    b.memory[0] = term_symbol_array(b.terms, "f0", BITS, BITS);
    b.memory[1] = term_symbol_array(b.terms, "f1", BITS, BITS);
    for (u32 i = 0; i < FORMULAS; i++) {
        seed = i;
        test_formula(&b);
    }
    CHECK(answered[0] > FORMULAS && answered[1] > FORMULAS);
    solver_free(b.solver);
    term_store_free(b.terms);
    return finish();
}
