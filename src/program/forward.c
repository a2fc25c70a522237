/* Removes the moves that naive lowering leaves: `t = move i; u = add t, 1; i = move u` becomes
 * `i = add i, 1`. This is what makes slots as fast as registers.
 *
 * A temporary is a register that is no variable. Lowering writes most of them once, in a place that
 * dominates every read (they come from SSA values); those that stand for phis are written several times.
 * Four rewritings, each justified where it stands:
 *   1. t = move x, where x is a constant or itself written once: reads of t become reads of x.
 *   2. t = move s, where s is a slot or phi: likewise if all reads of t are in the block, before s changes.
 *   3. t = op ...; s = move t: the operation writes s, if s is not touched in between.
 *   4. s = move p, the only read of parameter p, at the very beginning: the argument arrives in s. */
#include "program/tidy.h"
#include "program/visit.h"

typedef struct {
    Function *function;
    u32 *writes;                 /* register -> instructions that write it (arguments count) */
    u32 *reads;                  /* register -> reads of it */
    Operand *same_as;            /* register -> what it is a copy of, or OPERAND_NONE */
    u32 *version;                /* register -> how often it was written so far in this scan */
    u32 *copy_version;           /* copy -> the version of its source that it holds */
    u32 *copy_block;             /* copy -> number + 1 of the block that made it */
    u32 *good_reads;             /* copy -> reads that could be reads of its source */
    u32 *last_read, *last_write; /* register -> index + 1 of the instruction in this block's scan */
    u32 *definition;             /* register -> index + 1 of its instruction */
    u32 block;                   /* the block being scanned, + 1 */
    u32 position;                /* the instruction being scanned, + 1 */
} Forward;

static bool is_temporary(const Forward *f, u32 reg) { return !f->function->registers[reg].variable; }
static bool is_written_once(const Forward *f, u32 reg) { return is_temporary(f, reg) && f->writes[reg] == 1; }

static bool is_move_to_once_written(const Forward *f, const Insn *insn) {
    return insn->op == OP_MOVE && is_written_once(f, insn->dst);
}

/* An object's address register is set by SCOPE_BEGIN or at entry, never by an instruction. */
static bool holds_object_address(const Forward *f, u32 reg) {
    u32 variable = f->function->registers[reg].variable;
    return variable && f->function->variables[variable - 1].kind == VARIABLE_OBJECT;
}

static void count_read(void *context, Operand *operand) {
    if (operand_is_register(*operand)) ((Forward *)context)->reads[*operand]++;
}

static void count_all(Forward *f) {
    Function *function = f->function;
    for (u32 i = 0; i < function->register_count; i++) f->writes[i] = f->reads[i] = 0;
    for (u32 i = 0; i < function->param_count; i++) f->writes[function->params[i]]++;
    for (u32 i = 0; i < function->insn_count; i++) {
        Insn *insn = &function->insns[i];
        if (insn->op == OP_COUNT) continue;
        insn_visit_reads(function, insn, count_read, f);
        u32 written = insn_write_count(function, insn);
        for (u32 k = 0; k < written; k++) f->writes[insn->dst + k]++;
        u32 scoped = insn_scoped_register(function, insn);
        if (scoped != OPERAND_NONE) f->writes[scoped]++;
    }
}

static Operand resolve(const Forward *f, Operand operand) {
    while (operand_is_register(operand) && f->same_as[operand] != OPERAND_NONE) operand = f->same_as[operand];
    return operand;
}

static void replace_copies(void *context, Operand *operand) { *operand = resolve(context, *operand); }

static void rewrite_all(Forward *f) {
    for (u32 i = 0; i < f->function->insn_count; i++)
        if (f->function->insns[i].op != OP_COUNT)
            insn_visit_reads(f->function, &f->function->insns[i], replace_copies, f);
}

/* 1. In SSA form a path from the copy to a read of it that passed the definition of x again would pass
 * the copy again too, so x has not changed meanwhile. */
static void forward_unchanging(Forward *f) {
    for (u32 i = 0; i < f->function->insn_count; i++) {
        Insn *insn = &f->function->insns[i];
        if (insn->op == OP_COUNT || !is_move_to_once_written(f, insn)) continue;
        bool never_changes =
            operand_is_constant(insn->a) || is_written_once(f, insn->a) || holds_object_address(f, insn->a);
        if (!never_changes || resolve(f, insn->a) == insn->dst) continue;
        f->same_as[insn->dst] = insn->a;
        insn->op = OP_COUNT;
    }
    rewrite_all(f);
}

static void note_copy_read(void *context, Operand *operand) {
    Forward *f = context;
    if (!operand_is_register(*operand) || f->copy_block[*operand] != f->block) return;
    u32 source = f->same_as[*operand];
    if (f->version[source] == f->copy_version[*operand]) f->good_reads[*operand]++;
}

static void note_writes(Forward *f, const Insn *insn) {
    u32 written = insn_write_count(f->function, insn);
    for (u32 k = 0; k < written; k++) f->version[insn->dst + k]++;
    u32 scoped = insn_scoped_register(f->function, insn);
    if (scoped != OPERAND_NONE) f->version[scoped]++;
}

/* 2. First a scan that counts, for each copy made in a block, the reads of it that see the same version
 * of its source; a copy all of whose reads do is replaced. */
static void forward_changing(Forward *f) {
    Function *function = f->function;
    for (u32 i = 0; i < function->register_count; i++) f->same_as[i] = OPERAND_NONE;
    for (u32 b = 0; b < function->block_count; b++) {
        const Block *block = &function->blocks[b];
        f->block = b + 1;
        for (u32 i = 0; i < block->count; i++) {
            Insn *insn = &function->insns[block->first + i];
            if (insn->op == OP_COUNT) continue;
            insn_visit_reads(function, insn, note_copy_read, f);
            note_writes(f, insn);
            if (!is_move_to_once_written(f, insn) || !operand_is_register(insn->a)) continue;
            f->same_as[insn->dst] = insn->a;
            f->copy_version[insn->dst] = f->version[insn->a];
            f->copy_block[insn->dst] = f->block;
        }
    }
    for (u32 i = 0; i < function->insn_count; i++) {
        Insn *insn = &function->insns[i];
        if (insn->op == OP_COUNT || !is_move_to_once_written(f, insn) || f->same_as[insn->dst] == OPERAND_NONE)
            continue;
        if (f->good_reads[insn->dst] == f->reads[insn->dst]) insn->op = OP_COUNT;
        else f->same_as[insn->dst] = OPERAND_NONE;
    }
    rewrite_all(f);
}

static void note_last_read(void *context, Operand *operand) {
    Forward *f = context;
    if (operand_is_register(*operand)) f->last_read[*operand] = f->position;
}

static void note_last_writes(Forward *f, const Insn *insn) {
    u32 written = insn_write_count(f->function, insn);
    for (u32 k = 0; k < written; k++) {
        f->last_write[insn->dst + k] = f->position;
        f->definition[insn->dst + k] = f->position;
    }
    u32 scoped = insn_scoped_register(f->function, insn);
    if (scoped != OPERAND_NONE) f->last_write[scoped] = f->position;
}

/* May the instruction that computes t write s at once? The instruction reads its operands before it
 * writes, so it may itself read s. */
static bool may_write_directly(const Forward *f, u32 t, u32 s, u32 block_first, u32 last_call) {
    if (!is_written_once(f, t) || f->reads[t] != 1) return false;
    u32 definition = f->definition[t];
    if (definition <= block_first || f->last_read[s] > definition || f->last_write[s] >= definition) return false;
    if (last_call > definition) return false; /* an engine may look at the variables there */
    const Insn *insn = &f->function->insns[definition - 1];
    return insn_write_count(f->function, insn) == 1 && f->function->registers[s].type == f->function->registers[t].type;
}

/* 3. */
static void write_slots_directly(Forward *f) {
    Function *function = f->function;
    for (u32 b = 0; b < function->block_count; b++) {
        const Block *block = &function->blocks[b];
        u32 last_call = 0;
        for (u32 i = 0; i < block->count; i++) {
            f->position = block->first + i + 1;
            Insn *insn = &function->insns[block->first + i];
            if (insn->op == OP_COUNT) continue;
            if (insn->op == OP_MOVE && operand_is_register(insn->a) && !is_written_once(f, insn->dst) &&
                may_write_directly(f, insn->a, insn->dst, block->first, last_call)) {
                u32 definition = f->definition[insn->a];
                function->insns[definition - 1].dst = insn->dst;
                f->last_write[insn->dst] = f->definition[insn->dst] = definition;
                insn->op = OP_COUNT;
                continue;
            }
            insn_visit_reads(function, insn, note_last_read, f);
            note_last_writes(f, insn);
            if (insn->op == OP_CALL) last_call = f->position;
        }
    }
}

/* 4. */
static void receive_arguments_in_slots(Forward *f) {
    Function *function = f->function;
    for (u32 i = 0; i < function->register_count; i++) f->last_read[i] = f->last_write[i] = 0;
    const Block *block = &function->blocks[0];
    for (u32 i = 0; i < block->count; i++) {
        f->position = i + 1;
        Insn *insn = &function->insns[i];
        if (insn->op == OP_COUNT) continue;
        bool is_candidate = insn->op == OP_MOVE && operand_is_register(insn->a) && !is_temporary(f, insn->dst) &&
                            is_written_once(f, insn->a) && f->reads[insn->a] == 1 && !f->last_read[insn->dst] &&
                            !f->last_write[insn->dst];
        for (u32 p = 0; is_candidate && p < function->param_count; p++) {
            if (function->params[p] != insn->a) continue;
            function->params[p] = insn->dst;
            insn->op = OP_COUNT;
            break;
        }
        if (insn->op == OP_COUNT) continue;
        insn_visit_reads(function, insn, note_last_read, f);
        note_last_writes(f, insn);
    }
}

void program_forward_moves(Function *function) {
    u32 count = function->register_count + 1;
    u32 *space = xcalloc((size_t)count * 10, sizeof(u32));
    Forward f = {.function = function,
                 .writes = space,
                 .reads = space + count,
                 .same_as = space + 2 * (size_t)count,
                 .version = space + 3 * (size_t)count,
                 .copy_version = space + 4 * (size_t)count,
                 .copy_block = space + 5 * (size_t)count,
                 .good_reads = space + 6 * (size_t)count,
                 .last_read = space + 7 * (size_t)count,
                 .last_write = space + 8 * (size_t)count,
                 .definition = space + 9 * (size_t)count};
    for (u32 i = 0; i < count; i++) f.same_as[i] = OPERAND_NONE;
    count_all(&f);
    forward_unchanging(&f);
    count_all(&f);
    forward_changing(&f);
    count_all(&f);
    write_slots_directly(&f);
    receive_arguments_in_slots(&f);
    free(space);
    program_remove_dead(function);
}
