/* The null that a function returns.
 *
 * What a function finds in what the program keeps (a tag, a list, a table) decides whether it returns null, and its caller
 * follows the result without asking. The caller often knows what is there, because it has put it there: whoever asks an
 * interpreter's stack for the pointer that he has pushed gets one. That he does not is an assumption, unless the program
 * shows that it thinks of it: this caller asks elsewhere, or most of the function's callers do. */
#include "check/judge.h"

#include "check/check.h"
#include "engine/explore_inside.h"
#include "semantics/lift.h"
#include "program/visit.h"

#include <string.h>

/* A call whose result a pointer is. */
typedef struct {
    const Function *caller;
    const Function *callee; /* NULL: it is no result of a function of the program */
} Giving;

/* Of the library: what is looked for in a text may not be there. */
static bool is_search(const Function *function) {
    static const char *const names[] = {"strchr", "strrchr", "strstr", "strpbrk", "memchr", "strcasestr"};
    for (u32 i = 0; i < COUNT_OF(names); i++)
        if (!strcmp(function->name, names[i])) return true;
    return false;
}

static const Function *callee_of(const Program *program, const Insn *insn) {
    if (insn->op != OP_CALL || !operand_is_constant(insn->a)) return NULL;
    const Constant *target = &program->constants.at[operand_index(insn->a)];
    bool is_known = target->kind == CONSTANT_FUNCTION && target->function->is_lowered;
    return is_known && (!target->function->is_library || is_search(target->function)) ? target->function : NULL;
}

static bool is_address_step(const Insn *insn) {
    return insn->op == OP_MOVE || insn->op == OP_FIELD || insn->op == OP_INDEX;
}

/* The call that the register, or what its address is made of, has its value from: whatever else may be written to it. */
static Giving trace(const Program *program, const Function *function, u32 reg, u32 *parameter, u32 depth) {
    enum { MOST_STEPS = 6 };
    Giving giving = {function, NULL};
    for (u32 i = 0; i < function->param_count; i++)
        if (function->params[i] == reg) *parameter = i;
    for (u32 i = 0; i < function->insn_count && depth < MOST_STEPS && !giving.callee; i++) {
        const Insn *insn = &function->insns[i];
        if (insn->dst != reg) continue;
        giving.callee = callee_of(program, insn);
        if (is_address_step(insn) && operand_is_register(insn->a))
            giving = trace(program, function, insn->a, parameter, depth + 1);
    }
    return giving;
}

/* What stands in a register of a frame, for the path's own values; false: that is not known, or it is no pointer. */
static bool pointer_in(const Judge *judge, const Frame *frame, Operand operand, u64 *pointer) {
    const Compiled *compiled = frame->compiled;
    if (!operand_is_register(operand) || compiled->function->registers[operand].type->kind != TYPE_POINTER)
        return false;
    u64 *r = frame_cells((Frame *)(uintptr_t)frame);
    u32 cell = compiled->register_cells[operand];
    Term *term = lift_term(judge->e->m, r, cell);
    const Term *known = term ? explore_evaluate(judge->e, term) : NULL;
    if (term && !known) return false;
    *pointer = known ? (u64)known->value : r[cell];
    return true;
}

static bool is_null_now(const Judge *judge, const Frame *frame, Operand operand) {
    u64 pointer;
    return pointer_in(judge, frame, operand, &pointer) && !pointer;
}

/* Which argument of a call into the library it is that is null there: how it gets to where it is followed does not matter. */
static u32 null_argument(const Judge *judge, const Frame *frame, const Call *call) {
    u32 i = 0;
    while (i < call->arg_count && !is_null_now(judge, frame, call->args[i].value)) i++;
    return i < call->arg_count ? i : UINT32_MAX;
}

/* Up the calls that lead to the fault, as long as the pointer is what a function was given. */
static Giving giving_of(const Judge *judge) {
    const Machine *m = judge->e->m;
    const Program *program = m->program;
    const Code *ip = m->fault_ip;
    u32 parameter = UINT32_MAX;
    bool is_in_library = true, was_in_library = ((const Frame *)m->fault_r - 1)->compiled->function->is_library;
    for (const Frame *frame = (const Frame *)m->fault_r - 1; frame && ip; frame = frame->caller) {
        const Function *function = frame->compiled->function;
        const Insn *insn = &function->insns[frame->compiled->origins[ip - frame->compiled->code]];
        const Call *call = insn->op == OP_CALL ? &function->calls[insn->extra] : NULL;
        ip = frame->return_to ? frame->return_to - 1 : NULL;
        is_in_library = is_in_library && function->is_library;
        if (is_in_library) continue;
        if (was_in_library && call) parameter = null_argument(judge, frame, call);
        was_in_library = false;
        Operand pointer = call && parameter < call->arg_count ? call->args[parameter].value : insn->a;
        bool is_plain = call ? parameter < call->arg_count : insn->op == OP_LOAD || insn->op == OP_STORE;
        if (!is_plain || !operand_is_register(pointer)) break;
        parameter = UINT32_MAX;
        Giving giving = trace(program, function, pointer, &parameter, 0);
        if (giving.callee || parameter == UINT32_MAX) return giving;
    }
    return (Giving){0};
}

/* Behind a pointer that is itself kept: no text that the function was given. */
static bool is_deep_inside(const Judge *judge, const Term *symbol) {
    OutsideValue bytes;
    if (!outside_symbol(symbol, &bytes)) return false;
    const Term *pointer = judge->e->outside.objects.at[bytes.object - OUTSIDE_FIRST].pointer;
    while (pointer->op == TERM_EXTRACT || pointer->op == TERM_CONCAT) pointer = pointer->arg[0];
    return kept_by_somebody(pointer);
}

static bool is_about_kept(const Judge *judge, Term *guard, bool is_deep) {
    TermVec symbols = {0};
    bool found = false;
    term_symbols(judge->e->terms, &guard, 1, &symbols);
    for (u32 i = 0; i < symbols.count && !found; i++)
        found = kept_by_somebody(symbols.at[i]) && (!is_deep || is_deep_inside(judge, symbols.at[i]));
    vec_free(&symbols);
    return found;
}

/* The function whose result this one returns; NULL: it makes its result itself. */
static const Function *returned_by(const Program *program, const Function *function) {
    u32 parameter;
    for (u32 i = 0; i < function->insn_count; i++) {
        const Insn *insn = &function->insns[i];
        bool gives = insn->op == OP_RETURN && insn->c == 1 && operand_is_register(function->returns[insn->extra]);
        const Function *callee =
            gives ? trace(program, function, function->returns[insn->extra], &parameter, 0).callee : NULL;
        if (callee) return callee;
    }
    return NULL;
}

/* What is kept that decided about the way the function took; NULL: nothing of that. */
static const char *decided_in(const Judge *judge, const Fault *fault, const Function *callee) {
    for (const TrailStep *step = judge->e->now.path.trail; step; step = step->before) {
        bool counts = step->function == callee && step_is_branch(step) && !step->is_forced &&
                      !judge_is_active(judge, fault, step);
        if (counts && is_about_kept(judge, step->guard, callee->is_library))
            return evidence_source(judge->e, step->guard);
    }
    return NULL;
}

/* A function that only passes on what another returns has decided nothing itself. */
static const char *decided_by(const Judge *judge, const Fault *fault, const Function *callee) {
    enum { MOST_CALLS = 4 };
    const char *source = NULL;
    for (u32 i = 0; callee && i < MOST_CALLS && !source; i++) {
        source = decided_in(judge, fault, callee);
        callee = returned_by(judge->e->m->program, callee);
    }
    return source;
}

const char *results_null_source(const Judge *judge, const Fault *fault) {
    if (fault->kind != FAULT_NULL_DEREFERENCE || !judge->facts) return NULL;
    Giving giving = giving_of(judge);
    const char *source = giving.callee ? decided_by(judge, fault, giving.callee) : NULL;
    const Program *program = judge->e->m->program;
    bool is_thought_of =
        source &&
        (beliefs_null_is_expected(program, judge->facts, giving.callee, giving.caller) ||
         (!giving.callee->is_library && beliefs_null_is_expected(program, judge->facts, giving.callee, NULL)));
    return is_thought_of ? NULL : source;
}

/* ---- What a function leaves unset ---- */

static bool is_address_of(const Function *function, Operand operand, const char *name) {
    u32 number = operand_is_register(operand) ? function->registers[operand].variable : 0;
    const Variable *variable = number ? &function->variables[number - 1] : NULL;
    return variable && variable->kind == VARIABLE_OBJECT && variable->name && !strcmp(variable->name, name);
}

/* `caller` gives the variable to the function, which says nothing of how it went. */
static bool gives_to(const Program *program, const Function *caller, const Function *callee, const char *name) {
    bool has_status = callee->result_count && callee->type->element && callee->type->element->kind != TYPE_POINTER;
    for (u32 i = 0; i < caller->insn_count && !has_status; i++) {
        const Insn *insn = &caller->insns[i];
        const Call *call = callee_of(program, insn) == callee ? &caller->calls[insn->extra] : NULL;
        for (u32 k = 0; call && k < call->arg_count; k++)
            if (is_address_of(caller, call->args[k].value, name)) return true;
    }
    return false;
}

const char *results_unset_source(const Judge *judge, const Fault *fault) {
    const Machine *m = judge->e->m;
    if (fault->kind != FAULT_UNINITIALISED || !fault->origin_name) return NULL;
    for (const TrailStep *step = judge->e->now.path.trail; step; step = step->before) {
        bool counts = step_is_branch(step) && !step->is_forced && !step->function->is_library &&
                      !judge_is_active(judge, fault, step) && is_about_kept(judge, step->guard, false);
        const Frame *frame = counts ? (const Frame *)m->fault_r - 1 : NULL;
        for (; frame; frame = frame->caller)
            if (gives_to(m->program, frame->compiled->function, step->function, fault->origin_name))
                return evidence_source(judge->e, step->guard);
    }
    return NULL;
}

/* ---- Formats ---- */

bool results_format_is_given(const Judge *judge, const Fault *fault) {
    const Machine *m = judge->e->m;
    if (fault->kind == FAULT_LEAK) return false; /* all calls are over */
    const Frame *frame = (const Frame *)m->fault_r - 1;
    const Code *ip = m->fault_ip;
    while (frame && ip && frame->compiled->function->is_library) {
        ip = frame->return_to ? frame->return_to - 1 : NULL;
        frame = frame->caller;
    }
    if (!frame || !ip) return false;
    const Function *function = frame->compiled->function;
    const Insn *insn = &function->insns[frame->compiled->origins[ip - frame->compiled->code]];
    const Constant *target =
        insn->op == OP_CALL && operand_is_constant(insn->a) ? &m->program->constants.at[operand_index(insn->a)] : NULL;
    bool takes_format = target && target->kind == CONSTANT_FUNCTION && target->function->is_library &&
                        target->function->type->is_variadic;
    const Call *call = takes_format ? &function->calls[insn->extra] : NULL;
    u64 pointer;
    if (!call || !call->fixed_count) return false;
    if (!pointer_in(judge, frame, call->args[call->fixed_count - 1].value, &pointer)) return false;
    const Path *path = &judge->e->now.path;
    for (u32 i = 0; i < path->outside.count; i++)
        if (path->outside.at[i] == pointer_object(pointer)) return true;
    return false;
}

/* ---- Streams that could not be opened ---- */

/* The library function that the program has called and in which it ends; NULL: it is the program's own. */
static const Function *library_function_at(const Machine *m) {
    const Frame *frame = (const Frame *)m->fault_r - 1;
    const Function *outermost = NULL;
    for (; frame && frame->compiled->function->is_library; frame = frame->caller) outermost = frame->compiled->function;
    return outermost;
}

/* The library function that the program calls there. */
static const Function *called_at(const Judge *judge, LocationId location) {
    const Program *program = judge->e->m->program;
    for (u32 i = 0; location && i < judge->facts->functions.count; i++) {
        const Function *function = judge->facts->functions.at[i];
        for (u32 k = 0; k < function->insn_count; k++) {
            const Insn *insn = &function->insns[k];
            if (insn->location != location || insn->op != OP_CALL || !operand_is_constant(insn->a)) continue;
            const Constant *target = &program->constants.at[operand_index(insn->a)];
            if (target->kind == CONSTANT_FUNCTION && target->function->is_library) return target->function;
        }
    }
    return NULL;
}

bool results_closes_unopened(const Judge *judge, const Fault *fault) {
    static const char *const names[] = {"fopen", "fopen64", "freopen", "fdopen", "popen", "tmpfile"};
    if (fault->kind != FAULT_NULL_DEREFERENCE || !judge->facts) return false;
    const Function *closing = library_function_at(judge->e->m);
    if (!closing) return false;
    if (strcmp(closing->name, "fclose") != 0 && strcmp(closing->name, "pclose") != 0) return false;
    for (const TrailStep *step = judge->e->now.path.trail; step; step = step->before) {
        const Function *opening = step->function->is_library ? called_at(judge, step->location) : NULL;
        for (u32 i = 0; opening && i < COUNT_OF(names); i++)
            if (!strcmp(opening->name, names[i]))
                return !beliefs_null_is_expected(judge->e->m->program, judge->facts, opening, NULL);
    }
    return false;
}
