#include "solver/definitions.h"

bool definitions_occurs(TermStore *store, const Term *symbol, Term *t) {
    TermVec symbols = {0};
    bool found = false;
    term_symbols(store, &t, 1, &symbols);
    for (u32 i = 0; i < symbols.count && !found; i++) found = symbols.at[i] == symbol;
    vec_free(&symbols);
    return found;
}

/* The symbol that a conjunct defines, and as what; NULL if none. */
static Term *defined_by(TermStore *store, const Term *t, Term **value) {
    if (t->op != TERM_EQ || !term_is_array(t->arg[0])) return NULL;
    for (u32 i = 0; i < 2; i++) {
        *value = t->arg[1 - i];
        if (t->arg[i]->op == TERM_SYMBOL && !definitions_occurs(store, t->arg[i], *value)) return t->arg[i];
    }
    return NULL;
}

static void replace(TermStore *store, Term *symbol, Term *value, Term **terms, u32 count) {
    Map replacement = {0};
    map_put_ptr(&replacement, symbol, value);
    term_substitute(store, terms, count, &replacement);
    map_free(&replacement);
}

void definitions_inline_arrays(TermStore *store, Term **conjuncts, u32 count, Term **others, u32 other_count) {
    for (u32 i = 0; i < count; i++) {
        Term *value, *symbol = defined_by(store, conjuncts[i], &value);
        if (!symbol) continue;
        conjuncts[i] = term_true(store);
        replace(store, symbol, value, conjuncts, count);
        replace(store, symbol, value, others, other_count);
    }
}
