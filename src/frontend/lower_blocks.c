/* Which blocks a function has, and how control goes between them. */
#include "frontend/lower.h"

#include <string.h>

u32 plan_of(const Lowering *lower, LLVMBasicBlockRef block) {
    u64 index = 0;
    map_get(&lower->plan_index, (u64)(uintptr_t)block, &index);
    return (u32)index;
}

BlockPlan *plan_at(const Lowering *lower, LLVMBasicBlockRef block) { return &lower->plan[plan_of(lower, block)]; }

/* ---- The plan ---- */

static bool is_address_taken(LLVMBasicBlockRef block) {
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use; use = LLVMGetNextUse(use))
        if (LLVMIsABlockAddress(LLVMGetUser(use))) return true;
    return false;
}

static i32 only_successor(Lowering *lower, LLVMValueRef terminator) {
    if (LLVMGetInstructionOpcode(terminator) == LLVMCallBr && asm_goto_falls_through(lower, terminator))
        return (i32)plan_of(lower, LLVMGetSuccessor(terminator, 0));
    if (LLVMGetInstructionOpcode(terminator) != LLVMBr) return -1;
    if (!LLVMIsConditional(terminator)) return (i32)plan_of(lower, LLVMGetSuccessor(terminator, 0));
    LLVMValueRef condition = LLVMGetCondition(terminator);
    if (!LLVMIsAConstantInt(condition)) return -1;
    return (i32)plan_of(lower, LLVMGetSuccessor(terminator, LLVMConstIntGetZExtValue(condition) ? 0 : 1));
}

static void list_blocks(Lowering *lower) {
    lower->plan_count = LLVMCountBasicBlocks(lower->llvm);
    lower->plan = xcalloc(lower->plan_count, sizeof *lower->plan);
    u32 i = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(lower->llvm); b; b = LLVMGetNextBasicBlock(b), i++) {
        lower->plan[i] = (BlockPlan){.block = b,
                                     .terminator = LLVMGetBasicBlockTerminator(b),
                                     .jump = -1,
                                     .is_address_taken = is_address_taken(b)};
        map_put(&lower->plan_index, (u64)(uintptr_t)b, i);
    }
    for (i = 0; i < lower->plan_count; i++) lower->plan[i].jump = only_successor(lower, lower->plan[i].terminator);
}

typedef VEC(u32) Numbers;

static void reach(Lowering *lower, u32 index, Numbers *queue) {
    BlockPlan *plan = &lower->plan[index];
    plan->ways_in++;
    if (plan->is_reached) return;
    plan->is_reached = true;
    vec_push(queue, index);
}

static void find_reached(Lowering *lower) {
    Numbers queue = {0};
    reach(lower, 0, &queue);
    for (u32 i = 0; i < lower->plan_count; i++)
        if (lower->plan[i].is_address_taken) reach(lower, i, &queue);
    while (queue.count) {
        const BlockPlan *plan = &lower->plan[vec_pop(&queue)];
        if (plan->jump >= 0) {
            reach(lower, (u32)plan->jump, &queue);
            continue;
        }
        bool is_indirect = LLVMGetInstructionOpcode(plan->terminator) == LLVMIndirectBr;
        u32 count = LLVMGetNumSuccessors(plan->terminator);
        for (u32 i = 0; i < count; i++) {
            u32 to = plan_of(lower, LLVMGetSuccessor(plan->terminator, i));
            lower->plan[to].has_indirect_way_in |= is_indirect;
            reach(lower, to, &queue);
        }
    }
    vec_free(&queue);
}

static void join_blocks(Lowering *lower) {
    for (u32 i = 0; i < lower->plan_count; i++) {
        const BlockPlan *plan = &lower->plan[i];
        if (!plan->is_reached || plan->jump < 0) continue;
        BlockPlan *next = &lower->plan[plan->jump];
        if (next->ways_in == 1 && !next->is_address_taken && next != plan) next->is_joined = true;
    }
}

static void number_blocks(Lowering *lower) {
    for (u32 i = 0; i < lower->plan_count; i++) {
        BlockPlan *plan = &lower->plan[i];
        if (!plan->is_reached || plan->is_joined) continue;
        plan->number = lower->next_block++;
        if (plan->is_address_taken) map_put(&lower->fe->block_numbers, (u64)(uintptr_t)plan->block, plan->number);
    }
}

void plan_blocks(Lowering *lower) {
    list_blocks(lower);
    fold_checks(lower);
    find_reached(lower);
    find_unevaluated(lower);
    join_blocks(lower);
    number_blocks(lower);
}

/* ---- Terminators ---- */

static void lower_branch(Lowering *lower, u32 from, LLVMValueRef terminator) {
    u32 yes = plan_of(lower, LLVMGetSuccessor(terminator, 0)), no = plan_of(lower, LLVMGetSuccessor(terminator, 1));
    Operand condition = operand_of(lower, LLVMGetCondition(terminator));
    emit(lower, OP_BRANCH, NULL, OPERAND_NONE, condition, edge_target(lower, from, yes), edge_target(lower, from, no));
}

static void lower_switch(Lowering *lower, u32 from, LLVMValueRef terminator) {
    u32 count = LLVMGetNumSuccessors(terminator) - 1; /* the first is the default */
    LLVMValueRef condition = LLVMGetOperand(terminator, 0);
    const Type *type = type_of(lower->fe, LLVMTypeOf(condition));
    u32 limbs = type_limbs(type);
    u64 *values = ARENA_ARRAY(&lower->program->arena, u64, (size_t)count * limbs);
    u32 *targets = ARENA_ARRAY(&lower->program->arena, u32, count);
    for (u32 i = 0; i < count; i++) {
        constant_bits(lower->fe, LLVMGetOperand(terminator, 2 + 2 * i), values + (size_t)i * limbs, limbs);
        targets[i] = edge_target(lower, from, plan_of(lower, LLVMGetSuccessor(terminator, i + 1)));
    }
    Operand value = operand_of(lower, condition);
    u32 otherwise = edge_target(lower, from, plan_of(lower, LLVMGetSuccessor(terminator, 0)));
    vec_push(&lower->switches,
             (Switch){.values = values, .targets = targets, .count = count, .default_target = otherwise});
    emit(lower, OP_SWITCH, type, OPERAND_NONE, value, OPERAND_NONE, OPERAND_NONE)->extra = lower->switches.count - 1;
}

static void lower_return(Lowering *lower, LLVMValueRef terminator) {
    lower_hook(lower, true);
    u32 first = lower->returns.count, count = 0;
    if (LLVMGetNumOperands(terminator)) {
        LLVMValueRef value = LLVMGetOperand(terminator, 0);
        count = scalars_of(lower->fe, LLVMTypeOf(value))->count;
        for (u32 i = 0; i < count; i++) {
            Operand operand = operand_at(lower, value, i);
            vec_push(&lower->returns, operand);
        }
    }
    emit(lower, OP_RETURN, NULL, OPERAND_NONE, OPERAND_NONE, OPERAND_NONE, count)->extra = first;
}

static void lower_indirect(Lowering *lower, u32 from, LLVMValueRef terminator) {
    Operand address = operand_of(lower, LLVMGetOperand(terminator, 0));
    for (u32 i = 0; i < LLVMGetNumSuccessors(terminator); i++) {
        u32 to = plan_of(lower, LLVMGetSuccessor(terminator, i));
        bool is_repeated = false;
        for (u32 k = 0; k < i; k++) is_repeated |= plan_of(lower, LLVMGetSuccessor(terminator, k)) == to;
        if (!is_repeated) lower_edge_moves(lower, from, to);
    }
    emit(lower, OP_JUMP_INDIRECT, NULL, OPERAND_NONE, address, OPERAND_NONE, OPERAND_NONE);
}

static bool follows_source_unreachable(LLVMValueRef terminator) {
    LLVMValueRef before = LLVMGetPreviousInstruction(terminator);
    return before && LLVMIsACallInst(before) && is_sanitizer_handler(before) && !is_noreturn_marker(before);
}

void lower_terminator(Lowering *lower, BlockPlan *plan, LLVMValueRef terminator) {
    u32 from = plan_of(lower, plan->block);
    if (plan->jump >= 0) {
        lower_edge_moves(lower, from, (u32)plan->jump);
        emit(lower, OP_JUMP, NULL, OPERAND_NONE, OPERAND_NONE, lower->plan[plan->jump].number, OPERAND_NONE);
        return;
    }
    switch (LLVMGetInstructionOpcode(terminator)) {
    case LLVMBr: lower_branch(lower, from, terminator); break;
    case LLVMSwitch: lower_switch(lower, from, terminator); break;
    case LLVMRet: lower_return(lower, terminator); break;
    case LLVMIndirectBr: lower_indirect(lower, from, terminator); break;
    case LLVMUnreachable:
        emit(lower, OP_UNREACHABLE, NULL, OPERAND_NONE, OPERAND_NONE, OPERAND_NONE, OPERAND_NONE)->flags =
            follows_source_unreachable(terminator) ? INSN_SOURCE_UNREACHABLE : 0;
        break;
    default:
        emit_unsupported(lower, "%s",
                         LLVMGetInstructionOpcode(terminator) == LLVMCallBr ? "inline assembly that jumps ('asm goto')"
                                                                            : "exception handling");
        emit(lower, OP_UNREACHABLE, NULL, OPERAND_NONE, OPERAND_NONE, OPERAND_NONE, OPERAND_NONE);
    }
}
