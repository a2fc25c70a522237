/* What goes wrong because something was left out.
 *
 * A setting (a variable that nothing in the program writes, a function without arguments that is defined nowhere) decides whether a variable is given a value; later that is used
 * without. That whoever makes the setting lets it come to that is nothing the program shows: it is as likely that it always
 * has the value for which all is well. What is done wrong on the way that was taken is another thing: there the program
 * itself has thought of that value.
 *
 * A loop may be left out as well, and nobody need have thought of that: whoever writes `for (i = 0; i < n; i++)` often knows
 * that n is more than 0. So what is only wrong because a loop was not entered rests on an assumption about n. */
#include "check/check.h"
#include "check/judge.h"

#include "engine/explore_inside.h"
#include "program/visit.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const Function *function;
    u32 now;       /* the instruction at which the frame stands */
    bool *is_used; /* registers: what the instruction is made of */
    bool *leads;   /* registers: addresses in what used pointers lead to, which counts too; NULL: it does not */
} Uses;

static void use(void *self, Operand *operand) {
    Uses *uses = self;
    if (*operand != OPERAND_NONE && operand_is_register(*operand)) uses->is_used[*operand] = true;
}

/* Backwards through the block: what the operands are computed from. */
static void find_uses(Uses *uses, u32 first) {
    insn_visit_reads(uses->function, &uses->function->insns[uses->now], use, uses);
    for (u32 i = uses->now; i-- > first;) {
        Insn *insn = &uses->function->insns[i];
        bool is_made_here = insn->dst != OPERAND_NONE && insn->op != OP_CALL && uses->is_used[insn->dst];
        if (is_made_here) insn_visit_reads(uses->function, insn, use, uses);
    }
}

static bool is_used_pointer(const Uses *uses, Operand operand) {
    if (operand == OPERAND_NONE || !operand_is_register(operand)) return false;
    return uses->leads[operand] ||
           (uses->is_used[operand] && uses->function->registers[operand].type->kind == TYPE_POINTER);
}

/* Addresses that are made of pointers that are used. */
static void find_addresses(Uses *uses) {
    for (u32 i = 0; i < uses->function->insn_count; i++) {
        const Insn *insn = &uses->function->insns[i];
        bool is_step = insn->op == OP_INDEX || insn->op == OP_FIELD;
        if (is_step && is_used_pointer(uses, insn->a)) uses->leads[insn->dst] = true;
    }
}

typedef struct {
    const Uses *uses;
    bool found;
} Passing;

static void see_passed(void *self, Operand *operand) {
    Passing *passing = self;
    passing->found = passing->found || is_used_pointer(passing->uses, *operand);
}

/* What a pointer leads to that is used now, or somebody is asked to write it. */
static bool writes_through(const Uses *uses, Insn *insn) {
    Passing passing = {uses, false};
    if (insn->op == OP_STORE || insn->op == OP_COPY || insn->op == OP_FILL) return is_used_pointer(uses, insn->a);
    if (insn->op == OP_CALL) insn_visit_reads(uses->function, insn, see_passed, &passing);
    return passing.found;
}

static bool writes_used(const Uses *uses, u32 block) {
    const Block *range = &uses->function->blocks[block];
    for (u32 i = range->first; i < range->first + range->count; i++) {
        const Insn *insn = &uses->function->insns[i];
        u32 count = insn_write_count(uses->function, insn);
        for (u32 k = 0; k < count; k++)
            if (uses->is_used[insn->dst + k] && uses->function->registers[insn->dst + k].variable) return true;
        bool is_stored = insn->op == OP_STORE && operand_is_register(insn->a) && uses->is_used[insn->a];
        if (is_stored && uses->function->registers[insn->a].variable) return true;
        if (uses->leads && writes_through(uses, &uses->function->insns[i])) return true;
    }
    return false;
}

static Uses uses_at(const Function *function, u32 now, bool with_memory) {
    Uses uses = {function, now, xcalloc(function->register_count + 1, sizeof(bool)), NULL};
    find_uses(&uses, function->blocks[evidence_block_of(function, now)].first);
    if (!with_memory) return uses;
    uses.leads = xcalloc(function->register_count + 1, sizeof(bool));
    find_addresses(&uses);
    return uses;
}

static void uses_free(Uses *uses) {
    free(uses->is_used);
    free(uses->leads);
}

/* From the block `from`, before it meets the way from `other`, something is written that is used now. */
static bool writes_on_way(const Uses *uses, u32 from, u32 other, u32 branch) {
    const Function *function = uses->function;
    for (u32 block = 0; block < function->block_count; block++)
        if (writes_used(uses, block) && evidence_leads_to(function, from, block, branch) &&
            !evidence_leads_to(function, other, block, branch))
            return true;
    return false;
}

/* Control comes from both blocks to where the frame stands, and only from the second is written what is used there, or what it
 * leads to; on the first that would be the program's own doing. */
static bool leaves_out(const Function *function, u32 branch, u32 first, u32 second, u32 now, FaultKind fault) {
    u32 there = evidence_block_of(function, now);
    if (!evidence_leads_to(function, second, there, branch) || !evidence_leads_to(function, first, there, branch))
        return false;
    Uses uses = uses_at(function, now, fault == FAULT_UNINITIALISED);
    bool is_left_out = writes_on_way(&uses, second, first, branch) && !writes_on_way(&uses, first, second, branch);
    uses_free(&uses);
    return is_left_out;
}

/* On the way that was not taken a variable is written that is used now. */
static bool is_omission(const TrailStep *step, const Code *now, FaultKind fault) {
    const Compiled *compiled = ((const Frame *)step->r - 1)->compiled;
    const Function *function = step->function;
    u32 at = compiled->origins[step->ip - compiled->code];
    const Insn *branch = &function->insns[at];
    if (compiled->function != function || branch->op != OP_BRANCH) return false;
    u32 taken = evidence_taken_block(step, compiled, branch);
    if (taken == UINT32_MAX) return false;
    u32 other = taken == branch->b ? branch->c : branch->b;
    return leaves_out(function, evidence_block_of(function, at), taken, other, compiled->origins[now - compiled->code],
                      fault);
}

bool omission_is_of_loop(const TrailStep *step) {
    const Compiled *compiled = step->function->compiled;
    u32 at = compiled->origins[step->ip - compiled->code];
    const Insn *branch = &step->function->insns[at];
    if (!step_is_branch(step) || branch->op != OP_BRANCH) return false;
    u32 here = evidence_block_of(step->function, at), taken = evidence_taken_block(step, compiled, branch);
    if (taken == UINT32_MAX) return false;
    u32 other = taken == branch->b ? branch->c : branch->b;
    if (evidence_leads_to(step->function, taken, here, UINT32_MAX)) return false;
    if (!evidence_leads_to(step->function, other, here, UINT32_MAX)) return false;
    for (const TrailStep *before = step->before; before; before = before->before)
        if (before->ip == step->ip && before->r == step->r && before->return_to == step->return_to) return false;
    return true;
}

/* Branches that the path leaves no other way are left no more without the loop: what they ask is the program's own thought. */
bool omission_of_loop_decides(const Judge *judge, const TrailStep *fault_step) {
    TermStore *store = judge->e->terms;
    TermVec loops = {0};
    Term *is_well = term_not(store, fault_step->guard);
    for (const TrailStep *step = fault_step->before; step; step = step->before) {
        if (!step_is_branch(step)) continue;
        bool is_loop = omission_is_of_loop(step);
        if (step->is_forced && !is_loop) is_well = term_and(store, is_well, step->guard);
        if (!step->is_forced && is_loop && evidence_source(judge->e, step->guard)) vec_push(&loops, step->guard);
    }
    bool decides = loops.count && explore_may_be_without(judge->e, is_well, &loops);
    vec_free(&loops);
    return decides;
}

/* The condition of the branch and what is used now are made of the same number. */
static bool asks_used(const TrailStep *step, const Code *now) {
    const Function *function = step->function;
    const Compiled *compiled = function->compiled;
    u32 at[2] = {compiled->origins[step->ip - compiled->code], compiled->origins[now - compiled->code]};
    Uses uses[2];
    bool found = false;
    for (u32 i = 0; i < 2; i++) uses[i] = uses_at(function, at[i], false);
    for (u32 i = 0; i < function->register_count && !found; i++)
        found = uses[0].is_used[i] && uses[1].is_used[i] && function->registers[i].variable &&
                function->registers[i].type->kind != TYPE_POINTER;
    for (u32 i = 0; i < 2; i++) uses_free(&uses[i]);
    return found;
}

const char *omission_loop_source(const Judge *judge, const Fault *fault) {
    if (fault->kind == FAULT_LEAK) return NULL;
    for (const TrailStep *step = judge->e->now.path.trail; step; step = step->before) {
        bool counts = !step->is_forced && !step->function->is_library && step_is_branch(step) &&
                      judge_is_active(judge, fault, step) && omission_is_of_loop(step);
        const Code *now = counts ? evidence_ip_in_frame(judge->e->m, step) : NULL;
        const char *source = now ? evidence_source(judge->e, step->guard) : NULL;
        if (source && (is_omission(step, now, fault->kind) || asks_used(step, now))) return source;
    }
    return NULL;
}

/* The setting that the branch asks; NULL: it asks none. */
static const Term *setting_of(const Judge *judge, const TrailStep *step) {
    TermVec symbols = {0};
    Term *guard = step->guard;
    const Term *found = NULL;
    term_symbols(judge->e->terms, &guard, 1, &symbols);
    for (u32 i = 0; i < symbols.count && !found; i++)
        if (evidence_is_of_world(symbols.at[i])) found = symbols.at[i];
    vec_free(&symbols);
    return found;
}

static bool is_setting(const Term *symbol) {
    return symbol && !strncmp(symbol->symbol->name, INPUT_OF_SETTING, strlen(INPUT_OF_SETTING));
}

/* A later branch on the way asks the same setting: so the program has thought of what it is here. */
static bool is_asked_again(const Judge *judge, const TrailStep *step, const Term *setting) {
    for (const TrailStep *later = judge->e->now.path.trail; later != step; later = later->before) {
        const Term *asked = step_is_branch(later) ? setting_of(judge, later) : NULL;
        if (asked && evidence_is_same_source(asked, setting)) return true;
    }
    return false;
}

/* What goes wrong with a value, not with what was done before. */
static bool is_about_value(const Fault *fault) {
    switch (fault->kind) {
    case FAULT_NULL_DEREFERENCE:
    case FAULT_UNINITIALISED:
    case FAULT_OUT_OF_BOUNDS:
    case FAULT_MISUSE:
    case FAULT_DIVISION_BY_ZERO:
    case FAULT_FLOAT_CAST: return true;
    default: return false;
    }
}

/* The branch that ends the block asks the variable. */
static bool asks_variable(const Program *program, const Function *function, const Block *block, const char *name) {
    u32 end = block->first + block->count - 1;
    if (function->insns[end].op != OP_BRANCH) return false;
    Uses uses = uses_at(function, end, false);
    bool found = false;
    for (u32 i = block->first; i < end && !found; i++) {
        const Insn *insn = &function->insns[i];
        if (insn->op != OP_LOAD || !operand_is_constant(insn->a) || !uses.is_used[insn->dst]) continue;
        const Constant *constant = &program->constants.at[operand_index(insn->a)];
        found = constant->kind == CONSTANT_GLOBAL && !strcmp(constant->global->name, name);
    }
    uses_free(&uses);
    return found;
}

static bool leaves_out_by(const Program *program, const Function *function, u32 now, const char *name,
                          FaultKind fault) {
    for (u32 i = 0; i < function->block_count; i++) {
        const Block *block = &function->blocks[i];
        const Insn *branch = &function->insns[block->first + block->count - 1];
        if (!asks_variable(program, function, block, name)) continue;
        if (leaves_out(function, i, branch->b, branch->c, now, fault) ||
            leaves_out(function, i, branch->c, branch->b, now, fault))
            return true;
    }
    return false;
}

/* What a setting is was settled in a call that is over; from then on its branches are no choices. */
static bool is_cause_since(const Judge *judge, const TrailStep *step, FaultKind fault) {
    const Machine *m = judge->e->m;
    const Term *setting = setting_of(judge, step);
    if (!is_setting(setting)) return false;
    const char *name = setting->symbol->name + strlen(INPUT_OF_SETTING);
    const Code *ip = m->fault_ip;
    for (const Frame *frame = (const Frame *)m->fault_r - 1; frame && ip; frame = frame->caller) {
        const Compiled *compiled = frame->compiled;
        const Function *function = compiled->function;
        u32 now = compiled->origins[ip - compiled->code];
        bool is_seen = !function->is_library && !function->is_unknown;
        if (is_seen && leaves_out_by(m->program, function, now, name, fault)) return true;
        ip = frame->return_to ? frame->return_to - 1 : NULL;
    }
    return false;
}

static bool gives_pointer(const Function *function, const Block *block) {
    for (u32 i = block->first; i < block->first + block->count; i++) {
        const Insn *insn = &function->insns[i];
        const Call *call = insn->op == OP_CALL ? &function->calls[insn->extra] : NULL;
        for (u32 k = 0; call && k < call->arg_count; k++) {
            Operand value = call->args[k].value;
            if (operand_is_register(value) && function->registers[value].type->kind == TYPE_POINTER) return true;
        }
    }
    return false;
}

/* On the way that the setting has kept the path from, somebody is given a pointer, who may free what is lost now. If it is
 * lost there too, another path says so. */
static bool leaves_out_release(const TrailStep *step) {
    const Function *function = step->function;
    const Compiled *compiled = function->compiled;
    u32 at = compiled->origins[step->ip - compiled->code], here = evidence_block_of(function, at);
    const Insn *branch = &function->insns[at];
    u32 taken = branch->op == OP_BRANCH ? evidence_taken_block(step, compiled, branch) : UINT32_MAX;
    if (taken == UINT32_MAX) return false;
    u32 other = taken == branch->b ? branch->c : branch->b;
    for (u32 block = 0; block < function->block_count; block++)
        if (gives_pointer(function, &function->blocks[block]) && evidence_leads_to(function, other, block, here) &&
            !evidence_leads_to(function, taken, block, here))
            return true;
    return false;
}

static bool is_kept_from_release(const Judge *judge) {
    for (const TrailStep *step = judge->e->now.path.trail; step; step = step->before)
        if (step_is_branch(step) && is_setting(setting_of(judge, step)) && leaves_out_release(step)) return true;
    return false;
}

bool omission_is_cause(const Judge *judge, const Fault *fault) {
    if (fault->kind == FAULT_LEAK) return is_kept_from_release(judge);
    if (!is_about_value(fault)) return false;
    for (const TrailStep *step = judge->e->now.path.trail; step; step = step->before) {
        if (!step_is_branch(step)) continue;
        if (!judge_is_active(judge, fault, step)) {
            if (is_cause_since(judge, step, fault->kind)) return true;
            continue;
        }
        const Term *setting = setting_of(judge, step);
        const Code *now = setting ? evidence_ip_in_frame(judge->e->m, step) : NULL;
        if (now && is_omission(step, now, fault->kind) && !is_asked_again(judge, step, setting)) return true;
    }
    return false;
}
