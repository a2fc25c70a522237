#include "semantics/implied.h"

#include "semantics/lift.h"

/* symbol == constant, however it is wrapped. */
static bool bound_symbol(const Term *condition, Term **symbol, Term **value) {
    if (condition->op != TERM_EQ || !term_is_const(condition->arg[1])) return false;
    *symbol = condition->arg[0];
    *value = condition->arg[1];
    return (*symbol)->op == TERM_SYMBOL && !term_is_array(*symbol);
}

static void note(Explorer *e, Term *symbol, Term *value) {
    for (u32 i = 0; i < e->path.bound.count; i++)
        if (e->path.bound.at[i].symbol == symbol) return;
    vec_push(&e->path.bound, (Bound){symbol, value});
}

/* Conjunctions say several things; a bit by itself says that it is 1. */
static u32 note_all(Explorer *e, Term *condition) {
    Term *symbol, *value;
    if (condition->op == TERM_AND && condition->width == 1)
        return note_all(e, condition->arg[0]) + note_all(e, condition->arg[1]);
    if (!bound_symbol(condition, &symbol, &value)) return 0;
    note(e, symbol, value);
    return 1;
}

static bool is_bound(const Explorer *e, const Term *symbol, Term **value) {
    for (u32 i = e->path.bound.count; i-- > 0;)
        if (e->path.bound.at[i].symbol == symbol) {
            *value = e->path.bound.at[i].value;
            return true;
        }
    return false;
}

Term *implied_value(Machine *m, Term *term) {
    Explorer *e = m->explorer;
    if (!e->path.bound.count || term_is_const(term)) return term;
    TermVec symbols = {0};
    Map values = {0};
    term_symbols(e->terms, &term, 1, &symbols);
    for (u32 i = 0; i < symbols.count; i++) {
        Term *value;
        if (is_bound(e, symbols.at[i], &value)) map_put_ptr(&values, symbols.at[i], value);
    }
    Term *result = term;
    if (values.count) term_substitute(e->terms, &result, 1, &values);
    map_free(&values);
    vec_free(&symbols);
    return result;
}

void implied_by(Machine *m, u64 *r, Term *condition) {
    Explorer *e = m->explorer;
    if (!note_all(e, condition) || e->options.force_terms) return;
    for (Frame *frame = frame_of(r); frame; frame = frame->caller) {
        if (!frame->is_tracked) continue;
        u64 *cells = frame_cells(frame);
        for (u32 i = 0; i < frame->compiled->cells; i++) {
            Term *term = terms_of(m, cells)[i];
            Term *value = term ? implied_value(m, term) : NULL;
            if (!value || value == term) continue;
            vec_push(&e->step_implied, (ImpliedCell){cells, i, cells[i], term});
            lift_set(m, cells, i, value);
        }
    }
}
