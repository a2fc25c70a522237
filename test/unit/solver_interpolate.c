/* Sequence interpolants: what comes out for the paths of loops, memory and locks, and random contradictory sequences, each
 * checked bit by bit. */
#include "check.h"
#include "solver/deadline.h"
#include "solver/interpolate.h"
#include "term/smtlib.h"
#include "term_random.h"

#include <stdlib.h>

enum { MOST = 64 };

typedef struct {
    TermStore *store;
    Solver *solver;
    Term *steps[MOST], *cuts[MOST];
    u32 count;
} Path;

static Path begin(void) {
    Path path = {.store = term_store_new()};
    path.solver = solver_new(path.store, NULL);
    return path;
}

static void end(Path *path) {
    solver_free(path->solver);
    term_store_free(path->store);
}

static void say(const Path *path, Term *t) {
    Text text = {0};
    smt_write_term(&text, t, 20);
    printf("        %s\n", text.chars);
    text_free(&text);
}

static bool find(Path *path, InterpolationWay way) {
    Text why_not = {0};
    bool found =
        interpolate(path->solver, path->steps, path->count, way, (SolverLimits){.seconds = 20}, path->cuts, &why_not);
    if (!found) printf("    %s\n", why_not.chars);
    if (getenv("LOCI_SHOW")) {
        printf("  %s\n", interpolation_way_name(way));
        for (u32 i = 0; found && i + 1 < path->count; i++) say(path, path->cuts[i]);
    }
    text_free(&why_not);
    return found;
}

/* Only symbols of both sides occur. */
static bool only_shared(Path *path) {
    bool ok = true;
    for (u32 i = 0; i + 1 < path->count; i++) {
        TermVec before = {0}, behind = {0}, in = {0};
        term_symbols(path->store, path->steps, i + 1, &before);
        term_symbols(path->store, path->steps + i + 1, path->count - i - 1, &behind);
        term_symbols(path->store, &path->cuts[i], 1, &in);
        for (u32 j = 0; j < in.count; j++) {
            bool is_before = false, is_behind = false;
            for (u32 k = 0; k < before.count; k++) is_before |= before.at[k] == in.at[j];
            for (u32 k = 0; k < behind.count; k++) is_behind |= behind.at[k] == in.at[j];
            ok = ok && is_before && is_behind;
        }
        vec_free(&before);
        vec_free(&behind);
        vec_free(&in);
    }
    return ok;
}

static bool is_inductive(Path *path) {
    return interpolate_check(path->solver, path->steps, path->count, path->cuts, (SolverLimits){.seconds = 20}, NULL) ==
           ANSWER_YES;
}

static Term *var(Path *path, const char *name, u32 number, u32 width) {
    char text[32];
    snprintf(text, sizeof text, "%s%u", name, number);
    return term_symbol(path->store, text, width);
}

/* i = x = 0; while (i < n) i++, x++; then x != n for n > 0. */
static Path counting_loop(u32 width, u32 turns, bool is_signed) {
    Path path = begin();
    TermStore *s = path.store;
    Term *n = term_symbol(s, "n", width), *zero = term_const(s, width, 0), *one = term_const(s, width, 1);
    Term *(*less)(TermStore *, Term *, Term *) = is_signed ? term_slt : term_ult;
    path.steps[path.count++] =
        term_and(s, term_eq(s, var(&path, "i", 0, width), zero), term_eq(s, var(&path, "x", 0, width), zero));
    for (u32 k = 0; k < turns; k++) {
        Term *i = var(&path, "i", k, width), *x = var(&path, "x", k, width);
        Term *moved = term_and(s, term_eq(s, var(&path, "i", k + 1, width), term_add(s, i, one)),
                               term_eq(s, var(&path, "x", k + 1, width), term_add(s, x, one)));
        path.steps[path.count++] = term_and(s, less(s, i, n), moved);
    }
    Term *out = term_not(s, less(s, var(&path, "i", turns, width), n));
    path.steps[path.count++] =
        term_and(s, out, term_and(s, less(s, zero, n), term_ne(s, var(&path, "x", turns, width), n)));
    return path;
}

static bool has_atom(Path *path, u32 cut, Term *wanted);

static void test_counting_loops(void) {
    for (u32 width = 8; width <= 64; width *= 2)
        for (u32 is_signed = 0; is_signed < 2; is_signed++)
            for (u32 turns = 2; turns <= 5; turns += 3) {
                Path path = counting_loop(width, turns, is_signed);
                CHECK(find(&path, INTERPOLATE_INTEGERS));
                CHECK(only_shared(&path));
                CHECK(is_inductive(&path));
                for (u32 k = 1; k < turns; k++) {
                    Term *same = term_eq(path.store, var(&path, "x", k, width), var(&path, "i", k, width));
                    CHECK(has_atom(&path, k, same));
                }
                CHECK(find(&path, INTERPOLATE_CORE));
                CHECK(only_shared(&path));
                CHECK(is_inductive(&path));
                end(&path);
            }
    Path path = counting_loop(8, 2, true);
    CHECK(find(&path, INTERPOLATE_BITS));
    CHECK(only_shared(&path));
    CHECK(is_inductive(&path));
    end(&path);
}

typedef struct {
    Term *wanted;
    bool found;
    u32 count;
} Search;

static void look(void *self, Term *atom) {
    Search *search = self;
    search->found |= atom == search->wanted;
    search->count++;
}

static bool has_atom(Path *path, u32 cut, Term *wanted) {
    Search search = {.wanted = wanted};
    interpolant_atoms(path->store, path->cuts[cut], look, &search);
    return search.found;
}

static void step(Path *path, Term *t) { path->steps[path->count++] = t; }

static Term *number(Path *path, u64 value) { return term_const(path->store, 32, value); }

/* struct { int value; struct node link; }: x = malloc; x->value = 5; p = &x->link; q = container_of(p); q->value != 5.
 * Memory is an array of words. */
static void test_container_of(void) {
    Path path = begin();
    TermStore *s = path.store;
    Term *m[] = {term_symbol_array(s, "m0", 32, 32), term_symbol_array(s, "m1", 32, 32)};
    Term *x = term_symbol(s, "x", 32), *p = term_symbol(s, "p", 32), *q = term_symbol(s, "q", 32),
         *y = term_symbol(s, "y", 32);
    step(&path, term_eq(s, m[1], term_store(s, m[0], term_add(s, x, number(&path, 4)), y)));
    step(&path, term_eq(s, p, term_add(s, x, number(&path, 8))));
    step(&path, term_eq(s, q, term_sub(s, p, number(&path, 8))));
    step(&path, term_ne(s, term_select(s, m[1], term_add(s, q, number(&path, 4))), y));
    const InterpolationWay ways[] = {INTERPOLATE_INTEGERS, INTERPOLATE_WRAPPING, INTERPOLATE_CORE};
    for (u32 i = 0; i < COUNT_OF(ways); i++) {
        CHECK(find(&path, ways[i]));
        CHECK(only_shared(&path));
        CHECK(is_inductive(&path));
    }
    end(&path);
}

/* The same without writes, memory being a function of addresses. */
static void test_functions(void) {
    Path path = begin();
    TermStore *s = path.store;
    const TermSymbol *f = term_function(s, "mem", 32, 1, (u32[]){32});
    Term *x = term_symbol(s, "x", 32), *q = term_symbol(s, "q", 32);
    step(&path, term_eq(s, term_apply(s, f, &x), number(&path, 5)));
    step(&path, term_eq(s, q, term_add(s, x, number(&path, 4))));
    step(&path, term_ne(s, term_apply(s, f, (Term *[]){term_sub(s, q, number(&path, 4))}), number(&path, 5)));
    const InterpolationWay ways[] = {INTERPOLATE_INTEGERS, INTERPOLATE_WRAPPING, INTERPOLATE_CORE};
    for (u32 i = 0; i < COUNT_OF(ways); i++) {
        CHECK(find(&path, ways[i]));
        CHECK(only_shared(&path));
        CHECK(is_inductive(&path));
    }
    end(&path);
}

/* A table, and memory that is zero everywhere. */
static void test_tables(void) {
    Path path = begin();
    TermStore *s = path.store;
    u32 table[] = {3, 1, 4, 1, 5};
    Term *i = term_symbol(s, "i", 32), *x = term_symbol(s, "x", 32), *y = term_symbol(s, "y", 32);
    Term *m = term_symbol_array(s, "m", 32, 32), *zeros = term_filled(s, 32, number(&path, 0));
    step(&path, term_eq(s, m, term_store(s, zeros, number(&path, 9), term_symbol(s, "z", 32))));
    step(&path, term_and(s, term_ult(s, i, number(&path, 5)), term_eq(s, y, term_select(s, m, i))));
    step(&path, term_eq(s, x, term_select(s, term_data(s, 32, 32, table, 5), i)));
    step(&path, term_or(s, term_ugt(s, x, number(&path, 5)), term_ne(s, y, number(&path, 0))));
    const InterpolationWay ways[] = {INTERPOLATE_INTEGERS, INTERPOLATE_WRAPPING, INTERPOLATE_CORE};
    for (u32 k = 0; k < COUNT_OF(ways); k++) {
        CHECK(find(&path, ways[k]));
        CHECK(only_shared(&path));
        CHECK(is_inductive(&path) || ways[k] == INTERPOLATE_CORE); /* z is lost, and with it what m is elsewhere */
    }
    end(&path);
}

/* What no solver for Horn clauses knows is the same thing wherever it occurs. */
static void test_floats(void) {
    Path path = begin();
    TermStore *s = path.store;
    Term *x = term_symbol(s, "x", 32), *y = term_symbol(s, "y", 32), *z = term_symbol(s, "z", 32);
    Term *sum = term_float(s, TERM_FADD, ROUND_NEAREST_EVEN, 32, (Term *[]){x, x});
    step(&path, term_eq(s, y, sum));
    step(&path, term_eq(s, z, y));
    step(&path, term_ne(s, z, sum));
    for (InterpolationWay way = INTERPOLATE_INTEGERS; way <= INTERPOLATE_CORE; way++) {
        CHECK(find(&path, way));
        CHECK(only_shared(&path));
        CHECK(is_inductive(&path));
        CHECK(has_atom(&path, 1, term_eq(s, z, sum)));
    }
    end(&path);
}

/* a[k] = k for k < n, then a[j] != j for some j < n. */
static void test_filled_array(void) {
    enum { CELLS = 4 };
    Path path = begin();
    TermStore *s = path.store;
    Term *a = term_symbol_array(s, "a0", 32, 32), *j = term_symbol(s, "j", 32);
    for (u32 k = 0; k < CELLS; k++) {
        char name[] = {'a', (char)('1' + k), 0};
        Term *next = term_symbol_array(s, name, 32, 32);
        step(&path, term_eq(s, next, term_store(s, a, number(&path, k), number(&path, k))));
        a = next;
    }
    step(&path, term_ult(s, j, number(&path, CELLS)));
    step(&path, term_ne(s, term_select(s, a, j), j));
    CHECK(find(&path, INTERPOLATE_INTEGERS));
    CHECK(only_shared(&path));
    CHECK(is_inductive(&path));
    CHECK(find(&path, INTERPOLATE_CORE));
    CHECK(only_shared(&path));
    CHECK(is_inductive(&path));
    end(&path);
}

/* Twenty variables, of which steps change some at random; v1 = 2 * v0 matters and nothing else. */
static void test_many_scalars(u32 steps) {
    enum { SCALARS = 20 };
    Path path = begin();
    TermStore *s = path.store;
    Random r = {.seed = 5};
    Term *now[SCALARS];
    for (u32 i = 0; i < SCALARS; i++) now[i] = var(&path, "v", i, 32);
    step(&path, term_and(s, term_eq(s, now[0], number(&path, 0)), term_eq(s, now[1], number(&path, 0))));
    for (u32 k = 1; k <= steps; k++) {
        Term *all = term_true(s);
        for (u32 i = 0; i < SCALARS; i++) {
            if (i > 1 && random_below(&r, 4)) continue;
            Term *next = var(&path, "v", i + 100 * k, 32);
            Term *by = i < 2                 ? number(&path, i + 1)
                       : random_below(&r, 2) ? now[2 + random_below(&r, SCALARS - 2)]
                                             : number(&path, k);
            all = term_and(s, all, term_eq(s, next, term_add(s, now[i], by)));
            now[i] = next;
        }
        step(&path, all);
    }
    step(&path, term_ne(s, now[1], term_add(s, now[0], now[0])));
    CHECK(find(&path, INTERPOLATE_INTEGERS));
    CHECK(only_shared(&path));
    CHECK(is_inductive(&path));
    for (u32 k = 1; k + 1 < path.count; k++) {
        TermVec symbols = {0};
        term_symbols(s, &path.cuts[k], 1, &symbols);
        CHECK(symbols.count <= 2);
        vec_free(&symbols);
    }
    end(&path);
}

/* A lock that is taken and given back in a loop: what matters is whether it is held. */
static void test_lock(void) {
    Path path = begin();
    TermStore *s = path.store;
    Term *held = var(&path, "held", 0, 32), *count = var(&path, "count", 0, 32), *old;
    step(&path, term_eq(s, held, number(&path, 0)));
    for (u32 k = 0; k < 3; k++) {
        step(&path, term_and(s, term_eq(s, held, number(&path, 0)),
                             term_eq(s, var(&path, "held", 2 * k + 1, 32), number(&path, 1))));
        held = var(&path, "held", 2 * k + 1, 32);
        old = count;
        count = var(&path, "count", k + 1, 32);
        Term *again = term_symbol(s, k == 0 ? "r0" : k == 1 ? "r1" : "r2", 1);
        Term *next = var(&path, "held", 2 * k + 2, 32);
        step(&path, term_and(s, term_eq(s, count, term_add(s, old, number(&path, 1))),
                             term_and(s, again, term_eq(s, next, number(&path, 0)))));
        held = next;
    }
    step(&path, term_ne(s, held, number(&path, 0)));
    const InterpolationWay ways[] = {INTERPOLATE_INTEGERS, INTERPOLATE_BITS, INTERPOLATE_CORE};
    for (u32 i = 0; i < COUNT_OF(ways); i++) {
        CHECK(find(&path, ways[i]));
        CHECK(only_shared(&path));
        CHECK(is_inductive(&path));
        TermVec symbols = {0};
        term_symbols(s, path.cuts, path.count - 1, &symbols);
        for (u32 j = 0; j < symbols.count; j++) CHECK(!strncmp(symbols.at[j]->symbol->name, "held", 4));
        CHECK(has_atom(&path, path.count - 2, term_eq(s, held, number(&path, 0))));
        vec_free(&symbols);
    }
    end(&path);
}

/* Paths that are infeasible because numbers wrap around. */
static void test_wrapping(void) {
    Path path = begin();
    TermStore *s = path.store;
    Term *x = term_symbol(s, "x", 8), *y = term_symbol(s, "y", 8), *z = term_symbol(s, "z", 8);
    step(&path, term_ugt(s, x, term_const(s, 8, 250)));
    step(&path, term_eq(s, y, term_add(s, x, term_const(s, 8, 10))));
    step(&path, term_eq(s, z, term_add(s, y, term_const(s, 8, 1))));
    step(&path, term_ugt(s, z, term_const(s, 8, 20)));
    const InterpolationWay ways[] = {INTERPOLATE_INTEGERS, INTERPOLATE_WRAPPING, INTERPOLATE_BITS, INTERPOLATE_CORE};
    for (u32 i = 0; i < COUNT_OF(ways); i++) {
        CHECK(find(&path, ways[i]));
        CHECK(only_shared(&path));
        CHECK(is_inductive(&path));
    }
    end(&path);
}

/* What has no interpolants says so, whichever way. */
static void test_refusals(void) {
    Path path = begin();
    TermStore *s = path.store;
    Term *x = term_symbol(s, "x", 32);
    step(&path, term_ugt(s, x, number(&path, 5)));
    step(&path, term_ult(s, x, number(&path, 50)));
    for (InterpolationWay way = INTERPOLATE_INTEGERS; way <= INTERPOLATE_CORE; way++) {
        Text why_not = {0};
        CHECK(!interpolate(path.solver, path.steps, 2, way, (SolverLimits){.seconds = 10}, path.cuts, &why_not));
        CHECK(why_not.length);
        text_free(&why_not);
        CHECK(!interpolate(path.solver, path.steps, 2, way, (SolverLimits){.seconds = 10}, path.cuts, NULL));
    }
    path.cuts[0] = term_true(s);
    u32 where = 0;
    CHECK(interpolate_check(path.solver, path.steps, 2, path.cuts, (SolverLimits){0}, &where) == ANSWER_NO);
    CHECK(where == 2);
    end(&path);
}

/* Limits are kept, and a Z3 that is not there is no crash. */
static void test_limits(void) {
    Path path = counting_loop(32, 40, true);
    for (InterpolationWay way = INTERPOLATE_INTEGERS; way <= INTERPOLATE_BITS; way++) {
        Text why_not = {0};
        CHECK(!interpolate(path.solver, path.steps, path.count, way, (SolverLimits){.seconds = 0.001}, path.cuts,
                           &why_not));
        text_free(&why_not);
    }
    end(&path);
    path = counting_loop(8, 2, true);
    Solver *without = solver_new(path.store, &(SolverOptions){.z3 = "no-such-program"});
    Text why_not = {0};
    CHECK(!interpolate(without, path.steps, path.count, INTERPOLATE_INTEGERS, (SolverLimits){.seconds = 10}, path.cuts,
                       &why_not));
    CHECK(why_not.length);
    text_free(&why_not);
    CHECK(
        interpolate(without, path.steps, path.count, INTERPOLATE_CORE, (SolverLimits){.seconds = 10}, path.cuts, NULL));
    solver_free(without);
    end(&path);
}

static void test_atoms(void) {
    Path path = begin();
    TermStore *s = path.store;
    Term *x = term_symbol(s, "x", 32), *b = term_symbol(s, "b", 1);
    Term *small = term_slt(s, x, number(&path, 7)), *same = term_eq(s, x, term_symbol(s, "y", 32));
    Search search = {.wanted = same};
    interpolant_atoms(s, term_ite(s, b, term_or(s, small, term_not(s, same)), term_and(s, same, term_not(s, b))), look,
                      &search);
    CHECK(search.found);
    CHECK(search.count == 3);
    search = (Search){0};
    interpolant_atoms(s, term_true(s), look, &search);
    CHECK(search.count == 0);
    end(&path);
}

/* Wrapping tells cases apart that are the same in the end: one equation remains. */
static void test_tidy(void) {
    Path path = begin();
    TermStore *s = path.store;
    Term *m = term_symbol_array(s, "m", 32, 32), *p = term_symbol(s, "p", 32), *q = term_symbol(s, "q", 32);
    step(&path, term_eq(s, term_select(s, m, p), number(&path, 5)));
    step(&path, term_eq(s, q, term_add(s, p, number(&path, 4))));
    step(&path, term_ne(s, term_select(s, m, term_sub(s, q, number(&path, 4))), number(&path, 5)));
    CHECK(find(&path, INTERPOLATE_WRAPPING));
    CHECK(is_inductive(&path));
    Term *cell = term_select(s, m, term_sub(s, q, number(&path, 4)));
    CHECK(path.cuts[1] == term_eq(s, cell, number(&path, 5)));
    end(&path);
}

/* b decides nothing by itself, but inside of a number it does. */
static void test_tidy_inside(void) {
    Path path = begin();
    TermStore *s = path.store;
    Term *c = term_slt(s, number(&path, 3), term_symbol(s, "c", 32)), *x = term_symbol(s, "x", 32),
         *y = term_symbol(s, "y", 32);
    Term *chosen = term_ult(s, term_ite(s, c, x, y), number(&path, 5));
    step(&path, term_and(s, chosen, term_or(s, c, term_symbol(s, "b", 1))));
    step(&path, term_and(s, term_not(s, chosen), term_or(s, c, term_symbol(s, "b", 1))));
    for (InterpolationWay way = INTERPOLATE_INTEGERS; way <= INTERPOLATE_CORE; way++) {
        CHECK(find(&path, way));
        CHECK(only_shared(&path));
        CHECK(is_inductive(&path));
    }
    end(&path);
}

/* Random paths in single assignment form: assignments and assumptions over a few variables and an array. */

enum { NUMBERS = 3 };

typedef struct {
    Path path;
    Random random;
    u32 width;
    Term *now[NUMBERS], *array;
    u32 names;
} RandomPath;

static Term *random_operand(RandomPath *p) {
    Random *r = &p->random;
    u64 values[] = {0, 1, 2, 3, 5, random_next(r), low_mask(p->width), (u64)1 << (p->width - 1)};
    return random_below(r, 3) ? p->now[random_below(r, NUMBERS)]
                              : term_const(p->path.store, p->width, values[random_below(r, COUNT_OF(values))]);
}

static Term *random_value(RandomPath *p) {
    TermStore *s = p->path.store;
    Term *a = random_operand(p), *b = random_operand(p);
    switch (random_below(&p->random, 12)) {
    case 0:
    case 1:
    case 2: return term_add(s, a, b);
    case 3: return term_sub(s, a, b);
    case 4: return term_select(s, p->array, a);
    case 5: return term_ite(s, term_slt(s, a, b), a, b);
    case 6: return term_mul(s, a, term_const(s, p->width, random_below(&p->random, 6)));
    case 7: return term_and(s, a, b);
    case 8: return term_zext(s, term_extract(s, a, 0, p->width / 2), p->width);
    case 9: return term_sext(s, term_extract(s, a, p->width / 2, p->width / 2), p->width);
    case 10:
        return (random_below(&p->random, 2) ? term_udiv : term_srem)(
            s, a, term_const(s, p->width, 2 + random_below(&p->random, 5)));
    default: return a;
    }
}

static Term *random_condition(RandomPath *p) {
    TermStore *s = p->path.store;
    static Term *(*const build[])(TermStore *, Term *, Term *) = {term_eq,  term_ne,  term_ult,
                                                                  term_ule, term_slt, term_sle};
    return build[random_below(&p->random, COUNT_OF(build))](s, random_operand(p), random_operand(p));
}

static Term *random_step(RandomPath *p) {
    TermStore *s = p->path.store;
    u32 which = random_below(&p->random, NUMBERS);
    switch (random_below(&p->random, 5)) {
    case 0:
    case 1: return random_condition(p);
    case 2: {
        char name[24];
        snprintf(name, sizeof name, "m%u", p->names++);
        Term *next = term_symbol_array(s, name, p->width, p->width);
        Term *defined = term_eq(s, next, term_store(s, p->array, random_operand(p), random_operand(p)));
        p->array = next;
        return defined;
    }
    default: {
        Term *next = var(&p->path, "s", p->names++, p->width), *defined = term_eq(s, next, random_value(p));
        p->now[which] = next;
        return defined;
    }
    }
}

typedef struct {
    u32 paths, found[4], inductive[4];
    double seconds[4];
} Totals;

static void test_random_path(u64 seed, Totals *totals) {
    RandomPath p = {.path = begin(), .random = {.seed = seed}};
    p.width = (u32[]){4, 8, 16, 32}[random_below(&p.random, 4)];
    for (u32 i = 0; i < NUMBERS; i++) p.now[i] = var(&p.path, "i", i, p.width);
    p.array = term_symbol_array(p.path.store, "m", p.width, p.width);
    Path *path = &p.path;
    SolverLimits limits = {.seconds = 5};
    Answer answer = ANSWER_YES;
    while (path->count < 12 && answer == ANSWER_YES) {
        Term *all = random_step(&p);
        for (u32 i = random_below(&p.random, 3); i > 0; i--) all = term_and(path->store, all, random_step(&p));
        step(path, all);
        answer = solver_check(path->solver, path->steps, path->count, limits, NULL, NULL);
    }
    if (answer == ANSWER_NO && path->count > 1) totals->paths++;
    for (InterpolationWay way = INTERPOLATE_INTEGERS; way <= INTERPOLATE_CORE && answer == ANSWER_NO && path->count > 1;
         way++) {
        limits.seconds = 2;
        double start = deadline_now();
        bool found = interpolate(path->solver, path->steps, path->count, way, limits, path->cuts, NULL);
        totals->seconds[way] += deadline_now() - start;
        if (!found) continue;
        totals->found[way]++;
        bool shared = only_shared(path), inductive = is_inductive(path);
        CHECK(shared);
        totals->inductive[way] += inductive;
        if (way == INTERPOLATE_BITS) CHECK(inductive); /* nothing in these paths has to be read in another way */
        if (!shared || (!inductive && way == INTERPOLATE_BITS))
            printf("    seed %llu, %s\n", (unsigned long long)seed, interpolation_way_name(way));
    }
    end(path);
}

static void test_random_paths(u32 count, u64 first, bool show) {
    Totals totals = {0};
    for (u32 i = 0; i < count; i++) test_random_path(first + i, &totals);
    CHECK(totals.paths >= count / 2);
    CHECK(totals.found[INTERPOLATE_CORE] == totals.paths);
    for (u32 way = 0; way < 4; way++) CHECK(totals.inductive[way] * 10 >= totals.paths * 7);
    for (u32 way = 0; way < 4 && show; way++)
        printf("%-8s %u of %u, %u inductive, %.2f s\n", interpolation_way_name(way), totals.found[way], totals.paths,
               totals.inductive[way], totals.seconds[way]);
}

/* solver_interpolate [PATHS [FIRST]]: so many random paths. */
int main(int count, char **args) {
    test_counting_loops();
    test_container_of();
    test_functions();
    test_tables();
    test_floats();
    test_filled_array();
    test_many_scalars(10);
    test_lock();
    test_wrapping();
    test_refusals();
    test_limits();
    test_atoms();
    test_tidy();
    test_tidy_inside();
    test_random_paths(count > 1 ? (u32)atoi(args[1]) : 20, count > 2 ? (u64)atoi(args[2]) : 1, count > 1);
    return finish();
}
