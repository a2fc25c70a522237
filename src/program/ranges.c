/* The interpretation of a function: see ranges.h. */
#include "program/ranges.h"

#include "base/map.h"
#include "program/flow.h"
#include "program/visit.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_RANGES = 4000000, ROUNDS_BEFORE_WIDENING = 3, NARROWINGS = 2, DEEPEST_CALL = 4, MOST_THRESHOLDS = 64 };

struct Ranges {
    u32 registers;
    Range *at; /* block * registers + register: at its beginning */
    Range result;
};

/* What functions return, as far as it was looked at. */
typedef struct {
    Map numbers; /* function -> index */
    VEC(Range) results;
    VEC(u32) bits; /* of them; 0: no integer, or not known, or being looked at */
} Results;

typedef struct {
    Program *program;
    Function *function;
    Ranges *ranges;
    Flow *flow;
    Range *now;          /* of each register, while a block is interpreted */
    u32 *visits;         /* of a block */
    VEC(i64) thresholds; /* ascending */
    Results *results;
    u32 depth; /* of calls */
    bool is_narrowing;
} Interpreter;

static Ranges *interpret(Program *program, Function *function, Results *results, u32 depth);

static u32 bits_of(const Function *function, u32 reg) {
    const Type *type = function->registers[reg].type;
    return type->kind == TYPE_INT && type->bits <= 64 ? type->bits : 0;
}

Range ranges_at(const Ranges *ranges, u32 block, u32 reg) { return ranges->at[(u64)block * ranges->registers + reg]; }

/* ---- Instructions ---- */

static Range operand_range(const Interpreter *in, Operand operand, u32 bits) {
    if (operand == OPERAND_NONE) return range_any(bits);
    if (operand_is_constant(operand)) {
        const Constant *constant = &in->program->constants.at[operand_index(operand)];
        return constant->kind == CONSTANT_INT ? range_of_number(constant->limbs[0], bits) : range_any(bits);
    }
    return bits_of(in->function, operand) == bits ? in->now[operand] : range_any(bits);
}

static u32 operand_bits(const Interpreter *in, Operand operand) {
    if (operand == OPERAND_NONE) return 0;
    const Type *type = operand_type(in->program, in->function, operand);
    return type->kind == TYPE_INT && type->bits <= 64 ? type->bits : 0;
}

static u32 bits_of_result(const Program *program, const Function *function) {
    for (u32 i = 0; i < function->insn_count; i++) {
        const Insn *end = &function->insns[i];
        if (end->op != OP_RETURN || end->c != 1) continue;
        const Type *type = operand_type(program, function, function->returns[end->extra]);
        return type->kind == TYPE_INT && type->bits <= 64 ? type->bits : 0;
    }
    return 0;
}

/* The number of the function's result in Results. One that calls itself may return anything. */
static u32 result_number(const Interpreter *in, Function *function) {
    Results *results = in->results;
    bool is_new;
    u64 *cell = map_cell(&results->numbers, (u64)(uintptr_t)function, &is_new);
    if (!is_new) return (u32)*cell;
    u32 number = (u32)(*cell = results->results.count);
    vec_push(&results->results, (Range){0});
    vec_push(&results->bits, 0);
    Ranges *ranges = in->depth < DEEPEST_CALL ? interpret(in->program, function, results, in->depth + 1) : NULL;
    if (ranges && ranges->result.is_possible) {
        results->results.at[number] = ranges->result;
        results->bits.at[number] = bits_of_result(in->program, function);
    }
    ranges_free(ranges);
    return number;
}

static Range call_result(const Interpreter *in, const Insn *insn, u32 bits) {
    const Constant *callee = operand_is_constant(insn->a) ? &in->program->constants.at[operand_index(insn->a)] : NULL;
    if (!callee || callee->kind != CONSTANT_FUNCTION || !callee->function->has_body) return range_any(bits);
    u32 number = result_number(in, callee->function);
    return in->results->bits.at[number] == bits ? in->results->results.at[number] : range_any(bits);
}

static Range select_range(const Interpreter *in, const Insn *insn, u32 bits) {
    Range condition = operand_range(in, insn->a, 1), yes = operand_range(in, insn->b, bits),
          no = operand_range(in, insn->c, bits);
    if (condition.is_possible && condition.ulow) return yes;
    if (condition.is_possible && !condition.uhigh) return no;
    return range_join(&yes, &no, bits);
}

/* Is the comparison certain? */
static Range comparison_range(const Interpreter *in, const Insn *insn) {
    u32 bits = operand_bits(in, insn->a);
    if (!bits || insn->op < OP_EQ || insn->op > OP_SLE) return range_any(1);
    static const Op opposite[] = {OP_NE, OP_EQ, OP_ULE, OP_ULT, OP_SLE, OP_SLT};
    Range a = operand_range(in, insn->a, bits), b = operand_range(in, insn->b, bits);
    bool swaps = insn->op >= OP_ULT; /* not a < b: b <= a */
    Op other = opposite[insn->op - OP_EQ];
    bool may_hold = range_where((Op)insn->op, &a, &b, bits).is_possible;
    bool may_fail = swaps ? range_where(other, &b, &a, bits).is_possible : range_where(other, &a, &b, bits).is_possible;
    if (may_hold && may_fail) return range_any(1);
    return range_of_number(may_hold, 1);
}

static Range result_of(const Interpreter *in, const Insn *insn, u32 bits) {
    if (insn->op >= OP_ADD && insn->op <= OP_SMAX) {
        Range a = operand_range(in, insn->a, bits), b = operand_range(in, insn->b, bits);
        return range_operation((Op)insn->op, &a, &b, bits);
    }
    if (insn->op >= OP_EQ && insn->op <= OP_SLE) return comparison_range(in, insn);
    switch ((Op)insn->op) {
    case OP_MOVE:
    case OP_FREEZE: return operand_range(in, insn->a, bits);
    case OP_SELECT: return select_range(in, insn, bits);
    case OP_TRUNC:
    case OP_ZEXT:
    case OP_SEXT: {
        u32 from = operand_bits(in, insn->a);
        Range a = operand_range(in, insn->a, MAX(from, 1u));
        return from ? range_convert((Op)insn->op, &a, from, bits) : range_any(bits);
    }
    case OP_CALL: return call_result(in, insn, bits);
    default: return range_any(bits);
    }
}

static void interpret_insn(Interpreter *in, const Insn *insn) {
    u32 written = insn_write_count(in->function, insn), scoped = insn_scoped_register(in->function, insn);
    if (scoped != OPERAND_NONE && bits_of(in->function, scoped))
        in->now[scoped] = range_any(bits_of(in->function, scoped));
    for (u32 i = 0; i < written; i++) {
        u32 bits = bits_of(in->function, insn->dst + i);
        if (bits) in->now[insn->dst + i] = written == 1 ? result_of(in, insn, bits) : range_any(bits);
    }
}

/* ---- What a branch has found out ---- */

/* The instruction of the block that wrote the register last, before `end`; FLOW_NONE: none. */
static u32 writer_of(const Interpreter *in, const Block *block, u32 end, u32 reg) {
    for (u32 i = end; i-- > block->first;) {
        const Insn *insn = &in->function->insns[i];
        u32 written = insn_write_count(in->function, insn);
        if (written && reg >= insn->dst && reg < insn->dst + written) return i;
        if (insn_scoped_register(in->function, insn) == reg) return FLOW_NONE;
    }
    return FLOW_NONE;
}

/* Is what the operand was at instruction `at` what it is at the end of the block? */
static bool is_still(const Interpreter *in, const Block *block, u32 at, Operand operand) {
    if (!operand_is_register(operand)) return false;
    for (u32 i = at; i < block->first + block->count; i++) {
        const Insn *insn = &in->function->insns[i];
        u32 written = insn_write_count(in->function, insn);
        if (written && operand >= insn->dst && operand < insn->dst + written) return false;
        if (insn_scoped_register(in->function, insn) == operand) return false;
    }
    return true;
}

/* The register is in the range; and so is what it was extended from. */
static void learn(Interpreter *in, const Block *block, u32 at, Operand operand, const Range *range) {
    u32 bits = operand_bits(in, operand);
    if (is_still(in, block, at, operand)) in->now[operand] = range_meet(&in->now[operand], range, bits);
    u32 writer = operand_is_register(operand) ? writer_of(in, block, at, operand) : FLOW_NONE;
    if (writer == FLOW_NONE) return;
    const Insn *insn = &in->function->insns[writer];
    u32 from = operand_bits(in, insn->a);
    if (!operand_is_register(insn->a) || !is_still(in, block, writer, insn->a)) return;
    if (insn->op == OP_MOVE && from == bits) in->now[insn->a] = range_meet(&in->now[insn->a], range, bits);
    if (insn->op != OP_SEXT && insn->op != OP_ZEXT) return;
    Range narrow = range_convert(OP_TRUNC, range, bits, from);
    bool fits = insn->op == OP_SEXT ? narrow.low == range->low && narrow.high == range->high
                                    : narrow.ulow == range->ulow && narrow.uhigh == range->uhigh;
    if (range->is_possible && fits) in->now[insn->a] = range_meet(&in->now[insn->a], &narrow, from);
}

static void learn_comparison(Interpreter *in, const Block *block, u32 at, bool holds) {
    const Insn *insn = &in->function->insns[at];
    u32 bits = operand_bits(in, insn->a);
    if (!bits) return;
    Range a = operand_range(in, insn->a, bits), b = operand_range(in, insn->b, bits);
    bool a_is_now = operand_is_constant(insn->a) || is_still(in, block, at, insn->a);
    bool b_is_now = operand_is_constant(insn->b) || is_still(in, block, at, insn->b);
    if (!a_is_now) a = range_any(bits);
    if (!b_is_now) b = range_any(bits);
    static const Op opposite[] = {OP_NE, OP_EQ, OP_ULE, OP_ULT, OP_SLE, OP_SLT};
    Op op = holds ? (Op)insn->op : opposite[insn->op - OP_EQ];
    bool swaps = !holds && insn->op >= OP_ULT; /* not a < b: b <= a */
    Range left = swaps ? range_where_right(op, &b, &a, bits) : range_where(op, &a, &b, bits);
    Range right = swaps ? range_where(op, &b, &a, bits) : range_where_right(op, &a, &b, bits);
    if (operand_is_register(insn->a)) learn(in, block, at, insn->a, &left);
    if (operand_is_register(insn->b)) learn(in, block, at, insn->b, &right);
}

/* The condition, as it was computed before `end`, is true or false. */
static void learn_condition(Interpreter *in, const Block *block, u32 end, Operand condition, bool holds, u32 depth) {
    u32 at = operand_is_register(condition) && depth ? writer_of(in, block, end, condition) : FLOW_NONE;
    if (at == FLOW_NONE) return;
    const Insn *insn = &in->function->insns[at];
    bool is_bit = operand_bits(in, insn->a) == 1;
    if (insn->op >= OP_EQ && insn->op <= OP_SLE) {
        learn_comparison(in, block, at, holds);
    } else if (is_bit && (insn->op == OP_MOVE || insn->op == OP_FREEZE)) {
        learn_condition(in, block, at, insn->a, holds, depth - 1);
    } else if (is_bit && ((insn->op == OP_AND && holds) || (insn->op == OP_OR && !holds))) {
        learn_condition(in, block, at, insn->a, holds, depth - 1);
        learn_condition(in, block, at, insn->b, holds, depth - 1);
    } else if (is_bit && insn->op == OP_XOR && operand_is_constant(insn->b)) {
        bool inverts = operand_range(in, insn->b, 1).ulow != 0;
        learn_condition(in, block, at, insn->a, holds != inverts, depth - 1);
    }
}

/* ---- Blocks ---- */

static i64 threshold_below(const Interpreter *in, i64 value, i64 least) {
    i64 found = least;
    for (u32 i = 0; i < in->thresholds.count; i++)
        if (in->thresholds.at[i] <= value && in->thresholds.at[i] > found) found = in->thresholds.at[i];
    return found;
}

static i64 threshold_above(const Interpreter *in, i64 value, i64 most) {
    i64 found = most;
    for (u32 i = 0; i < in->thresholds.count; i++)
        if (in->thresholds.at[i] >= value && in->thresholds.at[i] < found) found = in->thresholds.at[i];
    return found;
}

/* Bounds that have moved go on to the next threshold. The class has few numbers of divisors: it comes to an end itself. */
static Range widened(const Interpreter *in, const Range *old, const Range *new, u32 bits) {
    Range r = *new, any = range_any(bits);
    if (!old->is_possible || !new->is_possible) return r;
    if (new->low < old->low) r.low = threshold_below(in, new->low, any.low);
    if (new->high > old->high) r.high = threshold_above(in, new->high, any.high);
    if (new->ulow < old->ulow) r.ulow = 0;
    if (new->uhigh > old->uhigh) {
        u64 most = new->uhigh <= (u64)INT64_MAX ? (u64)threshold_above(in, (i64) new->uhigh, INT64_MAX) : any.uhigh;
        r.uhigh = most == (u64)INT64_MAX ? any.uhigh : MIN(most, any.uhigh);
    }
    return range_meet(&r, &any, bits);
}

/* What comes along an edge joins what is known of the block. True if that has changed. */
static bool flow_into(Interpreter *in, u32 block, Range *collected) {
    bool has_changed = false, widens = in->flow->entered[block] != FLOW_NONE && !in->is_narrowing &&
                                       in->visits[block] > ROUNDS_BEFORE_WIDENING;
    for (u32 reg = 0; reg < in->ranges->registers; reg++) {
        u32 bits = bits_of(in->function, reg);
        if (!bits) continue;
        Range *to = &collected[(u64)block * in->ranges->registers + reg];
        Range joined = range_join(to, &in->now[reg], bits);
        if (widens) joined = widened(in, to, &joined, bits);
        has_changed |= !range_is_same(to, &joined);
        *to = joined;
    }
    return has_changed;
}

static bool is_possible(const Interpreter *in) {
    for (u32 reg = 0; reg < in->ranges->registers; reg++)
        if (bits_of(in->function, reg) && !in->now[reg].is_possible) return false;
    return true;
}

typedef struct {
    Interpreter *in;
    Range *collected;
    bool *is_waiting;
} Spreading;

static void spread_to(void *context, u32 target) {
    Spreading *spreading = context;
    if (flow_into(spreading->in, target, spreading->collected)) spreading->is_waiting[target] = true;
}

static void note_result(Interpreter *in, const Insn *insn) {
    if (insn->c != 1) return;
    u32 bits = operand_bits(in, in->function->returns[insn->extra]);
    if (!bits) return;
    Range range = operand_range(in, in->function->returns[insn->extra], bits);
    in->ranges->result = range_join(&in->ranges->result, &range, bits);
}

/* From the beginning of the block to those behind it. */
static void interpret_block(Interpreter *in, u32 number, const Range *from, Range *collected, bool *is_waiting) {
    const Block *block = &in->function->blocks[number];
    const Insn *end = &in->function->insns[block->first + block->count - 1];
    u32 registers = in->ranges->registers;
    size_t size = registers * sizeof(Range);
    Spreading spreading = {in, collected, is_waiting};
    memcpy(in->now, from + (u64)number * registers, size);
    if (!is_possible(in)) return;
    for (u32 i = block->first; i < block->first + block->count; i++) interpret_insn(in, &in->function->insns[i]);
    if (end->op == OP_RETURN) note_result(in, end);
    if (end->op != OP_BRANCH) {
        insn_visit_targets(in->function, end, spread_to, &spreading);
        return;
    }
    Range *kept = xmalloc(size + 1);
    memcpy(kept, in->now, size);
    for (u32 i = 0; i < 2; i++) {
        memcpy(in->now, kept, size);
        Range condition = operand_range(in, end->a, 1);
        if (!range_has(&condition, !i, 1)) continue;
        learn_condition(in, block, block->first + block->count - 1, end->a, !i, 8);
        if (is_possible(in)) spread_to(&spreading, i ? end->c : end->b);
    }
    free(kept);
}

/* ---- All together ---- */

static void note_thresholds(Interpreter *in) {
    for (u32 i = 0; i < in->function->insn_count && in->thresholds.count + 3 < MOST_THRESHOLDS; i++) {
        const Insn *insn = &in->function->insns[i];
        if (insn->op < OP_EQ || insn->op > OP_SLE) continue;
        Operand operand = operand_is_constant(insn->b) ? insn->b : insn->a;
        u32 bits = operand_is_constant(operand) ? operand_bits(in, operand) : 0;
        Range number = bits ? operand_range(in, operand, bits) : range_any(1);
        if (!bits || number.low != number.high || number.low == INT64_MIN || number.high == INT64_MAX) continue;
        for (i64 d = -1; d <= 1; d++) vec_push(&in->thresholds, number.low + d);
    }
}

static void ascend(Interpreter *in, bool *is_waiting) {
    bool goes_on = true;
    while (goes_on) {
        goes_on = false;
        for (u32 i = 0; i < in->flow->order_count; i++) {
            u32 block = in->flow->order[i];
            if (!is_waiting[block]) continue;
            is_waiting[block] = false;
            goes_on = true;
            in->visits[block]++;
            interpret_block(in, block, in->ranges->at, in->ranges->at, is_waiting);
        }
    }
}

/* One more step from a solution gives one that is not larger. */
static void narrow(Interpreter *in, bool *is_waiting) {
    u64 count = (u64)in->function->block_count * in->ranges->registers;
    Range *next = xcalloc(count + 1, sizeof *next);
    memcpy(next, in->ranges->at, in->ranges->registers * sizeof(Range)); /* the entry */
    in->ranges->result = (Range){0};
    in->is_narrowing = true;
    for (u32 i = 0; i < in->flow->order_count; i++)
        interpret_block(in, in->flow->order[i], in->ranges->at, next, is_waiting);
    free(in->ranges->at);
    in->ranges->at = next;
}

static Ranges *interpret(Program *program, Function *function, Results *results, u32 depth) {
    Error error = {0};
    bool is_there = function->has_body && program_body(program, function, &error);
    error_free(&error);
    u64 count = is_there ? (u64)function->block_count * function->register_count : 0;
    if (!is_there || count > MOST_RANGES) return NULL;
    Interpreter in = {.program = program, .function = function, .results = results, .depth = depth};
    in.ranges = xcalloc(1, sizeof *in.ranges);
    *in.ranges = (Ranges){.registers = function->register_count, .at = xcalloc(count + 1, sizeof(Range))};
    in.flow = flow_of(function);
    in.now = xcalloc(function->register_count + 1, sizeof(Range));
    in.visits = xcalloc(function->block_count + 1, sizeof(u32));
    bool *is_waiting = xcalloc(function->block_count + 1, sizeof(bool));
    for (u32 reg = 0; reg < function->register_count; reg++)
        if (bits_of(function, reg)) in.ranges->at[reg] = range_any(bits_of(function, reg));
    note_thresholds(&in);
    is_waiting[0] = true;
    ascend(&in, is_waiting);
    for (u32 i = 0; i < NARROWINGS; i++) narrow(&in, is_waiting);
    free(is_waiting);
    free(in.now);
    free(in.visits);
    vec_free(&in.thresholds);
    flow_free(in.flow);
    return in.ranges;
}

Ranges *ranges_of(Program *program, Function *function) {
    Results results = {0};
    map_put(&results.numbers, (u64)(uintptr_t)function, 0); /* itself: not known */
    vec_push(&results.results, (Range){0});
    vec_push(&results.bits, 0);
    Ranges *ranges = interpret(program, function, &results, 0);
    map_free(&results.numbers);
    vec_free(&results.results);
    vec_free(&results.bits);
    return ranges;
}

void ranges_free(Ranges *ranges) {
    if (!ranges) return;
    free(ranges->at);
    free(ranges);
}
