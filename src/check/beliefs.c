/* What the program believes: where it looks whether an allocation has failed, it believes that one can. */
#include "check/check.h"

#include <string.h>

static bool is_allocation(const Program *program, const Insn *insn) {
    static const char *const names[] = {"malloc", "calloc", "realloc", "strdup", "strndup"};
    if (insn->op != OP_CALL || !operand_is_constant(insn->a) || insn->dst == OPERAND_NONE) return false;
    const Constant *target = &program->constants.at[operand_index(insn->a)];
    for (u32 i = 0; target->kind == CONSTANT_FUNCTION && i < COUNT_OF(names); i++)
        if (!strcmp(target->function->name, names[i])) return true;
    return false;
}

static bool is_null(const Program *program, Operand operand) {
    return operand_is_constant(operand) && program->constants.at[operand_index(operand)].kind == CONSTANT_NULL;
}

/* The register, or one that it is moved to, is compared with null somewhere in the function. */
static bool is_checked(const Program *program, const Function *function, u32 reg) {
    u32 other = reg;
    for (u32 i = 0; i < function->insn_count; i++) {
        const Insn *insn = &function->insns[i];
        if (insn->op == OP_MOVE && insn->a == reg) other = insn->dst;
        if (insn->op != OP_EQ && insn->op != OP_NE) continue;
        bool is_it = insn->a == reg || insn->b == reg || insn->a == other || insn->b == other;
        if (is_it && (is_null(program, insn->a) || is_null(program, insn->b))) return true;
    }
    return false;
}

bool beliefs_allocation_fails(const Program *program, const ProgramFacts *facts) {
    u32 checked = 0, unchecked = 0;
    for (u32 i = 0; i < facts->functions.count; i++) {
        const Function *function = facts->functions.at[i];
        for (u32 k = 0; k < function->insn_count; k++) {
            if (!is_allocation(program, &function->insns[k])) continue;
            if (is_checked(program, function, function->insns[k].dst)) checked++;
            else unchecked++;
        }
    }
    return checked && checked >= unchecked;
}
