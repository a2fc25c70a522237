/* loci exec: runs the program in the machine. Same output and exit status as the native program,
 * unless an error is found. */
#include "cli/cli.h"
#include "engine/explore.h"
#include "report/diagnostic.h"
#include "report/ktest.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

static const char usage[] = "loci exec FILE... [options] [-- ARGUMENTS]";
static const char purpose[] =
    "Runs the program concretely in Loci's machine. Its output and exit status are those of the\n"
    "native program; on an error it is reported on standard error and the status is 99.";

static void print_statistics(const Machine *m) {
    const MachineStatistics *s = &m->statistics;
    struct rusage usage_of;
    getrusage(RUSAGE_SELF, &usage_of);
    double seconds = (double)usage_of.ru_utime.tv_sec + (double)usage_of.ru_utime.tv_usec / 1e6;
    fprintf(stderr, "operations executed    %" PRIu64 "\n", s->instructions);
    fprintf(stderr, "functions decoded      %" PRIu64 "\n", m->maker.functions_decoded);
    fprintf(stderr, "heap blocks allocated  %" PRIu64 "\n", s->allocations);
    fprintf(stderr, "objects made           %u\n", m->objects.next - 1);
    fprintf(stderr, "frames with undefined  %" PRIu64 "\n", s->tracked_frames);
    fprintf(stderr, "user CPU seconds       %.3f\n", seconds);
    fprintf(stderr, "peak memory            %ld KiB\n", usage_of.ru_maxrss);
}

static int finish(const Machine *m) {
    switch (m->end) {
    case RUN_EXITED: return m->status;
    case RUN_SIGNALLED: return 128 + m->status;
    case RUN_FAULT: {
        Text out = {0};
        diagnostic_print_fault(&out, m, &m->fault);
        fputs(out.chars, stderr);
        text_free(&out);
        return fault_is_warning(m, &m->fault) ? m->status : STATUS_FAULT;
    }
    default: fprintf(stderr, "loci: %s\n", m->stuck.message.chars); return STATUS_BAD_INPUT;
    }
}

/* The program's arguments: those after --, or else those the test was made with. */
static int run(const Options *options, Program *program, const KTest *test, MachineInputs *inputs) {
    MachineOptions machine_options = {.max_memory = options->max_memory,
                                      .max_stack = options->max_stack,
                                      .max_seconds = options->max_time,
                                      .stops_at_missing = true,
                                      .allow_uninitialised = options->no_uninitialised,
                                      .count_instructions = options->stats};
    options_leaks(options, &machine_options);
    VEC(char *) argv = {0};
    vec_push(&argv, arena_strdup(&program->arena, options->inputs.at[0]));
    for (u32 i = 0; i < options->arguments.count; i++) vec_push(&argv, options->arguments.at[i]);
    KTestArguments of_test = {0};
    if (!options->arguments.count) ktest_program_arguments(test, &of_test);
    for (u32 i = 0; i < of_test.count; i++) vec_push(&argv, arena_strdup(&program->arena, of_test.at[i]));
    vec_free(&of_test);
    vec_push(&argv, NULL);
    Machine m;
    Error error = {0};
    machine_init(&m, program, &machine_options);
    m.inputs = inputs;
    Explorer explorer;
    ExploreOptions as_terms = {.memory = memory_model_named("forking"),
                               .search = search_named("dfs"),
                               .query_seconds = 10,
                               .force_terms = true,
                               .passes_output = true};
    if (options->force_terms) explore_init(&explorer, &m, &as_terms);
    signal(SIGPIPE, SIG_IGN);        /* the program gets it, which may have a handler of its own */
    char *no_environment[] = {NULL}; /* a test has the model's, as in `run` */
    char **environment = inputs ? no_environment : environ;
    bool started = machine_run(&m, (int)argv.count - 1, argv.at, environment, &error);
    int status = started ? finish(&m) : cli_fail(&error);
    for (u32 i = 0; i < m.unmodelled.count; i++) fprintf(stderr, "loci: %s\n", m.unmodelled.at[i]);
    if (options->stats) print_statistics(&m);
    if (options->force_terms) explore_free(&explorer);
    machine_free(&m);
    vec_free(&argv);
    error_free(&error);
    return status;
}

static int load_and_run(const Options *options, Arena *arena) {
    Error error = {0};
    KTest test = {0};
    MachineInputs inputs = {0};
    FrontendOptions frontend = options_frontend(options, arena);
    frontend.needs_main = true;
    frontend.checks_members = true;
    Program *program = NULL;
    if (!options_check_leaks(options, &error)) return cli_fail(&error);
    bool is_read = !options->test || ktest_read(&test, options->test, &error);
    for (u32 i = 0; i < test.objects.count; i++)
        inputs_add(&inputs, test.objects.at[i].name, test.objects.at[i].bytes, test.objects.at[i].size);
    inputs_settings_from_objects(&inputs);
    frontend.threads = options_thread_code(inputs_setting(&inputs, "threads"));
    if (is_read) program = frontend_load(&frontend, &error);
    int status = program ? run(options, program, &test, options->test ? &inputs : NULL) : cli_fail(&error);
    if (program) program_free(program);
    inputs_free(&inputs);
    ktest_free(&test);
    error_free(&error);
    return status;
}

int cli_exec(int argc, char **argv) {
    Options options;
    Error error = {0};
    bool help;
    int status;
    if (!options_parse(&options, COMMAND_EXEC, argc, argv, &help, &error)) {
        status = cli_fail(&error);
    } else if (help) {
        options_print_help(COMMAND_EXEC, usage, purpose);
        status = STATUS_OK;
    } else {
        status = load_and_run(&options, &options.arena);
    }
    options_free(&options);
    error_free(&error);
    return status;
}
