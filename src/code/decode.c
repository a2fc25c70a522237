#include "code/decode.h"

#include "program/flow.h"
#include "program/visit.h"

#include <stdlib.h>
#include <string.h>

Code *decode_emit(Decoder *dec, CodeOp op, u32 d, u32 a, u32 b, i64 imm) {
    vec_push(&dec->code, (Code){.op = (u16)op, .d = d, .a = a, .b = b, .imm = imm});
    vec_push(&dec->origins, dec->insn);
    return &vec_last(&dec->code);
}

u32 decode_scratch(Decoder *dec, u32 cells) {
    u32 scratch = dec->next_scratch;
    dec->next_scratch += cells;
    dec->most_scratch = MAX(dec->most_scratch, dec->next_scratch);
    return SCRATCH + scratch;
}

u32 decode_value_bits(const Decoder *dec, const Type *type) {
    return type->kind == TYPE_POINTER ? (dec->is_32 ? 32 : 64) : type->bits;
}

const u64 *decode_constant_limbs(Decoder *dec, Operand operand) {
    Constant constant = dec->program->constants.at[operand_index(operand)];
    if (constant.kind == CONSTANT_INT || constant.kind == CONSTANT_FLOAT) return constant.limbs;
    u64 *value = arena_calloc(dec->maker->arena, MAX(1u, type_limbs(constant.type)) * sizeof(u64));
    if (constant.type->kind == TYPE_POINTER) value[0] = dec->maker->address_of(dec->maker->self, constant);
    return value;
}

bool decode_is_undefined(const Decoder *dec, Operand operand) {
    if (!operand_is_constant(operand)) return false;
    ConstantKind kind = dec->program->constants.at[operand_index(operand)].kind;
    return kind == CONSTANT_UNDEF || kind == CONSTANT_POISON;
}

bool decode_is_small_constant(Decoder *dec, Operand operand, u64 *value) {
    if (!operand_is_constant(operand) || decode_is_undefined(dec, operand)) return false;
    const Constant *constant = &dec->program->constants.at[operand_index(operand)];
    if (type_limbs(constant->type) > 1) return false;
    *value = *decode_constant_limbs(dec, operand);
    return true;
}

static void emit_constant(Decoder *dec, u32 cell, const u64 *limbs, u32 count) {
    for (u32 i = 0; i < count; i++) decode_emit(dec, CODE_CONST, cell + i, 0, 0, (i64)limbs[i]);
}

static void emit_undefined(Decoder *dec, u32 cell, Operand operand, u32 count) {
    u32 bits = decode_value_bits(dec, dec->program->constants.at[operand_index(operand)].type);
    for (u32 i = 0; i < count; i++)
        decode_emit(dec, CODE_UNDEFINED, cell + i, 0, 0, (i64)low_mask(MIN(64u, bits - i * 64)));
}

/* A constant that code in a loop wants in a cell stays in one of its own for the whole call. */
static u32 hoisted_cell(Decoder *dec, Operand operand, const u64 *limbs, u32 count) {
    bool inserted;
    u64 *cell = map_cell(&dec->hoisted, operand, &inserted);
    if (inserted) {
        *cell = dec->next_cell;
        dec->next_cell += count;
        for (u32 i = 0; i < count; i++)
            vec_push(&dec->prologue, (Code){.op = CODE_CONST, .d = (u32)*cell + i, .imm = (i64)limbs[i]});
    }
    return (u32)*cell;
}

u32 decode_cell_limbs(Decoder *dec, Operand operand, u32 limbs) {
    if (decode_is_undefined(dec, operand)) {
        u32 cell = decode_scratch(dec, limbs);
        emit_undefined(dec, cell, operand, limbs);
        return cell;
    }
    if (operand_is_constant(operand)) {
        const u64 *value = decode_constant_limbs(dec, operand);
        if (dec->in_loop[dec->block]) return hoisted_cell(dec, operand, value, limbs);
        u32 cell = decode_scratch(dec, limbs);
        emit_constant(dec, cell, value, limbs);
        return cell;
    }
    u32 cell = dec->compiled->register_cells[operand];
    if (dec->flags[operand]) {
        const Variable *variable = &dec->function->variables[dec->function->registers[operand].variable - 1];
        decode_emit(dec, CODE_CHECK_SET, cell, dec->flags[operand], 0, 0)->data = variable;
    }
    return cell;
}

u32 decode_cell(Decoder *dec, Operand operand) {
    return decode_cell_limbs(dec, operand, MAX(1u, type_limbs(operand_type(dec->program, dec->function, operand))));
}

u32 decode_result(Decoder *dec, const Insn *insn) {
    return insn->dst == OPERAND_NONE ? decode_scratch(dec, 2) : dec->compiled->register_cells[insn->dst];
}

void decode_wrote(Decoder *dec, u32 reg) {
    if (reg != OPERAND_NONE && dec->flags[reg]) decode_emit(dec, CODE_CONST, dec->flags[reg], 0, 0, 1);
}

void decode_move(Decoder *dec, u32 to_cell, Operand from, const Type *type) {
    u32 limbs = MAX(1u, type_limbs(type));
    if (decode_is_undefined(dec, from)) {
        emit_undefined(dec, to_cell, from, limbs);
        return;
    }
    if (operand_is_constant(from)) {
        emit_constant(dec, to_cell, decode_constant_limbs(dec, from), limbs);
        return;
    }
    u32 cell = decode_cell_limbs(dec, from, limbs);
    for (u32 i = 0; i < limbs; i++) decode_emit(dec, CODE_MOVE, to_cell + i, cell + i, 0, 0);
}

/* ---- Preparation ---- */

static void count_use(void *context, Operand *read) {
    Decoder *dec = context;
    Operand operand = *read;
    if (operand_is_constant(operand)) return;
    if (dec->last_write[operand] > dec->function->blocks[dec->block].first) dec->uses[dec->last_write[operand] - 1]++;
    else dec->is_local[operand] = false;
}

/* Temporaries share registers, so uses are counted for each write on its own. */
static void count_uses(Decoder *dec) {
    const Function *function = dec->function;
    for (dec->block = 0; dec->block < function->block_count; dec->block++) {
        const Block *block = &function->blocks[dec->block];
        for (u32 i = block->first; i < block->first + block->count; i++) {
            Insn *insn = &function->insns[i];
            insn_visit_reads(function, insn, count_use, dec);
            for (u32 k = 0; k < insn_write_count(function, insn); k++) dec->last_write[insn->dst + k] = i + 1;
        }
    }
}

bool decode_is_used_once(const Decoder *dec, const Insn *insn) {
    return insn->dst != OPERAND_NONE && dec->uses[insn - dec->function->insns] == 1 && dec->is_local[insn->dst] &&
           !dec->function->registers[insn->dst].variable;
}

static bool needs_flag(const Decoder *dec, const Variable *variable) {
    bool is_watched = dec->maker->flags_slots && variable->name && !variable->is_parameter;
    return variable->kind == VARIABLE_SLOT && (variable->maybe_unset || (is_watched && !dec->function->is_library));
}

static void assign_cells(Decoder *dec) {
    Function *function = dec->function;
    Compiled *compiled = dec->compiled;
    compiled->register_cells = arena_alloc(dec->maker->arena, function->register_count * sizeof(u32));
    memset(compiled->register_cells, 0xff, function->register_count * sizeof(u32));
    for (u32 i = 0; i < function->param_count; i++) {
        compiled->register_cells[function->params[i]] = dec->next_cell;
        dec->next_cell += type_limbs(function->registers[function->params[i]].type);
    }
    compiled->param_cells = dec->next_cell;
    for (u32 i = 0; i < function->register_count; i++)
        if (compiled->register_cells[i] == UINT32_MAX) {
            compiled->register_cells[i] = dec->next_cell;
            dec->next_cell += MAX(1u, type_limbs(function->registers[i].type));
        }
    for (u32 i = 0; i < function->variable_count; i++)
        if (needs_flag(dec, &function->variables[i])) dec->flags[function->variables[i].reg] = dec->next_cell++;
}

static void lay_out_objects(Decoder *dec) {
    Function *function = dec->function;
    Compiled *compiled = dec->compiled;
    compiled->objects = ARENA_ARRAY(dec->maker->arena, FrameObject, function->variable_count + 1);
    for (u32 scoped = 0; scoped < 2; scoped++)
        for (u32 i = 0; i < function->variable_count; i++) {
            const Variable *variable = &function->variables[i];
            if (variable->kind != VARIABLE_OBJECT || variable->has_scope != scoped) continue;
            compiled->objects[compiled->object_count++] =
                (FrameObject){variable, compiled->register_cells[variable->reg], compiled->frame_bytes};
            bool is_sparse = dec->maker->sparse_from && variable->size >= dec->maker->sparse_from;
            if (is_sparse) compiled->sparse_bytes += align_up(variable->size, 16);
            else compiled->frame_bytes = (u32)align_up(compiled->frame_bytes + variable->size, 16);
            if (!scoped) compiled->entry_count = compiled->object_count;
        }
}

static void mark_loop(Decoder *dec, u32 from, u32 to) {
    for (u32 block = to; block <= from; block++) dec->in_loop[block] = true;
}

/* Blocks between a jump back and its target count as a loop; good enough to decide what to hoist. */
static void find_loops(Decoder *dec) {
    const Function *function = dec->function;
    for (u32 i = 0; i < function->block_count; i++) {
        const Insn *last = &function->insns[function->blocks[i].first + function->blocks[i].count - 1];
        if (last->op == OP_JUMP || last->op == OP_BRANCH) mark_loop(dec, i, last->b);
        if (last->op == OP_BRANCH) mark_loop(dec, i, last->c);
    }
}

static void count_predecessors(Decoder *dec) {
    const Function *function = dec->function;
    dec->predecessors = xcalloc(function->block_count + 1, sizeof(u32));
    for (u32 i = 0; i < function->block_count; i++) {
        const Insn *last = &function->insns[function->blocks[i].first + function->blocks[i].count - 1];
        if (last->op == OP_JUMP || last->op == OP_BRANCH) dec->predecessors[last->b]++;
        if (last->op == OP_BRANCH) dec->predecessors[last->c]++;
        if (last->op != OP_SWITCH) continue;
        const Switch *table = &function->switches[last->extra];
        dec->predecessors[table->default_target]++;
        for (u32 k = 0; k < table->count; k++) dec->predecessors[table->targets[k]]++;
    }
}

static bool leaves_loop(const Flow *flow, u32 from, u32 to) {
    u32 loop = flow->loop[from];
    return loop != FLOW_NONE && !flow_loop_has(flow, loop, to);
}

/* A block behind a loop counts as one where ways meet. */
static void mark_exits(Decoder *dec) {
    Flow *flow = flow_of(dec->function);
    for (u32 i = 0; i < flow->order_count; i++) {
        u32 from = flow->order[i];
        for (GRAPH_EACH(k, &flow->successors, from)) {
            u32 to = flow->successors.targets[k];
            if (leaves_loop(flow, from, to)) dec->predecessors[to] = MAX(dec->predecessors[to], 2u);
        }
    }
    flow_free(flow);
}

/* Only blocks that loops are entered at count. */
static void mark_heads(Decoder *dec) {
    const Function *function = dec->function;
    if (function->is_library) return;
    Flow *flow = flow_of(function);
    dec->predecessors = xcalloc(function->block_count + 1, sizeof(u32));
    for (u32 i = 0; i < function->block_count; i++)
        if (flow->entered[i] != FLOW_NONE) dec->predecessors[i] = 2;
    flow_free(flow);
}

/* ---- Blocks ---- */

static void decode_insn(Decoder *dec, const Insn *insn) {
    dec->next_scratch = 0;
    dec->is_deferred = false;
    if (!decode_memory(dec, insn) && !decode_control(dec, insn) && !decode_operation(dec, insn))
        decode_scalar(dec, insn);
    u32 written = dec->is_deferred ? 0 : insn_write_count(dec->function, insn);
    for (u32 i = 0; i < written; i++) {
        dec->addresses[insn->dst + i].is_pending = false;
        dec->widened[insn->dst + i] = OPERAND_NONE;
    }
}

static bool feeds_branch(const Decoder *dec, const Insn *insn) {
    return insn->op >= OP_EQ && insn->op <= OP_SLE && insn[1].op == OP_BRANCH && insn[1].a == insn->dst &&
           decode_is_used_once(dec, insn);
}

static void decode_block(Decoder *dec, u32 block) {
    const Block *b = &dec->function->blocks[block];
    if (dec->maker->counts_blocks) {
        dec->insn = b->first;
        decode_emit(dec, CODE_BLOCK, 0, 0, 0, dec->compiled->first_block + block);
    } else if (dec->maker->has_pulses) {
        dec->insn = b->first;
        decode_emit(dec, CODE_PULSE, 0, 0, 0, 0);
    }
    if (dec->predecessors && dec->predecessors[block] > 1) decode_emit(dec, CODE_JOIN, 0, 0, 0, block);
    for (u32 i = 0; i < b->count; i++) {
        const Insn *insn = &dec->function->insns[b->first + i];
        dec->insn = b->first + i;
        if (i + 1 < b->count && feeds_branch(dec, insn)) {
            dec->next_scratch = 0;
            if (decode_fused_compare(dec, insn, insn + 1)) return;
        }
        decode_insn(dec, insn);
    }
}

/* A jump back to a block that only compares and branches is better replaced by that block. */
static bool is_worth_repeating(const Decoder *dec, u32 target) {
    const Block *block = &dec->function->blocks[target];
    if (dec->maker->marks_loops) return false;
    return !dec->is_repeating && target <= dec->block && block->count <= 4 &&
           dec->function->insns[block->first + block->count - 1].op == OP_BRANCH;
}

static void decode_jump(Decoder *dec, u32 target) {
    if (is_worth_repeating(dec, target)) {
        dec->is_repeating = true;
        decode_block(dec, target);
        dec->is_repeating = false;
        return;
    }
    if (target == dec->block + 1 && !dec->is_repeating) return;
    vec_push(&dec->fixups, (Fixup){dec->code.count, target});
    decode_emit(dec, CODE_JUMP, 0, 0, 0, 0);
}

void decode_branch(Decoder *dec, CodeOp op, CodeOp inverse, u32 a, u32 b, i64 imm, u32 then, u32 otherwise) {
    bool falls_into_then = then == dec->block + 1;
    vec_push(&dec->fixups, (Fixup){dec->code.count, falls_into_then ? otherwise : then});
    decode_emit(dec, falls_into_then ? inverse : op, 0, a, b, imm);
    u32 rest = falls_into_then ? then : otherwise;
    if (rest == dec->block + 1) return;
    vec_push(&dec->fixups, (Fixup){dec->code.count, rest});
    decode_emit(dec, CODE_JUMP, 0, 0, 0, 0);
}

/* ---- Finishing ---- */

static u32 placed(const Decoder *dec, u32 cell) {
    if (cell >= OUTGOING && cell < 2 * OUTGOING)
        return cell - OUTGOING + dec->compiled->cells + dec->maker->frame_cells;
    if (cell >= SCRATCH && cell < 2 * SCRATCH) return cell - SCRATCH + dec->next_cell;
    return cell;
}

static void place_cells(Decoder *dec) {
    dec->compiled->scratch = dec->next_cell;
    dec->compiled->cells = dec->next_cell + dec->most_scratch;
    for (u32 i = 0; i < dec->code.count; i++) {
        Code *code = &dec->code.at[i];
        code->d = placed(dec, code->d);
        code->a = placed(dec, code->a);
        code->b = placed(dec, code->b);
        if (code_infos[code->op].form == FORM_RRR) code->imm = placed(dec, (u32)code->imm);
    }
    for (u32 i = 0; i < dec->scalars.count; i++) {
        ScalarOp *op = dec->scalars.at[i];
        op->d = placed(dec, op->d);
        op->a.cell = placed(dec, op->a.cell);
        op->b.cell = placed(dec, op->b.cell);
        op->c.cell = placed(dec, op->c.cell);
    }
}

static void finish(Decoder *dec) {
    Compiled *compiled = dec->compiled;
    u32 shift = dec->prologue.count;
    place_cells(dec);
    for (u32 i = 0; i < dec->fixups.count; i++) {
        Fixup fixup = dec->fixups.at[i];
        dec->code.at[fixup.code].d = compiled->block_starts[fixup.block] - fixup.code;
    }
    for (u32 i = 0; i < dec->tables.count; i++) {
        SwitchTable *table = dec->tables.at[i];
        for (u32 k = 0; k < table->count; k++) table->targets[k] = compiled->block_starts[table->targets[k]] + shift;
        table->default_target = compiled->block_starts[table->default_target] + shift;
    }
    for (u32 i = 0; i < dec->function->block_count; i++) compiled->block_starts[i] += shift;
    compiled->code_count = shift + dec->code.count;
    compiled->code = arena_alloc(dec->maker->arena, compiled->code_count * sizeof(Code));
    compiled->origins = ARENA_ARRAY(dec->maker->arena, u32, compiled->code_count);
    if (shift) memcpy(compiled->code, dec->prologue.at, shift * sizeof(Code));
    if (!dec->code.count) return;
    memcpy(compiled->code + shift, dec->code.at, dec->code.count * sizeof(Code));
    memcpy(compiled->origins + shift, dec->origins.at, dec->code.count * sizeof(u32));
}

static void decoder_free(Decoder *dec) {
    vec_free(&dec->code);
    vec_free(&dec->origins);
    vec_free(&dec->prologue);
    vec_free(&dec->fixups);
    vec_free(&dec->tables);
    vec_free(&dec->scalars);
    map_free(&dec->hoisted);
    free(dec->uses);
    free(dec->is_local);
    free(dec->last_write);
    free(dec->addresses);
    free(dec->widened);
    free(dec->in_loop);
    free(dec->predecessors);
}

static void decode_body(Decoder *dec) {
    const Function *function = dec->function;
    if (dec->compiled->object_count) vec_push(&dec->prologue, (Code){.op = CODE_ENTER});
    for (u32 i = 0; i < function->register_count; i++)
        if (dec->flags[i]) vec_push(&dec->prologue, (Code){.op = CODE_CONST, .d = dec->flags[i], .imm = 0});
    for (dec->block = 0; dec->block < function->block_count; dec->block++) {
        dec->compiled->block_starts[dec->block] = dec->code.count;
        const Block *block = &function->blocks[dec->block];
        const Insn *last = &function->insns[block->first + block->count - 1];
        decode_block(dec, dec->block);
        if (last->op == OP_JUMP) decode_jump(dec, last->b);
    }
}

const Compiled *decode_function(CodeMaker *maker, Function *function, Error *error) {
    if (function->compiled) return function->compiled;
    if (!program_body(maker->program, function, error)) return NULL;
    Compiled *compiled = ARENA_NEW(maker->arena, Compiled);
    compiled->function = function;
    compiled->result_cells = function->result_count;
    u32 registers = function->register_count + 1;
    Decoder dec = {.maker = maker, .program = maker->program, .function = function, .compiled = compiled};
    dec.is_32 = maker->program->pointer_bytes == 4;
    dec.uses = xcalloc(function->insn_count + 1, sizeof *dec.uses);
    dec.last_write = xcalloc(registers, sizeof *dec.last_write);
    dec.is_local = xmalloc(registers * sizeof *dec.is_local);
    memset(dec.is_local, true, registers * sizeof *dec.is_local);
    dec.addresses = xcalloc(registers, sizeof *dec.addresses);
    dec.widened = xmalloc(registers * sizeof *dec.widened);
    memset(dec.widened, 0xff, registers * sizeof *dec.widened);
    dec.flags = compiled->set_flags = ARENA_ARRAY(maker->arena, u32, registers);
    dec.in_loop = xcalloc(function->block_count + 1, sizeof *dec.in_loop);
    compiled->block_starts = ARENA_ARRAY(maker->arena, u32, function->block_count + 1);
    if (maker->counts_blocks) maker->number_blocks(maker->self, compiled);
    count_uses(&dec);
    assign_cells(&dec);
    lay_out_objects(&dec);
    find_loops(&dec);
    if (maker->marks_joins) count_predecessors(&dec);
    if (maker->marks_joins && maker->marks_loops) mark_exits(&dec);
    if (maker->marks_heads) mark_heads(&dec);
    decode_body(&dec);
    finish(&dec);
    decoder_free(&dec);
    maker->functions_decoded++;
    if (error_is_set(error)) return NULL;
    function->compiled = compiled;
    return compiled;
}
