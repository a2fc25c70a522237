/* Sets of valuations against truth tables, and predicate abstraction against going through all values of small symbols. */
#include "abstract/abstraction.h"
#include "abstract/sets.h"
#include "check.h"
#include "solver/deadline.h"

#include <stdlib.h>
#include <string.h>

static u64 seed;
static u32 below(u32 n) {
    seed += 0x9e3779b97f4a7c15u;
    return (u32)(hash_mix(seed) % n);
}

/* Sets. */

enum { VARIABLES = 6, ROWS = 1 << VARIABLES };

typedef struct {
    AbstractSet set;
    u64 table; /* bit v: whether the valuation v is in it */
} Pair;

static u64 table_of_literal(u32 variable, bool value) {
    u64 table = 0;
    for (u32 row = 0; row < ROWS; row++)
        if ((row >> variable & 1) == value) table |= (u64)1 << row;
    return table;
}

static Pair random_set(AbstractSets *sets, u32 depth) {
    if (depth == 0 || below(6) == 0) {
        u32 variable = below(VARIABLES);
        bool value = below(2);
        return (Pair){abstract_literal(sets, variable, value), table_of_literal(variable, value)};
    }
    Pair a = random_set(sets, depth - 1), b = random_set(sets, depth - 1);
    switch (below(4)) {
    case 0: return (Pair){abstract_and(sets, a.set, b.set), a.table & b.table};
    case 1: return (Pair){abstract_or(sets, a.set, b.set), a.table | b.table};
    case 2: return (Pair){abstract_not(sets, a.set), ~a.table};
    default: {
        u32 variable = below(VARIABLES), bit = 1u << variable;
        u64 table = 0;
        for (u32 row = 0; row < ROWS; row++)
            if (a.table >> (row | bit) & 1 || a.table >> (row & ~bit) & 1) table |= (u64)1 << row;
        return (Pair){abstract_exists(sets, a.set, &variable, 1), table};
    }
    }
}

typedef struct {
    u64 table;
    u64 tables[ROWS];
    u32 count;
} Cubes;

static bool add_cube(void *self, AbstractCube cube) {
    Cubes *cubes = self;
    u64 table = ~(u64)0;
    for (u32 i = 0; i < cube.count; i++) {
        table &= table_of_literal(cube.variables[i], cube.values[i]);
        if (i) CHECK(cube.variables[i - 1] < cube.variables[i]);
    }
    cubes->table |= table;
    cubes->tables[cubes->count++] = table;
    return true;
}

static u64 table_of_term(TermStore *store, Term *term, Term *const *predicates) {
    u64 table = 0;
    for (u32 row = 0; row < ROWS; row++) {
        Model *model = model_new(store);
        for (u32 i = 0; i < VARIABLES; i++) model_set(model, predicates[i], term_const(store, 1, row >> i & 1));
        if (model_satisfies(model, term)) table |= (u64)1 << row;
        model_release(model);
    }
    return table;
}

static void test_set(AbstractSets *sets, TermStore *store, Term *const *predicates) {
    Pair a = random_set(sets, 4), b = random_set(sets, 4);
    CHECK(abstract_is_none(a.set) == (a.table == 0));
    CHECK(abstract_is_all(a.set) == (~a.table == 0));
    CHECK(abstract_implies(sets, a.set, b.set) == ((a.table & ~b.table) == 0));
    CHECK(abstract_is_equal(a.set, b.set) == (a.table == b.table));
    CHECK(abstract_count(sets, a.set, VARIABLES) == __builtin_popcountll(a.table));
    Cubes cubes = {0};
    CHECK(abstract_cubes(sets, a.set, ROWS, add_cube, &cubes));
    CHECK(cubes.table == a.table);
    for (u32 i = 0; i < cubes.count; i++) { /* none is superfluous */
        u64 others = 0;
        for (u32 j = 0; j < cubes.count; j++)
            if (j != i) others |= cubes.tables[j];
        CHECK(others != a.table);
    }
    Term *term = abstract_to_term(sets, a.set, store, predicates);
    CHECK(table_of_term(store, term, predicates) == a.table);
    bool occurs[VARIABLES];
    abstract_support(sets, a.set, occurs, VARIABLES);
    for (u32 i = 0; i < VARIABLES; i++) {
        u64 high = a.table & table_of_literal(i, true), low = a.table & table_of_literal(i, false);
        CHECK(occurs[i] == (high >> (1u << i) != low));
    }
}

static void test_sets(u32 count) {
    TermStore *store = term_store_new();
    Term *predicates[VARIABLES];
    for (u32 i = 0; i < VARIABLES; i++) {
        char name[] = {'p', (char)('0' + i), 0};
        predicates[i] = term_symbol(store, name, 1);
    }
    AbstractSets *sets = abstract_sets_new(), *others = abstract_sets_new();
    for (u32 i = 0; i < count; i++) test_set(i & 1 ? sets : others, store, predicates);
    abstract_sets_free(others);
    for (u32 i = 0; i < count / 4; i++) test_set(sets, store, predicates);
    CHECK(!abstract_sets_is_full(sets));
    /* A variable far behind the others; the old ones stay what they were. */
    AbstractSet before = abstract_literal(sets, 1, true), far = abstract_literal(sets, 5000, true);
    CHECK(abstract_is_equal(before, abstract_literal(sets, 1, true)));
    CHECK(!abstract_implies(sets, before, far));
    abstract_sets_free(sets);
    term_store_free(store);
}

/* Abstraction. */

enum { SYMBOLS = 3, BITS = 3, VALUES = 1 << (SYMBOLS * BITS), PREDICATES = 7 };

static Term *random_number(TermStore *store, Term *const *symbols, u32 depth) {
    if (depth == 0 || below(4) == 0)
        return below(3) ? symbols[below(SYMBOLS)] : term_const(store, BITS, below(1 << BITS));
    Term *a = random_number(store, symbols, depth - 1), *b = random_number(store, symbols, depth - 1);
    switch (below(6)) {
    case 0:
    case 1: return term_add(store, a, b);
    case 2: return term_sub(store, a, b);
    case 3: return term_mul(store, a, b);
    case 4: return term_and(store, a, b);
    default: return term_ite(store, term_ult(store, a, b), a, b);
    }
}

static Term *random_truth(TermStore *store, Term *const *symbols, u32 depth) {
    if (depth == 0 || below(3) == 0) {
        Term *a = random_number(store, symbols, 1), *b = random_number(store, symbols, 1);
        return below(3) == 0 ? term_eq(store, a, b) : below(2) ? term_ult(store, a, b) : term_slt(store, a, b);
    }
    Term *a = random_truth(store, symbols, depth - 1), *b = random_truth(store, symbols, depth - 1);
    return below(2) ? term_and(store, a, b) : below(2) ? term_or(store, a, b) : term_not(store, a);
}

typedef struct {
    TermStore *store;
    Solver *solver;
    AbstractSets *sets;
    Term *symbols[SYMBOLS];
} Bench;

/* Valuations that models of the formula have, by trying all values. */
static AbstractSet truth_of(Bench *b, Term *formula, const AbstractPredicate *predicates, u32 count, u32 *entailed) {
    AbstractSet set = abstract_none(b->sets);
    bool seen[1 << PREDICATES] = {false};
    *entailed = ~0u;
    for (u32 values = 0; values < VALUES; values++) {
        Model *model = model_new(b->store);
        for (u32 i = 0; i < SYMBOLS; i++)
            model_set(model, b->symbols[i], term_const(b->store, BITS, values >> (i * BITS) & low_mask(BITS)));
        u32 valuation = 0;
        bool holds = model_satisfies(model, formula);
        for (u32 i = 0; i < count && holds; i++)
            if (model_satisfies(model, predicates[i].term)) valuation |= 1u << i;
        if (holds) seen[valuation] = true;
        model_release(model);
    }
    for (u32 v = 0; v < 1u << count; v++) {
        if (!seen[v]) continue;
        AbstractSet cube = abstract_all(b->sets);
        for (u32 i = 0; i < count; i++)
            cube = abstract_and(b->sets, cube, abstract_literal(b->sets, predicates[i].variable, v >> i & 1));
        set = abstract_or(b->sets, set, cube);
    }
    return set;
}

/* The literals that a set entails. */
static AbstractSet cartesian_hull(Bench *b, AbstractSet set, const AbstractPredicate *predicates, u32 count) {
    AbstractSet hull = abstract_is_none(set) ? set : abstract_all(b->sets);
    for (u32 i = 0; i < count; i++)
        for (u32 value = 0; value < 2; value++) {
            AbstractSet literal = abstract_literal(b->sets, predicates[i].variable, value);
            if (abstract_implies(b->sets, set, literal)) hull = abstract_and(b->sets, hull, literal);
        }
    return hull;
}

static void test_abstraction(Bench *b) {
    AbstractPredicate predicates[PREDICATES];
    u32 count = 1 + below(PREDICATES), unused;
    Term *formula = random_truth(b->store, b->symbols, 3);
    for (u32 i = 0; i < count; i++)
        predicates[i] = (AbstractPredicate){random_truth(b->store, b->symbols, 1), 3 * i + 1};
    bool given_up = false;
    AbstractionLimits limits = {.query = {.seconds = 20}};
    AbstractSet truth = truth_of(b, formula, predicates, count, &unused);
    AbstractSet boolean = abstract_boolean(b->sets, b->store, b->solver, formula, predicates, count, limits, &given_up);
    AbstractSet cartesian =
        abstract_cartesian(b->sets, b->store, b->solver, formula, predicates, count, limits, &given_up);
    CHECK(!given_up);
    CHECK(abstract_is_equal(boolean, truth));
    CHECK(abstract_is_equal(cartesian, cartesian_hull(b, truth, predicates, count)));
    /* Limits make it larger, never smaller, and are admitted. */
    limits.most_models = 1;
    AbstractSet rough = abstract_boolean(b->sets, b->store, b->solver, formula, predicates, count, limits, &given_up);
    CHECK(abstract_implies(b->sets, truth, rough));
    CHECK(given_up || abstract_is_equal(truth, rough));
    given_up = false;
    limits = (AbstractionLimits){.end = deadline_now() - 1};
    rough = abstract_boolean(b->sets, b->store, b->solver, formula, predicates, count, limits, &given_up);
    CHECK(given_up && abstract_is_all(rough));
}

static void test_abstractions(u32 count) {
    Bench b = {.store = term_store_new(), .sets = abstract_sets_new()};
    b.solver = solver_new(b.store, NULL);
    for (u32 i = 0; i < SYMBOLS; i++) {
        char name[] = {(char)('a' + i), 0};
        b.symbols[i] = term_symbol(b.store, name, BITS);
    }
    for (u32 i = 0; i < count; i++) test_abstraction(&b);
    solver_free(b.solver);
    abstract_sets_free(b.sets);
    term_store_free(b.store);
}

int main(int count, char **args) {
    u32 rounds = count > 1 ? (u32)atoi(args[1]) : 100;
    seed = count > 2 ? (u64)atoi(args[2]) : 1;
    test_sets(rounds * 4);
    test_abstractions(rounds);
    return finish();
}
