/* loci verify: whether a program has a property, for all inputs. */
#include "abstract/table.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "report/json.h"
#include "verify/validate.h"
#include "verify/verify.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const char usage[] = "loci verify TASK.yml [options]\n       loci verify FILE... [--property=P.prp] [options]";
static const char purpose[] =
    "Proves or refutes properties of SV-COMP. The last line is RESULT: true, RESULT: false(PROPERTY) with the run "
    "that\n"
    "violates it before, or RESULT: unknown (REASON). Status 0: true; 1: false; 2: bad input; 3: unknown.";

/* ---- What is asked ---- */

/* Properties that are checked in one go: those of a file. */
typedef struct {
    PropertySet properties;
    const char *error_function; /* NULL: any */
    VerifyAnswer answer;
    VerifyReplay replay; /* VERDICT_FALSE */
    Assumptions assumed;
    Text invariants;       /* lines, for the reader */
    bool is_of_invariants; /* of a witness: the program has them as code */
} Job;

typedef struct {
    const Options *options;
    TaskFile task; /* what the .yml says, and what the command line adds */
    VEC(Job) jobs;
    Witness witness;       /* --validate */
    char instrumented[64]; /* the file with its invariants as code; "": none */
    double started;
} Request;

static bool is_task(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot && (!strcmp(dot, ".yml") || !strcmp(dot, ".yaml"));
}

static bool read_inputs(Request *request, Error *error) {
    const Options *options = request->options;
    bool has_task = false;
    for (u32 i = 0; i < options->inputs.count; i++) has_task |= is_task(options->inputs.at[i]);
    if (has_task && options->inputs.count > 1)
        return error_set(error, "a task names its files itself: give the .yml alone");
    if (has_task && !task_read(options->inputs.at[0], &request->task, error)) return false;
    for (u32 i = 0; i < options->inputs.count && !has_task; i++) vec_push(&request->task.files, options->inputs.at[i]);
    if (options->property) {
        vec_clear(&request->task.properties);
        vec_push(&request->task.properties, options->property);
    }
    if (options->bits_32 || options->bits_64) request->task.bits = options->bits_32 ? 32 : 64;
    return true;
}

static bool add_jobs(Request *request, Error *error) {
    for (u32 i = 0; i < request->task.properties.count; i++) {
        PropertyFile file;
        if (!property_read_file(request->task.properties.at[i], &file, error)) return false;
        const char *name = file.error_function[0] ? arena_strdup(&request->task.arena, file.error_function) : NULL;
        vec_push(&request->jobs, (Job){.properties = file.properties, .error_function = name});
    }
    for (u32 i = 0; i < PROPERTY_COUNT && !request->task.properties.count; i++)
        vec_push(&request->jobs, (Job){.properties = 1u << i});
    return true;
}

/* The invariants of a witness are checked in a copy of the program that has them as code. */
static bool write_instrumented(Request *request, Error *error) {
    Text text = {0};
    u32 count = witness_instrument(&request->witness, &text);
    const char *suffix = strrchr(request->task.files.at[0], '.');
    bool is_preprocessed = suffix && !strcmp(suffix, ".i");
    snprintf(request->instrumented, sizeof request->instrumented, "/tmp/loci-XXXXXX%s", is_preprocessed ? ".i" : ".c");
    int fd = mkstemps(request->instrumented, 2);
    bool ok = fd >= 0 && write(fd, text.chars, text.length) == (ssize_t)text.length;
    if (fd >= 0) close(fd);
    text_free(&text);
    if (!ok) return error_set(error, "cannot write '%s': %s", request->instrumented, strerror(errno));
    if (count < request->witness.invariants.count)
        fprintf(stderr, "loci: note: %u of the witness's %u invariants stand where they cannot be checked\n",
                request->witness.invariants.count - count, request->witness.invariants.count);
    if (count)
        vec_push(&request->jobs, (Job){.properties = 1u << PROPERTY_UNREACH_CALL,
                                       .error_function = INVARIANT_FUNCTION,
                                       .is_of_invariants = true});
    return true;
}

static bool read_witness(Request *request, Error *error) {
    if (!request->options->validate) return true;
    if (request->task.files.count > 1) return error_set(error, "a witness is of one file");
    if (!witness_read(&request->witness, request->options->validate, request->task.files.at[0], error)) return false;
    return !request->witness.invariants.count || write_instrumented(request, error);
}

/* ---- The program ---- */

/* Where overflow is not the property it wraps around, as all of SV-COMP's verifiers have it: neither an error nor the end
 * of a run. */
static const char *const wrapping_flags[] = {"-fwrapv", "-fno-sanitize=shift-base"};

typedef VEC(const char *) Flags;

static Program *load(const Request *request, const Job *job, Arena *arena, Error *error) {
    FrontendOptions frontend = options_frontend(request->options, arena);
    Flags flags = {0};
    bool wraps = !property_in(job->properties, PROPERTY_NO_OVERFLOW);
    for (u32 i = 0; i < frontend.cflag_count; i++) vec_push(&flags, frontend.cflags[i]);
    for (u32 i = 0; wraps && i < COUNT_OF(wrapping_flags); i++) vec_push(&flags, wrapping_flags[i]);
    frontend.cflags = flags.at;
    frontend.cflag_count = flags.count;
    const char *instrumented = request->instrumented;
    frontend.inputs = job->is_of_invariants ? &instrumented : request->task.files.at;
    frontend.input_count = request->task.files.count;
    frontend.bits = request->task.bits;
    frontend.needs_main = true;
    frontend.fold_conditions = true;
    Program *program = frontend_load(&frontend, error);
    vec_free(&flags);
    return program;
}

/* What was compiled by others may have been optimised on the ground that nothing is undefined. */
static bool is_source(const char *path) {
    const char *dot = strrchr(path, '.');
    return !dot || (strcmp(dot, ".bc") != 0 && strcmp(dot, ".ll") != 0);
}

/* ---- The run ---- */

static void show_status(const char *line) {
    struct winsize size = {0};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col) fprintf(stderr, "\r\033[K%s", line);
    else fprintf(stderr, "\r\033[K%.*s", size.ws_col - 1, line); /* a line that wraps cannot be drawn anew */
}

static void clear_status(void) {
    if (isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
}

static double seconds_left(const Request *request, u32 jobs_left) {
    if (!request->options->max_time) return 0;
    double left = (double)request->options->max_time - (clock_seconds() - request->started);
    return MAX(0.01, left / jobs_left);
}

static const char *family_of(const Options *options) { return options->engine ? options->engine : "auto"; }
static const MemoryModel *memory_of(const Options *options) {
    return options->memory ? memory_model_named(options->memory) : NULL;
}
static const AliasAnalysis *analysis_of(const Options *options) {
    return alias_analysis_named(options->partition_by ? options->partition_by : "cells");
}
/* Once the options are checked. */
static AliasClones contexts_of(const Options *options) {
    AliasClones clones;
    alias_clones_named(options->context, NULL, &clones, NULL);
    return clones;
}

static bool write_files(const Request *request, const VerifyTask *task, const Job *job, Error *error) {
    const Options *options = request->options;
    Text witness = {0}, harness = {0};
    bool ok = true;
    if (options->witness && witness_print(&witness, task, &job->answer, &job->replay))
        ok = cli_write_file(options->witness, &witness, error);
    if (ok && options->harness && job->answer.verdict == VERDICT_FALSE) {
        harness_print(&harness, task, &job->answer, &job->replay);
        ok = cli_write_file(options->harness, &harness, error);
    }
    text_free(&witness);
    text_free(&harness);
    return ok;
}

/* The program's places do not live as long as the answer. */
static void list_invariants(const Program *program, Job *job) {
    for (u32 i = 0; i < job->answer.invariants.count; i++) {
        const VerifyInvariant *invariant = &job->answer.invariants.at[i];
        const Location *place = &program->locations.at[invariant->location];
        text_printf(&job->invariants, "%s:%u: in %s: %s\n", program->files.at[place->file], place->line,
                    invariant->function, invariant->value);
    }
}

/* A model that only the engine cegar has: it keeps no objects. */
static bool is_uf(const Options *options) { return options->memory && !strcmp(options->memory, "uf"); }

static CegarChoice cegar_choice(const Options *options) {
    return (CegarChoice){.cpa = options->cpa,
                         .split = options->uf_split,
                         .graph = options->dump_art,
                         .without = options->uf_without,
                         .blocks = options->blocks,
                         .is_cartesian = options->cartesian,
                         .uses_functions = is_uf(options),
                         .ignores_aliases = options->memory && !strcmp(options->memory, "names"),
                         .logs = options->log};
}

static void print_formulas(Program *program, const Job *job) {
    Text out = {0};
    table_print(program, job->error_function, &out);
    fputs(out.chars, stdout);
    text_free(&out);
}

/* False with an error: the program cannot be had. */
static bool run_job(Request *request, Job *job, u32 jobs_left, Error *error) {
    Program *program = load(request, job, &request->task.arena, error);
    if (!program) return false;
    convention_apply(program, job->properties, job->error_function, &job->assumed);
    if (request->options->formulas) print_formulas(program, job);
    char *arguments[] = {(char *)(uintptr_t)request->task.files.at[0], NULL};
    VerifyTask task = {.properties = job->properties,
                       .error_function = job->error_function,
                       .program = program,
                       .file = request->task.files.at[0],
                       .arguments = arguments,
                       .argument_count = 1,
                       .query_seconds = request->options->query_time,
                       .max_stack = request->options->max_stack,
                       .memory = memory_of(request->options),
                       .points_to = analysis_of(request->options),
                       .contexts = contexts_of(request->options),
                       .unwind = (u32)request->options->unwind,
                       .cegar = cegar_choice(request->options),
                       .assumed = &job->assumed,
                       .follows = request->witness.is_violation ? &request->witness : NULL};
    PortfolioOptions portfolio = {.family = task.follows ? "explore" : family_of(request->options),
                                  .seconds = seconds_left(request, jobs_left),
                                  .bytes = request->options->max_memory,
                                  .says = isatty(STDERR_FILENO) ? show_status : NULL};
    portfolio_run(&task, &portfolio, &job->answer);
    clear_status();
    if (job->answer.verdict == VERDICT_FALSE) verify_replay(&task, &job->answer.inputs, &job->replay);
    if (request->options->invariants) list_invariants(program, job);
    bool ok = job->is_of_invariants || write_files(request, &task, job, error);
    if (job->is_of_invariants && job->answer.verdict == VERDICT_FALSE)
        answer_unknown(&job->answer, "an invariant of the witness does not hold, line %u", job->replay.line);
    program_free(program);
    return ok;
}

/* ---- What is said ---- */

static void print_lines(const char *before, const char *lines) {
    for (const char *line = lines; line && *line;) {
        size_t length = strcspn(line, "\n");
        printf("%s%.*s\n", before, (int)length, line);
        line += length + (line[length] == '\n');
    }
}

static void print_assumptions(const Job *job) {
    bool wraps = !property_in(job->properties, PROPERTY_NO_OVERFLOW);
    printf("assumed: malloc never fails, uninitialised values are any value, errors of other kinds end a run%s\n",
           wraps ? ", signed arithmetic wraps around" : "");
    print_lines("assumed: ", job->assumed.lines.chars);
    print_lines("assumed: ", job->answer.assumed.chars);
}

static void print_violation(const Job *job) {
    Text inputs = {0};
    printf("%s", job->replay.report);
    verify_print_inputs(&inputs, &job->answer.inputs, &job->replay);
    print_lines("  | ", inputs.chars);
    text_free(&inputs);
}

static void print_verdict(const VerifyAnswer *answer) {
    switch (answer->verdict) {
    case VERDICT_TRUE: printf("true\n"); break;
    case VERDICT_FALSE: printf("false(%s)\n", property_name(answer->violated)); break;
    case VERDICT_UNKNOWN: printf("unknown (%s)\n", answer->reason.chars); break;
    }
}

/* The answer to all: a violation, else what is not known, else true. */
static const Job *deciding_job(const Request *request) {
    for (u32 i = 0; i < request->jobs.count; i++)
        if (request->jobs.at[i].answer.verdict == VERDICT_FALSE) return &request->jobs.at[i];
    for (u32 i = 0; i < request->jobs.count; i++)
        if (request->jobs.at[i].answer.verdict == VERDICT_UNKNOWN) return &request->jobs.at[i];
    return &request->jobs.at[0];
}

static void print_names(PropertySet properties) {
    const char *before = "";
    for (u32 i = 0; i < PROPERTY_COUNT; i++) {
        if (!property_in(properties, (Property)i)) continue;
        printf("%s%s", before, property_name((Property)i));
        before = ", ";
    }
}

static void print_results(const Request *request) {
    for (u32 i = 0; i < request->jobs.count; i++)
        if (!i || request->jobs.at[i].assumed.lines.length || request->jobs.at[i].answer.assumed.length)
            print_assumptions(&request->jobs.at[i]);
    for (u32 i = 0; i < request->jobs.count; i++)
        if (request->jobs.at[i].answer.verdict == VERDICT_FALSE) print_violation(&request->jobs.at[i]);
    for (u32 i = 0; i < request->jobs.count; i++) {
        const VerifyAnswer *answer = &request->jobs.at[i].answer;
        if (request->jobs.count > 1) {
            print_names(request->jobs.at[i].properties);
            printf(": ");
            print_verdict(answer);
        }
        if (answer->statistics.length && (request->jobs.count == 1 || request->options->stats))
            printf("%s: %s\n", answer->engine.chars, answer->statistics.chars);
        print_lines("invariant: ", request->jobs.at[i].invariants.chars);
    }
    printf("RESULT: ");
    print_verdict(&deciding_job(request)->answer);
}

/* ---- JSON ---- */

static void json_verdict(Text *out, const VerifyAnswer *answer) {
    static const char *const names[] = {
        [VERDICT_TRUE] = "true", [VERDICT_FALSE] = "false", [VERDICT_UNKNOWN] = "unknown"};
    text_printf(out, "\"result\": \"%s\"", names[answer->verdict]);
    if (answer->verdict == VERDICT_FALSE) text_printf(out, ", \"violated\": \"%s\"", property_name(answer->violated));
    if (answer->verdict != VERDICT_UNKNOWN) return;
    text_add(out, ", \"reason\": ");
    json_string(out, answer->reason.chars);
}

static void json_place(Text *out, const char *file, u32 line, u32 column, const char *function) {
    text_add(out, "\"file\": ");
    json_string(out, file);
    text_printf(out, ", \"line\": %u, \"column\": %u, \"function\": ", line, column);
    json_string(out, function);
}

static void json_inputs(Text *out, const Job *job) {
    const VerifyInputs *inputs = &job->answer.inputs;
    Text name = {0}, value = {0};
    text_add(out, "[");
    for (u32 i = 0; i < inputs->test.objects.count && i < job->replay.places.count; i++) {
        const InputPlace *place = &job->replay.places.at[i];
        verify_input_name(inputs->test.objects.at[i].name, &name);
        text_clear(&value);
        verify_print_value(&value, &inputs->test.objects.at[i]);
        text_printf(out, "%s{\"name\": ", i ? ", " : "");
        json_string(out, name.chars);
        text_add(out, ", \"value\": ");
        json_string(out, value.chars);
        text_add(out, ", ");
        json_place(out, place->file, place->line, place->column, place->function);
        text_add(out, "}");
    }
    text_printf(out, "], \"uninitialised\": %u", inputs->undefined.count);
    text_free(&name);
    text_free(&value);
}

static void json_job(Text *out, const Job *job) {
    const char *before = "";
    text_add(out, "{\"properties\": [");
    for (u32 i = 0; i < PROPERTY_COUNT; i++) {
        if (!property_in(job->properties, (Property)i)) continue;
        text_printf(out, "%s\"%s\"", before, property_name((Property)i));
        before = ", ";
    }
    text_add(out, "], ");
    json_verdict(out, &job->answer);
    text_add(out, ", \"engine\": ");
    json_string(out, job->answer.engine.chars ? job->answer.engine.chars : "");
    text_add(out, ", \"assumed\": ");
    json_string(out, job->assumed.lines.chars ? job->assumed.lines.chars : "");
    if (job->answer.verdict == VERDICT_FALSE) {
        text_add(out, ", \"message\": ");
        json_string(out, job->replay.message);
        text_add(out, ", ");
        json_place(out, job->replay.file, job->replay.line, job->replay.column, job->replay.function);
        text_add(out, ", \"inputs\": ");
        json_inputs(out, job);
    }
    text_add(out, "}");
}

static void print_json(const Request *request) {
    Text out = {0};
    text_add(&out, "{");
    json_verdict(&out, &deciding_job(request)->answer);
    text_printf(&out, ", \"seconds\": %.3f, \"answers\": [", clock_seconds() - request->started);
    for (u32 i = 0; i < request->jobs.count; i++) {
        if (i) text_add(&out, ", ");
        json_job(&out, &request->jobs.at[i]);
    }
    text_add(&out, "]}\n");
    fwrite(out.chars, 1, out.length, stdout);
    text_free(&out);
}

static int status_of(const Request *request) {
    static const int statuses[] = {
        [VERDICT_TRUE] = STATUS_OK, [VERDICT_FALSE] = STATUS_BUGS, [VERDICT_UNKNOWN] = STATUS_UNKNOWN};
    return statuses[deciding_job(request)->answer.verdict];
}

/* ---- The command ---- */

static bool check_request(const Request *request, Error *error) {
    const char *family = family_of(request->options);
    if (!portfolio_has(family)) return error_set(error, "there is no engine '%s'", family);
    const Options *options = request->options;
    if (is_uf(options) && strcmp(family, "cegar") != 0)
        return error_set(error, "the memory model 'uf' keeps no objects: it is of the engine cegar (--engine=cegar)");
    if (options->memory && !is_uf(options) && !memory_of(options))
        return error_set(error, "there is no memory model '%s'", options->memory);
    CegarChoice cegar = cegar_choice(options);
    if (!cegar_choice_check(&cegar, error)) return false;
    bool is_cegar = !strcmp(family, "cegar");
    if ((options->dump_art || options->log || options->formulas) && !is_cegar)
        return error_set(error, "--%s is of the engine cegar: --engine=cegar",
                         options->dump_art   ? "dump-art"
                         : options->formulas ? "formulas"
                                             : "log");
    if (!analysis_of(options)) return error_set(error, "there is no points-to analysis '%s'", options->partition_by);
    AliasClones contexts;
    if (!alias_clones_named(options->context, analysis_of(options), &contexts, error)) return false;
    for (u32 i = 0; i < request->task.files.count; i++)
        if (!is_source(request->task.files.at[i]))
            return error_set(error, "'%s' was compiled by others: verify needs the C source",
                             request->task.files.at[i]);
    return true;
}

static int verify(Request *request, Error *error) {
    bool ok = read_inputs(request, error) && check_request(request, error) && add_jobs(request, error) &&
              read_witness(request, error);
    for (u32 i = 0; i < request->jobs.count && ok; i++)
        ok = run_job(request, &request->jobs.at[i], request->jobs.count - i, error);
    if (!ok) return cli_fail(error);
    if (request->options->json) print_json(request);
    else print_results(request);
    return status_of(request);
}

static void request_free(Request *request) {
    for (u32 i = 0; i < request->jobs.count; i++) {
        answer_free(&request->jobs.at[i].answer);
        text_free(&request->jobs.at[i].invariants);
        replay_free(&request->jobs.at[i].replay);
        assumptions_free(&request->jobs.at[i].assumed);
    }
    vec_free(&request->jobs);
    if (request->instrumented[0]) unlink(request->instrumented);
    if (request->options->validate) witness_free(&request->witness);
    task_free(&request->task);
}

int cli_verify(int argc, char **argv) {
    Options options;
    Error error = {0};
    bool help;
    int status = STATUS_OK;
    if (!options_parse(&options, COMMAND_VERIFY, argc, argv, &help, &error)) {
        status = cli_fail(&error);
    } else if (help) {
        options_print_help(COMMAND_VERIFY, usage, purpose);
    } else {
        Request request = {.options = &options, .started = clock_seconds()};
        status = verify(&request, &error);
        request_free(&request);
    }
    options_free(&options);
    error_free(&error);
    return status;
}
