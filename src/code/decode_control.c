/* Decoding of calls, returns and jumps. */
#include "code/decode.h"

#include <stdlib.h>
#include <string.h>

/* ---- Switch ---- */

typedef struct {
    u64 value;
    u32 target;
} Case;

static int by_value(const void *a, const void *b) {
    u64 x = ((const Case *)a)->value, y = ((const Case *)b)->value;
    return x < y ? -1 : x > y;
}

static void fill_dense(Decoder *dec, SwitchTable *table, const Switch *source, u64 low, u64 range) {
    table->is_dense = true;
    table->low = low;
    table->count = (u32)range + 1;
    table->targets = arena_alloc(dec->maker->arena, table->count * sizeof(u32));
    for (u32 i = 0; i < table->count; i++) table->targets[i] = source->default_target;
    for (u32 i = 0; i < source->count; i++)
        table->targets[(source->values[i] - low) & table->mask] = source->targets[i];
}

static void fill_sparse(Decoder *dec, SwitchTable *table, const Switch *source) {
    table->count = source->count;
    table->targets = arena_alloc(dec->maker->arena, (source->count + 1) * sizeof(u32));
    table->values = arena_alloc(dec->maker->arena, ((u64)source->count * table->limbs + 1) * sizeof(u64));
    if (table->limbs > 1) {
        memcpy(table->targets, source->targets, source->count * sizeof(u32));
        memcpy(table->values, source->values, (u64)source->count * table->limbs * sizeof(u64));
        return;
    }
    Case *cases = xmalloc((source->count + 1) * sizeof *cases);
    for (u32 i = 0; i < source->count; i++) cases[i] = (Case){source->values[i], source->targets[i]};
    qsort(cases, source->count, sizeof *cases, by_value);
    for (u32 i = 0; i < source->count; i++) {
        table->values[i] = cases[i].value;
        table->targets[i] = cases[i].target;
    }
    free(cases);
}

static void decode_switch(Decoder *dec, const Insn *insn) {
    const Switch *source = &dec->function->switches[insn->extra];
    const Type *type = operand_type(dec->program, dec->function, insn->a);
    SwitchTable *table = ARENA_NEW(dec->maker->arena, SwitchTable);
    table->limbs = type_limbs(type);
    table->mask = low_mask(MIN(64u, type->bits));
    table->default_target = source->default_target;
    i64 low = INT64_MAX, high = INT64_MIN;
    for (u32 i = 0; i < source->count && table->limbs == 1; i++) {
        i64 value = sign_extend(source->values[i], type->bits);
        low = MIN(low, value);
        high = MAX(high, value);
    }
    u64 range = (u64)high - (u64)low;
    if (source->count && table->limbs == 1 && range < (u64)source->count * 4 + 16)
        fill_dense(dec, table, source, (u64)low & table->mask, range);
    else fill_sparse(dec, table, source);
    vec_push(&dec->tables, table);
    u32 a = decode_cell(dec, insn->a);
    decode_emit(dec, CODE_SWITCH, 0, a, 0, 0)->data = table;
}

/* ---- Calls ---- */

static bool has_byval(const Call *call) {
    for (u32 i = 0; i < call->arg_count; i++)
        if (call->args[i].byval) return true;
    return false;
}

/* Arguments go straight into the cells of the callee. Copies of structs live until the call is over. */
static void pass_arguments(Decoder *dec, const Call *call, CallSite *site) {
    for (u32 i = 0; i < call->arg_count; i++) {
        const Argument *arg = &call->args[i];
        if (i == call->fixed_count) site->fixed_cells = site->arg_cells;
        if (arg->byval) {
            u32 from = decode_cell(dec, arg->value);
            u32 align = MAX(1u, MAX(arg->byval_align, arg->byval->align));
            Code *code =
                decode_emit(dec, CODE_COPY_ARGUMENT, OUTGOING + site->arg_cells, from, 0, (i64)arg->byval->size);
            code->aux = (u16)(31 - __builtin_clz(align));
        } else {
            decode_move(dec, OUTGOING + site->arg_cells, arg->value, arg->type);
        }
        site->arg_cells += MAX(1u, type_limbs(arg->type));
    }
    if (call->fixed_count >= call->arg_count) site->fixed_cells = site->arg_cells;
}

static u32 result_cells(const Decoder *dec, const Insn *insn, const Call *call) {
    u32 cells = 0;
    for (u32 i = 0; i < call->dst_count; i++) cells += type_limbs(dec->function->registers[insn->dst + i].type);
    return cells;
}

/* Of the user's functions by each other, known or through a pointer. */
static bool is_marked(const Decoder *dec, const CallSite *site) {
    if (!dec->maker->marks_heads || dec->function->is_library) return false;
    return !site->function || (site->function->has_body && !site->function->is_library && !site->function->is_unknown);
}

static void decode_call(Decoder *dec, const Insn *insn) {
    const Call *call = &dec->function->calls[insn->extra];
    CallSite *site = ARENA_NEW(dec->maker->arena, CallSite);
    site->call = call;
    site->insn = insn;
    site->result_cells = result_cells(dec, insn, call);
    bool direct =
        operand_is_constant(insn->a) && dec->program->constants.at[operand_index(insn->a)].kind == CONSTANT_FUNCTION;
    if (direct) site->function = dec->program->constants.at[operand_index(insn->a)].function;
    u32 callee = direct ? 0 : decode_cell(dec, insn->a);
    bool copies = has_byval(call);
    u32 mark = copies ? decode_scratch(dec, 1) : 0;
    if (copies) decode_emit(dec, CODE_STACK_SAVE, mark, 0, 0, 0);
    pass_arguments(dec, call, site);
    u32 result = insn->dst == OPERAND_NONE ? decode_scratch(dec, 2) : dec->compiled->register_cells[insn->dst];
    if (is_marked(dec, site)) decode_emit(dec, CODE_MARK_CALL, 0, 0, 0, 0)->data = site;
    decode_emit(dec, direct ? CODE_CALL_FIRST : CODE_CALL_POINTER, result, OUTGOING, callee, 0)->data = site;
    if (copies) decode_emit(dec, CODE_STACK_RESTORE, 0, mark, 0, 0);
    if (is_marked(dec, site)) decode_emit(dec, CODE_MARK_CALL, 1, 0, 0, 0)->data = site;
    for (u32 i = 0; i < call->dst_count; i++) decode_wrote(dec, insn->dst + i);
}

static bool needs_leave(const Decoder *dec) {
    if (dec->compiled->object_count) return true;
    for (u32 i = 0; i < dec->function->insn_count; i++)
        if (dec->function->insns[i].op == OP_ALLOCA || dec->function->insns[i].op == OP_VA_START) return true;
    return false;
}

static void decode_return(Decoder *dec, const Insn *insn) {
    const Operand *values = &dec->function->returns[insn->extra];
    u32 count = insn->c, cells = 0;
    for (u32 i = 0; i < count; i++) cells += type_limbs(operand_type(dec->program, dec->function, values[i]));
    dec->compiled->result_cells = cells;
    u32 first = 0;
    if (cells == 1) {
        first = decode_cell(dec, values[0]);
    } else if (cells) {
        u32 next = first = decode_scratch(dec, cells);
        for (u32 i = 0; i < count; i++) {
            const Type *type = operand_type(dec->program, dec->function, values[i]);
            decode_move(dec, next, values[i], type);
            next += type_limbs(type);
        }
    }
    if (needs_leave(dec)) decode_emit(dec, CODE_LEAVE, 0, 0, 0, 0);
    decode_emit(dec, cells == 0 ? CODE_RETURN : cells == 1 ? CODE_RETURN1 : CODE_RETURN_MANY, 0, first, cells, 0);
}

bool decode_control(Decoder *dec, const Insn *insn) {
    switch ((Op)insn->op) {
    case OP_CALL: decode_call(dec, insn); return true;
    case OP_JUMP: return true; /* placed by the block */
    case OP_BRANCH: {
        u32 a = decode_cell(dec, insn->a);
        decode_branch(dec, CODE_BR, CODE_BR_NOT, a, 0, 0, insn->b, insn->c);
        return true;
    }
    case OP_SWITCH: decode_switch(dec, insn); return true;
    case OP_JUMP_INDIRECT: decode_emit(dec, CODE_JUMP_INDIRECT, 0, decode_cell(dec, insn->a), 0, 0); return true;
    case OP_RETURN: decode_return(dec, insn); return true;
    case OP_UNREACHABLE: decode_emit(dec, CODE_UNREACHABLE, 0, 0, 0, 0); return true;
    case OP_UNSUPPORTED: decode_emit(dec, CODE_UNSUPPORTED, 0, 0, 0, 0); return true;
    default: return false;
    }
}
