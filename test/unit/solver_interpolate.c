/* Sequence interpolants: what comes out for the paths of loops, memory and locks, and random contradictory sequences, each
 * checked bit by bit. */
#include "check.h"
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
    bool found = interpolate(path->solver, path->steps, path->count, way, (SolverLimits){.seconds = 20}, path->cuts, &why_not);
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
    path.steps[path.count++] = term_and(s, term_eq(s, var(&path, "i", 0, width), zero), term_eq(s, var(&path, "x", 0, width), zero));
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

int main(int count, char **args) {
    test_counting_loops();
    return finish();
}
