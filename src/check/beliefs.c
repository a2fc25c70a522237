/* What the program believes: where it looks whether an allocation has failed, it believes that one can.
 *
 * The result of an allocation is followed from register to register, to parameters of the functions it is given to, to
 * variables and to callers it is returned to, as far as that is plain to see. Where it goes to other memory it is out of
 * sight: all such allocations together count as one that is checked if any pointer from memory or from a caller is compared with null. */
#include "check/check.h"

#include <string.h>

typedef enum { SEEN_UNCHECKED, SEEN_CHECKED, SEEN_ELSEWHERE } Seen;

typedef struct {
    const Program *program;
    const ProgramFacts *facts;
    u32 depth;
} Look;

enum { MOST_DEPTH = 6 };

static const Constant *constant_of(const Look *look, Operand operand) {
    return operand_is_constant(operand) ? &look->program->constants.at[operand_index(operand)] : NULL;
}

static const Function *callee_of(const Look *look, const Insn *insn) {
    const Constant *target = insn->op == OP_CALL ? constant_of(look, insn->a) : NULL;
    return target && target->kind == CONSTANT_FUNCTION ? target->function : NULL;
}

static bool is_allocation(const Look *look, const Insn *insn) {
    static const char *const names[] = {"malloc", "calloc", "realloc", "strdup", "strndup", "wcsdup"};
    const Function *callee = insn->dst == OPERAND_NONE ? NULL : callee_of(look, insn);
    for (u32 i = 0; callee && i < COUNT_OF(names); i++)
        if (!strcmp(callee->name, names[i])) return true;
    return false;
}

static bool is_null(const Look *look, Operand operand) {
    const Constant *constant = constant_of(look, operand);
    return constant && constant->kind == CONSTANT_NULL;
}

static bool is_null_check(const Look *look, const Insn *insn) {
    bool compares = insn->op == OP_EQ || insn->op == OP_NE;
    return compares && (is_null(look, insn->a) || is_null(look, insn->b));
}

static Seen see_register(const Look *look, const Function *function, u32 from, u32 reg);

static Seen better(Seen one, Seen other) {
    if (one == SEEN_CHECKED || other == SEEN_CHECKED) return SEEN_CHECKED;
    return one == SEEN_ELSEWHERE || other == SEEN_ELSEWHERE ? SEEN_ELSEWHERE : SEEN_UNCHECKED;
}

static Seen see_call(const Look *look, const Function *function, const Insn *insn, u32 reg) {
    const Call *call = &function->calls[insn->extra];
    const Function *callee = callee_of(look, insn);
    Seen seen = SEEN_UNCHECKED;
    for (u32 i = 0; i < call->arg_count; i++) {
        if (call->args[i].value != reg) continue;
        if (!callee) seen = better(seen, SEEN_ELSEWHERE);
        else if (!callee->is_library && callee->is_lowered && i < callee->param_count)
            seen = better(seen, see_register(look, callee, 0, callee->params[i]));
    }
    return seen;
}

/* Who reads the variable? */
static Seen see_variable(const Look *look, const Global *global) {
    Seen seen = SEEN_UNCHECKED;
    for (u32 i = 0; i < look->facts->functions.count; i++) {
        const Function *function = look->facts->functions.at[i];
        for (u32 k = 0; k < function->insn_count; k++) {
            const Insn *insn = &function->insns[k];
            const Constant *address = insn->op == OP_LOAD ? constant_of(look, insn->a) : NULL;
            if (address && address->kind == CONSTANT_GLOBAL && address->global == global)
                seen = better(seen, see_register(look, function, k + 1, insn->dst));
        }
    }
    return seen;
}

static Seen see_store(const Look *look, const Insn *insn) {
    const Constant *address = constant_of(look, insn->a);
    if (!address || address->kind != CONSTANT_GLOBAL || address->offset) return SEEN_ELSEWHERE;
    return see_variable(look, address->global);
}

static Seen see_callers(const Look *look, const Function *callee) {
    Seen seen = SEEN_UNCHECKED;
    for (u32 i = 0; i < look->facts->functions.count; i++) {
        const Function *function = look->facts->functions.at[i];
        for (u32 k = 0; k < function->insn_count; k++)
            if (callee_of(look, &function->insns[k]) == callee && function->insns[k].dst != OPERAND_NONE)
                seen = better(seen, see_register(look, function, k + 1, function->insns[k].dst));
    }
    return seen;
}

static bool is_returned(const Function *function, const Insn *insn, u32 reg) {
    for (u32 i = 0; insn->op == OP_RETURN && i < insn->c; i++)
        if (function->returns[insn->extra + i] == reg) return true;
    return false;
}

static bool is_of_variable(const Function *function, u32 reg) { return function->registers[reg].variable != 0; }

/* What becomes of it behind the instruction `from`: until it is made anew, if it is none of a variable. */
static Seen see_register(const Look *look, const Function *function, u32 from, u32 reg) {
    if (look->depth >= MOST_DEPTH) return SEEN_UNCHECKED;
    Look deeper = {look->program, look->facts, look->depth + 1};
    Seen seen = SEEN_UNCHECKED;
    for (u32 i = from; i < function->insn_count && seen != SEEN_CHECKED; i++) {
        const Insn *insn = &function->insns[i];
        bool is_it = insn->a == reg || insn->b == reg;
        if (is_it && is_null_check(look, insn)) return SEEN_CHECKED;
        if (insn->op == OP_MOVE && insn->a == reg)
            seen = better(seen, see_register(&deeper, function, i + 1, insn->dst));
        else if (insn->op == OP_STORE && insn->b == reg) seen = better(seen, see_store(&deeper, insn));
        else if (insn->op == OP_CALL) seen = better(seen, see_call(&deeper, function, insn, reg));
        else if (is_returned(function, insn, reg)) seen = better(seen, see_callers(&deeper, function));
        if (insn->dst == reg && !is_of_variable(function, reg)) break;
    }
    return seen;
}

static bool looks_at_parameters(const Look *look, const Function *function) {
    for (u32 i = 0; i < function->param_count; i++) {
        u32 reg = function->params[i];
        bool is_pointer = function->registers[reg].type->kind == TYPE_POINTER;
        if (is_pointer && see_register(look, function, 0, reg) == SEEN_CHECKED) return true;
    }
    return false;
}

/* A pointer that the function loads is compared with null. */
static bool looks_at_memory(const Look *look, const Function *function) {
    for (u32 k = 0; k < function->insn_count; k++) {
        const Insn *insn = &function->insns[k];
        bool is_from_memory = insn->op == OP_LOAD && insn->type->kind == TYPE_POINTER;
        if (is_from_memory && see_register(look, function, k + 1, insn->dst) == SEEN_CHECKED) return true;
    }
    return false;
}

/* Some pointer that stands in memory, or is given to a function, is compared with null. */
static bool looks_at_pointers(const Look *look) {
    for (u32 i = 0; i < look->facts->functions.count; i++) {
        const Function *function = look->facts->functions.at[i];
        if (looks_at_parameters(look, function) || looks_at_memory(look, function)) return true;
    }
    return false;
}

bool beliefs_asks_at(const Program *program, const ProgramFacts *facts, LocationId location) {
    Look look = {program, facts, 0};
    for (u32 i = 0; i < facts->functions.count; i++) {
        const Function *function = facts->functions.at[i];
        for (u32 k = 0; k < function->insn_count; k++) {
            const Insn *insn = &function->insns[k];
            if (insn->location != location || !is_allocation(&look, insn)) continue;
            Seen seen = see_register(&look, function, k + 1, insn->dst);
            return seen == SEEN_CHECKED || (seen == SEEN_ELSEWHERE && looks_at_memory(&look, function));
        }
    }
    return false;
}

bool beliefs_null_is_expected(const Program *program, const ProgramFacts *facts, const Function *callee,
                              const Function *caller) {
    Look look = {program, facts, 0};
    u32 checked = 0, unchecked = 0;
    for (u32 i = 0; i < facts->functions.count; i++) {
        const Function *function = facts->functions.at[i];
        for (u32 k = 0; k < function->insn_count && (!caller || function == caller); k++) {
            const Insn *insn = &function->insns[k];
            if (callee_of(&look, insn) != callee || insn->dst == OPERAND_NONE) continue;
            bool is_checked = see_register(&look, function, k + 1, insn->dst) == SEEN_CHECKED;
            checked += is_checked;
            unchecked += !is_checked;
        }
    }
    return checked && checked >= unchecked;
}

bool beliefs_allocation_fails(const Program *program, const ProgramFacts *facts) {
    Look look = {program, facts, 0};
    u32 count[] = {[SEEN_UNCHECKED] = 0, [SEEN_CHECKED] = 0, [SEEN_ELSEWHERE] = 0};
    for (u32 i = 0; i < facts->functions.count; i++) {
        const Function *function = facts->functions.at[i];
        for (u32 k = 0; k < function->insn_count; k++)
            if (is_allocation(&look, &function->insns[k]))
                count[see_register(&look, function, k + 1, function->insns[k].dst)]++;
    }
    u32 checked = count[SEEN_CHECKED] + (count[SEEN_ELSEWHERE] && looks_at_pointers(&look));
    return checked && checked >= count[SEEN_UNCHECKED];
}
