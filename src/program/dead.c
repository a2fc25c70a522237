/* Removes pure instructions whose result nobody reads, and closes the gaps. What clang computed only
 * for a sanitizer check goes this way once the check is folded into its operation. */
#include "program/tidy.h"
#include "program/visit.h"

typedef struct {
    const Function *function;
    u32 *uses;       /* register -> reads of it that are left */
    VEC(u32) unread; /* registers whose last read just went */
} Dead;

static void count_use(void *context, Operand *operand) {
    if (operand_is_register(*operand)) ((Dead *)context)->uses[*operand]++;
}

static void drop_use(void *context, Operand *operand) {
    Dead *dead = context;
    if (operand_is_register(*operand) && !--dead->uses[*operand]) vec_push(&dead->unread, *operand);
}

/* A variable of the source keeps its writes: it may hold the last pointer to a block. */
static bool is_named(const Function *function, u32 reg) {
    u32 variable = function->registers[reg].variable;
    return variable && function->variables[variable - 1].name;
}

static bool is_removable(const Dead *dead, const Insn *insn) {
    return insn->dst != OPERAND_NONE && !dead->uses[insn->dst] && !is_named(dead->function, insn->dst) &&
           insn_is_pure(insn);
}

static void erase(Dead *dead, Insn *insn) {
    insn_visit_reads(dead->function, insn, drop_use, dead);
    insn->op = OP_COUNT;
}

/* Instruction lists by the register they write: a chain through `next`, numbers + 1. */
static void erase_unread(Dead *dead, u32 *first_writer, u32 *next_writer) {
    const Function *function = dead->function;
    while (dead->unread.count) {
        u32 reg = vec_pop(&dead->unread);
        for (u32 i = first_writer[reg]; i; i = next_writer[i - 1]) {
            Insn *insn = &function->insns[i - 1];
            if (insn->op != OP_COUNT && is_removable(dead, insn)) erase(dead, insn);
        }
    }
}

static void close_gaps(Function *function) {
    u32 kept = 0;
    for (u32 b = 0; b < function->block_count; b++) {
        Block *block = &function->blocks[b];
        u32 first = kept;
        for (u32 i = 0; i < block->count; i++) {
            Insn *insn = &function->insns[block->first + i];
            if (insn->op != OP_COUNT) function->insns[kept++] = *insn;
        }
        block->first = first;
        block->count = kept - first;
    }
    function->insn_count = kept;
}

void program_remove_dead(Function *function) {
    Dead dead = {.function = function, .uses = xcalloc(function->register_count + 1, sizeof(u32))};
    u32 *first_writer = xcalloc(function->register_count + 1, sizeof(u32));
    u32 *next_writer = xcalloc(function->insn_count + 1, sizeof(u32));
    for (u32 i = 0; i < function->insn_count; i++) {
        Insn *insn = &function->insns[i];
        if (insn->op == OP_COUNT) continue;
        insn_visit_reads(function, insn, count_use, &dead);
        if (insn->dst == OPERAND_NONE) continue;
        next_writer[i] = first_writer[insn->dst];
        first_writer[insn->dst] = i + 1;
    }
    for (u32 i = 0; i < function->register_count; i++)
        if (!dead.uses[i] && first_writer[i]) vec_push(&dead.unread, i);
    erase_unread(&dead, first_writer, next_writer);
    close_gaps(function);
    free(dead.uses);
    free(first_writer);
    free(next_writer);
    vec_free(&dead.unread);
}
