/* Values that the program keeps: variables that it writes, and members of what is given.
 *
 * A root sees each of them as any value. But whoever writes them keeps them so that they fit together: a count and the table
 * that it counts, a pointer and the flag that says whether it is there, two pointers into one text. That they do not is an
 * assumption which nothing in the function supports, unless one of them alone is what goes wrong. */
#include "check/judge.h"

#include "check/check.h"
#include "check/places.h"
#include "engine/explore_inside.h"

#include <string.h>

static bool has_prefix(const Term *symbol, const char *prefix) {
    return symbol->op == TERM_SYMBOL && !strncmp(symbol->symbol->name, prefix, strlen(prefix));
}

/* What an unknown function leaves in one is kept by whoever wrote that. */
static bool is_variable(const Term *symbol) {
    return has_prefix(symbol, INPUT_OF_VARIABLE) || has_prefix(symbol, INPUT_OF_EFFECT);
}

bool kept_by_somebody(const Term *symbol) {
    OutsideValue bytes;
    return outside_symbol(symbol, &bytes) || is_variable(symbol);
}

/* "variable table[3]" is a byte of a table. */
static size_t name_length(const Term *symbol) { return strcspn(symbol->symbol->name, "["); }

/* Parts of one variable, or of one object behind a pointer, are the same here. */
static bool is_same_variable(const Term *a, const Term *b) {
    size_t length = name_length(a);
    return a == b || (is_variable(a) && is_variable(b) && length == name_length(b) &&
                      !strncmp(a->symbol->name, b->symbol->name, length));
}

static bool mentions_other(const Judge *judge, Term *term, const Term *symbol, bool (*counts)(const Term *)) {
    TermVec symbols = {0};
    bool found = false;
    term_symbols(judge->e->terms, &term, 1, &symbols);
    for (u32 i = 0; i < symbols.count && !found; i++)
        found = counts(symbols.at[i]) && !is_same_variable(symbols.at[i], symbol);
    vec_free(&symbols);
    return found;
}

bool kept_with_another(const Judge *judge, const Term *symbol) {
    for (const TrailStep *step = judge->e->now.path.trail; step; step = step->before) {
        if (!step_is_branch(step) || step->function->is_library) continue;
        if (evidence_mentions(judge->e, step->guard, symbol) &&
            mentions_other(judge, step->guard, symbol, kept_by_somebody))
            return true;
    }
    return false;
}

/* How many there are of something, where something is, is not negative; and where one less than that is used, there is one. */
bool kept_must_be_negative(const Judge *judge, Term *guard) {
    enum { NARROWEST = 16 };
    TermStore *store = judge->e->terms;
    TermVec symbols = {0};
    Term *none_is = term_true(store);
    term_symbols(store, &guard, 1, &symbols);
    for (u32 i = 0; i < symbols.count; i++) {
        Term *symbol = symbols.at[i];
        if (!kept_by_somebody(symbol) || term_is_array(symbol) || symbol->width < NARROWEST) continue;
        none_is = term_and(store, none_is, term_ne(store, symbol, term_const(store, symbol->width, 0)));
        if (!is_variable(symbol)) continue;
        Term *sign = term_extract(store, symbol, symbol->width - 1, 1);
        none_is = term_and(store, none_is, term_eq(store, sign, term_const(store, 1, 0)));
    }
    vec_free(&symbols);
    return !explore_may_be(judge->e, none_is);
}

/* The only variable that the term is made of; NULL: it is made of others too, or of none. */
static const Term *only_variable(const Judge *judge, Term *term) {
    TermVec symbols = {0};
    const Term *found = NULL;
    bool is_alone = true;
    term_symbols(judge->e->terms, &term, 1, &symbols);
    for (u32 i = 0; i < symbols.count; i++) {
        is_alone = is_alone && is_variable(symbols.at[i]) && (!found || is_same_variable(found, symbols.at[i]));
        found = symbols.at[i];
    }
    vec_free(&symbols);
    return is_alone ? found : NULL;
}

/* Several variables are compared with each other. */
static bool compares_variables(const Judge *judge, Term *guard, const Term *pointer) {
    TermVec symbols = {0};
    const Term *first = NULL;
    bool found = false;
    term_symbols(judge->e->terms, &guard, 1, &symbols);
    for (u32 i = 0; i < symbols.count && !found; i++) {
        if (!is_variable(symbols.at[i]) || is_same_variable(symbols.at[i], pointer)) continue;
        found = first && !is_same_variable(first, symbols.at[i]);
        first = symbols.at[i];
    }
    vec_free(&symbols);
    return found;
}

bool kept_pointer_has_flag(const Judge *judge, const Fault *fault, Term *pointer) {
    const Term *variable = only_variable(judge, pointer);
    if (kept_by_somebody(pointer) && kept_with_another(judge, pointer)) return true;
    if (!variable) return false;
    for (const TrailStep *step = judge->e->now.path.trail; step; step = step->before) {
        bool counts = step_is_branch(step) && !step->is_forced && !step->function->is_library &&
                      judge_is_active(judge, fault, step);
        if (!counts || !mentions_other(judge, step->guard, variable, is_variable)) continue;
        if (evidence_is_guard(judge, step) || compares_variables(judge, step->guard, variable)) return true;
    }
    return false;
}

bool kept_is_named_by(const Term *pointer, const Function *function, const Program *program) {
    if (!has_prefix(pointer, INPUT_OF_VARIABLE)) return false;
    const char *name = pointer->symbol->name + strlen(INPUT_OF_VARIABLE);
    for (u32 i = 0; i < function->insn_count; i++) {
        const Insn *insn = &function->insns[i];
        if (insn->op != OP_LOAD || !operand_is_constant(insn->a)) continue;
        const Constant *constant = &program->constants.at[operand_index(insn->a)];
        if (constant->kind == CONSTANT_GLOBAL && !strcmp(constant->global->name, name)) return true;
    }
    return false;
}

/* A size_t of which the path needs that it does not fit any address space; what may be one, if nothing says what it is, has
 * to be larger still. */
bool kept_size_is_huge(const Judge *judge) {
    enum { ADDRESS_BITS = 47, HUGE_BITS = 62, WIDTH = 64 };
    TermStore *store = judge->e->terms;
    const Path *path = &judge->e->now.path;
    Places places = {judge->e, judge->root};
    TermVec symbols = {0};
    Term *is_moderate = term_true(store);
    term_symbols(store, path->constraints.at, path->constraints.count, &symbols);
    for (u32 i = 0; i < symbols.count; i++) {
        Term *symbol = symbols.at[i];
        Place place;
        if (term_is_array(symbol) || symbol->width != WIDTH || !kept_by_somebody(symbol)) continue;
        bool is_number = place_of_symbol(&places, symbol, &place, NULL) && place.type->kind == TYPE_INT;
        if (is_number && place.type->is_signed) continue;
        Term *most = term_const(store, WIDTH, (u64)1 << (is_number ? ADDRESS_BITS : HUGE_BITS));
        is_moderate = term_and(store, is_moderate, term_ult(store, symbol, most));
    }
    vec_free(&symbols);
    return is_moderate != term_true(store) && !explore_may_be(judge->e, is_moderate);
}

/* ---- Two pointers ---- */

static bool is_followed(const Judge *judge, const Term *symbol) {
    for (u32 i = 0; i < judge->e->outside.objects.count; i++)
        if (judge->e->outside.objects.at[i].pointer == symbol) return true;
    return false;
}

bool kept_pointers_meet(const Judge *judge, Term *guard) {
    TermVec symbols = {0};
    u32 words = 0;
    bool is_any_followed = false;
    term_symbols(judge->e->terms, &guard, 1, &symbols);
    for (u32 i = 0; i < symbols.count; i++) {
        is_any_followed = is_any_followed || is_followed(judge, symbols.at[i]);
        words += !term_is_array(symbols.at[i]) && symbols.at[i]->width == judge->e->m->program->pointer_bytes * 8;
    }
    vec_free(&symbols);
    return is_any_followed && words > 1;
}

static bool has_own_object(const Judge *judge, const Term *pointer) {
    const Path *path = &judge->e->now.path;
    for (u32 i = 0; i < path->outside.count; i++)
        if (judge->e->outside.objects.at[path->outside.at[i] - OUTSIDE_FIRST].pointer == pointer) return true;
    return false;
}

bool kept_pointer_strays(const Judge *judge, Term *guard) {
    Places places = {judge->e, judge->root};
    TermVec symbols = {0};
    bool found = false;
    term_symbols(judge->e->terms, &guard, 1, &symbols);
    for (u32 i = 0; i < symbols.count && !found; i++) {
        Term *symbol = symbols.at[i];
        Place place;
        bool is_pointer = !term_is_array(symbol) && symbol->width == judge->e->m->program->pointer_bytes * 8 &&
                          place_of_symbol(&places, symbol, &place, NULL) && place.type->kind == TYPE_POINTER;
        if (!is_pointer || has_own_object(judge, symbol)) continue;
        const Term *value = explore_evaluate(judge->e, symbol);
        found = value && value->value;
    }
    vec_free(&symbols);
    return found;
}
