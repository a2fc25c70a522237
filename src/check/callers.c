/* What the program's own calls give to a function. One that is static, or part of a whole program, is called by nobody else:
 * where each call gives a constant, the function need not be afraid of other numbers. */
#include "check/check.h"

#include "program/visit.h"

typedef struct {
    const Program *program;
    const Function *callee;
    u32 parameter;
    GivenValues *out;
} Giving;

static const Constant *constant_of(const Program *program, Operand operand) {
    return operand_is_constant(operand) ? &program->constants.at[operand_index(operand)] : NULL;
}

static void add_number(GivenValues *out, u64 value) {
    enum { MOST_VALUES = 12 };
    for (u32 i = 0; i < out->numbers.count; i++)
        if (out->numbers.at[i] == value) return;
    if (out->numbers.count == MOST_VALUES) out->are_known = false;
    else vec_push(&out->numbers, value);
}

static bool is_own_object(const Function *caller, Operand operand) {
    u32 variable = operand_is_register(operand) ? caller->registers[operand].variable : 0;
    return variable && caller->variables[variable - 1].kind == VARIABLE_OBJECT;
}

static void see_argument(const Giving *giving, const Function *caller, Operand operand) {
    GivenValues *out = giving->out;
    const Constant *constant = constant_of(giving->program, operand);
    bool is_address = constant ? constant->kind == CONSTANT_GLOBAL || constant->kind == CONSTANT_FUNCTION
                               : is_own_object(caller, operand);
    if (!is_address) out->are_addresses = false;
    if (constant && constant->kind == CONSTANT_INT && constant->type->bits <= 64) add_number(out, constant->limbs[0]);
    else out->are_known = false;
}

static void see_calls(const Giving *giving, const Function *caller) {
    for (u32 i = 0; i < caller->insn_count; i++) {
        const Insn *insn = &caller->insns[i];
        const Constant *target = insn->op == OP_CALL ? constant_of(giving->program, insn->a) : NULL;
        if (!target || target->kind != CONSTANT_FUNCTION || target->function != giving->callee) continue;
        const Call *call = &caller->calls[insn->extra];
        giving->out->calls++;
        if (call->arg_count == giving->callee->param_count)
            see_argument(giving, caller, call->args[giving->parameter].value);
        else giving->out->are_known = giving->out->are_addresses = false;
    }
}

bool callers_are_known(const ProgramFacts *facts, const Function *function) {
    bool is_ours = function->linkage == LINK_INTERNAL || facts->has_main;
    return is_ours && facts->is_called[function->number] && !function->is_address_taken;
}

void callers_find(const Program *program, const ProgramFacts *facts, const Function *callee, u32 parameter,
                  GivenValues *out) {
    Giving giving = {program, callee, parameter, out};
    *out = (GivenValues){.are_known = true, .are_addresses = true};
    for (u32 i = 0; i < facts->functions.count; i++) see_calls(&giving, facts->functions.at[i]);
    if (!out->calls || !callers_are_known(facts, callee)) out->are_known = out->are_addresses = false;
}
