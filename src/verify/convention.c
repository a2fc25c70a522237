/* SV-COMP's conventions as a part of the program: bodies for functions that have none, and a constructor that gives
 * variables which are defined nowhere any value. Engines, the machine that confirms and tests then need no word about
 * them: an unknown value is an input as any other. */
#include "verify/verify.h"

#include "machine/builtins.h"

#include <string.h>

/* ---- Making a body ---- */

typedef struct {
    Program *program;
    Function *function;
    VEC(Register) registers;
    VEC(Variable) variables;
    VEC(Insn) insns;
    VEC(Call) calls;
    VEC(Operand) returns;
} Maker;

static const Type *new_type(Program *program, Type type) { return arena_copy(&program->arena, &type, sizeof type); }

static const Type *pointer_type(Program *program) {
    u32 bytes = program->pointer_bytes;
    return new_type(program, (Type){.kind = TYPE_POINTER, .size = bytes, .align = bytes});
}

static const Type *int_type(Program *program, u32 bits) {
    return new_type(program, (Type){.kind = TYPE_INT, .bits = bits, .size = bits / 8, .align = bits / 8});
}

static Function *new_function(Program *program, const char *name, const Type *result, const Type *const *params,
                              u32 count) {
    Field *fields = ARENA_ARRAY(&program->arena, Field, count + 1);
    for (u32 i = 0; i < count; i++) fields[i].type = params[i];
    Function *function = ARENA_NEW(&program->arena, Function);
    function->name = arena_strdup(&program->arena, name);
    function->type = new_type(
        program, (Type){.kind = TYPE_FUNCTION, .element = result, .fields = fields, .field_count = count, .align = 1});
    function->number = program->functions.count;
    function->is_library = true;
    vec_push(&program->functions, function);
    string_map_put(&program->function_names, function->name, function->number);
    return function;
}

/* One of the functions through which the library speaks to the machine. */
static Function *machine_function(Program *program, const char *name, const Type *const *params, u32 count) {
    Function *known = program_function_named(program, name);
    if (known) return known;
    return new_function(program, name, new_type(program, (Type){.kind = TYPE_VOID}), params, count);
}

static Operand constant_operand(Program *program, Constant constant) {
    return program_add_constant(program, constant) | OPERAND_CONSTANT;
}

static Operand text_operand(Program *program, const char *text) {
    Global *global = ARENA_NEW(&program->arena, Global);
    u64 size = strlen(text) + 1;
    const Type *character = int_type(program, 8);
    global->name = "text";
    global->type = new_type(program, (Type){.kind = TYPE_ARRAY, .element = character, .count = size, .size = size});
    global->number = program->globals.count;
    global->linkage = LINK_INTERNAL;
    global->is_constant = global->is_string_literal = global->is_library = true;
    global->is_defined = global->is_initialised = true;
    global->size = size;
    global->align = 1;
    global->bytes = (const u8 *)arena_strdup(&program->arena, text);
    vec_push(&program->globals, global);
    return constant_operand(program,
                            (Constant){.kind = CONSTANT_GLOBAL, .type = pointer_type(program), .global = global});
}

static u32 new_register(Maker *maker, const Type *type) {
    vec_push(&maker->registers, (Register){.type = type});
    return maker->registers.count - 1;
}

static void add_call(Maker *maker, Function *callee, const Argument *args, u32 count, bool returns) {
    Program *program = maker->program;
    vec_push(&maker->calls, (Call){.type = callee->type,
                                   .args = arena_copy(&program->arena, args, count * sizeof *args),
                                   .arg_count = count,
                                   .fixed_count = count});
    Operand target = constant_operand(
        program, (Constant){.kind = CONSTANT_FUNCTION, .type = pointer_type(program), .function = callee});
    vec_push(&maker->insns, (Insn){.op = OP_CALL,
                                   .flags = returns ? 0 : INSN_NO_RETURN,
                                   .dst = OPERAND_NONE,
                                   .a = target,
                                   .b = OPERAND_NONE,
                                   .c = OPERAND_NONE,
                                   .extra = maker->calls.count - 1});
}

static void add_end(Maker *maker, Op op) {
    Insn insn = {.op = (u16)op, .dst = OPERAND_NONE, .a = OPERAND_NONE, .b = OPERAND_NONE, .c = OPERAND_NONE};
    if (op == OP_RETURN) insn.c = maker->returns.count;
    vec_push(&maker->insns, insn);
}

/* The scalars that a value of the type is taken apart into. */
typedef VEC(const Type *) TypeList;

static void flatten(const Type *type, TypeList *out) {
    if (type->kind == TYPE_VOID) return;
    if (type->kind == TYPE_STRUCT)
        for (u32 i = 0; i < type->field_count; i++) flatten(type->fields[i].type, out);
    else if (type->kind == TYPE_ARRAY || type->kind == TYPE_VECTOR)
        for (u64 i = 0; i < type->count; i++) flatten(type->element, out);
    else vec_push(out, type);
}

static Maker begin(Program *program, Function *function) {
    Maker maker = {.program = program, .function = function};
    TypeList params = {0};
    for (u32 i = 0; i < function->type->field_count; i++) flatten(function->type->fields[i].type, &params);
    for (u32 i = 0; i < params.count; i++) new_register(&maker, params.at[i]);
    function->param_count = params.count;
    function->params = ARENA_ARRAY(&program->arena, u32, params.count + 1);
    for (u32 i = 0; i < params.count; i++) function->params[i] = i;
    vec_free(&params);
    return maker;
}

#define KEEP(vec) arena_copy(&program->arena, (vec).at, (vec).count * sizeof *(vec).at)

static void finish(Maker *maker) {
    Program *program = maker->program;
    Function *function = maker->function;
    function->registers = KEEP(maker->registers);
    function->register_count = maker->registers.count;
    function->variables = KEEP(maker->variables);
    function->variable_count = maker->variables.count;
    function->insns = KEEP(maker->insns);
    function->insn_count = maker->insns.count;
    function->calls = KEEP(maker->calls);
    function->call_count = maker->calls.count;
    function->returns = KEEP(maker->returns);
    function->return_count = function->result_count = maker->returns.count;
    function->switch_count = function->text_count = 0;
    function->blocks = ARENA_NEW(&program->arena, Block);
    function->blocks[0] = (Block){.first = 0, .count = maker->insns.count};
    function->block_count = 1;
    function->has_body = function->is_lowered = function->is_library = true;
    vec_free(&maker->registers);
    vec_free(&maker->variables);
    vec_free(&maker->insns);
    vec_free(&maker->calls);
    vec_free(&maker->returns);
}

static Argument argument(Operand value, const Type *type) {
    return (Argument){.value = value, .type = type, .lanes = 1};
}

static void add_make_symbolic(Maker *maker, Operand address, u64 size, const char *name) {
    Program *program = maker->program;
    const Type *pointer = pointer_type(program), *number = int_type(program, program->pointer_bytes * 8);
    const Type *params[] = {pointer, number, pointer};
    Function *callee = machine_function(program, "__loci_make_symbolic", params, COUNT_OF(params));
    Argument args[] = {argument(address, pointer), argument(program_int_operand(program, number, size), number),
                       argument(text_operand(program, name), pointer)};
    add_call(maker, callee, args, COUNT_OF(args), true);
}

/* ---- Functions that are defined nowhere ---- */

static u64 bytes_of(const Program *program, const Type *type) {
    if (type->kind == TYPE_POINTER) return program->pointer_bytes;
    return type->size ? type->size : (type->bits + 7) / 8;
}

/* A local of the type, made symbolic, and its value: the result. */
static void add_any_value(Maker *maker, const Type *type) {
    Program *program = maker->program;
    u64 size = bytes_of(program, type);
    u32 address = new_register(maker, pointer_type(program));
    vec_push(&maker->variables, (Variable){.name = "result",
                                           .type = type,
                                           .kind = VARIABLE_OBJECT,
                                           .reg = address,
                                           .size = size,
                                           .align = MAX(1u, type->align)});
    maker->registers.at[address].variable = maker->variables.count;
    add_make_symbolic(maker, address, size, arena_printf(&program->arena, "%s()", maker->function->name));
    u32 value = new_register(maker, type);
    vec_push(&maker->insns, (Insn){.op = OP_LOAD,
                                   .dst = value,
                                   .a = address,
                                   .b = OPERAND_NONE,
                                   .c = OPERAND_NONE,
                                   .extra = MAX(1u, type->align),
                                   .type = type});
    vec_push(&maker->returns, value);
}

static void define_as_any_value(Program *program, Function *function) {
    Maker maker = begin(program, function);
    TypeList results = {0};
    flatten(function->type->element, &results);
    for (u32 i = 0; i < results.count; i++) add_any_value(&maker, results.at[i]);
    vec_free(&results);
    add_end(&maker, OP_RETURN);
    finish(&maker);
}

/* ---- Functions that do not return ---- */

/* The property's error function, or one of its names. */
static void define_as_error(Program *program, Function *function) {
    Maker maker = begin(program, function);
    enum { REACH_ERROR = 2 }; /* LOCI_REACH_ERROR of runtime/include/loci_machine.h */
    const Type *number = int_type(program, 32), *pointer = pointer_type(program);
    const Type *params[] = {number, pointer};
    Text text = {0};
    text_printf(&text, "%s is called", function->name);
    Argument args[] = {argument(program_int_operand(program, number, REACH_ERROR), number),
                       argument(text_operand(program, text.chars), pointer)};
    add_call(&maker, machine_function(program, "__loci_fail", params, COUNT_OF(params)), args, COUNT_OF(args), false);
    add_end(&maker, OP_UNREACHABLE);
    finish(&maker);
    text_free(&text);
}

/* abort, a failed assertion, an error function that is not the property's: the run ends, with what lives in the frames
 * still there. Lost blocks are looked for where the property wants it (in __loci_exit); but what is not freed at an abort
 * is nobody's fault. */
static void define_as_end(Program *program, Function *function, bool looks_for_leaks) {
    enum { ABORTED = 134 };
    Maker maker = begin(program, function);
    const Type *number = int_type(program, 32);
    Function *end = machine_function(program, looks_for_leaks ? "__loci_exit" : "__loci_end_path", &number, 1);
    Argument status = argument(program_int_operand(program, number, ABORTED), number);
    add_call(&maker, end, &status, 1, false);
    add_end(&maker, OP_UNREACHABLE);
    finish(&maker);
}

/* ---- Variables that are defined nowhere ---- */

static void define_variables(Program *program, Assumptions *assumed) {
    enum { MOST_BYTES = 1 << 16 };
    Maker maker = {0};
    u32 count = program->globals.count;
    for (u32 i = 0; i < count; i++) {
        Global *global = program->globals.at[i];
        if (global->is_defined || global->is_library || !global->size || global->size > MOST_BYTES) continue;
        if (!maker.program) {
            const Type *nothing = new_type(program, (Type){.kind = TYPE_VOID});
            maker = begin(program, new_function(program, "__loci_any_variables", nothing, NULL, 0));
        }
        global->is_constant = false; /* what it is is not known, but it is given a value once */
        Operand address = constant_operand(
            program, (Constant){.kind = CONSTANT_GLOBAL, .type = pointer_type(program), .global = global});
        add_make_symbolic(&maker, address, global->size, arena_printf(&program->arena, "(%s)", global->name));
        text_printf(&assumed->lines, "the variable '%s' is defined nowhere: it holds any value\n", global->name);
    }
    if (!maker.program) return;
    add_end(&maker, OP_RETURN);
    finish(&maker);
    vec_push(&program->constructors, (Constructor){.function = maker.function, .priority = 0});
}

/* ---- All of it ---- */

static const char *const error_functions[] = {"reach_error", "__VERIFIER_error"};

static bool is_error_name(const char *name) {
    for (u32 i = 0; i < COUNT_OF(error_functions); i++)
        if (!strcmp(name, error_functions[i])) return true;
    return false;
}

static bool is_target(const Function *function, PropertySet properties, const char *error_function) {
    if (!property_in(properties, PROPERTY_UNREACH_CALL)) return false;
    return error_function ? !strcmp(function->name, error_function) : is_error_name(function->name);
}

static bool ends_run(const Program *program, const Function *function) {
    if (is_error_name(function->name)) return function->is_library; /* the user's own does what it does */
    if (strcmp(function->name, "abort") != 0 && strcmp(function->name, "__assert_fail") != 0) return false;
    /* a handler of SIGABRT may run */
    return function->is_library && !program_function_named(program, "signal") &&
           !program_function_named(program, "sigaction");
}

static bool is_defined_nowhere(const Function *function) {
    return !function->has_body && !builtin_is_known(function->name) && strncmp(function->name, "__loci_", 7) != 0;
}

/* What the user's code names is known only when its bodies and initialisers are there. One that cannot be had is no
 * concern of this file: whoever runs into it will say so. */
static void make_all_known(Program *program) {
    Error error = {0};
    u32 functions = 0, globals = 0;
    while (functions < program->functions.count || globals < program->globals.count) {
        for (; functions < program->functions.count; functions++) {
            Function *function = program->functions.at[functions];
            if (function->has_body && !function->is_library) program_body(program, function, &error);
        }
        for (; globals < program->globals.count; globals++) {
            Global *global = program->globals.at[globals];
            if (global->is_defined && !global->is_library) program_initialiser(program, global, &error);
        }
    }
    error_free(&error);
}

void convention_apply(Program *program, PropertySet properties, const char *error_function, Assumptions *assumed) {
    bool looks_for_leaks = property_in(properties, PROPERTY_VALID_MEMTRACK);
    make_all_known(program);
    u32 count = program->functions.count; /* those that are made here are no concern of it */
    for (u32 i = 0; i < count; i++) {
        Function *function = program->functions.at[i];
        if (is_target(function, properties, error_function)) {
            define_as_error(program, function);
        } else if (ends_run(program, function)) {
            define_as_end(program, function, looks_for_leaks);
        } else if (is_defined_nowhere(function)) {
            define_as_any_value(program, function);
            bool returns = function->result_count != 0;
            vec_push(&assumed->functions, function->name);
            text_printf(&assumed->lines, "the function '%s' is defined nowhere: it %s and changes nothing\n",
                        function->name, returns ? "returns any value" : "returns");
        }
    }
    define_variables(program, assumed);
}

void assumptions_free(Assumptions *assumed) {
    text_free(&assumed->lines);
    vec_free(&assumed->functions);
}
