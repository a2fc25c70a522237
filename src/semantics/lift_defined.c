/* What is decided must not depend on undefined bits.
 *
 * The undefined bits of a term are a term themselves (term_mask_of): that one of them is set is a condition over the
 * inputs, and the path forks on it. Where none is, the value is all there is to know. */
#include "program/visit.h"
#include "semantics/lift.h"
#include "semantics/lift_ops.h"
#include "semantics/settled.h"

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
    *term = settled_value(m, *term);
    if (!term_is_tainted(*term)) return 0;
    Term *mask = term_mask_of(m->symbolic->terms, *term);
    int undefined = lift_is_undefined(m, ip, r, mask);
    if (undefined == 1) track_report(m, ip, r, what, term_origin_of(*term));
    else *term = term_value_of(*term);
    if (undefined == 0) settled_note(m, r, mask);
    return undefined;
}

/* ---- Results ---- */

/* Several return statements have one end of the function: the one that has given this value, if only one can have; 0: it is
 * not known. */
static LocationId return_of(Machine *m, const Code *end, u64 *r) {
    const Compiled *compiled = frame_of(r)->compiled;
    const Function *function = compiled->function;
    LocationId found = 0;
    for (u32 i = 0; i < function->insn_count; i++) {
        const Insn *insn = &function->insns[i];
        bool gives = insn->op == OP_MOVE && compiled->register_cells[insn->dst] == end->a;
        if (!gives || !operand_is_register(insn->a)) continue;
        if (lift_term(m, r, compiled->register_cells[insn->a]) != lift_term(m, r, end->a)) continue;
        if (found) return 0;
        found = insn->location;
    }
    return found;
}

/* A variable of the program that has no value: what comes from the end of a function without a return statement has no name. */
static bool is_variable(const Machine *m, const Term *value) {
    u32 origin = term_is_tainted(value) ? term_origin_of(value) : 0;
    return origin && origin < m->origin_table.count && m->origin_table.at[origin].name;
}

TrackStep lift_return(Machine *m, const Code *ip, u64 *r) {
    const Frame *frame = frame_of(r);
    bool is_seen = !m->symbolic->checks_arguments || !frame->caller->compiled->function->is_outsider;
    if (is_seen || ip->op != CODE_RETURN1) return STEP_RUN;
    const Function *function = frame->compiled->function;
    const Type *type = function->c_type ? function->c_type->element : NULL;
    Term *value = lift_term(m, r, ip->a);
    if (!value || !type || !type_is_scalar(type) || !is_variable(m, value)) return STEP_RUN;
    TermStore *store = m->symbolic->terms;
    u32 bits = type->kind == TYPE_POINTER ? 64 : type->bits;
    Term *mask = term_extract(store, term_mask_of(store, value), 0, bits);
    Term *is_defined = term_ne(store, mask, term_not(store, term_const(store, bits, 0)));
    int undefined = lift_is_undefined(m, ip, r, term_not(store, is_defined));
    if (undefined == 1) {
        track_report(m, ip, r, "the returned value", term_origin_of(value));
        LocationId place = return_of(m, ip, r);
        if (place) m->fault.stack.at[0].location = place;
    }
    return undefined ? STEP_END : STEP_RUN;
}
