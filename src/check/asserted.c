/* What the program says of a value in assertions that are not compiled: its own word about what its callers give.
 *
 * Only for what was given, or what the program keeps: an assertion about input that is taken out of the code is no check. */
#include "check/assertions.h"
#include "check/expressions.h"
#include "check/judge.h"
#include "check/places.h"

typedef struct {
    const Judge *judge;
    const Fault *fault;
    AssertedKind kind;
} Question;

static bool is_about_values(const Fault *fault) {
    switch (fault->kind) {
    case FAULT_NULL_DEREFERENCE:
    case FAULT_WRITE_TO_CONSTANT:
    case FAULT_OUT_OF_BOUNDS:
    case FAULT_DIVISION_BY_ZERO:
    case FAULT_WILD_POINTER:
    case FAULT_MISUSE: return true;
    default: return false;
    }
}

/* ---- Expressions of the operation that fails, and of the calls that lead to it ---- */

static bool names_any(const Question *q, const Function *function, const Expressions *expressions) {
    bool found = false;
    for (u32 i = 0; i < expressions->texts.count && !found; i++)
        found =
            assertions_name(q->judge->sources, q->judge->e->m->program, function, expressions->texts.at[i], q->kind);
    return found;
}

static bool is_among(const Expressions *of, u32 parameter) {
    for (u32 i = 0; i < of->parameters.count; i++)
        if (of->parameters.at[i] == parameter) return true;
    return false;
}

/* `inner`: what the callee's operation is made of; NULL: the operation is this one, or in the library. */
static void find_expressions(const Question *q, const Function *function, const Insn *insn, const Expressions *inner,
                             Expressions *out) {
    const Program *program = q->judge->e->m->program;
    const Call *call = insn->op == OP_CALL ? &function->calls[insn->extra] : NULL;
    for (u32 i = 0; call && i < call->arg_count; i++)
        if (!inner || is_among(inner, i)) expressions_of(program, function, insn, call->args[i].value, out);
    if (call) return;
    bool is_value_stored = insn->op == OP_STORE;
    expressions_of(program, function, insn, insn->a, out);
    if (!is_value_stored) expressions_of(program, function, insn, insn->b, out);
    if (!is_value_stored) expressions_of(program, function, insn, insn->c, out);
}

static bool is_said_on_way(const Question *q) {
    const Machine *m = q->judge->e->m;
    const Code *ip = m->fault_ip;
    Expressions inner = {0};
    bool found = false, is_first = true;
    for (const Frame *frame = (const Frame *)m->fault_r - 1; frame && ip && !found; frame = frame->caller) {
        const Compiled *compiled = frame->compiled;
        const Function *function = compiled->function;
        if (!function->is_library && !function->is_outsider) {
            Expressions here = {0};
            const Insn *insn = &function->insns[compiled->origins[ip - compiled->code]];
            find_expressions(q, function, insn, is_first ? NULL : &inner, &here);
            found = names_any(q, function, &here);
            expressions_free(&inner);
            inner = here;
            is_first = false;
            if (!inner.parameters.count) break;
        }
        ip = frame->return_to ? frame->return_to - 1 : NULL;
    }
    expressions_free(&inner);
    return found;
}

/* ---- Inputs that decide ---- */

static bool root_names(const Question *q, const Term *symbol) {
    Places places = {q->judge->e, q->judge->root};
    Place place;
    Text name = {0};
    bool found = q->judge->root && place_of_symbol(&places, symbol, &place, &name) && name.length &&
                 assertions_name(q->judge->sources, q->judge->e->m->program, q->judge->root, name.chars, q->kind);
    text_free(&name);
    return found;
}

/* The operation's own question; NULL: it asked none. */
static Term *own_question(const Question *q) {
    const Machine *m = q->judge->e->m;
    for (const TrailStep *step = q->judge->e->now.path.trail; step; step = step->before)
        if (judge_is_at_fault(m, step)) return step->guard;
    return NULL;
}

static bool depends_on_given(const Question *q) {
    for (const TrailStep *step = q->judge->e->now.path.trail; step; step = step->before)
        if (!step->is_forced && evidence_source(q->judge->e, step->guard)) return true;
    return false;
}

bool asserted_otherwise(const Judge *judge, const Fault *fault) {
    Question q = {judge, fault, fault->kind == FAULT_OUT_OF_BOUNDS ? ASSERTED_ORDER : ASSERTED_ANYTHING};
    if (!judge->sources || !is_about_values(fault)) return false;
    Term *guard = own_question(&q);
    TermVec symbols = {0};
    if (guard) term_symbols(judge->e->terms, &guard, 1, &symbols);
    bool is_given = symbols.count ? evidence_source(judge->e, guard) != NULL : depends_on_given(&q);
    bool found = is_given && is_said_on_way(&q);
    for (u32 i = 0; is_given && i < symbols.count && !found; i++) found = root_names(&q, symbols.at[i]);
    vec_free(&symbols);
    return found;
}
