/* Queries about floats that a simple guess satisfies: all symbols zero, or one, or the largest or smallest number; or else the
 * integers that become floats are such a number, which is asked without the floats. A model costs one evaluation; where
 * arithmetic on floats meets that on integers, nothing below is as cheap by far. */
#include "solver/stage.h"

#include <stdlib.h>

static bool has_floats(const Query *query) {
    for (u32 i = 0; i < query->count; i++)
        if (query->constraints[i]->flags & TERM_HAS_FLOAT) return true;
    return false;
}

typedef enum { GUESS_ZEROS, GUESS_ONE, GUESS_ONES, GUESS_MAXIMUM, GUESS_COUNT } Guess;

static Term *guessed(TermStore *store, Guess guess, u32 width) {
    Term *zero = term_const(store, width, 0);
    switch (guess) {
    case GUESS_ONE: return term_const(store, width, 1);
    case GUESS_ONES: return term_not(store, zero);
    case GUESS_MAXIMUM:
        return width > 1 ? term_zext(store, term_extract(store, term_not(store, zero), 1, width - 1), width) : zero;
    default: return zero;
    }
}

static Model *guess_model(TermStore *store, Guess guess, const TermVec *symbols) {
    Model *model = model_new(store);
    for (u32 i = 0; i < symbols->count; i++) {
        Term *symbol = symbols->at[i];
        if (symbol->op == TERM_SYMBOL && !term_is_array(symbol))
            model_set(model, symbol, guessed(store, guess, symbol->width));
    }
    return model;
}

static bool satisfies(Model *model, const Query *query) {
    for (u32 i = 0; i < query->count; i++)
        if (!model_satisfies(model, query->constraints[i])) return false;
    return true;
}

static bool try_model(const Query *query, Model *model, Result *result) {
    bool is_found = satisfies(model, query);
    if (is_found) result_yes(result, query, model, "a guess does not satisfy the query");
    else model_release(model);
    return is_found;
}

static bool try_symbols(Stage *stage, const Query *query, Result *result) {
    TermVec symbols = {0};
    bool is_found = false;
    term_symbols(stage->store, query->constraints, query->count, &symbols);
    for (Guess guess = 0; symbols.count && guess < GUESS_COUNT && !is_found; guess++)
        is_found = try_model(query, guess_model(stage->store, guess, &symbols), result);
    vec_free(&symbols);
    return is_found;
}

/* ---- Integers that become floats ---- */

enum { MOST_TERMS = 4096, MOST_INTEGERS = 4 };

static void add_once(TermVec *terms, Term *term) {
    for (u32 i = 0; i < terms->count; i++)
        if (terms->at[i] == term) return;
    vec_push(terms, term);
}

static void find_integers(const Query *query, TermVec *found) {
    TermVec seen = {0};
    for (u32 i = 0; i < query->count; i++)
        if (query->constraints[i]->flags & TERM_HAS_FLOAT) add_once(&seen, query->constraints[i]);
    for (u32 i = 0; i < seen.count && seen.count < MOST_TERMS; i++) {
        const Term *term = seen.at[i];
        bool converts = term->op == TERM_STOF || term->op == TERM_UTOF;
        if (converts && !(term->arg[0]->flags & TERM_HAS_FLOAT)) add_once(found, term->arg[0]);
        for (u32 k = 0; k < term->arity; k++)
            if (term->arg[k]->flags & TERM_HAS_FLOAT) add_once(&seen, term->arg[k]);
    }
    vec_free(&seen);
}

/* The constraints without floats, and the integers being what is guessed. */
static bool try_integers(Stage *stage, const Query *query, const TermVec *integers, Guess guess, Result *result) {
    TermVec constraints = {0};
    Result without = {0};
    Query smaller = *query;
    smaller.want_model = true;
    for (u32 i = 0; i < query->count; i++)
        if (!(query->constraints[i]->flags & TERM_HAS_FLOAT)) vec_push(&constraints, query->constraints[i]);
    for (u32 i = 0; i < integers->count; i++)
        vec_push(&constraints,
                 term_eq(stage->store, integers->at[i], guessed(stage->store, guess, integers->at[i]->width)));
    stage_ask_next(stage, &smaller, constraints.at, constraints.count, 0, &without);
    bool is_found =
        without.answer == ANSWER_YES && without.model && try_model(query, model_keep(without.model), result);
    result_clear(&without);
    vec_free(&constraints);
    return is_found;
}

static bool try_conversions(Stage *stage, const Query *query, Result *result) {
    TermVec integers = {0};
    bool is_found = false;
    find_integers(query, &integers);
    bool are_few = integers.count && integers.count <= MOST_INTEGERS;
    for (Guess guess = 0; are_few && guess < GUESS_COUNT && !is_found; guess++)
        is_found = try_integers(stage, query, &integers, guess, result);
    vec_free(&integers);
    return is_found;
}

static void check(Stage *stage, const Query *query, Result *result) {
    if (has_floats(query) && (try_symbols(stage, query, result) || try_conversions(stage, query, result))) return;
    stage_ask_next(stage, query, query->constraints, query->count, query->known, result);
}

static void destroy(Stage *stage) { free(stage); }

Stage *stage_guess_new(TermStore *store, Stage *next) {
    static const StageApi api = {"guess", check, NULL, NULL, NULL, destroy};
    Stage *stage = xcalloc(1, sizeof *stage);
    *stage = (Stage){.api = &api, .next = next, .store = store, .counts.name = api.name};
    return stage;
}
