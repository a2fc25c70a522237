#include "check/expressions.h"

#include "program/visit.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const Program *program;
    const Function *function;
} Reading;

enum { DEEPEST = 12 };

static bool write_value(const Reading *r, Operand operand, u32 at, Text *out, u32 depth);

/* The instruction that has made a register that is no variable: the last before `at` in its block. NULL: it is in another. */
static const Insn *maker_of(const Reading *r, Operand operand, u32 at) {
    if (operand == OPERAND_NONE || !operand_is_register(operand)) return NULL;
    for (u32 i = at; i > 0; i--) {
        const Insn *before = &r->function->insns[i - 1];
        if (op_is_terminator((Op)before->op)) break;
        if (before->dst == operand) return before;
    }
    return NULL;
}

static u32 place_of(const Reading *r, const Insn *insn) { return (u32)(insn - r->function->insns); }

static const Variable *variable_of(const Reading *r, Operand operand) {
    u32 number = operand != OPERAND_NONE && operand_is_register(operand) ? r->function->registers[operand].variable : 0;
    return number && r->function->variables[number - 1].name ? &r->function->variables[number - 1] : NULL;
}

static bool is_object(const Reading *r, Operand operand) {
    const Variable *variable = variable_of(r, operand);
    return variable && variable->kind != VARIABLE_SLOT;
}

static const Global *global_of(const Reading *r, Operand operand) {
    if (!operand_is_constant(operand)) return NULL;
    const Constant *constant = &r->program->constants.at[operand_index(operand)];
    return constant->kind == CONSTANT_GLOBAL && !constant->offset ? constant->global : NULL;
}

/* ---- What stands at an address ---- */

static bool is_place(const Reading *r, Operand address, u32 at) {
    const Insn *maker = maker_of(r, address, at);
    return is_object(r, address) || global_of(r, address) ||
           (maker && (maker->op == OP_FIELD || maker->op == OP_INDEX));
}

static const char *member_name(const Reading *r, const Insn *step) {
    const Constant *number = &r->program->constants.at[operand_index(step->b)];
    u64 index = number->kind == CONSTANT_INT ? number->limbs[0] : step->type->field_count;
    return index < step->type->field_count ? step->type->fields[index].name : NULL;
}

static bool write_place(const Reading *r, Operand address, u32 at, Text *out, u32 depth);

static bool write_member(const Reading *r, const Insn *step, Text *out, u32 depth) {
    const char *name = member_name(r, step);
    u32 at = place_of(r, step);
    bool is_inside = is_place(r, step->a, at);
    if (!name)
        return is_inside && write_place(r, step->a, at, out, depth + 1); /* of a struct or union without a name */
    bool is_written =
        is_inside ? write_place(r, step->a, at, out, depth + 1) : write_value(r, step->a, at, out, depth + 1);
    text_printf(out, "%s%s", is_inside ? "." : "->", name);
    return is_written;
}

static bool write_element(const Reading *r, const Insn *step, Text *out, u32 depth) {
    u32 at = place_of(r, step);
    bool is_inside = is_place(r, step->a, at);
    bool is_written =
        is_inside ? write_place(r, step->a, at, out, depth + 1) : write_value(r, step->a, at, out, depth + 1);
    text_add_char(out, '[');
    is_written = is_written && write_value(r, step->b, at, out, depth + 1);
    text_add_char(out, ']');
    return is_written;
}

static bool write_place(const Reading *r, Operand address, u32 at, Text *out, u32 depth) {
    const Insn *maker = maker_of(r, address, at);
    const Variable *variable = variable_of(r, address);
    const Global *global = global_of(r, address);
    if (depth > DEEPEST) return false;
    if (global || (variable && variable->kind != VARIABLE_SLOT)) {
        text_add(out, global ? global->name : variable->name);
        return true;
    }
    if (!variable && maker && maker->op == OP_FIELD) return write_member(r, maker, out, depth);
    if (!variable && maker && maker->op == OP_INDEX) return write_element(r, maker, out, depth);
    text_add_char(out, '*');
    return write_value(r, address, at, out, depth + 1);
}

/* ---- Values ---- */

static bool is_conversion(const Insn *insn) {
    switch ((Op)insn->op) {
    case OP_MOVE:
    case OP_ZEXT:
    case OP_SEXT:
    case OP_TRUNC:
    case OP_FREEZE:
    case OP_PTRTOINT:
    case OP_INTTOPTR: return true;
    default: return false;
    }
}

static bool write_number(const Reading *r, Operand operand, Text *out) {
    const Constant *constant = &r->program->constants.at[operand_index(operand)];
    if (constant->kind != CONSTANT_INT) return false;
    text_add_number(out, constant->limbs[0]);
    return true;
}

static bool write_value(const Reading *r, Operand operand, u32 at, Text *out, u32 depth) {
    if (operand == OPERAND_NONE || depth > DEEPEST) return false;
    if (operand_is_constant(operand)) return write_number(r, operand, out);
    const Variable *variable = variable_of(r, operand);
    const Insn *maker = variable ? NULL : maker_of(r, operand, at);
    if (variable && variable->kind == VARIABLE_SLOT) text_add(out, variable->name);
    else if (maker && is_conversion(maker)) return write_value(r, maker->a, place_of(r, maker), out, depth + 1);
    else if (maker && maker->op == OP_LOAD) return write_place(r, maker->a, place_of(r, maker), out, depth + 1);
    else return false;
    return true;
}

/* ---- All of it ---- */

static void add_text(Expressions *out, Text *text) {
    vec_push(&out->texts, xstrdup(text->chars));
    text_free(text);
}

static void note_parameter(const Reading *r, Operand reg, Expressions *out) {
    for (u32 i = 0; i < r->function->param_count; i++)
        if (r->function->params[i] == reg) vec_push(&out->parameters, i);
    for (u32 i = 0; i < r->function->insn_count; i++) { /* a slot that a parameter is moved to */
        const Insn *insn = &r->function->insns[i];
        if (insn->op != OP_MOVE || insn->dst != reg || !operand_is_register(insn->a)) continue;
        for (u32 k = 0; k < r->function->param_count; k++)
            if (r->function->params[k] == insn->a) vec_push(&out->parameters, k);
    }
}

static void collect(const Reading *r, Operand operand, u32 at, Expressions *out, u32 depth) {
    if (operand == OPERAND_NONE || !operand_is_register(operand) || depth > DEEPEST) return;
    Text text = {0};
    bool is_written = !is_object(r, operand) && write_value(r, operand, at, &text, 0);
    if (is_written && text.length) add_text(out, &text);
    else text_free(&text);
    if (variable_of(r, operand)) note_parameter(r, operand, out);
    const Insn *maker = variable_of(r, operand) ? NULL : maker_of(r, operand, at);
    if (!maker || maker->op == OP_LOAD || maker->op == OP_CALL) return;
    collect(r, maker->a, place_of(r, maker), out, depth + 1);
    if (maker->op == OP_FIELD) return;
    collect(r, maker->b, place_of(r, maker), out, depth + 1);
    collect(r, maker->c, place_of(r, maker), out, depth + 1);
}

void expressions_of(const Program *program, const Function *function, const Insn *insn, Operand operand,
                    Expressions *out) {
    Reading reading = {program, function};
    collect(&reading, operand, place_of(&reading, insn), out, 0);
}

static bool is_from_member(const Reading *r, Operand operand, u32 at) {
    const Insn *maker = maker_of(r, operand, at);
    while (maker && (is_conversion(maker) || maker->op == OP_AND || maker->op == OP_ADD)) {
        at = place_of(r, maker);
        maker = maker_of(r, maker->a, at);
    }
    const Insn *step = maker && maker->op == OP_LOAD ? maker_of(r, maker->a, place_of(r, maker)) : NULL;
    return step && step->op == OP_FIELD;
}

bool expressions_read_member(const Program *program, const Function *function, const Insn *insn) {
    Reading reading = {program, function};
    u32 at = place_of(&reading, insn);
    return is_from_member(&reading, insn->a, at) || is_from_member(&reading, insn->b, at) ||
           is_from_member(&reading, insn->c, at);
}

void expressions_free(Expressions *expressions) {
    for (u32 i = 0; i < expressions->texts.count; i++) free(expressions->texts.at[i]);
    vec_free(&expressions->texts);
    vec_free(&expressions->parameters);
}
