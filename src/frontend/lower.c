/* Lowering a body: from the plan of blocks over the instructions to a tidied Function. */
#include "frontend/lower.h"

#include "program/tidy.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

/* ---- Emitting ---- */

Insn *emit(Lowering *lower, Op op, const Type *type, u32 dst, Operand a, Operand b, Operand c) {
    vec_push(&lower->insns,
             (Insn){.op = (u16)op, .dst = dst, .a = a, .b = b, .c = c, .type = type, .location = lower->location});
    return &vec_last(&lower->insns);
}

u32 new_register(Lowering *lower, const Type *type) {
    vec_push(&lower->registers, (Register){.type = type});
    return lower->registers.count - 1;
}

Operand emit_value(Lowering *lower, Op op, const Type *type, Operand a, Operand b) {
    u32 dst = new_register(lower, type);
    emit(lower, op, type, dst, a, b, OPERAND_NONE);
    return dst;
}

Operand emit_compare(Lowering *lower, Op op, const Type *type, Operand a, Operand b) {
    u32 dst = new_register(lower, int_type(lower->fe, 1));
    emit(lower, op, type, dst, a, b, OPERAND_NONE);
    return dst;
}

Operand emit_select(Lowering *lower, const Type *type, Operand condition, Operand yes, Operand no) {
    u32 dst = new_register(lower, type);
    emit(lower, OP_SELECT, type, dst, condition, yes, no);
    return dst;
}

Insn *emit_unsupported(Lowering *lower, const char *format, ...) {
    Text text = {0};
    va_list args;
    va_start(args, format);
    text_vprintf(&text, format, args);
    va_end(args);
    char *copy = arena_strdup(&lower->program->arena, text.chars);
    text_free(&text);
    vec_push(&lower->texts, copy);
    Insn *insn = emit(lower, OP_UNSUPPORTED, NULL, OPERAND_NONE, OPERAND_NONE, OPERAND_NONE, OPERAND_NONE);
    insn->extra = lower->texts.count - 1;
    return insn;
}

Operand number_operand(Lowering *lower, const Type *type, u64 number) {
    return program_int_operand(lower->program, type, number);
}

Operand undefined_operand(Lowering *lower, const Type *type) {
    return OPERAND_CONSTANT | program_add_constant(lower->program, (Constant){.kind = CONSTANT_UNDEF, .type = type});
}

u32 result_registers(Lowering *lower, LLVMValueRef value) {
    u64 known;
    if (map_get(&lower->values, (u64)(uintptr_t)value, &known)) return (u32)known;
    const Scalars *scalars = scalars_of(lower->fe, LLVMTypeOf(value));
    u32 first = lower->registers.count;
    for (u32 i = 0; i < scalars->count; i++) new_register(lower, scalars->types[i]);
    map_put(&lower->values, (u64)(uintptr_t)value, first);
    return first;
}

/* ---- Instructions ---- */

static bool is_supported(Lowering *lower, LLVMValueRef instruction) {
    if (!scalars_of(lower->fe, LLVMTypeOf(instruction))->is_supported) return false;
    u32 count = (u32)LLVMGetNumOperands(instruction);
    for (u32 i = 0; i < count; i++) {
        LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(instruction, i));
        LLVMTypeKind kind = LLVMGetTypeKind(type);
        if (kind == LLVMLabelTypeKind || kind == LLVMMetadataTypeKind || kind == LLVMPointerTypeKind ||
            kind == LLVMIntegerTypeKind)
            continue;
        if (!scalars_of(lower->fe, type)->is_supported) return false;
    }
    return true;
}

void lower_instruction(Lowering *lower, LLVMValueRef instruction) {
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    lower->location = debug_location(lower->fe, LLVMInstructionGetDebugLoc(instruction));
    if (opcode == LLVMCall) lower_call(lower, instruction);
    else if (!is_supported(lower, instruction)) emit_unsupported(lower, "a value of a type that no register holds");
    else if (!lower_arithmetic(lower, instruction, opcode) && !lower_memory(lower, instruction, opcode) &&
             !lower_vectors(lower, instruction, opcode))
        emit_unsupported(lower, "an LLVM instruction that C has no use for (opcode %d)", (int)opcode);
}

/* ---- Blocks ---- */

static void lower_instructions(Lowering *lower, const BlockPlan *plan) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(plan->block); i && i != plan->terminator;
         i = LLVMGetNextInstruction(i))
        if (!LLVMIsAPHINode(i) && !is_unevaluated(lower, i)) lower_instruction(lower, i);
}

static void begin_block(Lowering *lower, u32 number) {
    assert(number == lower->blocks.count);
    vec_push(&lower->blocks, (Block){.first = lower->insns.count});
}

static void end_block(Lowering *lower) {
    vec_last(&lower->blocks).count = lower->insns.count - vec_last(&lower->blocks).first;
}

/* The block and those joined to it. */
static void lower_chain(Lowering *lower, BlockPlan *plan) {
    begin_block(lower, plan->number);
    lower_phi_inputs(lower, plan);
    if (plan == lower->plan) lower_hook(lower, false);
    for (;;) {
        lower_instructions(lower, plan);
        lower->location = debug_location(lower->fe, LLVMInstructionGetDebugLoc(plan->terminator));
        lower_folded(lower, plan->terminator);
        i32 next = plan->jump;
        if (next < 0 || !lower->plan[next].is_joined) break;
        lower_edge_moves(lower, plan_of(lower, plan->block), (u32)next);
        plan = &lower->plan[next];
    }
    lower_terminator(lower, plan, plan->terminator);
    end_block(lower);
}

void lower_edge_blocks(Lowering *lower) {
    for (u32 i = 0; i < lower->edge_count; i++) {
        EdgeBlock edge = lower->edges[i];
        begin_block(lower, edge.number);
        lower->location = edge.location;
        lower_edge_moves(lower, edge.from, edge.to);
        emit(lower, OP_JUMP, NULL, OPERAND_NONE, OPERAND_NONE, lower->plan[edge.to].number, OPERAND_NONE);
        end_block(lower);
    }
}

/* ---- Functions ---- */

static void lower_parameters(Lowering *lower) {
    u32 count = LLVMCountParams(lower->llvm);
    VEC(u32) params = {0};
    for (u32 i = 0; i < count; i++) {
        LLVMValueRef param = LLVMGetParam(lower->llvm, i);
        const Scalars *scalars = scalars_of(lower->fe, LLVMTypeOf(param));
        u32 first = result_registers(lower, param);
        for (u32 k = 0; k < scalars->count; k++) vec_push(&params, first + k);
    }
    lower->function->params = arena_copy(&lower->program->arena, params.at, params.count * sizeof(u32));
    lower->function->param_count = params.count;
    vec_free(&params);
}

#define MOVE_TO_FUNCTION(function, arena, vector, field, count_field)                                                  \
    do {                                                                                                               \
        (function)->field = arena_copy(arena, (vector).at, (vector).count * sizeof *(vector).at);                      \
        (function)->count_field = (vector).count;                                                                      \
        vec_free(&(vector));                                                                                           \
    } while (0)

static void fold_conditions(Lowering *lower) {
    program_find_unset_slots(lower->function, lower->program);
    if (program_fold_conditions(lower->function, lower->program)) program_forward_moves(lower->function);
}

/* The instructions stay in the growing array while passes shorten them. */
static void finish(Lowering *lower) {
    Function *function = lower->function;
    Arena *arena = &lower->program->arena;
    MOVE_TO_FUNCTION(function, arena, lower->blocks, blocks, block_count);
    MOVE_TO_FUNCTION(function, arena, lower->variables, variables, variable_count);
    MOVE_TO_FUNCTION(function, arena, lower->calls, calls, call_count);
    MOVE_TO_FUNCTION(function, arena, lower->switches, switches, switch_count);
    MOVE_TO_FUNCTION(function, arena, lower->returns, returns, return_count);
    MOVE_TO_FUNCTION(function, arena, lower->texts, texts, text_count);
    function->registers = lower->registers.at;
    function->register_count = lower->registers.count;
    function->insns = lower->insns.at;
    function->insn_count = lower->insns.count;
    program_remove_dead(function);
    program_forward_moves(function);
    if (lower->program->fold_conditions) fold_conditions(lower);
    program_compact_registers(function, arena);
    function->insns = arena_copy(arena, function->insns, function->insn_count * sizeof(Insn));
    vec_free(&lower->registers);
    vec_free(&lower->insns);
    program_find_unset_slots(function, lower->program);
    function->is_lowered = true;
}

static void free_plan(Lowering *lower) {
    Map *const maps[] = {&lower->values, &lower->slots,      &lower->plan_index, &lower->checked,
                         &lower->folded, &lower->conditions, &lower->phi_inputs, &lower->unevaluated};
    for (u32 i = 0; i < COUNT_OF(maps); i++) map_free(maps[i]);
    vec_free(&lower->checks);
    vec_free(&lower->folds);
    free(lower->plan);
    free(lower->edges);
}

static void lower_function(Lowering *lower) {
    lower->function->result_count =
        scalars_of(lower->fe, LLVMGetReturnType(LLVMGlobalGetValueType(lower->llvm)))->count;
    lower_parameters(lower);
    plan_blocks(lower);
    lower_variables(lower);
    for (u32 i = 0; i < lower->plan_count; i++)
        if (lower->plan[i].is_reached && !lower->plan[i].is_joined) lower_chain(lower, &lower->plan[i]);
    lower_edge_blocks(lower);
    finish(lower);
}

bool lower_body(Program *program, Function *function, Error *error) {
    Frontend *fe = frontend_of(program);
    if (!link_library_function(fe, function, error)) return false;
    Source *source = function->source;
    Lowering lower = {.fe = fe,
                      .program = program,
                      .module = source->module,
                      .function = function,
                      .llvm = source->value,
                      .error = error};
    Module *outer = fe->current;
    fe->current = source->module;
    lower_function(&lower);
    free_plan(&lower);
    fe->current = outer;
    return !error_is_set(error);
}
