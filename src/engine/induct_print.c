/* Invariants as C expressions over the program's variables. */
#include "engine/induct_inside.h"

#include <inttypes.h>
#include <stdlib.h>

enum { DEEPEST = 6 };

static const Place *place_of(const LoopRun *run, const Term *symbol) {
    for (u32 i = 0; i < run->places.count; i++)
        if (run->places.at[i].symbol == symbol) return &run->places.at[i];
    return NULL;
}

static const char *operator_of(TermOp op) {
    switch (op) {
    case TERM_EQ: return "==";
    case TERM_ULT:
    case TERM_SLT: return "<";
    case TERM_ADD: return "+";
    case TERM_MUL: return "*";
    default: return NULL;
    }
}

static bool print(const LoopRun *run, const Term *term, bool is_signed, u32 depth, Text *out);

static bool print_two(const LoopRun *run, const Term *term, bool is_signed, u32 depth, const char *operator,
                      Text * out) {
    text_add_char(out, '(');
    bool ok = print(run, term->arg[0], is_signed, depth + 1, out);
    text_printf(out, " %s ", operator);
    ok = ok && print(run, term->arg[1], is_signed, depth + 1, out);
    text_add_char(out, ')');
    return ok;
}

/* A comparison that is turned around is an inclusive one. */
static bool print_not(const LoopRun *run, const Term *term, u32 depth, Text *out) {
    const Term *inner = term->arg[0];
    if (inner->op == TERM_EQ) return print_two(run, inner, true, depth, "!=", out);
    if (inner->op == TERM_SLT || inner->op == TERM_ULT)
        return print_two(run, inner, inner->op == TERM_SLT, depth, ">=", out);
    text_add(out, "!");
    return print(run, inner, true, depth + 1, out);
}

/* False: it has no simple form over variables that have names. */
static bool print(const LoopRun *run, const Term *term, bool is_signed, u32 depth, Text *out) {
    if (depth > DEEPEST) return false;
    if (term_is_const(term)) {
        if (term->width > 64) return false;
        if (is_signed) text_printf(out, "%" PRId64, term_signed_value(term));
        else text_printf(out, "%" PRIu64 "u", term->value);
        return true;
    }
    if (term->op == TERM_SYMBOL) {
        const Place *place = place_of(run, term);
        if (!place || !place->name || place->mode == PLACE_BASED) return false;
        text_printf(out, is_signed ? "%s" : "(unsigned long)%s", place->name);
        return true;
    }
    if (term->op == TERM_NOT && term->width == 1) return print_not(run, term, depth, out);
    const char *operator= operator_of(term->op);
    if (!operator) return false;
    bool compares = term->op == TERM_SLT || term->op == TERM_ULT;
    return print_two(run, term, compares ? term->op == TERM_SLT : is_signed, depth, operator, out);
}

void candidates_print(Induct *in, const LoopRun *run, LocationId location) {
    for (u32 i = 0; i < run->candidates.count; i++) {
        Text text = {0};
        if (!run->candidates.at[i].is_dropped && print(run, run->candidates.at[i].term, true, 0, &text)) {
            LoopInvariant invariant = {location, run->entry->compiled->function, xstrdup(text.chars)};
            vec_push(&in->answer->invariants, invariant);
        }
        text_free(&text);
    }
}
