#include "semantics/settled.h"

#include "semantics/lift.h"
#include "semantics/lift_ops.h"

enum { DEEPEST_ALTERNATIVE = 16 };

/* Engines whose states stand for many, or become one where they meet: what one path has found is not theirs. */
static bool is_kept(const Symbolic *s) { return !s->forgets_output; }

static const Settled *find(const Symbolic *s, const Term *is_set) {
    for (u32 i = s->path.settled.count; i-- > 0;)
        if (s->path.settled.at[i].is_set == is_set) return &s->path.settled.at[i];
    return NULL;
}

/* a || b is !(!a && !b). */
static bool is_alternative(const Term *t) { return t->op == TERM_NOT && t->arg[0]->op == TERM_AND; }

static bool is_never(const Symbolic *s, Term *is_set, u32 depth) {
    if (term_is_false(is_set)) return true;
    const Settled *known = find(s, is_set);
    if (known) return known->is_never;
    if (!is_alternative(is_set) || depth == DEEPEST_ALTERNATIVE) return false;
    for (u32 i = 0; i < 2; i++)
        if (!is_never(s, term_not(s->terms, is_set->arg[0]->arg[i]), depth + 1)) return false;
    return true;
}

Term *settled_value(const Machine *m, Term *term) {
    const Symbolic *s = m->symbolic;
    if (!term_is_tainted(term) || term_is_array(term) || !s->path.settled.count) return term;
    return is_never(s, lift_is_set(s->terms, term_mask_of(s->terms, term)), 0) ? term_value_of(term) : term;
}

static void keep(Symbolic *s, Term *is_set, bool never, u32 depth) {
    if (term_is_const(is_set) || find(s, is_set)) return;
    vec_push(&s->path.settled, (Settled){is_set, never});
    for (u32 i = 0; i < 2 && never && is_alternative(is_set) && depth < DEEPEST_ALTERNATIVE; i++)
        keep(s, term_not(s->terms, is_set->arg[0]->arg[i]), true, depth + 1);
}

/* As implied_by: the cells are put back for siblings, which make the same choices. */
static void clear_cells(Machine *m, u64 *r) {
    for (Frame *frame = frame_of(r); frame; frame = frame->caller) {
        if (!frame->is_tracked) continue;
        u64 *cells = frame_cells(frame);
        for (u32 i = 0; i < frame->compiled->cells; i++) {
            Term *term = terms_of(m, cells)[i], *value = term ? settled_value(m, term) : NULL;
            if (value == term) continue;
            vec_push(&m->symbolic->step_implied, (ImpliedCell){cells, i, cells[i], term});
            lift_set(m, cells, i, value);
        }
    }
}

static void note(Machine *m, u64 *r, Term *is_set, bool never) {
    u32 before = m->symbolic->path.settled.count;
    keep(m->symbolic, is_set, never, 0);
    if (never && m->symbolic->path.settled.count > before) clear_cells(m, r);
}

void settled_note(Machine *m, u64 *r, Term *mask) {
    if (is_kept(m->symbolic)) note(m, r, lift_is_set(m->symbolic->terms, mask), true);
}

bool settled_ask(Machine *m, u64 *r, Term *term) {
    Symbolic *s = m->symbolic;
    if (!is_kept(s) || !term_is_tainted(term)) return false;
    Term *is_set = lift_is_set(s->terms, term_mask_of(s->terms, term));
    if (term_is_const(is_set)) return false;
    const Settled *known = find(s, is_set);
    if (known) return known->is_never;
    bool never = strategy_must_be(m, term_not(s->terms, is_set));
    note(m, r, is_set, never);
    return never;
}
