/* Which functions are analysed once for each direct call. */
#include "alias/constraints.h"

#include "program/visit.h"

typedef enum {
    CLONE_ASKED,
    CLONE_NO,
    CLONE_LEAF,
    CLONE_ALLOCATOR
} CloneKind; /* ASKED: being found out, or recursive */

enum { LARGEST_LEAF = 200, LARGEST_ALLOCATOR = 400 };

static CloneKind kind_of(Constraints *cs, Function *function);

static Function *direct_callee(const Constraints *cs, const Insn *insn) {
    if (insn->op != OP_CALL || !operand_is_constant(insn->a)) return NULL;
    const Constant *constant = &cs->program->constants.at[operand_index(insn->a)];
    return constant->kind == CONSTANT_FUNCTION ? constant->function : NULL;
}

/* ---- Leaves: string functions and the like ---- */

static bool is_leaf(Constraints *cs, const Function *function) {
    if (!function->is_library || function->insn_count > LARGEST_LEAF) return false;
    for (u32 i = 0; i < function->insn_count; i++) {
        const Insn *insn = &function->insns[i];
        if (insn->op == OP_VA_START) return false;
        if (insn->op != OP_CALL) continue;
        Function *callee = direct_callee(cs, insn);
        if (!callee || (callee->has_body && kind_of(cs, callee) != CLONE_LEAF)) return false;
    }
    return true;
}

/* ---- Allocators: what is returned may come from an allocation of the function's own ---- */

typedef struct {
    Constraints *cs;
    const Values *values;
    bool *is_known; /* value: seen */
    VEC(u32) todo;
} Trace;

static void follow(Trace *trace, u32 value) {
    if (value == VALUE_NONE || trace->is_known[value]) return;
    trace->is_known[value] = true;
    vec_push(&trace->todo, value);
}

/* True if the instruction allocates what it writes; else its sources are followed. */
static bool allocates(Trace *trace, u32 at) {
    const Function *function = trace->values->function;
    const Insn *insn = &function->insns[at];
    Function *callee = direct_callee(trace->cs, insn);
    if (callee) {
        if (callee->has_body) return kind_of(trace->cs, callee) == CLONE_ALLOCATOR;
        if (summary_is_allocation(callee->name)) return true;
        if (summary_returns_first(callee->name) && function->calls[insn->extra].arg_count)
            follow(trace, values_read(trace->values, at, READ_MORE));
        return false;
    }
    switch ((Op)insn->op) {
    case OP_SELECT:
        follow(trace, values_read(trace->values, at, READ_B));
        follow(trace, values_read(trace->values, at, READ_C));
        break;
    case OP_MOVE:
    case OP_FREEZE:
    case OP_FIELD:
    case OP_INDEX:
    case OP_PTRTOINT:
    case OP_INTTOPTR: follow(trace, values_read(trace->values, at, READ_A)); break;
    default: break;
    }
    return false;
}

static void begin_trace(Trace *trace) {
    const Function *function = trace->values->function;
    trace->is_known = xcalloc(trace->values->count + 1, sizeof(bool));
    for (u32 i = 0; i < function->insn_count; i++) {
        if (function->insns[i].op != OP_RETURN) continue;
        for (u32 k = 0; k < function->insns[i].c; k++) follow(trace, values_read(trace->values, i, READ_MORE + k));
    }
}

static bool is_allocator(Constraints *cs, const Values *values) {
    Trace trace = {.cs = cs, .values = values};
    bool found = false;
    begin_trace(&trace);
    while (trace.todo.count && !found) {
        u32 value = vec_pop(&trace.todo);
        if (values->writers[value]) found = allocates(&trace, values->writers[value] - 1);
        for (u32 i = 0; i < values->joins.count; i++)
            if (values->joins.at[i].joined == value) follow(&trace, values->joins.at[i].from);
    }
    free(trace.is_known);
    vec_free(&trace.todo);
    return found;
}

/* ---- Both ---- */

static CloneKind find_kind(Constraints *cs, Function *function) {
    const Values *values = constraints_values(cs, function);
    if (!values) return CLONE_NO;
    if (function->result_count && function->insn_count <= LARGEST_ALLOCATOR && is_allocator(cs, values))
        return CLONE_ALLOCATOR;
    return is_leaf(cs, function) ? CLONE_LEAF : CLONE_NO;
}

static CloneKind kind_of(Constraints *cs, Function *function) {
    bool is_new;
    u64 *cell = map_cell(&cs->clone_kinds, (u64)(uintptr_t)function, &is_new);
    if (!is_new) return (CloneKind)*cell;
    *cell = CLONE_ASKED;
    CloneKind kind = find_kind(cs, function);
    map_put(&cs->clone_kinds, (u64)(uintptr_t)function, kind);
    return kind;
}

bool clone_is_wanted(Constraints *cs, Function *function) {
    return cs->clones == ALIAS_CLONES_ALL || kind_of(cs, function) >= CLONE_LEAF;
}
