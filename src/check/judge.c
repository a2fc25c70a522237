/* Certain, or possible, and with what evidence.
 *
 * What decides is the operation at which the path ends. The branches before it are the program's own: whoever wrote
 * them thought that both ways can be taken. But a branch of the library, or one that a loop takes again and again, is no
 * such thought: if it depends on an argument, so does the finding. */
#include "check/judge.h"

#include "check/check.h"

#include <string.h>

/* ---- Where values come from ---- */

static const char *const unknown_names[] = {INPUT_OF_ARGUMENT, INPUT_OF_VARIABLE, INPUT_OF_RESULT, INPUT_OF_EFFECT};

static const char *source_of_symbol(const Explorer *e, const Term *symbol) {
    enum { MOST_STEPS = 64 };
    OutsideValue bytes;
    for (u32 steps = 0; steps < MOST_STEPS && outside_symbol(symbol, &bytes); steps++) {
        Term *pointer = e->outside.objects.at[bytes.object - OUTSIDE_FIRST].pointer;
        while (pointer->op == TERM_EXTRACT || pointer->op == TERM_CONCAT) pointer = pointer->arg[0];
        symbol = pointer;
    }
    if (symbol->op != TERM_SYMBOL) return NULL;
    const char *name = symbol->symbol->name;
    for (u32 i = 0; i < COUNT_OF(unknown_names); i++)
        if (!strncmp(name, unknown_names[i], strlen(unknown_names[i]))) return name;
    return NULL;
}

const char *judge_unknown_source(const Explorer *e, Term *term) {
    TermVec symbols = {0};
    const char *source = NULL;
    term_symbols(e->terms, &term, 1, &symbols);
    for (u32 i = 0; i < symbols.count && !source; i++) source = source_of_symbol(e, symbols.at[i]);
    vec_free(&symbols);
    return source;
}

/* ---- Comparisons with null ---- */

/* The pointer of which the guard says that it is null, or that it is not. */
static const Term *null_checked(const Term *guard) {
    if (guard->op == TERM_NOT) guard = guard->arg[0];
    if (guard->op != TERM_EQ || guard->arg[0]->width != 64) return NULL;
    for (u32 i = 0; i < 2; i++)
        if (term_is_const(guard->arg[i]) && !guard->arg[i]->value) return guard->arg[1 - i];
    return NULL;
}

static bool is_branch(const TrailStep *step) { return step->kind == CHOICE_BRANCH || step->kind == CHOICE_SWITCH; }

void judge_chosen(Judge *judge, const TrailStep *step) {
    const Term *word = is_branch(step) && !step->function->is_library ? null_checked(step->guard) : NULL;
    if (!word || step->is_forced) return;
    for (u32 i = 0; i < judge->null_checks.count; i++)
        if (judge->null_checks.at[i].word == word && judge->null_checks.at[i].function == step->function) return;
    vec_push(&judge->null_checks, (NullCheck){word, step->function, step->location});
}

bool judge_finds_check(const Judge *judge, const Judgement *judgement, LocationId *location) {
    for (u32 i = 0; i < judge->null_checks.count; i++) {
        const NullCheck *check = &judge->null_checks.at[i];
        if (check->word != judgement->word || check->function != judgement->function) continue;
        *location = check->location;
        return true;
    }
    return false;
}

/* ---- The path ---- */

static bool is_active(const Machine *m, const TrailStep *step) {
    for (const Frame *frame = (const Frame *)m->fault_r - 1; frame; frame = frame->caller)
        if (frame_cells((Frame *)(uintptr_t)frame) == step->r && frame->return_to == step->return_to) return true;
    return false;
}

static bool is_at_fault(const Machine *m, const TrailStep *step) {
    return step->ip == m->fault_ip && step->r == m->fault_r && !is_branch(step);
}

/* How often this branch of this call was decided before. */
static u32 rounds_before(const TrailStep *step) {
    u32 count = 0;
    for (const TrailStep *other = step->before; other; other = other->before)
        count += other->ip == step->ip && other->r == step->r && !other->is_forced;
    return count;
}

static const Function *user_function_at(const Machine *m) {
    const Frame *frame = (const Frame *)m->fault_r - 1;
    while (frame->compiled->function->is_library && frame->caller && frame->caller->caller) frame = frame->caller;
    return frame->compiled->function;
}

static void assume(Judgement *out, Worth worth, const char *source, const char *what) {
    if (worth > out->worth) out->worth = worth;
    if (!out->assumption.length) text_printf(&out->assumption, "%s%s", source, what);
}

/* A choice of the operation itself, where there was another way. */
static void judge_fault_step(const Judge *judge, const Fault *fault, const TrailStep *step, Judgement *out) {
    const char *source = judge_unknown_source(judge->e, step->guard);
    if (!source) return;
    const Term *word = fault->kind == FAULT_NULL_DEREFERENCE ? null_checked(step->guard) : NULL;
    if (word) {
        out->word = word;
        out->function = user_function_at(judge->e->m);
        assume(out, WORTH_OPEN, source, " is null");
    } else {
        assume(out, WORTH_LITTLE, source, " has such a value");
    }
}

static void judge_branch(const Judge *judge, const Fault *fault, const TrailStep *step, Judgement *out) {
    enum { FEW_ROUNDS = 3 };
    const char *source = judge_unknown_source(judge->e, step->guard);
    if (!source) return;
    if (step->function->is_library) {
        assume(out, WORTH_LITTLE, source, " is such that the library function goes this way");
    } else if (rounds_before(step) >= FEW_ROUNDS) {
        assume(out, WORTH_LITTLE, source, " makes the loop go so often");
    } else if (fault->kind == FAULT_NULL_DEREFERENCE && null_checked(step->guard) && !is_active(judge->e->m, step)) {
        assume(out, WORTH_LITTLE, source, " is null, which only a function that was called looks for");
    }
}

void judge_path(Judge *judge, const Fault *fault, Judgement *out) {
    *out = (Judgement){.worth = WORTH_CERTAIN};
    for (const TrailStep *step = judge->e->now.path.trail; step; step = step->before) {
        if (step->is_forced) continue;
        if (is_at_fault(judge->e->m, step)) judge_fault_step(judge, fault, step, out);
        else if (is_branch(step)) judge_branch(judge, fault, step, out);
        else if (step->function->is_library) judge_branch(judge, fault, step, out);
    }
}
