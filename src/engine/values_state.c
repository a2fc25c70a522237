/* States of the values engine: what is known of places, as terms and facts about their symbols. */
#include "engine/values_inside.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- Life ---- */

ValueState *state_make(u32 count) {
    ValueState *state = xcalloc(1, sizeof *state);
    state->values = xcalloc(count + 1, sizeof(Term *));
    state->count = count;
    return state;
}

ValueState *state_copied(const ValueState *state) {
    ValueState *copy = state_make(state->count);
    memcpy(copy->values, state->values, state->count * sizeof(Term *));
    vec_copy(&copy->facts, &state->facts);
    return copy;
}

void state_forget(ValueState *state) {
    free(state->values);
    vec_free(&state->facts);
    free(state);
}

/* ---- Symbols: the first letter of their names says what they are ---- */

bool symbol_is_address(const Term *symbol) { return symbol->op == TERM_SYMBOL && symbol->symbol->name[0] == '&'; }
bool symbol_is_entry(const Term *symbol) { return symbol->op == TERM_SYMBOL && symbol->symbol->name[0] == 'e'; }
static bool is_unknown(const Term *term) { return term->op == TERM_SYMBOL && !symbol_is_address(term); }

static Term *numbered_symbol(TermStore *store, char kind, u32 number, u32 width) {
    char name[32];
    snprintf(name, sizeof name, "%c%u:%u", kind, number, width);
    return term_symbol(store, name, width);
}

Term *state_fresh_symbol(TermStore *store, u32 *counter, u32 width) {
    return numbered_symbol(store, 'f', (*counter)++, width);
}

/* ---- Deciding ---- */

static Term *negation_inside(Term *t) { return t->op == TERM_NOT ? t->arg[0] : NULL; }

/* What the facts say about the numbers a term may be. */
typedef struct {
    u64 umin, umax;
    i64 smin, smax;
} NumberRange;

static void narrow_below(NumberRange *range, bool is_signed, const Term *limit, bool is_strict) {
    i64 s = term_signed_value(limit);
    if (is_signed && (!is_strict || s > INT64_MIN)) range->smax = MIN(range->smax, is_strict ? s - 1 : s);
    if (!is_signed && (!is_strict || limit->value)) range->umax = MIN(range->umax, limit->value - is_strict);
}

static void narrow_above(NumberRange *range, bool is_signed, const Term *limit, bool is_strict) {
    i64 s = term_signed_value(limit);
    if (is_signed && (!is_strict || s < INT64_MAX)) range->smin = MAX(range->smin, is_strict ? s + 1 : s);
    if (!is_signed && (!is_strict || limit->value < UINT64_MAX))
        range->umin = MAX(range->umin, limit->value + is_strict);
}

static void narrow(NumberRange *range, const Term *x, const Term *fact, bool holds) {
    if (fact->op != TERM_SLT && fact->op != TERM_ULT) return;
    bool is_signed = fact->op == TERM_SLT;
    if (fact->arg[0] == x && term_is_const(fact->arg[1]))
        holds ? narrow_below(range, is_signed, fact->arg[1], true)
              : narrow_above(range, is_signed, fact->arg[1], false);
    if (fact->arg[1] == x && term_is_const(fact->arg[0]))
        holds ? narrow_above(range, is_signed, fact->arg[0], true)
              : narrow_below(range, is_signed, fact->arg[0], false);
}

static NumberRange range_of(const ValueState *state, const Term *x) {
    NumberRange range = {x->facts.umin, x->facts.umax, x->facts.smin, x->facts.smax};
    for (u32 i = 0; i < state->facts.count; i++) {
        Term *fact = state->facts.at[i], *inside = negation_inside(fact);
        narrow(&range, x, inside ? inside : fact, !inside);
    }
    return range;
}

static int decide_by_range(const ValueState *state, const Term *t) {
    const Term *a = t->arg[0], *b = t->arg[1];
    bool is_left = term_is_const(b);
    if (a->width > 64 || (!is_left && !term_is_const(a))) return -1;
    const Term *limit = is_left ? b : a;
    NumberRange range = range_of(state, is_left ? a : b);
    i64 s = term_signed_value(limit);
    if (t->op == TERM_EQ) {
        bool is_within = limit->value >= range.umin && limit->value <= range.umax && s >= range.smin && s <= range.smax;
        return is_within ? -1 : 0;
    }
    bool is_signed = t->op == TERM_SLT;
    bool all = is_left ? (is_signed ? range.smax < s : range.umax < limit->value)
                       : (is_signed ? s < range.smin : limit->value < range.umin);
    bool none = is_left ? (is_signed ? range.smin >= s : range.umin >= limit->value)
                        : (is_signed ? s >= range.smax : limit->value >= range.umax);
    return all ? 1 : none ? 0 : -1;
}

/* Addresses differ from null and from each other. */
static bool are_apart(const Term *a, const Term *b) {
    bool is_null = term_is_const(b) && !b->value;
    return symbol_is_address(a) && (is_null || (symbol_is_address(b) && a != b));
}

static int decide_atom(const ValueState *state, const Term *t) {
    for (u32 i = 0; i < state->facts.count; i++) {
        if (state->facts.at[i] == t) return 1;
        if (negation_inside(state->facts.at[i]) == t) return 0;
    }
    if (t->op == TERM_EQ && (are_apart(t->arg[0], t->arg[1]) || are_apart(t->arg[1], t->arg[0]))) return 0;
    return t->op == TERM_EQ || t->op == TERM_SLT || t->op == TERM_ULT ? decide_by_range(state, t) : -1;
}

int state_decide(TermStore *store, const ValueState *state, Term *condition) {
    if (term_is_const(condition)) return condition->value != 0;
    Term *inside = negation_inside(condition);
    if (inside) {
        int is = state_decide(store, state, inside);
        return is < 0 ? -1 : !is;
    }
    if (condition->op == TERM_AND || condition->op == TERM_OR) {
        int a = state_decide(store, state, condition->arg[0]), b = state_decide(store, state, condition->arg[1]);
        int strong = condition->op == TERM_OR;
        if (a == strong || b == strong) return strong;
        return a < 0 || b < 0 ? -1 : !strong;
    }
    return decide_atom(state, condition);
}

/* ---- Assuming ---- */

enum { MOST_FACTS = 40 };

static void replace_everywhere(TermStore *store, ValueState *state, Map *map) {
    TermVec roots = {0};
    for (u32 i = 0; i < state->count; i++)
        if (state->values[i]) vec_push(&roots, state->values[i]);
    u32 values = roots.count;
    for (u32 i = 0; i < state->facts.count; i++) vec_push(&roots, state->facts.at[i]);
    if (roots.count) term_substitute(store, roots.at, roots.count, map);
    for (u32 i = 0, k = 0; i < state->count; i++)
        if (state->values[i]) state->values[i] = roots.at[k++];
    if (state->facts.count) memcpy(state->facts.at, roots.at + values, state->facts.count * sizeof(Term *));
    vec_free(&roots);
}

/* What has become true says nothing; false: no run is left. */
static bool check_facts(TermStore *store, ValueState *state) {
    u32 kept = 0;
    for (u32 i = 0; i < state->facts.count; i++) {
        Term *fact = state->facts.at[i];
        if (term_is_const(fact) && !fact->value) return false;
        if (!term_is_const(fact)) state->facts.at[kept++] = fact;
    }
    state->facts.count = kept;
    for (u32 i = 0; i < kept; i++) {
        Term *fact = state->facts.at[i];
        state->facts.at[i] = term_true(store);
        int is = state_decide(store, state, fact);
        state->facts.at[i] = fact;
        if (is == 0) return false;
    }
    return true;
}

static void add_fact(ValueState *state, Term *fact) {
    for (u32 i = 0; i < state->facts.count; i++)
        if (state->facts.at[i] == fact) return;
    if (state->facts.count < MOST_FACTS) vec_push(&state->facts, fact);
}

static bool replace_symbol(TermStore *store, ValueState *state, Term *symbol, Term *value) {
    Map map = {0};
    map_put_ptr(&map, symbol, value);
    replace_everywhere(store, state, &map);
    map_free(&map);
    /* who called still has the symbol */
    if (symbol_is_entry(symbol)) add_fact(state, term_eq(store, symbol, value));
    return check_facts(store, state);
}

static bool assume_equal(TermStore *store, ValueState *state, Term *condition) {
    Term *a = condition->arg[0], *b = condition->arg[1];
    if (is_unknown(a) && (term_is_const(b) || b->op == TERM_SYMBOL)) return replace_symbol(store, state, a, b);
    if (is_unknown(b) && (term_is_const(a) || a->op == TERM_SYMBOL)) return replace_symbol(store, state, b, a);
    add_fact(state, condition);
    return true;
}

bool state_assume(TermStore *store, ValueState *state, Term *condition, bool holds) {
    int is = state_decide(store, state, condition);
    if (is >= 0) return is == holds;
    Term *inside = negation_inside(condition);
    if (inside) return state_assume(store, state, inside, !holds);
    if (condition->op == (holds ? TERM_AND : TERM_OR)) {
        Term *second = condition->arg[1];
        if (!state_assume(store, state, condition->arg[0], holds)) return false;
        return state_assume(store, state, second, holds);
    }
    if (is_unknown(condition)) return replace_symbol(store, state, condition, term_const(store, 1, holds));
    if (holds && condition->op == TERM_EQ) return assume_equal(store, state, condition);
    add_fact(state, holds ? condition : term_not(store, condition));
    return true;
}

/* ---- Names of symbols ---- */

static int by_hash(const void *one, const void *other) {
    const Term *a = *(Term *const *)one, *b = *(Term *const *)other;
    return a->hash != b->hash ? (a->hash < b->hash ? -1 : 1) : 0;
}

static void symbols_of_values(TermStore *store, const ValueState *state, TermVec *symbols) {
    TermVec roots = {0};
    for (u32 i = 0; i < state->count; i++)
        if (state->values[i] && !term_is_const(state->values[i])) vec_push(&roots, state->values[i]);
    if (roots.count) term_symbols(store, roots.at, roots.count, symbols);
    vec_free(&roots);
}

/* Keeps the facts all of whose symbols are in the set, or known to who called. */
static void keep_facts_about(TermStore *store, ValueState *state, const Map *set, bool keeps_entry) {
    u32 kept = 0;
    TermVec symbols = {0};
    for (u32 i = 0; i < state->facts.count; i++) {
        bool is_about = true;
        vec_clear(&symbols);
        term_symbols(store, &state->facts.at[i], 1, &symbols);
        for (u32 k = 0; k < symbols.count; k++)
            is_about &= map_get_ptr(set, symbols.at[k]) != NULL || symbol_is_address(symbols.at[k]) ||
                        (keeps_entry && symbol_is_entry(symbols.at[k]));
        if (is_about) state->facts.at[kept++] = state->facts.at[i];
    }
    state->facts.count = kept;
    vec_free(&symbols);
}

/* A symbol that stands at one place only, with nothing known of it, is any value. */
static void drop_lonely(TermStore *store, ValueState *state) {
    Map uses = {0};
    TermVec symbols = {0};
    bool inserted;
    for (u32 i = 0; i < state->count + state->facts.count; i++) {
        Term *term = i < state->count ? state->values[i] : state->facts.at[i - state->count];
        if (!term || term_is_const(term)) continue;
        vec_clear(&symbols);
        term_symbols(store, &term, 1, &symbols);
        for (u32 k = 0; k < symbols.count; k++) (*map_cell(&uses, (u64)(uintptr_t)symbols.at[k], &inserted))++;
    }
    for (u32 i = 0; i < state->count; i++) {
        u64 count = 0;
        Term *value = state->values[i];
        if (!value || !is_unknown(value) || symbol_is_entry(value)) continue;
        if (map_get(&uses, (u64)(uintptr_t)value, &count) && count == 1) state->values[i] = NULL;
    }
    map_free(&uses);
    vec_free(&symbols);
}

static void rename_symbols(TermStore *store, ValueState *state, char kind, bool keeps_entry, Map *names) {
    TermVec symbols = {0};
    Map map = {0};
    u32 number = 0;
    symbols_of_values(store, state, &symbols);
    for (u32 i = 0; i < symbols.count; i++) {
        Term *symbol = symbols.at[i];
        bool is_renamed = is_unknown(symbol) && !(keeps_entry && symbol_is_entry(symbol));
        Term *name = is_renamed ? numbered_symbol(store, kind, number++, symbol->width) : symbol;
        map_put_ptr(&map, symbol, name);
        if (names && is_renamed) map_put_ptr(names, name, symbol);
    }
    keep_facts_about(store, state, &map, keeps_entry);
    replace_everywhere(store, state, &map);
    if (state->facts.count) qsort(state->facts.at, state->facts.count, sizeof(Term *), by_hash);
    map_free(&map);
    vec_free(&symbols);
}

void state_tidy(TermStore *store, ValueState *state) {
    Map set = {0};
    TermVec symbols = {0};
    symbols_of_values(store, state, &symbols);
    for (u32 i = 0; i < symbols.count; i++) map_put_ptr(&set, symbols.at[i], symbols.at[i]);
    keep_facts_about(store, state, &set, true);
    drop_lonely(store, state);
    rename_symbols(store, state, 'v', true, NULL);
    map_free(&set);
    vec_free(&symbols);
}

void state_enter(TermStore *store, ValueState *state, Map *names) { rename_symbols(store, state, 'e', false, names); }

void state_leave(TermStore *store, ValueState *state, const Map *names, u32 *counter) {
    TermVec roots = {0}, symbols = {0};
    Map map = {0};
    symbols_of_values(store, state, &symbols);
    if (state->facts.count) term_symbols(store, state->facts.at, state->facts.count, &symbols);
    for (u32 i = 0; i < symbols.count; i++) {
        Term *symbol = symbols.at[i];
        if (symbol_is_address(symbol) || map_get_ptr(&map, symbol)) continue;
        Term *known = map_get_ptr(names, symbol);
        map_put_ptr(&map, symbol, known ? known : state_fresh_symbol(store, counter, symbol->width));
    }
    replace_everywhere(store, state, &map);
    map_free(&map);
    vec_free(&roots);
    vec_free(&symbols);
}

/* ---- Comparing ---- */

bool state_is_same(const ValueState *a, const ValueState *b) {
    if (a->count != b->count || a->facts.count != b->facts.count) return false;
    if (memcmp(a->values, b->values, a->count * sizeof(Term *)) != 0) return false;
    return !a->facts.count || !memcmp(a->facts.at, b->facts.at, a->facts.count * sizeof(Term *));
}

u64 state_hash(const ValueState *state) {
    u64 hash = state->facts.count;
    for (u32 i = 0; i < state->count; i++)
        hash = (hash ^ (state->values[i] ? state->values[i]->hash : 0)) * 0x9e3779b97f4a7c15ull + (hash >> 29);
    for (u32 i = 0; i < state->facts.count; i++) hash = (hash ^ state->facts.at[i]->hash) * 0x9e3779b97f4a7c15ull;
    return hash;
}

/* The symbols of the general value as terms of the special one. */
static bool match_value(Term *general, Term *special, Map *map) {
    if (!general) return true;
    if (!special) return false; /* any value, of which the general one says more */
    if (!is_unknown(general) || symbol_is_entry(general)) return general == special;
    Term *known = map_get_ptr(map, general);
    if (!known) map_put_ptr(map, general, special);
    return !known || known == special;
}

bool state_covers(TermStore *store, const ValueState *general, const ValueState *special) {
    Map map = {0};
    bool is_covered = general->count == special->count;
    for (u32 i = 0; i < general->count && is_covered; i++) {
        Term *value = general->values[i];
        bool is_compound = value && value->arity && value != special->values[i];
        is_covered = !is_compound && match_value(value, special->values[i], &map);
    }
    /* the parts of what is equal must mean the same in both */
    for (u32 i = 0; i < general->count && is_covered; i++) {
        TermVec symbols = {0};
        if (general->values[i] && general->values[i]->arity) term_symbols(store, &general->values[i], 1, &symbols);
        for (u32 k = 0; k < symbols.count; k++) is_covered &= match_value(symbols.at[k], symbols.at[k], &map);
        vec_free(&symbols);
    }
    for (u32 i = 0; i < general->facts.count && is_covered; i++) {
        Term *fact = general->facts.at[i];
        term_substitute(store, &fact, 1, &map);
        is_covered = state_decide(store, special, fact) == 1;
    }
    map_free(&map);
    return is_covered;
}
