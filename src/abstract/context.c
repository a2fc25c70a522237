#include "abstract/context.h"

void contexts_free(Contexts *contexts) {
    for (u32 i = 0; i < contexts->flows.count; i++) flow_free((Flow *)(uintptr_t)contexts->flows.entries[i].value);
    map_free(&contexts->flows);
    for (u32 i = 0; i < contexts->all.count; i++) vec_free(&contexts->all.at[i]->callees);
    vec_free(&contexts->all);
    arena_free(&contexts->arena);
}

static const Flow *flow_for(Contexts *contexts, const Function *function) {
    Flow *flow = map_get_ptr(&contexts->flows, function);
    if (flow) return flow;
    flow = flow_of(function);
    map_put_ptr(&contexts->flows, function, flow);
    return flow;
}

static Context *context_new(Contexts *contexts, const Function *function) {
    Context *context = ARENA_NEW(&contexts->arena, Context);
    context->function = function;
    context->flow = flow_for(contexts, function);
    context->number = contexts->all.count;
    context->same = 1;
    vec_push(&contexts->all, context);
    return context;
}

const Context *context_root(Contexts *contexts, const Function *function) { return context_new(contexts, function); }

const Context *context_call(Contexts *contexts, const Context *caller, u32 call, const Function *callee) {
    for (u32 i = 0; i < caller->callees.count; i++)
        if (caller->callees.at[i]->call == call && caller->callees.at[i]->function == callee)
            return caller->callees.at[i];
    Context *context = context_new(contexts, callee);
    context->caller = caller;
    context->call = call;
    context->depth = caller->depth + 1;
    for (const Context *c = caller; c; c = c->caller) context->same += c->function == callee;
    context->may_come = context_repeats(caller, call);
    vec_push(&contexts->all.at[caller->number]->callees, context);
    return context;
}

u32 context_calls(const Context *context, const Insn *insn, const Insn **calls, u32 most) {
    u32 count = 0;
    calls[count++] = insn;
    for (; context->caller && count < most; context = context->caller)
        calls[count++] = &context->caller->function->insns[context->call];
    return count;
}

bool context_repeats(const Context *context, u32 insn) {
    return context->may_come || context->flow->loop[flow_block_of(context->function, insn)] != FLOW_NONE;
}
