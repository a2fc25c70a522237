/* What the program says about its functions and variables before anything is run. */
#include "check/check.h"

#include "machine/builtins.h"
#include "program/visit.h"

#include <stdlib.h>
#include <string.h>

/* ---- Where addresses go ---- */

/* Registers that hold an address in a global: which one; NULL: none, or several. */
typedef struct {
    ProgramFacts *facts;
    Program *program;
    Function *function;
    const Insn *insn;
    Global **based_on;
    bool has_changed;
} Scan;

static const Constant *constant_of(const Program *program, Operand operand) {
    return operand_is_constant(operand) ? &program->constants.at[operand_index(operand)] : NULL;
}

static Global *global_of(const Scan *scan, Operand operand) {
    if (operand == OPERAND_NONE) return NULL;
    const Constant *constant = constant_of(scan->program, operand);
    if (constant) return constant->kind == CONSTANT_GLOBAL ? constant->global : NULL;
    return scan->based_on[operand];
}

static bool is_step(const Insn *insn) { return insn->op == OP_FIELD || insn->op == OP_INDEX; }

static void follow_steps(Scan *scan) {
    do {
        scan->has_changed = false;
        for (u32 i = 0; i < scan->function->insn_count; i++) {
            const Insn *insn = &scan->function->insns[i];
            Global *global = is_step(insn) ? global_of(scan, insn->a) : NULL;
            if (!global || scan->based_on[insn->dst] == global) continue;
            if (scan->based_on[insn->dst]) scan->facts->is_written[global->number] = true; /* two in one register */
            else scan->has_changed = true;
            if (!scan->based_on[insn->dst]) scan->based_on[insn->dst] = global;
        }
    } while (scan->has_changed);
}

static void see_function(const Scan *scan, Operand operand) {
    const Constant *constant = constant_of(scan->program, operand);
    if (constant && constant->kind == CONSTANT_FUNCTION && constant->function != scan->function)
        scan->facts->is_called[constant->function->number] = true;
}

/* What the function takes as a pointer to const it does not write. */
static bool is_lent(const Scan *scan, const Operand *operand) {
    if (scan->insn->op != OP_CALL) return false;
    const Constant *callee = constant_of(scan->program, scan->insn->a);
    const Type *type = callee && callee->kind == CONSTANT_FUNCTION ? callee->function->c_type : NULL;
    const Call *call = &scan->function->calls[scan->insn->extra];
    for (u32 i = 0; type && i < call->arg_count && i < type->field_count; i++)
        if (operand == &call->args[i].value)
            return type->fields[i].type->kind == TYPE_POINTER && type->fields[i].type->is_to_const;
    return false;
}

static void see_operand(void *self, Operand *operand) {
    Scan *scan = self;
    const Insn *insn = scan->insn;
    see_function(scan, *operand);
    Global *global = global_of(scan, *operand);
    if (!global) return;
    scan->facts->is_named[global->number] = true;
    bool is_address = operand == &insn->a && (insn->op == OP_LOAD || is_step(insn));
    bool is_compared = insn->op == OP_EQ || insn->op == OP_NE;
    bool is_source = insn->op == OP_COPY && operand == &insn->b;
    if (!is_address && !is_compared && !is_source && !is_lent(scan, operand))
        scan->facts->is_written[global->number] = true;
}

static void scan_function(ProgramFacts *facts, Program *program, Function *function) {
    Scan scan = {.facts = facts, .program = program, .function = function};
    scan.based_on = xcalloc(function->register_count + 1, sizeof(Global *));
    follow_steps(&scan);
    for (u32 i = 0; i < function->insn_count; i++) {
        scan.insn = &function->insns[i];
        insn_visit_reads(function, &function->insns[i], see_operand, &scan);
    }
    free(scan.based_on);
}

/* Addresses in initialisers go where their variable goes. */
static void scan_initialiser(ProgramFacts *facts, const Program *program, const Global *global) {
    for (u32 i = 0; i < global->relocation_count; i++) {
        const Constant *constant = &program->constants.at[global->relocations[i].constant];
        if (constant->kind == CONSTANT_FUNCTION) facts->is_called[constant->function->number] = true;
        if (constant->kind == CONSTANT_GLOBAL && !constant->global->is_constant)
            facts->is_written[constant->global->number] = true;
    }
}

static int in_order_of_source(const void *one, const void *other) {
    const Function *a = *(Function *const *)one, *b = *(Function *const *)other;
    return a->location != b->location ? (a->location < b->location ? -1 : 1) : strcmp(a->name, b->name);
}

void facts_find(ProgramFacts *facts, Program *program) {
    program_make_all_known(program);
    *facts = (ProgramFacts){.is_called = xcalloc(program->functions.count + 1, sizeof(bool)),
                            .is_written = xcalloc(program->globals.count + 1, sizeof(bool)),
                            .is_named = xcalloc(program->globals.count + 1, sizeof(bool))};
    for (u32 i = 0; i < program->functions.count; i++) {
        Function *function = program->functions.at[i];
        if (function->is_library || !function->is_lowered) continue;
        scan_function(facts, program, function);
        facts->has_main = facts->has_main || !strcmp(function->name, "main");
        vec_push(&facts->functions, function);
    }
    for (u32 i = 0; i < program->globals.count; i++) scan_initialiser(facts, program, program->globals.at[i]);
    effects_find(&facts->effects, program, builtin_is_known);
    if (facts->functions.count)
        qsort(facts->functions.at, facts->functions.count, sizeof *facts->functions.at, in_order_of_source);
}

bool root_is_program(const Function *root) { return !strcmp(root->name, "main") && root->linkage != LINK_INTERNAL; }

void facts_free(ProgramFacts *facts) {
    vec_free(&facts->functions);
    free(facts->is_called);
    free(facts->is_written);
    free(facts->is_named);
    effects_free(&facts->effects);
}

const char *function_of_location(const Program *program, const ProgramFacts *facts, LocationId location) {
    for (u32 i = 0; location && i < facts->functions.count; i++) {
        const Function *function = facts->functions.at[i];
        for (u32 k = 0; k < function->insn_count; k++)
            if (function->insns[k].location == location) return function->name;
    }
    return "";
}
