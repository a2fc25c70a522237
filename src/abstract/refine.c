/* Whether the path to the error is a run of the program. */
#include "abstract/path.h"

#include "base/clock.h"

#include <string.h>

/* ---- Collecting ---- */

static void collect_steps(ErrorPath *path) {
    Cegar *c = path->c;
    const Node *node = c->error_node;
    u32 exit = c->error_exit;
    for (; node; exit = node->exit, node = node->parent)
        vec_push(&path->steps, (PathStep){.node = node, .exit = &node->run->exits.at[exit]});
    for (u32 i = 0, k = path->steps.count; i + 1 < k--; i++) {
        PathStep step = path->steps.at[i];
        path->steps.at[i] = path->steps.at[k];
        path->steps.at[k] = step;
    }
}

bool path_is_of_step(const Term *symbol) {
    const char *name = symbol->symbol->name;
    return !strncmp(name, "in.", 3) || !strncmp(name, "any.", 4) || !strncmp(name, "new.", 4) ||
           !strncmp(name, "read.", 5);
}

Term *path_indexed(TermStore *terms, const Term *symbol, u32 step) {
    Text name = {0};
    text_printf(&name, "%s@%u", symbol->symbol->name, step);
    Term *result = term_is_array(symbol) ? term_symbol_array(terms, name.chars, symbol->index_width, symbol->width)
                                         : term_symbol(terms, name.chars, symbol->width);
    text_free(&name);
    return result;
}

/* ---- Deciding ---- */

/* Terms of a step over what the steps before it gave. */
static void substitute_step(ErrorPath *path, u32 number, Term **roots, u32 count) {
    Cegar *c = path->c;
    PathStep *step = &path->steps.at[number];
    TermVec symbols = {0};
    term_symbols(c->terms, roots, count, &symbols);
    Map replacement = {0};
    for (u32 i = 0; i < symbols.count; i++) {
        Term *symbol = symbols.at[i], *value = map_get_ptr(&step->substitution, symbol);
        if (value) map_put_ptr(&replacement, symbol, value);
        else if (path_is_of_step(symbol)) map_put_ptr(&replacement, symbol, path_indexed(c->terms, symbol, number));
    }
    term_substitute(c->terms, roots, count, &replacement);
    map_free(&replacement);
    vec_free(&symbols);
}

/* What the places of the next head are, over the whole path before it. */
static void substitute_places(ErrorPath *path, u32 number) {
    Cegar *c = path->c;
    const PathStep *step = &path->steps.at[number];
    PathStep *next = &path->steps.at[number + 1];
    const Head *head = next->node->head;
    TermVec values = {0};
    for (u32 i = 0; i < head->places.count; i++)
        vec_push(&values, place_value(c, &head->places.at[i], &step->exit->state));
    substitute_step(path, number, values.at, values.count);
    for (u32 i = 0; i < head->places.count; i++)
        map_put_ptr(&next->substitution, head->places.at[i].symbol, values.at[i]);
    vec_free(&values);
}

static Answer decide(ErrorPath *path, Model **model) {
    enum { QUERY_SECONDS = 10 };
    Cegar *c = path->c;
    TermVec conditions = {0};
    for (u32 i = 0; i < path->steps.count; i++) {
        PathStep *step = &path->steps.at[i];
        step->guard = guard_term(c->terms, step->exit->state.guard);
        Term *guard = step->guard;
        substitute_step(path, i, &guard, 1);
        vec_push(&conditions, guard);
        if (i + 1 < path->steps.count) substitute_places(path, i);
    }
    Answer answer = cegar_ask_exactly(c, conditions.at, conditions.count, QUERY_SECONDS, model, NULL);
    vec_free(&conditions);
    return answer;
}

/* What the program asks for on the path, in its order. */
static void take_inputs(ErrorPath *path, Model *model) {
    Cegar *c = path->c;
    for (u32 i = 0; i < path->steps.count; i++) {
        const BlockRun *run = path->steps.at[i].node->run;
        for (u32 k = 0; k < run->inputs.count; k++) {
            const BlockInput *input = &run->inputs.at[k];
            if (!input->name) continue;
            Term *terms[] = {guard_term(c->terms, input->guard), input->symbol};
            substitute_step(path, i, terms, COUNT_OF(terms));
            if (!model_satisfies(model, terms[0])) continue;
            CegarInput taken = {arena_strdup(&c->arena, input->name), input->bytes, model_eval(model, terms[1])};
            vec_push(&c->inputs, taken);
        }
    }
}

/* ---- All together ---- */

static void print_path(ErrorPath *path, Text *out) {
    const Program *program = path->c->encoder.program;
    for (u32 i = 1; i < path->steps.count; i++) {
        const Head *head = path->steps.at[i].node->head;
        const Location *place = &program->locations.at[program_block_location(head->context->function, head->block)];
        text_printf(out, "%s%u", i > 1 ? " " : "", place->line);
    }
}

/* The rest is looked at all the same: there may be an error in it. */
static void remember_cut(Cegar *c, const BlockExit *exit) {
    const Program *program = c->encoder.program;
    const Location *place = &program->locations.at[exit->location];
    map_put(&c->cuts, cegar_cut_key(exit), 1);
    if (c->cut.length) return;
    text_printf(&c->cut, "%s", exit->why);
    if (place->line) text_printf(&c->cut, ", at %s:%u", program->files.at[place->file], place->line);
}

/* True: something was learned. */
static bool handle(ErrorPath *path) {
    Cegar *c = path->c;
    const BlockExit *exit = vec_last(&path->steps).exit;
    Model *model = NULL;
    Answer answer = decide(path, &model);
    Text lines = {0};
    print_path(path, &lines);
    u32 line = c->encoder.program->locations.at[exit->location].line;
    cegar_log(c, "refinement %u: a path of %u steps (heads at lines %s) to line %u is %s", c->refinements,
              path->steps.count, lines.length ? lines.chars : "none", line,
              answer == ANSWER_YES  ? "feasible"
              : answer == ANSWER_NO ? "infeasible"
                                    : "too hard");
    text_free(&lines);
    bool learned = false;
    if (answer == ANSWER_UNKNOWN) {
        text_add(&c->reason, "whether a path to the error is feasible is too hard for the solver");
    } else if (answer == ANSWER_YES && exit->end == EXIT_CUT) {
        remember_cut(c, exit);
        learned = true;
    } else if (answer == ANSWER_YES) {
        take_inputs(path, model);
        c->verdict = CEGAR_PATH;
    } else if (!c->options.uses_predicates) {
        text_add(&c->reason, "values alone do not tell that a path is infeasible");
    } else if (path->steps.count > 1) {
        learned = path_learn(path);
        if (!learned && !c->is_out_of_time)
            text_printf(&c->reason, "refinement %u finds no new predicate for a path that is infeasible",
                        c->refinements);
    }
    model_release(model);
    return learned;
}

bool cegar_refine(Cegar *c) {
    double start = clock_seconds();
    ErrorPath path = {.c = c};
    c->refinements++;
    collect_steps(&path);
    bool learned = handle(&path);
    for (u32 i = 0; i < path.steps.count; i++) map_free(&path.steps.at[i].substitution);
    vec_free(&path.steps);
    c->refinement_seconds += clock_seconds() - start;
    return learned;
}
