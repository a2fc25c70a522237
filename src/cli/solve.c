/* loci solve FILE.smt2: the solver on its own. */
#include "cli/cli.h"
#include "solver/script.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char usage[] = "loci solve FILE.smt2 [options]";
static const char purpose[] =
    "Executes an SMT-LIB script (QF_BV, QF_ABV, QF_UFBV, QF_AUFBV, QF_BVFP); '-' reads standard\n"
    "input. The status is 3 if an answer was unknown.";

static void print(void *to, const char *chars) {
    fputs(chars, to);
    fflush(to);
}

static void print_statistics(const Solver *solver) {
    Text statistics = {0};
    solver_statistics(solver, &statistics);
    fputs(statistics.chars, stderr);
    text_free(&statistics);
}

static int run(const Options *options, const Text *text) {
    Error error = {0};
    SolverOptions solver_options = {.dump_directory = options->dump_queries, .without_z3 = options->without_z3};
    ScriptOptions script = {.limits = {.seconds = (double)options->max_time, .memory_bytes = options->max_memory}};
    TermStore *store = term_store_new();
    Solver *solver = solver_new(store, &solver_options);
    bool ok = script_run(store, solver, text->chars ? text->chars : "", text->length, &script, print, stdout, &error);
    if (!ok) fprintf(stderr, "loci: %s:%s\n", options->inputs.at[0], error.message.chars);
    if (options->stats) print_statistics(solver);
    solver_free(solver);
    term_store_free(store);
    error_free(&error);
    return !ok ? STATUS_BAD_INPUT : script.unknown ? STATUS_UNKNOWN : STATUS_OK;
}

static int solve_file(const Options *options, Error *error) {
    Text text = {0};
    if (options->inputs.count > 1) error_set(error, "solve takes one file, not %u", options->inputs.count);
    else if (!text_read_file(&text, options->inputs.at[0]))
        error_set(error, "cannot read '%s': %s", options->inputs.at[0], strerror(errno));
    int status = error_is_set(error) ? cli_fail(error) : run(options, &text);
    text_free(&text);
    return status;
}

int cli_solve(int argc, char **argv) {
    Options options;
    Error error = {0};
    bool help;
    int status;
    if (!options_parse(&options, COMMAND_SOLVE, argc, argv, &help, &error)) {
        status = cli_fail(&error);
    } else if (help) {
        options_print_help(COMMAND_SOLVE, usage, purpose);
        status = STATUS_OK;
    } else {
        status = solve_file(&options, &error);
    }
    options_free(&options);
    error_free(&error);
    return status;
}
