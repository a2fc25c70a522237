#include "program/effects.h"

#include "program/visit.h"

#include <stdlib.h>
#include <string.h>

#define SOURCES_PARAMS (SOURCE_PARAM(EFFECT_PARAMS) - 1)
#define SOURCES_BEHIND (SOURCES_PARAMS << EFFECT_PARAMS)
#define SOURCES_OUTSIDE (~SOURCE_OWN & (SOURCE_UNKNOWN * 2 - 1))

/* ---- One function ---- */

typedef struct {
    ProgramEffects *all;
    const Program *program;
    const Function *function;
    Effects *effects;
    SourceSet *registers; /* what a register may hold, anywhere */
    SourceSet *now;       /* what it holds, if it was written in the block at hand: */
    u32 *written_in;      /* in which it was last, + 1. Registers serve many values, one after the other */
    u32 block;
    SourceSet in_own, outside; /* what was put into what it has made itself, and anywhere else */
    Global **based_on;         /* a register that holds an address in a variable, in the block at hand: which */
    bool has_changed;
} Walk;

static void add(Walk *walk, SourceSet *to, SourceSet from) {
    if ((*to | from) == *to) return;
    *to |= from;
    walk->has_changed = true;
}

static const Constant *constant_of(const Walk *walk, Operand operand) {
    return operand_is_constant(operand) ? &walk->program->constants.at[operand_index(operand)] : NULL;
}

static SourceSet sources_of(const Walk *walk, Operand operand) {
    if (operand == OPERAND_NONE) return 0;
    const Constant *constant = constant_of(walk, operand);
    if (constant) return constant->kind == CONSTANT_GLOBAL ? SOURCE_GLOBALS : 0;
    return walk->written_in[operand] == walk->block + 1 ? walk->now[operand] : walk->registers[operand];
}

static void set_register(Walk *walk, u32 reg, SourceSet value) {
    add(walk, &walk->registers[reg], value);
    walk->now[reg] = value;
    walk->written_in[reg] = walk->block + 1;
}

/* Too narrow for an address. */
static bool is_number(const Walk *walk, const Type *type) {
    return type->kind == TYPE_FLOAT || (type->kind == TYPE_INT && type->bits < walk->program->pointer_bytes * 8);
}

/* What may stand where these lead. */
static SourceSet behind(const Walk *walk, SourceSet at) {
    SourceSet found = (at & SOURCES_PARAMS) << EFFECT_PARAMS | (at & SOURCES_BEHIND);
    if (at & (SOURCE_GLOBALS | SOURCE_BEHIND_GLOBALS)) found |= SOURCE_BEHIND_GLOBALS;
    if (at & SOURCE_UNKNOWN) found |= SOURCE_UNKNOWN;
    if (at & SOURCE_OWN) found |= walk->in_own;
    if (at & SOURCES_OUTSIDE) found |= walk->outside;
    return found;
}

/* All that can be reached from there. */
static SourceSet reached_from(const Walk *walk, SourceSet at) {
    for (SourceSet before = 0; before != at;) {
        before = at;
        at |= behind(walk, at);
    }
    return at;
}

static void put(Walk *walk, SourceSet at, SourceSet value, bool may_be_pointer) {
    add(walk, &walk->effects->written, at & SOURCES_OUTSIDE);
    if (may_be_pointer) add(walk, &walk->effects->pointers, at & SOURCES_OUTSIDE);
    if (at & SOURCE_OWN) add(walk, &walk->in_own, value);
    if (at & SOURCES_OUTSIDE) add(walk, &walk->outside, value);
    if (at & SOURCES_OUTSIDE) add(walk, &walk->effects->kept, value);
}

/* ---- Calls ---- */

static SourceSet argument(const Walk *walk, const Call *call, u32 index) {
    return index < call->arg_count ? sources_of(walk, call->args[index].value) : 0;
}

/* What a callee means, in terms of its caller. */
static SourceSet translated(const Walk *walk, const Call *call, SourceSet of_callee) {
    SourceSet found = of_callee & (SOURCE_GLOBALS | SOURCE_BEHIND_GLOBALS | SOURCE_OWN | SOURCE_UNKNOWN);
    for (u32 i = 0; i < EFFECT_PARAMS; i++) {
        if (of_callee & SOURCE_PARAM(i)) found |= argument(walk, call, i);
        if (of_callee & SOURCE_BEHIND(i)) found |= reached_from(walk, behind(walk, argument(walk, call, i)));
    }
    return found;
}

static void set_results(Walk *walk, const Insn *insn, const Call *call, SourceSet value) {
    for (u32 i = 0; i < call->dst_count; i++)
        set_register(walk, insn->dst + i, is_number(walk, walk->function->registers[insn->dst + i].type) ? 0 : value);
}

static void add_branches(Walk *walk, u32 count) {
    walk->effects->branches = MIN(walk->effects->branches + count, (u32)EFFECT_MOST_BRANCHES);
}

static void add_globals(Walk *walk, u64 *to, const u64 *from) {
    for (u32 i = 0; i < walk->all->words; i++) {
        walk->has_changed |= (to[i] | from[i]) != to[i];
        to[i] |= from[i];
    }
}

static void call_known(Walk *walk, const Insn *insn, const Call *call, const Effects *callee) {
    Effects *effects = walk->effects;
    SourceSet written = translated(walk, call, callee->written), pointers = translated(walk, call, callee->pointers);
    SourceSet kept = translated(walk, call, callee->kept);
    put(walk, written & ~pointers, 0, false);
    put(walk, pointers, kept, true);
    add(walk, &effects->kept, kept);
    add(walk, &effects->freed, translated(walk, call, callee->freed));
    set_results(walk, insn, call, translated(walk, call, callee->result));
    add_globals(walk, effects->globals, callee->globals);
    add_globals(walk, effects->written_globals, callee->written_globals);
    if (callee->calls_unknown && !effects->calls_unknown) effects->calls_unknown = walk->has_changed = true;
}

/* Code that is not there may do anything with what it is given, and with what others can see. */
static void call_unknown(Walk *walk, const Insn *insn, const Call *call) {
    SourceSet given = 0;
    for (u32 i = 0; i < call->arg_count; i++)
        if (!is_number(walk, call->args[i].type)) given |= reached_from(walk, argument(walk, call, i));
    put(walk, given, given | SOURCE_UNKNOWN, true);
    add(walk, &walk->effects->kept, given);
    add(walk, &walk->effects->freed, given);
    set_results(walk, insn, call, given | SOURCE_UNKNOWN);
    if (!walk->effects->calls_unknown) walk->effects->calls_unknown = walk->has_changed = true;
}

/* Whatever the library frees it is given as the first argument, by functions of these names. */
static bool is_end_of_first(const char *name) {
    static const char *const names[] = {"free",  "realloc", "reallocarray", "cfree",   "fclose",       "pclose",
                                        "close", "freopen", "closedir",     "regfree", "freeaddrinfo", "globfree"};
    for (u32 i = 0; i < COUNT_OF(names); i++)
        if (!strcmp(names[i], name)) return true;
    return false;
}

static bool is_to_function(const Type *type) {
    return type->kind == TYPE_POINTER && type->element && type->element->kind == TYPE_FUNCTION;
}

/* The library writes through pointers that are not to const, keeps nothing, and knows variables of its own only. What it
 * prints is lent, whatever it is. */
static void call_library(Walk *walk, const Insn *insn, const Call *call, const Function *callee) {
    const Type *type = callee->c_type;
    bool is_known = type && type->field_count == callee->type->field_count;
    SourceSet given = 0;
    bool ends_first = is_end_of_first(callee->name);
    for (u32 i = 0; i < call->arg_count; i++) {
        bool is_declared = is_known && i < type->field_count;
        if (is_declared && is_to_function(type->fields[i].type)) {
            call_unknown(walk, insn, call);
            return;
        }
        bool is_lent = is_declared && type->fields[i].type->kind == TYPE_POINTER && type->fields[i].type->is_to_const;
        bool is_printed = i >= call->fixed_count && strstr(callee->name, "scan") == NULL;
        if (is_number(walk, call->args[i].type)) continue;
        SourceSet sources = argument(walk, call, i);
        given |= sources;
        bool is_ended = i == 0 && ends_first;
        bool is_source =
            i > 0 && !strncmp(callee->name, "mem", 3); /* no C type says so of what the machine has itself */
        if (!is_lent && !is_printed && !is_ended && !is_source) put(walk, sources, reached_from(walk, given), true);
    }
    if (ends_first) add(walk, &walk->effects->freed, argument(walk, call, 0));
    set_results(walk, insn, call, given | SOURCE_OWN);
}

static void walk_call(Walk *walk, const Insn *insn) {
    const Call *call = &walk->function->calls[insn->extra];
    const Constant *constant = constant_of(walk, insn->a);
    const Function *callee = constant && constant->kind == CONSTANT_FUNCTION ? constant->function : NULL;
    const Effects *known = callee ? effects_of(walk->all, callee) : NULL;
    if (known) call_known(walk, insn, call, known);
    else if (callee && (callee->is_library || walk->all->is_of_machine(callee->name)))
        call_library(walk, insn, call, callee);
    else call_unknown(walk, insn, call);
}

/* ---- Instructions ---- */

typedef struct {
    const Walk *walk;
    SourceSet found;
} Union;

static void join_operand(void *self, Operand *operand) {
    Union *all = self;
    all->found |= sources_of(all->walk, *operand);
}

static SourceSet of_operands(const Walk *walk, const Insn *insn) {
    Union all = {walk, 0};
    Insn copy = *insn;
    insn_visit_reads(walk->function, &copy, join_operand, &all);
    return all.found;
}

static bool is_comparison(const Insn *insn) { return insn->op >= OP_EQ && insn->op <= OP_SMUL_OVERFLOWS; }

static void walk_insn(Walk *walk, const Insn *insn) {
    switch ((Op)insn->op) {
    case OP_LOAD:
    case OP_LOAD_RELATIVE:
        set_register(walk, insn->dst, is_number(walk, insn->type) ? 0 : behind(walk, sources_of(walk, insn->a)));
        break;
    case OP_STORE: put(walk, sources_of(walk, insn->a), sources_of(walk, insn->b), !is_number(walk, insn->type)); break;
    case OP_COPY:
    case OP_VA_COPY: put(walk, sources_of(walk, insn->a), behind(walk, sources_of(walk, insn->b)), true); break;
    case OP_FILL: put(walk, sources_of(walk, insn->a), 0, true); break;
    case OP_VA_START: put(walk, sources_of(walk, insn->a), SOURCE_UNKNOWN, true); break;
    case OP_ALLOCA: set_register(walk, insn->dst, SOURCE_OWN); break;
    case OP_CALL: walk_call(walk, insn); break;
    case OP_RETURN: add(walk, &walk->effects->result, of_operands(walk, insn)); break;
    case OP_UNSUPPORTED: /* inline assembly */
        put(walk, reached_from(walk, of_operands(walk, insn)), SOURCE_UNKNOWN, true);
        if (insn->dst != OPERAND_NONE) set_register(walk, insn->dst, SOURCE_UNKNOWN);
        break;
    default:
        if (insn->dst == OPERAND_NONE) break;
        bool is_plain = is_comparison(insn) || is_number(walk, walk->function->registers[insn->dst].type);
        set_register(walk, insn->dst, is_plain ? 0 : of_operands(walk, insn));
    }
}

static void begin_registers(Walk *walk) {
    const Function *function = walk->function;
    for (u32 i = 0; i < function->variable_count; i++)
        if (function->variables[i].kind == VARIABLE_OBJECT) walk->registers[function->variables[i].reg] = SOURCE_OWN;
    for (u32 i = 0; i < function->param_count; i++) {
        bool is_own = walk->registers[function->params[i]] == SOURCE_OWN;
        SourceSet given = i < EFFECT_PARAMS ? SOURCE_PARAM(i) : SOURCE_UNKNOWN;
        bool is_plain = is_number(walk, function->registers[function->params[i]].type);
        if (!is_own) walk->registers[function->params[i]] = is_plain ? 0 : given;
    }
}

/* ---- Variables by name ---- */

static void note_global(u64 *set, const Global *global) { set[global->number / 64] |= (u64)1 << global->number % 64; }

static Global *global_of(const Walk *walk, Operand operand) {
    if (operand == OPERAND_NONE) return NULL;
    const Constant *constant = constant_of(walk, operand);
    if (constant) return constant->kind == CONSTANT_GLOBAL ? constant->global : NULL;
    return walk->based_on[operand];
}

static bool is_step(const Insn *insn) { return insn->op == OP_FIELD || insn->op == OP_INDEX; }

typedef struct {
    Walk *walk;
    const Insn *insn; /* a copy */
    bool *is_written; /* a register, in the block so far */
    bool *is_carried; /* a register, from block to block */
} Naming;

static void carry_operand(void *self, Operand *operand) {
    Naming *naming = self;
    if (operand_is_register(*operand) && !naming->is_written[*operand]) naming->is_carried[*operand] = true;
}

/* Only looked at there, or it may be written by whoever has the address. */
static void name_operand(void *self, Operand *operand) {
    Naming *naming = self;
    const Insn *insn = naming->insn;
    Walk *walk = naming->walk;
    Global *global = global_of(walk, *operand);
    if (!global) return;
    note_global(walk->effects->globals, global);
    bool is_step_of = operand == &insn->a && is_step(insn) && !naming->is_carried[insn->dst];
    bool is_address = operand == &insn->a && insn->op == OP_LOAD;
    bool is_source = insn->op == OP_COPY && operand == &insn->b;
    bool is_compared = insn->op == OP_EQ || insn->op == OP_NE;
    if (!is_address && !is_step_of && !is_source && !is_compared && !global->is_constant)
        note_global(walk->effects->written_globals, global);
}

static void each_insn(Naming *naming, void (*visit)(void *self, Operand *operand)) {
    const Function *function = naming->walk->function;
    for (u32 i = 0; i < function->block_count; i++) {
        memset(naming->is_written, 0, function->register_count * sizeof(bool));
        memset(naming->walk->based_on, 0, function->register_count * sizeof(Global *));
        for (u32 k = 0; k < function->blocks[i].count; k++) {
            Insn copy = function->insns[function->blocks[i].first + k];
            naming->insn = &copy;
            insn_visit_reads(function, &copy, visit, naming);
            Global *global = is_step(&copy) ? global_of(naming->walk, copy.a) : NULL;
            for (u32 j = 0, count = insn_write_count(function, &copy); j < count; j++) {
                naming->is_written[copy.dst + j] = true;
                naming->walk->based_on[copy.dst + j] = global;
            }
        }
    }
}

static void name_globals(Walk *walk) {
    Naming naming = {.walk = walk,
                     .is_written = xcalloc(walk->function->register_count + 1, sizeof(bool)),
                     .is_carried = xcalloc(walk->function->register_count + 1, sizeof(bool))};
    each_insn(&naming, carry_operand);
    each_insn(&naming, name_operand);
    free(naming.is_written);
    free(naming.is_carried);
}

/* ---- How much there is to follow ---- */

static void count_backward(void *self, u32 target) {
    u32 *counts = self; /* the block; edges that do not lead on */
    counts[1] += target <= counts[0];
}

static void count_branches(Walk *walk) {
    const Function *function = walk->function;
    for (u32 i = 0; i < function->block_count; i++) {
        const Insn *end = &function->insns[function->blocks[i].first + function->blocks[i].count - 1];
        u32 counts[2] = {i, 0};
        insn_visit_targets(function, end, count_backward, counts);
        add_branches(walk, (end->op == OP_BRANCH || end->op == OP_SWITCH) + counts[1] * EFFECT_LOOP);
        walk->effects->returns |= end->op == OP_RETURN;
    }
}

static void count_calls(Walk *walk) {
    enum { OF_LIBRARY = 4 };
    for (u32 i = 0; i < walk->function->insn_count; i++) {
        const Insn *insn = &walk->function->insns[i];
        const Constant *constant = insn->op == OP_CALL ? constant_of(walk, insn->a) : NULL;
        if (insn->op != OP_CALL) continue;
        bool is_direct = constant && constant->kind == CONSTANT_FUNCTION;
        const Effects *callee = is_direct ? effects_of(walk->all, constant->function) : NULL;
        if (callee != walk->effects) add_branches(walk, callee ? callee->branches : OF_LIBRARY);
    }
}

/* ---- All functions, callees first ---- */

typedef struct {
    ProgramEffects *all;
    const Program *program;
    u32 *number, *low; /* Tarjan's; 0: not seen yet */
    u32 next;
    VEC(const Function *) ring; /* that are not known to be closed */
    bool *is_open;
} Order;

static bool is_walked(const Function *function) {
    return !function->is_library && function->is_lowered && function->block_count > 0;
}

static Walk *begin_walk(Order *order, const Function *function) {
    Walk *walk = xcalloc(1, sizeof *walk);
    u32 words = order->all->words;
    Effects *effects = ARENA_NEW(&order->all->arena, Effects);
    *effects = (Effects){.globals = ARENA_ARRAY(&order->all->arena, u64, words),
                         .written_globals = ARENA_ARRAY(&order->all->arena, u64, words)};
    *walk = (Walk){.all = order->all,
                   .program = order->program,
                   .function = function,
                   .effects = effects,
                   .registers = xcalloc(function->register_count + 1, sizeof(SourceSet)),
                   .now = xcalloc(function->register_count + 1, sizeof(SourceSet)),
                   .written_in = xcalloc(function->register_count + 1, sizeof(u32)),
                   .based_on = xcalloc(function->register_count + 1, sizeof(Global *))};
    order->all->of[function->number] = effects;
    begin_registers(walk);
    name_globals(walk);
    count_branches(walk);
    return walk;
}

static void walk_function(Walk *walk) {
    const Function *function = walk->function;
    memset(walk->written_in, 0, function->register_count * sizeof(u32));
    for (walk->block = 0; walk->block < function->block_count; walk->block++)
        for (u32 i = 0; i < function->blocks[walk->block].count; i++)
            walk_insn(walk, &function->insns[function->blocks[walk->block].first + i]);
    /* what it has made itself and gives away leads to what it has put there */
    if ((walk->effects->result | walk->effects->kept) & SOURCE_OWN) add(walk, &walk->effects->kept, walk->in_own);
}

/* Until nothing is added in any of them: sets only grow. */
static void walk_ring(Walk **walks, u32 count) {
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (u32 i = 0; i < count; i++) {
            walks[i]->has_changed = false;
            walk_function(walks[i]);
            has_changed |= walks[i]->has_changed;
        }
    }
}

static bool calls(const Walk *walk, const Function *other) {
    for (u32 i = 0; i < walk->function->insn_count; i++) {
        const Insn *insn = &walk->function->insns[i];
        const Constant *constant = insn->op == OP_CALL ? constant_of(walk, insn->a) : NULL;
        if (constant && constant->kind == CONSTANT_FUNCTION && constant->function == other) return true;
    }
    return false;
}

static void close_ring(Order *order, const Function *first) {
    VEC(Walk *) walks = {0};
    for (const Function *function = NULL; function != first;) {
        function = vec_pop(&order->ring);
        order->is_open[function->number] = false;
        vec_push(&walks, begin_walk(order, function));
    }
    walk_ring(walks.at, walks.count);
    for (u32 i = 0; i < walks.count; i++) {
        count_calls(walks.at[i]);
        walks.at[i]->effects->is_recursive = walks.count > 1 || calls(walks.at[i], first);
    }
    for (u32 i = 0; i < walks.count; i++) {
        free(walks.at[i]->registers);
        free(walks.at[i]->now);
        free(walks.at[i]->written_in);
        free(walks.at[i]->based_on);
        free(walks.at[i]);
    }
    vec_free(&walks);
}

static void visit(Order *order, const Function *function) {
    u32 self = function->number;
    order->number[self] = order->low[self] = ++order->next;
    vec_push(&order->ring, function);
    order->is_open[self] = true;
    for (u32 i = 0; i < function->insn_count; i++) {
        const Insn *insn = &function->insns[i];
        if (insn->op != OP_CALL || !operand_is_constant(insn->a)) continue;
        const Constant *constant = &order->program->constants.at[operand_index(insn->a)];
        const Function *callee = constant->kind == CONSTANT_FUNCTION ? constant->function : NULL;
        if (!callee || !is_walked(callee)) continue;
        if (!order->number[callee->number]) visit(order, callee);
        if (order->is_open[callee->number]) order->low[self] = MIN(order->low[self], order->low[callee->number]);
    }
    if (order->low[self] == order->number[self]) close_ring(order, function);
}

void effects_find(ProgramEffects *effects, const Program *program, bool (*is_of_machine)(const char *name)) {
    u32 count = program->functions.count;
    *effects = (ProgramEffects){.program = program,
                                .count = count,
                                .globals = program->globals.count,
                                .words = (program->globals.count + 63) / 64 + 1};
    effects->is_of_machine = is_of_machine;
    effects->of = xcalloc(count + 1, sizeof(Effects *));
    Order order = {.all = effects,
                   .program = program,
                   .number = xcalloc(count + 1, sizeof(u32)),
                   .low = xcalloc(count + 1, sizeof(u32)),
                   .is_open = xcalloc(count + 1, sizeof(bool))};
    for (u32 i = 0; i < count; i++) {
        const Function *function = program->functions.at[i];
        if (is_walked(function) && !order.number[i]) visit(&order, function);
    }
    free(order.number);
    free(order.low);
    free(order.is_open);
    vec_free(&order.ring);
}

void effects_free(ProgramEffects *effects) {
    free(effects->of);
    arena_free(&effects->arena);
    *effects = (ProgramEffects){0};
}

/* ---- In words ---- */

static void print_sources(Text *out, const char *what, SourceSet sources) {
    if (!sources) return;
    text_printf(out, "%s%s", out->length ? ", " : "", what);
    for (u32 i = 0; i < EFFECT_PARAMS; i++)
        if (sources & SOURCE_PARAM(i)) text_printf(out, " *%u", i);
    for (u32 i = 0; i < EFFECT_PARAMS; i++)
        if (sources & SOURCE_BEHIND(i)) text_printf(out, " behind %u", i);
    static const char *const names[] = {" variables", " behind variables", " own", " unknown"};
    for (u32 i = 0; i < COUNT_OF(names); i++)
        if (sources & SOURCE_GLOBALS << i) text_add(out, names[i]);
}

void effects_print(Text *out, const ProgramEffects *all, const Function *function) {
    const Effects *effects = effects_of(all, function);
    if (!effects) return;
    print_sources(out, "writes", effects->written);
    print_sources(out, "pointers to", effects->pointers);
    print_sources(out, "frees", effects->freed);
    print_sources(out, "keeps", effects->kept);
    print_sources(out, "returns", effects->result);
    for (u32 i = 0; i < all->program->globals.count; i++)
        if (effects_has_global(effects->written_globals, i))
            text_printf(out, "%swrites %s", out->length ? ", " : "", all->program->globals.at[i]->name);
    if (effects->calls_unknown) text_printf(out, "%scalls unknown", out->length ? ", " : "");
    if (effects->is_recursive) text_printf(out, "%sis recursive", out->length ? ", " : "");
}
