/* What the machine's own functions do to pointers (the lists are those of machine/builtins_*.c, which are the
 * machine's side of the same boundary: runtime/include/loci_machine.h). */
#include "alias/constraints.h"

#include <string.h>

typedef enum {
    DOES_NOTHING,
    ALLOCATES,          /* the result is a new object */
    REALLOCATES,        /* and it gets what the first argument's object holds */
    ALLOCATES_TO_FIRST, /* a new object is stored where the first argument points */
    MOVES,              /* memcpy: the result is the first argument */
    MOVES_TO_END,       /* mempcpy: it is moved */
    RETURNS_FIRST,
    SETS_JUMP, /* returns what longjmp is given */
    JUMPS,
} Effect;

typedef struct {
    const char *name;
    Effect effect;
} Summary;

static const Summary summaries[] = {
    {"malloc", ALLOCATES},
    {"calloc", ALLOCATES},
    {"aligned_alloc", ALLOCATES},
    {"memalign", ALLOCATES},
    {"valloc", ALLOCATES},
    {"pvalloc", ALLOCATES},
    {"realloc", REALLOCATES},
    {"posix_memalign", ALLOCATES_TO_FIRST},
    {"free", DOES_NOTHING},
    {"memcpy", MOVES},
    {"memmove", MOVES},
    {"mempcpy", MOVES_TO_END},
    {"memset", RETURNS_FIRST},
    {"setjmp", SETS_JUMP},
    {"_setjmp", SETS_JUMP},
    {"sigsetjmp", SETS_JUMP},
    {"__sigsetjmp", SETS_JUMP},
    {"__builtin_setjmp", SETS_JUMP},
    {"longjmp", JUMPS},
    {"_longjmp", JUMPS},
    {"siglongjmp", JUMPS},
    {"__builtin_longjmp", JUMPS},
    {"__longjmp_chk", JUMPS},
    {"__loci_process_memory", ALLOCATES},
    {"__loci_own", RETURNS_FIRST},
    {"__loci_some_value", RETURNS_FIRST},
    {"__loci_concretise", RETURNS_FIRST},
    {"frexp", DOES_NOTHING},
    {"frexpf", DOES_NOTHING},
    {"frexpl", DOES_NOTHING},
    {"modf", DOES_NOTHING},
    {"modff", DOES_NOTHING},
    {"modfl", DOES_NOTHING},
    {"remquo", DOES_NOTHING},
    {"remquof", DOES_NOTHING},
    {"remquol", DOES_NOTHING},
    {"lgamma_r", DOES_NOTHING},
    {"lgammaf_r", DOES_NOTHING},
    {"lgammal_r", DOES_NOTHING},
    {"sincos", DOES_NOTHING},
    {"sincosf", DOES_NOTHING},
    {"sincosl", DOES_NOTHING},
    {"reach_error", DOES_NOTHING},
};

static const Summary *summary_named(const char *name) {
    for (u32 i = 0; i < COUNT_OF(summaries); i++)
        if (!strcmp(summaries[i].name, name)) return &summaries[i];
    static const Summary nothing = {"", DOES_NOTHING};
    return strncmp(name, "__loci_", 7) == 0 ? &nothing : NULL;
}

bool summary_is_allocation(const char *name) {
    const Summary *summary = summary_named(name);
    return summary && (summary->effect == ALLOCATES || summary->effect == REALLOCATES);
}

bool summary_returns_first(const char *name) {
    const Summary *summary = summary_named(name);
    return summary && (summary->effect == RETURNS_FIRST || summary->effect == MOVES);
}

/* ---- Functions that cannot matter ---- */

/* Inputs of verification tasks are numbers; and what takes and returns only floats and small integers cannot
 * hold a pointer. */
static bool cannot_matter(const Constraints *cs, const Function *caller, const Insn *insn, const Function *callee) {
    const Call *call = &caller->calls[insn->extra];
    u32 bits = cs->program->pointer_bytes * 8;
    bool is_input = !strncmp(callee->name, "__VERIFIER_", 11);
    for (u32 i = 0; i < call->dst_count; i++) {
        const Type *type = caller->registers[insn->dst + i].type;
        if (type->kind == TYPE_POINTER || (type->kind == TYPE_INT && type->bits >= bits && !is_input)) return false;
    }
    for (u32 i = 0; i < call->arg_count && !is_input; i++) {
        const Type *type = call->args[i].type;
        if (type->kind == TYPE_POINTER || (type->kind == TYPE_INT && type->bits >= bits)) return false;
    }
    return true;
}

/* ---- The type of a heap block ---- */

static const Type *pointee(const Type *type) {
    const Type *element = type && type->kind == TYPE_POINTER ? type->element : NULL;
    return element && element->size ? element : NULL;
}

/* What the instruction, which reads the value, takes it to point to. */
static const Type *type_by_use(const Program *program, const Values *values, u32 at, u32 value) {
    const Function *function = values->function;
    const Insn *insn = &function->insns[at];
    if (insn->op == OP_FIELD && values_read(values, at, READ_A) == value) return insn->type;
    if (insn->op == OP_MOVE && values_read(values, at, READ_A) == value) {
        u32 variable = function->registers[insn->dst].variable;
        return variable ? pointee(function->variables[variable - 1].type) : NULL;
    }
    if (insn->op != OP_STORE || values_read(values, at, READ_B) != value) return NULL;
    if (operand_is_constant(insn->a)) {
        const Constant *constant = &program->constants.at[operand_index(insn->a)];
        return constant->kind == CONSTANT_GLOBAL && !constant->offset ? pointee(constant->global->type) : NULL;
    }
    const Insn *address = values_writer(values, values_read(values, at, READ_A));
    if (!address || address->op != OP_FIELD) return NULL;
    u64 field = program->constants.at[operand_index(address->b)].limbs[0];
    return pointee(address->type->fields[field].type);
}

static const Type *type_of_result(const Program *program, const Values *values, const Insn *call) {
    const Function *function = values->function;
    if (call->dst == OPERAND_NONE) return NULL;
    u32 variable = function->registers[call->dst].variable;
    const Type *type = variable ? pointee(function->variables[variable - 1].type) : NULL;
    u32 value = values_written(values, (u32)(call - function->insns));
    for (u32 i = 0; i < function->insn_count && !type; i++) type = type_by_use(program, values, i, value);
    return type;
}

/* The first one along the calls that led here who says what he takes the block for. */
static const Type *heap_type(const Constraints *cs, const Instance *instance, const Insn *call) {
    const Type *type = type_of_result(cs->program, instance->values, call);
    for (u32 i = 0; i < 2 && !type && instance->context[i]; i++)
        type = type_of_result(cs->program, map_get_ptr(&cs->values, instance->callers[i]), instance->context[i]);
    return type;
}

/* ---- Effects ---- */

typedef struct {
    Constraints *cs;
    u32 instance, insn;
} Site;

static const Call *call_of(const Site *site) {
    const Function *function = site->cs->instances.at[site->instance].function;
    return &function->calls[function->insns[site->insn].extra];
}

static u32 argument(const Site *site, u32 number) {
    if (number >= call_of(site)->arg_count) return NODE_NONE;
    return constraints_operand(site->cs, &site->cs->instances.at[site->instance], site->insn, READ_MORE + number,
                               call_of(site)->args[number].value);
}

static u32 result(const Site *site) {
    const Instance *instance = &site->cs->instances.at[site->instance];
    u32 value = values_written(instance->values, site->insn);
    return value == VALUE_NONE ? NODE_NONE : instance->first_node + value;
}

/* A node that points to the heap object of this call. */
static u32 allocate(const Site *site) {
    Constraints *cs = site->cs;
    const Instance *instance = &cs->instances.at[site->instance];
    const Insn *call = &instance->function->insns[site->insn];
    const Type *type = heap_type(cs, instance, call);
    u32 object =
        constraints_object(cs, (Abstract){.kind = ABSTRACT_HEAP,
                                          .layout = layout_of(type, LAYOUT_REPEATS, cs->program->pointer_bytes),
                                          .type = type,
                                          .is_repeated = true,
                                          .function = instance->function,
                                          .insn = call,
                                          .context = {instance->context[0], instance->context[1]},
                                          .callers = {instance->callers[0], instance->callers[1]}});
    u32 node = constraints_node(cs);
    constraints_add(cs, SET_ADDRESS, node, constraints_place(cs, object, 0), 0, 0);
    return node;
}

static void move(const Site *site) {
    Operand size = call_of(site)->arg_count > 2 ? call_of(site)->args[2].value : OPERAND_NONE;
    u32 bytes = 0;
    if (operand_is_constant(size)) {
        const Constant *constant = &site->cs->program->constants.at[operand_index(size)];
        if (constant->kind == CONSTANT_INT && constant->limbs[0] <= UINT32_MAX) bytes = (u32)constant->limbs[0];
        if (constant->kind == CONSTANT_INT && !constant->limbs[0]) return;
    }
    constraints_add(site->cs, SET_MOVE, argument(site, 0), argument(site, 1), bytes, 0);
}

static void apply(const Site *site, Effect effect) {
    Constraints *cs = site->cs;
    u32 block;
    switch (effect) {
    case DOES_NOTHING: break;
    case ALLOCATES: constraints_add(cs, SET_COPY, result(site), allocate(site), 0, 0); break;
    case REALLOCATES:
        block = allocate(site);
        constraints_add(cs, SET_MOVE, block, argument(site, 0), 0, 0);
        constraints_add(cs, SET_COPY, result(site), block, 0, 0);
        break;
    case ALLOCATES_TO_FIRST:
        constraints_add(cs, SET_STORE, argument(site, 0), allocate(site), cs->program->pointer_bytes, 0);
        break;
    case MOVES:
        move(site);
        constraints_add(cs, SET_COPY, result(site), argument(site, 0), 0, 0);
        break;
    case MOVES_TO_END:
        move(site);
        constraints_add(cs, SET_ANYWHERE, result(site), argument(site, 0), 0, 0);
        break;
    case RETURNS_FIRST: constraints_add(cs, SET_COPY, result(site), argument(site, 0), 0, 0); break;
    case SETS_JUMP: constraints_add(cs, SET_COPY, result(site), cs->jump_values, 0, 0); break;
    case JUMPS: constraints_add(cs, SET_COPY, cs->jump_values, argument(site, 1), 0, 0); break;
    }
}

bool summary_apply(Constraints *cs, u32 instance, u32 insn, const Function *callee) {
    const Summary *summary = summary_named(callee->name);
    const Function *caller = cs->instances.at[instance].function;
    if (summary) apply(&(Site){cs, instance, insn}, summary->effect);
    return summary || cannot_matter(cs, caller, &caller->insns[insn], callee);
}
