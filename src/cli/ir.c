/* loci ir FILE...: the program representation, as text. */
#include "cli/ir.h"

#include <stdio.h>

static bool print_functions(Text *out, Program *program, Error *error) {
    for (u32 i = 0; i < program->functions.count; i++) {
        Function *function = program->functions.at[i];
        if (function->is_library || !function->has_body) continue;
        if (!program_body(program, function, error)) return false;
        text_add_char(out, '\n');
        program_print_function(out, program, function);
    }
    return true;
}

/* An initialiser that Loci cannot work out is no reason to stop: the program may never look at it. */
static void print_globals(Text *out, Program *program) {
    for (u32 i = 0; i < program->globals.count; i++) {
        Global *global = program->globals.at[i];
        if (global->is_library) continue;
        Error error = {0};
        bool ok = !global->is_defined || program_initialiser(program, global, &error);
        program_print_global(out, program, global);
        if (!ok) text_printf(out, "    ; %s\n", error.message.chars);
        error_free(&error);
    }
}

int cli_ir(const FrontendOptions *options) {
    Error error = {0};
    Program *program = frontend_load(options, &error);
    Text globals = {0}, functions = {0};
    bool ok = program && print_functions(&functions, program, &error);
    if (ok) print_globals(&globals, program);
    if (globals.chars) fwrite(globals.chars, 1, globals.length, stdout);
    if (functions.chars) fwrite(functions.chars, 1, functions.length, stdout);
    if (!ok) fprintf(stderr, "loci: %s\n", error.message.chars);
    text_free(&globals);
    text_free(&functions);
    error_free(&error);
    if (program) program_free(program);
    return ok ? 0 : 2;
}
