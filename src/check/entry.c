/* The surroundings of a root, as code: a main() that gives variables and arguments any value and calls it, and bodies for
 * functions that are defined nowhere. The engine then knows nothing of roots: an unknown value is an input, and its name
 * says of what. */
#include "check/check.h"

#include "machine/builtins.h"
#include "program/make.h"
#include "semantics/lift.h"

#include <dlfcn.h>
#include <string.h>

enum { KEEPS = 1, CHANGES = 2, RETURNS = 4 }; /* semantics/hand_over.c */
enum { MOST_VARIABLE_BYTES = 4096 };          /* a larger one keeps its initialiser */

typedef struct {
    Program *program;
    const ProgramFacts *facts;
    Global *kept; /* what the root has returned, and what was handed to functions that are defined nowhere */
} Surroundings;

/* ---- Values ---- */

static Global *new_global(Program *program, const char *name, u64 size) {
    Global *global = ARENA_NEW(&program->arena, Global);
    const Type *byte = make_int_type(program, 8);
    global->name = name;
    global->type = make_type(program, (Type){.kind = TYPE_ARRAY, .element = byte, .count = size, .size = size});
    global->number = program->globals.count;
    global->linkage = LINK_INTERNAL;
    global->is_library = global->is_defined = global->is_initialised = true;
    global->size = size;
    global->align = 16;
    vec_push(&program->globals, global);
    return global;
}

/* ---- Variables ---- */

static bool may_be_anything(const Surroundings *s, const Global *global, u32 known) {
    if (global->is_library || global->number >= known || !global->size || global->size > MOST_VARIABLE_BYTES)
        return false;
    if (!global->is_defined) return true;
    if (!s->facts->is_named[global->number] || global->is_constant || global->is_string_literal) return false;
    return s->facts->is_written[global->number] || (global->linkage != LINK_INTERNAL && !s->facts->has_main);
}

/* What nothing writes stays what the initialiser made it: a table of functions is one, although a pointer beside each is set
 * later. */
static void make_any(const Surroundings *s, Maker *maker, Global *global, const char *name) {
    Program *program = s->program;
    Operand address = make_global_address(program, global);
    bool is_whole = !facts_have_parts(s->facts, global);
    u32 kept = is_whole ? 0 : make_object(maker, "kept", global->type, global->size, global->align);
    if (!is_whole) make_copy(maker, kept, address, global->size);
    make_symbolic(maker, address, global->size, name);
    WrittenPart part = {0};
    while (!is_whole && facts_next_part(s->facts, global, &part))
        if (!part.is_written)
            make_copy(maker, make_address_in(maker, address, part.at), make_address_in(maker, kept, part.at),
                      part.size);
}

static void give_variables_any_value(const Surroundings *s, Maker *maker, u32 known, bool only_undefined) {
    Program *program = s->program;
    for (u32 i = 0; i < known; i++) {
        Global *global = program->globals.at[i];
        if (!may_be_anything(s, global, known) || (only_undefined && global->is_defined)) continue;
        if (!global->is_defined) global->is_constant = false; /* it is given a value, once */
        const char *kind = s->facts->is_written[global->number] ? INPUT_OF_VARIABLE : INPUT_OF_SETTING;
        make_any(s, maker, global, arena_printf(&program->arena, "%s%s", kind, global->name));
    }
}

static void make_assumption(Maker *maker, Operand condition) {
    const Type *number = make_int_type(maker->program, 32);
    Function *assume = make_machine_function(maker->program, "__loci_assume", &number, 1);
    Argument argument = make_argument(condition, number);
    make_call(maker, assume, &argument, 1, OPERAND_NONE, 0);
}

/* ---- Functions that are defined nowhere ---- */

/* Those that call it say so. */
static bool never_returns(const Surroundings *s, const Function *callee) {
    for (u32 i = 0; i < s->facts->functions.count; i++) {
        const Function *function = s->facts->functions.at[i];
        for (u32 k = 0; k < function->insn_count; k++) {
            const Insn *insn = &function->insns[k];
            if (insn->op != OP_CALL || !(insn->flags & INSN_NO_RETURN) || !operand_is_constant(insn->a)) continue;
            const Constant *target = &s->program->constants.at[operand_index(insn->a)];
            if (target->kind == CONSTANT_FUNCTION && target->function == callee) return true;
        }
    }
    return false;
}

static bool is_defined_nowhere(const Function *function) {
    return !function->has_body && !builtin_is_known(function->name) && strncmp(function->name, "__loci_", 7) != 0 &&
           strncmp(function->name, "llvm.", 5) != 0;
}

/* What the value leads to is from now on known to others, and may be changed by them: a pointer, perhaps as a number, or
 * a descriptor. */
static void hand_over(const Surroundings *s, Maker *maker, Operand value, const Type *type, u32 how, const char *name) {
    Program *program = s->program;
    bool is_pointer = type->kind == TYPE_POINTER;
    if (!is_pointer && type->kind != TYPE_INT) return;
    if (!is_pointer && type->bits != 32 && type->bits != 64) return;
    const Type *address = make_pointer_type(program), *number = make_int_type(program, 32);
    const Type *given = is_pointer ? address : make_int_type(program, 64);
    const Type *params[] = {given, address, number, address};
    const char *callee_name = is_pointer ? "__loci_hand_over" : "__loci_hand_over_number";
    Function *callee = make_machine_function(program, callee_name, params, COUNT_OF(params));
    if (!is_pointer && type->bits == 32) value = make_conversion(maker, OP_ZEXT, value, given);
    Argument args[] = {make_argument(value, given), make_argument(make_global_address(program, s->kept), address),
                       make_argument(program_int_operand(program, number, how), number),
                       make_argument(make_text(program, name), address)};
    make_call(maker, callee, args, COUNT_OF(args), OPERAND_NONE, 0);
}

/* What a pointer to const leads to is looked at, and neither changed nor freed. */
static u32 what_is_done_with(const Function *function, u32 param) {
    const Type *type = function->c_type;
    bool is_known = type && param < type->field_count && type->field_count == function->type->field_count;
    bool is_lent = is_known && type->fields[param].type->kind == TYPE_POINTER && type->fields[param].type->is_to_const;
    return is_lent ? 0 : KEEPS | CHANGES;
}

static bool takes_function(const Function *function) {
    const Type *type = function->c_type;
    for (u32 i = 0; type && i < type->field_count; i++) {
        const Type *given = type->fields[i].type;
        if (given->kind == TYPE_POINTER && given->element && given->element->kind == TYPE_FUNCTION) return true;
    }
    return false;
}

/* The C library knows no variables of the program; what it calls back may change them. */
static bool is_of_system(const Function *function) {
    return dlsym(RTLD_DEFAULT, function->name) != NULL && !takes_function(function);
}

/* Variables that other files can see. */
static void change_variables(const Surroundings *s, Maker *maker, u32 known, const char *name) {
    for (u32 i = 0; i < known; i++) {
        Global *global = s->program->globals.at[i];
        bool is_visible = global->linkage != LINK_INTERNAL && global->is_defined;
        if (is_visible && may_be_anything(s, global, known))
            hand_over(s, maker, make_global_address(s->program, global), make_pointer_type(s->program), CHANGES, name);
    }
}

/* One that is given a text and nothing else must find its end. */
static void check_text(const Surroundings *s, Maker *maker, const Function *function) {
    Program *program = s->program;
    const Type *type = function->c_type;
    bool is_alone = type && function->param_count == 1 && type->field_count == 1 && !function->type->is_variadic;
    const Type *given = is_alone ? type->fields[0].type : NULL;
    if (!given || given->kind != TYPE_POINTER || !given->is_to_const || !given->element) return;
    const Type *character = given->element;
    bool is_text = character->kind == TYPE_INT && (character->size == 1 || character->size == 4);
    if (!is_text) return;
    const Type *address = make_pointer_type(program), *number = make_int_type(program, 32);
    const Type *params[] = {address, number};
    Function *callee = make_machine_function(program, "__loci_text", params, COUNT_OF(params));
    Argument args[] = {make_argument(0, address),
                       make_argument(program_int_operand(program, number, character->size), number)};
    make_call(maker, callee, args, COUNT_OF(args), OPERAND_NONE, 0);
}

static void define_as_unknown(const Surroundings *s, Function *function, u32 known) {
    Program *program = s->program;
    Maker maker = make_begin(program, function);
    TypeList results = {0};
    const char *effect = arena_printf(&program->arena, INPUT_OF_EFFECT "%s()", function->name);
    check_text(s, &maker, function);
    for (u32 i = 0; i < function->param_count; i++)
        hand_over(s, &maker, i, maker.registers.at[i].type, what_is_done_with(function, i), effect);
    if (!is_of_system(function)) change_variables(s, &maker, known, effect);
    const char *kind = function->param_count ? INPUT_OF_RESULT : INPUT_OF_ANSWER;
    make_scalars(function->type->element, &results);
    for (u32 i = 0; i < results.count; i++)
        vec_push(&maker.returns,
                 make_any_value(&maker, arena_printf(&program->arena, "%s%s()", kind, function->name), results.at[i]));
    vec_free(&results);
    if (never_returns(s, function))
        make_assumption(&maker, program_int_operand(program, make_int_type(program, 32), 0));
    make_end(&maker, OP_RETURN);
    make_finish(&maker);
    function->is_unknown = true;
}

/* ---- The root ---- */

static const Variable *parameter_at(const Function *function, u32 reg) {
    for (u32 i = 0; i < function->variable_count; i++)
        if (function->variables[i].reg == reg) return &function->variables[i];
    return NULL;
}

/* It is one of the constants that the program gives, or an address if it gives nothing else. */
static void assume_given(const Surroundings *s, Maker *maker, const Function *root, u32 index, u32 value) {
    Program *program = s->program;
    const Type *type = root->registers[root->params[index]].type, *truth = make_int_type(program, 1);
    GivenValues given;
    callers_find(program, s->facts, root, index, &given);
    u32 holds = OPERAND_NONE;
    if (type->kind == TYPE_POINTER && given.are_addresses) {
        Operand null = make_constant(program, (Constant){.kind = CONSTANT_NULL, .type = type});
        holds = make_operation(maker, OP_NE, type, value, null, truth);
    }
    for (u32 i = 0; type->kind == TYPE_INT && given.are_known && i < given.numbers.count; i++) {
        Operand number = program_int_operand(program, type, given.numbers.at[i]);
        u32 is_it = make_operation(maker, OP_EQ, type, value, number, truth);
        holds = i ? make_operation(maker, OP_OR, truth, holds, is_it, truth) : is_it;
    }
    vec_free(&given.numbers);
    if (holds == OPERAND_NONE) return;
    make_assumption(maker, make_conversion(maker, OP_ZEXT, holds, make_int_type(program, 32)));
}

/* A struct that is passed or returned through memory stands in an object of the caller's. */
static Operand any_argument(const Surroundings *s, Maker *maker, const Function *root, u32 index) {
    Program *program = maker->program;
    u32 reg = root->params[index];
    const Type *type = root->registers[reg].type;
    const Variable *variable = parameter_at(root, reg);
    const char *name = variable && variable->name
                           ? arena_printf(&program->arena, INPUT_OF_ARGUMENT "%s", variable->name)
                           : arena_printf(&program->arena, INPUT_OF_ARGUMENT "%u", index + 1);
    if (!variable || variable->kind != VARIABLE_DYNAMIC || type->kind != TYPE_POINTER) {
        u32 value = make_any_value(maker, name, type);
        assume_given(s, maker, root, index, value);
        return value;
    }
    u64 size = MAX(1u, variable->size ? variable->size : variable->type->size);
    u32 address = make_object(maker, name, variable->type, size, variable->align);
    make_symbolic(maker, address, size, name);
    return address;
}

static void call_root(const Surroundings *s, Maker *maker, Function *root) {
    VEC(Argument) args = {0};
    TypeList results = {0};
    for (u32 i = 0; i < root->param_count; i++) {
        Operand value = any_argument(s, maker, root, i);
        vec_push(&args, make_argument(value, root->registers[root->params[i]].type));
    }
    make_scalars(root->type->element, &results);
    u32 first = OPERAND_NONE;
    for (u32 i = 0; i < results.count; i++) {
        u32 result = make_register(maker, results.at[i]);
        if (!i) first = result;
    }
    make_call(maker, root, args.at, args.count, first, results.count);
    for (u32 i = 0; i < results.count; i++) hand_over(s, maker, first + i, results.at[i], KEEPS | RETURNS, "");
    vec_free(&args);
    vec_free(&results);
}

static void clear_carriers(const Surroundings *s, Maker *maker, const Function *root) {
    GlobalList carriers = {0};
    carriers_find(s->program, s->facts, root, &carriers);
    for (u32 i = 0; i < carriers.count; i++) {
        const Type *number = make_int_type(s->program, (u32)carriers.at[i]->size * 8);
        make_store(maker, make_global_address(s->program, carriers.at[i]), number,
                   program_int_operand(s->program, number, 0));
    }
    vec_free(&carriers);
}

static void make_main(const Surroundings *s, Function *root, u32 known) {
    Program *program = s->program;
    const Type *number = make_int_type(program, 32), *pointer = make_pointer_type(program);
    const Type *params[] = {number, pointer, pointer};
    Maker maker = make_begin(program, make_function(program, "main", number, params, COUNT_OF(params)));
    give_variables_any_value(s, &maker, known, false);
    call_root(s, &maker, root);
    clear_carriers(s, &maker, root);
    vec_push(&maker.returns, program_int_operand(program, number, 0));
    make_end(&maker, OP_RETURN);
    make_finish(&maker);
    maker.function->is_outsider = true;
}

/* main itself begins with the variables as they are; what is defined nowhere is any value there too. */
static void add_constructor(const Surroundings *s, u32 known) {
    Program *program = s->program;
    const Type *nothing = make_type(program, (Type){.kind = TYPE_VOID});
    Maker maker = make_begin(program, make_function(program, "__loci_any_variables", nothing, NULL, 0));
    give_variables_any_value(s, &maker, known, true);
    make_end(&maker, OP_RETURN);
    make_finish(&maker);
    vec_push(&program->constructors, (Constructor){.function = maker.function, .priority = 0});
}

void entry_make(Program *program, const ProgramFacts *facts, Function *root) {
    enum { KEPT_BYTES = 1 << 12 };
    u32 functions = program->functions.count, globals = program->globals.count;
    Surroundings s = {program, facts, new_global(program, HANDED_OVER, KEPT_BYTES)};
    for (u32 i = 0; i < functions; i++)
        if (is_defined_nowhere(program->functions.at[i])) define_as_unknown(&s, program->functions.at[i], globals);
    if (root_is_program(root)) add_constructor(&s, globals);
    else make_main(&s, root, globals);
}
