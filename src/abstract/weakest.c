/* Weakest preconditions of a path: what must hold before step i for the rest of the path to be impossible.
 *
 *     wp_n  =  not the conditions of step n
 *     wp_i  =  not the conditions of step i, or wp_{i+1} with the values behind step i in the place of what is read there
 *
 * It is exact, in bits, and there is one at every head. It says no more than it must, but for one thing: of the conditions,
 * only those in an unsatisfiable core are taken, so that it speaks of what makes the path impossible and of nothing else. */
#include "abstract/path.h"

/* The conjuncts of all steps, with indices; and the values, as equations. */
static void collect(ErrorPath *path, TermVec *conditions, TermVec *all) {
    Cegar *c = path->c;
    for (u32 i = 0; i < path->steps.count; i++) {
        const PathStep *step = &path->steps.at[i];
        TermVec values = {0};
        Term *condition = step->condition;
        path_at_step(path, i, &condition, 1);
        term_conjuncts(condition, &conditions[i]);
        for (u32 k = 0; k < conditions[i].count; k++) vec_push(all, conditions[i].at[k]);
        for (u32 k = 0; k < step->values.count; k++) vec_push(&values, step->values.at[k]);
        path_at_step(path, i, values.at, values.count);
        for (u32 k = 0; k < values.count; k++) {
            const Term *symbol = path->steps.at[i + 1].needed.at[k];
            vec_push(all, term_eq(c->terms, values.at[k], path_indexed(c->terms, symbol, i + 1)));
        }
        vec_free(&values);
    }
}

/* The conditions of a step that are in the core. */
static Term *in_core(TermStore *terms, const TermVec *conditions, const Map *core) {
    Term *all = term_true(terms);
    for (u32 i = 0; i < conditions->count; i++)
        if (map_get(core, (u64)(uintptr_t)conditions->at[i], NULL)) all = term_and(terms, all, conditions->at[i]);
    return all;
}

/* What was said behind the step, as it reads before it. */
static Term *before_step(ErrorPath *path, u32 number, Term *behind) {
    Cegar *c = path->c;
    const PathStep *step = &path->steps.at[number];
    TermVec values = {0};
    Map replacement = {0};
    for (u32 i = 0; i < step->values.count; i++) vec_push(&values, step->values.at[i]);
    path_at_step(path, number, values.at, values.count);
    for (u32 i = 0; i < values.count; i++)
        map_put_ptr(&replacement, path_indexed(c->terms, path->steps.at[number + 1].needed.at[i], number + 1),
                    values.at[i]);
    term_substitute(c->terms, &behind, 1, &replacement);
    map_free(&replacement);
    vec_free(&values);
    return behind;
}

bool path_weakest(ErrorPath *path, double seconds, Term **out) {
    Cegar *c = path->c;
    u32 count = path->steps.count;
    TermVec *conditions = xcalloc(count, sizeof *conditions), all = {0}, core = {0};
    Map in = {0};
    collect(path, conditions, &all);
    bool is_infeasible = cegar_ask_exactly(c, all.at, all.count, seconds, NULL, &core) == ANSWER_NO;
    for (u32 i = 0; i < core.count; i++) map_put(&in, (u64)(uintptr_t)core.at[i], 1);
    Term *behind = term_false(c->terms);
    for (u32 i = count; i-- > 0 && is_infeasible;) {
        if (i + 1 < count) behind = before_step(path, i, behind);
        behind = term_or(c->terms, term_not(c->terms, in_core(c->terms, &conditions[i], &in)), behind);
        out[i] = behind;
    }
    for (u32 i = 0; i < count; i++) vec_free(&conditions[i]);
    free(conditions);
    vec_free(&all);
    vec_free(&core);
    map_free(&in);
    return is_infeasible;
}
