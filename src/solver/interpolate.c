#include "solver/interpolate_inside.h"

#include "solver/definitions.h"

#include <stdlib.h>

const char *interpolation_way_name(InterpolationWay way) {
    static const char *const names[] = {"integers", "wrapping", "bits", "core"};
    return names[way];
}

void interpolation_order(TermStore *store, Term *formula, bool (*is_operation)(const Term *term), TermVec *out) {
    TermVec all = {0};
    Map needed = {0};
    u32 first = out->count;
    term_postorder(store, &formula, 1, &all);
    map_put_ptr(&needed, formula, formula);
    for (u32 i = all.count; i-- > 0;) {
        Term *t = all.at[i];
        if (!map_get(&needed, (u64)(uintptr_t)t, NULL)) continue;
        vec_push(out, t);
        for (u32 j = 0; j < t->arity && is_operation(t); j++) map_put_ptr(&needed, t->arg[j], t);
    }
    for (u32 i = first, j = out->count; i + 1 < j; i++) { /* back into the order of term_postorder */
        Term *other = out->at[i];
        out->at[i] = out->at[--j];
        out->at[j] = other;
    }
    map_free(&needed);
    vec_free(&all);
}

/* Only what is in a core, so that Z3 gets few variables; all of it if no core is found in time. */
static const char *slice(const Interpolation *task, Term **formulas) {
    enum { PART_OF_TIME = 5 };
    double left = deadline_left(task->deadline);
    TermVec *parts = xcalloc(task->count, sizeof *parts);
    const char *why_not = interpolate_find_core(task, left / PART_OF_TIME, parts);
    for (u32 i = 0; i < task->count && !why_not; i++) {
        formulas[i] = term_true(task->store);
        for (u32 j = 0; j < parts[i].count; j++) formulas[i] = term_and(task->store, formulas[i], parts[i].at[j]);
    }
    for (u32 i = 0; i < task->count; i++) vec_free(&parts[i]);
    free(parts);
    return why_not == interpolation_feasible ? why_not : NULL;
}

static const char *try_integers(const Interpolation *task) {
    const char *why_not = interpolate_integers(task, false);
    return why_not == horn_feasible ? interpolate_integers(task, true) : why_not;
}

static const char *run(const Interpolation *task, InterpolationWay way) {
    switch (way) {
    case INTERPOLATE_INTEGERS: return try_integers(task);
    case INTERPOLATE_WRAPPING: return interpolate_integers(task, true);
    case INTERPOLATE_BITS: return interpolate_bits(task);
    default: return interpolate_core(task);
    }
}

bool interpolate(Solver *solver, Term *const *formulas, u32 count, InterpolationWay way, SolverLimits limits,
                 Term **interpolants, Text *why_not) {
    Deadline deadline = solver_deadline(limits);
    Term **plain = xmalloc((count + 1) * sizeof *plain);
    for (u32 i = 0; i < count; i++) plain[i] = formulas[i];
    for (u32 i = 0; i + 1 < count; i++) interpolants[i] = term_true(solver->store);
    Plain changes = {0};
    if (way == INTERPOLATE_CORE) term_strip_bases(solver->store, plain, count);
    else plain_make(&changes, solver->store, plain, count);
    Interpolation task = {solver, solver->store, plain, count, &deadline, interpolants};
    const char *reason = count < 2 || way == INTERPOLATE_CORE ? NULL : slice(&task, plain);
    if (!reason && count >= 2) reason = run(&task, way);
    for (u32 i = 0; i + 1 < count; i++)
        interpolants[i] = interpolation_tidy(solver->store, plain_undo(&changes, solver->store, interpolants[i]));
    plain_free(&changes);
    if (reason && why_not) text_printf(why_not, "%s: %s", interpolation_way_name(way), reason);
    free(plain);
    return !reason;
}

Answer interpolate_check(Solver *solver, Term *const *formulas, u32 count, Term *const *interpolants,
                         SolverLimits limits, u32 *where) {
    TermStore *store = solver->store;
    Answer all = ANSWER_YES;
    for (u32 i = 0; i < count && all == ANSWER_YES; i++) {
        TermVec query = {0};
        if (i) term_conjuncts(interpolants[i - 1], &query);
        term_conjuncts(formulas[i], &query);
        if (i + 1 < count) vec_push(&query, term_not(store, interpolants[i]));
        definitions_inline_arrays(store, query.at, query.count, NULL, 0);
        Answer answer = solver_check(solver, query.at, query.count, limits, NULL, NULL);
        vec_free(&query);
        if (answer == ANSWER_NO) continue;
        all = answer == ANSWER_YES ? ANSWER_NO : ANSWER_UNKNOWN;
        if (where) *where = i + 1;
    }
    return all;
}

/* Atoms. */

bool interpolation_is_connective(const Term *t) {
    if (t->width != 1 || term_is_array(t)) return false;
    return t->op == TERM_NOT || t->op == TERM_AND || t->op == TERM_XOR || t->op == TERM_ITE || t->op == TERM_OR;
}

void interpolant_atoms(TermStore *store, Term *formula, void (*visit)(void *self, Term *atom), void *self) {
    TermVec order = {0};
    interpolation_order(store, formula, interpolation_is_connective, &order);
    for (u32 i = 0; i < order.count; i++)
        if (!interpolation_is_connective(order.at[i]) && !term_is_const(order.at[i])) visit(self, order.at[i]);
    vec_free(&order);
}
