/* States that include others, and states made of two. */
#include "engine/shape_inside.h"
#include "semantics/lift.h"

#include <stdlib.h>

/* ---- The same structure ---- */

static bool is_same_summary(const Shape *s, u32 a, bool a_is_first, u32 b, bool b_is_first) {
    const Summary *x = &s->summaries.at[a], *y = &s->summaries.at[b];
    return x->is_double == y->is_double && x->next == y->next && x->next_at == y->next_at &&
           (x->next_in == x->first) == (y->next_in == y->first) && x->previous == y->previous &&
           x->previous_at == y->previous_at && a_is_first == b_is_first;
}

/* A summary stands for a block as well, and two that belong together for two neighbours. What is part of a summary is not
 * what only stands behind it. */
static bool may_stand_for(const Shape *s, const Heap *by, const Thing *b, const Heap *a_heap, const Thing *a) {
    if (a->kind != b->kind || a->state != b->state || a->size != b->size || a->place != b->place ||
        a->is_initial != b->is_initial)
        return false;
    if (a->kind == OBJECT_GLOBAL && a->number != b->number) return false;
    if (a->summary && !b->summary) return false;
    if (a->summary && !is_same_summary(s, a->summary, a->number == s->summaries.at[a->summary].first, b->summary,
                                       b->number == s->summaries.at[b->summary].first))
        return false;
    if (a->owner == b->owner) return true;
    if (a->owner != NO_THING || b->owner == NO_THING) return false;
    return a_heap->things.count == by->things.count && !a_heap->things.at[b->owner].summary;
}

/* Both of two that belong together are summaries, or neither is. */
static bool is_whole_pair(const Shape *s, const Heap *by, const Thing *b, const Heap *a_heap, const Thing *a) {
    if (!b->summary || a->summary) return true;
    const Summary *summary = &s->summaries.at[b->summary];
    u64 other = 0;
    u32 partner = b->number == summary->first ? summary->last : summary->first;
    return map_get(&by->index, partner, &other) && !a_heap->things.at[other - 1].summary;
}

static bool has_same_structure(const Shape *s, const Heap *by, const Heap *a) {
    if (by->structure != a->structure || by->things.count != a->things.count) return false;
    for (u32 i = 0; i < a->things.count; i++) {
        const Thing *x = &a->things.at[i], *y = &by->things.at[i];
        if (!may_stand_for(s, by, y, a, x) || !is_whole_pair(s, by, y, a, x)) return false;
    }
    return true;
}

static bool is_same_pointer(const Unit *a, const Unit *b) {
    return a->kind == UNIT_POINTER && b->kind == UNIT_POINTER && a->thing == b->thing && a->value == b->value;
}

/* Does it hold on the running path? What the path says in so many words needs no query. The path's log has no part in
 * this: no operation is under way. */
static bool holds(Shape *s, Term *condition) {
    Explorer *e = s->e;
    if (term_is_const(condition)) return term_is_true(condition);
    for (u32 i = 0; i < e->now.path.constraints.count; i++)
        if (e->now.path.constraints.at[i] == condition) return true;
    const Term *value = explore_evaluate(e, condition);
    if (value && !value->value) return false;
    Model *other = NULL;
    Answer answer = explore_ask(e, term_not(e->terms, condition), &other);
    if (answer == ANSWER_YES) model_release(other);
    return answer == ANSWER_NO;
}

/* ---- Values ---- */

static Term *term_of(TermStore *store, const Unit *unit) {
    if (unit->kind == UNIT_TERM) return term_number(store, unit->term);
    return term_const(store, unit->size * 8u, unit->value & low_mask(unit->size * 8u));
}

/* A number that is a word based on a global is no plain one. */
static bool is_based(const Unit *unit) { return unit->kind == UNIT_NUMBER && unit->size == 4 && unit->value >> 32; }

typedef struct {
    Shape *s;
    Map bound;                  /* symbol of the one that covers -> term of the other */
    VEC(Unit) terms_a, terms_b; /* to be compared when all symbols are bound */
} Matching;

static void matching_free(Matching *m) {
    map_free(&m->bound);
    vec_free(&m->terms_a);
    vec_free(&m->terms_b);
}

/* Does the value b include the value a, as far as can be said before all symbols are bound? */
static bool may_include(Matching *m, const Unit *a, const Unit *b) {
    TermStore *store = m->s->e->terms;
    if (a->kind == UNIT_POINTER || b->kind == UNIT_POINTER) return is_same_pointer(a, b);
    if (b->kind == UNIT_UNDEFINED) return !is_based(a);
    if (a->kind == UNIT_UNDEFINED) return false;
    if (is_based(a) || is_based(b)) return a->kind == b->kind && a->value == b->value;
    if (b->kind == UNIT_NUMBER && a->kind == UNIT_NUMBER) return a->value == b->value;
    if (b->kind == UNIT_TERM && b->term->op == TERM_SYMBOL) {
        Term *value = term_of(store, a), *known = map_get_ptr(&m->bound, b->term);
        if (!known) map_put_ptr(&m->bound, b->term, value);
        else if (known != value) {
            vec_push(&m->terms_a, *a);
            vec_push(&m->terms_b, *b);
        }
        return true;
    }
    vec_push(&m->terms_a, *a);
    vec_push(&m->terms_b, *b);
    return true;
}

static bool things_may_be_included(Matching *m, const Heap *a, const Heap *b) {
    for (u32 i = 0; i < a->things.count; i++) {
        UnitPairs pairs = unit_pairs(m->s->e->terms, a, i, b, i);
        Unit u, v;
        while (unit_pairs_next(&pairs, &u, &v))
            if (!may_include(m, &u, &v)) return false;
        if (!unit_pairs_fit(&pairs)) return false;
    }
    return true;
}

/* A term over the symbols of the kept state, over those of the running one. */
static Term *translated(Matching *m, Term *term) {
    Map replacement;
    map_copy(&replacement, &m->bound);
    term_substitute(m->s->e->terms, &term, 1, &replacement);
    map_free(&replacement);
    return term;
}

bool shape_covers(Shape *s, const Kept *by, const Heap *a) {
    TermStore *store = s->e->terms;
    if (!has_same_structure(s, &by->heap, a)) return false;
    Matching m = {.s = s};
    bool covers = things_may_be_included(&m, a, &by->heap);
    for (u32 i = 0; i < m.terms_a.count && covers; i++) {
        Term *there = translated(&m, term_of(store, &m.terms_b.at[i])), *here = term_of(store, &m.terms_a.at[i]);
        covers = here == there || holds(s, term_eq(store, here, there));
    }
    for (u32 i = 0; i < by->constraints.count && covers; i++) covers = holds(s, translated(&m, by->constraints.at[i]));
    matching_free(&m);
    return covers;
}

/* ---- Joining ---- */

static bool is_same_value(const Unit *a, const Unit *b) {
    if (a->kind != b->kind) return false;
    if (a->kind == UNIT_POINTER) return is_same_pointer(a, b);
    return a->kind == UNIT_UNDEFINED || (a->kind == UNIT_NUMBER ? a->value == b->value : a->term == b->term);
}

u32 shape_differences(const Shape *s, const Kept *with, const Heap *a) {
    u32 count = 0;
    if (!has_same_structure(s, &with->heap, a)) return UINT32_MAX;
    for (u32 i = 0; i < a->things.count; i++) {
        UnitPairs pairs = unit_pairs(s->e->terms, a, i, &with->heap, i);
        Unit u, v;
        while (unit_pairs_next(&pairs, &u, &v)) {
            if (u.kind == UNIT_POINTER && !is_same_pointer(&u, &v)) return UINT32_MAX;
            if (!is_same_value(&u, &v) && (is_based(&u) || is_based(&v))) return UINT32_MAX;
            count += !is_same_value(&u, &v);
        }
        if (!unit_pairs_fit(&pairs)) return UINT32_MAX;
    }
    return count;
}

typedef struct {
    Shape *s;
    VEC(Unit) pairs_a, pairs_b; /* values of the running and of the kept state that differ, */
    TermVec symbols;            /* and what stands for both */
    Map joined;                 /* symbols of the kept state -> those */
    TermVec constraints;
} Joining;

static bool is_same_unit_value(const Unit *a, const Unit *b) {
    return a->size == b->size && a->kind == b->kind &&
           (a->kind == UNIT_NUMBER ? a->value == b->value : a->term == b->term);
}

/* One symbol for each pair of values: what is equal in both states stays so. */
static Term *symbol_for(Joining *j, const Unit *a, const Unit *b) {
    for (u32 i = 0; i < j->symbols.count; i++)
        if (is_same_unit_value(&j->pairs_a.at[i], a) && is_same_unit_value(&j->pairs_b.at[i], b))
            return j->symbols.at[i];
    vec_push(&j->pairs_a, *a);
    vec_push(&j->pairs_b, *b);
    vec_push(&j->symbols, shape_symbol(j->s, a->size * 8u));
    return vec_last(&j->symbols);
}

static void join_unit(Joining *j, const Thing *thing, const Unit *a, const Unit *b) {
    if (a->kind == UNIT_POINTER || a->kind == UNIT_UNDEFINED || is_same_value(a, b)) return;
    if (b->kind == UNIT_UNDEFINED) {
        contents_forget(shape_memory(j->s), thing->number, a->offset, a->size);
        return;
    }
    Term *symbol = symbol_for(j, a, b);
    if (b->kind == UNIT_TERM && b->term->op == TERM_SYMBOL && !map_get_ptr(&j->joined, b->term))
        map_put_ptr(&j->joined, b->term, symbol);
    if (thing->number) contents_store(shape_memory(j->s), thing->number, a->offset, symbol, a->size);
    else lift_set(j->s->e->m, (u64 *)(uintptr_t)thing->place, a->offset, symbol);
}

/* What a term over the symbols for both means in the running state. */
static Term *in_running(Joining *j, Term *term) {
    Map values = {0};
    for (u32 i = 0; i < j->symbols.count; i++)
        map_put_ptr(&values, j->symbols.at[i], term_of(j->s->e->terms, &j->pairs_a.at[i]));
    term_substitute(j->s->e->terms, &term, 1, &values);
    map_free(&values);
    return term;
}

/* What held of the kept state holds of both, if it does of the running one too. */
static void keep_constraints(Joining *j, const Kept *with) {
    for (u32 i = 0; i < with->constraints.count; i++) {
        Term *constraint = with->constraints.at[i];
        Map replacement;
        map_copy(&replacement, &j->joined);
        term_substitute(j->s->e->terms, &constraint, 1, &replacement);
        map_free(&replacement);
        if (holds(j->s, in_running(j, constraint))) vec_push(&j->constraints, constraint);
    }
}

/* A value that only grows, or only shrinks, is bounded by the one it had. */
static void bound_symbols(Joining *j) {
    TermStore *store = j->s->e->terms;
    for (u32 i = 0; i < j->symbols.count; i++) {
        const Unit *a = &j->pairs_a.at[i], *b = &j->pairs_b.at[i];
        if (b->kind != UNIT_NUMBER) continue;
        Term *now = term_of(store, a), *before = term_of(store, b);
        if (holds(j->s, term_sge(store, now, before)))
            vec_push(&j->constraints, term_sge(store, j->symbols.at[i], before));
        else if (holds(j->s, term_sle(store, now, before)))
            vec_push(&j->constraints, term_sle(store, j->symbols.at[i], before));
    }
}

void shape_join(Shape *s, const Kept *with, const Heap *a) {
    Joining j = {.s = s};
    for (u32 i = 0; i < a->things.count; i++) {
        UnitPairs pairs = unit_pairs(s->e->terms, a, i, &with->heap, i);
        Unit u, v;
        while (unit_pairs_next(&pairs, &u, &v)) join_unit(&j, &a->things.at[i], &u, &v);
    }
    keep_constraints(&j, with);
    bound_symbols(&j);
    Path *path = &s->e->now.path;
    vec_clear(&path->constraints);
    for (u32 i = 0; i < j.constraints.count; i++) vec_push(&path->constraints, j.constraints.at[i]);
    path_set_model(path, NULL);
    s->answer->joined++;
    map_free(&j.joined);
    vec_free(&j.pairs_a);
    vec_free(&j.pairs_b);
    vec_free(&j.symbols);
    vec_free(&j.constraints);
}

/* ---- The path ---- */

static bool add_symbols(TermStore *store, Term *term, Map *symbols) {
    TermVec found = {0};
    bool is_new = false;
    term_symbols(store, &term, 1, &found);
    for (u32 i = 0; i < found.count; i++) {
        if (map_get_ptr(symbols, found.at[i])) continue;
        map_put_ptr(symbols, found.at[i], found.at[i]);
        is_new = true;
    }
    vec_free(&found);
    return is_new;
}

static bool shares_symbol(TermStore *store, Term *term, const Map *symbols) {
    TermVec found = {0};
    bool shares = false;
    term_symbols(store, &term, 1, &found);
    for (u32 i = 0; i < found.count && !shares; i++) shares = map_get_ptr(symbols, found.at[i]) != NULL;
    vec_free(&found);
    return shares;
}

void shape_forget_path(Shape *s, const Heap *a) {
    TermStore *store = s->e->terms;
    Path *path = &s->e->now.path;
    Map symbols = {0};
    for (u32 i = 0; i < a->units.count; i++)
        if (a->units.at[i].kind == UNIT_TERM) add_symbols(store, a->units.at[i].term, &symbols);
    bool *is_kept = xcalloc(path->constraints.count + 1, sizeof *is_kept), has_changed = true;
    while (has_changed) {
        has_changed = false;
        for (u32 i = 0; i < path->constraints.count; i++) {
            if (is_kept[i] || !shares_symbol(store, path->constraints.at[i], &symbols)) continue;
            if (shape_names_objects(s, path->constraints.at[i])) continue; /* by numbers that are others elsewhere */
            is_kept[i] = true;
            if (add_symbols(store, path->constraints.at[i], &symbols)) has_changed = true;
        }
    }
    u32 kept = 0;
    for (u32 i = 0; i < path->constraints.count; i++)
        if (is_kept[i]) path->constraints.at[kept++] = path->constraints.at[i];
    path->constraints.count = kept;
    vec_clear(&path->bound);
    free(is_kept);
    map_free(&symbols);
}
