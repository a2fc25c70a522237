/* Verifies the invariants that program.h promises. Every rule is one line in a table or one small function. */
#include "program/visit.h"

/* Which types the operands and the result of an operation have, in terms of Insn.type (T). */
typedef enum {
    ABSENT, /* must be OPERAND_NONE */
    ANY,    /* any scalar or none */
    SAME,   /* T */
    BIT,    /* an integer of width 1 */
    INT,    /* an integer of any width */
    FLOAT,  /* a float of any width */
    POINTER,
    NUMBER, /* integer or float */
} Rule;

typedef struct {
    bool is_known;
    Rule dst, a, b, c;
} Shape;

#define BINARY(OP_NAME) [OP_##OP_NAME] = {true, SAME, SAME, SAME, ABSENT}
#define UNARY(OP_NAME) [OP_##OP_NAME] = {true, SAME, SAME, ABSENT, ABSENT}
#define COMPARE(OP_NAME) [OP_##OP_NAME] = {true, BIT, SAME, SAME, ABSENT}
#define CONVERT(OP_NAME, FROM) [OP_##OP_NAME] = {true, SAME, FROM, ABSENT, ABSENT}

static const Shape shapes[OP_COUNT] = {
    BINARY(ADD),
    BINARY(SUB),
    BINARY(MUL),
    BINARY(UDIV),
    BINARY(SDIV),
    BINARY(UREM),
    BINARY(SREM),
    BINARY(AND),
    BINARY(OR),
    BINARY(XOR),
    BINARY(SHL),
    BINARY(LSHR),
    BINARY(ASHR),
    BINARY(UMIN),
    BINARY(UMAX),
    BINARY(SMIN),
    BINARY(SMAX),
    BINARY(UADD_SAT),
    BINARY(USUB_SAT),
    BINARY(SADD_SAT),
    BINARY(SSUB_SAT),
    UNARY(ABS),
    UNARY(BSWAP),
    UNARY(BITREVERSE),
    UNARY(CTPOP),
    UNARY(CTLZ),
    UNARY(CTTZ),
    [OP_FSHL] = {true, SAME, SAME, SAME, SAME},
    [OP_FSHR] = {true, SAME, SAME, SAME, SAME},
    COMPARE(EQ),
    COMPARE(NE),
    COMPARE(ULT),
    COMPARE(ULE),
    COMPARE(SLT),
    COMPARE(SLE),
    COMPARE(UADD_OVERFLOWS),
    COMPARE(USUB_OVERFLOWS),
    COMPARE(UMUL_OVERFLOWS),
    COMPARE(SADD_OVERFLOWS),
    COMPARE(SSUB_OVERFLOWS),
    COMPARE(SMUL_OVERFLOWS),
    CONVERT(TRUNC, INT),
    CONVERT(ZEXT, INT),
    CONVERT(SEXT, INT),
    CONVERT(FPTRUNC, FLOAT),
    CONVERT(FPEXT, FLOAT),
    CONVERT(FPTOUI, FLOAT),
    CONVERT(FPTOSI, FLOAT),
    CONVERT(FPTOUI_SAT, FLOAT),
    CONVERT(FPTOSI_SAT, FLOAT),
    CONVERT(UITOFP, INT),
    CONVERT(SITOFP, INT),
    CONVERT(BITCAST, NUMBER),
    CONVERT(PTRTOINT, POINTER),
    CONVERT(INTTOPTR, INT),
    BINARY(FADD),
    BINARY(FSUB),
    BINARY(FMUL),
    BINARY(FDIV),
    BINARY(FREM),
    UNARY(FNEG),
    COMPARE(FCMP),
    [OP_FMATH] = {true, NUMBER, SAME, ANY, ANY},
    UNARY(MOVE),
    UNARY(FREEZE),
    [OP_CHECK] = {true, BIT, BIT, ANY, ANY},
    [OP_SELECT] = {true, SAME, BIT, SAME, SAME},
    [OP_FIELD] = {true, POINTER, POINTER, INT, ABSENT},
    [OP_INDEX] = {true, POINTER, POINTER, INT, ABSENT},
    [OP_PTRSUB] = {true, SAME, POINTER, POINTER, ABSENT},
    [OP_LOAD_RELATIVE] = {true, POINTER, POINTER, INT, ABSENT},
    [OP_LOAD] = {true, SAME, POINTER, ABSENT, ABSENT},
    [OP_STORE] = {true, ABSENT, POINTER, SAME, ABSENT},
    [OP_COPY] = {true, ABSENT, POINTER, POINTER, INT},
    [OP_FILL] = {true, ABSENT, POINTER, INT, INT},
    [OP_STACK_SAVE] = {true, POINTER, ABSENT, ABSENT, ABSENT},
    [OP_STACK_RESTORE] = {true, ABSENT, POINTER, ABSENT, ABSENT},
    [OP_VA_START] = {true, ABSENT, POINTER, ABSENT, ABSENT},
    [OP_VA_COPY] = {true, ABSENT, POINTER, POINTER, ABSENT},
    [OP_VA_END] = {true, ABSENT, POINTER, ABSENT, ABSENT},
};

typedef struct {
    const Program *program;
    const Function *function;
    const Insn *insn;
    Error *error;
    bool ok;
} Check;

static void fail(Check *check, const char *rule) {
    if (!check->ok) return;
    check->ok = false;
    Text line = {0};
    program_print_insn(&line, check->program, check->function, check->insn);
    error_set(check->error, "internal error: in function '%s', instruction %u (%s): %s", check->function->name,
              (u32)(check->insn - check->function->insns), line.chars ? line.chars : "", rule);
    text_free(&line);
}

/* Types are compared by what the machine sees: a C type `int` and the bare i32 are the same. */
static bool same_scalar(const Type *x, const Type *y) { return x->kind == y->kind && x->bits == y->bits; }

static bool follows_rule(const Type *type, Rule rule, const Type *same) {
    switch (rule) {
    case ABSENT: return false;
    case ANY: return true;
    case SAME: return same && same_scalar(type, same);
    case BIT: return type->kind == TYPE_INT && type->bits == 1;
    case INT: return type->kind == TYPE_INT;
    case FLOAT: return type->kind == TYPE_FLOAT;
    case POINTER: return type->kind == TYPE_POINTER;
    case NUMBER: return type->kind == TYPE_INT || type->kind == TYPE_FLOAT;
    }
    return false;
}

static void check_operand_exists(void *context, Operand *operand) {
    Check *check = context;
    if (*operand == OPERAND_NONE) fail(check, "an operand is missing");
    else if (operand_is_constant(*operand) ? operand_index(*operand) >= check->program->constants.count
                                           : *operand >= check->function->register_count)
        fail(check, "an operand names no register or constant");
}

static void check_operand(Check *check, Operand operand, Rule rule, const char *what) {
    if (operand == OPERAND_NONE
            ? rule != ABSENT && rule != ANY
            : !follows_rule(operand_type(check->program, check->function, operand), rule, check->insn->type))
        fail(check, what);
}

static void check_shape(Check *check) {
    const Insn *insn = check->insn;
    const Shape *shape = &shapes[insn->op];
    if (!shape->is_known) return;
    check_operand(check, insn->dst, shape->dst, "the result has the wrong type");
    check_operand(check, insn->a, shape->a, "the first operand has the wrong type");
    check_operand(check, insn->b, shape->b, "the second operand has the wrong type");
    check_operand(check, insn->c, shape->c, "the third operand has the wrong type");
}

static void check_field(Check *check) {
    const Insn *insn = check->insn;
    if (insn->op != OP_FIELD) return;
    if (!insn->type || (insn->type->kind != TYPE_STRUCT && insn->type->kind != TYPE_UNION))
        fail(check, "a field step needs a struct");
    else if (!operand_is_constant(insn->b) ||
             check->program->constants.at[operand_index(insn->b)].limbs[0] >= insn->type->field_count)
        fail(check, "the struct has no such field");
}

static void check_target(void *context, u32 block) {
    Check *check = context;
    if (block >= check->function->block_count) fail(check, "it goes to a block that does not exist");
}

static void check_tables(Check *check) {
    const Insn *insn = check->insn;
    const Function *function = check->function;
    if (insn->op == OP_CALL) {
        if (insn->extra >= function->call_count) return fail(check, "it names no call");
        const Call *call = &function->calls[insn->extra];
        if (call->dst_count && insn->dst == OPERAND_NONE) fail(check, "the result registers are missing");
        if (call->dst_count && insn->dst + call->dst_count > function->register_count)
            fail(check, "a result register does not exist");
        if (call->fixed_count > call->arg_count) fail(check, "there are fewer arguments than fixed ones");
    }
    if (insn->op == OP_SWITCH && insn->extra >= function->switch_count) fail(check, "it names no switch");
    if ((insn->op == OP_UNSUPPORTED || insn->op == OP_CHECK) && insn->extra >= function->text_count)
        fail(check, "it names no text");
    if ((insn->op == OP_SCOPE_BEGIN || insn->op == OP_SCOPE_END) && insn->extra >= function->variable_count)
        fail(check, "it names no variable");
    if (insn->op == OP_RETURN && (insn->c != function->result_count || insn->extra + insn->c > function->return_count))
        fail(check, "it returns the wrong number of values");
}

static void check_insn(Check *check, const Insn *insn) {
    check->insn = insn;
    if (insn->op >= OP_COUNT) return fail(check, "there is no such operation");
    if (insn->dst != OPERAND_NONE && insn->dst >= check->function->register_count)
        return fail(check, "the result register does not exist");
    check_tables(check);
    if (!check->ok) return;
    Insn copy = *insn;
    insn_visit_reads(check->function, &copy, check_operand_exists, check);
    insn_visit_targets(check->function, insn, check_target, check);
    if (!check->ok) return;
    check_shape(check);
    check_field(check);
}

static void check_block(Check *check, const Block *block, u32 first) {
    check->insn = check->function->insns + MIN(first, check->function->insn_count - 1);
    if (block->first != first) return fail(check, "the blocks do not partition the instructions");
    if (!block->count) return fail(check, "a block is empty");
    for (u32 i = 0; i < block->count; i++) {
        check_insn(check, &check->function->insns[first + i]);
        bool is_last = i + 1 == block->count;
        if (op_is_terminator((Op)check->insn->op) != is_last)
            fail(check, is_last ? "the block does not end in a terminator" : "a terminator stands inside a block");
    }
}

bool program_check(const Program *program, const Function *function, Error *error) {
    Check check = {.program = program, .function = function, .error = error, .ok = true};
    if (!function->insn_count || !function->block_count)
        return error_set(error, "internal error: function '%s' has no instructions", function->name);
    u32 first = 0;
    for (u32 i = 0; i < function->block_count && check.ok; i++) {
        check_block(&check, &function->blocks[i], first);
        first += function->blocks[i].count;
    }
    check.insn = function->insns;
    if (check.ok && first != function->insn_count) fail(&check, "the blocks do not cover the instructions");
    for (u32 i = 0; i < function->param_count && check.ok; i++)
        if (function->params[i] >= function->register_count) fail(&check, "a parameter's register does not exist");
    for (u32 i = 0; i < function->variable_count && check.ok; i++)
        if (function->variables[i].reg >= function->register_count)
            fail(&check, "a variable's register does not exist");
    return check.ok;
}
