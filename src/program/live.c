/* Which registers of a function count at a call that is under way: variables that have been set and are in scope, and
 * temporaries that are read when the call returns. The others hold what happens to be left in them. */
#include "program/live.h"

#include "program/visit.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const Function *function;
    u32 words;    /* of a set of registers */
    u64 *sets;    /* of each block: what is live, or set, at its beginning */
    u64 *current; /* the set at the instruction that is looked at */
    bool has_changed;
} Flow;

static void put(u64 *set, u32 reg) { set[reg / 64] |= 1ull << reg % 64; }
static void take(u64 *set, u32 reg) { set[reg / 64] &= ~(1ull << reg % 64); }
static u64 *set_of(const Flow *flow, u32 block) { return flow->sets + (size_t)block * flow->words; }

static Flow flow_new(const Function *function) {
    Flow flow = {.function = function, .words = function->register_count / 64 + 1};
    flow.sets = xcalloc((size_t)function->block_count * flow.words, sizeof(u64));
    flow.current = xcalloc(flow.words, sizeof(u64));
    return flow;
}

static void flow_free(Flow *flow) {
    free(flow->sets);
    free(flow->current);
}

static void remove_writes(Flow *flow, const Insn *insn) {
    u32 scoped = insn_scoped_register(flow->function, insn);
    for (u32 i = 0; i < insn_write_count(flow->function, insn); i++) take(flow->current, insn->dst + i);
    if (scoped != OPERAND_NONE) take(flow->current, scoped);
}

/* ---- What is read later: backward ---- */

static void add_read(void *context, Operand *operand) {
    if (operand_is_register(*operand)) put(((Flow *)context)->current, *operand);
}

static void add_live_of_target(void *context, u32 target) {
    Flow *flow = context;
    for (u32 i = 0; i < flow->words; i++) flow->current[i] |= set_of(flow, target)[i];
}

/* From the end of the block back to `until`, which is left out. */
static void walk_back(Flow *flow, u32 number, u32 until) {
    const Function *function = flow->function;
    const Block *block = &function->blocks[number];
    memset(flow->current, 0, flow->words * sizeof(u64));
    insn_visit_targets(function, &function->insns[block->first + block->count - 1], add_live_of_target, flow);
    for (u32 i = block->first + block->count; i-- > until;) {
        remove_writes(flow, &function->insns[i]);
        insn_visit_reads(function, &function->insns[i], add_read, flow);
    }
}

static void find_live(Flow *flow) {
    do {
        flow->has_changed = false;
        for (u32 number = flow->function->block_count; number-- > 0;) {
            walk_back(flow, number, flow->function->blocks[number].first);
            u64 *known = set_of(flow, number);
            flow->has_changed |= memcmp(known, flow->current, flow->words * sizeof(u64)) != 0;
            memcpy(known, flow->current, flow->words * sizeof(u64));
        }
    } while (flow->has_changed);
}

/* ---- What has been set: forward ---- */

static void add_set_to_target(void *context, u32 target) {
    Flow *flow = context;
    u64 *known = set_of(flow, target);
    for (u32 i = 0; i < flow->words; i++) {
        flow->has_changed |= (flow->current[i] & ~known[i]) != 0;
        known[i] |= flow->current[i];
    }
}

static void walk_on(Flow *flow, u32 number, u32 until) {
    memcpy(flow->current, set_of(flow, number), flow->words * sizeof(u64));
    for (u32 i = flow->function->blocks[number].first; i < until; i++) {
        const Insn *insn = &flow->function->insns[i];
        remove_writes(flow, insn);
        for (u32 k = 0; k < insn_write_count(flow->function, insn); k++) put(flow->current, insn->dst + k);
    }
}

static void find_set(Flow *flow) {
    const Function *function = flow->function;
    for (u32 i = 0; i < function->param_count; i++) put(set_of(flow, 0), function->params[i]);
    do {
        flow->has_changed = false;
        for (u32 number = 0; number < function->block_count; number++) {
            const Block *block = &function->blocks[number];
            walk_on(flow, number, block->first + block->count);
            insn_visit_targets(function, &function->insns[block->first + block->count - 1], add_set_to_target, flow);
        }
    } while (flow->has_changed);
}

/* ---- Both at one instruction ---- */

static u32 block_of(const Function *function, u32 insn) {
    u32 number = 0;
    while (insn >= function->blocks[number].first + function->blocks[number].count) number++;
    return number;
}

static bool is_variable(const Function *function, u32 reg) {
    for (u32 i = 0; i < function->param_count; i++)
        if (function->params[i] == reg) return true;
    return function->registers[reg].variable != 0;
}

/* Decoding may put off what computes a value until the value is used: then the operands are read there. */
static void add_operands_of_live(const Function *function, u32 insn, Flow *live) {
    const Block *block = &function->blocks[block_of(function, insn)];
    for (u32 i = insn; i-- > block->first;) {
        Insn *before = &function->insns[i];
        if (before->dst == OPERAND_NONE || !insn_is_pure(before)) continue;
        if (live->current[before->dst / 64] >> before->dst % 64 & 1) insn_visit_reads(function, before, add_read, live);
    }
}

/* In optimised code variables are temporaries, which are over when the optimiser is done with them, not when their scope
 * ends: there everything counts that has been set. */
static bool has_slots(const Function *function) {
    for (u32 i = 0; i < function->variable_count; i++)
        if (function->variables[i].kind == VARIABLE_SLOT) return true;
    return false;
}

void program_live_registers(const Function *function, u32 insn, bool *counts) {
    bool is_optimised = !has_slots(function);
    u32 number = block_of(function, insn);
    Flow live = flow_new(function), set = flow_new(function);
    find_live(&live);
    find_set(&set);
    walk_back(&live, number, insn + 1);
    remove_writes(&live, &function->insns[insn]);
    add_operands_of_live(function, insn, &live);
    walk_on(&set, number, insn);
    for (u32 reg = 0; reg < function->register_count; reg++) {
        bool is_live = live.current[reg / 64] >> reg % 64 & 1, is_set = set.current[reg / 64] >> reg % 64 & 1;
        counts[reg] = is_set && (is_live || is_optimised || is_variable(function, reg));
    }
    flow_free(&live);
    flow_free(&set);
}

void program_live_at_block(const Function *function, u32 block, bool variables, bool *counts) {
    Flow live = flow_new(function), set = flow_new(function);
    find_live(&live);
    if (variables) find_set(&set);
    for (u32 reg = 0; reg < function->register_count; reg++) {
        bool is_live = set_of(&live, block)[reg / 64] >> reg % 64 & 1;
        bool is_set = set_of(&set, block)[reg / 64] >> reg % 64 & 1;
        counts[reg] = is_live || (variables && is_set && is_variable(function, reg));
    }
    flow_free(&live);
    flow_free(&set);
}

/* ---- For a whole function ---- */

LiveSets live_sets_of(const Function *function) {
    Flow live = flow_new(function);
    find_live(&live);
    free(live.current);
    return (LiveSets){function, live.words, live.sets};
}

void live_sets_free(LiveSets *live) {
    free(live->sets);
    *live = (LiveSets){0};
}

void live_sets_before(const LiveSets *live, u32 insn, bool *counts) {
    Flow flow = {.function = live->function, .words = live->words, .sets = live->sets};
    flow.current = xcalloc(flow.words, sizeof(u64));
    walk_back(&flow, block_of(live->function, insn), insn);
    for (u32 reg = 0; reg < live->function->register_count; reg++) counts[reg] = flow.current[reg / 64] >> reg % 64 & 1;
    free(flow.current);
}
