/* The solver against Z3 on random sets of constraints: each stage configuration, with arrays, tables and functions; models
 * are evaluated, cores are asked of Z3 again, paths grow and shrink so that caches and the live SAT solver are used.
 * Usage: solver_random [how many paths, 21 unless told] [seed]. */
#include "solver/solver.h"
#include "term_random.h"

#include <stdio.h>
#include <stdlib.h>

static u32 passed, failed;

static void report(bool ok, const char *what, Term *const *constraints, u32 count) {
    if (ok) {
        passed++;
        return;
    }
    failed++;
    printf("FAILED: %s\n", what);
    for (u32 i = 0; i < count; i++) {
        Text text = {0};
        smt_write_term(&text, constraints[i], 12);
        printf("    %s\n", text.chars);
        text_free(&text);
    }
}

/* A bound on something small: what paths are full of. */
static Term *random_bound(Random *r) {
    r->budget = random_below(r, 3);
    return random_comparison(r).term;
}

/* Two reads or two applications that may be the same one. */
static Term *random_calls(Random *r) {
    Term *results[2];
    bool function = random_below(r, 2);
    const TermSymbol *f = term_function(r->store, "f", 8, 2, (u32[]){8, 4});
    for (u32 i = 0; i < 2; i++) {
        r->budget = 1;
        Term *args[2] = {random_term(r, 8).term, random_term(r, 4).term};
        results[i] = function ? term_apply(r->store, f, args)
                              : term_select(r->store, term_symbol_array(r->store, "a", 4, 8), args[1]);
    }
    return term_ult(r->store, results[0], results[1]);
}

/* Some bits of a wide symbol, mostly a byte of it: what splits a query by bytes. Now and then all of it. */
static Term *random_part(Random *r) {
    u32 width = random_below(r, 3) ? 40 : 72, byte = random_below(r, width / 8);
    Term *wide = term_symbol(r->store, width == 40 ? "w40" : "w72", width);
    Term *part = random_below(r, 5) ? term_extract(r->store, wide, byte * 8, 8)
                                    : term_extract(r->store, wide, random_below(r, width - 8), 8);
    if (random_below(r, 12) == 0) part = term_extract(r->store, term_add(r->store, wide, wide), byte * 8, 8);
    r->budget = 1;
    Term *other = random_term(r, 8).term;
    if (random_below(r, 3) == 0) part = term_add(r->store, part, other);
    return random_below(r, 2) ? term_ult(r->store, part, random_const(r, 8).term) : term_eq(r->store, part, other);
}

static Term *random_constraint(Random *r) {
    if (random_below(r, 3) == 0) return random_bound(r);
    if (random_below(r, 3) == 0) return random_part(r);
    if (random_below(r, 4) == 0) return random_calls(r);
    r->budget = 2 + random_below(r, 10);
    return random_term(r, 1).term;
}

typedef struct {
    Solver *ours, *z3;
    TermStore *store;
    SolverLimits limits;
} Contest;

static void check_yes(Contest *c, Term *const *constraints, u32 count, Model *model) {
    bool ok = model != NULL;
    for (u32 i = 0; i < count && ok; i++) ok = model_satisfies(model, constraints[i]);
    report(ok, "the model is none", constraints, count);
}

static bool is_among(const Term *term, Term *const *constraints, u32 count) {
    for (u32 i = 0; i < count; i++)
        if (constraints[i] == term) return true;
    return false;
}

static void check_no(Contest *c, Term *const *constraints, u32 count, const TermVec *core) {
    bool ok = core->count > 0;
    for (u32 i = 0; i < core->count; i++) ok = ok && is_among(core->at[i], constraints, count);
    report(ok, "the core is not a part of the query", constraints, count);
    Answer answer = solver_check(c->z3, core->at, core->count, c->limits, NULL, NULL);
    report(answer != ANSWER_YES, "the core can be satisfied", core->at, core->count);
}

static Answer check_one(Contest *c, Term *const *constraints, u32 count) {
    Model *model = NULL;
    TermVec core = {0};
    Answer ours = solver_check(c->ours, constraints, count, c->limits, &model, &core);
    Answer theirs = solver_check(c->z3, constraints, count, c->limits, NULL, NULL);
    report(ours == theirs || theirs == ANSWER_UNKNOWN,
           ours == ANSWER_YES  ? "yes, Z3: no"
           : ours == ANSWER_NO ? "no, Z3: yes"
                               : "unknown, Z3 knows",
           constraints, count);
    if (ours == ANSWER_YES) check_yes(c, constraints, count, model);
    if (ours == ANSWER_NO) check_no(c, constraints, count, &core);
    model_release(model);
    vec_free(&core);
    return ours;
}

static void check_minimal(Contest *c, SolverPath path) {
    Model *model = NULL;
    report(solver_minimal_model(c->ours, path, c->limits, &model) == ANSWER_YES, "no minimal model", path.constraints,
           path.count);
    check_yes(c, path.constraints, path.count, model);
    model_release(model);
}

/* A path that takes branches: each new condition and its negation are asked; sometimes it goes back. */
static void walk(Contest *c, Random *r) {
    TermVec path = {0};
    for (u32 step = 0; step < 10; step++) {
        Term *condition = random_constraint(r);
        Answer possible[2];
        for (u32 side = 0; side < 2; side++) {
            vec_push(&path, side ? term_not(c->store, condition) : condition);
            possible[side] = check_one(c, path.at, path.count);
            SolverPath before = {path.at, path.count - 1};
            report(solver_may_be_true(c->ours, before, vec_last(&path), c->limits) == possible[side],
                   "may_be_true differs", path.at, path.count);
            (void)vec_pop(&path);
        }
        report(possible[0] != ANSWER_NO || possible[1] != ANSWER_NO, "neither side of a branch", path.at, path.count);
        bool side = random_below(r, 2);
        if (possible[side] != ANSWER_YES) side = !side;
        if (possible[side] == ANSWER_YES) vec_push(&path, side ? term_not(c->store, condition) : condition);
        if (random_below(r, 4) == 0 && path.count > 2) path.count -= 2;
    }
    check_minimal(c, (SolverPath){path.at, path.count});
    vec_free(&path);
}

int main(int argc, char **argv) {
    u32 paths = argc > 1 ? (u32)atoi(argv[1]) : 21;
    u64 seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    static const SolverOptions configurations[] = {
        {.without_z3 = true},
        {.without_z3 = true, .without_values = true},
        {.without_z3 = true, .without_split = true, .without_values = true},
        {.without_z3 = true, .without_cache = true, .without_simplify = true, .without_facts = true},
        {.without_z3 = true, .without_values = true, .without_simplify = true, .without_facts = true},
        {.without_z3 = true,
         .without_split = true,
         .without_values = true,
         .without_cache = true,
         .without_simplify = true,
         .without_facts = true},
        {.impatient = true, .without_split = true}, /* Z3 beside the gates */
    };
    for (u32 i = 0; i < COUNT_OF(configurations); i++) {
        TermStore *store = term_store_new();
        Contest contest = {.store = store, .limits = {.seconds = 20}};
        contest.ours = solver_new(store, &configurations[i]);
        contest.z3 = solver_new(store, &(SolverOptions){.without_split = true,
                                                        .without_values = true,
                                                        .without_cache = true,
                                                        .without_simplify = true,
                                                        .without_facts = true,
                                                        .without_blast = true});
        Random r = {.store = store, .seed = seed * 31 + i, .widest = 10, .arrays = true};
        for (u32 j = 0; j < paths / COUNT_OF(configurations); j++) {
            r.divisions = j % 2;
            walk(&contest, &r);
            arena_free(&r.arena);
            if (j % 3 == 2) term_collect(store);
        }
        solver_free(contest.ours);
        solver_free(contest.z3);
        term_store_free(store);
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed || !passed;
}
