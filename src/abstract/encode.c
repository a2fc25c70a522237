/* States, scalars and addresses. */
#include "abstract/encode_inside.h"

#include "base/text.h"
#include "semantics/lift_ops.h"

#include <string.h>

/* ---- Rows ---- */

Row *row_new(u32 count) {
    Row *row = xcalloc(1, sizeof *row + count * sizeof(Term *));
    row->references = 1;
    row->count = count;
    return row;
}

Row *row_keep(Row *row) {
    row->references++;
    return row;
}

void row_release(Row *row) {
    if (row && !--row->references) free(row);
}

void row_set(Row **row, u32 index, Term *term) {
    if ((*row)->references > 1 || index >= (*row)->count) {
        Row *copy = row_new(MAX((*row)->count, index + 1));
        memcpy(copy->at, (*row)->at, (*row)->count * sizeof(Term *));
        row_release(*row);
        *row = copy;
    }
    (*row)->at[index] = term;
}

/* ---- States ---- */

BlockState block_state_copy(const BlockState *state) {
    BlockState copy = *state;
    vec_copy(&copy.frames, &state->frames);
    for (u32 i = 0; i < copy.frames.count; i++) row_keep(copy.frames.at[i]);
    row_keep(copy.memory);
    row_keep(copy.counters);
    return copy;
}

void block_state_free(BlockState *state) {
    for (u32 i = 0; i < state->frames.count; i++) row_release(state->frames.at[i]);
    vec_free(&state->frames);
    row_release(state->memory);
    row_release(state->counters);
    *state = (BlockState){0};
}

const Guard *guard_add(BlockRun *run, const Guard *before, Term *condition) {
    if (term_is_true(condition)) return before;
    Guard *guard = ARENA_NEW(&run->arena, Guard);
    *guard = (Guard){.before = before, .condition = condition, .depth = before ? before->depth + 1 : 1};
    return guard;
}

Term *guard_since(TermStore *terms, const Guard *guard, const Guard *from) {
    Term *all = term_true(terms);
    for (; guard != from; guard = guard->before) all = term_and(terms, guard->condition, all);
    return all;
}

Term *guard_term(TermStore *terms, const Guard *guard) { return guard_since(terms, guard, NULL); }

void encode_assume(Running *run, BlockState *state, Term *condition) {
    state->guard = guard_add(run->out, state->guard, condition);
}

bool state_is_dead(const BlockState *state) { return state->guard && term_is_false(state->guard->condition); }

void state_exit(Running *run, BlockState *state, Term *condition, ExitKind end, const char *why) {
    if (term_is_false(condition)) return;
    BlockExit exit = {.end = end, .state = block_state_copy(state), .why = why};
    exit.state.guard = guard_add(run->out, state->guard, condition);
    const Context *context = state->context;
    u32 insn = state->insn;
    while (context->function->is_library && context->caller) { /* errors are spoken of where the user's code is */
        insn = context->call;
        context = context->caller;
    }
    if (insn < context->function->insn_count) exit.location = context->function->insns[insn].location;
    vec_push(&run->out->exits, exit);
}

Term *state_input(Running *run, BlockState *state, u32 bits, u32 which, const char *name) {
    Text symbol = {0};
    text_printf(&symbol, "in.%u.%u.%u", state->context->number, state->insn, which);
    BlockInput input = {.guard = state->guard,
                        .symbol = term_symbol(run->e->terms, symbol.chars, bits),
                        .name = name,
                        .bytes = (bits + 7) / 8};
    vec_push(&run->out->inputs, input);
    text_free(&symbol);
    return input.symbol;
}

Term *state_unknown(Running *run, BlockState *state, u32 bits, u32 which) {
    return state_input(run, state, bits, which, NULL);
}

u32 encode_bits(const Type *type) { return type->kind == TYPE_POINTER ? 64 : MAX(type->bits, 1u); }

static Term *constant_term(Running *run, BlockState *state, u32 index) {
    enum { OF_CONSTANT = 1 << 20 };
    Encoder *e = run->e;
    const Constant *constant = &e->program->constants.at[index];
    u32 bits = encode_bits(constant->type);
    if (constant->kind == CONSTANT_UNDEF || constant->kind == CONSTANT_POISON)
        return state_unknown(run, state, bits, OF_CONSTANT + index);
    bool is_number = constant->kind == CONSTANT_INT || constant->kind == CONSTANT_FLOAT;
    if (is_number && bits > 64) return term_const_wide(e->terms, bits, constant->limbs);
    return term_const(e->terms, bits, space_constant(&e->space, constant) & low_mask(bits));
}

/* With EncodeOptions.all_in_memory: a variable that nothing has the address of. */
static bool is_in_memory(const Encoder *e, const Function *function, u32 reg) {
    u32 variable = function->registers[reg].variable;
    return e->options.all_in_memory && variable && function->variables[variable - 1].kind == VARIABLE_SLOT &&
           encode_bits(function->registers[reg].type) <= 64;
}

/* The register has the address of a variable of its own, which is the same as long as the call is under way. */
static bool is_address(const Function *function, u32 reg, u32 *variable) {
    *variable = function->registers[reg].variable - 1;
    return function->registers[reg].variable && function->variables[*variable].kind == VARIABLE_OBJECT &&
           function->variables[*variable].reg == reg;
}

Term *state_operand(Running *run, BlockState *state, Operand operand) {
    enum { OF_UNSET = 1 << 22 };
    if (operand_is_constant(operand)) return constant_term(run, state, operand_index(operand));
    const Function *function = state->context->function;
    u32 variable;
    if (is_address(function, operand, &variable))
        return term_const(run->e->terms, 64, space_local(&run->e->space, state->context, variable));
    if (is_in_memory(run->e, function, operand)) return encode_variable(run, state, operand);
    Term *term = vec_last(&state->frames)->at[operand];
    return term ? term : state_unknown(run, state, encode_bits(function->registers[operand].type), OF_UNSET + operand);
}

void state_set(Running *run, BlockState *state, u32 reg, Term *term) {
    if (is_in_memory(run->e, state->context->function, reg)) encode_set_variable(run, state, reg, term);
    else row_set(&vec_last(&state->frames), reg, term);
}

/* ---- Scalars ---- */

static void to_limbs(TermStore *terms, Term *whole, Term **limbs) {
    for (u32 low = 0; low < whole->width; low += 64)
        limbs[low / 64] = term_zext(terms, term_extract(terms, whole, low, MIN(whole->width - low, 64u)), 64);
}

static Term *from_limbs(TermStore *terms, Term *const *limbs, u32 bits) {
    Term *whole = term_extract(terms, limbs[0], 0, MIN(bits, 64u));
    for (u32 low = 64; low < bits; low += 64)
        whole = term_concat(terms, term_extract(terms, limbs[low / 64], 0, MIN(bits - low, 64u)), whole);
    return whole;
}

/* What becomes of a failing operation: the run ends (division), it is the error that is looked for, or the value may be
 * anything. */
static Term *after_trap(Running *run, BlockState *state, const Insn *insn, Term *value, Term *trap) {
    TermStore *terms = run->e->terms;
    switch ((Op)insn->op) {
    case OP_UDIV:
    case OP_SDIV:
    case OP_UREM:
    case OP_SREM: encode_assume(run, state, term_not(terms, trap)); return value;
    case OP_CHECK: return value;
    default: break;
    }
    if (run->e->options.finds_overflows && scalar_failure_is_error(insn)) {
        state_exit(run, state, trap, EXIT_ERROR, NULL);
        encode_assume(run, state, term_not(terms, trap));
        return value;
    }
    return term_ite(terms, trap, state_unknown(run, state, value->width, 0), value);
}

void encode_scalar(Running *run, BlockState *state, const Insn *insn) {
    enum { MOST_LIMBS = 16 };
    const Function *function = state->context->function;
    TermStore *terms = run->e->terms;
    const Type *result = function->registers[insn->dst].type;
    ScalarOp op = {.insn = insn,
                   .type = operand_type(run->e->program, function, insn->op == OP_SELECT ? insn->b : insn->a),
                   .result_type = result,
                   .result_bits = encode_bits(result)};
    op.bits = encode_bits(op.type);
    Term *limbs[4][MOST_LIMBS] = {0}, *trap = NULL;
    Operand operands[] = {insn->a, insn->b, insn->c};
    bool is_small = op.bits <= MOST_LIMBS * 64 && op.result_bits <= MOST_LIMBS * 64;
    for (u32 i = 0; i < 3 && is_small; i++)
        if (operands[i] != OPERAND_NONE) to_limbs(terms, state_operand(run, state, operands[i]), limbs[i]);
    Term *const *b = insn->b != OPERAND_NONE ? limbs[1] : NULL, *const *c = insn->c != OPERAND_NONE ? limbs[2] : NULL;
    if (!is_small || !lift_scalar(terms, &op, limbs[0], b, c, limbs[3], &trap)) {
        state_set(run, state, insn->dst, state_unknown(run, state, op.result_bits, 0));
        return;
    }
    Term *value = from_limbs(terms, limbs[3], op.result_bits);
    state_set(run, state, insn->dst, trap ? after_trap(run, state, insn, value, trap) : value);
}

/* ---- Pointers ---- */

/* Which of two objects comes first is not known. */
void encode_order(Running *run, BlockState *state, const Insn *insn) {
    TermStore *terms = run->e->terms;
    const Space *space = &run->e->space;
    Term *a = state_operand(run, state, insn->a), *b = state_operand(run, state, insn->b);
    Term *same = term_eq(terms, space_entity_term(space, a), space_entity_term(space, b));
    bool is_strict = insn->op == OP_ULT || insn->op == OP_SLT;
    Term *inside =
        (is_strict ? term_ult : term_ule)(terms, space_position_term(space, a), space_position_term(space, b));
    Term *outside = term_is_true(same) ? inside : state_unknown(run, state, 1, 0);
    state_set(run, state, insn->dst, term_ite(terms, same, inside, outside));
}

void encode_difference(Running *run, BlockState *state, const Insn *insn) {
    TermStore *terms = run->e->terms;
    const Space *space = &run->e->space;
    u32 bits = encode_bits(insn->type);
    Term *a = state_operand(run, state, insn->a), *b = state_operand(run, state, insn->b);
    Term *same = term_eq(terms, space_entity_term(space, a), space_entity_term(space, b));
    Term *inside = term_sub(terms, space_position_term(space, a), space_position_term(space, b));
    inside = bits > space->position_bits ? term_sext(terms, inside, bits) : term_extract(terms, inside, 0, bits);
    Term *outside = term_is_true(same) ? inside : state_unknown(run, state, bits, 0);
    state_set(run, state, insn->dst, term_ite(terms, same, inside, outside));
}

void encode_field(Running *run, BlockState *state, const Insn *insn) {
    TermStore *terms = run->e->terms;
    u64 field = run->e->program->constants.at[operand_index(insn->b)].limbs[0];
    Term *delta = term_const(terms, 64, insn->type->fields[field].offset);
    state_set(run, state, insn->dst, address_step(run, state, state_operand(run, state, insn->a), delta));
}

void encode_index(Running *run, BlockState *state, const Insn *insn) {
    TermStore *terms = run->e->terms;
    Term *index = state_operand(run, state, insn->b);
    index = index->width < 64 ? term_sext(terms, index, 64) : term_extract(terms, index, 0, 64);
    Term *delta = term_mul(terms, index, term_const(terms, 64, insn->type->size));
    state_set(run, state, insn->dst, address_step(run, state, state_operand(run, state, insn->a), delta));
}
