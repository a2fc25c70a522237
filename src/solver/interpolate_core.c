/* Interpolants from an unsatisfiable core: always at hand, though they grow with the path.
 *
 * Only the conjuncts of the core are looked at. What the steps before a cut say about the shared symbols is what remains of
 * them when each other symbol x for which some conjunct says x = t is replaced by t: the strongest postcondition. What the
 * steps behind it need is the negation of what remains of those: the weakest precondition. Either sequence is inductive if
 * no symbol was left over; a conjunct in which one is left over is dropped, or weakened to what it says about the cells of an
 * array. The sequence without such losses is taken, the shorter one if both are, and the postconditions if none is. */
#include "solver/interpolate_inside.h"

#include "solver/definitions.h"

#include <stdlib.h>

typedef struct {
    const Interpolation *task;
    TermVec *parts;  /* a step: its conjuncts that are in the core */
    Map first, last; /* symbol -> first and last step that has it in the core */
} Core;

typedef struct {
    Term **cuts;
    u32 losses; /* conjuncts dropped */
    u64 size;   /* terms in all of them */
} Sequence;

/* Definitions of arrays were put into the other conjuncts: a conjunct of the core needs those of the symbols it has. */
static void need_definitions(TermStore *store, const TermVec *all, const TermVec *inlined, bool *is_needed) {
    Map needed_symbols = {0};
    for (bool changed = true; changed;) {
        changed = false;
        TermVec roots = {0}, symbols = {0};
        for (u32 i = 0; i < all->count; i++)
            if (is_needed[i]) vec_push(&roots, all->at[i]);
        term_symbols(store, roots.at, roots.count, &symbols);
        for (u32 i = 0; i < symbols.count; i++) map_put_ptr(&needed_symbols, symbols.at[i], symbols.at[i]);
        for (u32 i = 0; i < all->count; i++) {
            const Term *t = all->at[i];
            if (is_needed[i] || !term_is_true(inlined->at[i]) || t->op != TERM_EQ) continue;
            if (!map_get_ptr(&needed_symbols, t->arg[0]) && !map_get_ptr(&needed_symbols, t->arg[1])) continue;
            is_needed[i] = changed = true;
        }
        vec_free(&roots);
        vec_free(&symbols);
    }
    map_free(&needed_symbols);
}

const char interpolation_feasible[] = "the path is feasible";

/* Which of the conjuncts are in a core; NULL, or why none was found. */
static const char *ask_for_core(const Interpolation *task, double seconds, const TermVec *all, bool *is_needed) {
    SolverLimits limits = {
        .seconds = seconds, .memory_bytes = task->deadline->memory_bytes, .interrupted = task->deadline->interrupted};
    TermVec inlined, core = {0};
    Map in_core = {0};
    vec_copy(&inlined, all);
    definitions_inline_arrays(task->store, inlined.at, inlined.count, NULL, 0);
    Answer answer = solver_check(task->solver, inlined.at, inlined.count, limits, NULL, &core);
    for (u32 i = 0; i < core.count; i++) map_put_ptr(&in_core, core.at[i], core.at[i]);
    for (u32 i = 0; i < all->count; i++) is_needed[i] = map_get_ptr(&in_core, inlined.at[i]);
    need_definitions(task->store, all, &inlined, is_needed);
    map_free(&in_core);
    vec_free(&core);
    vec_free(&inlined);
    return answer == ANSWER_NO ? NULL : answer == ANSWER_YES ? interpolation_feasible : solver_reason(task->solver);
}

const char *interpolate_find_core(const Interpolation *task, double seconds, TermVec *parts) {
    TermVec all = {0};
    for (u32 i = 0; i < task->count; i++) term_conjuncts(task->formulas[i], &all);
    bool *is_needed = xcalloc(all.count + 1, sizeof *is_needed);
    const char *why_not = ask_for_core(task, seconds, &all, is_needed);
    for (u32 i = 0, at = 0; i < task->count && !why_not; i++) {
        u32 kept = 0;
        term_conjuncts(task->formulas[i], &parts[i]);
        for (u32 j = 0; j < parts[i].count; j++)
            if (is_needed[at++]) parts[i].at[kept++] = parts[i].at[j];
        parts[i].count = kept;
    }
    free(is_needed);
    vec_free(&all);
    return why_not;
}

static void find_symbols(Core *core) {
    for (u32 i = 0; i < core->task->count; i++) {
        TermVec symbols = {0};
        term_symbols(core->task->store, core->parts[i].at, core->parts[i].count, &symbols);
        for (u32 j = 0; j < symbols.count; j++) {
            bool is_new;
            u64 *first = map_cell(&core->first, (u64)(uintptr_t)symbols.at[j], &is_new);
            if (is_new) *first = i;
            map_put(&core->last, (u64)(uintptr_t)symbols.at[j], i);
        }
        vec_free(&symbols);
    }
}

/* Whether a symbol is shared by the steps up to `cut` and those behind it. */
static bool is_shared(const Core *core, const Term *symbol, u32 cut) {
    u64 first = 0, last = 0;
    map_get(&core->first, (u64)(uintptr_t)symbol, &first);
    map_get(&core->last, (u64)(uintptr_t)symbol, &last);
    return first <= cut && cut < last;
}

/* What a conjunct says a symbol that is not shared is: *symbol = the result; NULL if nothing. */
static Term *definition_in(const Core *core, u32 cut, Term *t, Term **symbol) {
    TermStore *store = core->task->store;
    bool is_negated = t->op == TERM_NOT;
    Term *inner = is_negated ? t->arg[0] : t;
    if (inner->op == TERM_SYMBOL && inner->width == 1 && !is_shared(core, inner, cut)) { /* a truth value */
        *symbol = inner;
        return is_negated ? term_false(store) : term_true(store);
    }
    if (inner->op == TERM_XOR && inner->width == 1) { /* an equation of truth values, or its negation */
        for (u32 i = 0; i < 2; i++) {
            Term *x = inner->arg[i], *value = inner->arg[1 - i];
            if (x->op != TERM_SYMBOL || is_shared(core, x, cut) || definitions_occurs(store, x, value)) continue;
            *symbol = x;
            return is_negated ? value : term_not(store, value);
        }
    }
    if (t->op != TERM_EQ) return NULL;
    for (u32 i = 0; i < 2; i++) {
        Term *x = t->arg[i], *value = t->arg[1 - i];
        if (x->op != TERM_SYMBOL || is_shared(core, x, cut) || definitions_occurs(store, x, value)) continue;
        *symbol = x;
        return value;
    }
    return NULL;
}

/* a + x = t, for a symbol x that is not shared: x = t - a. */
static Term *solved_in(const Core *core, u32 cut, Term *t, Term **symbol) {
    TermStore *store = core->task->store;
    for (u32 side = 0; t->op == TERM_EQ && !term_is_array(t->arg[0]) && side < 2; side++) {
        Term *rest = t->arg[1 - side];
        for (Term *sum = t->arg[side];; sum = sum->arg[0]) {
            Term *x = sum->op == TERM_ADD ? sum->arg[1] : sum;
            bool is_negative = x->op == TERM_NEG;
            if (is_negative) x = x->arg[0];
            if (x->op == TERM_SYMBOL && !is_shared(core, x, cut)) {
                Term *addend = is_negative ? term_neg(store, x) : x;
                Term *value = term_sub(store, rest, term_sub(store, t->arg[side], addend));
                if (is_negative) value = term_neg(store, value);
                if (!definitions_occurs(store, x, value)) {
                    *symbol = x;
                    return value;
                }
            }
            if (sum->op != TERM_ADD) break;
        }
    }
    return NULL;
}

static void substitute(TermStore *store, TermVec *conjuncts, Term *symbol, Term *value) {
    Map replacement = {0};
    TermVec result = {0};
    map_put_ptr(&replacement, symbol, value);
    term_substitute(store, conjuncts->at, conjuncts->count, &replacement);
    for (u32 i = 0; i < conjuncts->count; i++) term_conjuncts(conjuncts->at[i], &result);
    vec_free(conjuncts);
    *conjuncts = result;
    map_free(&replacement);
}

/* Substitutes a symbol that is not shared; false when no conjunct says what one is. */
static bool eliminate_one(const Core *core, u32 cut, TermVec *conjuncts) {
    for (u32 i = 0; i < conjuncts->count; i++) {
        Term *symbol = NULL, *value = definition_in(core, cut, conjuncts->at[i], &symbol);
        if (!value) value = solved_in(core, cut, conjuncts->at[i], &symbol);
        if (!value) continue;
        conjuncts->at[i] = conjuncts->at[--conjuncts->count];
        substitute(core->task->store, conjuncts, symbol, value);
        return true;
    }
    return false;
}

static bool has_unshared(const Core *core, u32 cut, Term *t) {
    TermVec symbols = {0};
    bool found = false;
    term_symbols(core->task->store, &t, 1, &symbols);
    for (u32 i = 0; i < symbols.count && !found; i++) found = !is_shared(core, symbols.at[i], cut);
    vec_free(&symbols);
    return found;
}

/* Arrays. x = b[i := v][j := w] says of a b that is not shared that it is x but for two cells: what is read of b elsewhere is
 * read of x, and what was written remains as x[j] = w, and x[i] = v unless i = j. */

typedef struct {
    Term *array; /* x */
    Term *base;  /* b */
    Term *last;  /* the outermost write */
} Writes;

static bool find_writes(const Core *core, u32 cut, const Term *t, Writes *out) {
    if (t->op != TERM_EQ || !term_is_array(t->arg[0])) return false;
    u32 side = t->arg[0]->op == TERM_STORE;
    *out = (Writes){.array = t->arg[side], .base = t->arg[1 - side], .last = t->arg[1 - side]};
    while (out->base->op == TERM_STORE) out->base = out->base->arg[0];
    return out->base != out->last && out->base->op == TERM_SYMBOL && !is_shared(core, out->base, cut) &&
           !definitions_occurs(core->task->store, out->base, out->array);
}

/* Whether the cell was written by a write outside of `end`. */
static Term *is_written(TermStore *store, const Writes *writes, Term *index, const Term *end) {
    Term *any = term_false(store);
    for (const Term *w = writes->last; w != end; w = w->arg[0])
        any = term_or(store, any, term_eq(store, w->arg[1], index));
    return any;
}

static Term *cells_written(TermStore *store, const Writes *writes) {
    Term *all = term_true(store);
    for (Term *w = writes->last; w != writes->base; w = w->arg[0]) {
        Term *cell = term_eq(store, term_select(store, writes->array, w->arg[1]), w->arg[2]);
        all = term_and(store, all, term_or(store, is_written(store, writes, w->arg[1], w), cell));
    }
    return all;
}

/* A conjunct with reads of the base as reads of the array; true where a cell read was overwritten. */
static Term *read_through(TermStore *store, const Writes *writes, Term *conjunct, u32 *losses) {
    TermVec order = {0};
    Map replacement = {0};
    Term *unknown = term_false(store);
    term_postorder(store, &conjunct, 1, &order);
    for (u32 i = 0; i < order.count; i++) {
        Term *t = order.at[i];
        if (t->op != TERM_SELECT || t->arg[0] != writes->base || definitions_occurs(store, writes->base, t->arg[1]))
            continue;
        unknown = term_or(store, unknown, is_written(store, writes, t->arg[1], writes->base));
        map_put_ptr(&replacement, t, term_select(store, writes->array, t->arg[1]));
    }
    term_substitute(store, &conjunct, 1, &replacement);
    if (!term_is_false(unknown)) ++*losses;
    map_free(&replacement);
    vec_free(&order);
    return term_or(store, unknown, conjunct);
}

/* Forgets an array that is not shared; false when no conjunct says what was written to one. */
static bool forget_one_array(const Core *core, u32 cut, TermVec *conjuncts, u32 *losses) {
    TermStore *store = core->task->store;
    Writes writes;
    u32 definition = 0;
    while (definition < conjuncts->count && !find_writes(core, cut, conjuncts->at[definition], &writes)) definition++;
    if (definition == conjuncts->count) return false;
    TermVec result = {0};
    term_conjuncts(cells_written(store, &writes), &result);
    for (u32 i = 0; i < conjuncts->count; i++)
        if (i != definition) term_conjuncts(read_through(store, &writes, conjuncts->at[i], losses), &result);
    vec_free(conjuncts);
    *conjuncts = result;
    return true;
}

/* The conjunction of what remains without symbols that are not shared. */
static Term *project(const Core *core, u32 cut, TermVec *conjuncts, u32 *losses) {
    Term *all = term_true(core->task->store);
    while (!deadline_is_over(core->task->deadline) && eliminate_one(core, cut, conjuncts)) continue;
    while (!deadline_is_over(core->task->deadline) && forget_one_array(core, cut, conjuncts, losses)) continue;
    for (u32 i = 0; i < conjuncts->count; i++) {
        if (has_unshared(core, cut, conjuncts->at[i])) ++*losses;
        else all = term_and(core->task->store, all, conjuncts->at[i]);
    }
    return all;
}

static u64 size_of(TermStore *store, Term *t) {
    TermVec order = {0};
    term_postorder(store, &t, 1, &order);
    u64 size = order.count;
    vec_free(&order);
    return size;
}

/* From the first step on, or, negated, from the last one back. */
static Sequence make_sequence(const Core *core, bool forward) {
    const Interpolation *task = core->task;
    Sequence sequence = {.cuts = xcalloc(task->count, sizeof(Term *))};
    TermVec conjuncts = {0};
    for (u32 n = 0; n + 1 < task->count; n++) {
        u32 cut = forward ? n : task->count - 2 - n;
        const TermVec *parts = &core->parts[forward ? cut : cut + 1];
        for (u32 j = 0; j < parts->count; j++) vec_push(&conjuncts, parts->at[j]);
        Term *rest = project(core, cut, &conjuncts, &sequence.losses);
        vec_clear(&conjuncts);
        term_conjuncts(rest, &conjuncts);
        sequence.cuts[cut] = forward ? rest : term_not(task->store, rest);
        sequence.size += size_of(task->store, rest);
    }
    vec_free(&conjuncts);
    return sequence;
}

/* Whether the postconditions are the better choice: with losses they are at least implied by the steps before the cut. */
static bool prefers_forward(const Sequence *a, const Sequence *b) {
    return a->losses && b->losses ? true : a->losses || b->losses ? !a->losses : a->size < b->size;
}

static void free_core(Core *core) {
    for (u32 i = 0; i < core->task->count; i++) vec_free(&core->parts[i]);
    free(core->parts);
    map_free(&core->first);
    map_free(&core->last);
}

const char *interpolate_core(const Interpolation *task) {
    Core core = {.task = task, .parts = xcalloc(task->count, sizeof *core.parts)};
    const char *why_not = interpolate_find_core(task, deadline_left(task->deadline), core.parts);
    if (!why_not) {
        find_symbols(&core);
        Sequence forward = make_sequence(&core, true), backward = make_sequence(&core, false);
        const Sequence *best = prefers_forward(&forward, &backward) ? &forward : &backward;
        for (u32 i = 0; i + 1 < task->count; i++) task->interpolants[i] = best->cuts[i];
        if (deadline_is_over(task->deadline)) why_not = task->deadline->expired;
        free(forward.cuts);
        free(backward.cuts);
    }
    free_core(&core);
    return why_not;
}
