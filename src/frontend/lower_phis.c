/* Phis as moves on the edges into their block. All phis of a block take their values at once, so the
 * moves of an edge are a parallel copy: put in an order where no source is overwritten too early, with
 * a temporary where they form a circle.
 *
 * The moves stand at the end of the block that the edge leaves if that is its only way out, else in a
 * block of their own. An indirect jump cannot go through such a block; the phis that it may reach get
 * registers of their own for the incoming values, which are moved to the phi at the head of its block. */
#include "frontend/lower.h"

typedef struct {
    u32 dst;
    Operand src;
    const Type *type;
} Move;

typedef VEC(Move) Moves;

bool has_phis(const BlockPlan *plan) {
    LLVMValueRef first = LLVMGetFirstInstruction(plan->block);
    return first && LLVMIsAPHINode(first);
}

static LLVMValueRef incoming_from(LLVMValueRef phi, LLVMBasicBlockRef block) {
    u32 count = LLVMCountIncoming(phi);
    for (u32 i = 0; i < count; i++)
        if (LLVMGetIncomingBlock(phi, i) == block) return LLVMGetIncomingValue(phi, i);
    return NULL; /* the edge was folded from a check, after which nothing reads the phi */
}

/* Where an edge leaves the value: the phi's own registers, or those for indirect ways in. */
static u32 landing_registers(Lowering *lower, const BlockPlan *to, LLVMValueRef phi) {
    if (!to->has_indirect_way_in) return result_registers(lower, phi);
    u64 known;
    if (map_get(&lower->phi_inputs, (u64)(uintptr_t)phi, &known)) return (u32)known;
    const Scalars *scalars = scalars_of(lower->fe, LLVMTypeOf(phi));
    u32 first = lower->registers.count;
    for (u32 i = 0; i < scalars->count; i++) new_register(lower, scalars->types[i]);
    map_put(&lower->phi_inputs, (u64)(uintptr_t)phi, first);
    return first;
}

void lower_phi_inputs(Lowering *lower, BlockPlan *plan) {
    if (!plan->has_indirect_way_in) return;
    for (LLVMValueRef phi = LLVMGetFirstInstruction(plan->block); phi && LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        const Scalars *scalars = scalars_of(lower->fe, LLVMTypeOf(phi));
        u32 from = landing_registers(lower, plan, phi), to = result_registers(lower, phi);
        for (u32 i = 0; i < scalars->count; i++)
            emit(lower, OP_MOVE, scalars->types[i], to + i, from + i, OPERAND_NONE, OPERAND_NONE);
    }
}

static bool is_read_by_other(const Moves *moves, u32 index) {
    for (u32 i = 0; i < moves->count; i++)
        if (i != index && moves->at[i].src == moves->at[index].dst) return true;
    return false;
}

static void emit_move(Lowering *lower, const Move *move) {
    emit(lower, OP_MOVE, move->type, move->dst, move->src, OPERAND_NONE, OPERAND_NONE);
}

/* Saves the target of the first move in a temporary, so that nothing reads it any more. */
static void break_circle(Lowering *lower, Moves *moves) {
    u32 saved = moves->at[0].dst;
    u32 temporary = new_register(lower, moves->at[0].type);
    emit(lower, OP_MOVE, moves->at[0].type, temporary, saved, OPERAND_NONE, OPERAND_NONE);
    for (u32 i = 0; i < moves->count; i++)
        if (moves->at[i].src == saved) moves->at[i].src = temporary;
}

static void emit_in_parallel(Lowering *lower, Moves *moves) {
    while (moves->count) {
        u32 before = moves->count;
        for (u32 i = 0; i < moves->count;) {
            if (is_read_by_other(moves, i)) {
                i++;
                continue;
            }
            emit_move(lower, &moves->at[i]);
            moves->at[i] = vec_last(moves);
            vec_pop(moves);
        }
        if (moves->count && moves->count == before) break_circle(lower, moves);
    }
}

void lower_edge_moves(Lowering *lower, u32 from, u32 to) {
    const BlockPlan *target = &lower->plan[to];
    Moves moves = {0};
    for (LLVMValueRef phi = LLVMGetFirstInstruction(target->block); phi && LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        LLVMValueRef value = incoming_from(phi, lower->plan[from].block);
        if (!value || is_unevaluated(lower, phi)) continue;
        const Scalars *scalars = scalars_of(lower->fe, LLVMTypeOf(phi));
        u32 dst = landing_registers(lower, target, phi);
        for (u32 i = 0; i < scalars->count; i++) {
            Move move = {dst + i, operand_at(lower, value, i), scalars->types[i]};
            if (move.src != move.dst) vec_push(&moves, move);
        }
    }
    emit_in_parallel(lower, &moves);
    vec_free(&moves);
}

u32 edge_target(Lowering *lower, u32 from, u32 to) {
    if (!has_phis(&lower->plan[to])) return lower->plan[to].number;
    for (u32 i = lower->edge_count; i > 0 && lower->edges[i - 1].from == from; i--)
        if (lower->edges[i - 1].to == to) return lower->edges[i - 1].number;
    if (lower->edge_count == lower->edge_capacity) {
        lower->edge_capacity = MAX(8u, lower->edge_capacity * 2);
        lower->edges = xrealloc(lower->edges, lower->edge_capacity * sizeof *lower->edges);
    }
    lower->edges[lower->edge_count++] =
        (EdgeBlock){.number = lower->next_block, .from = from, .to = to, .location = lower->location};
    return lower->next_block++;
}
