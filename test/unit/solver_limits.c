/* The limits hold: calls that would take far longer come back in at most 1.5 times their time limit, with unknown. */
#include "solver/solver.h"

#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static u32 passed, failed;

static void report(bool ok, const char *what) {
    if (ok) {
        passed++;
    } else {
        failed++;
        printf("FAILED: %s\n", what);
    }
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Asks, expects no answer within the limit, and no delay. */
static void expect_timeout(Solver *solver, Term *constraint, double seconds, const char *what) {
    double begin = now();
    Model *model = NULL;
    Answer answer = solver_check(solver, &constraint, 1, (SolverLimits){.seconds = seconds}, &model, NULL);
    double took = now() - begin;
    char message[256];
    snprintf(message, sizeof message, "%s: answer %d after %.2f s of %.2f (%s)", what, answer, took, seconds,
             solver_reason(solver) ? solver_reason(solver) : "-");
    report(answer == ANSWER_UNKNOWN && took < seconds * 1.5 + 0.05, message);
    model_release(model);
}

/* x * y = a product of two primes, x and y not 1: factoring. */
static Term *hard_multiplication(TermStore *s, u32 width) {
    Term *x = term_symbol(s, "x", width), *y = term_symbol(s, "y", width);
    Term *one = term_const(s, width, 1), *product = term_const(s, width * 2, 0);
    product = term_mul(s, term_zext(s, x, width * 2), term_zext(s, y, width * 2));
    Term *n = term_mul(s, term_const(s, width * 2, 4294967291u), term_const(s, width * 2, 4294967279u));
    Term *proper = term_and(s, term_ult(s, one, x), term_ult(s, one, y));
    return term_and(s, proper, term_and(s, term_eq(s, product, n), term_ult(s, x, y)));
}

static Term *wide_division(TermStore *s, u32 width) {
    Term *x = term_symbol(s, "wide x", width), *y = term_symbol(s, "wide y", width),
         *z = term_symbol(s, "wide z", width);
    return term_and(s, term_eq(s, term_udiv(s, x, y), z),
                    term_ult(s, term_const(s, width, 12345), term_urem(s, x, term_mul(s, z, y))));
}

/* Floats go to Z3, which looks at its timer seldom while it blasts them. No simple number is a solution. */
static Term *hard_floats(TermStore *s) {
    Term *x = term_symbol(s, "float x", 128), *y = term_symbol(s, "float y", 128);
    Term *q = term_float(s, TERM_FDIV, ROUND_NEAREST_EVEN, 128, (Term *[]){x, y});
    Term *r = term_float(s, TERM_FFMA, ROUND_NEAREST_EVEN, 128, (Term *[]){q, y, x});
    Term *root = term_float(s, TERM_FSQRT, ROUND_UP, 128, &r);
    Term *odd = term_and(s, term_eq(s, term_extract(s, x, 0, 16), term_const(s, 16, 0x1234)),
                         term_eq(s, term_extract(s, y, 0, 16), term_const(s, 16, 0x4321)));
    Term *order = term_and(s, term_float(s, TERM_FLT, 0, 1, (Term *[]){root, q}),
                           term_float(s, TERM_FLT, 0, 1, (Term *[]){y, root}));
    return term_and(s, odd, order);
}

static volatile sig_atomic_t interrupted;

static void *interrupt_soon(void *unused) {
    usleep(200000);
    interrupted = 1;
    return NULL;
}

static void check_interruption(Solver *solver, Term *constraint) {
    pthread_t thread;
    double begin = now();
    interrupted = 0;
    pthread_create(&thread, NULL, interrupt_soon, NULL);
    Answer answer = solver_check(solver, &constraint, 1, (SolverLimits){.interrupted = &interrupted}, NULL, NULL);
    report(answer == ANSWER_UNKNOWN && now() - begin < 1, "an interruption");
    pthread_join(thread, NULL);
}

/* A memory limit a little above what is in use ends a growing query. */
static void check_memory(Solver *solver, Term *constraint) {
    unsigned long total, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%lu %lu", &total, &resident) != 2) resident = 0;
    if (file) fclose(file);
    size_t before = resident * (size_t)sysconf(_SC_PAGESIZE);
    SolverLimits limits = {.seconds = 20, .memory_bytes = before + ((size_t)60 << 20)};
    double begin = now();
    Answer answer = solver_check(solver, &constraint, 1, limits, NULL, NULL);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    report(answer == ANSWER_UNKNOWN && now() - begin < 19, "the memory limit");
    report((size_t)usage.ru_maxrss * 1024 < before + ((size_t)150 << 20), "the memory limit was exceeded by much");
}

/* The solver answers as before after it gave up. */
static void check_alive(Solver *solver, TermStore *s) {
    Term *x = term_symbol(s, "x", 32);
    Term *easy = term_eq(s, term_mul(s, x, x), term_const(s, 32, 49)),
         *model_constraint = term_ult(s, x, term_const(s, 32, 10));
    Model *model = NULL;
    Answer answer =
        solver_check(solver, (Term *[]){easy, model_constraint}, 2, (SolverLimits){.seconds = 20}, &model, NULL);
    report(answer == ANSWER_YES && model_eval(model, x)->value == 7, "an easy query after hard ones");
    model_release(model);
    Term *nan = term_float_is_nan(
        s, term_float(s, TERM_FADD, 0, 64, (Term *[]){term_symbol(s, "d", 64), term_symbol(s, "e", 64)}));
    model = NULL;
    answer = solver_check(solver, &nan, 1, (SolverLimits){.seconds = 30}, &model, NULL);
    report(answer == ANSWER_YES && model && model_satisfies(model, nan), "Z3 after it was killed");
    model_release(model);
}

int main(void) {
    TermStore *store = term_store_new();
    Solver *solver = solver_new(store, NULL);
    check_memory(solver, wide_division(store, 1536));
    expect_timeout(solver, hard_multiplication(store, 64), 1, "a hard multiplication");
    expect_timeout(solver, wide_division(store, 4096), 1, "a division of 4096 bits");
    expect_timeout(solver, hard_floats(store), 1, "floats of 128 bits in Z3");
    check_interruption(solver, hard_multiplication(store, 64));
    check_interruption(solver, hard_floats(store));
    check_alive(solver, store);
    solver_free(solver);
    term_store_free(store);
    printf("%u passed, %u failed\n", passed, failed);
    return failed || !passed;
}
