/* Tests: the inputs that make the program take a path, and what it then prints. */
#include "base/clock.h"
#include "report/run.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- Values ---- */

static bool has_object(const KTest *test, const char *name) {
    for (u32 i = 0; i < test->objects.count; i++)
        if (!strcmp(test->objects.at[i].name, name)) return true;
    return false;
}

/* What the program was given but never looked into: that it is there, and how large, it may have asked. */
static void add_untouched_inputs(const Run *run, KTest *test) {
    MachineInputs given = {0};
    inputs_objects_from_settings(run->inputs, &given);
    for (u32 i = 0; i < given.objects.count; i++) {
        const Input *object = &given.objects.at[i];
        if (!has_object(test, object->name)) ktest_add_object(test, object->name, object->bytes, object->size);
    }
    inputs_free(&given);
}

/* Questions of the report count as those of the exploration do. */
static Answer ask(Run *run, Term *const *terms, u32 count, SolverLimits limits, Model **model) {
    RunPhase before = account_phase(&run->e->account, PHASE_SOLVER);
    double start = clock_seconds();
    Answer answer = solver_check(run->e->solver, terms, count, limits, model, NULL);
    explore_count_query(run->e, clock_seconds() - start);
    account_phase(&run->e->account, before);
    return answer;
}

static Answer ask_for_minimal(Run *run, SolverPath constraints, SolverLimits limits, Model **model) {
    RunPhase before = account_phase(&run->e->account, PHASE_SOLVER);
    double start = clock_seconds();
    Answer answer = solver_minimal_model(run->e->solver, constraints, limits, model);
    explore_count_query(run->e, clock_seconds() - start);
    account_phase(&run->e->account, before);
    return answer;
}

/* The program's wishes, each if it can be had together with those before it. */
static void use_preferences(Run *run) {
    enum { SECONDS = 1 };
    Path *path = &run->e->now.path;
    TermVec all = {0};
    for (u32 i = 0; i < path->constraints.count; i++) vec_push(&all, path->constraints.at[i]);
    double seconds = MIN((double)SECONDS, run->e->options.query_seconds);
    SolverLimits limits = {.seconds = seconds, .interrupted = &run->e->stop};
    for (u32 i = 0; i < path->preferences.count; i++) {
        Model *model = NULL;
        vec_push(&all, path->preferences.at[i]);
        bool has_all = path->model != NULL;
        for (u32 k = 0; has_all && k < all.count; k++) has_all = model_satisfies(path->model, all.at[k]);
        if (has_all) continue;
        if (ask(run, all.at, all.count, limits, &model) == ANSWER_YES) {
            if (path->model) model_release(path->model);
            path->model = model;
        } else {
            all.count--;
        }
    }
    vec_free(&all);
}

static void copy_replayed(const KTest *from, KTest *to) {
    for (u32 i = 0; i < from->arguments.count; i++) ktest_add_argument(to, from->arguments.at[i]);
    for (u32 i = 0; i < from->objects.count; i++)
        ktest_add_object(to, from->objects.at[i].name, from->objects.at[i].bytes, from->objects.at[i].size);
}

bool run_test_inputs(Run *run, KTest *test) {
    const Path *path = &run->e->now.path;
    if (run->replayed) {
        copy_replayed(run->replayed, test);
        return true;
    }
    if (path->preferences.count) use_preferences(run);
    for (u32 i = 0; i < run->options.argument_count; i++) ktest_add_argument(test, run->options.arguments[i]);
    for (u32 i = 0; i < path->inputs.count; i++) {
        const PathInput *input = &path->inputs.at[i];
        u8 *bytes = xmalloc(MAX(1u, input->size));
        bool ok = true;
        for (u32 k = 0; k < input->size && ok; k++) {
            Term *value = explore_evaluate(run->e, input->bytes[k]);
            ok = value != NULL;
            bytes[k] = ok ? (u8)value->value : 0;
        }
        if (ok) ktest_add_object(test, input->name, bytes, input->size);
        free(bytes);
        if (!ok) return false;
    }
    add_untouched_inputs(run, test);
    return true;
}

bool run_use_readable_model(Run *run) {
    enum { SECONDS = 2 };
    Path *path = &run->e->now.path;
    SolverPath constraints = {path->constraints.at, path->constraints.count};
    SolverLimits limits = {.seconds = SECONDS, .interrupted = &run->e->stop};
    Model *model = NULL;
    if (ask_for_minimal(run, constraints, limits, &model) != ANSWER_YES || !model) return false;
    if (path->model) model_release(path->model);
    path->model = model;
    return true;
}

/* ---- Output ---- */

static void add_pieces(Run *run, const OutputPiece *piece, int descriptor, Text *out) {
    VEC(const OutputPiece *) pieces = {0};
    for (; piece; piece = piece->before)
        if (piece->descriptor == descriptor) vec_push(&pieces, piece);
    while (pieces.count) {
        piece = vec_pop(&pieces);
        size_t start = out->length;
        text_add_n(out, (const char *)piece->bytes, piece->size);
        for (u32 i = 0; piece->terms && i < piece->size; i++) {
            Term *value = piece->terms[i] ? explore_evaluate(run->e, piece->terms[i]) : NULL;
            if (value) out->chars[start + i] = (char)value->value;
        }
    }
    vec_free(&pieces);
}

/* The conversion takes width, precision and the value, as runtime/stdio_format.c writes it. */
static void print_deferred(Text *out, const Deferred *deferred, u64 value) {
    const char *format = deferred->conversion;
    char text[4096];
    int length, width = deferred->width, precision = deferred->precision;
    double number;
    memcpy(&number, &value, sizeof number);
    if (!*format) return;
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
    switch (format[strlen(format) - 1]) {
    case 'p': length = snprintf(text, sizeof text, format, width, precision, (void *)(uintptr_t)value); break;
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
    case 'b':
    case 'B': length = snprintf(text, sizeof text, format, width, precision, (long long)value); break;
    default: length = snprintf(text, sizeof text, format, width, precision, number); break;
    }
#pragma clang diagnostic pop
    if (length > 0) text_add_n(out, text, MIN((size_t)length, sizeof text - 1));
}

void run_output(Run *run, int descriptor, Text *out) {
    enum { MAGIC = OUTPUT_TOKEN_BYTES - sizeof(u64) };
    const Path *path = &run->e->now.path;
    Text raw = {0};
    add_pieces(run, path->output, descriptor, &raw);
    const char *at = raw.chars ? raw.chars : "", *end = at + raw.length;
    while (at < end) {
        const char *token = path->deferred.count ? memmem(at, (size_t)(end - at), OUTPUT_TOKEN_MAGIC, MAGIC) : NULL;
        if (token && token + OUTPUT_TOKEN_BYTES > end) token = NULL;
        text_add_n(out, at, (size_t)((token ? token : end) - at));
        if (!token) break;
        u64 number;
        memcpy(&number, token + MAGIC, sizeof number);
        Term *value = number < path->deferred.count ? explore_evaluate(run->e, path->deferred.at[number].value) : NULL;
        if (value) print_deferred(out, &path->deferred.at[number], value->value);
        at = token + OUTPUT_TOKEN_BYTES;
    }
    text_free(&raw);
}

/* ---- Files ---- */

static bool write_whole(const Run *run, const char *name, const Text *text) {
    int fd = openat(run->folder, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool ok = fd >= 0 && (!text->length || write(fd, text->chars, text->length) == (ssize_t)text->length);
    if (fd >= 0) close(fd);
    return ok;
}

bool run_write_file(const Run *run, const char *name, const Text *text) {
    char partial[120];
    snprintf(partial, sizeof partial, "%s.new", name);
    return write_whole(run, partial, text) && !renameat(run->folder, partial, run->folder, name);
}

static void print_end(Text *out, const PathEnd *end) {
    text_add(out, "status: ");
    if (end->end == RUN_EXITED) text_printf(out, "%d\n", end->status);
    else if (end->end == RUN_SIGNALLED) text_printf(out, "%d\n", 128 + end->status);
    else if (end->end == RUN_FAULT) text_printf(out, "%s\n", fault_tag(end->fault->kind));
    else if (end->end == RUN_PAUSED) text_add(out, "not over when the run stopped\n");
    else text_printf(out, "stuck: %s\n", end->stuck);
}

static void print_stream(Run *run, int descriptor, const char *name, Text *out) {
    Text bytes = {0};
    run_output(run, descriptor, &bytes);
    text_printf(out, "%s: %zu bytes\n", name, bytes.length);
    text_add_n(out, bytes.chars ? bytes.chars : "", bytes.length);
    text_add_char(out, '\n');
    text_free(&bytes);
}

static void print_test(Run *run, const PathEnd *end, const KTest *test, Text *out) {
    print_end(out, end);
    ktest_print(out, test);
    if (end->end != RUN_PAUSED)
        coverage_print_path(&run->coverage, out, run->e->m); /* else it is not the running one */
    print_stream(run, STDOUT_FILENO, "output", out);
    print_stream(run, STDERR_FILENO, "errors", out);
}

/* Making files is what tests cost most: what is for reading goes into one. */
static void print_entry(Run *run, u32 number, const PathEnd *end, const KTest *test, Text *entry) {
    Text text = {0};
    print_test(run, end, test, &text);
    text_printf(entry, "test%06u: %zu bytes\n", number, (size_t)text.length);
    text_add_n(entry, text.chars, text.length);
    text_add_char(entry, '\n');
    text_free(&text);
}

u32 run_write_test(Run *run, const PathEnd *end, const KTest *test) {
    u32 number = run->next_test;
    Text entry = {0}, bytes = {0}, line = {0};
    Error error = {0};
    bool ok = ktest_encode(test, &bytes, &error);
    if (ok && run->options.writes_testcomp) ok = run_write_testcase(run, number, end, test);
    if (ok) {
        if (run->options.writes_paths) path_file_write(run, number);
        print_entry(run, number, end, test, &entry);
        journal_print_line(run, end, number, &line);
        scribe_test(run->scribe, number, &entry, &bytes, &line);
        run->next_test++;
        run->tests++;
    } else if (end->end != RUN_PAUSED) {
        journal_add(run, end);
    }
    text_free(&entry);
    text_free(&bytes);
    text_free(&line);
    error_free(&error);
    return ok ? number : 0;
}

void run_write_waiting(Run *run) {
    ScribeFailures failures = scribe_wait(run->scribe);
    run->tests -= MIN((u64)failures.tests, run->tests);
    run->unwritten += failures.tests + failures.lines;
}

/* As KLEE's, for those who read them by scripts. */
void run_write_report(const Run *run, u32 number, const Bug *bug) {
    char name[40];
    Text text = {0};
    text_printf(&text, "Error: %s\nFile: %s\nLine: %u\nKind: %s\n\n%s", bug->message, bug->file, bug->line,
                fault_tag(bug->kind), bug->report);
    snprintf(name, sizeof name, "test%06u.err", number);
    run_write_file(run, name, &text);
    text_free(&text);
}
