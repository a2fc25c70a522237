#include "semantics/room.h"

#include "semantics/lift.h"

#include <stdlib.h>

/* ---- What the program names ---- */

/* The last instruction of the block that has made the register, before this one; NULL: it comes from elsewhere. Registers
 * hold one value after the other. */
static const Insn *maker_of(const Function *function, u32 before, Operand operand) {
    for (u32 i = before; i-- > 0;) {
        const Insn *insn = &function->insns[i];
        if (op_is_terminator((Op)insn->op)) return NULL;
        if (insn->dst == operand) return insn;
    }
    return NULL;
}

static bool constant_of(const Program *program, Operand operand, u64 *value) {
    if (!operand_is_constant(operand)) return false;
    const Constant *constant = &program->constants.at[operand_index(operand)];
    if (constant->kind != CONSTANT_INT) return false;
    *value = constant->limbs[0];
    return true;
}

static const Room unknown_room = {.room = ROOM_UNKNOWN};

/* Of the last member of a struct nothing is known: many structs go on behind it. */
static Room room_of_member(const Type *type, u64 number) {
    bool has_next = type->kind == TYPE_STRUCT && number + 1 < type->field_count;
    const Type *member = has_next ? type->fields[number].type : NULL;
    if (!member || member->kind != TYPE_ARRAY || !member->count) return unknown_room;
    u64 offset = type->fields[number].offset;
    return (Room){member->size, type->size - offset, !offset};
}

/* A member of a variable. Where the variable begins, itself may be meant as well as its first member. */
static Room room_of_constant(const Constant *constant) {
    if (constant->kind != CONSTANT_GLOBAL || !constant->offset || !constant->global->type) return unknown_room;
    const Type *type = constant->global->type;
    for (u32 i = 0; type->kind == TYPE_STRUCT && i < type->field_count; i++)
        if (type->fields[i].offset == (u64)constant->offset) return room_of_member(type, i);
    return unknown_room;
}

static Room room_at(const Program *program, const Function *function, u32 before, Operand operand) {
    if (operand != OPERAND_NONE && operand_is_constant(operand))
        return room_of_constant(&program->constants.at[operand_index(operand)]);
    const Insn *insn = maker_of(function, before, operand);
    u64 index;
    if (!insn || (insn->op != OP_FIELD && insn->op != OP_INDEX) || !constant_of(program, insn->b, &index))
        return unknown_room;
    if (insn->op == OP_FIELD) return room_of_member(insn->type, index);
    Room room = room_at(program, function, (u32)(insn - function->insns), insn->a);
    u64 skipped = index * insn->type->size;
    if (room.room == ROOM_UNKNOWN || skipped > room.room) return unknown_room;
    return (Room){room.room - skipped, room.rest - skipped, room.is_first && !skipped};
}

/* Of the argument with this number, as the call names it. */
static Room room_of_argument(const Machine *m, const Code *ip, const u64 *r, u32 parameter) {
    const Compiled *compiled = ((const Frame *)r - 1)->compiled;
    const Function *function = compiled->function;
    u32 at = compiled->origins[ip - compiled->code];
    const Insn *insn = &function->insns[at];
    if (function->is_library || insn->op != OP_CALL) return unknown_room;
    const Call *call = &function->calls[insn->extra];
    if (parameter >= call->arg_count) return unknown_room;
    return room_at(m->program, function, at, call->args[parameter].value);
}

/* ---- What is written there ---- */

static bool report(Machine *m, const BuiltinCall *call, Term *bytes, u64 room, const char *name) {
    const Term *value = strategy_evaluate(m, bytes);
    machine_fault_text(m, call->ip, call->r, FAULT_MISUSE, "member-overflow: %s writes %llu bytes to a member of %llu",
                       name, (unsigned long long)(value ? value->value : room + 1), (unsigned long long)room);
    return false;
}

/* What leaves the whole struct is found as that. */
static bool check(Machine *m, const BuiltinCall *call, Room room, Term *bytes, const char *name) {
    if (room.room == ROOM_UNKNOWN) return true;
    TermStore *store = m->symbolic->terms;
    Term *rest = term_const(store, 64, room.rest);
    Term *is_inside = room.is_first ? term_ule(store, bytes, rest) : term_ult(store, bytes, rest);
    Term *is_beyond = term_and(store, term_ult(store, term_const(store, 64, room.room), bytes), is_inside);
    int way = strategy_decide(m, call->ip, call->r, CHOICE_ERROR, is_beyond);
    return way == 1 ? report(m, call, bytes, room.room, name) : way == 0;
}

bool room_check(Machine *m, const BuiltinCall *call, u32 parameter, Term *bytes, const char *name) {
    if (!m->symbolic->checks_arguments) return true;
    return check(m, call, room_of_argument(m, call->ip, call->r, parameter), bytes, name);
}

/* ---- For contracts ---- */

/* The contract is called by the program: that call names the argument. */
static Room room_for_contract(const Machine *m, const BuiltinCall *call) {
    const Frame *frame = frame_of(call->r);
    if (!frame->caller || !frame->return_to) return unknown_room;
    return room_of_argument(m, frame->return_to - 1, frame_cells(frame->caller), (u32)call->args[0]);
}

bool contract_room(Machine *m, const BuiltinCall *call) {
    u32 result = (u32)(call->result - call->r);
    lift_set(m, call->r, result, term_const(m->symbolic->terms, 64, room_for_contract(m, call).room));
    return true;
}

bool contract_check_room(Machine *m, const BuiltinCall *call) {
    char *name = memory_string(m, call->ip, call->r, call->args[2]);
    Term *bytes = lift_cell(m, call->r, (u32)(call->args - call->r) + 1);
    bool fits = !name || check(m, call, room_for_contract(m, call), bytes, name);
    free(name);
    return fits && name;
}
