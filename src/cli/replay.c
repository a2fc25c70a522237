/* loci replay TEST FILE...: compiles the program natively and runs a test. */
#include "cli/cli.h"
#include "report/replay_native.h"

#include <stdio.h>
#include <string.h>

static const char usage[] = "loci replay TEST.ktest FILE... [options] [-- ARGUMENTS]";
static const char purpose[] =
    "Compiles the program natively and runs it with the inputs of a test: values, arguments, standard\n"
    "input, files and variables. The status is the program's own, 128 + n when signal n killed it, 99\n"
    "when a sanitizer reported an error, and 2 when the test does not fit the program.";

static bool is_bitcode(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot && (!strcmp(dot, ".bc") || !strcmp(dot, ".ll"));
}

/* Bitcode knows its data model; for C it is the user who says. 0 with an error. */
static int data_model(const FrontendOptions *options, Error *error) {
    if (options->bits) return options->bits;
    bool any_bitcode = false;
    for (u32 i = 0; i < options->input_count; i++) any_bitcode |= is_bitcode(options->inputs[i]);
    if (!any_bitcode) return 64;
    Program *program = frontend_load(options, error);
    int bits = program ? (int)program->pointer_bytes * 8 : 0;
    if (program) program_free(program);
    return bits;
}

static int finish(const NativeResult *result, u64 max_seconds) {
    if (!result->is_unfit && result->errors.length) fwrite(result->errors.chars, 1, result->errors.length, stderr);
    if (result->is_unfit) {
        Error error = {0};
        error_set(&error, "%s", result->report.chars);
        int status = cli_fail(&error);
        error_free(&error);
        return status;
    }
    if (result->is_timed_out)
        fprintf(stderr, "replay: ended by the time limit of %llu s\n", (unsigned long long)max_seconds);
    else if (result->signal)
        fprintf(stderr, "replay: killed by signal %d (%s)\n", result->signal, strsignal(result->signal));
    else if (*result->kind) fprintf(stderr, "replay: %s, status %d\n", result->kind, result->status);
    else fprintf(stderr, "replay: status %d\n", result->status);
    return result->signal ? 128 + result->signal : result->status;
}

/* The first input is the test, the others are the program. */
static int replay(const Options *options, Arena *arena) {
    Error error = {0};
    KTest test = {0};
    FlagList flags = {0};
    NativeResult result = {0};
    FrontendOptions frontend = options_frontend(options, arena);
    frontend.inputs++;
    frontend.input_count--;
    int status, bits = 0;
    if (!frontend.input_count) error_set(&error, "replay takes a test and the files of the program");
    else if (ktest_read(&test, options->inputs.at[0], &error)) bits = data_model(&frontend, &error);
    if (bits) frontend_dialect_flags(&frontend, bits, &flags, arena);
    KTestArguments arguments = {0};
    for (u32 i = 0; i < options->arguments.count; i++) vec_push(&arguments, options->arguments.at[i]);
    if (!arguments.count) ktest_program_arguments(&test, &arguments);
    NativeReplay request = {
        .program = {.inputs = frontend.inputs,
                    .input_count = frontend.input_count,
                    .cflags = flags.at,
                    .cflag_count = flags.count,
                    .bits = bits,
                    .native_dir = arena_printf(arena, "%s/native", frontend.runtime_dir),
                    .sanitizers = options->sanitize && !*options->sanitize ? "address,undefined" : options->sanitize},
        .run = {.program_name = frontend.input_count ? frontend.inputs[0] : "",
                .test = &test,
                .arguments = arguments.at,
                .argument_count = arguments.count,
                .folder = options->folder,
                .max_seconds = options->max_time,
                .shows_output = true}};
    if (bits && native_replay(&request, &result, &error)) status = finish(&result, options->max_time);
    else status = cli_fail(&error);
    native_result_free(&result);
    vec_free(&flags);
    vec_free(&arguments);
    ktest_free(&test);
    error_free(&error);
    return status;
}

int cli_replay(int argc, char **argv) {
    Options options;
    Error error = {0};
    bool help;
    int status = STATUS_OK;
    if (!options_parse(&options, COMMAND_REPLAY, argc, argv, &help, &error)) status = cli_fail(&error);
    else if (help) options_print_help(COMMAND_REPLAY, usage, purpose);
    else status = replay(&options, &options.arena);
    options_free(&options);
    error_free(&error);
    return status;
}
