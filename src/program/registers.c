/* Renumbers registers so that a frame is small: temporaries that live within one block share registers
 * of their type. Parameters and variables come first, then temporaries that cross blocks. */
#include "program/tidy.h"
#include "program/visit.h"

enum { NO_BLOCK = 0, SEVERAL_BLOCKS = 0xffffffff };

typedef struct {
    Function *function;
    u32 *writes;             /* register -> writes */
    u32 *home;               /* register -> number + 1 of the only block that touches it, or SEVERAL_BLOCKS */
    u32 *last_read;          /* register -> index + 1 of its last read */
    u32 *new_number;         /* old register -> new one + 1, 0 when none is assigned */
    VEC(Register) registers; /* the new ones */
    VEC(u32) unused;         /* new registers that are free again, of any type */
    u32 block, position;     /* being scanned, + 1 */
} Compact;

static void touch(Compact *compact, u32 reg) {
    u32 *home = &compact->home[reg];
    *home = *home == NO_BLOCK || *home == compact->block ? compact->block : SEVERAL_BLOCKS;
}

static void note_read(void *context, Operand *operand) {
    Compact *compact = context;
    if (!operand_is_register(*operand)) return;
    touch(compact, *operand);
    if (!compact->writes[*operand]) compact->home[*operand] = SEVERAL_BLOCKS; /* set elsewhere, or in a loop */
    compact->last_read[*operand] = compact->position;
}

static void survey(Compact *compact) {
    Function *function = compact->function;
    for (u32 b = 0; b < function->block_count; b++) {
        const Block *block = &function->blocks[b];
        compact->block = b + 1;
        for (u32 i = 0; i < block->count; i++) {
            Insn *insn = &function->insns[block->first + i];
            compact->position = block->first + i + 1;
            insn_visit_reads(function, insn, note_read, compact);
            u32 written = insn_write_count(function, insn);
            for (u32 k = 0; k < written; k++) {
                touch(compact, insn->dst + k);
                compact->writes[insn->dst + k]++;
                if (written > 1) compact->home[insn->dst + k] = SEVERAL_BLOCKS; /* must stay side by side */
            }
        }
    }
}

static void assign_new(Compact *compact, u32 reg) {
    if (compact->new_number[reg]) return;
    vec_push(&compact->registers, compact->function->registers[reg]);
    compact->new_number[reg] = compact->registers.count;
}

static bool may_share(const Compact *compact, u32 reg) {
    return !compact->function->registers[reg].variable && compact->writes[reg] == 1 &&
           compact->home[reg] != SEVERAL_BLOCKS;
}

/* Parameters, variables and all that cannot share, in the old order, so that neighbours stay neighbours. */
static void assign_unshared(Compact *compact) {
    Function *function = compact->function;
    for (u32 i = 0; i < function->param_count; i++) assign_new(compact, function->params[i]);
    for (u32 i = 0; i < function->variable_count; i++) assign_new(compact, function->variables[i].reg);
    for (u32 i = 0; i < function->register_count; i++)
        if (compact->home[i] != NO_BLOCK && !may_share(compact, i)) assign_new(compact, i);
}

static void assign_shared(Compact *compact, u32 reg) {
    if (compact->new_number[reg]) return;
    const Type *type = compact->function->registers[reg].type;
    for (u32 i = compact->unused.count; i-- > 0;) {
        u32 candidate = compact->unused.at[i];
        if (compact->registers.at[candidate].type != type) continue;
        compact->unused.at[i] = vec_last(&compact->unused);
        vec_pop(&compact->unused);
        compact->new_number[reg] = candidate + 1;
        return;
    }
    assign_new(compact, reg);
}

static void rename_read(void *context, Operand *operand) {
    Compact *compact = context;
    if (!operand_is_register(*operand)) return;
    u32 old = *operand;
    *operand = compact->new_number[old] - 1;
    if (compact->last_read[old] != compact->position || !may_share(compact, old)) return;
    compact->last_read[old] = 0; /* it may be read twice by this instruction, but is given back once */
    vec_push(&compact->unused, *operand);
}

static void rename_all(Compact *compact) {
    Function *function = compact->function;
    for (u32 i = 0; i < function->insn_count; i++) {
        Insn *insn = &function->insns[i];
        compact->position = i + 1;
        insn_visit_reads(function, insn, rename_read, compact);
        if (insn->dst == OPERAND_NONE) continue;
        u32 old = insn->dst;
        assign_shared(compact, old);
        insn->dst = compact->new_number[old] - 1;
        if (may_share(compact, old) && !compact->last_read[old]) vec_push(&compact->unused, insn->dst);
    }
    for (u32 i = 0; i < function->param_count; i++) function->params[i] = compact->new_number[function->params[i]] - 1;
    for (u32 i = 0; i < function->variable_count; i++)
        function->variables[i].reg = compact->new_number[function->variables[i].reg] - 1;
}

void program_compact_registers(Function *function, Arena *arena) {
    u32 count = function->register_count + 1;
    u32 *space = xcalloc((size_t)count * 4, sizeof(u32));
    Compact compact = {.function = function,
                       .writes = space,
                       .home = space + count,
                       .last_read = space + 2 * (size_t)count,
                       .new_number = space + 3 * (size_t)count};
    for (u32 i = 0; i < function->param_count; i++) compact.home[function->params[i]] = SEVERAL_BLOCKS;
    survey(&compact);
    assign_unshared(&compact);
    rename_all(&compact);
    function->registers = arena_copy(arena, compact.registers.at, compact.registers.count * sizeof(Register));
    function->register_count = compact.registers.count;
    free(space);
    vec_free(&compact.registers);
    vec_free(&compact.unused);
}
