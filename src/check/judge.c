/* Certain, or possible, and with what evidence.
 *
 * What decides is the operation at which the path ends. The branches before it are the program's own: whoever wrote
 * them thought that both ways can be taken. But a branch that a loop takes again and again is no such thought: if it
 * depends on an argument, so does the finding. Nor is that a loop is not entered at all (omission.c). */
#include "check/judge.h"

#include "check/places.h"
#include "engine/explore_inside.h"
#include "engine/widen.h"

/* ---- Comparisons with null ---- */

/* The pointer of which the guard says that it is null, or that it is not. */
static Term *null_checked(const Term *guard) {
    if (guard->op == TERM_NOT) guard = guard->arg[0];
    if (guard->op != TERM_EQ || guard->arg[0]->width < 32) return NULL;
    for (u32 i = 0; i < 2; i++)
        if (term_is_const(guard->arg[i]) && !guard->arg[i]->value) return guard->arg[1 - i];
    return NULL;
}

void judge_chosen(Judge *judge, const TrailStep *step) {
    const Term *word = step_is_branch(step) && !step->function->is_library ? null_checked(step->guard) : NULL;
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

bool judge_is_active(const Judge *judge, const Fault *fault, const TrailStep *step) {
    if (fault->kind == FAULT_LEAK) return true; /* it is found when all calls are over */
    for (const Frame *frame = (const Frame *)judge->e->m->fault_r - 1; frame; frame = frame->caller)
        if ((const u64 *)(frame + 1) == step->r && frame->return_to == step->return_to) return true;
    return false;
}

bool judge_is_at_fault(const Machine *m, const TrailStep *step) {
    return step->ip == m->fault_ip && step->r == m->fault_r && !step_is_branch(step);
}

/* Can it be decided again in this call? Where it can, both ways may lead there, and then it does not decide about rounds. */
static bool decides_rounds(const TrailStep *step) {
    const Function *function = step->function;
    const Compiled *compiled = function->compiled;
    u32 insn = compiled->origins[step->ip - compiled->code];
    const Insn *branch = &function->insns[insn];
    u32 here = evidence_block_of(function, insn);
    if (branch->op != OP_BRANCH) return true;
    bool returns[2] = {evidence_leads_to(function, branch->b, here, UINT32_MAX),
                       evidence_leads_to(function, branch->c, here, UINT32_MAX)};
    return !returns[0] || !returns[1];
}

/* A loop's condition may stand in its code twice: before the first round, and behind each. */
static bool is_same_branch(const TrailStep *a, const TrailStep *b) {
    bool is_condition = b->location && a->location == b->location && step_is_branch(a) && !b->function->is_library;
    return a->r == b->r && (a->ip == b->ip || is_condition);
}

/* How often this branch of this call was decided before. */
static u32 rounds_before(const TrailStep *step) {
    u32 count = 0;
    if (!decides_rounds(step)) return 0;
    for (const TrailStep *other = step->before; other; other = other->before)
        count += is_same_branch(other, step) && !other->is_forced;
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

/* The pointer in the words of the source, if it has a name. */
static void assume_null(const Judge *judge, const Fault *fault, Term *word, const char *source, Judgement *out) {
    Place place;
    Text name = {0};
    bool has_name = word->op == TERM_SYMBOL && place_of_symbol(&(Places){judge->e, judge->root}, word, &place, &name);
    out->word = word;
    out->function = user_function_at(judge->e->m);
    assume(out, kept_pointer_has_flag(judge, fault, word) ? WORTH_LITTLE : WORTH_OPEN, has_name ? name.chars : source,
           " can be null");
    text_free(&name);
}

static void assume_alias(const Judge *judge, const TrailStep *step, Judgement *out) {
    const char *source = evidence_source(judge->e, step->guard);
    assume(out, WORTH_LITTLE, source ? source : "a pointer", " points to where another pointer does");
}

/* Where a number from nowhere leads, and how large what is from outside is, nobody knows. */
static bool is_about_known_memory(const Judge *judge, const Fault *fault) {
    if (fault->kind == FAULT_WILD_POINTER || fault->kind == FAULT_NULL_DEREFERENCE) return false;
    return object_info(&judge->e->m->objects, fault->object)->kind != OBJECT_OUTSIDE;
}

/* "p->n can be 9": the number that was given, of those that the guard is made of. */
static void assume_value(const Judge *judge, const TrailStep *step, Worth worth, Judgement *out) {
    Places places = {judge->e, judge->root};
    TermVec symbols = {0};
    Text what = {0};
    term_symbols(judge->e->terms, &step->guard, 1, &symbols);
    for (u32 i = 0; i < symbols.count && !what.length; i++) {
        Place place;
        bool is_given = evidence_source_of_symbol(judge->e, symbols.at[i]) && symbols.at[i]->width <= 64;
        if (!is_given || !place_of_symbol(&places, symbols.at[i], &place, &what)) continue;
        const Term *value = explore_evaluate(judge->e, symbols.at[i]);
        bool is_whole = value && place.type->size * 8 == symbols.at[i]->width && place.type->kind == TYPE_INT;
        if (!is_whole) text_add(&what, " can have such a value");
        else if (place.type->is_signed) text_printf(&what, " can be %lld", (long long)term_signed_value(value));
        else text_printf(&what, " can be %llu", (unsigned long long)value->value);
    }
    if (what.length) assume(out, worth, what.chars, "");
    else assume(out, worth, evidence_source(judge->e, step->guard), " can have such a value");
    text_free(&what);
    vec_free(&symbols);
}

/* A choice of the operation itself, where there was another way. */
static void judge_fault_step(const Judge *judge, const Fault *fault, const TrailStep *step, Judgement *out) {
    const char *source = evidence_source(judge->e, step->guard);
    if (!source) return;
    if (kept_pointer_strays(judge, step->guard)) assume_alias(judge, step, out);
    Term *word = fault->kind == FAULT_NULL_DEREFERENCE ? null_checked(step->guard) : NULL;
    bool is_evident = !word && is_about_known_memory(judge, fault) && evidence_is_given(judge, fault, step->guard) &&
                      !evidence_is_wrapped_size(judge, fault);
    if (word) assume_null(judge, fault, word, source, out);
    else assume_value(judge, step, is_evident ? WORTH_EVIDENT : WORTH_LITTLE, out);
}

/* The path ends beyond an object, within a loop that goes as often as there are things, which somebody keeps few enough. */
static bool counts_what_is_kept(const Judge *judge, const Fault *fault, const TrailStep *step) {
    enum { NARROWEST = 16 };
    if (fault->kind != FAULT_OUT_OF_BOUNDS || step->function->is_library || !judge_is_active(judge, fault, step))
        return false;
    const Compiled *compiled = step->function->compiled;
    const Code *now = evidence_ip_in_frame(judge->e->m, step);
    u32 here = evidence_block_of(step->function, compiled->origins[step->ip - compiled->code]);
    u32 there = now ? evidence_block_of(step->function, compiled->origins[now - compiled->code]) : here;
    if (!now || !evidence_leads_to(step->function, there, here, UINT32_MAX)) return false;
    TermVec symbols = {0};
    Term *guard = step->guard;
    bool is_kept = false;
    term_symbols(judge->e->terms, &guard, 1, &symbols);
    for (u32 i = 0; i < symbols.count; i++)
        is_kept = is_kept || (kept_by_somebody(symbols.at[i]) && symbols.at[i]->width >= NARROWEST);
    vec_free(&symbols);
    return is_kept;
}

/* The library asks whether two places are one; a loop goes from one to the other, and ends beyond an object. */
static bool meets_by_chance(const Judge *judge, const Fault *fault, const TrailStep *step) {
    bool is_equality = step->guard->op == TERM_EQ;
    if (step->guard->op == TERM_NOT && step->guard->arg[0]->op == TERM_EQ) return false;
    bool counts = step->function->is_library
                      ? is_equality
                      : !is_equality && fault->kind == FAULT_OUT_OF_BOUNDS && judge_is_active(judge, fault, step);
    bool is_stream = step->function->is_library && is_equality && !null_checked(step->guard);
    return (counts && kept_pointers_meet(judge, step->guard)) || (is_stream && kept_pointer_strays(judge, step->guard));
}

/* How long a string is, and what a struct holds that came from elsewhere, is often known by those who made it; how large
 * a number is that was given, hardly. */
static void judge_branch(const Judge *judge, const Fault *fault, const TrailStep *step, Judgement *out) {
    enum { FEW_ROUNDS = 3, MANY_ROUNDS = 40 };
    bool is_open = step->function->is_library || evidence_is_behind_pointer(judge->e, step->guard);
    u32 few = counts_what_is_kept(judge, fault, step) ? 1 : is_open ? FEW_ROUNDS : MANY_ROUNDS;
    const char *source = evidence_source(judge->e, step->guard);
    if (!source) return;
    bool is_null_check = fault->kind == FAULT_NULL_DEREFERENCE && null_checked(step->guard);
    if (is_null_check && step->function->is_library && step->guard->op == TERM_EQ)
        assume_null(judge, fault, null_checked(step->guard), source, out);
    else if (meets_by_chance(judge, fault, step)) assume_alias(judge, step, out);
    else if (rounds_before(step) >= few) assume(out, WORTH_LITTLE, source, " makes the loop go so often");
    else if (fault->kind == FAULT_OUT_OF_BOUNDS && step->function->is_library && !step->is_forced &&
             evidence_is_behind_pointer(judge->e, step->guard) && evidence_is_up_to_callers(judge, source))
        assume(out, WORTH_LITTLE, source, " is what the library finds in it");
    else if (is_null_check && !step->function->is_library && !judge_is_active(judge, fault, step))
        assume(out, WORTH_LITTLE, source, " is null, which only a function that was called looks for");
}

/* A choice of an operation that went well, as free does with null: no thought of the program's. */
static void judge_operation(const Judge *judge, const Fault *fault, const TrailStep *step, Judgement *out) {
    if (kept_pointer_strays(judge, step->guard)) assume_alias(judge, step, out);
    bool is_null = fault->kind == FAULT_NULL_DEREFERENCE && step->guard->op == TERM_EQ;
    Term *word = is_null ? null_checked(step->guard) : NULL;
    const char *source = word ? evidence_source(judge->e, word) : NULL;
    if (source) assume_null(judge, fault, word, source, out);
    bool is_no_size = step->kind == CHOICE_SIZE && step->guard->op == TERM_EQ;
    const char *giver = is_no_size ? evidence_source(judge->e, step->guard) : NULL;
    if (giver) assume(out, WORTH_LITTLE, giver, " makes the size of a block 0");
}

/* Loops that were left after any number of rounds: who decides how many there are? */
static void judge_widened(const Judge *judge, Judgement *out) {
    WidenedRounds rounds;
    for (u32 i = 0; widen_rounds(&judge->e->now.path, i, &rounds); i++)
        for (const TrailStep *step = rounds.last; step && step != rounds.first; step = step->before) {
            bool counts = step_is_branch(step) && !step->is_forced && decides_rounds(step);
            const char *source = counts ? evidence_source(judge->e, step->guard) : NULL;
            if (source) assume(out, WORTH_LITTLE, source, " makes the loop go so often");
        }
}

/* A failed assertion is no error of the function that makes it, if it is about what it was given. */
static void judge_assertion(const Judge *judge, Judgement *out) {
    const TrailStep *step = judge->e->now.path.trail;
    while (step && (step->is_forced || !step_is_branch(step))) step = step->before;
    const char *source = step ? evidence_source(judge->e, step->guard) : NULL;
    if (source) assume(out, WORTH_LITTLE, source, " is what the assertion excludes");
}

/* Null for all values that come along the path: because a branch has asked for that, and another has asked for something
 * that goes with it. */
static void judge_known_null(const Judge *judge, const Fault *fault, Judgement *out) {
    if (fault->kind != FAULT_NULL_DEREFERENCE || out->worth == WORTH_LITTLE) return;
    for (const TrailStep *step = judge->e->now.path.trail; step; step = step->before) {
        Term *word = step->guard->op == TERM_EQ ? null_checked(step->guard) : NULL;
        const char *source = word ? evidence_source(judge->e, word) : NULL;
        bool counts = source && kept_is_named_by(word, user_function_at(judge->e->m), judge->e->m->program);
        if (counts && kept_pointer_has_flag(judge, fault, word)) assume(out, WORTH_LITTLE, source, " is null");
    }
}

void judge_path(Judge *judge, const Fault *fault, Judgement *out) {
    bool is_about_terms = false; /* what the operation asks is known, and was asked of the path itself */
    *out = (Judgement){.worth = WORTH_CERTAIN};
    for (const TrailStep *step = judge->e->now.path.trail; step; step = step->before) {
        bool is_fault = judge_is_at_fault(judge->e->m, step);
        is_about_terms = is_about_terms || (is_fault && evidence_source(judge->e, step->guard));
        if (step->is_forced && !(is_fault && omission_of_loop_decides(judge, step))) continue;
        if (step->kind == CHOICE_ALIAS && step->guard->op == TERM_EQ) assume_alias(judge, step, out);
        else if (is_fault) judge_fault_step(judge, fault, step, out);
        else if (step_is_branch(step) || step->function->is_library) judge_branch(judge, fault, step, out);
        else judge_operation(judge, fault, step, out);
    }
    const char *kept = out->worth == WORTH_CERTAIN && !is_about_terms ? omission_loop_source(judge, fault) : NULL;
    if (kept) assume(out, WORTH_EVIDENT, kept, " keeps the loop from being entered");
    const char *giver = out->worth <= WORTH_EVIDENT ? results_null_source(judge, fault) : NULL;
    if (giver) assume(out, WORTH_LITTLE, giver, " makes a function return null");
    const char *keeper = out->worth <= WORTH_EVIDENT ? results_unset_source(judge, fault) : NULL;
    if (keeper) assume(out, WORTH_LITTLE, keeper, " keeps a function from setting a variable");
    if (out->worth < WORTH_LITTLE && results_closes_unopened(judge, fault))
        assume(out, WORTH_LITTLE, "the stream", " cannot be opened, which the program asks nowhere");
    if (out->worth < WORTH_LITTLE && results_format_is_given(judge, fault))
        assume(out, WORTH_LITTLE, "the format that is given", " asks for it");
    judge_widened(judge, out);
    if (out->worth < WORTH_LITTLE && kept_size_is_huge(judge))
        assume(out, WORTH_LITTLE, "a size", " is larger than any memory");
    if (out->worth < WORTH_LITTLE && asserted_otherwise(judge, fault))
        assume(out, WORTH_LITTLE, "an assertion that is not compiled", " does not hold");
    judge_known_null(judge, fault, out);
    if (fault->kind == FAULT_ASSERTION) judge_assertion(judge, out);
    if (fault->kind == FAULT_OUT_OF_BOUNDS && !is_about_known_memory(judge, fault))
        assume(out, WORTH_LITTLE, "what a pointer leads to", " is no larger");
    if (out->worth < WORTH_LITTLE && (evidence_is_doubtful(judge, fault) || omission_is_cause(judge, fault)))
        assume(out, WORTH_LITTLE, "settings or unknown functions", " agree on it");
}
