/* loci run: symbolic execution of a program. */
#include "cli/cli.h"
#include "alias/alias.h"
#include "engine/explore.h"
#include "engine/inputs.h"
#include "report/diagnostic.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char usage[] = "loci run FILE... [options] [-- ARGUMENTS]";
static const char purpose[] = "Symbolic execution.";

static void path_ended(void *listener, const PathEnd *end) {
    Explorer *e = listener;
    if (getenv("T")) {
        printf("T ");
        for (u32 i = 0; i < e->path.inputs.count; i++) {
            for (u32 k = 0; k < e->path.inputs.at[i].size; k++) {
                Term *v = explore_evaluate(e, e->path.inputs.at[i].bytes[k]);
                printf("%02x", v ? (unsigned)v->value : 0);
            }
            printf(",");
        }
        if (end->end == RUN_FAULT) printf(" %s\n", fault_tag(end->fault->kind));
        else if (end->end == RUN_STUCK) printf(" stuck %s\n", end->stuck);
        else if (end->end == RUN_DROPPED) printf(" dropped\n");
        else printf(" %d\n", end->end == RUN_SIGNALLED ? 128 + end->status : end->status);
        return;
    }
    if (end->end == RUN_FAULT) {
        Text out = {0};
        diagnostic_print_fault(&out, e->m, end->fault);
        fputs(out.chars, stderr);
        text_free(&out);
    } else if (end->end == RUN_STUCK) fprintf(stderr, "stuck: %s\n", end->stuck);
}

static int run(const Options *options, Program *program) {
    MachineOptions machine_options = {.max_memory = options->max_memory,
                                      .max_stack = options->max_stack,
                                      .check_leaks = !options->no_leaks,
                                      .allow_uninitialised = options->no_uninitialised,
                                      .count_blocks = true,
                                      .forks = true};
    VEC(char *) argv = {0};
    vec_push(&argv, arena_strdup(&program->arena, options->inputs.at[0]));
    for (u32 i = 0; i < options->arguments.count; i++) vec_push(&argv, options->arguments.at[i]);
    vec_push(&argv, NULL);
    Machine m;
    Explorer e;
    Error error = {0};
    machine_init(&m, program, &machine_options);
    ExploreOptions explore_options = {.memory = memory_model_named(options->memory ? options->memory : "forking"),
                                      .search = search_named(options->search ? options->search : "dfs"),
                                      .segment_threshold = 10240,
                                      .max_seconds = options->max_time,
                                      .query_seconds = 10,
                                      .max_symbolic_size = 4096};
    MachineInputs inputs = {0};
    m.inputs = &inputs;
    Alias *alias = options->alias_name ? alias_andersen(program, &error) : NULL;
    explore_options.alias = alias;
    explore_init(&e, &m, &explore_options);
    e.listener = &e;
    e.path_ended = path_ended;
    bool started = explore_run(&e, (int)argv.count - 1, argv.at, environ, &error);
    int status = started ? 0 : cli_fail(&error);
    fprintf(stderr, "paths %llu dropped %llu stuck %llu faults %llu queries %llu solver %.3f complete %d\n",
            (unsigned long long)e.statistics.paths, (unsigned long long)e.statistics.ended[RUN_DROPPED],
            (unsigned long long)e.statistics.ended[RUN_STUCK], (unsigned long long)e.statistics.ended[RUN_FAULT],
            (unsigned long long)e.statistics.queries, e.statistics.solver_seconds, explore_is_complete(&e));
    explore_free(&e);
    if (alias) alias_free(alias);
    machine_free(&m);
    vec_free(&argv);
    error_free(&error);
    return status;
}

int cli_run(int argc, char **argv) {
    Options options;
    Error error = {0};
    bool help;
    int status;
    if (!options_parse(&options, COMMAND_RUN, argc, argv, &help, &error)) {
        status = cli_fail(&error);
    } else if (help) {
        options_print_help(COMMAND_RUN, usage, purpose);
        status = STATUS_OK;
    } else {
        FrontendOptions frontend = options_frontend(&options, &options.arena);
        frontend.needs_main = true;
        frontend.fold_conditions = !options.fork_conditions;
        Program *program = frontend_load(&frontend, &error);
        status = program ? run(&options, program) : cli_fail(&error);
        if (program) program_free(program);
    }
    options_free(&options);
    error_free(&error);
    return status;
}
