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

static bool print_two(const LoopRun *run, const Term *term, bool is_signed, u32 depth, const char *between, Text *out) {
    text_add_char(out, '(');
    bool ok = print(run, term->arg[0], is_signed, depth + 1, out);
    text_printf(out, " %s ", between);
    ok = ok && print(run, term->arg[1], is_signed, depth + 1, out);
    text_add_char(out, ')');
    return ok;
}

/* A comparison that is turned around is an inclusive one. */
static bool print_not(const LoopRun *run, const Term *term, u32 depth, Text *out) {
    const Term *inner = term->arg[0];
    if (inner->op == TERM_EQ) return print_two(run, inner, false, depth, "!=", out);
    if (inner->op != TERM_SLT && inner->op != TERM_ULT) return false;
    return print_two(run, inner, inner->op == TERM_SLT, depth, ">=", out);
}

static bool print_number(const Term *term, bool is_signed, Text *out) {
    if (is_signed) text_printf(out, "%" PRId64, term_signed_value(term));
    else text_printf(out, term->width == 64 ? "0x%" PRIx64 "ull" : "%" PRIu64 "u", term->value);
    return !is_signed || term_signed_value(term) > INT32_MIN; /* which C has no number for */
}

static bool print_place(const LoopRun *run, const Term *symbol, bool is_signed, Text *out) {
    const Place *place = place_of(run, symbol);
    if (!place || !place->name || place->mode == PLACE_BASED) return false;
    const char *type = symbol->width == 64 ? "long long" : "int";
    text_printf(out, "(%s%s)%s", is_signed ? "" : "unsigned ", type, place->name);
    return true;
}

/* In C a sum of signed numbers must not overflow and narrow ones grow: such are not printed. False: it has no simple
 * form over variables that have names. */
static bool print(const LoopRun *run, const Term *term, bool is_signed, u32 depth, Text *out) {
    if (depth > DEEPEST) return false;
    if (term->op == TERM_NOT && term->width == 1) return print_not(run, term, depth, out);
    const char *between = operator_of(term->op);
    if (term->op == TERM_EQ || term->op == TERM_ULT) return print_two(run, term, false, depth, between, out);
    if (term->op == TERM_SLT) return print_two(run, term, true, depth, between, out);
    if (term->width != 32 && term->width != 64) return false;
    if (term_is_const(term)) return print_number(term, is_signed, out);
    if (term->op == TERM_SYMBOL) return print_place(run, term, is_signed, out);
    return between && !is_signed && print_two(run, term, false, depth, between, out);
}

void candidates_print(Induct *in, const LoopRun *run, LocationId location) {
    for (u32 i = 0; i < run->candidates.count; i++) {
        Text text = {0};
        if (!run->candidates.at[i].is_dropped && print(run, run->candidates.at[i].term, false, 0, &text)) {
            LoopInvariant invariant = {location, run->entry->compiled->function, xstrdup(text.chars)};
            vec_push(&in->answer->invariants, invariant);
        }
        text_free(&text);
    }
}
