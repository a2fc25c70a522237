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

void term_strip_bases(TermStore *store, Term **roots, u32 count) {
    TermVec order = {0};
    Map stripped = {0};
    term_postorder(store, roots, count, &order);
    for (u32 i = 0; i < order.count; i++) {
        Term *t = order.at[i], *args[255];
        if (!(t->flags & TERM_HAS_BASED)) continue;
        for (u32 k = 0; k < t->arity; k++) {
            Term *other = map_get_ptr(&stripped, t->arg[k]);
            args[k] = other ? other : t->arg[k];
        }
        map_put_ptr(&stripped, t, t->op == TERM_BASED ? args[0] : term_rebuild(store, t, args));
    }
    for (u32 i = 0; i < count; i++) {
        Term *other = map_get_ptr(&stripped, roots[i]);
        if (other) roots[i] = other;
    }
    map_free(&stripped);
    vec_free(&order);
}
