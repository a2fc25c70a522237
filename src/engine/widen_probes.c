/* Probes: exact states that look whether what a path has come to which stands for many happens.
 *
 * Behind a loop they are bound to values of inputs, and go all ways from there. Behind a call that was taken by its effects
 * they are also bound to the path's conditions about what was known before, and follow one way, that of their model, until
 * the call has returned: so they come out of it however much there is to follow in it. */
#include "engine/widen_inside.h"

#include "semantics/implied.h"

/* Was there before the loop, or is of an object that was: it has a meaning for the probe. */
static bool is_known(Widening *w, LoopRun *run, Term *symbol) {
    return symbol->op == TERM_SYMBOL && !term_is_array(symbol) && symbol->width <= 64 &&
           candidates_is_before(&w->in, run, symbol) && w->may_bind(w->e, symbol);
}

/* How often a loop goes is what large numbers mean, as a rule: the path is bound to smaller ones where there are any. */
static void prefer_small(Widening *w, LoopRun *run, const TermVec *symbols) {
    enum { MOST_ASKED = 8, SMALL = 1 << 17 };
    Explorer *e = w->e;
    u32 asked = 0;
    for (u32 i = 0; i < symbols->count && asked < MOST_ASKED; i++) {
        Term *symbol = symbols->at[i];
        const Term *value = is_known(w, run, symbol) && symbol->width >= 32 ? explore_evaluate(e, symbol) : NULL;
        if (!value || value->value < SMALL) continue;
        Model *model = NULL;
        Term *is_small = term_ult(e->terms, symbol, term_const(e->terms, symbol->width, SMALL));
        asked++;
        if (explore_ask(e, is_small, &model) != ANSWER_YES) continue;
        explore_add_constraint(e, is_small);
        path_set_model(&e->now.path, model);
    }
}

/* What the running path's model has for what its conditions speak of. */
static void find_values(Widening *w, LoopRun *run, TermVec *bindings) {
    Explorer *e = w->e;
    const Path *path = &e->now.path;
    TermVec symbols = {0};
    term_symbols(e->terms, path->constraints.at, path->constraints.count, &symbols);
    prefer_small(w, run, &symbols);
    for (u32 i = 0; i < symbols.count; i++) {
        Term *value = is_known(w, run, symbols.at[i]) ? explore_evaluate(e, symbols.at[i]) : NULL;
        if (value) vec_push(bindings, term_eq(e->terms, symbols.at[i], value));
    }
    vec_free(&symbols);
}

static LoopEntry *last_call(LoopEntry *entry) {
    while (entry && !entry->site) entry = entry->outer;
    return entry;
}

/* What the path has assumed since, about what was known. */
static void find_conditions(Widening *w, const LoopEntry *entry, TermVec *bindings) {
    const Path *path = &w->e->now.path;
    for (u32 i = entry->state->path.constraints.count; i < path->constraints.count; i++)
        if (candidates_is_before(&w->in, entry->run, path->constraints.at[i]))
            vec_push(bindings, path->constraints.at[i]);
}

bool widen_probe(Widening *w, void *self) {
    enum { MOST_PROBES = 48 };
    LoopEntry *last = w->e->now.path.widened, *entry = last->first;
    if (w->statistics.probes >= MOST_PROBES) return false;
    Probe probe = {.entry = entry, .last = last_call(last), .self = self};
    find_values(w, entry->run, &probe.bindings);
    if (probe.last) find_conditions(w, entry, &probe.bindings);
    vec_push(&w->probes, probe);
    w->statistics.probes++;
    return true;
}

/* The entry, with numbers where it has terms of what is bound. */
static void begin_probe(Widening *w, Probe *probe) {
    Explorer *e = w->e;
    const State *state = probe->entry->state;
    widen_load(w, state);
    Path *path = &e->now.path;
    path->probe = probe->self;
    path->stay = NULL;
    path->called = NULL;
    if (probe->last) {
        Called call = {.site = probe->last->site, .r = probe->last->state->r};
        path->called = arena_copy(&w->in.arena, &call, sizeof call);
        path->does_not_fork = true;
    }
    path_set_model(path, NULL);
    for (u32 i = 0; i < probe->bindings.count; i++) {
        explore_add_constraint(e, probe->bindings.at[i]);
        implied_by(e->m, state->r, probe->bindings.at[i]);
    }
    vec_clear(&e->now.step_implied);
    e->node = probe->entry->node;
    explore_add_state(e, state_save(e->m, state->ip, state->r, path, state));
    path_free(path);
    vec_free(&probe->bindings);
}

void widen_begin_waiting(Widening *w) {
    widen_skip_due(w);
    for (u32 i = 0; i < w->probes.count; i++) begin_probe(w, &w->probes.at[i]);
    vec_clear(&w->probes);
}
