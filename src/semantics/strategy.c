#include "semantics/strategy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const choice_names[CHOICE_KIND_COUNT] = {
#define X(NAME, name) [CHOICE_##NAME] = name,
    CHOICE_KINDS(X)
#undef X
};
const char *const cut_names[CUT_KIND_COUNT] = {
#define X(NAME, text) [CUT_##NAME] = text,
    CUT_KINDS(X)
#undef X
};

void symbolic_free(Symbolic *symbolic) {
    path_free(&symbolic->path);
    vec_free(&symbolic->step_implied);
    vec_free(&symbolic->binding);
    for (u32 i = 0; i < symbolic->names.count; i++) free((char *)(uintptr_t)symbolic->names.at[i]);
    vec_free(&symbolic->names);
    string_map_free(&symbolic->input_names);
    map_free(&symbolic->leak_arrays);
    memory_state_drop(symbolic->memory.model, symbolic->memory.state);
}

int strategy_decide(Machine *m, const Code *ip, u64 *r, ChoiceKind kind, Term *condition) {
    if (term_is_const(condition)) return (int)condition->value;
    Term *guards[2] = {condition, term_not(strategy_terms(m), condition)};
    int choice = strategy_choose(m, ip, r, kind, guards, 2);
    return choice < 0 ? choice : choice == 0;
}

bool strategy_split(Machine *m, const Code *ip, u64 *r, Term *term, u64 *value) {
    enum { FEW = 64 };
    TermVec values = {0}, guards = {0};
    if (!term_is_const(term) && m->symbolic->strategy->values(m, term, FEW + 1, &values)) {
        for (u32 i = 0; i < values.count; i++) vec_push(&guards, term_eq(strategy_terms(m), term, values.at[i]));
        int way = strategy_choose(m, ip, r, CHOICE_SIZE, guards.at, guards.count);
        *value = way >= 0 ? values.at[way]->value : 0;
        vec_free(&values);
        vec_free(&guards);
        return way >= 0;
    }
    vec_free(&values);
    *value = strategy_concretise(m, term);
    return true;
}

bool strategy_assume(Machine *m, Term *condition) {
    if (term_is_true(condition)) return true;
    if (!term_is_false(condition) && m->symbolic->strategy->may_assume(m, condition)) return true;
    strategy_drop(m);
    return false;
}

void strategy_drop(Machine *m) { m->end = RUN_DROPPED; }

static u64 fixed_value(const FixedInputs *fixed, u32 number, u32 width) {
    for (u32 i = 0; i < fixed->count; i++)
        if (fixed->numbers[i] == number) return fixed->values[i];
    return fixed->draw ? fixed->draw(fixed->self, number, width) : 0;
}

Term *strategy_undefined(Machine *m, u32 width, u32 origin) {
    const FixedInputs *fixed = m->symbolic->fixed;
    if (!m->options.allow_uninitialised) return term_undefined(strategy_terms(m), width, origin);
    if (fixed && width <= 64) {
        u64 value = fixed_value(fixed, m->symbolic->path.unknowns++, width);
        return term_const(strategy_terms(m), width, value & low_mask(width));
    }
    char name[48];
    if (m->symbolic->merges_inputs)
        vec_push(&m->symbolic->path.unknown_values, (PathUnknown){.number = m->symbolic->path.unknowns});
    /* a state that stands for many rounds of a loop begins with the same number in each: they are different values */
    u32 *next = m->symbolic->forgets_inputs ? &m->symbolic->unnamed_inputs : &m->symbolic->path.unknowns;
    snprintf(name, sizeof name, "undefined#%u", (*next)++);
    return term_symbol_undefined(strategy_terms(m), name, width);
}

/* No input is called so: inputs that have the names of functions end in (). */
bool strategy_is_undefined_symbol(const Term *symbol) {
    return symbol->op == TERM_SYMBOL && !strncmp(symbol->symbol->name, "undefined#", strlen("undefined#"));
}
