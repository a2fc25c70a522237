/* What each instruction says about pointers.
 *
 * An integer carries what the pointer carried that it was made from. It is followed through every operation from
 * whose result the pointer could be had back; the low bits alone are not followed (hashes, alignment tests),
 * because without the high ones nobody can. */
#include "alias/constraints.h"

#include <string.h>

typedef struct {
    Constraints *cs;
    u32 instance; /* number: the vector may move */
    u32 at;       /* instruction */
    const Insn *insn;
} Walk;

static const Instance *instance_of(const Walk *w) { return &w->cs->instances.at[w->instance]; }

static u32 operand(const Walk *w, u32 number) {
    const Operand operands[3] = {w->insn->a, w->insn->b, w->insn->c};
    return constraints_operand(w->cs, instance_of(w), w->at, number, operands[number]);
}

static u32 result(const Walk *w) {
    u32 value = values_written(instance_of(w)->values, w->at);
    return value == VALUE_NONE ? NODE_NONE : instance_of(w)->first_node + value;
}

static void set(const Walk *w, SetKind kind, u32 src) { constraints_add(w->cs, kind, result(w), src, 0, 0); }

/* The value of an integer constant, sign-extended. */
static bool constant_of(const Walk *w, Operand operand_, i64 *value) {
    if (operand_ == OPERAND_NONE || !operand_is_constant(operand_)) return false;
    const Constant *constant = &w->cs->program->constants.at[operand_index(operand_)];
    if (constant->kind != CONSTANT_INT || constant->type->bits > 64) return false;
    *value = sign_extend(constant->limbs[0], constant->type->bits);
    return true;
}

static u32 pointer_bits(const Walk *w) { return w->cs->program->pointer_bytes * 8; }

/* ---- Arithmetic ---- */

static void walk_add(const Walk *w) {
    i64 amount;
    bool is_sub = w->insn->op == OP_SUB;
    if (constant_of(w, w->insn->b, &amount))
        constraints_add(w->cs, SET_INDEX, result(w), operand(w, READ_A), 1, is_sub ? -amount : amount);
    else if (!is_sub && constant_of(w, w->insn->a, &amount))
        constraints_add(w->cs, SET_INDEX, result(w), operand(w, READ_B), 1, amount);
    else {
        set(w, SET_ANYWHERE, operand(w, READ_A));
        set(w, SET_ANYWHERE, operand(w, READ_B));
    }
}

/* Tags in the low bits come and go without moving the pointer out of its word. */
static void walk_bits(const Walk *w) {
    i64 mask;
    bool is_constant = constant_of(w, w->insn->b, &mask);
    u64 word = w->cs->program->pointer_bytes;
    if (is_constant && w->insn->op == OP_AND) {
        if ((u64)mask >> (pointer_bits(w) / 2) == 0) return; /* only low bits are left */
        mask = ~mask;
    }
    SetKind kind = is_constant && (u64)mask < word ? SET_COPY : SET_ANYWHERE;
    set(w, kind, operand(w, READ_A));
    set(w, kind, operand(w, READ_B));
}

static void walk_trunc(const Walk *w) {
    const Values *values = instance_of(w)->values;
    const Insn *writer = values_writer(values, values_read(values, w->at, READ_A));
    bool is_pointer = w->insn->op == OP_PTRTOINT || (writer && writer->op == OP_PTRTOINT);
    if (w->insn->type->bits < pointer_bits(w) && is_pointer) return;
    set(w, SET_COPY, operand(w, READ_A));
}

static void walk_index(const Walk *w) {
    i64 amount;
    u32 base = operand(w, READ_A), number = operand(w, READ_B), size = (u32)MIN(w->insn->type->size, (u64)UINT32_MAX);
    if (!size) {
        set(w, SET_ANYWHERE, base);
    } else if (constant_of(w, w->insn->b, &amount)) {
        constraints_add(w->cs, SET_INDEX, result(w), base, size, amount);
    } else if (!base) { /* (char *)0 + n makes a pointer of a number */
        set(w, SET_ANYWHERE, number);
    } else {
        constraints_add(w->cs, SET_WALK, result(w), base, size, 0);
        if (number) constraints_add(w->cs, SET_BY, result(w), base, 0, number);
    }
}

/* p += fresh - old leads from object to object: the difference remembers its two pointers. */
static void walk_distance(const Walk *w) {
    Abstract distance = {.kind = ABSTRACT_DISTANCE, .minuend = operand(w, READ_A), .subtrahend = operand(w, READ_B)};
    if (!distance.minuend || !distance.subtrahend) return;
    u32 object = constraints_object(w->cs, distance);
    set(w, SET_ADDRESS, w->cs->objects.at[object].any);
}

static bool walk_arithmetic(const Walk *w) {
    switch ((Op)w->insn->op) {
    case OP_ADD:
    case OP_SUB: walk_add(w); return true;
    case OP_AND:
    case OP_OR:
    case OP_XOR: walk_bits(w); return true;
    case OP_MUL:
    case OP_UADD_SAT:
    case OP_USUB_SAT:
    case OP_SADD_SAT:
    case OP_SSUB_SAT:
    case OP_FSHL:
    case OP_FSHR:
        set(w, SET_ANYWHERE, operand(w, READ_A));
        set(w, SET_ANYWHERE, operand(w, READ_B));
        return true;
    case OP_UDIV:
    case OP_SDIV:
    case OP_SHL:
    case OP_LSHR:
    case OP_ASHR:
    case OP_ABS:
    case OP_BSWAP:
    case OP_BITREVERSE: set(w, SET_ANYWHERE, operand(w, READ_A)); return true;
    case OP_UMIN:
    case OP_UMAX:
    case OP_SMIN:
    case OP_SMAX:
        set(w, SET_COPY, operand(w, READ_A));
        set(w, SET_COPY, operand(w, READ_B));
        return true;
    default: return false;
    }
}

static bool walk_conversion(const Walk *w) {
    switch ((Op)w->insn->op) {
    case OP_TRUNC:
    case OP_PTRTOINT: walk_trunc(w); return true;
    case OP_INTTOPTR:
        set(w, SET_COPY, operand(w, READ_A));
        constraints_add(w->cs, SET_BY, result(w), operand(w, READ_A), 0, operand(w, READ_A));
        return true;
    case OP_MOVE:
    case OP_FREEZE:
    case OP_ZEXT:
    case OP_SEXT:
    case OP_BITCAST:
    case OP_FPTRUNC:
    case OP_FPEXT:
    case OP_FPTOUI:
    case OP_FPTOSI:
    case OP_FPTOUI_SAT:
    case OP_FPTOSI_SAT:
    case OP_UITOFP:
    case OP_SITOFP: set(w, SET_COPY, operand(w, READ_A)); return true;
    case OP_SELECT:
        set(w, SET_COPY, operand(w, READ_B));
        set(w, SET_COPY, operand(w, READ_C));
        return true;
    default: return false;
    }
}

/* ---- Memory ---- */

static u32 access_size(const Walk *w) {
    const Type *type = w->insn->type;
    return type->size ? (u32)type->size : MAX(1u, (type->bits + 7) / 8);
}

static void note_access(const Walk *w) {
    u32 pointer = operand(w, READ_A);
    if (pointer) vec_push(&w->cs->accesses, (ScalarAccess){w->instance, w->at, pointer, access_size(w)});
}

static void walk_copy(const Walk *w) {
    i64 size = 0;
    if (constant_of(w, w->insn->c, &size) && !size) return;
    if (size < 0 || size > UINT32_MAX) size = 0;
    constraints_add(w->cs, SET_MOVE, operand(w, READ_A), operand(w, READ_B), (u32)size, 0);
}

static void walk_field(const Walk *w) {
    i64 number = 0;
    constant_of(w, w->insn->b, &number);
    u32 before = w->cs->list.count;
    constraints_add(w->cs, SET_STEP, result(w), operand(w, READ_A), (u32)number,
                    (i64)w->insn->type->fields[number].offset);
    if (w->cs->list.count > before) vec_last(&w->cs->list).type = w->insn->type;
}

static u32 local_object(const Walk *w, const Variable *variable, const Insn *alloca, const Type *type) {
    const Instance *instance = instance_of(w);
    Layout layout = layout_of(type, alloca ? LAYOUT_REPEATS : LAYOUT_TYPED, w->cs->program->pointer_bytes);
    return constraints_object(w->cs, (Abstract){.kind = ABSTRACT_LOCAL,
                                                .layout = layout,
                                                .type = type,
                                                .is_repeated = alloca != NULL,
                                                .function = instance->function,
                                                .variable = variable,
                                                .insn = alloca,
                                                .context = {instance->context[0], instance->context[1]},
                                                .callers = {instance->callers[0], instance->callers[1]}});
}

static void walk_alloca(const Walk *w) {
    u32 object = local_object(w, NULL, w->insn, w->insn->c_type);
    set(w, SET_ADDRESS, constraints_place(w->cs, object, 0));
}

/* A va_list has pointers to the arguments: one in ILP32, two in LP64 (see machine/varargs.c). */
static void walk_va_start(const Walk *w) {
    Constraints *cs = w->cs;
    if (instance_of(w)->variadic == NO_OBJECT) return;
    u32 pointer = constraints_node(cs), list = operand(w, READ_A), word = cs->program->pointer_bytes;
    constraints_add(cs, SET_ADDRESS, pointer, cs->objects.at[instance_of(w)->variadic].any, 0, 0);
    for (u32 i = 0; i < word / 4; i++) {
        u32 at = constraints_node(cs);
        constraints_add(cs, SET_STEP, at, list, 0, word == 4 ? 0 : 8 + i * 8);
        constraints_add(cs, SET_STORE, at, pointer, word, 0);
    }
}

static bool walk_memory(const Walk *w) {
    Constraints *cs = w->cs;
    switch ((Op)w->insn->op) {
    case OP_FIELD: walk_field(w); return true;
    case OP_INDEX: walk_index(w); return true;
    case OP_PTRSUB: walk_distance(w); return true;
    case OP_LOAD:
        note_access(w);
        constraints_add(cs, SET_LOAD, result(w), operand(w, READ_A), access_size(w), 0);
        return true;
    case OP_LOAD_RELATIVE: constraints_add(cs, SET_LOAD, result(w), operand(w, READ_A), 0, 0); return true;
    case OP_STORE:
        note_access(w);
        constraints_add(cs, SET_STORE, operand(w, READ_A), operand(w, READ_B), access_size(w), 0);
        return true;
    case OP_COPY: walk_copy(w); return true;
    case OP_ALLOCA: walk_alloca(w); return true;
    case OP_VA_START: walk_va_start(w); return true;
    case OP_VA_COPY:
        constraints_add(cs, SET_MOVE, operand(w, READ_A), operand(w, READ_B), cs->program->pointer_bytes == 4 ? 4 : 24,
                        0);
        return true;
    default: return false;
    }
}

/* ---- Functions ---- */

static void walk_return(const Walk *w) {
    const Function *function = instance_of(w)->function;
    for (u32 i = 0; i < w->insn->c && i < function->result_count; i++) {
        u32 value =
            constraints_operand(w->cs, instance_of(w), w->at, READ_MORE + i, function->returns[w->insn->extra + i]);
        constraints_add(w->cs, SET_COPY, instance_of(w)->results + i, value, 0, 0);
    }
}

static void walk_variables(const Walk *w) {
    const Function *function = instance_of(w)->function;
    for (u32 i = 0; i < function->variable_count; i++) {
        const Variable *variable = &function->variables[i];
        if (variable->kind != VARIABLE_OBJECT) continue;
        const Type *type = variable->type && variable->type->size == variable->size ? variable->type : NULL;
        u32 object = local_object(w, variable, NULL, type);
        constraints_add(w->cs, SET_ADDRESS, instance_of(w)->first_node + variable->reg,
                        constraints_place(w->cs, object, 0), 0, 0);
    }
}

void constraints_walk(Constraints *cs, u32 instance) {
    Walk w = {.cs = cs, .instance = instance};
    const Function *function = instance_of(&w)->function;
    const Values *values = instance_of(&w)->values;
    u32 first = instance_of(&w)->first_node;
    cs->owner = instance + 1;
    walk_variables(&w);
    for (u32 i = 0; i < values->joins.count; i++)
        constraints_add(cs, SET_COPY, first + values->joins.at[i].joined, first + values->joins.at[i].from, 0, 0);
    for (w.at = 0; w.at < function->insn_count; w.at++) {
        w.insn = &function->insns[w.at];
        if (w.insn->op == OP_CALL) calls_add(cs, instance, w.at);
        else if (w.insn->op == OP_RETURN) walk_return(&w);
        else if (!walk_memory(&w) && !walk_conversion(&w)) walk_arithmetic(&w);
    }
    cs->owner = 0;
}
