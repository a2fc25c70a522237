/* Functions that do the same whoever calls them and when: they take nothing, and the variables that they or those they call
 * mention are written by nobody, or mentioned by nobody else. What goes wrong in one goes wrong behind its caller, too. */
#include "check/check.h"

#include "program/visit.h"

#include <stdlib.h>

typedef struct {
    const Program *program;
    const ProgramFacts *facts;
    bool *is_inside;    /* functions, by number: called, or handed on, from within */
    bool *is_mentioned; /* globals, by number: inside */
    bool finds_others;  /* outside of these functions a variable of theirs is mentioned */
    bool is_outside;    /* what is looked at now */
} Closed;

static void look_inside(Closed *closed, const Function *function);

static void look(void *self, Operand *operand) {
    Closed *closed = self;
    if (*operand == OPERAND_NONE || !operand_is_constant(*operand)) return;
    const Constant *constant = &closed->program->constants.at[operand_index(*operand)];
    if (constant->kind == CONSTANT_FUNCTION && !closed->is_outside) look_inside(closed, constant->function);
    if (constant->kind != CONSTANT_GLOBAL) return;
    const Global *global = constant->global;
    if (global->is_library || !closed->facts->is_written[global->number]) return;
    if (closed->is_outside) closed->finds_others = closed->finds_others || closed->is_mentioned[global->number];
    else closed->is_mentioned[global->number] = true;
}

/* It may call any function whose address is somewhere. */
static void look_behind_pointers(Closed *closed) {
    for (u32 i = 0; i < closed->facts->functions.count; i++)
        if (closed->facts->functions.at[i]->is_address_taken) look_inside(closed, closed->facts->functions.at[i]);
}

static void look_at(Closed *closed, const Function *function) {
    for (u32 i = 0; i < function->insn_count; i++) {
        Insn *insn = &function->insns[i];
        bool is_through_pointer = insn->op == OP_CALL && !operand_is_constant(insn->a);
        if (is_through_pointer && !closed->is_outside) look_behind_pointers(closed);
        insn_visit_reads(function, insn, look, closed);
    }
}

static void look_inside(Closed *closed, const Function *function) {
    if (closed->is_inside[function->number] || function->is_library || !function->is_lowered) return;
    closed->is_inside[function->number] = true;
    look_at(closed, function);
}

bool closed_is(const Program *program, const ProgramFacts *facts, const Function *function) {
    if (function->param_count || function->is_library || !function->is_lowered) return false;
    Closed closed = {.program = program,
                     .facts = facts,
                     .is_inside = xcalloc(program->functions.count + 1, sizeof(bool)),
                     .is_mentioned = xcalloc(program->globals.count + 1, sizeof(bool))};
    look_inside(&closed, function);
    closed.is_outside = true;
    for (u32 i = 0; i < facts->functions.count && !closed.finds_others; i++)
        if (!closed.is_inside[facts->functions.at[i]->number]) look_at(&closed, facts->functions.at[i]);
    free(closed.is_inside);
    free(closed.is_mentioned);
    return !closed.finds_others;
}
