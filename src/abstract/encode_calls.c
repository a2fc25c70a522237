/* Functions that the machine implements, or whose body says more than matters here. */
#include "abstract/encode_inside.h"

#include "memory/bytes/array_blocks.h"
#include "program/make.h"

#include <string.h>

typedef struct {
    Running *run;
    BlockState *state;
    const Insn *insn;
    const Function *callee;
    Term *args[8];
    u32 count;
} BuiltinOf;

static Term *argument(const BuiltinOf *b, u32 index) {
    return index < b->count ? b->args[index] : term_const(b->run->e->terms, 64, 0);
}

static void give(const BuiltinOf *b, Term *value) {
    if (b->insn->dst == OPERAND_NONE) return;
    u32 bits = encode_bits(b->state->context->function->registers[b->insn->dst].type);
    TermStore *terms = b->run->e->terms;
    value = value->width < bits ? term_zext(terms, value, bits) : term_extract(terms, value, 0, bits);
    state_set(b->run, b->state, b->insn->dst, value);
}

static void give_any(const BuiltinOf *b) {
    u32 count = b->insn->dst == OPERAND_NONE ? 0 : b->state->context->function->calls[b->insn->extra].dst_count;
    for (u32 i = 0; i < count; i++) {
        u32 bits = encode_bits(b->state->context->function->registers[b->insn->dst + i].type);
        state_set(b->run, b->state, b->insn->dst + i, state_unknown(b->run, b->state, bits, i + 1));
    }
}

static void end_here(const BuiltinOf *b) { encode_assume(b->run, b->state, term_false(b->run->e->terms)); }

static void cut_here(const BuiltinOf *b) {
    state_exit(b->run, b->state, term_true(b->run->e->terms), EXIT_CUT,
               arena_printf(&b->run->out->arena, "'%s' is not modelled", b->callee->name));
    end_here(b);
}

/* ---- Memory ---- */

/* Allocation does not fail, but no machine has blocks of any size: what is beyond the largest is cut, as the other engines
 * do it. */
static void bound_size(const BuiltinOf *b, Term *size) {
    TermStore *terms = b->run->e->terms;
    Term *beyond = term_ult(terms, term_const(terms, 64, ARRAY_BLOCK_SIZE), term_zext(terms, size, 64));
    if (term_is_false(beyond)) return;
    state_exit(b->run, b->state, beyond, EXIT_CUT, "sizes beyond the capacity of a block");
    encode_assume(b->run, b->state, term_not(terms, beyond));
}

static void do_malloc(const BuiltinOf *b) {
    bound_size(b, argument(b, 0));
    give(b, encode_heap(b->run, b->state));
}

static void do_aligned(const BuiltinOf *b) {
    bound_size(b, argument(b, 1));
    give(b, encode_heap(b->run, b->state));
}

/* Where the factors are bounded, the product does not wrap around. */
static void do_calloc(const BuiltinOf *b) {
    TermStore *terms = b->run->e->terms;
    bound_size(b, argument(b, 0));
    bound_size(b, argument(b, 1));
    bound_size(b, term_mul(terms, term_zext(terms, argument(b, 0), 64), term_zext(terms, argument(b, 1), 64)));
    Term *block = encode_heap(b->run, b->state);
    Term *size = term_mul(terms, argument(b, 0), argument(b, 1));
    encode_fill(b->run, b->state, block, term_const(terms, 8, 0), size);
    give(b, block);
}

/* What is behind the end of the old block may be anything, as what was never written is. */
static void do_realloc(const BuiltinOf *b) {
    bound_size(b, argument(b, 1));
    Term *block = encode_heap(b->run, b->state);
    encode_copy(b->run, b->state, block, argument(b, 0), argument(b, 1));
    give(b, block);
}

static void do_nothing(const BuiltinOf *b) { give_any(b); }

static void do_copy(const BuiltinOf *b) {
    encode_copy(b->run, b->state, argument(b, 0), argument(b, 1), argument(b, 2));
    give(b, argument(b, 0));
}

static void do_fill(const BuiltinOf *b) {
    encode_fill(b->run, b->state, argument(b, 0), argument(b, 1), argument(b, 2));
    give(b, argument(b, 0));
}

/* ---- Harness ---- */

/* The text that a constant pointer leads to; NULL: it is not known. */
static const char *text_at(const BuiltinOf *b, Term *pointer) {
    const Space *space = &b->run->e->space;
    const Owner *owner = term_is_const(pointer) ? space_owner(space, pointer->value) : NULL;
    Error error = {0};
    if (!owner || !owner->global || !owner->global->is_constant) return NULL;
    const Global *global = owner->global;
    if (!program_initialiser(b->run->e->program, (Global *)(uintptr_t)global, &error)) error_free(&error);
    u64 offset = (u64)space_offset(space, pointer->value);
    if (!global->bytes || offset >= global->size) return NULL;
    return memchr(global->bytes + offset, 0, global->size - offset) ? (const char *)global->bytes + offset : NULL;
}

static void do_make_symbolic(const BuiltinOf *b) {
    const char *name = text_at(b, argument(b, 2));
    encode_any(b->run, b->state, argument(b, 0), argument(b, 1), name ? name : "input");
}

static void do_assume(const BuiltinOf *b) {
    Term *condition = argument(b, 0);
    encode_assume(b->run, b->state,
                  term_ne(b->run->e->terms, condition, term_const(b->run->e->terms, condition->width, 0)));
}

static void do_fail(const BuiltinOf *b) {
    enum { REACH_ERROR = 2 }; /* LOCI_REACH_ERROR of runtime/include/loci_machine.h */
    Term *kind = argument(b, 0);
    if (term_is_const(kind) && kind->value == REACH_ERROR && !b->run->e->options.finds_overflows)
        state_exit(b->run, b->state, term_true(b->run->e->terms), EXIT_ERROR, NULL);
    end_here(b);
}

static void do_end(const BuiltinOf *b) { end_here(b); }
static void do_none(const BuiltinOf *b) { give(b, term_const(b->run->e->terms, 64, 0)); }
enum { UNKNOWN_WORLD = 2 }; /* runtime/include/loci_machine.h */
static void do_not_known(const BuiltinOf *b) { give(b, term_const(b->run->e->terms, 64, ~(u64)0)); }
enum { NOT_TOLD = 2 }; /* LOCI_NOT_TOLD there */
static void do_not_told(const BuiltinOf *b) { give(b, term_const(b->run->e->terms, 64, NOT_TOLD)); }
static void do_is_run(const BuiltinOf *b) { give(b, term_const(b->run->e->terms, 64, UNKNOWN_WORLD)); }
static void do_setting(const BuiltinOf *b) { give(b, term_const(b->run->e->terms, 64, ~(u64)0)); }
static void do_same(const BuiltinOf *b) { give(b, argument(b, 0)); }

static const struct {
    const char *name;
    void (*run)(const BuiltinOf *b);
} builtins[] = {
    {"malloc", do_malloc},
    {"calloc", do_calloc},
    {"realloc", do_realloc},
    {"aligned_alloc", do_aligned},
    {"memalign", do_aligned},
    {"free", do_nothing},
    {"memcpy", do_copy},
    {"memmove", do_copy},
    {"memset", do_fill},
    {"__loci_make_symbolic", do_make_symbolic},
    {"__loci_assume", do_assume},
    {"__loci_assume_aloud", do_assume},
    {"__loci_fail", do_fail},
    {"__loci_end_path", do_end},
    {"__loci_exit", do_end},
    {"__loci_die_by_signal", do_end},
    {"exit", do_end},
    {"_exit", do_end},
    {"__loci_is_run", do_is_run},
    {"__loci_own", do_same},
    /* Nothing is passed over at once: the library's loops are followed. */
    {"__loci_skip_other", do_none},
    {"__loci_skip_equal", do_none},
    {"__loci_room_for", do_none},
    {"__loci_index_before", do_not_known},
    {"__loci_equal", do_not_told},
    {"__loci_difference", do_none},
    {"__loci_setting", do_setting},
    {"__loci_some_value", do_same},
    {"__loci_concretise", do_same},
    {"__loci_set_constant", do_nothing},
    /* What they print is nobody's concern here. */
    {"printf", do_nothing},
    {"puts", do_nothing},
    {"putchar", do_nothing},
    {"fputs", do_nothing},
    {"fputc", do_nothing},
    {"fflush", do_nothing},
    {"fprintf", do_nothing},
    {"perror", do_nothing},
};

static bool takes_function(const char *name) {
    return !strcmp(name, "atexit") || !strcmp(name, "signal") || !strcmp(name, "sigaction");
}

bool encode_builtin(Running *run, BlockState *state, const Insn *insn, const Function *callee) {
    BuiltinOf b = {.run = run, .state = state, .insn = insn, .callee = callee};
    if (callee->has_body && !callee->is_library) return false;
    const Call *call = &state->context->function->calls[insn->extra];
    b.count = MIN(call->arg_count, (u32)COUNT_OF(b.args));
    for (u32 i = 0; i < b.count; i++) b.args[i] = state_operand(run, state, call->args[i].value);
    for (u32 i = 0; i < COUNT_OF(builtins); i++) {
        if (strcmp(builtins[i].name, callee->name) != 0) continue;
        builtins[i].run(&b);
        return true;
    }
    if (callee->has_body && !takes_function(callee->name)) return false;
    cut_here(&b);
    return true;
}

/* ---- Where it begins ---- */

/* A function that calls the constructors and main, which is given its name alone. */
static Function *make_start(Program *program, Function *main_function) {
    const Type *nothing = make_type(program, (Type){.kind = TYPE_VOID});
    Maker maker = make_begin(program, make_function(program, "__loci_abstract_start", nothing, NULL, 0));
    for (u32 i = 0; i < program->constructors.count; i++)
        make_call(&maker, program->constructors.at[i].function, NULL, 0, OPERAND_NONE, 0);
    Argument args[8];
    u32 count = MIN(main_function->param_count, (u32)COUNT_OF(args));
    for (u32 i = 0; i < count; i++) {
        const Type *type = main_function->registers[main_function->params[i]].type;
        Operand any = make_constant(program, (Constant){.kind = CONSTANT_UNDEF, .type = type});
        args[i] = make_argument(i ? any : program_int_operand(program, type, 1), type);
    }
    make_call(&maker, main_function, args, count, OPERAND_NONE, 0);
    make_end(&maker, OP_RETURN);
    make_finish(&maker);
    return maker.function;
}

static const Context *begin_context(Encoder *e) {
    Error error = {0};
    Function *main_function = program_function_named(e->program, "main");
    bool is_there = main_function && program_body(e->program, main_function, &error);
    for (u32 i = 0; i < e->program->constructors.count && is_there; i++)
        is_there = program_body(e->program, e->program->constructors.at[i].function, &error);
    error_free(&error);
    return is_there ? context_root(&e->contexts, make_start(e->program, main_function)) : NULL;
}

BlockState encode_begin(Encoder *e) {
    BlockState state = {.context = e->start};
    vec_push(&state.frames, row_new(state.context->function->register_count));
    state.memory = row_new(e->space.memory.count);
    for (u32 i = 0; i < e->space.memory.count; i++) state.memory->at[i] = e->space.memory.at[i].initial;
    state.counters = row_new(0);
    return state;
}

bool encoder_init(Encoder *e, Program *program, Alias *alias, TermStore *terms, Split split,
                  const EncodeOptions *options) {
    *e = (Encoder){.program = program, .terms = terms, .options = *options};
    space_init(&e->space, program, alias, terms, split);
    e->start = begin_context(e);
    return e->start;
}

void encoder_free(Encoder *e) {
    space_free(&e->space);
    contexts_free(&e->contexts);
}
