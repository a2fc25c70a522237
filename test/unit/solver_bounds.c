/* Pairs of comparisons of a 3-bit number with constants, against enumeration: the facts stage and its bounds, and ranges. */
#include "solver/solver.h"

#include <stdio.h>

static u32 passed, failed;

/* Comparison number n of x with a constant: the term, and the set of x it holds for. */
static Term *comparison(TermStore *s, Term *x, u32 n, u32 *holds) {
    u32 k = n % 8, kind = n / 8 % 5;
    bool negated = n / 40 % 2;
    Term *c = term_const(s, 3, k), *t = kind == 0   ? term_eq(s, x, c)
                                        : kind == 1 ? term_ult(s, x, c)
                                        : kind == 2 ? term_ult(s, c, x)
                                        : kind == 3 ? term_slt(s, x, c)
                                                    : term_slt(s, c, x);
    *holds = 0;
    for (u32 v = 0; v < 8; v++) {
        i64 a = sign_extend(v, 3), b = sign_extend(k, 3);
        bool yes = kind == 0 ? v == k : kind == 1 ? v < k : kind == 2 ? k < v : kind == 3 ? a < b : b < a;
        *holds |= (u32)(yes != negated) << v;
    }
    return negated ? term_not(s, t) : t;
}

int main(void) {
    TermStore *store = term_store_new();
    SolverOptions options = {
        .without_values = true, .without_cache = true, .without_simplify = true, .without_z3 = true};
    Solver *solver = solver_new(store, &options);
    /* A product keeps the simplifier from seeing the number. */
    Term *x = term_symbol(store, "x", 3), *y = term_symbol(store, "y", 3);
    Term *numbers[2] = {x, term_mul(store, x, y)};
    for (u32 n = 0; n < 2; n++)
        for (u32 i = 0; i < 80; i++)
            for (u32 j = i % 3; j < 80; j += 3) {
                u32 first, second;
                Term *pair[2] = {comparison(store, numbers[n], i, &first), comparison(store, numbers[n], j, &second)};
                Answer answer = solver_check(solver, pair, 2, (SolverLimits){.seconds = 20}, NULL, NULL);
                bool ok = answer == (first & second ? ANSWER_YES : ANSWER_NO);
                passed += ok;
                failed += !ok;
                if (!ok && failed < 20)
                    printf("FAILED: comparisons %u and %u of number %u: answer %d\n", i, j, n, answer);
            }
    solver_free(solver);
    term_store_free(store);
    printf("%u passed, %u failed\n", passed, failed);
    return failed || !passed;
}
