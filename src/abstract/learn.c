/* What a path that is infeasible teaches: it is sliced from its end back, and its formulas go to interpolation. */
#include "abstract/heap.h"
#include "abstract/invent.h"
#include "abstract/path.h"
#include "abstract/way.h"

#include "term/smtlib.h"

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

/* ---- Which way ---- */

/* The next step's predicates are behind this one what they are before that one. */
static void add_predicates(Cegar *c, const PathStep *step, const PathStep *next, TermVec *out) {
    Head *head = next->node->head;
    AbstractPredicate *behind = xcalloc(head->predicates.count + 1, sizeof *behind);
    u32 count = predicates_behind(c, head, &step->exit->state, behind);
    Map known = {0};
    node_substitution(c, next->node, &known);
    for (u32 i = 0; i < count; i++) {
        Term *before = c->predicates.at[head->predicates.at[i]];
        term_substitute(c->terms, &before, 1, &known);
        bool holds = model_satisfies(next->model, before);
        vec_push(out, holds ? behind[i].term : term_not(c->terms, behind[i].term));
    }
    map_free(&known);
    free(behind);
}

/* A model of the step from what the abstraction knows; such that it leads, as far as the predicates tell, to where the next
 * step begins. */
static Model *model_of_step(Cegar *c, const PathStep *step, const PathStep *next) {
    enum { QUERY_SECONDS = 3 };
    TermVec conditions = {0};
    vec_push(&conditions, predicates_at(c, step->node));
    vec_push(&conditions, step->guard);
    u32 own = conditions.count;
    Model *model = NULL;
    if (next) add_predicates(c, step, next, &conditions);
    SolverLimits limits = cegar_limits(c, QUERY_SECONDS);
    Answer answer = solver_check(c->solver, conditions.at, conditions.count, limits, &model, NULL);
    if (answer != ANSWER_YES && conditions.count > own)
        answer = solver_check(c->solver, conditions.at, own, limits, &model, NULL);
    vec_free(&conditions);
    return answer == ANSWER_YES ? model : NULL;
}

static bool choose_ways(ErrorPath *path) {
    for (u32 i = path->steps.count; i-- > 0;) {
        PathStep *next = i + 1 < path->steps.count ? &path->steps.at[i + 1] : NULL;
        path->steps.at[i].model = model_of_step(path->c, &path->steps.at[i], next);
        if (!path->steps.at[i].model) return false;
    }
    return true;
}

/* ---- Slicing ---- */

/* Without memory, and, on one way, without choices. */
static Term *as_scalar(PathStep *step, Way *way, Term *term) {
    if (way) return way_value(way, term);
    reads_eliminate(&step->reads, &term, 1);
    return term;
}

/* What is needed behind the step, as it reads before it. Words that were found first are parts of the others' addresses. */
static void add_values(Cegar *c, PathStep *step, const PathStep *next, Way *way) {
    Map behind = {0};
    for (u32 i = 0; i < next->registers; i++) {
        Term *value = value_behind(c, step, next, next->needed.at[i]);
        map_put_ptr(&behind, next->needed.at[i], value);
        vec_push(&step->values, as_scalar(step, way, value));
    }
    for (u32 i = 0; i < next->reads.list.count; i++) {
        const Read *read = &next->reads.list.at[i];
        Term *address = read->address;
        if (!is_place(next->node, read->memory)) continue; /* of memory that the step itself has made */
        Map known = {0};
        map_copy(&known, &behind);
        term_substitute(c->terms, &address, 1, &known);
        map_free(&known);
        Term *word = term_select(c->terms, value_behind(c, step, next, read->memory), address);
        map_put_ptr(&behind, read->symbol, word);
        vec_push(&step->values, as_scalar(step, way, word));
    }
    map_free(&behind);
}

static void find_needed(Cegar *c, PathStep *step) {
    TermVec roots = {0}, symbols = {0};
    vec_push(&roots, step->condition);
    for (u32 i = 0; i < step->values.count; i++) vec_push(&roots, step->values.at[i]);
    for (u32 i = 0; i < step->reads.list.count; i++) vec_push(&roots, step->reads.list.at[i].address);
    term_symbols(c->terms, roots.at, roots.count, &symbols);
    for (u32 i = 0; i < symbols.count; i++)
        if (is_place(step->node, symbols.at[i])) vec_push(&step->needed, symbols.at[i]);
    step->registers = step->needed.count;
    for (u32 i = 0; i < step->reads.list.count; i++)
        if (is_place(step->node, step->reads.list.at[i].memory)) vec_push(&step->needed, step->reads.list.at[i].symbol);
    vec_free(&roots);
    vec_free(&symbols);
}

/* From the last step back: the condition, and what is needed behind it, in terms of what is needed before. */
static void slice_step(ErrorPath *path, u32 number) {
    Cegar *c = path->c;
    PathStep *step = &path->steps.at[number];
    Way way;
    reads_init(&step->reads, c->terms);
    if (step->model) way_init(&way, c->terms, step->model, &step->reads, path_is_of_step);
    Way *one = step->model ? &way : NULL;
    if (number + 1 < path->steps.count) add_values(c, step, &path->steps.at[number + 1], one);
    if (one) {
        way_assume(one, step->guard);
        step->condition = way_conditions(one);
        way_free(one);
    } else {
        Term *condition = as_scalar(step, NULL, step->guard);
        step->condition = term_and(c->terms, condition, reads_congruence(&step->reads));
    }
    find_needed(c, step);
}

static void forget_slices(ErrorPath *path) {
    for (u32 i = 0; i < path->steps.count; i++) {
        PathStep *step = &path->steps.at[i];
        reads_free(&step->reads);
        step->reads = (Reads){0};
        vec_clear(&step->needed);
        vec_clear(&step->values);
        model_release(step->model);
        step->model = NULL;
    }
}

/* ---- Formulas and interpolants ---- */

static bool is_needed(const PathStep *step, const Term *symbol) {
    for (u32 i = 0; i < step->needed.count; i++)
        if (step->needed.at[i] == symbol) return true;
    return false;
}

void path_at_step(ErrorPath *path, u32 number, Term **roots, u32 count) {
    TermStore *terms = path->c->terms;
    const PathStep *step = &path->steps.at[number];
    TermVec symbols = {0};
    Map replacement = {0};
    term_symbols(terms, roots, count, &symbols);
    for (u32 i = 0; i < symbols.count; i++)
        if (path_is_of_step(symbols.at[i]) || is_needed(step, symbols.at[i]))
            map_put_ptr(&replacement, symbols.at[i], path_indexed(terms, symbols.at[i], number));
    term_substitute(terms, roots, count, &replacement);
    map_free(&replacement);
    vec_free(&symbols);
}

/* F_i. */
static Term *formula_of(ErrorPath *path, u32 number) {
    TermStore *terms = path->c->terms;
    const PathStep *step = &path->steps.at[number];
    TermVec roots = {0};
    vec_push(&roots, step->condition);
    for (u32 i = 0; i < step->values.count; i++) vec_push(&roots, step->values.at[i]);
    path_at_step(path, number, roots.at, roots.count);
    Term *formula = roots.at[0];
    for (u32 i = 0; i < step->values.count; i++) {
        Term *behind = path_indexed(terms, path->steps.at[number + 1].needed.at[i], number + 1);
        formula = term_and(terms, formula, term_eq(terms, roots.at[i + 1], behind));
    }
    vec_free(&roots);
    return formula;
}

typedef struct {
    Cegar *c;
    Head *head;
    u32 learned;
} Learning;

static void learn_atom(void *self, Term *atom) {
    Learning *learning = self;
    if (term_is_const(atom) || !head_has_symbols(learning->c, learning->head, atom)) return;
    if (!head_add_predicate(learning->c, learning->head, atom)) return;
    learning->learned++;
    growth_note(learning->c, learning->head, atom);
    u32 shared = share_predicate(learning->c, learning->head, atom);
    if (!learning->c->options.log) return;
    Text text = {0};
    smt_write_term(&text, atom, 12);
    if (shared) text_printf(&text, ", and at %u others", shared);
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
        map_put_ptr(&replacement, path_indexed(c->terms, step->needed.at[i], number), word ? word : step->needed.at[i]);
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

static u32 learn_by_weakest(ErrorPath *path, double seconds) {
    u32 count = path->steps.count, learned = 0;
    Term **weakest = xcalloc(count + 1, sizeof *weakest);
    if (path_weakest(path, seconds, weakest))
        for (u32 i = 1; i < count; i++) learned += learn(path, i, weakest[i]);
    cegar_log(path->c, "  weakest preconditions: %u new predicates", learned);
    free(weakest);
    return learned;
}

static bool slice(ErrorPath *path) {
    for (u32 i = path->steps.count; i-- > 0;) {
        slice_step(path, i);
        if (path->steps.at[i].reads.is_too_much || cegar_stops(path->c)) return false;
    }
    return true;
}

/* Where predicates come from, in turn, each for its slice of time: what generalises first, what is always there, and what
 * takes long. */
static bool learn_in_turn(ErrorPath *path) {
    bool is_sliced = slice(path);
    bool learned = is_sliced && (learn_by(path, INTERPOLATE_INTEGERS, 3) || learn_by(path, INTERPOLATE_CORE, 3) ||
                                 learn_by_weakest(path, 3) || learn_by(path, INTERPOLATE_BITS, 5));
    forget_slices(path);
    return learned;
}

static bool learn_from_one(ErrorPath *path) {
    bool learned = choose_ways(path) && learn_in_turn(path);
    forget_slices(path);
    return learned;
}

/* Where refinement runs after a loop, and where it has come to an end, invariants are guessed: once a shape. */
static bool learn_by_guessing(ErrorPath *path, bool is_last) {
    Cegar *c = path->c;
    const Growth *growth = growth_found(c);
    if (growth) {
        Head *head = growth->head;
        cegar_log(c, "  a predicate at head %u grows with the refinements", head->number);
        growth_forget(c, growth);
        if (invent_invariants(c, head)) return true;
    }
    bool learned = false;
    for (u32 i = path->steps.count; i-- > 1 && is_last && !learned && !cegar_stops(c);) {
        Head *head = path->steps.at[i].node->head;
        bool is_first = true;
        for (u32 k = i + 1; k < path->steps.count; k++) is_first = is_first && path->steps.at[k].node->head != head;
        learned = is_first && invent_invariants(c, head);
    }
    return learned;
}

/* All ways together teach most, as long as they are not too many; where they were twice, one way comes first. */
static bool learn_from_ways(ErrorPath *path) {
    enum { OFTEN = 2 };
    Cegar *c = path->c;
    bool one_first = c->too_many_ways >= OFTEN;
    if (one_first) return learn_from_one(path) || learn_in_turn(path);
    if (learn_in_turn(path)) return true;
    c->too_many_ways++;
    cegar_log(c, "  one way through each block:");
    return learn_from_one(path);
}

bool path_learn(ErrorPath *path) {
    path->c->begins_again = heap_begins(path->c);
    bool learned = path->c->begins_again || learn_by_guessing(path, false) || learn_from_ways(path) ||
                   learn_by_guessing(path, true);
    for (u32 i = 0; i < path->steps.count; i++) {
        vec_free(&path->steps.at[i].needed);
        vec_free(&path->steps.at[i].values);
    }
    return learned;
}
