#include "semantics/implied.h"

#include "semantics/lift.h"

/* symbol == constant, however it is wrapped. */
static bool bound_symbol(const Term *condition, Term **symbol, Term **value) {
    if (condition->op != TERM_EQ || !term_is_const(condition->arg[1])) return false;
    *symbol = condition->arg[0];
    *value = condition->arg[1];
    return (*symbol)->op == TERM_SYMBOL && !term_is_array(*symbol);
}

static void note(Symbolic *s, Term *symbol, Term *value) {
    for (u32 i = 0; i < s->path.bound.count; i++)
        if (s->path.bound.at[i].symbol == symbol) return;
    vec_push(&s->path.bound, (Bound){symbol, value});
}

/* Conjunctions say several things; a bit by itself says that it is 1. */
static u32 note_all(Symbolic *s, Term *condition) {
    Term *symbol, *value;
    if (condition->op == TERM_AND && condition->width == 1)
        return note_all(s, condition->arg[0]) + note_all(s, condition->arg[1]);
    if (!bound_symbol(condition, &symbol, &value)) return 0;
    note(s, symbol, value);
    return 1;
}

static bool is_bound(const Symbolic *s, const Term *symbol, Term **value) {
    for (u32 i = s->path.bound.count; i-- > 0;)
        if (s->path.bound.at[i].symbol == symbol) {
            *value = s->path.bound.at[i].value;
            return true;
        }
    return false;
}

Term *implied_value(Machine *m, Term *term) {
    Symbolic *s = m->symbolic;
    if (!s->path.bound.count || term_is_const(term)) return term;
    TermVec symbols = {0};
    Map values = {0};
    term_symbols(s->terms, &term, 1, &symbols);
    for (u32 i = 0; i < symbols.count; i++) {
        Term *value;
        if (is_bound(s, symbols.at[i], &value)) map_put_ptr(&values, symbols.at[i], value);
    }
    Term *result = term;
    if (values.count) term_substitute(s->terms, &result, 1, &values);
    map_free(&values);
    vec_free(&symbols);
    return result;
}

void implied_note(Machine *m, Term *condition) { note_all(m->symbolic, condition); }

void implied_by(Machine *m, u64 *r, Term *condition) {
    Symbolic *s = m->symbolic;
    if (!note_all(s, condition) || s->force_terms) return;
    for (Frame *frame = frame_of(r); frame; frame = frame->caller) {
        if (!frame->is_tracked) continue;
        u64 *cells = frame_cells(frame);
        for (u32 i = 0; i < frame->compiled->cells; i++) {
            Term *term = terms_of(m, cells)[i];
            Term *value = term ? implied_value(m, term) : NULL;
            if (!value || value == term) continue;
            vec_push(&s->step_implied, (ImpliedCell){cells, i, cells[i], term});
            lift_set(m, cells, i, value);
        }
    }
}
