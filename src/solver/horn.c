#include "solver/horn.h"

#include "solver/process.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_SCRIPT = 8 << 20 };

const char horn_feasible[] = "the path is feasible as Z3 was told it";

#define END_MARK "loci-end"

HornStep *horn_step_add(HornPath *path) {
    vec_push(&path->steps, (HornStep){0});
    return &vec_last(&path->steps);
}

u32 horn_let(HornPath *path, HornStep *step, Text *expression) {
    text_printf(&step->lets, "(let ((n%u ", path->names);
    text_add_n(&step->lets, expression->chars, expression->length);
    text_add(&step->lets, "))\n");
    text_clear(expression);
    step->let_count++;
    return path->names++;
}

u32 horn_local(HornPath *path, HornStep *step, const char *sort) {
    text_printf(&step->locals, "(n%u %s) ", path->names, sort);
    return path->names++;
}

u32 horn_variable(HornPath *path, HornStep *step, HornVariable variable, bool *is_new_here) {
    bool is_new;
    u64 *cell = map_cell(&path->number_of, (u64)(uintptr_t)variable.term, &is_new);
    if (is_new) {
        *cell = path->variables.count;
        vec_push(&path->variables, variable);
    }
    u32 number = (u32)*cell;
    map_cell(&step->has, number, is_new_here);
    if (*is_new_here) vec_push(&step->variables, number);
    return number;
}

void horn_path_free(HornPath *path) {
    for (u32 i = 0; i < path->steps.count; i++) {
        HornStep *step = &path->steps.at[i];
        text_free(&step->lets);
        text_free(&step->conditions);
        text_free(&step->locals);
        text_free(&step->formula);
        vec_free(&step->variables);
        map_free(&step->has);
    }
    vec_free(&path->steps);
    vec_free(&path->variables);
    map_free(&path->number_of);
}

/* The script. */

/* Of each variable the first and the last step that has it; it is shared behind the steps from the first on to the one before
 * the last. */
static void find_shared(const HornPath *path, HornSolution *solution) {
    u32 count = path->variables.count;
    u32 *first = xcalloc(count + 1, sizeof *first), *last = xcalloc(count + 1, sizeof *last);
    for (u32 i = path->steps.count; i-- > 0;)
        for (u32 j = 0; j < path->steps.at[i].variables.count; j++) {
            u32 v = path->steps.at[i].variables.at[j];
            first[v] = i;
            if (last[v] < i) last[v] = i;
        }
    for (u32 i = 0; i + 1 < path->steps.count; i++) {
        HornPredicate predicate = {0};
        for (u32 v = 0; v < count; v++)
            if (first[v] <= i && i < last[v]) vec_push(&predicate.variables, v);
        vec_push(&solution->predicates, predicate);
    }
    free(first);
    free(last);
}

static void declare(const HornPath *path, const HornSolution *solution, Text *out) {
    for (u32 i = 0; i < solution->predicates.count; i++) {
        const HornPredicate *p = &solution->predicates.at[i];
        text_printf(out, "(declare-fun P%u (", i);
        for (u32 j = 0; j < p->variables.count; j++) {
            if (j) text_add_char(out, ' ');
            path->write_sort(out, &path->variables.at[p->variables.at[j]]);
        }
        text_add(out, ") Bool)\n");
    }
}

/* P_i of its variables. */
static void put_predicate(const HornSolution *solution, u32 i, Text *out) {
    const HornPredicate *p = &solution->predicates.at[i];
    text_printf(out, p->variables.count ? "(P%u" : "P%u", i);
    for (u32 j = 0; j < p->variables.count; j++) text_printf(out, " v%u", p->variables.at[j]);
    if (p->variables.count) text_add_char(out, ')');
}

static void put_quantified(const HornPath *path, u32 v, Text *out) {
    text_printf(out, "(v%u ", v);
    path->write_sort(out, &path->variables.at[v]);
    text_add(out, ") ");
}

/* The variables of a step and those that are passed on through it. */
static bool put_quantifier(const HornPath *path, const HornSolution *solution, u32 i, Text *out) {
    const HornStep *step = &path->steps.at[i];
    const HornPredicate *before = i ? &solution->predicates.at[i - 1] : NULL;
    Text bound = {0};
    for (u32 j = 0; j < step->variables.count; j++) put_quantified(path, step->variables.at[j], &bound);
    for (u32 j = 0; before && j < before->variables.count; j++)
        if (!map_get(&step->has, before->variables.at[j], NULL)) put_quantified(path, before->variables.at[j], &bound);
    if (step->locals.length) text_add_n(&bound, step->locals.chars, step->locals.length);
    bool any = bound.length != 0;
    if (any) text_printf(out, "(forall (%s)\n", bound.chars);
    text_free(&bound);
    return any;
}

static void put_clause(const HornPath *path, const HornSolution *solution, u32 i, Text *out) {
    const HornStep *step = &path->steps.at[i];
    text_add(out, "(assert ");
    bool quantified = put_quantifier(path, solution, i, out);
    text_add_n(out, step->lets.chars ? step->lets.chars : "", step->lets.length);
    text_add(out, "(=> (and true ");
    if (i) put_predicate(solution, i - 1, out);
    text_add_char(out, ' ');
    text_add_n(out, step->conditions.chars ? step->conditions.chars : "", step->conditions.length);
    text_add_char(out, ' ');
    text_add_n(out, step->formula.chars, step->formula.length);
    text_add(out, ") ");
    if (i + 1 < path->steps.count) put_predicate(solution, i, out);
    else text_add(out, "false");
    text_add_char(out, ')');
    text_fill(out, ')', step->let_count + quantified + 1);
    text_add_char(out, '\n');
}

static void write_script(const HornPath *path, const HornSolution *solution, Text *out) {
    text_add(out, "(set-logic HORN)\n");
    declare(path, solution, out);
    for (u32 i = 0; i < path->steps.count && out->length < LONGEST_SCRIPT; i++) put_clause(path, solution, i, out);
    text_add(out, "(check-sat)\n(get-model)\n(echo \"" END_MARK "\")\n");
}

/* The answer. */

/* (define-fun P3 ((x!0 Int) ...) Bool body) */
static void take_definition(HornSolution *solution, const Sexp *definition) {
    if (!sexp_is_list_of(definition, "define-fun") || definition->count != 5) return;
    const Sexp *name = definition->items[1], *parameters = definition->items[2];
    if (name->kind != SEXP_SYMBOL || name->text[0] != 'P' || parameters->kind != SEXP_LIST) return;
    u64 number = strtoul(name->text + 1, NULL, 10);
    if (number >= solution->predicates.count) return;
    HornPredicate *predicate = &solution->predicates.at[number];
    if (predicate->variables.count != parameters->count) return;
    predicate->parameters = parameters;
    predicate->body = definition->items[4];
}

static const char *read_answer(HornSolution *solution) {
    Error error = {0};
    solution->reader = sexp_reader_new(solution->text.chars ? solution->text.chars : "", solution->text.length);
    const Sexp *verdict = sexp_read(solution->reader, &error);
    const Sexp *model = verdict && sexp_is(verdict, "sat") ? sexp_read(solution->reader, &error) : NULL;
    error_free(&error);
    if (verdict && sexp_is(verdict, "unsat")) return horn_feasible;
    if (!model || model->kind != SEXP_LIST) return "Z3 does not know";
    for (u32 i = 0; i < model->count; i++) take_definition(solution, model->items[i]);
    return NULL;
}

static const char *converse(const char *program, const Text *script, Deadline *deadline, Text *answer) {
    /* Inlined clauses lead to formulas of single paths, which say nothing about the next turn of a loop. */
    const char *arguments[] = {program,
                               "-in",
                               "-smt2",
                               "fp.engine=spacer",
                               "fp.xform.inline_eager=false",
                               "fp.xform.inline_linear=false",
                               "fp.xform.slice=false",
                               "pp.bv_literals=true",
                               NULL};
    Process process = {0};
    if (!process_start(&process, arguments, deadline->memory_bytes)) return "Z3 could not be started";
    bool answered = process_send(&process, script->chars, script->length, deadline) &&
                    process_receive(&process, END_MARK, answer, deadline);
    process_kill(&process);
    return answered ? NULL : deadline->expired ? deadline->expired : "Z3 did not answer";
}

const char *horn_solve(const HornPath *path, const char *program, Deadline *deadline, HornSolution *solution) {
    Text script = {0};
    find_shared(path, solution);
    write_script(path, solution, &script);
    const char *why_not = script.length >= LONGEST_SCRIPT ? "the path is too long"
                                                          : converse(program, &script, deadline, &solution->text);
    text_free(&script);
    return why_not ? why_not : read_answer(solution);
}

void horn_solution_free(HornSolution *solution) {
    if (solution->reader) sexp_reader_free(solution->reader);
    for (u32 i = 0; i < solution->predicates.count; i++) vec_free(&solution->predicates.at[i].variables);
    vec_free(&solution->predicates);
    text_free(&solution->text);
    *solution = (HornSolution){0};
}
