/* Carriers: variables through which a function hands something to those it calls. When it has returned nobody looks at them
 * before it is called again, and then it writes them first: what is still in them is lost, and harms nobody. */
#include "check/check.h"

#include "program/visit.h"

#include <stdlib.h>

typedef struct {
    const Program *program;
    const Global *global;
    const Insn *insn;
    u32 loads, stores, others; /* of the global, in a function */
    bool *is_reached;          /* functions, by number: from others than the root */
    VEC(const Function *) pending;
} Search;

static const Constant *constant_of(const Search *search, Operand operand) {
    return operand_is_constant(operand) ? &search->program->constants.at[operand_index(operand)] : NULL;
}

static void see_use(void *self, Operand *operand) {
    Search *search = self;
    const Constant *constant = constant_of(search, *operand);
    if (!constant || constant->kind != CONSTANT_GLOBAL || constant->global != search->global) return;
    bool is_address = operand == &search->insn->a && !constant->offset;
    if (is_address && search->insn->op == OP_LOAD) search->loads++;
    else if (is_address && search->insn->op == OP_STORE) search->stores++;
    else search->others++;
}

static void count_uses(Search *search, const Function *function) {
    search->loads = search->stores = search->others = 0;
    for (u32 i = 0; i < function->insn_count; i++) {
        search->insn = &function->insns[i];
        insn_visit_reads(function, &function->insns[i], see_use, search);
    }
}

static void reach(Search *search, const Function *function, const Function *root) {
    if (function == root || search->is_reached[function->number]) return;
    search->is_reached[function->number] = true;
    vec_push(&search->pending, function);
}

typedef struct {
    Search *search;
    const Function *root;
} Reaching;

static void see_callee(void *self, Operand *operand) {
    Reaching *reaching = self;
    const Constant *constant = constant_of(reaching->search, *operand);
    if (constant && constant->kind == CONSTANT_FUNCTION) reach(reaching->search, constant->function, reaching->root);
}

/* What can be called without the root: by nobody that is known, through tables, and from there; `from_outside`: also what
 * other files may call. */
static void find_reached(Search *search, const ProgramFacts *facts, const Function *root, bool from_outside) {
    Reaching reaching = {search, root};
    search->is_reached = xcalloc(search->program->functions.count + 1, sizeof(bool));
    for (u32 i = 0; i < facts->functions.count; i++) {
        const Function *function = facts->functions.at[i];
        bool is_visible = from_outside && function->linkage != LINK_INTERNAL;
        if (is_visible || !facts->is_called[function->number]) reach(search, function, root);
    }
    for (u32 i = 0; i < search->program->globals.count; i++) {
        const Global *global = search->program->globals.at[i];
        for (u32 k = 0; k < global->relocation_count; k++) {
            Operand operand = global->relocations[k].constant | OPERAND_CONSTANT;
            see_callee(&reaching, &operand);
        }
    }
    while (search->pending.count) {
        const Function *function = vec_pop(&search->pending);
        for (u32 i = 0; i < function->insn_count; i++)
            insn_visit_reads(function, &function->insns[i], see_callee, &reaching);
    }
}

static bool calls_unknown(const Search *search, const Function *function) {
    bool found = false;
    for (u32 i = 0; i < function->insn_count && !found; i++) {
        const Insn *insn = &function->insns[i];
        const Constant *callee = insn->op == OP_CALL ? constant_of(search, insn->a) : NULL;
        found = callee && callee->kind == CONSTANT_FUNCTION && callee->function->is_unknown;
    }
    return found;
}

static bool is_only_written(Search *search, const Function *root) {
    count_uses(search, root);
    return search->stores && !search->loads && !search->others;
}

/* Those that only the root leads to read it, and nobody else names it. */
static bool is_only_read_below(Search *search, const ProgramFacts *facts, const Function *root, bool is_read) {
    for (u32 i = 0; i < facts->functions.count; i++) {
        const Function *function = facts->functions.at[i];
        if (function == root) continue;
        count_uses(search, function);
        bool is_used = search->loads || search->stores || search->others;
        if (is_used && (search->stores || search->others || search->is_reached[function->number])) return false;
        is_read = is_read || is_used;
    }
    return is_read;
}

static bool may_carry(const ProgramFacts *facts, const Global *global) {
    bool is_scalar = global->type && (global->type->kind == TYPE_POINTER || global->type->kind == TYPE_INT);
    return is_scalar && !global->is_library && global->linkage == LINK_INTERNAL && facts->is_named[global->number];
}

void carriers_find(const Program *program, const ProgramFacts *facts, const Function *root, GlobalList *out) {
    Search search = {.program = program};
    for (u32 i = 0; i < program->globals.count; i++) {
        search.global = program->globals.at[i];
        if (!may_carry(facts, search.global) || !is_only_written(&search, root)) continue;
        if (!search.is_reached) find_reached(&search, facts, root, true);
        if (is_only_read_below(&search, facts, root, false)) vec_push(out, program->globals.at[i]);
    }
    vec_free(&search.pending);
    free(search.is_reached);
}

bool carriers_hand_down(const Program *program, const ProgramFacts *facts, const Function *function,
                        const Global *global) {
    Search search = {.program = program, .global = global};
    bool may_be_read_elsewhere = global->linkage != LINK_INTERNAL && calls_unknown(&search, function);
    if (!is_only_written(&search, function)) return false;
    find_reached(&search, facts, function, false);
    bool is_carrier = is_only_read_below(&search, facts, function, may_be_read_elsewhere);
    vec_free(&search.pending);
    free(search.is_reached);
    return is_carrier;
}
