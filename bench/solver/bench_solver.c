/* Loci's solver against Z3's library on the same streams of queries, answers compared: CPU time in total, a query, and its
 * percentiles. Usage: bench_solver W1|W2 CHECKS [engine ...]; engines:
 *   loci         all stages, may_be_true                    loci-model   all stages, a model with each answer
 *   blast        the bit-blasting stage alone               fresh        the same, a new solver a query
 *   z3           the best incremental set-up of Z3          z3-model     the same, with a model for each yes
 *   z3-default   Z3's default incremental solver
 * With dump=DIR the queries are written there; with memory the process's size is printed as the stream goes on. */
#include "solver/solver.h"
#include "workload.h"
#include "z3_engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    BRANCHES_PER_STEP = 20,
    LONGEST_PATH = 6 /* then a new one begins: longer ones of W1 are hard puzzles for every solver, not program paths */
};

typedef struct {
    Term *condition;
    u32 path_begin, path_count; /* the part of Stream.path it is asked under */
    Answer answers[2];          /* of the condition and its negation, by the first engine */
} Branch;

typedef struct {
    TermStore *store;
    VEC(Branch) branches;
    TermVec path;
    bool answered;
} Stream;

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* The stream is made with a solver of its own, so that the path is the same for all engines. */
static void make_stream(Stream *s, WorkloadKind kind, u32 checks, u64 seed) {
    Workload workload;
    workload_init(&workload, s->store, kind, seed);
    Solver *solver = solver_new(s->store, NULL);
    for (u32 i = 0, begin = 0; i < checks / 2; i++) {
        if (i % (BRANCHES_PER_STEP * LONGEST_PATH) == 0) begin = s->path.count;
        Branch branch = {workload_condition(&workload), begin, s->path.count - begin, {ANSWER_UNKNOWN, ANSWER_UNKNOWN}};
        vec_push(&s->branches, branch);
        if (i % BRANCHES_PER_STEP != BRANCHES_PER_STEP - 1) continue;
        SolverPath path = {s->path.at + begin, s->path.count - begin};
        Term *side = hash_mix(i) & 1 ? branch.condition : term_not(s->store, branch.condition);
        bool yes = solver_may_be_true(solver, path, side, (SolverLimits){0}) == ANSWER_YES;
        vec_push(&s->path, yes ? side : term_not(s->store, side));
    }
    solver_free(solver);
}

typedef struct {
    const char *name;
    Solver *solver;
    Z3Engine *z3;
    SolverOptions options;
    bool model, fresh;
} Engine;

static Answer ask(Engine *e, Stream *s, SolverPath path, Term *condition) {
    if (e->z3) return z3_engine_ask(e->z3, path, condition, e->model);
    if (e->fresh) {
        solver_free(e->solver);
        e->solver = solver_new(s->store, &e->options);
    }
    if (!e->model) return solver_may_be_true(e->solver, path, condition, (SolverLimits){0});
    TermVec all = {0};
    Model *model = NULL;
    for (u32 i = 0; i < path.count; i++) vec_push(&all, path.constraints[i]);
    vec_push(&all, condition);
    Answer answer = solver_check(e->solver, all.at, all.count, (SolverLimits){0}, &model, NULL);
    model_release(model);
    vec_free(&all);
    return answer;
}

static void setup(Engine *e, Stream *s, const char *name, const char *dump) {
    *e = (Engine){.name = name, .model = strstr(name, "-model")};
    if (!strncmp(name, "z3", 2)) {
        e->z3 = z3_engine_new(strstr(name, "default")                                  ? NULL
                              : s->path.count && s->path.at[0]->flags & TERM_HAS_ARRAY ? "QF_ABV"
                                                                                       : "QF_BV");
        for (u32 i = 0; i < s->branches.count; i++) z3_engine_prepare(e->z3, s->store, s->branches.at[i].condition);
        return;
    }
    e->fresh = !strcmp(name, "fresh");
    e->options.dump_directory = dump;
    if (e->fresh || !strcmp(name, "blast"))
        e->options.without_split = e->options.without_values = e->options.without_cache = e->options.without_simplify =
            e->options.without_facts = true;
    e->solver = solver_new(s->store, &e->options);
}

static void run(Stream *s, const char *name, const char *dump, double budget) {
    Engine e;
    setup(&e, s, name, dump);
    u32 differing = 0, done = 0, yes = 0;
    double *times = xmalloc(s->branches.count * 2 * sizeof *times), begin = cpu_seconds(), total = 0;
    for (u32 i = 0; i < s->branches.count && cpu_seconds() - begin < budget; i++) {
        Branch *branch = &s->branches.at[i];
        for (u32 side = 0; side < 2; side++) {
            double before = cpu_seconds();
            SolverPath path = {s->path.at + branch->path_begin, branch->path_count};
            Answer answer = ask(&e, s, path, side ? term_not(s->store, branch->condition) : branch->condition);
            total += times[done++] = cpu_seconds() - before;
            yes += answer == ANSWER_YES;
            if (branch->answers[side] == ANSWER_UNKNOWN) branch->answers[side] = answer;
            differing += branch->answers[side] != answer;
        }
    }
    qsort(times, done, sizeof *times, compare_doubles);
    printf("%-11s %6u checks, %5.1f %% yes, %u answers differ: total %8.3f s, mean %8.3f ms, median %8.3f, 90 %% "
           "%8.3f, 99 %% %8.3f, max %8.3f\n",
           name, done, 100.0 * yes / done, differing, total, total / done * 1e3, times[done / 2] * 1e3,
           times[done * 9 / 10] * 1e3, times[done * 99 / 100] * 1e3, times[done - 1] * 1e3);
    if (e.solver && getenv("STATS")) {
        Text text = {0};
        solver_statistics(e.solver, &text);
        fputs(text.chars, stdout);
        text_free(&text);
    }
    free(times);
    if (e.solver) solver_free(e.solver);
    if (e.z3) z3_engine_free(e.z3);
}

static double resident_megabytes(void) {
    unsigned long total = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%lu %lu", &total, &resident) != 2) resident = 0;
    if (file) fclose(file);
    return (double)resident * (double)sysconf(_SC_PAGESIZE) / 1e6;
}

static void mark_workload(void *self, TermStore *store) { workload_mark(self); }

/* A long run of many short paths: the size of the process must not grow with it. */
static void watch_memory(TermStore *store, WorkloadKind kind, u32 checks) {
    Workload workload;
    workload_init(&workload, store, kind, 7);
    term_holder_add(store, (TermHolder){&workload, mark_workload, NULL});
    Solver *solver = solver_new(store, NULL);
    TermVec path = {0};
    for (u32 i = 0; i < checks; i += 2) {
        if (i % 200 == 0) {
            vec_clear(&path);
            if (term_collect_is_due(store)) term_collect(store);
        }
        Term *condition = workload_condition(&workload);
        SolverPath known = {path.at, path.count};
        Term *side = hash_mix(i) & 1 ? condition : term_not(store, condition);
        bool yes = solver_may_be_true(solver, known, side, (SolverLimits){0}) == ANSWER_YES;
        solver_may_be_true(solver, known, term_not(store, side), (SolverLimits){0});
        if (i % 40 == 38) vec_push(&path, yes ? side : term_not(store, side));
        if (i % (checks / 10) == 0)
            printf("%8u checks  %7.1f MB resident  %8.2f s CPU  %llu terms\n", i, resident_megabytes(), cpu_seconds(),
                   (unsigned long long)term_store_count(store));
    }
    vec_free(&path);
    solver_free(solver);
    term_holder_remove(store, &workload);
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fputs("usage: bench_solver W1|W2 CHECKS [dump=DIR] [budget=SECONDS] [seed=N] engine|memory ...\n", stderr);
        return 2;
    }
    WorkloadKind kind = !strcmp(argv[1], "W1") ? WORKLOAD_TABLE : WORKLOAD_BYTES;
    u32 checks = (u32)atoi(argv[2]);
    const char *dump = NULL;
    double budget = 1e9;
    u64 seed = 3;
    Stream stream = {.store = term_store_new()};
    for (int i = 3; i < argc; i++) {
        if (!strncmp(argv[i], "dump=", 5)) {
            dump = argv[i] + 5;
        } else if (!strncmp(argv[i], "budget=", 7)) {
            budget = atof(argv[i] + 7);
        } else if (!strncmp(argv[i], "seed=", 5)) {
            seed = strtoull(argv[i] + 5, NULL, 10);
        } else if (!strcmp(argv[i], "memory")) {
            watch_memory(stream.store, kind, checks);
        } else {
            if (!stream.branches.count) make_stream(&stream, kind, checks, seed);
            run(&stream, argv[i], dump, budget);
        }
        fflush(stdout);
    }
    vec_free(&stream.branches);
    vec_free(&stream.path);
    term_store_free(stream.store);
    return 0;
}
