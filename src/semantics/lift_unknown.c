/* Pointers of unknown value: numbers that came from outside, from an input or an uninitialised value, and may be
 * anything. Which objects such a number happens to hit depends on where objects stand; a verifier must neither find
 * errors nor prove anything on that ground. */
#include "semantics/lift.h"

#include "memory/pointer.h"

#include <string.h>

static PointerOrigin origin_of(const Term *symbol) {
    static const char nondet[] = "__VERIFIER_nondet_";
    if (strategy_is_undefined_symbol(symbol)) return POINTER_UNINITIALISED;
    return strncmp(symbol->symbol->name, nondet, strlen(nondet)) ? POINTER_INPUT : POINTER_NONDET;
}

/* Which symbols the value of the term is made of, not only chosen by: what an if-then-else decides and where an
 * array is read is no part of it, and what an array holds is for the resolution to say. */
static void find_origin(Term *term, PointerOrigin *origin) {
    enum { MOST_STEPS = 256 };
    TermVec pending = {0};
    vec_push(&pending, term);
    for (u32 steps = 0; pending.count && steps < MOST_STEPS; steps++) {
        Term *t = vec_pop(&pending);
        if (t->op == TERM_SYMBOL && !term_is_array(t)) { *origin = MAX(*origin, origin_of(t)); }
        bool is_choice = t->op == TERM_ITE, is_opaque = t->op == TERM_SELECT || t->op == TERM_BASED || t->width == 1;
        for (u32 i = is_choice ? 1 : 0; i < t->arity && !is_opaque; i++) vec_push(&pending, t->arg[i]);
    }
    vec_free(&pending);
}

static bool is_wide(const Term *term, u64 least) { return term->facts.umax - term->facts.umin >= least; }

PointerOrigin lift_origin_of_symbols(Machine *m, Term *term) {
    PointerOrigin origin = POINTER_UNINITIALISED;
    TermVec symbols = {0};
    term_symbols(m->symbolic->terms, &term, 1, &symbols);
    for (u32 i = 0; i < symbols.count; i++) origin = MAX(origin, origin_of(symbols.at[i]));
    vec_free(&symbols);
    return origin;
}

PointerOrigin lift_unknown_pointer(Machine *m, Term *pointer) {
    enum { FEW_OBJECTS = 1 << 16, FEW_BYTES = 1 << 24 };
    PointerOrigin origin = POINTER_KNOWN;
    if (!m->symbolic->stops_at_unknown_pointers || term_is_const(pointer)) return POINTER_KNOWN;
    PointerParts parts = pointer_parts(&m->symbolic->memory, pointer);
    if (!term_is_const(parts.object)) {
        if (is_wide(parts.object, FEW_OBJECTS)) find_origin(parts.object, &origin);
    } else if (!parts.object->value && parts.address && is_wide(parts.address, FEW_BYTES)) {
        find_origin(parts.address, &origin);
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
