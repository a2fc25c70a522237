#include "alias/values.h"

#include "program/flow.h"
#include "program/visit.h"

#include <string.h>

typedef struct {
    u32 block, reg, value;
} Open; /* a join whose sources are not known yet */

typedef struct {
    Values *values;
    const Function *function;
    Graph predecessors;
    Map at_end;   /* (block, register) -> value after the last write in the block */
    Map at_start; /* (block, register) -> value at the beginning, once it was needed */
    VEC(Open) open;
} Builder;

static u64 key_of(u32 block, u32 reg) { return (u64)block << 32 | reg; }

static u32 new_value(Builder *b, u32 reg) {
    vec_push(&b->values->registers, reg);
    return b->values->count++;
}

/* ---- Reads ---- */

/* The value of a register at the beginning of a block. Chains of blocks with one way in are followed here,
 * so that joins are made only where paths meet. */
static u32 value_at_start(Builder *b, u32 block, u32 reg) {
    u32 steps = 0;
    for (;;) {
        u64 known;
        if (map_get(&b->at_start, key_of(block, reg), &known)) return (u32)known;
        u32 first = b->predecessors.starts[block], count = b->predecessors.starts[block + 1] - first;
        if (block == 0 && !count) return reg;
        if (count != 1 || block == 0 || ++steps > b->function->block_count) break;
        block = b->predecessors.targets[first];
        if (map_get(&b->at_end, key_of(block, reg), &known)) return (u32)known;
    }
    u32 value = new_value(b, reg);
    map_put(&b->at_start, key_of(block, reg), value);
    vec_push(&b->open, (Open){block, reg, value});
    return value;
}

static void close_joins(Builder *b) {
    while (b->open.count) {
        Open open = vec_pop(&b->open);
        if (open.block == 0) vec_push(&b->values->joins, (Join){open.value, open.reg});
        for (GRAPH_EACH(i, &b->predecessors, open.block)) {
            u64 value;
            u32 from = b->predecessors.targets[i];
            if (!map_get(&b->at_end, key_of(from, open.reg), &value)) value = value_at_start(b, from, open.reg);
            if (value != open.value) vec_push(&b->values->joins, (Join){open.value, (u32)value});
        }
    }
}

/* ---- Numbering ---- */

/* The machine writes the addresses of variables; they are one value however often a scope is entered. */
static bool is_address(const Function *function, u32 reg) {
    u32 variable = function->registers[reg].variable;
    return variable && function->variables[variable - 1].kind == VARIABLE_OBJECT;
}

typedef struct {
    Builder *builder;
    u32 *next; /* where the value of the next operand goes */
    u32 block;
    Map *now;       /* register -> value within the block */
    bool is_merged; /* a register is one value */
} ReadWalk;

static u32 read_operand(ReadWalk *walk, Operand operand) {
    if (operand == OPERAND_NONE || operand_is_constant(operand)) return VALUE_NONE;
    u64 value;
    if (walk->is_merged || is_address(walk->builder->function, operand)) return operand;
    if (map_get(walk->now, operand, &value)) return (u32)value;
    return value_at_start(walk->builder, walk->block, operand);
}

static u32 extra_reads(const Function *function, const Insn *insn) {
    if (insn->op == OP_CALL) return function->calls[insn->extra].arg_count;
    return insn->op == OP_RETURN ? insn->c : 0;
}

static void read_operands(ReadWalk *walk, const Insn *insn) {
    const Function *function = walk->builder->function;
    u32 fields = insn_value_fields(insn), more = extra_reads(function, insn);
    const Operand operands[3] = {insn->a, insn->b, insn->c};
    for (u32 i = 0; i < 3; i++) *walk->next++ = i < fields ? read_operand(walk, operands[i]) : VALUE_NONE;
    for (u32 i = 0; i < more; i++)
        *walk->next++ = read_operand(walk, insn->op == OP_CALL ? function->calls[insn->extra].args[i].value
                                                               : function->returns[insn->extra + i]);
}

static void number_writes(Builder *b, bool is_merged) {
    const Function *function = b->function;
    for (u32 block = 0; block < function->block_count; block++) {
        for (u32 i = 0; i < function->blocks[block].count; i++) {
            u32 at = function->blocks[block].first + i;
            const Insn *insn = &function->insns[at];
            u32 written = insn_write_count(function, insn);
            b->values->writes[at] = !written ? VALUE_NONE : is_merged ? insn->dst : b->values->count;
            for (u32 k = 0; k < written && !is_merged; k++)
                map_put(&b->at_end, key_of(block, insn->dst + k), new_value(b, insn->dst + k));
        }
    }
}

static void number_reads(Builder *b, bool is_merged) {
    const Function *function = b->function;
    Map now = {0};
    u32 *next = b->values->reads;
    for (u32 block = 0; block < function->block_count; block++) {
        ReadWalk walk = {.builder = b, .next = next, .block = block, .now = &now, .is_merged = is_merged};
        map_clear(&now);
        for (u32 i = 0; i < function->blocks[block].count; i++) {
            u32 at = function->blocks[block].first + i;
            const Insn *insn = &function->insns[at];
            b->values->first_read[at] = (u32)(walk.next - b->values->reads);
            read_operands(&walk, insn);
            u32 written = insn_write_count(function, insn);
            for (u32 k = 0; k < written && !is_merged; k++) map_put(&now, insn->dst + k, b->values->writes[at] + k);
        }
        next = walk.next;
    }
    map_free(&now);
}

/* After longjmp a frame goes on with what its registers hold then, not with what they held at setjmp: where
 * that can happen, all that a register ever holds is one value. */
static bool calls_setjmp(const Program *program, const Function *function) {
    for (u32 i = 0; i < function->insn_count; i++) {
        const Insn *insn = &function->insns[i];
        if (insn->op != OP_CALL || !operand_is_constant(insn->a)) continue;
        const Constant *callee = &program->constants.at[operand_index(insn->a)];
        if (callee->kind != CONSTANT_FUNCTION) continue;
        const Function *called = callee->function;
        bool is_jump = !called->has_body && strstr(called->name, "setjmp");
        if (is_jump || (called->is_library && strstr(called->name, "context")))
            return true; /* getcontext, swapcontext */
    }
    return false;
}

static void note_writers(Values *values) {
    for (u32 i = 0; i < values->function->insn_count; i++) {
        u32 written = insn_write_count(values->function, &values->function->insns[i]);
        for (u32 k = 0; k < written; k++) values->writers[values->writes[i] + k] = i + 1;
    }
}

Values *values_of(const Program *program, const Function *function) {
    Values *values = xcalloc(1, sizeof *values);
    values->function = function;
    Builder b = {.values = values, .function = function};
    u32 reads = 0;
    for (u32 i = 0; i < function->insn_count; i++) reads += 3 + extra_reads(function, &function->insns[i]);
    values->reads = xcalloc(reads + 1, sizeof *values->reads);
    values->first_read = xcalloc(function->insn_count + 1, sizeof *values->first_read);
    values->writes = xcalloc(function->insn_count + 1, sizeof *values->writes);
    for (u32 i = 0; i < function->register_count; i++) new_value(&b, i);
    bool is_merged = values->is_merged = calls_setjmp(program, function);
    number_writes(&b, is_merged);
    Graph successors = graph_of_function(function);
    b.predecessors = graph_reversed(&successors);
    graph_free(&successors);
    number_reads(&b, is_merged);
    close_joins(&b);
    values->writers = xcalloc(values->count + 1, sizeof *values->writers);
    if (!is_merged) note_writers(values);
    graph_free(&b.predecessors);
    map_free(&b.at_end);
    map_free(&b.at_start);
    vec_free(&b.open);
    return values;
}

bool values_is_closed(const Values *values, u32 value) {
    if (values->is_merged || value < values->function->register_count) return false;
    const Insn *writer = values_writer(values, value);
    return !writer || writer->op != OP_CALL;
}

void values_free(Values *values) {
    vec_free(&values->registers);
    vec_free(&values->joins);
    free(values->reads);
    free(values->first_read);
    free(values->writes);
    free(values->writers);
    free(values);
}
