/* loci check: bugs in functions that nobody wrote a harness for. */
#include "base/clock.h"
#include "cli/check_report.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char usage[] = "loci check FILE... [options]";
static const char purpose[] =
    "Calls every function that nobody calls with any arguments, and reports what goes wrong, with the path that leads\n"
    "there and the values that trigger it. Status 0: nothing is reported; 1: something is; 2: bad input.";

static void show_status(const char *line) { fprintf(stderr, "\r\033[K%s", line); }
static void clear_status(void) {
    if (isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
}

/* ID,ID,...: or all. */
static bool enable(const char *list, bool *kinds, Error *error) {
    while (list && *list) {
        size_t length = strcspn(list, ",");
        Text id = {0};
        text_add_n(&id, list, length);
        FindingKind kind = finding_kind_named(id.chars);
        bool is_all = !strcmp(id.chars, "all");
        for (u32 i = 0; i < FINDING_KIND_COUNT; i++) kinds[i] = kinds[i] || is_all || i == kind;
        if (kind == FINDING_KIND_COUNT && !is_all) error_set(error, "there is no kind of finding '%s'", id.chars);
        text_free(&id);
        list += length + (list[length] == ',');
    }
    return !error_is_set(error);
}

static bool read_options(const Options *options, CheckOptions *out, Error *error) {
    const char *memory = options->memory ? options->memory : "region";
    *out = (CheckOptions){.allocation_fails = options->malloc_fails,
                          .shows_all = options->possible,
                          .assumes_nonnull = options->assume_nonnull,
                          .assumes_noalias = options->assume_noalias,
                          .seconds = (double)options->function_time,
                          .bytes = options->max_memory,
                          .jobs = (u32)options->jobs,
                          .memory = memory_model_named(memory),
                          .only = options->function,
                          .says = isatty(STDERR_FILENO) ? show_status : NULL};
    for (u32 i = 0; i < FINDING_KIND_COUNT; i++) out->is_enabled[i] = finding_kinds[i].is_shown;
    if (!out->memory) return error_set(error, "there is no memory model '%s'", memory);
    return enable(options->enable, out->is_enabled, error);
}

typedef VEC(const char *) Files;

/* Those that compile, each by itself; what is wrong with the others is said. */
static void find_good_files(const FrontendOptions *all, Files *good) {
    for (u32 i = 0; i < all->input_count; i++) {
        FrontendOptions one = *all;
        Error error = {0};
        one.inputs = &all->inputs[i];
        one.input_count = 1;
        Program *program = frontend_load(&one, &error);
        if (program) vec_push(good, all->inputs[i]);
        else fprintf(stderr, "loci: %s: it is left out\n", error.message.chars);
        if (program) program_free(program);
        error_free(&error);
    }
}

/* A file that does not compile is left out, if there are others. */
static Program *load_what_compiles(FrontendOptions *frontend, Error *error) {
    Program *program = frontend_load(frontend, error);
    if (program || frontend->input_count < 2) return program;
    Files good = {0};
    find_good_files(frontend, &good);
    if (good.count && good.count < frontend->input_count) {
        error_free(error);
        *error = (Error){0};
        frontend->inputs = good.at;
        frontend->input_count = good.count;
        program = frontend_load(frontend, error);
    }
    vec_free(&good);
    return program;
}

/* What is not looked for must not end a path either. */
static Program *load(const Options *options, const CheckOptions *check, Arena *arena, Error *error) {
    FrontendOptions frontend = options_frontend(options, arena);
    VEC(const char *) flags = {0};
    for (u32 i = 0; i < frontend.cflag_count; i++) vec_push(&flags, frontend.cflags[i]);
    if (!check->is_enabled[FINDING_SIGNED_OVERFLOW]) vec_push(&flags, "-fwrapv");
    if (!check->is_enabled[FINDING_BAD_SHIFT]) vec_push(&flags, "-fno-sanitize=shift");
    vec_push(&flags, "-fsanitize=array-bounds"); /* members of structs have bounds of their own */
    frontend.cflags = flags.at;
    frontend.cflag_count = flags.count;
    frontend.needs_main = frontend.makes_main = frontend.contracts = true;
    Program *program = load_what_compiles(&frontend, error);
    vec_free(&flags);
    return program;
}

static void print_statistics(const CheckStatistics *statistics) {
    for (u32 i = 0; i < statistics->roots.count; i++) {
        const RootStatistics *root = &statistics->roots.at[i];
        fprintf(stderr, "%-32s %8llu paths %8llu queries %8.2f s%s%s\n", root->function,
                (unsigned long long)root->paths, (unsigned long long)root->queries, root->seconds,
                root->stopped[0] ? "  stopped: " : "", root->stopped);
    }
}

static int check_loaded(const Options *options, const CheckOptions *check_options, Program *program, double start,
                        Error *error) {
    FindingList findings = {0};
    CheckStatistics statistics = {0};
    check_program(program, check_options, &findings, &statistics);
    clear_status();
    if (options->stats) print_statistics(&statistics);
    int status = cli_report_findings(options, &findings, &statistics, clock_seconds() - start, error);
    findings_free(&findings);
    vec_free(&statistics.roots);
    arena_free(&statistics.arena);
    return status;
}

static int check(const Options *options, Error *error) {
    double start = clock_seconds();
    CheckOptions check_options;
    Arena arena = {0};
    if (!read_options(options, &check_options, error)) return cli_fail(error);
    Program *program = load(options, &check_options, &arena, error);
    int status = program ? check_loaded(options, &check_options, program, start, error) : cli_fail(error);
    if (program) program_free(program);
    arena_free(&arena);
    return status;
}

int cli_check(int argc, char **argv) {
    Options options;
    Error error = {0};
    bool help;
    int status = STATUS_OK;
    if (!options_parse(&options, COMMAND_CHECK, argc, argv, &help, &error)) status = cli_fail(&error);
    else if (help) options_print_help(COMMAND_CHECK, usage, purpose);
    else status = check(&options, &error);
    options_free(&options);
    error_free(&error);
    return status;
}
