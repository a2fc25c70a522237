/* Calls: arguments to parameters, results back. */
#include "alias/constraints.h"

static const Call *call_of(const Instance *caller, u32 insn) {
    return &caller->function->calls[caller->function->insns[insn].extra];
}

static u32 argument(Constraints *cs, u32 instance, u32 insn, u32 number) {
    const Instance *caller = &cs->instances.at[instance];
    return constraints_operand(cs, caller, insn, READ_MORE + number, call_of(caller, insn)->args[number].value);
}

/* The callee gets its own copy of a struct passed by value. */
static void pass_by_value(Constraints *cs, u32 callee, u32 number, const Type *type, u32 from) {
    Instance *to = &cs->instances.at[callee];
    u32 word = cs->program->pointer_bytes, object = to->by_value[number];
    if (object == NO_OBJECT) {
        Abstract copy = {.kind = ABSTRACT_LOCAL,
                         .function = to->function,
                         .layout = layout_of(type, LAYOUT_TYPED, word),
                         .type = type,
                         .owner = callee + 1,
                         .context = {to->context[0], to->context[1]},
                         .callers = {to->callers[0], to->callers[1]}};
        u32 variable = to->function->registers[to->function->params[number]].variable;
        if (variable) copy.variable = &to->function->variables[variable - 1];
        object = to->by_value[number] = constraints_object(cs, copy);
    }
    u32 pointer = constraints_node(cs);
    constraints_add(cs, SET_ADDRESS, pointer, constraints_place(cs, object, 0), 0, 0);
    constraints_add(cs, SET_MOVE, pointer, from, (u32)type->size, 0);
    to = &cs->instances.at[callee];
    constraints_add(cs, SET_COPY, to->first_node + to->function->params[number], pointer, 0, 0);
}

static void pass_variadic(Constraints *cs, u32 callee, const Argument *arg, u32 from) {
    u32 area = cs->instances.at[callee].variadic;
    if (area == NO_OBJECT) return;
    constraints_add(cs, arg->byval ? SET_LOAD : SET_COPY, cs->objects.at[area].any, from, 0, 0);
}

/* Do arguments and parameters take the same room, one by one? A caller without a prototype may be wrong. */
static bool fits(const Call *call, const Function *callee) {
    for (u32 i = 0; i < call->arg_count && i < callee->param_count; i++)
        if (type_limbs(call->args[i].type) != type_limbs(callee->registers[callee->params[i]].type)) return false;
    return true;
}

static void pass_arguments(Constraints *cs, u32 instance, u32 insn, u32 callee) {
    const Call *call = call_of(&cs->instances.at[instance], insn);
    const Function *function = cs->instances.at[callee].function;
    bool fit = fits(call, function);
    for (u32 i = 0; i < call->arg_count; i++) {
        const Argument *arg = &call->args[i];
        u32 from = argument(cs, instance, insn, i);
        if (i >= function->param_count) pass_variadic(cs, callee, arg, from);
        else if (arg->byval) pass_by_value(cs, callee, i, arg->byval, from);
        for (u32 k = 0; k < function->param_count; k++)
            if (fit ? k == i && !arg->byval : true)
                constraints_add(cs, SET_COPY, cs->instances.at[callee].first_node + function->params[k], from, 0, 0);
    }
}

static void take_results(Constraints *cs, u32 instance, u32 insn, u32 callee) {
    const Instance *caller = &cs->instances.at[instance], *called = &cs->instances.at[callee];
    u32 wanted = call_of(caller, insn)->dst_count, given = called->function->result_count;
    u32 value = values_written(caller->values, insn);
    if (value == VALUE_NONE) return;
    for (u32 i = 0; i < wanted; i++)
        for (u32 k = 0; k < given; k++)
            if (i == k || wanted != given)
                constraints_add(cs, SET_COPY, caller->first_node + value + i, called->results + k, 0, 0);
}

/* Code that nobody knows: it may keep, change and give back whatever it can reach. */
static void call_unknown(Constraints *cs, u32 instance, u32 insn) {
    const Instance *caller = &cs->instances.at[instance];
    const Call *call = call_of(caller, insn);
    u32 value = values_written(caller->values, insn), first = caller->first_node;
    const Function *function = caller->function;
    u32 dst = function->insns[insn].dst;
    for (u32 i = 0; i < call->arg_count; i++) constraints_escape(cs, argument(cs, instance, insn, i));
    for (u32 i = 0; value != VALUE_NONE && i < call->dst_count; i++) {
        const Type *type = function->registers[dst + i].type;
        if (type->kind == TYPE_POINTER || (type->kind == TYPE_INT && type->bits >= cs->program->pointer_bytes * 8))
            constraints_add(cs, SET_COPY, first + value + i, constraints_unknown(cs), 0, 0);
    }
}

static void link_call(Constraints *cs, u32 instance, u32 insn, Function *callee, bool is_direct) {
    if (!callee->has_body && summary_apply(cs, instance, insn, callee)) return;
    Instance caller = cs->instances.at[instance];
    u32 called = constraints_instance(cs, callee, is_direct ? &caller.function->insns[insn] : NULL, &caller);
    if (called == NO_OBJECT) {
        call_unknown(cs, instance, insn);
        return;
    }
    vec_push(&cs->links, (CallLink){instance, insn, called});
    cs->link = cs->links.count;
    pass_arguments(cs, instance, insn, called);
    take_results(cs, instance, insn, called);
    cs->link = 0;
}

void calls_link(Constraints *cs, u32 instance, u32 insn, Function *callee) {
    cs->owner = instance + 1;
    link_call(cs, instance, insn, callee, false);
    cs->owner = 0;
}

void calls_add(Constraints *cs, u32 instance, u32 insn) {
    const Insn *call = &cs->instances.at[instance].function->insns[insn];
    if (operand_is_constant(call->a)) {
        Constant constant = cs->program->constants.at[operand_index(call->a)];
        if (constant.kind == CONSTANT_FUNCTION) link_call(cs, instance, insn, constant.function, true);
        return;
    }
    vec_push(&cs->sites, (CallSite){instance, insn});
    u32 callee = constraints_operand(cs, &cs->instances.at[instance], insn, READ_A, call->a);
    constraints_add(cs, SET_CALL, NODE_NONE, callee, 0, cs->sites.count - 1);
}

void calls_from_unknown(Constraints *cs, Function *callee) {
    u32 called = constraints_instance(cs, callee, NULL, NULL), unknown = constraints_unknown(cs);
    if (called == NO_OBJECT) return;
    vec_push(&cs->links, (CallLink){NO_OBJECT, 0, called});
    cs->link = cs->links.count;
    const Instance *to = &cs->instances.at[called];
    for (u32 i = 0; i < callee->param_count; i++)
        constraints_add(cs, SET_COPY, to->first_node + callee->params[i], unknown, 0, 0);
    for (u32 i = 0; i < callee->result_count; i++) constraints_add(cs, SET_COPY, unknown, to->results + i, 0, 0);
    if (to->variadic != NO_OBJECT) constraints_add(cs, SET_COPY, cs->objects.at[to->variadic].any, unknown, 0, 0);
    cs->link = 0;
}
