/* loci run: symbolic execution of a program. */
#include "alias/alias.h"
#include "cli/cli.h"
#include "cli/given_tests.h"
#include "cli/missing.h"
#include "engine/explore.h"
#include "search/search.h"
#include "report/regions.h"
#include "report/run.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage[] = "loci run FILE... [options] [-- ARGUMENTS]";
static const char purpose[] =
    "Symbolic execution: follows the paths of the program for all inputs at once, and writes a test for\n"
    "each. Status 0: no error was found; 1: errors; 2: bad input; 3: no error was found, but not all was seen.";

/* ---- Options ---- */

/* The analysis that divides partitioned memory; NULL: there is none of that name. */
static const AliasAnalysis *partition_analysis(const Options *options) {
    return alias_analysis_named(options->partition_by ? options->partition_by : "cells");
}

static bool choose_strategies(const Options *options, ExploreOptions *out, Error *error) {
    static const char *const aliases[] = {"andersen", "observed", "none"};
    const char *memory = options->memory ? options->memory : "forking";
    const char *search = options->search ? options->search : "auto";
    out->memory = memory_model_named(memory);
    out->search = search_named(search);
    if (!out->memory) return error_set(error, "there is no memory model '%s'", memory);
    if (options->merge_joins) out->search = &search_joins;
    if (!out->search) return error_set(error, "there is no search '%s'", search);
    bool known = !options->alias;
    for (u32 i = 0; i < COUNT_OF(aliases) && !known; i++) known = !strcmp(options->alias, aliases[i]);
    if (!known) return error_set(error, "there is no points-to analysis '%s'", options->alias);
    if (!partition_analysis(options))
        return error_set(error, "there is no points-to analysis '%s'", options->partition_by);
    AliasClones contexts;
    return alias_clones_named(options->context, partition_analysis(options), &contexts, error);
}

enum {
    MOST_SYMBOLIC_BYTES = 1 << 20, /* of one input of the environment */
    MOST_ARGUMENTS = 100,          /* arg00 to arg99: as in runtime/model_arguments.c */
    ANY_PREEMPTIONS = 1000000,
};

/* The digits at the start of the text; 0: there are none, or the number is above the limit. */
static size_t small_number(const char *text, u64 limit, u64 *value) {
    size_t digits = strspn(text, "0123456789");
    *value = strtoull(text, NULL, 10); /* the largest one if it does not fit */
    return *value <= limit ? digits : 0;
}

static bool is_size(const char *text) {
    u64 size;
    size_t digits = small_number(text, MOST_SYMBOLIC_BYTES, &size);
    return digits && !text[digits];
}

/* NAME=N,NAME=N */
static bool is_list(const char *text, u64 least) {
    while (*text) {
        u64 size;
        size_t name = strcspn(text, "=,");
        size_t number = text[name] == '=' ? small_number(text + name + 1, MOST_SYMBOLIC_BYTES, &size) : 0;
        const char *end = text + name + 1 + number;
        if (!name || !number || size < least || (*end && (*end != ',' || !end[1]))) return false;
        text = *end ? end + 1 : end;
    }
    return true;
}

/* MIN,MAX,LENGTH;MIN,MAX,LENGTH */
static bool are_groups(const char *text) {
    u64 numbers[3], all = 0;
    for (;; text++) {
        for (u32 i = 0; i < 3; i++) {
            size_t digits = small_number(text, i < 2 ? MOST_ARGUMENTS : MOST_SYMBOLIC_BYTES, &numbers[i]);
            if (!digits || (i < 2 && text[digits] != ',')) return false;
            text += digits + (i < 2);
        }
        all += numbers[1];
        if (numbers[0] > numbers[1] || all > MOST_ARGUMENTS) return false;
        if (*text != ';') return !*text;
    }
}

/* NULL: it was given none. */
static const char *dumped_place(const Options *options) {
    return options->dump_regions && *options->dump_regions ? options->dump_regions : NULL;
}

static bool is_replay(const Options *options) { return options->replay_ktest_file || options->replay_ktest_dir; }
static bool has_seeds(const Options *options) { return options->seed_file || options->seed_dir; }

/* Tests and paths that the run is to follow: one of them, and no earlier run. */
static bool check_given(const Options *options, Error *error) {
    u32 given = is_replay(options) + has_seeds(options) + (options->replay_path != NULL) + (options->resume != NULL);
    if (given > 1) return error_set(error, "of seeds, tests or a path to replay, and --resume only one can be given");
    if ((options->only_seed || options->only_replay_seeds) && !has_seeds(options))
        return error_set(error, "--only-seed and --only-replay-seeds want --seed-file or --seed-dir");
    return true;
}

/* ktest,testcomp in any order */
static bool check_test_format(const Options *options, Error *error) {
    const char *rest = options->test_format ? options->test_format : "ktest";
    for (bool goes_on = true; goes_on;) {
        size_t length = strcspn(rest, ",");
        bool is_known = (length == 5 && !strncmp(rest, "ktest", 5)) || (length == 8 && !strncmp(rest, "testcomp", 8));
        if (!is_known)
            return error_set(error, "'--test-format=%s': ktest, testcomp or both is expected", options->test_format);
        goes_on = rest[length] == ',';
        rest += length + goes_on;
    }
    if (options->test_format && options->no_tests)
        return error_set(error, "--test-format and --no-tests exclude each other");
    return true;
}

/* A bit for each kind in the list. */
static bool read_error_kinds(const char *list, u64 *kinds, Error *error) {
    _Static_assert(FAULT_KIND_COUNT <= 64, "a bit for each kind");
    *kinds = 0;
    for (size_t length; list && *list; list += length + (list[length] == ',')) {
        length = strcspn(list, ",");
        FaultKind kind = fault_kind_tagged(list, length);
        if (strlen(fault_tag(kind)) != length || strncmp(fault_tag(kind), list, length) != 0)
            return error_set(error, "'--exit-on-error-type=%.*s': there is no such kind of error", (int)length, list);
        *kinds |= (u64)1 << kind;
    }
    return true;
}

static bool check_settings(const Options *options, Error *error) {
    if (options->sym_args && !are_groups(options->sym_args))
        return error_set(error, "'--sym-args=%s': MIN,MAX,LENGTH is expected, MIN <= MAX <= %d, LENGTH <= %d",
                         options->sym_args, MOST_ARGUMENTS, MOST_SYMBOLIC_BYTES);
    if (options->sym_stdin && !is_size(options->sym_stdin))
        return error_set(error, "'--sym-stdin=%s': a number up to %d is expected", options->sym_stdin,
                         MOST_SYMBOLIC_BYTES);
    if (options->stdin_kind && strcmp(options->stdin_kind, "any") != 0 && strcmp(options->stdin_kind, "file") != 0)
        return error_set(error, "'--stdin-kind=%s': any or file is expected", options->stdin_kind);
    if (options->sym_file && !is_list(options->sym_file, 1)) /* a test has no objects without bytes */
        return error_set(error, "'--sym-file=%s': NAME=N,... is expected, 1 <= N <= %d", options->sym_file,
                         MOST_SYMBOLIC_BYTES);
    if (options->sym_env && !is_list(options->sym_env, 0))
        return error_set(error, "'--sym-env=%s': NAME=N,... is expected, N <= %d", options->sym_env,
                         MOST_SYMBOLIC_BYTES);
    if (options->max_fail && !is_size(options->max_fail))
        return error_set(error, "'--max-fail=%s': a number up to %d is expected", options->max_fail,
                         MOST_SYMBOLIC_BYTES);
    RegionWatch ignored;
    Arena arena = {0};
    bool is_place = region_watch_parse(&ignored, dumped_place(options), &arena);
    arena_free(&arena);
    if (!is_place) return error_set(error, "'--dump-regions=%s': FUNCTION:LINE is expected", options->dump_regions);
    if (options->dump_regions && options->json)
        return error_set(error, "--dump-regions and --json exclude each other: both print on standard output");
    if (options->svg && !options->dump_regions) return error_set(error, "--svg wants --dump-regions");
    u64 kinds;
    if (!read_error_kinds(options->exit_on_error_type, &kinds, error)) return false;
    if (options->out && options->resume) return error_set(error, "--out and --resume exclude each other");
    if (options->dump_states && strcmp(options->dump_states, "all") != 0 && strcmp(options->dump_states, "none") != 0)
        return error_set(error, "'--dump-states-on-halt=%s': all or none is expected", options->dump_states);
    const char *threads = options->threads ? options->threads : "one";
    if (strcmp(threads, "one") != 0 && strcmp(threads, "fork") != 0 && strcmp(threads, "all") != 0)
        return error_set(error, "'--threads=%s': one, fork or all is expected", threads);
    const char *external = options->external ? options->external : "stop";
    if (strcmp(external, "stop") != 0 && strcmp(external, "any") != 0 && strcmp(external, "host") != 0)
        return error_set(error, "'--external=%s': stop, any or host is expected", external);
    return options_check_leaks(options, error) && check_test_format(options, error) && check_given(options, error) &&
           page_can_be_written(options->html, error);
}

static void add_settings(const Options *options, MachineInputs *inputs) {
    if (options->sym_args) inputs_set(inputs, "sym-args", options->sym_args);
    if (options->sym_stdin) inputs_set(inputs, "sym-stdin", options->sym_stdin);
    if (options->sym_stdin && !(options->stdin_kind && !strcmp(options->stdin_kind, "file")))
        inputs_set(inputs, "stdin-kind", "any");
    if (options->sym_file) inputs_set(inputs, "sym-file", options->sym_file);
    if (options->sym_env) inputs_set(inputs, "sym-env", options->sym_env);
    if (options->sym_stat) inputs_set(inputs, "sym-stat", "1");
    if (options->max_fail) inputs_set(inputs, "max-fail", options->max_fail);
    if (options->external) inputs_set(inputs, "external", options->external);
    inputs_set(inputs, "threads", options->threads ? options->threads : "one");
    if (options->max_preemptions < ANY_PREEMPTIONS)
        inputs_set(inputs, "max-preemptions",
                   arena_printf(&inputs->arena, "%llu", (unsigned long long)options->max_preemptions));
}

static MachineOptions machine_options(const Options *options) {
    MachineOptions machine = {.max_memory = options->max_memory,
                              .max_stack = options->max_stack,
                              .stops_at_missing = true,
                              .allow_uninitialised = options->no_uninitialised};
    options_leaks(options, &machine);
    return machine;
}

static void fill_explore_options(const Options *options, ExploreOptions *out) {
    enum { FORGET_FIRST = 1 << 15 };
    out->segment_threshold = (u32)options->segment_threshold;
    out->max_seconds = options->max_time;
    out->max_memory = options->max_memory;
    out->max_states = (u32)options->max_states;
    out->max_depth = (u32)options->max_depth;
    out->max_forks = options->max_forks;
    out->query_seconds = (double)options->query_time;
    out->max_symbolic_size = options->max_symbolic_size;
    out->seed = options->seed;
    out->force_terms = options->force_terms;
    out->sparse_from = options->sparse_from;
    out->force_parking = options->force_parking;
    if (!options->merge_joins) out->forget_first = options->force_forgetting ? FORGET_AT_ONCE : FORGET_FIRST;
    out->force_slices = options->force_slices;
    out->merge_joins = options->merge_joins;
    out->summarises_texts = options->merge_texts;
    out->solver = (SolverOptions){.dump_directory = options->dump_queries, .without_z3 = options->without_z3};
}

/* ---- The folder ---- */

static bool is_empty(const char *folder) {
    DIR *entries = opendir(folder);
    bool empty = entries != NULL;
    for (const struct dirent *entry; empty && (entry = readdir(entries));)
        empty = !strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..");
    if (entries) closedir(entries);
    return empty;
}

static const char *new_folder(Arena *arena, Error *error) {
    for (u32 i = 0;; i++) {
        char *folder = arena_printf(arena, "loci-out-%u", i);
        if (!mkdir(folder, 0777)) {
            unlink("loci-last");
            if (symlink(folder, "loci-last")) errno = 0; /* a convenience only */
            return folder;
        }
        if (errno == EEXIST) continue;
        error_set(error, "cannot make the folder '%s': %s", folder, strerror(errno));
        return NULL;
    }
}

static const char *choose_folder(const Options *options, Arena *arena, Error *error) {
    if (options->resume) return options->resume;
    if (!options->out) return new_folder(arena, error);
    if (mkdir(options->out, 0777) && errno != EEXIST)
        error_set(error, "cannot make the folder '%s': %s", options->out, strerror(errno));
    else if (!is_empty(options->out))
        error_set(error, "the folder '%s' is not empty; --resume=%s goes on with a run", options->out, options->out);
    return error_is_set(error) ? NULL : options->out;
}

/* ---- What the run is of ---- */

static u64 hash_text(u64 hash, const char *text) {
    return hash_combine(hash, text ? hash_bytes(text, strlen(text)) : 0);
}

static u64 hash_file(u64 hash, const char *path) {
    Text text = {0};
    if (text_read_file(&text, path) && text.length) hash = hash_combine(hash, hash_bytes(text.chars, text.length));
    text_free(&text);
    return hash;
}

/* The program, and the options on which it depends which paths there are. */
static const char *identity_of(const Options *options, const Program *program, Arena *arena) {
    u64 hash = hash_combine(program->pointer_bytes, PATH_LOG_FORMAT);
    for (u32 i = 0; i < options->inputs.count; i++) hash = hash_file(hash, options->inputs.at[i]);
    for (u32 i = 0; i < program->files.count; i++) hash = hash_file(hash, program->files.at[i]);
    for (u32 i = 0; i < options->cflags.count; i++) hash = hash_text(hash, options->cflags.at[i]);
    for (u32 i = 0; i < options->arguments.count; i++) hash = hash_text(hash, options->arguments.at[i]);
    const char *const texts[] = {
        options->memory,         options->alias,        options->sym_args,     options->sym_stdin, options->sym_file,
        options->sym_env,        options->partition_by, options->context,      options->external,  options->entry_point,
        options->function_alias, options->threads,      options->ignore_leaks, options->max_fail,  options->stdin_kind};
    for (u32 i = 0; i < COUNT_OF(texts); i++) hash = hash_text(hash, texts[i]);
    const u64 numbers[] = {options->segment_threshold,
                           options->max_depth,
                           options->max_symbolic_size,
                           options->max_stack,
                           machine_options(options).check_leaks,
                           options->no_uninitialised,
                           options->merge_joins,
                           options->merge_texts,
                           options->no_tests,
                           options->max_preemptions,
                           options->sym_stat};
    for (u32 i = 0; i < COUNT_OF(numbers); i++) hash = hash_combine(hash, numbers[i]);
    if (options->force_terms || options->fork_conditions) /* what is decided depends on them */
        hash = hash_combine(hash, (u64)options->force_terms << 1 | (u64)options->fork_conditions);
    return arena_printf(arena, "%016llx", (unsigned long long)hash);
}

/* What `loci replay` needs to be told of the program. */
static const char *command_of(const Options *options, Arena *arena) {
    const char *command = options->bits_32 ? "--32" : "", *flags = "";
    for (u32 i = 0; i < options->inputs.count; i++)
        command = arena_printf(arena, "%s%s%s", command, *command ? " " : "", options->inputs.at[i]);
    for (u32 i = 0; i < options->cflags.count; i++)
        flags = arena_printf(arena, "%s%s%s", flags, *flags ? " " : "", options->cflags.at[i]);
    return *flags ? arena_printf(arena, "--cflags='%s' %s", flags, command) : command;
}

/* ---- Running ---- */

static Run *stopped; /* by signals, which have no context of their own */

static void on_stop(int number) {
    stopped->is_interrupted = true;
    stopped->e->stop = 1;
    signal(number, SIG_DFL); /* the second time it is meant */
}

static int status_of(const Run *run) {
    if (run_confirmed_bugs(run)) return STATUS_BUGS;
    return run_is_complete(run) ? STATUS_OK : STATUS_UNKNOWN;
}

static void print_results(Run *run, const Options *options) {
    Text text = {0};
    if (options->stats) {
        run_statistics(run, &text);
        fputs(text.chars, stderr);
        text_clear(&text);
    }
    if (!options->json) { /* the run is over: what the native program says can follow */
        console_summary(run, &text);
        fwrite(text.chars, 1, text.length, stdout);
        fflush(stdout);
        text_clear(&text);
    }
    run_write_whole(run);
    if (options->json) run_json(run, &text);
    else console_natively(run, &text);
    if (text.length) fwrite(text.chars, 1, text.length, stdout);
    text_free(&text);
}

/* The path alone is begun with. */
static bool add_path(Run *run, const Options *options, Error *error) {
    PathLog log = {0};
    if (!options->replay_path) return true;
    if (!path_file_read(options->replay_path, run->options.identity, &log, error)) return false;
    explore_add_parked(run->e, log, 0, false);
    explore_cut(run->e, CUT_REPLAY);
    return true;
}

/* The model gives the program its environment. Objects are numbered as they are made: who starts the run must not matter. */
static char *no_environment[] = {NULL};

static bool follow(Run *run, GivenTests *given, bool is_replay_of_tests, Error *error) {
    int argc = (int)run->options.argument_count;
    char **argv = (char **)(uintptr_t)run->options.arguments;
    if (!is_replay_of_tests) return explore_run(run->e, argc, argv, no_environment, error);
    run->tests_replayed = given->tests.at;
    run->inputs_replayed = given->inputs.at;
    run->replay_count = given->inputs.count;
    return explore_run_tests(run->e, argc, argv, no_environment, run_next_replay, error);
}

static int explore(Run *run, const Options *options, GivenTests *given, Error *error) {
    bool is_over = options->resume && !run->e->states.count; /* nothing is left to do */
    if (!add_path(run, options, error)) return cli_fail(error);
    stopped = run;
    signal(SIGINT, on_stop);
    signal(SIGTERM, on_stop);
    bool started = is_over || follow(run, given, is_replay(options), error);
    if (run->options.shows_progress) console_clear();
    if (!started) return cli_fail(error);
    run_end(run);
    print_results(run, options);
    if (!page_write(run, error)) return cli_fail(error);
    return status_of(run);
}

typedef struct {
    const Options *options;
    const FrontendOptions *frontend;
    Arena *arena;
    Program *program;
    GivenTests given; /* seeds, or tests to replay */
} Request;

typedef VEC(char *) ArgumentList;

static void program_arguments(const Request *request, ArgumentList *argv) {
    const Options *options = request->options;
    vec_push(argv, arena_strdup(request->arena, options->inputs.at[0]));
    for (u32 i = 0; i < options->arguments.count; i++) vec_push(argv, options->arguments.at[i]);
    KTestArguments of_test = {0};
    if (is_replay(options) && !options->arguments.count) ktest_program_arguments(&request->given.tests.at[0], &of_test);
    for (u32 i = 0; i < of_test.count; i++) vec_push(argv, arena_strdup(request->arena, of_test.at[i]));
    vec_free(&of_test);
    vec_push(argv, NULL);
}

static RunOptions run_options(const Request *request, const FlagList *flags, char *const *argv, u32 count) {
    const Options *options = request->options;
    int bits = (int)request->program->pointer_bytes * 8;
    u64 stops_at_kinds;
    Error none = {0}; /* check_settings has read them before */
    read_error_kinds(options->exit_on_error_type, &stops_at_kinds, &none);
    return (RunOptions){
        .identity = identity_of(options, request->program, request->arena),
        .command = command_of(options, request->arena),
        .arguments = argv,
        .argument_count = count,
        .native = {.inputs = options->inputs.at,
                   .input_count = options->inputs.count,
                   .cflags = flags->at,
                   .cflag_count = flags->count,
                   .bits = bits,
                   .native_dir = arena_printf(request->arena, "%s/native", request->frontend->runtime_dir)},
        .machine = machine_options(options),
        .writes_tests = !options->no_tests && !is_replay(options),
        .confirms_natively = !options->no_native,
        .writes_only_new = options->only_new,
        .stops_at_bug = options->exit_on_error,
        .stops_at_kinds = stops_at_kinds,
        .max_tests = options->max_tests,
        .max_instructions = options->max_instructions,
        .writes_left = !options->dump_states || !strcmp(options->dump_states, "all"),
        .writes_testcomp = options->test_format && strstr(options->test_format, "testcomp"),
        .producer = "loci " LOCI_VERSION,
        .entry = options->entry_point,
        .page = options->html,
        .writes_paths = options->write_paths,
        .shows_progress = true};
}

/* To free half a million states takes longer than the system does to take their memory back. */
static void end_process(int status) {
#ifndef LOCI_CHECKS
    fflush(NULL);
    _exit(status);
#endif
}

static int run(Request *request, const ExploreOptions *explore_options, Error *error) {
    const Options *options = request->options;
    ArgumentList argv = {0};
    program_arguments(request, &argv);
    FlagList flags = {0};
    frontend_dialect_flags(request->frontend, (int)request->program->pointer_bytes * 8, &flags,
                           &request->program->arena);
    RunOptions to_report = run_options(request, &flags, argv.at, argv.count - 1);
    MachineOptions of_machine = to_report.machine;
    of_machine.count_blocks = of_machine.forks = true;
    of_machine.marks_joins = options->merge_joins;
    MachineInputs inputs = {0};
    add_settings(options, &inputs);
    Machine m;
    Explorer e;
    Run report;
    machine_init(&m, request->program, &of_machine);
    m.inputs = &inputs;
    explore_init(&e, &m, explore_options);
    if (options->external && !strcmp(options->external, "any")) missing_hold_anything(request->program, &e);
    to_report.folder = choose_folder(options, request->arena, error);
    int status = STATUS_BAD_INPUT;
    if (!to_report.folder) {
        cli_fail(error);
    } else {
        RegionWatch watch;
        region_watch_parse(&watch, dumped_place(options), request->arena);
        watch.svg_folder = options->svg ? to_report.folder : NULL;
        if (options->dump_regions) region_watch_begin(&watch, &e);
        bool begun = run_begin(&report, &to_report, &e, &inputs, options->resume, error);
        status = begun ? explore(&report, options, &request->given, error) : cli_fail(error);
        run_free(&report);
    }
    end_process(status);
    explore_free(&e);
    machine_free(&m);
    inputs_free(&inputs);
    vec_free(&flags);
    vec_free(&argv);
    return status;
}

/* ---- What a points-to analysis says ---- */

static void ignore_path(void *listener, const PathEnd *end) {}

/* A first run whose only result is which objects pointers may point to together. */
static void observe(const Request *request, const ExploreOptions *explore_options, Error *error) {
    enum { MOST_SECONDS = 60 };
    const Options *options = request->options;
    ExploreOptions observing = *explore_options;
    observing.max_seconds = options->max_time ? MAX(1u, options->max_time / 2) : MOST_SECONDS;
    observing.solver.dump_directory = NULL;
    MachineOptions of_machine = machine_options(options);
    of_machine.count_blocks = of_machine.forks = true;
    of_machine.marks_joins = options->merge_joins;
    MachineInputs inputs = {0};
    add_settings(options, &inputs);
    ArgumentList argv = {0};
    program_arguments(request, &argv);
    Machine m;
    Explorer e;
    machine_init(&m, request->program, &of_machine);
    m.inputs = &inputs;
    explore_init(&e, &m, &observing);
    e.path_ended = ignore_path;
    explore_run(&e, (int)argv.count - 1, argv.at, no_environment, error);
    explore_free(&e);
    machine_free(&m);
    machine_forget_code(request->program);
    inputs_free(&inputs);
    vec_free(&argv);
}

static int run_with_classes(Request *request, ExploreOptions *explore_options, Error *error) {
    const char *name = request->options->alias ? request->options->alias : "andersen";
    bool wants_classes = explore_options->memory->wants_classes;
    ObjectClasses classes = {0};
    Alias *alias = NULL;
    explore_options->classes = &classes;
    if (wants_classes && !strcmp(name, "andersen"))
        classes.alias = alias = alias_andersen(request->program, ALIAS_CLONES_FEW, error);
    if (explore_options->memory->wants_groups) {
        AliasClones contexts;
        alias_clones_named(request->options->context, NULL, &contexts, NULL);
        classes.alias = alias = partition_analysis(request->options)->run(request->program, contexts, error);
    }
    if (wants_classes && !strcmp(name, "observed")) {
        classes.observes = true;
        observe(request, explore_options, error);
        classes.observes = false;
    }
    int status = error_is_set(error) ? cli_fail(error) : run(request, explore_options, error);
    if (alias) alias_free(alias);
    classes_free(&classes);
    return status;
}

/* ---- Tests that are given ---- */

static bool have_same_arguments(const GivenTests *given, Error *error) {
    KTestArguments first = {0};
    bool are_same = true;
    for (u32 i = 0; i < given->tests.count && are_same; i++) {
        KTestArguments others = {0};
        ktest_program_arguments(&given->tests.at[i], i ? &others : &first);
        are_same = !i || others.count == first.count;
        for (u32 k = 0; i && are_same && k < first.count; k++) are_same = !strcmp(first.at[k], others.at[k]);
        vec_free(&others);
    }
    vec_free(&first);
    return are_same || error_set(error, "the tests to replay were made with different arguments; give them behind --");
}

static bool read_given(Request *request, ExploreOptions *out, Error *error) {
    const Options *options = request->options;
    bool replays = is_replay(options);
    const char *files = replays ? options->replay_ktest_file : options->seed_file;
    const char *folders = replays ? options->replay_ktest_dir : options->seed_dir;
    GivenTests *given = &request->given;
    if (!given_tests_read(given, files, folders, error)) return false;
    if (replays) return options->arguments.count || have_same_arguments(given, error);
    out->seeds = given->inputs.at;
    out->seed_count = given->inputs.count;
    out->only_seeds = options->only_replay_seeds;
    out->stops_after_seeds = options->only_seed;
    return true;
}

/* In KLEE what stands behind the program are its arguments. */
static bool are_files(const Options *options, Error *error) {
    for (u32 i = 1; i < options->inputs.count; i++)
        if (access(options->inputs.at[i], F_OK))
            return error_set(error, "there is no file '%s'; arguments of the program stand behind --",
                             options->inputs.at[i]);
    return true;
}

static int load_and_run(const Options *options, Arena *arena, Error *error) {
    ExploreOptions explore_options = {0};
    if (!choose_strategies(options, &explore_options, error) || !check_settings(options, error) ||
        !are_files(options, error))
        return cli_fail(error);
    if (options->without_effect) fprintf(stderr, "loci: note: without effect here: %s\n", options->without_effect);
    fill_explore_options(options, &explore_options);
    FrontendOptions frontend = options_frontend(options, arena);
    frontend.needs_main = true;
    frontend.threads = options_thread_code(options->threads);
    frontend.fold_conditions = !options->fork_conditions;
    frontend.checks_members = true;
    Program *program = frontend_load(&frontend, error);
    if (!program) return cli_fail(error);
    Request request = {.options = options, .frontend = &frontend, .arena = arena, .program = program};
    missing_tell(program, options->external);
    int status = read_given(&request, &explore_options, error) ? run_with_classes(&request, &explore_options, error)
                                                               : cli_fail(error);
    given_tests_free(&request.given);
    program_free(program);
    return status;
}

int cli_run(int argc, char **argv) {
    Options options;
    Error error = {0};
    bool help;
    int status = STATUS_OK;
    if (!options_parse(&options, COMMAND_RUN, argc, argv, &help, &error)) status = cli_fail(&error);
    else if (help) options_print_help(COMMAND_RUN, usage, purpose);
    else status = load_and_run(&options, &options.arena, &error);
    options_free(&options);
    error_free(&error);
    return status;
}
