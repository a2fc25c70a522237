/* The passes over a body and the checker, on small functions made by hand. */
#include "program/tidy.h"

#include <stdio.h>
#include <string.h>

static const Type word = {.kind = TYPE_INT, .bits = 32, .size = 4, .align = 4};
static const Type bit = {.kind = TYPE_INT, .bits = 1, .size = 1, .align = 1};

typedef struct {
    Program program;
    Function function;
    Register registers[16];
    Variable variables[4];
    Insn insns[16];
    Block blocks[4];
    Operand returns[4];
    u32 params[4];
} Body;

#define NONE OPERAND_NONE

/* Registers 0 to 3 are slots of variables a to d, the rest temporaries. */
static void begin(Body *body) {
    memset(body, 0, sizeof *body);
    Function *f = &body->function;
    f->name = "f";
    f->registers = body->registers;
    f->register_count = COUNT_OF(body->registers);
    f->variables = body->variables;
    f->variable_count = COUNT_OF(body->variables);
    f->insns = body->insns;
    f->blocks = body->blocks;
    f->returns = body->returns;
    f->params = body->params;
    for (u32 i = 0; i < f->register_count; i++)
        body->registers[i] = (Register){.type = &word, .variable = i < 4 ? i + 1 : 0};
    for (u32 i = 0; i < 4; i++)
        body->variables[i] = (Variable){.name = "v", .type = &word, .kind = VARIABLE_SLOT, .reg = i, .size = 4};
}

static void block(Body *body) { body->blocks[body->function.block_count++].first = body->function.insn_count; }

static void add(Body *body, Op op, u32 dst, Operand a, Operand b, Operand c) {
    const Type *type = op_is_terminator(op) ? NULL : &word;
    body->insns[body->function.insn_count++] = (Insn){.op = (u16)op, .dst = dst, .a = a, .b = b, .c = c, .type = type};
    body->blocks[body->function.block_count - 1].count++;
}

static void add_return(Body *body, Operand value) {
    body->function.result_count = 1;
    body->returns[body->function.return_count++] = value;
    add(body, OP_RETURN, NONE, NONE, NONE, 1);
    body->insns[body->function.insn_count - 1].extra = body->function.return_count - 1;
}

static Operand number(Body *body, u64 value) { return program_int_operand(&body->program, &word, value); }

static u32 failures;
static void expect(bool ok, const char *what) {
    if (!ok) printf("failed: %s\n", what);
    failures += !ok;
}

static void end(Body *body) { program_free(&body->program); }

static void test_forwarding_in_place(void) {
    Body body;
    begin(&body);
    block(&body);
    add(&body, OP_MOVE, 4, 0, NONE, NONE);
    add(&body, OP_ADD, 5, 4, number(&body, 1), NONE);
    add(&body, OP_MOVE, 0, 5, NONE, NONE);
    add_return(&body, 0);
    program_forward_moves(&body.function);
    expect(body.function.insn_count == 2 && body.insns[0].op == OP_ADD && body.insns[0].dst == 0 &&
               body.insns[0].a == 0,
           "i = i + 1 becomes one instruction");
    end(&body);
}

static void test_old_value_survives(void) {
    Body body;
    begin(&body);
    block(&body);
    add(&body, OP_MOVE, 4, 0, NONE, NONE);
    add(&body, OP_ADD, 0, 0, number(&body, 1), NONE);
    add_return(&body, 4);
    program_forward_moves(&body.function);
    expect(body.function.insn_count == 3 && body.insns[0].op == OP_MOVE && body.returns[0] == 4,
           "a copy is kept over a write");
    end(&body);
}

static void test_no_write_before_a_read(void) {
    Body body;
    begin(&body);
    block(&body);
    add(&body, OP_ADD, 4, 1, number(&body, 1), NONE); /* t = b + 1 */
    add(&body, OP_MUL, 2, 0, 0, NONE); /* c = a * a */
    add(&body, OP_MOVE, 0, 4, NONE, NONE); /* a = t */
    add_return(&body, 2);
    program_forward_moves(&body.function);
    expect(body.function.insn_count == 4 && body.insns[0].dst == 4,
           "a result is not written to a slot that is read meanwhile");
    end(&body);
}

static void test_parameter_arrives_in_slot(void) {
    Body body;
    begin(&body);
    body.params[0] = 4;
    body.function.param_count = 1;
    block(&body);
    add(&body, OP_MOVE, 0, 4, NONE, NONE);
    add_return(&body, 0);
    program_forward_moves(&body.function);
    expect(body.params[0] == 0 && body.function.insn_count == 1, "an argument arrives in its slot");
    end(&body);
}

static void test_dead_code(void) {
    Body body;
    begin(&body);
    block(&body);
    add(&body, OP_ADD, 4, 0, 0, NONE);
    add(&body, OP_MUL, 5, 4, 4, NONE);
    add(&body, OP_SDIV, 6, 0, 1, NONE); /* may fail */
    add(&body, OP_MOVE, 1, 0, NONE, NONE); /* a variable of the source */
    add_return(&body, 0);
    program_remove_dead(&body.function);
    expect(body.function.insn_count == 3 && body.insns[0].op == OP_SDIV, "only pure instructions without readers go");
    end(&body);
}

static void test_compact_registers(void) {
    Body body;
    begin(&body);
    block(&body);
    add(&body, OP_ADD, 4, 0, 0, NONE);
    add(&body, OP_ADD, 5, 4, 1, NONE);
    add(&body, OP_ADD, 6, 5, 2, NONE);
    add_return(&body, 6);
    program_compact_registers(&body.function, &body.program.arena);
    expect(body.function.register_count == 5, "temporaries that follow each other share a register");
    expect(body.insns[1].a == body.insns[0].dst && body.returns[0] == body.insns[2].dst,
           "and are read where they were written");
    end(&body);
}

static void test_unset_slots(void) {
    Body body;
    begin(&body);
    body.registers[8].type = &bit;
    block(&body);
    add(&body, OP_MOVE, 0, number(&body, 1), NONE, NONE);
    add(&body, OP_EQ, 8, 0, 0, NONE);
    add(&body, OP_BRANCH, NONE, 8, 1, 2);
    block(&body);
    add(&body, OP_MOVE, 1, 0, NONE, NONE);
    add(&body, OP_JUMP, NONE, NONE, 2, NONE);
    block(&body);
    add_return(&body, 1);
    program_find_unset_slots(&body.function, &body.program);
    expect(!body.variables[0].maybe_unset, "a slot that is always written first is set");
    expect(body.variables[1].maybe_unset, "a slot written on one way only may be unset");
    expect(!body.variables[2].maybe_unset, "a slot that is never read is of no interest");
    end(&body);
}

/* if (a == 0 || b op 1) return 1; return 2; the operation may be one that stays. */
static void make_condition(Body *body, Op op, u16 flags) {
    begin(body);
    body->registers[4].type = body->registers[6].type = &bit;
    block(body);
    add(body, OP_EQ, 4, 0, number(body, 0), NONE);
    add(body, OP_BRANCH, NONE, 4, 2, 1);
    block(body);
    add(body, op, 5, 1, number(body, 1), NONE);
    body->insns[body->function.insn_count - 1].flags = flags;
    add(body, OP_NE, 6, 5, number(body, 0), NONE);
    add(body, OP_BRANCH, NONE, 6, 2, 3);
    block(body);
    add_return(body, number(body, 1));
    block(body);
    add_return(body, number(body, 2));
}

static void test_condition_becomes_value(void) {
    Body body;
    Error error = {0};
    make_condition(&body, OP_AND, 0);
    Function *f = &body.function;
    expect(program_fold_conditions(f, &body.program) && f->block_count == 3, "a || b becomes one block");
    expect(program_check(&body.program, f, &error), "what was folded is sound");
    const Insn *branch = &f->insns[f->blocks[0].count - 1], *select = branch - 1;
    expect(branch->op == OP_BRANCH && branch->b == 1 && branch->c == 2 && branch->a == select->dst,
           "one branch is left");
    expect(select->op == OP_SELECT && select->flags == INSN_DECIDES && select->a == 4 && select->c == 6,
           "the first condition decides");
    error_free(&error);
    end(&body);
}

static void test_condition_stays(void) {
    Body body;
    make_condition(&body, OP_ADD, INSN_CHECKED);
    expect(!program_fold_conditions(&body.function, &body.program), "an operation that can fail stays where it is");
    end(&body);
    make_condition(&body, OP_UDIV, 0);
    expect(!program_fold_conditions(&body.function, &body.program), "a division stays where it is");
    end(&body);
    make_condition(&body, OP_AND, 0);
    body.variables[1].maybe_unset = true;
    expect(!program_fold_conditions(&body.function, &body.program), "the read of an unset variable stays");
    end(&body);
    make_condition(&body, OP_AND, 0);
    body.insns[2].dst = 2;
    expect(!program_fold_conditions(&body.function, &body.program), "the write of a variable stays");
    end(&body);
}

/* if (a == 0) s = 1; else s = b + 1; return s; where s is a phi. */
static void test_phi_becomes_select(void) {
    Body body;
    Error error = {0};
    begin(&body);
    body.registers[4].type = &bit;
    block(&body);
    add(&body, OP_EQ, 4, 0, number(&body, 0), NONE);
    add(&body, OP_BRANCH, NONE, 4, 1, 2);
    block(&body);
    add(&body, OP_MOVE, 5, number(&body, 1), NONE, NONE);
    add(&body, OP_JUMP, NONE, NONE, 3, NONE);
    block(&body);
    add(&body, OP_ADD, 5, 1, number(&body, 1), NONE);
    add(&body, OP_JUMP, NONE, NONE, 3, NONE);
    block(&body);
    add_return(&body, 5);
    Function *f = &body.function;
    expect(program_fold_conditions(f, &body.program) && f->block_count == 1, "the value of a phi needs no branch");
    expect(program_check(&body.program, f, &error), "what was folded is sound");
    const Insn *select = &f->insns[f->insn_count - 2];
    expect(select->op == OP_SELECT && select->dst == 5 && select->b != 5 && select->c != 5, "the values are apart");
    error_free(&error);
    end(&body);
}

static void expect_broken(Body *body, const char *rule) {
    Error error = {0};
    bool ok = program_check(&body->program, &body->function, &error);
    expect(!ok && strstr(error.message.chars, rule), rule);
    error_free(&error);
    end(body);
}

static void test_checker(void) {
    Body body;
    Error error = {0};
    begin(&body);
    block(&body);
    add(&body, OP_ADD, 4, 0, number(&body, 1), NONE);
    add_return(&body, 4);
    expect(program_check(&body.program, &body.function, &error), "a sound body passes");
    end(&body);

    begin(&body);
    block(&body);
    add(&body, OP_ADD, 4, 0, 0, NONE);
    expect_broken(&body, "does not end in a terminator");

    begin(&body);
    block(&body);
    add(&body, OP_ADD, 4, 99, 0, NONE);
    add_return(&body, 4);
    expect_broken(&body, "names no register or constant");

    begin(&body);
    body.registers[5].type = &bit;
    block(&body);
    add(&body, OP_ADD, 4, 5, 0, NONE);
    add_return(&body, 4);
    expect_broken(&body, "the first operand has the wrong type");

    begin(&body);
    block(&body);
    add(&body, OP_JUMP, NONE, NONE, 7, NONE);
    expect_broken(&body, "a block that does not exist");

    begin(&body);
    block(&body);
    add_return(&body, 0);
    add_return(&body, 0);
    expect_broken(&body, "a terminator stands inside a block");
}

int main(void) {
    test_forwarding_in_place();
    test_old_value_survives();
    test_no_write_before_a_read();
    test_parameter_arrives_in_slot();
    test_dead_code();
    test_compact_registers();
    test_unset_slots();
    test_condition_becomes_value();
    test_condition_stays();
    test_phi_becomes_select();
    test_checker();
    printf("%u failed\n", failures);
    return failures != 0;
}
