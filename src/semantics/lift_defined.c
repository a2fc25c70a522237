/* Whether something that is decided depends on undefined values.
 *
 * Read off the term is a condition under which it does not: exact for choices, one-bit logic and reads of
 * arrays, and otherwise "no operand does". Where it fails, the solver is asked whether two different choices
 * of the undefined values give different results for one input: only then is it an error. */
#include "semantics/lift.h"

#include <stdio.h>

typedef struct {
    TermStore *store;
    Map known; /* term -> condition */
} Definedness;

static Term *when_defined(Definedness *d, Term *t);

static Term *all_defined(Definedness *d, Term *t) {
    Term *all = term_true(d->store);
    for (u32 i = 0; i < t->arity; i++) all = term_and(d->store, all, when_defined(d, t->arg[i]));
    return all;
}

/* One operand that decides the result alone is enough: false of a conjunction. */
static Term *conjunction(Definedness *d, Term *a, Term *b) {
    TermStore *s = d->store;
    Term *da = when_defined(d, a), *db = when_defined(d, b);
    Term *by_a = term_and(s, da, term_not(s, a)), *by_b = term_and(s, db, term_not(s, b));
    return term_or(s, term_and(s, da, db), term_or(s, by_a, by_b));
}

static Term *choice(Definedness *d, Term *condition, Term *a, Term *b) {
    Term *chosen = term_ite(d->store, condition, when_defined(d, a), when_defined(d, b));
    return term_and(d->store, when_defined(d, condition), chosen);
}

/* A read after a write at a place that may be the same. */
static Term *array_read(Definedness *d, Term *select) {
    Term *array = select->arg[0], *index = select->arg[1];
    if (!(array->flags & TERM_HAS_UNDEFINED)) return when_defined(d, index);
    if (array->op != TERM_STORE) return all_defined(d, select);
    Term *same = term_eq(d->store, index, array->arg[1]);
    Term *before = term_select(d->store, array->arg[0], index);
    Term *place = term_and(d->store, when_defined(d, index), when_defined(d, array->arg[1]));
    return term_and(d->store, place, choice(d, same, array->arg[2], before));
}

static Term *compute(Definedness *d, Term *t) {
    if (t->op == TERM_SYMBOL) return term_false(d->store);
    if (t->op == TERM_ITE) return choice(d, t->arg[0], t->arg[1], t->arg[2]);
    if (t->op == TERM_SELECT) return array_read(d, t);
    if (t->op == TERM_AND && t->width == 1) return conjunction(d, t->arg[0], t->arg[1]);
    return all_defined(d, t);
}

static Term *when_defined(Definedness *d, Term *t) {
    if (!(t->flags & TERM_HAS_UNDEFINED)) return term_true(d->store);
    Term *known = map_get_ptr(&d->known, t);
    if (known) return known;
    Term *condition = compute(d, t);
    map_put_ptr(&d->known, t, condition);
    return condition;
}

/* The term with other undefined values. */
static Term *with_other_values(Explorer *e, Term *term, u32 *origin) {
    TermVec symbols = {0};
    Map other = {0};
    term_symbols(e->terms, &term, 1, &symbols);
    for (u32 i = 0; i < symbols.count; i++) {
        const TermSymbol *symbol = symbols.at[i]->symbol;
        if (symbol->kind != SYMBOL_UNDEFINED) continue;
        char name[64];
        snprintf(name, sizeof name, "%.40s'", symbol->name);
        map_put_ptr(&other, symbols.at[i], term_symbol_undefined(e->terms, name, symbol->width));
        u64 known;
        if (map_get(&e->origins_of_undefined, (u64)(uintptr_t)symbol, &known)) *origin = (u32)known;
    }
    Term *renamed = term;
    term_substitute(e->terms, &renamed, 1, &other);
    map_free(&other);
    vec_free(&symbols);
    return renamed;
}

Term *lift_when_defined(Machine *m, Term *term) {
    Definedness d = {.store = m->explorer->terms};
    Term *defined = when_defined(&d, term);
    map_free(&d.known);
    return defined;
}

int lift_check_defined(Machine *m, const Code *ip, u64 *r, Term *term, const char *what) {
    Explorer *e = m->explorer;
    if (!(term->flags & TERM_HAS_UNDEFINED) || m->options.allow_uninitialised) return 0;
    int is_defined = explore_decide(m, ip, r, CHOICE_ERROR, lift_when_defined(m, term));
    if (is_defined) return is_defined == 1 ? 0 : -1;
    u32 origin = 0;
    Term *other = with_other_values(e, term, &origin);
    if (!explore_may_assume(m, term_ne(e->terms, term, other))) return 0;
    track_report(m, ip, r, what, origin);
    return 1;
}
