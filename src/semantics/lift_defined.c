/* What is decided must not depend on undefined bits.
 *
 * The undefined bits of a term are a term themselves (term_mask_of): that one of them is set is a condition over the
 * inputs, and the path forks on it. Where none is, the value is all there is to know. */
#include "semantics/lift.h"
#include "semantics/lift_ops.h"

Term *lift_undefined(Machine *m, u64 bits, u32 origin) {
    TermStore *store = m->symbolic->terms;
    Term *mask = term_const(store, 64, bits);
    if (m->options.allow_uninitialised) return term_and(store, strategy_undefined(m, 64, origin), mask);
    return term_tainted(store, term_const(store, 64, 0), mask, origin);
}

int lift_is_undefined(Machine *m, const Code *ip, u64 *r, Term *mask) {
    if (term_is_const(mask)) return !term_const_is_zero(mask);
    return strategy_decide(m, ip, r, CHOICE_ERROR, lift_is_set(m->symbolic->terms, mask));
}

int lift_check_defined(Machine *m, const Code *ip, u64 *r, Term **term, const char *what) {
    if (!term_is_tainted(*term)) return 0;
    int undefined = lift_is_undefined(m, ip, r, term_mask_of(m->symbolic->terms, *term));
    if (undefined == 1) track_report(m, ip, r, what, term_origin_of(*term));
    else *term = term_value_of(*term);
    return undefined;
}
