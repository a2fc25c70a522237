/* Pointers of unknown value: numbers that came from outside, from an input or an uninitialised value, and may be
 * anything. Which objects such a number happens to hit depends on where objects stand; a verifier must neither find
 * errors nor prove anything on that ground. */
#include "semantics/lift.h"

#include "memory/pointer.h"

/* Whether the value of the term is made of symbols, not only chosen by them: what an if-then-else decides and where an
 * array is read is no part of it, and what an array holds is for the resolution to say. */
static bool is_made_of_symbols(Term *term, PointerOrigin *origin) {
    enum { MOST_STEPS = 256 };
    TermVec pending = {0};
    bool found = false;
    vec_push(&pending, term);
    for (u32 steps = 0; pending.count && steps < MOST_STEPS; steps++) {
        Term *t = vec_pop(&pending);
        if (t->op == TERM_SYMBOL && !term_is_array(t)) {
            if (!found) *origin = POINTER_UNINITIALISED;
            if (!strategy_is_undefined_symbol(t)) *origin = POINTER_INPUT;
            found = true;
        }
        bool is_choice = t->op == TERM_ITE, is_opaque = t->op == TERM_SELECT || t->op == TERM_BASED || t->width == 1;
        for (u32 i = is_choice ? 1 : 0; i < t->arity && !is_opaque; i++) vec_push(&pending, t->arg[i]);
    }
    vec_free(&pending);
    return found;
}

static bool is_wide(const Term *term, u64 least) { return term->facts.umax - term->facts.umin >= least; }

PointerOrigin lift_unknown_pointer(Machine *m, Term *pointer) {
    enum { FEW_OBJECTS = 1 << 16, FEW_BYTES = 1 << 24 };
    PointerOrigin origin = POINTER_KNOWN;
    if (!m->symbolic->stops_at_unknown_pointers || term_is_const(pointer)) return POINTER_KNOWN;
    PointerParts parts = pointer_parts(&m->symbolic->memory, pointer);
    if (!term_is_const(parts.object)) {
        if (is_wide(parts.object, FEW_OBJECTS)) is_made_of_symbols(parts.object, &origin);
    } else if (!parts.object->value && parts.address && is_wide(parts.address, FEW_BYTES)) {
        is_made_of_symbols(parts.address, &origin);
    }
    return origin;
}

bool lift_report_unknown(Machine *m, const Code *ip, u64 *r, Term *pointer, FaultKind kind) {
    PointerOrigin origin = lift_unknown_pointer(m, pointer);
    if (origin == POINTER_KNOWN) return false;
    m->fault.pointer = origin;
    machine_fault_text(m, ip, r, kind, "%s a pointer of unknown value",
                       kind == FAULT_INVALID_FREE ? "free of" : "access through");
    return true;
}
