/* Bugs: errors of the program, each told once, and only when the test shows it again in a machine that knows nothing of
 * terms. Natively it may show too, where a sanitizer or a crash can tell. */
#include "report/run.h"

#include "report/diagnostic.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_SECONDS = 30, MOST_TRIES = 3 };

/* ---- Which bug it is ---- */

static u64 place_hash(const Program *program, LocationId id) {
    const Location *place = &program->locations.at[id];
    const char *file = program->files.at[place->file];
    return hash_combine(hash_bytes(file, strlen(file)), (u64)place->line << 32 | place->column);
}

/* Calls that stand in the stack more than once count once: how deep a recursion was makes no other bug. */
u64 run_bug_key(const Program *program, const Fault *fault) {
    Map seen = {0};
    u64 callers = 0;
    for (u32 i = 0; i < fault->stack.count; i++) {
        bool inserted;
        u64 place = place_hash(program, fault->stack.at[i].location);
        map_cell(&seen, place, &inserted);
        if (inserted && i) callers += place;
    }
    map_free(&seen);
    u64 place = fault->stack.count ? place_hash(program, fault->stack.at[0].location) : 0;
    u64 kind = (u64)fault->signal << 32 | fault->kind;
    return hash_combine(hash_combine(kind, place), callers);
}

static const Location *place_of(const Program *program, const Fault *fault) {
    return &program->locations.at[fault->stack.count ? fault->stack.at[0].location : 0];
}

/* NULL: a lost block has a place, but no function. */
static const Function *function_of(const Fault *fault) {
    return fault->stack.count ? fault->stack.at[0].function : NULL;
}

static Bug *known_bug(Run *run, u64 key) {
    for (u32 i = 0; i < run->bugs.count; i++)
        if (run->bugs.at[i].key == key) return &run->bugs.at[i];
    return NULL;
}

Bug *run_bug_of(Run *run, const Fault *fault) {
    u64 key = run_bug_key(run->e->m->program, fault);
    Bug *known = known_bug(run, key);
    if (known) return known;
    const Program *program = run->e->m->program;
    const Location *place = place_of(program, fault);
    const Function *function = function_of(fault);
    vec_push(&run->bugs, (Bug){.key = key,
                               .kind = fault->kind,
                               .signal = fault->signal,
                               .file = xstrdup(program->files.at[place->file]),
                               .line = place->line,
                               .column = place->column,
                               .function = function ? function->name : ""});
    return &vec_last(&run->bugs);
}

void run_free_bugs(Run *run) {
    for (u32 i = 0; i < run->bugs.count; i++) {
        free(run->bugs.at[i].file);
        free(run->bugs.at[i].message);
        free(run->bugs.at[i].report);
        text_free(&run->bugs.at[i].native_reason);
        ktest_free(&run->bugs.at[i].input);
    }
    vec_free(&run->bugs);
}

bool run_bug_is_open(const Bug *bug) { return !bug->is_confirmed && bug->tries < MOST_TRIES; }

/* ---- The machine's word ---- */

/* What the child tells: this, then file, sentence and report, each with its end. */
typedef struct {
    u64 key;
    u32 kind, signal;
    u32 line, column;
    u32 function; /* number; UINT32_MAX: none */
} Confirmation;

static void tell(int pipe, const Text *text) {
    for (size_t done = 0; done < text->length;) {
        ssize_t written = write(pipe, text->chars + done, text->length - done);
        if (written <= 0) return;
        done += (size_t)written;
    }
}

static void tell_fault(int pipe, const Machine *m) {
    const Fault *fault = &m->fault;
    const Location *place = place_of(m->program, fault);
    const Function *function = function_of(fault);
    const char *file = m->program->files.at[place->file];
    Confirmation answer = {.key = run_bug_key(m->program, fault),
                           .kind = fault->kind,
                           .signal = (u32)fault->signal,
                           .line = place->line,
                           .column = place->column,
                           .function = function ? function->number : UINT32_MAX};
    Text text = {0}, report = {0};
    diagnostic_print_fault(&report, m, fault);
    text_add_n(&text, (const char *)&answer, sizeof answer);
    text_add_n(&text, file, strlen(file) + 1);
    text_add_n(&text, fault->text.chars, fault->text.length + 1);
    text_add_n(&text, report.chars, report.length + 1);
    tell(pipe, &text);
}

/* In the child: nothing of the symbolic run is of use but the program. */
static _Noreturn void run_again(const Run *run, const KTest *test, int pipe) {
    Program *program = run->e->m->program;
    int nothing = open("/dev/null", O_RDWR);
    for (int fd = 0; fd <= 2; fd++) dup2(nothing, fd);
    signal(SIGINT, SIG_IGN); /* the parent decides */
    machine_forget_code(program);
    MachineInputs inputs = {0};
    for (u32 i = 0; i < run->inputs->settings.count; i++)
        inputs_set(&inputs, run->inputs->settings.at[i].name, run->inputs->settings.at[i].value);
    for (u32 i = 0; i < test->objects.count; i++)
        inputs_add(&inputs, test->objects.at[i].name, test->objects.at[i].bytes, test->objects.at[i].size);
    MachineOptions options = run->options.machine;
    options.max_seconds = MOST_SECONDS;
    Machine m;
    Error error = {0};
    machine_init(&m, program, &options);
    m.inputs = &inputs;
    char *environment[] = {NULL};
    bool started = machine_run(&m, (int)run->options.argument_count, (char **)(uintptr_t)run->options.arguments,
                               environment, &error);
    if (started && m.end == RUN_FAULT) tell_fault(pipe, &m);
    _exit(0);
}

static void read_answer(int pipe, Text *answer) {
    char buffer[4096];
    ssize_t length;
    while ((length = read(pipe, buffer, sizeof buffer)) > 0 || (length < 0 && errno == EINTR))
        if (length > 0) text_add_n(answer, buffer, (size_t)length);
}

static bool ask_machine(const Run *run, const KTest *test, Text *answer) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) return false;
    pid_t child = fork();
    if (child == 0) run_again(run, test, ends[1]);
    close(ends[1]);
    if (child > 0) read_answer(ends[0], answer);
    close(ends[0]);
    int status;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return answer->length > sizeof(Confirmation);
}

static void copy_test(KTest *to, const KTest *from) {
    ktest_free(to);
    *to = (KTest){0};
    for (u32 i = 0; i < from->arguments.count; i++) ktest_add_argument(to, from->arguments.at[i]);
    for (u32 i = 0; i < from->objects.count; i++)
        ktest_add_object(to, from->objects.at[i].name, from->objects.at[i].bytes, from->objects.at[i].size);
}

/* The report is the machine's: its numbers are those of the test. */
static void fill_in(Bug *bug, const Text *answer, const KTest *test) {
    const char *message = answer->chars + sizeof(Confirmation);
    message += strlen(message) + 1;
    bug->message = xstrdup(message);
    bug->report = xstrdup(message + strlen(message) + 1);
    bug->is_confirmed = true;
    copy_test(&bug->input, test);
}

static void bug_is_confirmed(Run *run, Bug *bug, const Text *answer, const KTest *test) {
    fill_in(bug, answer, test);
    run_native_expect(run, bug);
}

void run_confirm(Run *run, Bug *bug, const KTest *test) {
    Text answer = {0};
    Confirmation found;
    bug->tries++;
    if (ask_machine(run, test, &answer)) {
        memcpy(&found, answer.chars, sizeof found);
        bool same_place =
            found.line == bug->line && found.column == bug->column && !strcmp(answer.chars + sizeof found, bug->file);
        bool same_kind = found.kind == bug->kind && (int)found.signal == bug->signal;
        if (same_kind && same_place) bug_is_confirmed(run, bug, &answer, test);
    }
    text_free(&answer);
}

static const char *function_name(const Program *program, u32 number) {
    return number < program->functions.count ? program->functions.at[number]->name : "";
}

/* What an earlier process knew of it, the machine tells again. */
static void learn_earlier_bug(Run *run, Bug *bug, u32 number) {
    KTest test = {0};
    Error error = {0};
    Text path = {0}, answer = {0};
    Confirmation found;
    text_printf(&path, "%s/test%06u.ktest", run->options.folder, number);
    bug->tries++;
    if (ktest_read(&test, path.chars, &error) && ask_machine(run, &test, &answer)) {
        memcpy(&found, answer.chars, sizeof found);
        bug->kind = found.kind;
        bug->signal = (int)found.signal;
        free(bug->file);
        bug->file = xstrdup(answer.chars + sizeof found);
        bug->line = found.line;
        bug->column = found.column;
        bug->function = function_name(run->e->m->program, found.function);
        bug->test = number;
        if (found.key == bug->key) bug_is_confirmed(run, bug, &answer, &test);
    }
    text_free(&path);
    text_free(&answer);
    ktest_free(&test);
    error_free(&error);
}

void run_add_earlier_bug(Run *run, u64 key, u32 number) {
    Bug *bug = known_bug(run, key);
    if (!bug) {
        vec_push(&run->bugs, (Bug){.key = key});
        bug = &vec_last(&run->bugs);
    }
    bug->count++;
    if (run_bug_is_open(bug)) learn_earlier_bug(run, bug, number);
}
