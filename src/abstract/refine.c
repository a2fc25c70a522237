/* A path to the error: is it a run of the program? If not, what would the abstraction have to know?
 *
 * The path goes from head to head; step i runs the block behind node i. Symbols of step i get an index: what a head's place
 * is before step i, and what step i asks for. The path formula is the conjunction of
 *
 *     F_i  =  the conditions of step i, and, for each place that matters later, its value behind it = its symbol at i + 1
 *
 * sliced to what the conditions behind depend on, and with the words that are read in the place of memory (reads.h). To
 * decide it, values are substituted instead, memory as it is; to learn from it, F_1 .. F_n go to interpolation. */
#include "abstract/cegar.h"
#include "abstract/reads.h"

#include "base/clock.h"
#include "term/smtlib.h"

#include <string.h>

typedef struct {
    const Node *node;
    const BlockExit *exit;
    Term *guard;      /* of the exit */
    Map substitution; /* place's symbol -> its value, for the whole path */
    /* Without memory: */
    Reads reads; /* words that are read before the step */
    Term *condition;
    TermVec
        needed;    /* places' symbols, without memory, that matter from here on; behind them those of reads of places */
    u32 registers; /* of needed: so many are no reads */
    TermVec values; /* behind the step, beside the next one's needed */
} PathStep;

typedef struct {
    Cegar *c;
    VEC(PathStep) steps;
} ErrorPath;

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

/* What is made anew in each step. */
static bool is_of_step(const Term *symbol) {
    const char *name = symbol->symbol->name;
    return !strncmp(name, "in.", 3) || !strncmp(name, "any.", 4) || !strncmp(name, "new.", 4) ||
           !strncmp(name, "read.", 5);
}

static Term *indexed(TermStore *terms, const Term *symbol, u32 step) {
    Text name = {0};
    text_printf(&name, "%s@%u", symbol->symbol->name, step);
    Term *result = term_is_array(symbol) ? term_symbol_array(terms, name.chars, symbol->index_width, symbol->width)
                                         : term_symbol(terms, name.chars, symbol->width);
    text_free(&name);
    return result;
}

static bool is_place(const Node *node, const Term *symbol) {
    for (u32 i = 0; node->head && i < node->head->places.count; i++)
        if (node->head->places.at[i].symbol == symbol) return true;
    return false;
}

static Term *value_behind(const Cegar *c, const PathStep *step, const PathStep *next, const Term *symbol) {
    const Head *head = next->node->head;
    for (u32 i = 0; i < head->places.count; i++)
        if (head->places.at[i].symbol == symbol) return place_value(c, &head->places.at[i], &step->exit->state);
    return NULL;
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
        else if (is_of_step(symbol)) map_put_ptr(&replacement, symbol, indexed(c->terms, symbol, number));
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
    Answer answer = cegar_ask(c, conditions.at, conditions.count, model);
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

/* ---- Learning ---- */

/* Behind the step: what the reads before the next step are. Those that were found first are parts of the others'
 * addresses. */
static void add_reads_behind(ErrorPath *path, u32 number, Map *behind) {
    Cegar *c = path->c;
    PathStep *step = &path->steps.at[number];
    const PathStep *next = &path->steps.at[number + 1];
    for (u32 i = 0; i < next->reads.list.count; i++) {
        const Read *read = &next->reads.list.at[i];
        Term *address = read->address;
        if (!is_place(next->node, read->memory)) continue; /* of memory that the step itself has made */
        Map known = {0};
        map_copy(&known, behind);
        term_substitute(c->terms, &address, 1, &known);
        map_free(&known);
        Term *word = reads_word(&step->reads, value_behind(c, step, next, read->memory), address);
        vec_push(&step->values, word);
        map_put_ptr(behind, read->symbol, word);
    }
}

/* From the last step back: the condition, and what is needed behind it, in terms of what is needed before. */
static void slice_step(ErrorPath *path, u32 number) {
    Cegar *c = path->c;
    PathStep *step = &path->steps.at[number];
    PathStep *next = number + 1 < path->steps.count ? &path->steps.at[number + 1] : NULL;
    TermVec roots = {0}, symbols = {0};
    Map behind = {0};
    reads_init(&step->reads, c->terms);
    u32 registers = next ? next->registers : 0;
    vec_push(&roots, step->guard);
    for (u32 i = 0; i < registers; i++) vec_push(&roots, value_behind(c, step, next, next->needed.at[i]));
    for (u32 i = 0; next && i < next->reads.list.count; i++) { /* so that what is stored in memory is rewritten, too */
        Term *memory = value_behind(c, step, next, next->reads.list.at[i].memory);
        if (memory) vec_push(&roots, memory);
    }
    u32 scalars = registers + 1;
    reads_eliminate(&step->reads, roots.at, roots.count);
    step->condition = roots.at[0];
    for (u32 i = 0; i < registers; i++) {
        vec_push(&step->values, roots.at[i + 1]);
        map_put_ptr(&behind, next->needed.at[i], roots.at[i + 1]);
    }
    if (next) add_reads_behind(path, number, &behind);
    roots.count = scalars;
    for (u32 i = registers; i < step->values.count; i++) vec_push(&roots, step->values.at[i]);
    for (u32 i = 0; i < step->reads.list.count; i++) vec_push(&roots, step->reads.list.at[i].address);
    term_symbols(c->terms, roots.at, roots.count, &symbols);
    for (u32 i = 0; i < symbols.count; i++)
        if (is_place(step->node, symbols.at[i])) vec_push(&step->needed, symbols.at[i]);
    step->registers = step->needed.count;
    for (u32 i = 0; i < step->reads.list.count; i++)
        if (is_place(step->node, step->reads.list.at[i].memory)) vec_push(&step->needed, step->reads.list.at[i].symbol);
    map_free(&behind);
    vec_free(&roots);
    vec_free(&symbols);
}

static bool is_needed(const PathStep *step, const Term *symbol) {
    for (u32 i = 0; i < step->needed.count; i++)
        if (step->needed.at[i] == symbol) return true;
    return false;
}

/* Step i with indices. */
static Term *formula_of(ErrorPath *path, u32 number) {
    Cegar *c = path->c;
    PathStep *step = &path->steps.at[number];
    TermVec roots = {0}, symbols = {0};
    vec_push(&roots, term_and(c->terms, step->condition, reads_congruence(&step->reads)));
    for (u32 i = 0; i < step->values.count; i++) vec_push(&roots, step->values.at[i]);
    term_symbols(c->terms, roots.at, roots.count, &symbols);
    Map replacement = {0};
    for (u32 i = 0; i < symbols.count; i++)
        if (is_of_step(symbols.at[i]) || is_needed(step, symbols.at[i]))
            map_put_ptr(&replacement, symbols.at[i], indexed(c->terms, symbols.at[i], number));
    term_substitute(c->terms, roots.at, roots.count, &replacement);
    Term *formula = roots.at[0];
    for (u32 i = 0; i < step->values.count; i++) {
        const Term *symbol = path->steps.at[number + 1].needed.at[i];
        formula =
            term_and(c->terms, formula, term_eq(c->terms, roots.at[i + 1], indexed(c->terms, symbol, number + 1)));
    }
    map_free(&replacement);
    vec_free(&roots);
    vec_free(&symbols);
    return formula;
}

typedef struct {
    Cegar *c;
    Head *head;
    u32 learned;
} Learning;

/* Only over what the head's state consists of. */
static bool is_of_head(Cegar *c, const Head *head, Term *atom) {
    TermVec symbols = {0};
    term_symbols(c->terms, &atom, 1, &symbols);
    bool is_known = symbols.count;
    for (u32 i = 0; i < symbols.count && is_known; i++) {
        is_known = false;
        for (u32 k = 0; k < head->places.count && !is_known; k++) is_known = head->places.at[k].symbol == symbols.at[i];
    }
    vec_free(&symbols);
    return is_known;
}

static void learn_atom(void *self, Term *atom) {
    Learning *learning = self;
    if (term_is_const(atom) || !is_of_head(learning->c, learning->head, atom)) return;
    if (!head_add_predicate(learning->c, learning->head, atom)) return;
    learning->learned++;
    if (!learning->c->options.log) return;
    Text text = {0};
    smt_write_term(&text, atom, 12);
    cegar_log(learning->c, "    head %u: %s", learning->head->number, text.chars);
    text_free(&text);
}

/* The interpolant before a step, over what its head's state consists of. */
static u32 learn(ErrorPath *path, u32 number, Term *interpolant) {
    Cegar *c = path->c;
    const PathStep *step = &path->steps.at[number];
    Map meaning = {0}, replacement = {0};
    reads_meaning(&step->reads, &meaning);
    for (u32 i = 0; i < step->needed.count; i++) {
        Term *word = map_get_ptr(&meaning, step->needed.at[i]);
        map_put_ptr(&replacement, indexed(c->terms, step->needed.at[i], number), word ? word : step->needed.at[i]);
    }
    term_substitute(c->terms, &interpolant, 1, &replacement);
    map_free(&meaning);
    map_free(&replacement);
    Learning learning = {c, step->node->head, 0};
    interpolant_atoms(c->terms, interpolant, learn_atom, &learning);
    return learning.learned;
}

static u32 learn_by(ErrorPath *path, InterpolationWay way, double seconds) {
    Cegar *c = path->c;
    u32 count = path->steps.count, learned = 0;
    Term **formulas = xcalloc(count + 1, sizeof *formulas), **interpolants = xcalloc(count + 1, sizeof *interpolants);
    for (u32 i = 0; i < count; i++) formulas[i] = formula_of(path, i);
    Text why_not = {0};
    if (interpolate(c->solver, formulas, count, way, cegar_limits(c, seconds), interpolants, &why_not))
        for (u32 i = 1; i < count; i++) learned += learn(path, i, interpolants[i - 1]);
    cegar_log(c, "  %s: %u new predicates%s%s", interpolation_way_name(way), learned, why_not.length ? "; " : "",
              why_not.length ? why_not.chars : "");
    text_free(&why_not);
    free(formulas);
    free(interpolants);
    return learned;
}

static bool learn_from(ErrorPath *path) {
    for (u32 i = path->steps.count; i-- > 0;) slice_step(path, i);
    static const struct {
        InterpolationWay way;
        double seconds;
    } ways[] = {{INTERPOLATE_INTEGERS, 3}, {INTERPOLATE_CORE, 3}, {INTERPOLATE_BITS, 5}};
    for (u32 i = 0; i < COUNT_OF(ways) && !cegar_stops(path->c); i++)
        if (learn_by(path, ways[i].way, ways[i].seconds)) return true;
    return false;
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
        learned = learn_from(path);
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
    for (u32 i = 0; i < path.steps.count; i++) {
        reads_free(&path.steps.at[i].reads);
        vec_free(&path.steps.at[i].needed);
        vec_free(&path.steps.at[i].values);
        map_free(&path.steps.at[i].substitution);
    }
    vec_free(&path.steps);
    c->refinement_seconds += clock_seconds() - start;
    return learned;
}
