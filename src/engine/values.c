/* The values engine: contexts, the states that wait, and what instructions do to them (values.h). */
#include "engine/values_inside.h"

#include "base/clock.h"
#include "base/resident.h"
#include "program/visit.h"

#include <stdio.h>
#include <string.h>

typedef struct Context Context;

/* A call that waits for the ways out of the context it has entered. */
typedef struct {
    Context *context; /* of the caller */
    u32 insn;
    ValueState *state; /* in front of the call */
    Map names;         /* symbols of the entry -> those of the caller */
} Waiting;

/* Where states meet: the start of a block, or what comes after a call. */
typedef struct {
    VEC(ValueState *) kept;
    bool *is_forgotten; /* places whose values are too many here; NULL: none */
    bool drops_facts;
    u32 *hidden; /* registers that are not read any more */
    u32 hidden_count;
    bool is_known; /* `hidden` is */
} Meeting;

struct Context {
    FunctionView *of;
    ValueState *entry;
    Meeting *meetings; /* by instruction */
    VEC(Waiting) waiting;
    VEC(ValueState *) exits; /* values: what is returned, then the pieces */
};

typedef struct {
    Context *context;
    u32 insn;
    ValueState *state;
} Work;

typedef struct {
    ProgramView *view;
    const ValuesOptions *options;
    ValuesAnswer *answer;
    TermStore *terms;
    u32 level; /* places that are further away are not kept */
    u32 symbols;
    VEC(Work) work;
    VEC(Context *) contexts;
    Map context_index; /* hash -> context number + 1, the newest */
    VEC(u32) older;    /* context -> the one before it with the same hash, + 1 */
    u32 *context_counts;
    bool **entry_forgotten; /* by function: registers, then pieces; NULL: none */
    double end;
    u64 steps;
    bool is_reached, is_stopped;
    LocationId reached_at;
} Values;

enum { MOST_STATES = 64, MOST_CONTEXTS = 200 };

/* ---- Places ---- */

static u32 bits_of_type(const Values *v, const Type *type) {
    if (type->kind == TYPE_POINTER) return v->view->program->pointer_bytes * 8;
    return type->kind == TYPE_INT && type->bits <= 64 ? type->bits : 0;
}

static bool keeps_register(const Values *v, const FunctionView *of, u32 reg) {
    return of->distance[reg] <= v->level && bits_of_type(v, of->function->registers[reg].type);
}
static bool keeps_piece(const Values *v, u32 piece) { return v->view->pieces.at[piece].distance <= v->level; }

static Term *address_symbol(Values *v, const char *kind, const char *name, u32 number) {
    char text[128];
    snprintf(text, sizeof text, "&%s%u %.80s", kind, number, name);
    return term_symbol(v->terms, text, v->view->program->pointer_bytes * 8);
}

static Term *constant_term(Values *v, const Constant *constant) {
    u32 bits = bits_of_type(v, constant->type);
    if (!bits) return NULL;
    switch (constant->kind) {
    case CONSTANT_INT: return term_const(v->terms, bits, constant->limbs[0]);
    case CONSTANT_NULL: return term_const(v->terms, bits, 0);
    case CONSTANT_FUNCTION: return address_symbol(v, "f", constant->function->name, constant->function->number);
    case CONSTANT_GLOBAL: {
        const char *name = constant->global->name ? constant->global->name : "";
        Term *start = address_symbol(v, "g", name, constant->global->number);
        return term_add(v->terms, start, term_const(v->terms, bits, (u64)constant->offset & low_mask(bits)));
    }
    default: return NULL;
    }
}

/* A place that is kept and of which nothing is known gets a name where it is first read. */
static Term *read_place(Values *v, ValueState *state, u32 place, u32 bits) {
    if (!state->values[place]) state->values[place] = state_fresh_symbol(v->terms, &v->symbols, bits);
    return state->values[place];
}

static Term *read_operand(Values *v, const FunctionView *of, ValueState *state, Operand operand) {
    if (operand == OPERAND_NONE) return NULL;
    if (operand_is_constant(operand)) return constant_term(v, &v->view->program->constants.at[operand_index(operand)]);
    if (!keeps_register(v, of, operand)) return NULL;
    return read_place(v, state, operand, bits_of_type(v, of->function->registers[operand].type));
}

static void write_register(Values *v, const FunctionView *of, ValueState *state, u32 reg, Term *value) {
    u32 bits = bits_of_type(v, of->function->registers[reg].type);
    state->values[reg] = value && keeps_register(v, of, reg) && value->width == bits ? value : NULL;
}

/* ---- Where states meet ---- */

static bool is_out_of_time(Values *v) {
    enum { STEPS = 256 };
    if (v->options->stop && *v->options->stop) v->is_stopped = true;
    if (++v->steps % STEPS) return v->is_stopped;
    if (v->end && clock_seconds() > v->end) v->is_stopped = true;
    if (v->options->bytes && resident_bytes() > v->options->bytes / 10 * 9) v->is_stopped = true;
    return v->is_stopped;
}

static void find_hidden(const FunctionView *of, u32 insn, Meeting *meeting) {
    u32 count = of->function->register_count;
    bool *is_live = xcalloc(count + 1, sizeof(bool));
    live_sets_before(&of->live, insn, is_live);
    meeting->hidden = xcalloc(count + 1, sizeof(u32));
    for (u32 reg = 0; reg < count; reg++)
        if (!is_live[reg]) meeting->hidden[meeting->hidden_count++] = reg;
    meeting->is_known = true;
    free(is_live);
}

/* The place that has the most values among the states, of those that are not forgotten; PLACE_NONE: none has two. */
static u32 most_varied(ValueState *const *states, u32 count, const bool *is_forgotten) {
    u32 best = PLACE_NONE, best_values = 1;
    for (u32 place = 0; place < states[0]->count; place++) {
        if (is_forgotten[place]) continue;
        Map values = {0};
        for (u32 i = 0; i < count; i++) map_put_ptr(&values, states[i]->values[place], states[0]);
        if (values.count > best_values) {
            best = place;
            best_values = values.count;
        }
        map_free(&values);
    }
    return best;
}

static void forget_more(Meeting *meeting) {
    if (!meeting->is_forgotten) meeting->is_forgotten = xcalloc(meeting->kept.at[0]->count + 1, sizeof(bool));
    u32 place = most_varied(meeting->kept.at, meeting->kept.count, meeting->is_forgotten);
    if (place == PLACE_NONE) meeting->drops_facts = true;
    else meeting->is_forgotten[place] = true;
}

static void simplify(Values *v, ValueState *state, const Meeting *meeting) {
    for (u32 i = 0; i < meeting->hidden_count; i++) state->values[meeting->hidden[i]] = NULL;
    for (u32 i = 0; meeting->is_forgotten && i < state->count; i++)
        if (meeting->is_forgotten[i]) state->values[i] = NULL;
    if (meeting->drops_facts) vec_clear(&state->facts);
    state_tidy(v->terms, state);
}

/* Takes the state over. */
static void arrive(Values *v, Context *context, u32 insn, ValueState *state) {
    Meeting *meeting = &context->meetings[insn];
    if (!meeting->is_known) find_hidden(context->of, insn, meeting);
    simplify(v, state, meeting);
    for (u32 i = meeting->kept.count; i-- > 0;)
        if (state_covers(v->terms, meeting->kept.at[i], state)) {
            v->answer->covered++;
            return state_forget(state);
        }
    vec_push(&meeting->kept, state);
    v->answer->states++;
    if (meeting->kept.count % MOST_STATES == 0) forget_more(meeting);
    vec_push(&v->work, (Work){context, insn, state_copied(state)});
}

/* ---- Contexts ---- */

static Context *find_context(Values *v, const FunctionView *of, const ValueState *entry, u64 hash) {
    u64 number = 0;
    for (map_get(&v->context_index, hash, &number); number; number = v->older.at[number - 1]) {
        Context *context = v->contexts.at[number - 1];
        if (context->of == of && state_is_same(context->entry, entry)) return context;
    }
    return NULL;
}

static void forget_entry_place(Values *v, const FunctionView *of, const ValueState *entry) {
    VEC(ValueState *) entries = {0};
    bool **forgotten = &v->entry_forgotten[of->function->number];
    for (u32 i = 0; i < v->contexts.count; i++)
        if (v->contexts.at[i]->of == of) vec_push(&entries, v->contexts.at[i]->entry);
    if (!*forgotten) *forgotten = xcalloc(entry->count + 1, sizeof(bool));
    u32 place = most_varied(entries.at, entries.count, *forgotten);
    if (place != PLACE_NONE) (*forgotten)[place] = true;
    vec_free(&entries);
}

static Context *make_context(Values *v, FunctionView *of, ValueState *entry, u64 hash) {
    Context *context = xcalloc(1, sizeof *context);
    u64 before = 0;
    context->of = of;
    context->entry = entry;
    context->meetings = xcalloc(of->function->insn_count + 1, sizeof(Meeting));
    map_get(&v->context_index, hash, &before);
    vec_push(&v->older, (u32)before);
    vec_push(&v->contexts, context);
    map_put(&v->context_index, hash, v->contexts.count);
    v->answer->contexts++;
    if (++v->context_counts[of->function->number] % MOST_CONTEXTS == 0) forget_entry_place(v, of, entry);
    vec_push(&v->work, (Work){context, of->function->blocks[0].first, state_copied(entry)});
    return context;
}

/* The values that a call hands over; the state becomes the entry's. */
static ValueState *entry_of(Values *v, const Context *caller, const Insn *insn, ValueState *state,
                            const FunctionView *of) {
    const Call *call = &caller->of->function->calls[insn->extra];
    u32 registers = of->function->register_count, own = caller->of->function->register_count;
    const bool *forgotten = v->entry_forgotten[of->function->number];
    ValueState *entry = state_make(registers + v->view->pieces.count);
    for (u32 i = 0; i < of->function->param_count && i < call->arg_count; i++)
        if (!call->args[i].byval)
            write_register(v, of, entry, of->function->params[i],
                           read_operand(v, caller->of, state, call->args[i].value));
    for (u32 p = 0; p < v->view->pieces.count; p++)
        if (of->touches[p]) entry->values[registers + p] = state->values[own + p];
    for (u32 i = 0; forgotten && i < entry->count; i++)
        if (forgotten[i]) entry->values[i] = NULL;
    vec_copy(&entry->facts, &state->facts);
    return entry;
}

static void go_on_after(Values *v, const Waiting *call, const Context *callee, const ValueState *exit) {
    const Context *caller = call->context;
    const Insn *insn = &caller->of->function->insns[call->insn];
    u32 results = callee->of->function->result_count, own = caller->of->function->register_count;
    ValueState *left = state_copied(exit), *state = state_copied(call->state);
    bool is_possible = true;
    state_leave(v->terms, left, &call->names, &v->symbols);
    for (u32 i = 0; i < insn_write_count(caller->of->function, insn); i++)
        write_register(v, caller->of, state, insn->dst + i, i < results ? left->values[i] : NULL);
    for (u32 p = 0; p < v->view->pieces.count; p++)
        if (callee->of->touches[p]) state->values[own + p] = left->values[results + p];
    for (u32 i = 0; i < left->facts.count && is_possible; i++)
        is_possible = state_assume(v->terms, state, left->facts.at[i], true);
    state_forget(left);
    if (is_possible) arrive(v, call->context, call->insn + 1, state);
    else state_forget(state);
}

static void enter(Values *v, Context *caller, u32 insn, const ValueState *before, FunctionView *of) {
    ValueState *state = state_copied(before);
    ValueState *entry = entry_of(v, caller, &caller->of->function->insns[insn], state, of);
    Waiting call = {.context = caller, .insn = insn, .state = state};
    state_enter(v->terms, entry, &call.names);
    u64 hash = state_hash(entry) + of->function->number;
    Context *context = find_context(v, of, entry, hash);
    if (context) state_forget(entry);
    else context = make_context(v, of, entry, hash);
    vec_push(&context->waiting, call);
    for (u32 i = 0; i < context->exits.count && !v->is_reached; i++)
        go_on_after(v, &call, context, context->exits.at[i]);
}

/* Takes the state over. */
static void leave(Values *v, Context *context, const Insn *insn, ValueState *state) {
    const Function *function = context->of->function;
    ValueState *exit = state_make(function->result_count + v->view->pieces.count);
    for (u32 i = 0; i < function->result_count && i < insn->c; i++)
        exit->values[i] = read_operand(v, context->of, state, function->returns[insn->extra + i]);
    for (u32 p = 0; p < v->view->pieces.count; p++)
        exit->values[function->result_count + p] = state->values[function->register_count + p];
    vec_copy(&exit->facts, &state->facts);
    state_forget(state);
    state_tidy(v->terms, exit);
    for (u32 i = 0; i < context->exits.count; i++)
        if (state_covers(v->terms, context->exits.at[i], exit)) return state_forget(exit);
    vec_push(&context->exits, exit);
    for (u32 i = 0; i < context->waiting.count && !v->is_reached; i++) {
        Waiting call = context->waiting.at[i];
        go_on_after(v, &call, context, exit);
    }
}

/* ---- Calls ---- */

static const Function *function_at(const Values *v, const Term *pointer) {
    u32 number;
    if (!pointer || !symbol_is_address(pointer) || sscanf(pointer->symbol->name, "&f%u ", &number) != 1) return NULL;
    return v->view->program->functions.at[number];
}

static void reach_error(Values *v, const Insn *insn) {
    v->is_reached = true;
    v->reached_at = insn->location;
}

/* What is not followed returns any value and touches no place. */
static void return_anything(Values *v, Context *context, u32 number, const ValueState *before) {
    const Insn *insn = &context->of->function->insns[number];
    ValueState *state = state_copied(before);
    for (u32 i = 0; i < insn_write_count(context->of->function, insn); i++)
        write_register(v, context->of, state, insn->dst + i, NULL);
    arrive(v, context, number + 1, state);
}

static void assume_argument(Values *v, Context *context, u32 number, ValueState *state) {
    const Insn *insn = &context->of->function->insns[number];
    const Call *call = &context->of->function->calls[insn->extra];
    Term *value = call->arg_count ? read_operand(v, context->of, state, call->args[0].value) : NULL;
    Term *holds = value ? term_ne(v->terms, value, term_const(v->terms, value->width, 0)) : NULL;
    if (!holds || state_assume(v->terms, state, holds, true)) return_anything(v, context, number, state);
}

static void call_known(Values *v, Context *context, u32 number, ValueState *state, const Function *callee) {
    const Insn *insn = &context->of->function->insns[number];
    FunctionView *of = &v->view->functions[callee->number];
    if (v->options->is_error(v->options->listener, callee)) reach_error(v, insn);
    else if (of->function) enter(v, context, number, state, of);
    else if (callee->is_library && !strcmp(callee->name, "__VERIFIER_assume"))
        assume_argument(v, context, number, state);
    else if (!program_view_ends_run(callee)) return_anything(v, context, number, state);
}

/* Any function that fits and whose address is taken, or one from outside. */
static void call_unknown(Values *v, Context *context, u32 number, const ValueState *state) {
    const Function *function = context->of->function;
    for (u32 i = 0; i < v->view->taken.count && !v->is_reached; i++) {
        const Function *taken = v->view->program->functions.at[v->view->taken.at[i]];
        if (program_view_fits(function, &function->insns[number], taken))
            enter(v, context, number, state, &v->view->functions[taken->number]);
    }
    if (!v->is_reached) return_anything(v, context, number, state);
}

/* Takes the state over. */
static void call(Values *v, Context *context, u32 number, ValueState *state) {
    const Insn *insn = &context->of->function->insns[number];
    const Function *callee = program_view_callee(v->view, insn);
    if (!callee) callee = function_at(v, read_operand(v, context->of, state, insn->a));
    if (callee) call_known(v, context, number, state, callee);
    else call_unknown(v, context, number, state);
    state_forget(state);
}

/* ---- Branches ---- */

/* Takes the state over. */
static void go_to(Values *v, Context *context, u32 block, ValueState *state) {
    const Graph *from = &context->of->flow->predecessors;
    u32 insn = context->of->function->blocks[block].first;
    bool is_meeting = from->starts[block + 1] - from->starts[block] != 1;
    if (is_meeting) arrive(v, context, insn, state);
    else vec_push(&v->work, (Work){context, insn, state});
}

static void branch(Values *v, Context *context, const Insn *insn, ValueState *state) {
    Term *condition = read_operand(v, context->of, state, insn->a);
    if (insn->b == insn->c) return go_to(v, context, insn->b, state);
    ValueState *other = state_copied(state);
    bool may_be = !condition || state_assume(v->terms, state, condition, true);
    bool may_not = !condition || state_assume(v->terms, other, condition, false);
    if (may_be) go_to(v, context, insn->b, state);
    else state_forget(state);
    if (may_not) go_to(v, context, insn->c, other);
    else state_forget(other);
}

static void choose_case(Values *v, Context *context, const Insn *insn, ValueState *state) {
    const Switch *table = &context->of->function->switches[insn->extra];
    Term *value = read_operand(v, context->of, state, insn->a);
    ValueState *rest = state_copied(state);
    bool is_left = true;
    for (u32 i = 0; i < table->count && is_left; i++) {
        Term *is = value ? term_eq(v->terms, value, term_const(v->terms, value->width, table->values[i])) : NULL;
        ValueState *here = state_copied(state);
        if (!is || state_assume(v->terms, here, is, true)) go_to(v, context, table->targets[i], here);
        else state_forget(here);
        is_left = !is || state_assume(v->terms, rest, is, false);
    }
    if (is_left) go_to(v, context, table->default_target, rest);
    else state_forget(rest);
    state_forget(state);
}

/* ---- Instructions ---- */

static u32 piece_place(const Values *v, const FunctionView *of, Operand address) {
    u32 piece = program_view_piece(v->view, address);
    return piece == PLACE_NONE || !keeps_piece(v, piece) ? PLACE_NONE : of->function->register_count + piece;
}

static void load(Values *v, const FunctionView *of, ValueState *state, const Insn *insn) {
    u32 place = piece_place(v, of, insn->a);
    Term *value = place == PLACE_NONE ? NULL : read_place(v, state, place, bits_of_type(v, insn->type));
    write_register(v, of, state, insn->dst, value);
}

static void store(Values *v, const FunctionView *of, ValueState *state, const Insn *insn) {
    u32 place = piece_place(v, of, insn->a);
    if (place != PLACE_NONE) state->values[place] = read_operand(v, of, state, insn->b);
}

static void compute(Values *v, const FunctionView *of, ValueState *state, const Insn *insn) {
    u32 scoped = insn_scoped_register(of->function, insn);
    if (scoped != OPERAND_NONE) state->values[scoped] = NULL;
    if (insn->dst == OPERAND_NONE) return;
    Term *result = NULL;
    if (keeps_register(v, of, insn->dst)) {
        Operand operands[] = {insn->a, insn->b, insn->c};
        Term *args[3];
        u32 fields = insn_value_fields(insn);
        for (u32 i = 0; i < COUNT_OF(args); i++) args[i] = i < fields ? read_operand(v, of, state, operands[i]) : NULL;
        result = values_apply(v->terms, v->view->program, insn, args);
    }
    write_register(v, of, state, insn->dst, result);
}

/* From the instruction to where the way parts or meets others. */
static void run(Values *v, Work work) {
    const FunctionView *of = work.context->of;
    for (u32 i = work.insn;; i++) {
        const Insn *insn = &of->function->insns[i];
        switch ((Op)insn->op) {
        case OP_LOAD: load(v, of, work.state, insn); break;
        case OP_STORE: store(v, of, work.state, insn); break;
        case OP_CALL: return call(v, work.context, i, work.state);
        case OP_JUMP: return go_to(v, work.context, insn->b, work.state);
        case OP_BRANCH: return branch(v, work.context, insn, work.state);
        case OP_SWITCH: return choose_case(v, work.context, insn, work.state);
        case OP_RETURN: return leave(v, work.context, insn, work.state);
        case OP_UNREACHABLE: return state_forget(work.state);
        default: compute(v, of, work.state, insn); break;
        }
    }
}

/* ---- A try ---- */

static Term *initial_value(Values *v, const Piece *piece) {
    const Global *global = piece->global;
    u64 value = 0, size = piece->bits / 8;
    if (!global->is_defined || !global->is_initialised || global->undefined) return NULL;
    for (u32 i = 0; i < global->relocation_count; i++) {
        const Relocation *relocation = &global->relocations[i];
        bool is_apart =
            relocation->offset + relocation->size <= piece->offset || piece->offset + size <= relocation->offset;
        bool is_it = relocation->offset == piece->offset && relocation->size == size && !relocation->is_relative;
        if (is_it) return constant_term(v, &v->view->program->constants.at[relocation->constant]);
        if (!is_apart) return NULL;
    }
    if (global->bytes) memcpy(&value, global->bytes + piece->offset, size);
    return term_const(v->terms, piece->bits, value);
}

static void start(Values *v, FunctionView *main) {
    u32 registers = main->function->register_count;
    ValueState *entry = state_make(registers + v->view->pieces.count);
    for (u32 p = 0; p < v->view->pieces.count; p++)
        if (main->touches[p] && keeps_piece(v, p))
            entry->values[registers + p] = initial_value(v, &v->view->pieces.at[p]);
    make_context(v, main, entry, state_hash(entry));
}

static void free_context(Context *context) {
    for (u32 i = 0; i <= context->of->function->insn_count; i++) {
        Meeting *meeting = &context->meetings[i];
        for (u32 k = 0; k < meeting->kept.count; k++) state_forget(meeting->kept.at[k]);
        vec_free(&meeting->kept);
        free(meeting->is_forgotten);
        free(meeting->hidden);
    }
    for (u32 i = 0; i < context->waiting.count; i++) {
        state_forget(context->waiting.at[i].state);
        map_free(&context->waiting.at[i].names);
    }
    for (u32 i = 0; i < context->exits.count; i++) state_forget(context->exits.at[i]);
    vec_free(&context->waiting);
    vec_free(&context->exits);
    state_forget(context->entry);
    free(context->meetings);
    free(context);
}

static void free_try(Values *v) {
    for (u32 i = 0; i < v->work.count; i++) state_forget(v->work.at[i].state);
    for (u32 i = 0; i < v->contexts.count; i++) free_context(v->contexts.at[i]);
    for (u32 i = 0; i < v->view->program->functions.count; i++) free(v->entry_forgotten[i]);
    free(v->entry_forgotten);
    free(v->context_counts);
    vec_free(&v->work);
    vec_free(&v->contexts);
    vec_free(&v->older);
    map_free(&v->context_index);
    term_store_free(v->terms);
}

/* True: the call is not reached; else v->is_reached, or it was stopped. */
static bool try_level(Values *v, FunctionView *main) {
    u32 functions = v->view->program->functions.count;
    v->answer->contexts = v->answer->states = v->answer->covered = v->answer->places = 0;
    for (u32 p = 0; p < v->view->pieces.count; p++) v->answer->places += keeps_piece(v, p);
    v->terms = term_store_new();
    v->is_reached = false;
    v->context_counts = xcalloc(functions + 1, sizeof(u32));
    v->entry_forgotten = xcalloc(functions + 1, sizeof(bool *));
    start(v, main);
    while (v->work.count && !v->is_reached && !is_out_of_time(v)) {
        Work work = vec_pop(&v->work);
        run(v, work);
    }
    bool is_proved = !v->work.count && !v->is_reached;
    free_try(v);
    return is_proved;
}

static bool takes_address_of_error(const ProgramView *view, const ValuesOptions *options) {
    for (u32 f = 0; f < view->program->functions.count; f++)
        if (view->is_address_taken[f] && options->is_error(options->listener, view->program->functions.at[f]))
            return true;
    return false;
}

static void explain(Values *v) {
    const Program *program = v->view->program;
    const Location *place = &program->locations.at[v->reached_at];
    v->answer->is_out_of_time = v->is_stopped;
    if (v->is_stopped) text_add(&v->answer->reason, "out of time");
    else
        text_printf(&v->answer->reason, "the values of variables do not rule out the call at %s:%u",
                    program->files.at[place->file], place->line);
}

void values_run(Program *program, const ValuesOptions *options, ValuesAnswer *answer) {
    ProgramView view;
    *answer = (ValuesAnswer){0};
    program_view_init(&view, program, options);
    const Function *main = program_function_named(program, "main");
    Values v = {.view = &view, .options = options, .answer = answer};
    v.end = options->seconds > 0 ? clock_seconds() + options->seconds : 0;
    if (!main || !view.functions[main->number].function) {
        text_add(&answer->reason, "there is no main function");
    } else if (view.obstacle.length) {
        text_add(&answer->reason, view.obstacle.chars);
    } else if (takes_address_of_error(&view, options)) {
        text_add(&answer->reason, "the address of the error function is taken");
    } else {
        u32 last = relevance_find(&view, options);
        answer->has_assembly = view.has_assembly;
        for (v.level = 0; v.level <= last + 1 && !answer->is_proved && !v.is_stopped; v.level++) {
            if (v.level > last) v.level = FAR_AWAY - 1; /* all that has to do with it at all */
            answer->is_proved = try_level(&v, &view.functions[main->number]);
        }
        if (!answer->is_proved) explain(&v);
    }
    program_view_free(&view);
}

void values_answer_free(ValuesAnswer *answer) {
    text_free(&answer->reason);
    *answer = (ValuesAnswer){0};
}
