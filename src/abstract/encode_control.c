/* Calls, returns and branches: one instruction. */
#include "abstract/encode_inside.h"

#include "program/visit.h"

/* ---- Calls ---- */

static void unset_slots(Running *run, BlockState *state) {
    const Function *function = state->context->function;
    for (u32 i = 0; i < function->variable_count; i++) {
        const Variable *variable = &function->variables[i];
        if (variable->kind == VARIABLE_OBJECT && !variable->has_scope) encode_local(run, state, i);
        if (variable->kind == VARIABLE_SLOT && variable->maybe_unset)
            state_set(run, state, variable->reg,
                      state_unknown(run, state, encode_bits(function->registers[variable->reg].type), i + 1));
    }
}

/* A struct that is passed by value: the callee has a copy, at an address of its own. */
static Term *passed_copy(Running *run, BlockState *state, const Argument *argument, Term *pointer, u32 number) {
    enum { OF_ARGUMENT = 1u << 24 };
    TermStore *terms = run->e->terms;
    u64 at = space_local(&run->e->space, state->context, OF_ARGUMENT | state->insn << 6 | (number & 63));
    encode_copy(run, state, term_const(terms, 64, at), pointer, term_const(terms, 64, argument->byval->size));
    return term_const(terms, 64, at);
}

static void enter(Running *run, BlockState *state, const Insn *insn, const Function *callee) {
    const Function *caller = state->context->function;
    const Call *call = &caller->calls[insn->extra];
    Row *values = row_new(callee->param_count);
    for (u32 i = 0; i < callee->param_count; i++) {
        u32 bits = encode_bits(callee->registers[callee->params[i]].type);
        Term *value = i < call->arg_count ? state_operand(run, state, call->args[i].value)
                                          : state_unknown(run, state, bits, i + 1);
        if (i < call->arg_count && call->args[i].byval) value = passed_copy(run, state, &call->args[i], value, i);
        if (value->width != bits) value = state_unknown(run, state, bits, i + 1); /* called by another type */
        values->at[i] = value;
    }
    state->context = context_call(&run->e->contexts, state->context, state->insn, callee);
    vec_push(&state->frames, row_new(callee->register_count));
    state->insn = 0;
    for (u32 i = 0; i < callee->param_count; i++) state_set(run, state, callee->params[i], values->at[i]);
    row_release(values);
    unset_slots(run, state);
}

static bool call_function(Running *run, BlockState *state, const Insn *insn, const Function *callee) {
    if (encode_builtin(run, state, insn, callee)) return true;
    Error error = {0};
    const char *why = NULL;
    u32 same = 1;
    for (const Context *c = state->context; c; c = c->caller) same += c->function == callee;
    if (!callee->has_body) why = "a function is called that is not modelled";
    else if (!program_body(run->e->program, (Function *)(uintptr_t)callee, &error)) why = "a function cannot be read";
    else if (same > run->e->options.recursion) why = "a recursion goes deeper than it is followed";
    error_free(&error);
    if (!why) {
        enter(run, state, insn, callee);
        if (run->e->options.ends_at_calls && !callee->is_library)
            vec_push(&run->out->exits, (BlockExit){.end = EXIT_HEAD, .state = *state});
        else vec_push(&run->waiting, *state);
        return false;
    }
    state_exit(run, state, term_true(run->e->terms), EXIT_CUT,
               arena_printf(&run->out->arena, "%s: %s", why, callee->name));
    block_state_free(state);
    return false;
}

/* Through a pointer: a way for each function that it may be, and one for what is none. */
static bool call_through(Running *run, BlockState *state, const Insn *insn) {
    TermStore *terms = run->e->terms;
    Term *pointer = state_operand(run, state, insn->a), *other = term_true(terms);
    const Call *call = &state->context->function->calls[insn->extra];
    for (u32 i = 0; i < run->e->program->functions.count && !term_is_false(other); i++) {
        const Function *callee = run->e->program->functions.at[i];
        if (!map_get(&run->e->space.functions, (u64)(uintptr_t)callee, NULL)) continue; /* nobody took its address */
        if (callee->type->field_count != call->arg_count && !callee->type->is_variadic) continue;
        Term *is_it = term_eq(terms, pointer, term_const(terms, 64, space_function(&run->e->space, callee)));
        Term *here = term_and(terms, is_it, other);
        other = term_and(terms, other, term_not(terms, is_it));
        if (term_is_false(here)) continue;
        BlockState copy = block_state_copy(state);
        encode_assume(run, &copy, here);
        if (call_function(run, &copy, insn, callee)) {
            copy.insn++;
            vec_push(&run->waiting, copy);
        }
    }
    state_exit(run, state, other, EXIT_CUT, "a function is called through a pointer that may be anything");
    block_state_free(state);
    return false;
}

static bool encode_call(Running *run, BlockState *state, const Insn *insn) {
    if (!operand_is_constant(insn->a)) {
        Term *pointer = state_operand(run, state, insn->a);
        const Function *known = term_is_const(pointer) ? space_function_at(&run->e->space, pointer->value) : NULL;
        return known ? call_function(run, state, insn, known) : call_through(run, state, insn);
    }
    const Constant *constant = &run->e->program->constants.at[operand_index(insn->a)];
    if (constant->kind == CONSTANT_FUNCTION) return call_function(run, state, insn, constant->function);
    return call_through(run, state, insn);
}

static void encode_return(Running *run, BlockState *state, const Insn *insn) {
    const Context *context = state->context;
    if (!context->caller) { /* the end of the program */
        block_state_free(state);
        return;
    }
    const Function *caller = context->caller->function;
    const Insn *call = &caller->insns[context->call];
    u32 wanted = insn_write_count(caller, call);
    Term *values[64];
    for (u32 i = 0; i < MIN(wanted, 64u); i++) {
        u32 bits = encode_bits(caller->registers[call->dst + i].type);
        values[i] = i < insn->c ? state_operand(run, state, context->function->returns[insn->extra + i])
                                : state_unknown(run, state, bits, i + 1);
        if (values[i]->width != bits) values[i] = state_unknown(run, state, bits, i + 1);
    }
    row_release(vec_pop(&state->frames));
    state->context = context->caller;
    state->insn = context->call + 1;
    for (u32 i = 0; i < MIN(wanted, 64u); i++) state_set(run, state, call->dst + i, values[i]);
    vec_push(&run->waiting, *state);
}

/* ---- Branches ---- */

static void go_to(Running *run, BlockState *state, u32 block, Term *condition) {
    BlockState copy = block_state_copy(state);
    encode_assume(run, &copy, condition);
    copy.insn = copy.context->function->blocks[block].first;
    u32 most = run->e->options.most_length;
    bool is_end = copy.context->flow->entered[block] != FLOW_NONE || (most && copy.length >= most);
    if (state_is_dead(&copy)) block_state_free(&copy);
    else if (!is_end) vec_push(&run->waiting, copy);
    else vec_push(&run->out->exits, (BlockExit){.end = EXIT_HEAD, .state = copy});
}

static void encode_switch(Running *run, BlockState *state, const Insn *insn) {
    TermStore *terms = run->e->terms;
    const Switch *table = &state->context->function->switches[insn->extra];
    Term *value = state_operand(run, state, insn->a), *other = term_true(terms);
    u32 limbs = term_limb_count(value->width);
    for (u32 i = 0; i < table->count; i++) {
        Term *label = term_const_wide(terms, value->width, table->values + (size_t)i * limbs);
        Term *here = term_eq(terms, value, label);
        other = term_and(terms, other, term_not(terms, here));
        go_to(run, state, table->targets[i], here);
    }
    go_to(run, state, table->default_target, other);
}

/* ---- One instruction ---- */

bool encode_step(Running *run, BlockState *state, const Insn *insn) {
    TermStore *terms = run->e->terms;
    bool of_pointers = (insn->op == OP_ULT || insn->op == OP_ULE || insn->op == OP_SLT || insn->op == OP_SLE) &&
                       insn->type->kind == TYPE_POINTER;
    switch ((Op)insn->op) {
    case OP_FIELD: encode_field(run, state, insn); break;
    case OP_INDEX: encode_index(run, state, insn); break;
    case OP_PTRSUB: encode_difference(run, state, insn); break;
    case OP_PTRTOINT:
        state_set(run, state, insn->dst,
                  pointer_to_number(run, state, state_operand(run, state, insn->a), encode_bits(insn->type)));
        break;
    case OP_INTTOPTR:
        state_set(run, state, insn->dst, number_to_pointer(run, state, state_operand(run, state, insn->a)));
        break;
    case OP_LOAD: encode_load(run, state, insn); break;
    case OP_STORE: encode_store(run, state, insn); break;
    case OP_COPY:
        encode_copy(run, state, state_operand(run, state, insn->a), state_operand(run, state, insn->b),
                    state_operand(run, state, insn->c));
        break;
    case OP_FILL:
        encode_fill(run, state, state_operand(run, state, insn->a), state_operand(run, state, insn->b),
                    state_operand(run, state, insn->c));
        break;
    case OP_SCOPE_BEGIN: encode_local(run, state, insn->extra); break;
    case OP_SCOPE_END:
    case OP_STACK_RESTORE:
    case OP_VA_END: break;
    case OP_STACK_SAVE: state_set(run, state, insn->dst, term_const(terms, 64, 0)); break;
    case OP_ALLOCA: state_set(run, state, insn->dst, encode_heap(run, state)); break;
    case OP_CALL: return encode_call(run, state, insn);
    case OP_JUMP: go_to(run, state, insn->b, term_true(terms)); goto over;
    case OP_BRANCH: {
        Term *condition = state_operand(run, state, insn->a);
        go_to(run, state, insn->b, condition);
        go_to(run, state, insn->c, term_not(terms, condition));
        goto over;
    }
    case OP_SWITCH: encode_switch(run, state, insn); goto over;
    case OP_RETURN: encode_return(run, state, insn); return false;
    case OP_UNREACHABLE: goto over;
    case OP_LOAD_RELATIVE:
    case OP_VA_START:
    case OP_VA_COPY:
    case OP_JUMP_INDIRECT:
    case OP_UNSUPPORTED:
        state_exit(run, state, term_true(terms), EXIT_CUT,
                   arena_printf(&run->out->arena, "the instruction '%s' is not modelled", op_name(insn->op)));
        goto over;
    default:
        if (of_pointers) encode_order(run, state, insn);
        else encode_scalar(run, state, insn);
    }
    if (!state_is_dead(state)) return true;
over:
    block_state_free(state);
    return false;
}
