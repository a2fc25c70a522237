/* Which slots may be read before they are written: a forward data-flow analysis over the blocks.
 * A slot is unset at the entry of the function and after its SCOPE_BEGIN; a parameter never. */
#include "program/visit.h"

#include <string.h>

typedef struct {
    const Function *function;
    u32 words;        /* of a set of slots */
    u32 *slot_of;     /* register -> slot number + 1, 0 if it is none */
    u64 *entry;       /* block -> slots that may be unset at its beginning */
    u64 *current;     /* the set at the instruction being looked at */
    bool *is_queued;  /* block -> it stands in the queue */
    bool *is_reached; /* block -> some path leads to it */
    VEC(u32) queue;
    u64 *found; /* slots read while maybe unset */
} Unset;

static void note_read(void *context, Operand *operand) {
    Unset *unset = context;
    if (!operand_is_register(*operand) || !unset->slot_of[*operand]) return;
    u32 slot = unset->slot_of[*operand] - 1;
    unset->found[slot / 64] |= unset->current[slot / 64] & (u64)1 << slot % 64;
}

static void write_register(Unset *unset, u32 reg, bool becomes_unset) {
    if (!unset->slot_of[reg]) return;
    u32 slot = unset->slot_of[reg] - 1;
    u64 bit = (u64)1 << slot % 64;
    if (becomes_unset) unset->current[slot / 64] |= bit;
    else unset->current[slot / 64] &= ~bit;
}

static void step(Unset *unset, Insn *insn) {
    const Function *function = unset->function;
    insn_visit_reads(function, insn, note_read, unset);
    u32 written = insn_write_count(function, insn);
    for (u32 i = 0; i < written; i++) write_register(unset, insn->dst + i, false);
    if (insn->op == OP_SCOPE_BEGIN) write_register(unset, function->variables[insn->extra].reg, true);
}

static void flow_into(void *context, u32 block) {
    Unset *unset = context;
    u64 *entry = unset->entry + (size_t)block * unset->words;
    bool changed = !unset->is_reached[block];
    unset->is_reached[block] = true;
    for (u32 i = 0; i < unset->words; i++) {
        changed |= (unset->current[i] & ~entry[i]) != 0;
        entry[i] |= unset->current[i];
    }
    if (!changed || unset->is_queued[block]) return;
    unset->is_queued[block] = true;
    vec_push(&unset->queue, block);
}

static void analyse(Unset *unset) {
    const Function *function = unset->function;
    unset->is_queued[0] = true;
    vec_push(&unset->queue, 0);
    while (unset->queue.count) {
        u32 number = vec_pop(&unset->queue);
        unset->is_queued[number] = false;
        const Block *block = &function->blocks[number];
        memcpy(unset->current, unset->entry + (size_t)number * unset->words, unset->words * sizeof(u64));
        for (u32 i = 0; i < block->count; i++) step(unset, &function->insns[block->first + i]);
        insn_visit_targets(function, &function->insns[block->first + block->count - 1], flow_into, unset);
    }
}

void program_find_unset_slots(Function *function, const Program *program) {
    Unset unset = {.function = function};
    unset.slot_of = xcalloc(function->register_count + 1, sizeof *unset.slot_of);
    u32 slots = 0;
    for (u32 i = 0; i < function->variable_count; i++)
        if (function->variables[i].kind == VARIABLE_SLOT) unset.slot_of[function->variables[i].reg] = ++slots;
    unset.words = slots / 64 + 1;
    unset.entry = xcalloc((size_t)function->block_count * unset.words, sizeof(u64));
    unset.current = xcalloc(unset.words, sizeof(u64));
    unset.found = xcalloc(unset.words, sizeof(u64));
    unset.is_queued = xcalloc(function->block_count, sizeof(bool));
    unset.is_reached = xcalloc(function->block_count, sizeof(bool));
    memset(unset.entry, 0xff, unset.words * sizeof(u64));
    for (u32 i = 0; i < function->param_count; i++) {
        u32 slot = unset.slot_of[function->params[i]];
        if (slot) unset.entry[(slot - 1) / 64] &= ~((u64)1 << (slot - 1) % 64);
    }
    analyse(&unset);
    for (u32 i = 0; i < function->variable_count; i++) {
        Variable *variable = &function->variables[i];
        u32 slot = unset.slot_of[variable->reg];
        if (variable->kind == VARIABLE_SLOT)
            variable->maybe_unset = unset.found[(slot - 1) / 64] >> (slot - 1) % 64 & 1;
    }
    free(unset.slot_of);
    free(unset.entry);
    free(unset.current);
    free(unset.found);
    free(unset.is_queued);
    free(unset.is_reached);
    vec_free(&unset.queue);
}
