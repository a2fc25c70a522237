/* loci alias: which objects may be pointed to by the same pointer. */
#include "alias/alias.h"
#include "cli/cli.h"

#include <stdio.h>

static const char usage[] = "loci alias FILE... [options]";
static const char purpose[] =
    "Prints the classes of objects of the program that one pointer may point to, as a points-to\n"
    "analysis of the whole program and its C library finds them (Andersen's, field sensitive).";

static int run(const Options *options, Program *program) {
    Error error = {0};
    Text out = {0};
    Alias *alias = alias_andersen(program, &error);
    if (alias) {
        if (options->with_locals) alias_compute_classes(alias, ALIAS_CLASSES_WITH_LOCALS);
        if (options->points_to) alias_print_points_to(alias, &out);
        else alias_print(alias, &out);
        if (out.chars) fwrite(out.chars, 1, out.length, stdout);
        alias_free(alias);
    }
    int status = alias ? STATUS_OK : cli_fail(&error);
    text_free(&out);
    error_free(&error);
    return status;
}

int cli_alias(int argc, char **argv) {
    Options options;
    Error error = {0};
    bool help;
    int status;
    if (!options_parse(&options, COMMAND_ALIAS, argc, argv, &help, &error)) {
        status = cli_fail(&error);
    } else if (help) {
        options_print_help(COMMAND_ALIAS, usage, purpose);
        status = STATUS_OK;
    } else {
        FrontendOptions frontend = options_frontend(&options, &options.arena);
        frontend.needs_main = true;
        Program *program = frontend_load(&frontend, &error);
        status = program ? run(&options, program) : cli_fail(&error);
        if (program) program_free(program);
    }
    options_free(&options);
    error_free(&error);
    return status;
}
