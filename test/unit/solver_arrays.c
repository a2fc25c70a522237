/* Arrays beyond what random terms reach: long chains of writes, tables with few and many lemmas, copies of copies, division by
 * constants, functions; answers compared with Z3's, models evaluated.
 * Usage: solver_arrays [rounds, 2 unless told] [seed]. */
#include "solver/solver.h"

#include <stdio.h>
#include <stdlib.h>

static u32 passed, failed;
static u64 seed;

static u64 next(void) {
    seed += 0x9e3779b97f4a7c15u;
    return hash_mix(seed);
}

static void report(bool ok, const char *what) {
    passed += ok;
    failed += !ok;
    if (!ok) printf("FAILED: %s (seed %llu)\n", what, (unsigned long long)seed);
}

typedef struct {
    TermStore *store;
    Solver *ours, *z3;
} Contest;

static void compare(Contest *c, Term *const *constraints, u32 count, const char *what) {
    SolverLimits limits = {.seconds = 20};
    Model *model = NULL;
    TermVec core = {0};
    Answer ours = solver_check(c->ours, constraints, count, limits, &model, &core);
    Answer theirs = solver_check(c->z3, constraints, count, limits, NULL, NULL);
    report(ours != ANSWER_UNKNOWN && (theirs == ANSWER_UNKNOWN || ours == theirs), what);
    for (u32 i = 0; model && i < count; i++) report(model_satisfies(model, constraints[i]), "a model");
    model_release(model);
    vec_free(&core);
}

static Term *symbol(Contest *c, const char *prefix, u32 number, u32 width) {
    char name[32];
    snprintf(name, sizeof name, "%s%u", prefix, number);
    return term_symbol(c->store, name, width);
}

/* Reads through 200 writes at symbolic places. */
static void long_chain(Contest *c, bool symbolic_bottom) {
    TermStore *s = c->store;
    Term *zero = term_const(s, 8, 0);
    Term *array = symbolic_bottom ? term_symbol_array(s, "bottom", 16, 8) : term_filled(s, 16, zero);
    for (u32 i = 0; i < 200; i++) {
        Term *index = term_add(s, symbol(c, "i", (u32)(next() % 3), 16), term_const(s, 16, next() % 50));
        array = term_store(s, array, index,
                           next() % 2 ? term_const(s, 8, next() % 4) : symbol(c, "v", (u32)(next() % 3), 8));
    }
    Term *j = symbol(c, "j", 0, 16), *k = symbol(c, "j", 1, 16);
    Term *a = term_select(s, array, j), *b = term_select(s, array, k);
    Term *constraints[] = {term_ult(s, term_const(s, 8, 1), a), term_ne(s, a, b),
                           term_ult(s, term_sub(s, j, symbol(c, "i", 0, 16)), term_const(s, 16, 60)),
                           term_eq(s, term_add(s, a, b), term_const(s, 8, next() % 256))};
    compare(c, constraints, 4, "a long chain of writes");
    Term *same = term_eq(s, j, k);
    compare(c, (Term *[]){same, constraints[1]}, 2, "the same place read twice");
}

static void table(Contest *c, u32 size, u32 values) {
    TermStore *s = c->store;
    u16 *elements = xmalloc(size * sizeof *elements);
    for (u32 i = 0; i < size; i++) elements[i] = (u16)(i * 7 / 5 % 3 ? next() % values : i);
    Term *data = term_data(s, 32, 16, elements, size);
    free(elements);
    Term *i = symbol(c, "t", 0, 32), *j = symbol(c, "t", 1, 32);
    Term *a = term_select(s, data, i), *b = term_select(s, data, term_add(s, i, j));
    Term *both = term_eq(s, term_add(s, a, b), term_const(s, 16, next() % (2 * values)));
    Term *bounded = term_ult(s, i, term_const(s, 32, size)), *apart = term_eq(s, j, term_const(s, 32, 1 + next() % 5));
    compare(c, (Term *[]){both, bounded, apart}, 3, "a table");
    compare(c, (Term *[]){bounded, term_eq(s, a, term_const(s, 16, 60000))}, 2, "a value a table does not have");
    compare(c, (Term *[]){term_not(s, bounded), term_ne(s, a, term_const(s, 16, 0))}, 2, "behind a table");
    Term *written = term_store(s, data, j, term_const(s, 16, 777));
    compare(c, (Term *[]){term_eq(s, term_select(s, written, i), term_const(s, 16, 777)), term_ne(s, i, j)}, 2,
            "a table with a write");
}

static void copies(Contest *c) {
    TermStore *s = c->store;
    Term *a = term_symbol_array(s, "source", 8, 8), *b = term_symbol_array(s, "target", 8, 8),
         *n = symbol(c, "n", 0, 8);
    for (u32 i = 0; i < 3; i++) b = term_copy(s, b, symbol(c, "to", i, 8), i ? b : a, symbol(c, "from", i, 8), n);
    b = term_fill(s, b, symbol(c, "to", 5, 8), term_const(s, 8, 9), n);
    Term *x = term_select(s, b, symbol(c, "at", 0, 8)), *y = term_select(s, b, symbol(c, "at", 1, 8));
    compare(c, (Term *[]){term_ult(s, x, y), term_ult(s, n, term_const(s, 8, 4)), term_ne(s, y, term_const(s, 8, 9))},
            3, "copies");
    compare(c, (Term *[]){term_eq(s, symbol(c, "at", 0, 8), symbol(c, "at", 1, 8)), term_ult(s, x, y)}, 2,
            "copies read twice");
}

/* Writes, fills and copies over a table whose places depend on one byte: decided by trying its values. */
static void of_one_byte(Contest *c) {
    TermStore *s = c->store;
    u8 elements[300];
    for (u32 i = 0; i < sizeof elements; i++) elements[i] = (u8)(next() % 3);
    Term *n = symbol(c, "length", 0, 8), *wide = term_zext(s, n, 32), *array = term_data(s, 32, 8, elements, sizeof elements);
    Term *length = term_ite(s, term_ult(s, n, term_const(s, 8, 40)), wide, term_const(s, 32, 40));
    for (u32 i = 0; i < 6; i++) {
        Term *at = term_add(s, term_mul(s, wide, term_const(s, 32, next() % 4)), term_const(s, 32, next() % 200));
        Term *value = next() % 2 ? n : term_const(s, 8, next() % 256);
        switch (next() % 3) {
        case 0: array = term_store(s, array, at, value); break;
        case 1: array = term_fill(s, array, at, value, length); break;
        default: array = term_copy(s, array, at, array, term_const(s, 32, next() % 100), length);
        }
    }
    Term *read = term_select(s, array, term_add(s, length, term_const(s, 32, next() % 100)));
    Term *other = term_select(s, array, term_const(s, 32, next() % 300));
    Term *sum = term_eq(s, term_add(s, read, other), term_const(s, 8, next() % 8));
    compare(c, (Term *[]){sum, term_ult(s, term_const(s, 8, next() % 250), n)}, 2, "arrays of one byte");
    compare(c, (Term *[]){term_ult(s, read, other), term_eq(s, other, n)}, 2, "arrays of one byte, bound");
}

static void divisions(Contest *c) {
    TermStore *s = c->store;
    u32 width = 5 + (u32)(next() % 12);
    Term *x = symbol(c, "d", width, width), *y = symbol(c, "e", width, width);
    Term *divisor = term_const(s, width, 1 + next() % 40);
    Term *(*const all[])(TermStore *, Term *, Term *) = {term_udiv, term_urem, term_sdiv, term_srem};
    Term *a = all[next() % 4](s, x, divisor), *b = all[next() % 4](s, y, term_neg(s, divisor));
    compare(c, (Term *[]){term_eq(s, term_add(s, a, b), term_const(s, width, next())), term_slt(s, x, y)}, 2,
            "division by constants");
    Term *back = term_add(s, term_mul(s, term_udiv(s, x, divisor), divisor), term_urem(s, x, divisor));
    compare(c, (Term *[]){term_ne(s, back, x)}, 1, "quotient times divisor plus remainder");
    Term *signed_back = term_add(s, term_mul(s, term_sdiv(s, x, divisor), divisor), term_srem(s, x, divisor));
    compare(c, (Term *[]){term_ne(s, signed_back, x)}, 1, "the same, signed");
}

int main(int argc, char **argv) {
    u32 rounds = argc > 1 ? (u32)atoi(argv[1]) : 2;
    seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    Contest c = {.store = term_store_new()};
    c.ours = solver_new(c.store, &(SolverOptions){.without_z3 = true});
    c.z3 = solver_new(c.store, &(SolverOptions){.without_split = true,
                                                .without_values = true,
                                                .without_cache = true,
                                                .without_simplify = true,
                                                .without_facts = true,
                                                .without_blast = true});
    for (u32 i = 0; i < rounds; i++) {
        long_chain(&c, i % 2);
        table(&c, 20, 7);
        table(&c, 900, 4000);
        copies(&c);
        for (u32 j = 0; j < 5; j++) divisions(&c);
        for (u32 j = 0; j < 5; j++) of_one_byte(&c);
        if (i % 2) term_collect(c.store);
    }
    solver_free(c.ours);
    solver_free(c.z3);
    term_store_free(c.store);
    printf("%u passed, %u failed\n", passed, failed);
    return failed || !passed;
}
