/* Carriers: variables through which a function hands something to those it calls. When it has returned nobody looks at them
 * before it is called again, and then it writes them first: what is still in them is lost, and harms nobody. An address of a
 * local variable harms nobody either in a variable that each function writes before it reads it. */
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

static bool is_handed_down(Search *search, const ProgramFacts *facts, const Function *function) {
    bool may_be_read_elsewhere = search->global->linkage != LINK_INTERNAL && calls_unknown(search, function);
    if (!is_only_written(search, function)) return false;
    find_reached(search, facts, function, false);
    return is_only_read_below(search, facts, function, may_be_read_elsewhere);
}

/* ---- Written before it is read ---- */

typedef VEC(u32) Blocks;

static void add_block(void *self, u32 block) {
    Blocks *blocks = self;
    vec_push(blocks, block);
}

/* The first use of the variable in the block is a load, a store, or there is none. */
static Op first_use(Search *search, const Function *function, const Block *block) {
    search->loads = search->stores = search->others = 0;
    for (u32 i = block->first; i < block->first + block->count; i++) {
        search->insn = &function->insns[i];
        insn_visit_reads(function, &function->insns[i], see_use, search);
        if (search->loads) return OP_LOAD;
        if (search->stores) return OP_STORE;
    }
    return OP_BRANCH;
}

/* A way from the beginning leads to where it is read and not to where it is written. */
static bool is_read_first(Search *search, const Function *function) {
    bool *seen = xcalloc(function->block_count + 1, sizeof(bool)), found = false;
    Blocks pending = {0};
    vec_push(&pending, 0);
    while (pending.count && !found) {
        u32 number = vec_pop(&pending);
        const Block *block = &function->blocks[number];
        if (seen[number]) continue;
        seen[number] = true;
        Op use = first_use(search, function, block);
        found = use == OP_LOAD;
        if (use == OP_BRANCH)
            insn_visit_targets(function, &function->insns[block->first + block->count - 1], add_block, &pending);
    }
    vec_free(&pending);
    free(seen);
    return found;
}

static bool calls_through_pointer(const Search *search, const Function *function) {
    for (u32 i = 0; i < function->insn_count; i++) {
        const Insn *insn = &function->insns[i];
        const Constant *callee = insn->op == OP_CALL ? constant_of(search, insn->a) : NULL;
        if (insn->op == OP_CALL && (!callee || callee->kind != CONSTANT_FUNCTION)) return true;
    }
    return false;
}

/* While the caller is under way, somebody may call the function. */
static bool may_call(Search *search, const Function *caller, const Function *function) {
    Reaching reaching = {search, NULL};
    const Function *next = caller;
    free(search->is_reached);
    search->is_reached = xcalloc(search->program->functions.count + 1, sizeof(bool));
    while (next && !search->is_reached[function->number]) {
        if (calls_through_pointer(search, next)) return true;
        for (u32 i = 0; i < next->insn_count; i++) insn_visit_reads(next, &next->insns[i], see_callee, &reaching);
        next = search->pending.count ? vec_pop(&search->pending) : NULL;
    }
    vec_clear(&search->pending);
    return search->is_reached[function->number];
}

/* Whoever reads it has written it since the function returned. */
static bool is_always_rewritten(Search *search, const ProgramFacts *facts, const Function *function) {
    if (search->global->linkage != LINK_INTERNAL) return false;
    for (u32 i = 0; i < facts->functions.count; i++) {
        const Function *reader = facts->functions.at[i];
        count_uses(search, reader);
        if (search->others) return false;
        if (search->loads && (is_read_first(search, reader) || may_call(search, reader, function))) return false;
    }
    return true;
}

bool carriers_may_keep(const Program *program, const ProgramFacts *facts, const Function *function,
                       const Global *global) {
    Search search = {.program = program, .global = global};
    bool harms_nobody = is_handed_down(&search, facts, function) || is_always_rewritten(&search, facts, function);
    vec_free(&search.pending);
    free(search.is_reached);
    return harms_nobody;
}
