#include "abstract/arrays.h"

Term *arrays_replaced(const Map *done, Term *term) {
    Term *replaced = map_get_ptr(done, term);
    return replaced ? replaced : term;
}

static Term *rebuilt(TermStore *terms, Term *term, const Map *done) {
    Term *args[8];
    assert(term->arity <= COUNT_OF(args));
    bool is_same = true;
    for (u32 i = 0; i < term->arity; i++) {
        args[i] = arrays_replaced(done, term->arg[i]);
        is_same = is_same && args[i] == term->arg[i];
    }
    return is_same ? term : term_rebuild(terms, term, args);
}

void arrays_replace(TermStore *terms, const TermVec *order, ArrayWord word, void *self, Map *done) {
    for (u32 i = 0; i < order->count; i++) {
        Term *term = order->at[i];
        if (term_is_array(term) || !(term->flags & TERM_HAS_ARRAY) || map_get_ptr(done, term)) continue;
        Term *without = term->op == TERM_SELECT ? word(self, term->arg[0], arrays_replaced(done, term->arg[1]))
                                                : rebuilt(terms, term, done);
        map_put_ptr(done, term, without);
    }
}
