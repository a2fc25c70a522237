/* Pointers that keep what they are based on (PNVI: a pointer is based on the object it was made from, wherever its
 * number may point). Only moves keep it: if-then-else, memory, extraction of bytes and putting them together again.
 * Arithmetic works on the number, so nothing is known of a BASED itself: a byte of it that were a constant could not be
 * put together with the others again. */
#include "term/internal.h"

Term *term_step(TermStore *store, Term *pointer, Term *delta) {
    assert(pointer->width == delta->width);
    delta = term_number(store, delta);
    if (term_is_const(delta) && term_const_is_zero(delta)) return pointer;
    if (term_is_const(pointer) && term_is_const(delta)) return term_add(store, pointer, delta);
    if (pointer->op == TERM_STEP) return term_step(store, pointer->arg[0], term_add(store, pointer->arg[1], delta));
    return term_intern2(store, TERM_STEP, pointer->width, pointer, delta);
}

Term *term_based(TermStore *store, Term *value, Term *object) {
    assert(value->width == object->width);
    value = term_number(store, value);
    return term_intern2(store, TERM_BASED, value->width, value, object);
}

Term *term_number_of_pointer(TermStore *store, Term *a) {
    return a->op == TERM_STEP ? term_add(store, a->arg[0], a->arg[1])
                              : a->arg[0]; /* the value of a BASED is a number */
}

/* ---- Without bases ---- */

static Term *stripped_of(TermStore *store, Term *t) {
    return t->flags & TERM_HAS_BASED ? map_get_ptr(&store->stripped, t) : t;
}

/* All of its arguments are known: so is it. Else the first that is not is to come before it. */
static Term *strip_one(TermStore *store, Term *t) {
    Term *args[255];
    for (u32 i = 0; i < t->arity; i++) {
        args[i] = stripped_of(store, t->arg[i]);
        if (!args[i]) return t->arg[i];
    }
    map_put_ptr(&store->stripped, t, t->op == TERM_BASED ? args[0] : term_rebuild(store, t, args));
    return NULL;
}

/* What was stripped once is remembered until terms are collected: the same assumptions are asked about again and again. */
void term_strip_bases(TermStore *store, Term **roots, u32 count) {
    TermVec open = {0};
    for (u32 i = 0; i < count; i++) {
        if (!stripped_of(store, roots[i])) vec_push(&open, roots[i]);
        while (open.count) {
            Term *t = vec_last(&open), *missing = stripped_of(store, t) ? NULL : strip_one(store, t);
            if (missing) vec_push(&open, missing);
            else open.count--;
        }
        roots[i] = stripped_of(store, roots[i]);
    }
    vec_free(&open);
}
