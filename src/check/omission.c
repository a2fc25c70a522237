/* What goes wrong because something was left out.
 *
 * A setting (a variable that nothing in the program writes, a function without arguments that is defined nowhere) decides whether a variable is given a value; later that is used
 * without. That whoever makes the setting lets it come to that is nothing the program shows: it is as likely that it always
 * has the value for which all is well. What is done wrong on the way that was taken is another thing: there the program
 * itself has thought of that value.
 *
 * A loop may be left out as well, and nobody need have thought of that: whoever writes `for (i = 0; i < n; i++)` often knows
 * that n is more than 0. So what is only wrong because a loop was not entered rests on an assumption about n. */
#include "check/judge.h"

#include "engine/explore_inside.h"
#include "program/visit.h"

#include <stdlib.h>

typedef struct {
    const Function *function;
    u32 now;       /* the instruction at which the frame stands */
    bool *is_used; /* registers: what the instruction is made of */
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

static bool writes_used(const Uses *uses, u32 block) {
    const Block *range = &uses->function->blocks[block];
    for (u32 i = range->first; i < range->first + range->count; i++) {
        const Insn *insn = &uses->function->insns[i];
        u32 count = insn_write_count(uses->function, insn);
        for (u32 k = 0; k < count; k++)
            if (uses->is_used[insn->dst + k] && uses->function->registers[insn->dst + k].variable) return true;
        bool is_stored = insn->op == OP_STORE && operand_is_register(insn->a) && uses->is_used[insn->a];
        if (is_stored && uses->function->registers[insn->a].variable) return true;
    }
    return false;
}

/* The block that the branch went to, of its two; UINT32_MAX: that is not to be seen. */
static u32 taken_block(const TrailStep *step, const Compiled *compiled, const Insn *branch) {
    const Code *jump = step->ip + (i32)step->ip->d;
    u32 target = evidence_block_of(compiled->function, compiled->origins[jump - compiled->code]);
    if (target != branch->b && target != branch->c) return UINT32_MAX;
    u32 other = target == branch->b ? branch->c : branch->b;
    return step->way == 0 ? target : other;
}

/* On the way that was not taken, before the ways meet again, a variable is written that is used now. */
static bool is_omission(const TrailStep *step, const Code *now) {
    const Compiled *compiled = ((const Frame *)step->r - 1)->compiled;
    const Function *function = step->function;
    u32 at = compiled->origins[step->ip - compiled->code], there = compiled->origins[now - compiled->code];
    const Insn *branch = &function->insns[at];
    if (compiled->function != function || branch->op != OP_BRANCH) return false;
    u32 here = evidence_block_of(function, at), taken = taken_block(step, compiled, branch);
    if (taken == UINT32_MAX) return false;
    u32 other = taken == branch->b ? branch->c : branch->b;
    Uses uses = {function, there, xcalloc(function->register_count + 1, sizeof(bool))};
    find_uses(&uses, function->blocks[evidence_block_of(function, there)].first);
    bool found = false;
    for (u32 block = 0; block < function->block_count && !found; block++)
        found = writes_used(&uses, block) && evidence_leads_to(function, other, block, here) &&
                !evidence_leads_to(function, taken, block, here);
    free(uses.is_used);
    return found;
}

bool omission_is_of_loop(const TrailStep *step) {
    const Compiled *compiled = step->function->compiled;
    u32 at = compiled->origins[step->ip - compiled->code];
    const Insn *branch = &step->function->insns[at];
    if (!step_is_branch(step) || branch->op != OP_BRANCH) return false;
    u32 here = evidence_block_of(step->function, at), taken = taken_block(step, compiled, branch);
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
    for (u32 i = 0; i < 2; i++) {
        uses[i] = (Uses){function, at[i], xcalloc(function->register_count + 1, sizeof(bool))};
        find_uses(&uses[i], function->blocks[evidence_block_of(function, at[i])].first);
    }
    for (u32 i = 0; i < function->register_count && !found; i++)
        found = uses[0].is_used[i] && uses[1].is_used[i] && function->registers[i].variable &&
                function->registers[i].type->kind != TYPE_POINTER;
    for (u32 i = 0; i < 2; i++) free(uses[i].is_used);
    return found;
}

const char *omission_loop_source(const Judge *judge, const Fault *fault) {
    if (fault->kind == FAULT_LEAK) return NULL;
    for (const TrailStep *step = judge->e->now.path.trail; step; step = step->before) {
        bool counts = !step->is_forced && !step->function->is_library && step_is_branch(step) &&
                      judge_is_active(judge, fault, step) && omission_is_of_loop(step);
        const Code *now = counts ? evidence_ip_in_frame(judge->e->m, step) : NULL;
        const char *source = now ? evidence_source(judge->e, step->guard) : NULL;
        if (source && (is_omission(step, now) || asks_used(step, now))) return source;
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

/* A later branch on the way asks the same setting: so the program has thought of what it is here. */
static bool is_asked_again(const Judge *judge, const TrailStep *step, const Term *setting) {
    for (const TrailStep *later = judge->e->now.path.trail; later != step; later = later->before) {
        const Term *asked = step_is_branch(later) ? setting_of(judge, later) : NULL;
        if (asked && evidence_is_same_source(asked, setting)) return true;
    }
    return false;
}

bool omission_is_cause(const Judge *judge, const Fault *fault) {
    if (fault->kind != FAULT_NULL_DEREFERENCE && fault->kind != FAULT_UNINITIALISED) return false;
    for (const TrailStep *step = judge->e->now.path.trail; step; step = step->before) {
        if (!step_is_branch(step) || !judge_is_active(judge, fault, step)) continue;
        const Term *setting = setting_of(judge, step);
        const Code *now = setting ? evidence_ip_in_frame(judge->e->m, step) : NULL;
        if (now && is_omission(step, now) && !is_asked_again(judge, step, setting)) return true;
    }
    return false;
}
