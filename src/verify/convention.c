/* SV-COMP's conventions as a part of the program: bodies for functions that have none, and a constructor that gives
 * variables which are defined nowhere any value. Engines, the machine that confirms and tests then need no word about
 * them: an unknown value is an input as any other. */
#include "verify/verify.h"

#include "machine/builtins.h"
#include "program/make.h"
#include "program/visit.h"

#include <string.h>

/* ---- Functions that are defined nowhere ---- */

static void define_as_any_value(Program *program, Function *function) {
    Maker maker = make_begin(program, function);
    TypeList results = {0};
    make_scalars(function->type->element, &results);
    const char *name = arena_printf(&program->arena, "%s()", function->name);
    for (u32 i = 0; i < results.count; i++) vec_push(&maker.returns, make_any_value(&maker, name, results.at[i]));
    vec_free(&results);
    make_end(&maker, OP_RETURN);
    make_finish(&maker);
    function->is_unknown = true;
}

/* ---- Functions that do not return ---- */

/* The property's error function, or one of its names. */
static void define_as_error(Program *program, Function *function) {
    Maker maker = make_begin(program, function);
    enum { REACH_ERROR = 2 }; /* LOCI_REACH_ERROR of runtime/include/loci_machine.h */
    const Type *number = make_int_type(program, 32), *pointer = make_pointer_type(program);
    const Type *params[] = {number, pointer};
    Text text = {0};
    text_printf(&text, "%s is called", function->name);
    Argument args[] = {make_argument(program_int_operand(program, number, REACH_ERROR), number),
                       make_argument(make_text(program, text.chars), pointer)};
    make_last_call(&maker, make_machine_function(program, "__loci_fail", params, COUNT_OF(params)), args,
                   COUNT_OF(args));
    make_end(&maker, OP_UNREACHABLE);
    make_finish(&maker);
    text_free(&text);
}

/* abort, a failed assertion, an error function that is not the property's: the run ends, with what lives in the frames
 * still there. Lost blocks are looked for where the property wants it (in __loci_exit); but what is not freed at an abort
 * is nobody's fault. */
static void define_as_end(Program *program, Function *function, bool looks_for_leaks) {
    enum { ABORTED = 134 };
    Maker maker = make_begin(program, function);
    const Type *number = make_int_type(program, 32);
    Function *end = make_machine_function(program, looks_for_leaks ? "__loci_exit" : "__loci_end_path", &number, 1);
    Argument status = make_argument(program_int_operand(program, number, ABORTED), number);
    make_last_call(&maker, end, &status, 1);
    make_end(&maker, OP_UNREACHABLE);
    make_finish(&maker);
}

/* ---- Variables that are defined nowhere ---- */

void convention_define_variables(Program *program, Text *told) {
    enum { MOST_BYTES = 1 << 16 };
    Maker maker = {0};
    u32 count = program->globals.count;
    for (u32 i = 0; i < count; i++) {
        Global *global = program->globals.at[i];
        if (global->is_defined || global->is_library || !global->size || global->size > MOST_BYTES) continue;
        if (!maker.program) {
            const Type *nothing = make_type(program, (Type){.kind = TYPE_VOID});
            maker = make_begin(program, make_function(program, "__loci_any_variables", nothing, NULL, 0));
        }
        global->is_constant = false; /* what it is is not known, but it is given a value once */
        make_symbolic(&maker, make_global_address(program, global), global->size,
                      arena_printf(&program->arena, "(%s)", global->name));
        global->is_any = true;
        text_printf(told, "the variable '%s' is defined nowhere: it holds any value\n", global->name);
    }
    if (!maker.program) return;
    make_end(&maker, OP_RETURN);
    make_finish(&maker);
    vec_push(&program->constructors, (Constructor){.function = maker.function, .priority = 0});
}

/* ---- What main is given ---- */

typedef struct {
    u32 wanted; /* a register */
    bool is_read;
} ReadSearch;

static void look_for_read(void *context, Operand *operand) {
    ReadSearch *search = context;
    if (!operand_is_constant(*operand) && operand_index(*operand) == search->wanted) search->is_read = true;
}

/* Whether the value of the register is used for more than to be moved. */
static bool is_used(const Function *function, u32 wanted, bool *is_seen) {
    if (is_seen[wanted]) return false;
    is_seen[wanted] = true;
    for (u32 i = 0; i < function->insn_count; i++) {
        Insn *insn = &function->insns[i];
        ReadSearch search = {.wanted = wanted};
        insn_visit_reads(function, insn, look_for_read, &search);
        if (search.is_read && (insn->op != OP_MOVE || is_used(function, insn->dst, is_seen))) return true;
    }
    return false;
}

/* There are no words for all arguments that a program may be given: it is run without any, and if it looks at them that is
 * not all there is. */
static void tell_of_arguments(Program *program) {
    const Function *function = program_function_named(program, "main");
    if (!function || !function->is_lowered) return;
    bool looks = false, *is_seen = xcalloc(function->register_count + 1, sizeof *is_seen);
    for (u32 i = 0; i < function->param_count; i++) looks = looks || is_used(function, function->params[i], is_seen);
    free(is_seen);
    if (!looks) return;
    const Type *nothing = make_type(program, (Type){.kind = TYPE_VOID}), *pointer = make_pointer_type(program);
    Maker maker = make_begin(program, make_function(program, "__loci_any_arguments", nothing, NULL, 0));
    Argument what = make_argument(make_text(program, "the arguments of the program are not known"), pointer);
    make_call(&maker, make_machine_function(program, "__loci_unmodelled", &pointer, 1), &what, 1, OPERAND_NONE, 0);
    make_end(&maker, OP_RETURN);
    make_finish(&maker);
    vec_push(&program->constructors, (Constructor){.function = maker.function, .priority = 0});
}

/* ---- All of it ---- */

static const char *const error_functions[] = {"reach_error", "__VERIFIER_error"};

static bool is_error_name(const char *name) {
    for (u32 i = 0; i < COUNT_OF(error_functions); i++)
        if (!strcmp(name, error_functions[i])) return true;
    return false;
}

bool convention_is_target(const Function *function, PropertySet properties, const char *error_function) {
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

void convention_apply(Program *program, PropertySet properties, const char *error_function, Assumptions *assumed) {
    bool looks_for_leaks = property_in(properties, PROPERTY_VALID_MEMTRACK);
    program_make_all_known(program);
    u32 count = program->functions.count; /* those that are made here are no concern of it */
    for (u32 i = 0; i < count; i++) {
        Function *function = program->functions.at[i];
        if (convention_is_target(function, properties, error_function)) {
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
    convention_define_variables(program, &assumed->lines);
    tell_of_arguments(program);
}

void assumptions_free(Assumptions *assumed) {
    text_free(&assumed->lines);
    vec_free(&assumed->functions);
}
