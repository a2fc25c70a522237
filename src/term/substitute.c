/* Replacing terms by others, simplifying again on the way up. */
#include "term/internal.h"

/* Whether an argument of `t` was replaced; fills `args` with what the arguments became. */
static bool changed(const Map *replacement, const Term *t, Term **args) {
    bool any = false;
    for (u32 i = 0; i < t->arity; i++) {
        Term *other = map_get_ptr(replacement, t->arg[i]);
        args[i] = other ? other : t->arg[i];
        any |= args[i] != t->arg[i];
    }
    return any;
}

void term_substitute(TermStore *store, Term **roots, u32 count, Map *replacement) {
    TermVec order = {0};
    term_postorder(store, roots, count, &order);
    for (u32 i = 0; i < order.count; i++) {
        Term *t = order.at[i], *args[255];
        if (t->arity == 0 || map_get(replacement, (u64)(uintptr_t)t, NULL)) continue;
        if (changed(replacement, t, args)) map_put_ptr(replacement, t, term_rebuild(store, t, args));
    }
    for (u32 i = 0; i < count; i++) {
        Term *other = map_get_ptr(replacement, roots[i]);
        if (other) roots[i] = other;
    }
    vec_free(&order);
}
