/* Tables as gates: diagrams of tables with and without a rule give each element at its index and 0 behind; and the solver
 * finds indices of the elements that there are, and of no others. */
#include "solver/diagrams.h"
#include "solver/solver.h"

#include <stdio.h>

static u32 passed, failed;

static void expect(bool holds, const char *what, u32 kind, u32 count, u64 at) {
    passed += holds;
    failed += !holds;
    if (!holds && failed < 20)
        printf("FAILED: %s of table %u of %u elements at %llu\n", what, kind, count, (unsigned long long)at);
}

enum { KINDS = 6, TABLE_BITS = 16, INDEX_BITS = 11 };

/* Kind 0 has no rule. */
static u16 element(u32 kind, u32 i, u32 *random) {
    *random = *random * 1103515245 + 12345;
    switch (kind) {
    case 0: return (u16)(*random >> 11);
    case 1: return (u16)(i * 3 + 1);
    case 2: return i >= '0' && i <= '9' ? 4 : i >= 'a' && i <= 'f' ? 3 : 0;
    case 3: return (u16)(i ^ i >> 1); /* Gray's code */
    case 4: return 0xbeef;
    default: return (u16)(i & 1 ? i / 2 + 0x300 : 0x100 | i % 7);
    }
}

static Term *make_table(TermStore *store, u32 kind, u32 count) {
    u16 *elements = xmalloc(count * sizeof *elements);
    u32 random = count;
    for (u32 i = 0; i < count; i++) elements[i] = element(kind, i, &random);
    Term *table = term_data(store, INDEX_BITS, TABLE_BITS, elements, count);
    free(elements);
    return table;
}

static void check_diagram(const Term *table, u32 kind, u32 count) {
    Diagram *diagram = diagram_new(table);
    if (kind != 0 || count >= 100) expect(diagram_is_regular(diagram) == (kind != 0), "the rule", kind, count, 0);
    Aig aig;
    aig_init(&aig, 1 << 20);
    for (u32 at = 0; at < 1u << INDEX_BITS && diagram_is_regular(diagram); at++) {
        Lit index[INDEX_BITS], bits[TABLE_BITS];
        for (u32 i = 0; i < INDEX_BITS; i++) index[i] = at >> i & 1;
        diagram_read(diagram, &aig, index, INDEX_BITS, bits);
        u64 value = 0;
        for (u32 i = 0; i < TABLE_BITS; i++) value |= (u64)bits[i] << i; /* constants, or more than fits */
        expect(value == term_data_at(table->data, at), "the element", kind, count, at);
    }
    aig_free(&aig);
    diagram_free(diagram);
}

static void check_solver(TermStore *store, Solver *solver, Term *table, u32 kind, u32 count) {
    Term *x = term_symbol(store, "x", INDEX_BITS), *read = term_select(store, table, x);
    for (u32 value = 0; value < 0x400; value += 13) {
        bool is_there = false;
        for (u32 at = 0; at < 1u << INDEX_BITS; at++) is_there |= term_data_at(table->data, at) == value;
        Term *query = term_eq(store, read, term_const(store, TABLE_BITS, value));
        Answer answer = solver_check(solver, &query, 1, (SolverLimits){.seconds = 20}, NULL, NULL);
        expect(answer == (is_there ? ANSWER_YES : ANSWER_NO), "an index", kind, count, value);
    }
}

int main(void) {
    static const u32 counts[] = {1, 3, 16, 33, 100, 256, 500, 1000};
    TermStore *store = term_store_new();
    SolverOptions options = {
        .without_values = true, .without_cache = true, .without_simplify = true, .without_z3 = true};
    Solver *solver = solver_new(store, &options);
    for (u32 kind = 0; kind < KINDS; kind++)
        for (u32 i = 0; i < COUNT_OF(counts); i++) {
            Term *table = make_table(store, kind, counts[i]);
            if (table->op != TERM_DATA) continue; /* all elements are equal */
            check_diagram(table, kind, counts[i]);
            check_solver(store, solver, table, kind, counts[i]);
        }
    solver_free(solver);
    term_store_free(store);
    printf("%u passed, %u failed\n", passed, failed);
    return failed || !passed;
}
