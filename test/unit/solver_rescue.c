/* What is tried when gates take long: drawn inputs and all values of small domains, against brute force, and Z3 beside
 * them. */
#include "solver/solver.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static u32 passed, failed;

static void report(bool ok, const char *what) {
    passed += ok;
    failed += !ok;
    if (!ok) printf("FAILED: %s\n", what);
}

static const SolverLimits limits = {.seconds = 60};

enum { BOUND = 300 };

/* x % (y + 1) * 7 + x * y / 3 = k, signed, with -BOUND <= x < BOUND and 0 <= y < BOUND. */
static bool has_solution(i32 k) {
    for (i32 x = -BOUND; x < BOUND; x++)
        for (i32 y = 0; y < BOUND; y++)
            if (x % (y + 1) * 7 + x * y / 3 == k) return true;
    return false;
}

static void check_values(const SolverOptions *options) {
    TermStore *s = term_store_new();
    Solver *solver = solver_new(s, options);
    Term *x = term_symbol(s, "x", 32), *y = term_symbol(s, "y", 32), *bound = term_const(s, 32, BOUND);
    Term *rest = term_srem(s, x, term_add(s, y, term_const(s, 32, 1)));
    Term *value =
        term_add(s, term_mul(s, rest, term_const(s, 32, 7)), term_sdiv(s, term_mul(s, x, y), term_const(s, 32, 3)));
    for (i32 k = -40000; k < 40000; k += 7919) {
        Term *query[] = {term_sle(s, term_neg(s, bound), x), term_slt(s, x, bound), term_ult(s, y, bound),
                         term_eq(s, value, term_const(s, 32, (u64)(i64)k))};
        Model *model = NULL;
        Answer answer = solver_check(solver, query, COUNT_OF(query), limits, &model, NULL);
        report(answer == (has_solution(k) ? ANSWER_YES : ANSWER_NO), "values of two bounded numbers");
        report(answer != ANSWER_YES || model_satisfies(model, query[3]), "the model of two bounded numbers");
        model_release(model);
    }
    solver_free(solver);
    term_store_free(s);
}

/* A hash of two letters: rotated, added and mixed, round after round. */
static u32 hash_of(u32 a, u32 b) {
    u32 h = 0x9e3779b9, k = a | b << 8;
    for (u32 round = 0; round < 6; round++) {
        h = (h + k) ^ (h << 7 | h >> 25);
        k = k + (h << 13 | h >> 19);
    }
    return h;
}

static Term *rotated(TermStore *s, Term *t, u32 left) {
    return term_concat(s, term_extract(s, t, 0, 32 - left), term_extract(s, t, 32 - left, left));
}

static Term *hash_term(TermStore *s, Term *a, Term *b) {
    Term *h = term_const(s, 32, 0x9e3779b9), *k = term_zext(s, term_concat(s, b, a), 32);
    for (u32 round = 0; round < 6; round++) {
        h = term_xor(s, term_add(s, h, k), rotated(s, h, 7));
        k = term_add(s, k, rotated(s, h, 13));
    }
    return h;
}

static bool is_hash_of_letters(u32 low, u32 bits) {
    for (u32 a = 'a'; a <= 'z'; a++)
        for (u32 b = 'a'; b <= 'z'; b++)
            if ((hash_of(a, b) & (u32)low_mask(bits)) == low) return true;
    return false;
}

/* Which slots of a table two letters can be hashed to; in a large one most are out of reach. Read through the table, too. */
static void check_hashes(u32 bits) {
    TermStore *s = term_store_new();
    Solver *solver = solver_new(s, &(SolverOptions){.impatient = true, .without_z3 = true});
    Term *a = term_symbol(s, "a", 8), *b = term_symbol(s, "b", 8), *first = term_const(s, 8, 'a');
    Term *slot = term_extract(s, hash_term(s, a, b), 0, bits), *letters = term_const(s, 8, 26),
         *one = term_const(s, 8, 1);
    Term *table = term_store(s, term_filled(s, bits, term_const(s, 8, 0)), slot, one);
    for (u32 k = 0; k < 12; k++) {
        u32 low = (k * 2654435761u) & (u32)low_mask(bits);
        Term *query[] = {term_ult(s, term_sub(s, a, first), letters), term_ult(s, term_sub(s, b, first), letters),
                         term_eq(s, term_select(s, table, term_const(s, bits, low)), one)};
        Model *model = NULL;
        Answer answer = solver_check(solver, query, COUNT_OF(query), limits, &model, NULL);
        report(answer == (is_hash_of_letters(low, bits) ? ANSWER_YES : ANSWER_NO), "slots of a table of hashes");
        report(answer != ANSWER_YES || model_satisfies(model, query[2]), "the model of a hash");
        model_release(model);
    }
    solver_free(solver);
    term_store_free(s);
}

/* Z3 sees at once that these are never different; gates do not. */
static Term *products_in_other_order(TermStore *s) {
    Term *x = term_symbol(s, "x", 32), *y = term_symbol(s, "y", 32), *z = term_symbol(s, "z", 32);
    Term *mask = term_symbol(s, "mask", 32);
    Term *a = term_and(s, mask, term_mul(s, x, term_mul(s, y, z)));
    return term_ne(s, a, term_and(s, mask, term_mul(s, term_mul(s, z, x), y)));
}

static void check_z3(void) {
    TermStore *s = term_store_new();
    Solver *solver = solver_new(s, NULL);
    Term *query = products_in_other_order(s);
    report(solver_check(solver, &query, 1, limits, NULL, NULL) == ANSWER_NO, "what Z3 sees at once");
    solver_free(solver);
    term_store_free(s);
}

/* Without Z3 on the machine the gates are alone, and right. */
static void check_without_program(void) {
    TermStore *s = term_store_new();
    Solver *solver = solver_new(s, &(SolverOptions){.impatient = true, .without_values = true, .z3 = "/no/such/z3"});
    Term *x = term_symbol(s, "x", 16), *y = term_symbol(s, "y", 16);
    Term *query[] = {term_eq(s, term_mul(s, x, y), term_const(s, 16, 15)), term_ult(s, y, x),
                     term_ult(s, x, term_const(s, 16, 15))};
    Model *model = NULL;
    report(solver_check(solver, query, COUNT_OF(query), limits, &model, NULL) == ANSWER_YES, "gates without Z3");
    model_release(model);
    solver_free(solver);
    term_store_free(s);
}

static volatile sig_atomic_t interrupted;

static void *interrupt_soon(void *unused) {
    usleep(300000);
    interrupted = 1;
    return NULL;
}

/* An interruption ends a race, and the process of the loser is gone with it. */
static void check_interruption(void) {
    TermStore *s = term_store_new();
    Solver *solver = solver_new(s, &(SolverOptions){.impatient = true});
    Term *x = term_zext(s, term_symbol(s, "x", 64), 128), *y = term_zext(s, term_symbol(s, "y", 64), 128);
    Term *n = term_mul(s, term_const(s, 128, 4294967291u), term_const(s, 128, 4294967279u));
    Term *query[] = {term_eq(s, term_mul(s, x, y), n), term_ult(s, term_const(s, 128, 1), x), term_ult(s, x, y),
                     term_ult(s, y, n)};
    pthread_t thread;
    pthread_create(&thread, NULL, interrupt_soon, NULL);
    Answer answer =
        solver_check(solver, query, COUNT_OF(query), (SolverLimits){.interrupted = &interrupted}, NULL, NULL);
    pthread_join(thread, NULL);
    report(answer == ANSWER_UNKNOWN, "an interruption of a race");
    report(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD, "a process is left after a race");
    solver_free(solver);
    term_store_free(s);
}

int main(void) {
    check_values(NULL);
    check_values(&(SolverOptions){.impatient = true, .without_z3 = true, .without_simplify = true});
    check_hashes(5);
    check_hashes(12);
    check_z3();
    check_without_program();
    check_interruption();
    printf("%u passed, %u failed\n", passed, failed);
    return failed || !passed;
}
