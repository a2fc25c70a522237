/* What the program itself says about values that nobody knows. */
#include "check/judge.h"

#include "check/check.h"
#include "check/expressions.h"
#include "check/places.h"
#include "engine/explore_inside.h"
#include "program/visit.h"

#include <stdlib.h>

#include <string.h>

/* ---- Where values come from ---- */

static const char *const unknown_names[] = {INPUT_OF_ARGUMENT, INPUT_OF_VARIABLE, INPUT_OF_SETTING,
                                            INPUT_OF_RESULT,   INPUT_OF_ANSWER,   INPUT_OF_EFFECT};

static bool has_prefix(const char *text, const char *prefix) { return !strncmp(text, prefix, strlen(prefix)); }

const char *evidence_source_of_symbol(const Explorer *e, const Term *symbol) {
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
        if (has_prefix(name, unknown_names[i])) return name;
    return NULL;
}

const char *evidence_source(const Explorer *e, Term *term) {
    TermVec symbols = {0};
    const char *source = NULL;
    term_symbols(e->terms, &term, 1, &symbols);
    for (u32 i = 0; i < symbols.count && !source; i++) source = evidence_source_of_symbol(e, symbols.at[i]);
    vec_free(&symbols);
    return source;
}

bool evidence_is_behind_pointer(const Explorer *e, Term *term) {
    TermVec symbols = {0};
    OutsideValue bytes;
    bool found = false;
    term_symbols(e->terms, &term, 1, &symbols);
    for (u32 i = 0; i < symbols.count && !found; i++) found = outside_symbol(symbols.at[i], &bytes);
    vec_free(&symbols);
    return found;
}

/* ---- Values that are compared, or cut down ---- */

bool evidence_mentions(const Explorer *e, Term *term, const Term *symbol) {
    TermVec symbols = {0};
    bool found = false;
    term_symbols(e->terms, &term, 1, &symbols);
    for (u32 i = 0; i < symbols.count && !found; i++) found = symbols.at[i] == symbol;
    vec_free(&symbols);
    return found;
}

static const Term *without_extension(const Term *term) {
    while (term->op == TERM_ZEXT || term->op == TERM_SEXT) term = term->arg[0];
    return term;
}

/* Bits in the middle, or the lowest: a flag or a kind. The highest being 0 is a bound. */
static bool is_part_of_word(const Term *term) {
    if (term->op == TERM_EXTRACT) return !term->low || term->low + term->width < term->arg[0]->width;
    if (term->op != TERM_AND || !term_is_const(term->arg[1]) || term->width > 64) return false;
    u64 low = ~(u64)term->arg[1]->value & low_mask(term->width);
    return low & (low + 1);
}

/* `x == 3` says nothing about how large x may be, nor does it that x is none of several numbers, or `x & 3`. */
static bool is_about_size(const Term *guard) {
    if (guard->op == TERM_NOT) guard = guard->arg[0];
    if (guard->op == TERM_AND || guard->op == TERM_OR)
        return is_about_size(guard->arg[0]) || is_about_size(guard->arg[1]);
    if (guard->op != TERM_EQ) return true;
    for (u32 i = 0; i < 2; i++) {
        const Term *side = without_extension(guard->arg[i]);
        if (side->op == TERM_SYMBOL || (term_is_const(guard->arg[1 - i]) && is_part_of_word(side))) return false;
    }
    return true;
}

typedef VEC(u32) BlockList;

static void add_block(void *self, u32 block) {
    BlockList *list = self;
    vec_push(list, block);
}

u32 evidence_block_of(const Function *function, u32 insn) {
    u32 block = 0;
    while (block + 1 < function->block_count && insn - function->blocks[block].first >= function->blocks[block].count)
        block++;
    return block;
}

/* Can control come from block `from` to block `to` without passing `without`? */
bool evidence_leads_to(const Function *function, u32 from, u32 to, u32 without) {
    bool *seen = xcalloc(function->block_count + 1, sizeof(bool));
    BlockList pending = {0};
    vec_push(&pending, from);
    while (pending.count && !seen[to]) {
        u32 block = vec_pop(&pending);
        if (seen[block] || block == without) continue;
        seen[block] = true;
        const Block *range = &function->blocks[block];
        insn_visit_targets(function, &function->insns[range->first + range->count - 1], add_block, &pending);
    }
    bool found = seen[to];
    vec_free(&pending);
    free(seen);
    return found;
}

u32 evidence_taken_block(const TrailStep *step, const Compiled *compiled, const Insn *branch) {
    const Code *jump = step->ip + (i32)step->ip->d;
    u32 target = evidence_block_of(compiled->function, compiled->origins[jump - compiled->code]);
    if (target != branch->b && target != branch->c) return UINT32_MAX;
    u32 other = target == branch->b ? branch->c : branch->b;
    return step->way == 0 ? target : other;
}

/* The operation at which the frame of the step stands now. */
const Code *evidence_ip_in_frame(const Machine *m, const TrailStep *step) {
    const Code *ip = m->fault_ip;
    for (const Frame *frame = (const Frame *)m->fault_r - 1; frame; frame = frame->caller) {
        if ((const u64 *)(frame + 1) == step->r) return ip;
        ip = frame->return_to ? frame->return_to - 1 : NULL;
    }
    return NULL;
}

/* Only one way of the branch leads to where the frame stands now: it was meant to guard that. A choice of values guards
 * what it chooses. */
bool evidence_is_guard(const Judge *judge, const TrailStep *step) {
    const Compiled *compiled = ((const Frame *)step->r - 1)->compiled;
    const Function *function = step->function;
    const Code *now = evidence_ip_in_frame(judge->e->m, step);
    if (!now || compiled->function != function) return false;
    const Insn *branch = &function->insns[compiled->origins[step->ip - compiled->code]];
    u32 here = evidence_block_of(function, compiled->origins[step->ip - compiled->code]);
    u32 there = evidence_block_of(function, compiled->origins[now - compiled->code]);
    if (branch->op == OP_SWITCH || branch->op == OP_SELECT) return true;
    if (branch->op != OP_BRANCH || here == there) return false;
    return evidence_leads_to(function, branch->b, there, here) != evidence_leads_to(function, branch->c, there, here);
}

/* What is compared with a member of something that was given, or with a variable, is as good as that is: whoever keeps it
 * may well keep it small enough. */
static bool has_known_bound(const Judge *judge, Term *guard, const Term *symbol) {
    TermVec symbols = {0};
    bool is_known = true;
    term_symbols(judge->e->terms, &guard, 1, &symbols);
    for (u32 i = 0; i < symbols.count; i++)
        is_known = is_known && (symbols.at[i] == symbol || !kept_by_somebody(symbols.at[i]));
    vec_free(&symbols);
    return is_known;
}

/* `if (n > 0)` behind n = receive(...): whether it went well, not how large the result is. So it is with an index that is
 * compared with 0 or -1, and is too large. */
static bool asks_for_success(const Judge *judge, const Term *guard, Term *symbol) {
    if (symbol->op != TERM_SYMBOL || !evidence_source_of_symbol(judge->e, symbol)) return false;
    const Term *value = has_prefix(symbol->symbol->name, INPUT_OF_RESULT) ? NULL : explore_evaluate(judge->e, symbol);
    if (value && term_signed_value(value) < 0) return false;
    if (guard->op == TERM_NOT) guard = guard->arg[0];
    bool is_order = guard->op == TERM_SLT || guard->op == TERM_ULT;
    for (u32 i = 0; i < guard->arity; i++)
        if (term_is_const(guard->arg[i]) && guard->arg[i]->width >= 32 &&
            (is_order || without_extension(guard->arg[1 - i]) == symbol))
            return term_signed_value(guard->arg[i]) >= -1 && term_signed_value(guard->arg[i]) <= 1;
    return false;
}

/* `with_equality`: also for being equal to something, or not. */
static bool is_compared(const Judge *judge, const Fault *fault, Term *symbol, bool with_equality) {
    bool found = false;
    for (const TrailStep *step = judge->e->now.path.trail; step; step = step->before) {
        if (!step_is_branch(step) || step->function->is_library || !judge_is_active(judge, fault, step)) continue;
        bool counts = with_equality || (is_about_size(step->guard) && !asks_for_success(judge, step->guard, symbol));
        if (!counts || !evidence_mentions(judge->e, step->guard, symbol) || !evidence_is_guard(judge, step)) continue;
        if (omission_is_of_loop(step)) continue;
        if (!has_known_bound(judge, step->guard, symbol)) return false;
        found = true;
    }
    return found;
}

/* All that call the root are there, and none of them has come to this: one bound that the root looks at is none for what it
 * is given. */
static bool is_up_to_callers(const Judge *judge, const Term *symbol) {
    return symbol->op == TERM_SYMBOL && evidence_is_up_to_callers(judge, symbol->symbol->name);
}

bool evidence_is_up_to_callers(const Judge *judge, const char *source) {
    return has_prefix(source, INPUT_OF_ARGUMENT) && judge->root && judge->facts &&
           callers_are_known(judge->facts, judge->root);
}

/* The callers give nothing but these numbers, so each of them is given. */
static bool is_given_by_callers(const Judge *judge, const Term *symbol) {
    if (!is_up_to_callers(judge, symbol)) return false;
    const char *name = symbol->symbol->name + strlen(INPUT_OF_ARGUMENT);
    bool found = false;
    for (u32 i = 0; i < judge->root->variable_count && !found; i++) {
        const Variable *variable = &judge->root->variables[i];
        if (!variable->is_parameter || !variable->name || strcmp(variable->name, name) != 0) continue;
        for (u32 k = 0; k < judge->root->param_count; k++) {
            GivenValues given = {0};
            if (judge->root->params[k] != variable->reg) continue;
            callers_find(judge->e->m->program, judge->facts, judge->root, k, &given);
            found = given.are_known;
            vec_free(&given.numbers);
        }
    }
    return found;
}

/* What is too large although nothing on the path says how large it may be: a lower bound is no thought of that. */
static bool is_unbounded(const Judge *judge, const Fault *fault, Term *symbol) {
    enum { NARROWEST = 32 };
    TermStore *store = judge->e->terms;
    if (fault->kind != FAULT_OUT_OF_BOUNDS || term_is_array(symbol) || symbol->width < NARROWEST) return false;
    const Term *value = symbol->width <= 64 ? explore_evaluate(judge->e, symbol) : NULL;
    if (!value || term_signed_value(value) < 0) return false;
    Term *huge = term_const(store, symbol->width, low_mask(symbol->width - 2));
    return explore_may_be(judge->e, term_slt(store, huge, symbol));
}

/* A mask, a remainder, a conversion to something narrower: whoever wrote it thought of the range. Not where a value of a
 * table is chosen by it: what stands there is another thought. Nor of what the program keeps: there the bits of a word are
 * taken apart that it has put together. */
static bool is_cut_down(Term *guard, const Term *symbol) {
    enum { MOST_STEPS = 256, FEW_BITS = 16 }; /* what becomes an int or unsigned is not meant to be cut down */
    TermVec pending = {0};
    bool found = false;
    vec_push(&pending, guard);
    for (u32 steps = 0; pending.count && steps < MOST_STEPS && !found; steps++) {
        const Term *t = vec_pop(&pending);
        bool chooses = t->op == TERM_ITE || t->op == TERM_SELECT;
        bool is_mask = t->op == TERM_AND && t->width > 1;
        bool cuts = is_mask || t->op == TERM_UREM || t->op == TERM_SREM || t->op == TERM_LSHR;
        bool narrows = t->op == TERM_EXTRACT && t->arg[0] == symbol && t->width <= FEW_BITS;
        for (u32 i = 0; i < t->arity; i++) {
            found = found || narrows || (cuts && without_extension(t->arg[i]) == symbol);
            bool is_index = chooses && i == (t->op == TERM_ITE ? 0 : 1);
            if (!is_index) vec_push(&pending, t->arg[i]);
        }
    }
    vec_free(&pending);
    return found;
}

/* Where types do not say what a byte is, the operation may: it works on what it has read from a member. */
static bool is_read_from_member(const Judge *judge) {
    const Machine *m = judge->e->m;
    const Compiled *compiled = ((const Frame *)m->fault_r - 1)->compiled;
    const Insn *insn = &compiled->function->insns[compiled->origins[m->fault_ip - compiled->code]];
    return expressions_read_member(m->program, compiled->function, insn);
}

/* Bytes of a message are what somebody sent; a member of a struct the program has put there. */
static bool is_data_byte(const Judge *judge, const Term *symbol) {
    OutsideValue bytes;
    Place place;
    if (!outside_symbol(symbol, &bytes) || symbol->width != 8) return false;
    bool is_known = place_of_symbol(&(Places){judge->e, judge->root}, symbol, &place, NULL);
    return !place.is_member && (is_known || !is_read_from_member(judge));
}

/* What somebody keeps fits together, as a rule: it takes evidence of each, and of one of all other values. */
bool evidence_is_given(const Judge *judge, const Fault *fault, Term *guard) {
    TermVec symbols = {0};
    bool found = false, lacks = false;
    term_symbols(judge->e->terms, &guard, 1, &symbols);
    for (u32 i = 0; i < symbols.count && !lacks; i++) {
        Term *symbol = symbols.at[i];
        if (!evidence_source_of_symbol(judge->e, symbol)) continue;
        bool with_equality = fault->kind == FAULT_DIVISION_BY_ZERO;
        bool is_bound = is_compared(judge, fault, symbol, with_equality) && !is_up_to_callers(judge, symbol) &&
                        !is_unbounded(judge, fault, symbol) &&
                        !(kept_by_somebody(symbol) && kept_with_another(judge, symbol));
        bool is_evident = is_data_byte(judge, symbol) || is_bound || is_given_by_callers(judge, symbol) ||
                          (is_cut_down(guard, symbol) && !kept_by_somebody(symbol));
        found = found || is_evident;
        lacks = !is_evident && kept_by_somebody(symbol) && !is_compared(judge, fault, symbol, true);
    }
    vec_free(&symbols);
    return found && !lacks && (fault->kind == FAULT_DIVISION_BY_ZERO || !kept_must_be_negative(judge, guard));
}

bool evidence_is_wrapped_size(const Judge *judge, const Fault *fault) {
    enum { HUGE_BITS = 28, NARROWEST = 32 };
    const Machine *m = judge->e->m;
    TermStore *store = judge->e->terms;
    const Contents *contents =
        fault->kind == FAULT_OUT_OF_BOUNDS ? object_at(&m->objects, fault->object)->contents : NULL;
    Term *size = contents ? contents->size : NULL, *is_moderate = term_true(store);
    if (!size) return false;
    TermVec symbols = {0};
    term_symbols(store, &size, 1, &symbols);
    for (u32 i = 0; i < symbols.count; i++) {
        Term *symbol = symbols.at[i];
        if (term_is_array(symbol) || symbol->width < NARROWEST || !evidence_source_of_symbol(judge->e, symbol))
            continue;
        Term *huge = term_shl(store, term_const(store, symbol->width, 1), term_const(store, symbol->width, HUGE_BITS));
        is_moderate = term_and(store, is_moderate, term_ult(store, symbol, huge));
    }
    vec_free(&symbols);
    return !explore_may_be(judge->e, is_moderate);
}

/* ---- Settings and answers ---- */

typedef VEC(Term *) Symbols;

static void add_once(Symbols *symbols, Term *symbol) {
    for (u32 i = 0; i < symbols->count; i++)
        if (symbols->at[i] == symbol) return;
    vec_push(symbols, symbol);
}

bool evidence_is_of_world(const Term *symbol) {
    if (symbol->op != TERM_SYMBOL) return false;
    return has_prefix(symbol->symbol->name, INPUT_OF_SETTING) || has_prefix(symbol->symbol->name, INPUT_OF_ANSWER);
}

/* What branches of calls that are under way have asked of the world. */
static void find_world(const Judge *judge, const Fault *fault, Symbols *out) {
    for (const TrailStep *step = judge->e->now.path.trail; step; step = step->before) {
        if (!step_is_branch(step) || !judge_is_active(judge, fault, step)) continue;
        TermVec symbols = {0};
        term_symbols(judge->e->terms, &step->guard, 1, &symbols);
        for (u32 i = 0; i < symbols.count; i++)
            if (evidence_is_of_world(symbols.at[i])) add_once(out, symbols.at[i]);
        vec_free(&symbols);
    }
}

/* Two answers of one function have the same name but for a number. */
bool evidence_is_same_source(const Term *a, const Term *b) {
    const char *one = a->symbol->name, *other = b->symbol->name;
    bool is_answer = has_prefix(one, INPUT_OF_ANSWER);
    bool is_same = is_answer ? !strncmp(one, other, strcspn(one, ")") + 1) : !strcmp(one, other);
    return is_same && a->width == b->width;
}

/* Could a function have given the same answer each time? */
static bool are_consistent(const Judge *judge, const Symbols *symbols) {
    TermStore *store = judge->e->terms;
    Term *same = term_true(store);
    for (u32 i = 1; i < symbols->count; i++)
        same = term_and(store, same, term_eq(store, symbols->at[0], symbols->at[i]));
    const Term *value = explore_evaluate(judge->e, same);
    return (value && value->value) || explore_may_be(judge->e, same);
}

bool evidence_is_doubtful(const Judge *judge, const Fault *fault) {
    enum { MANY_ANSWERS = 4 };
    Symbols symbols = {0};
    bool is_doubtful = false;
    find_world(judge, fault, &symbols);
    for (u32 i = 1; i < symbols.count; i++)
        is_doubtful = is_doubtful || !evidence_is_same_source(symbols.at[0], symbols.at[i]);
    if (!is_doubtful && symbols.count > 1 && symbols.count < MANY_ANSWERS)
        is_doubtful = !are_consistent(judge, &symbols);
    vec_free(&symbols);
    return is_doubtful;
}
