#include "search/distance.h"

#include "program/visit.h"

static u32 sum(u32 a, u32 b) { return MIN(a + b, (u32)DISTANCE_NEVER); }

/* NULL if the callee is not known before the call is made. */
static const Function *callee_of(const Distances *d, const Insn *insn) {
    if (!operand_is_constant(insn->a)) return NULL;
    const Constant *constant = &d->m->program->constants.at[operand_index(insn->a)];
    return constant->kind == CONSTANT_FUNCTION ? constant->function : NULL;
}

/* The number of the function's block, + 1; 0 if it was never decoded. */
static u32 block_number(const Distances *d, const Function *function, u32 block) {
    u32 first = function->number < d->first.count ? d->first.at[function->number] : 0;
    return first && first + block <= d->to_new.count ? first + block : 0;
}

static u32 return_from(const Distances *d, const Function *function, u32 block) {
    u32 number = block_number(d, function, block);
    return number ? d->to_return.at[number - 1] : 0;
}

static u32 new_from(const Distances *d, const Function *function, u32 block) {
    u32 number = block_number(d, function, block);
    if (number) return d->to_new.at[number - 1];
    return function->has_body && !function->is_library ? 0 : DISTANCE_NEVER;
}

typedef struct {
    const Distances *d;
    const Function *function;
    u32 to_return, to_new;
} Nearest;

static void look_at_target(void *context, u32 block) {
    Nearest *nearest = context;
    nearest->to_return = MIN(nearest->to_return, return_from(nearest->d, nearest->function, block));
    nearest->to_new = MIN(nearest->to_new, new_from(nearest->d, nearest->function, block));
}

/* From an instruction on, through its block and to those behind it. */
static Nearest nearest_from(const Distances *d, const Function *function, u32 insn) {
    u32 steps = 0, best = DISTANCE_NEVER;
    for (;; insn++) {
        const Insn *at = &function->insns[insn];
        steps = sum(steps, 1);
        if (at->op == OP_CALL) {
            const Function *callee = callee_of(d, at);
            if (callee) best = MIN(best, sum(steps, new_from(d, callee, 0)));
            if (callee) steps = sum(steps, return_from(d, callee, 0));
        }
        if (!op_is_terminator((Op)at->op)) continue;
        Nearest nearest = {.d = d, .function = function, .to_return = DISTANCE_NEVER, .to_new = DISTANCE_NEVER};
        insn_visit_targets(function, at, look_at_target, &nearest);
        if (at->op == OP_RETURN) nearest.to_return = 0;
        nearest.to_return = sum(steps, nearest.to_return);
        nearest.to_new = MIN(best, sum(steps, nearest.to_new));
        return nearest;
    }
}

static bool is_new(const Distances *d, const u64 *totals, u32 count, u32 block) {
    return (block >= count || !totals[block]) && !d->m->blocks.at[block].function->is_library;
}

bool distances_are_old(Distances *d, const u64 *totals, u32 count) {
    u32 covered = 0;
    for (u32 i = 0; i < count; i++) covered += totals[i] != 0;
    return covered != d->covered || d->known_blocks != d->m->blocks.count;
}

static void number_functions(Distances *d) {
    const Machine *m = d->m;
    while (d->first.count < m->program->functions.count) vec_push(&d->first, 0);
    for (u32 i = d->known_blocks; i < m->blocks.count; i++)
        if (!m->blocks.at[i].block) d->first.at[m->blocks.at[i].function->number] = i + 1;
}

/* Distances only shrink from pass to pass, so this ends; backwards, as most jumps go forwards. */
void distances_update(Distances *d, const u64 *totals, u32 count) {
    const Machine *m = d->m;
    number_functions(d);
    vec_clear(&d->to_new);
    for (u32 i = 0; i < m->blocks.count; i++) {
        if (i >= d->to_return.count) vec_push(&d->to_return, DISTANCE_NEVER);
        vec_push(&d->to_new, is_new(d, totals, count, i) ? 0 : DISTANCE_NEVER);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 i = m->blocks.count; i-- > 0;) {
            const Function *function = m->blocks.at[i].function;
            Nearest nearest = nearest_from(d, function, function->blocks[m->blocks.at[i].block].first);
            changed |= nearest.to_return < d->to_return.at[i] || nearest.to_new < d->to_new.at[i];
            d->to_return.at[i] = MIN(d->to_return.at[i], nearest.to_return);
            d->to_new.at[i] = MIN(d->to_new.at[i], nearest.to_new);
        }
    }
    d->known_blocks = m->blocks.count;
    d->covered = 0;
    for (u32 i = 0; i < count; i++) d->covered += totals[i] != 0;
}

void distances_free(Distances *d) {
    vec_free(&d->first);
    vec_free(&d->to_return);
    vec_free(&d->to_new);
}

u32 distance_from(const Distances *d, const Place *stack, u32 count) {
    u32 best = DISTANCE_NEVER, steps = 0;
    for (u32 i = 0; i < count && steps < DISTANCE_NEVER; i++) {
        Nearest nearest = nearest_from(d, stack[i].function, stack[i].insn);
        best = MIN(best, sum(steps, nearest.to_new));
        steps = sum(steps, nearest.to_return);
    }
    return best;
}
