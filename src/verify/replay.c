/* Whether the inputs of an answer violate the property: the program is run with them, by a machine of its own in a
 * process of its own. Nothing is believed that was not seen here. */
#include "verify/bytes.h"
#include "verify/verify.h"

#include "engine/explore.h"
#include "report/diagnostic.h"
#include "search/search.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_SECONDS = 60 };

/* ---- In the child ---- */

static void add_place(Text *out, const Program *program, LocationId id, const char *function) {
    const Location *place = &program->locations.at[id];
    bytes_add_text(out, program->files.at[place->file]);
    bytes_add_text(out, function);
    bytes_add_number(out, place->line);
    bytes_add_number(out, place->column);
}

static void tell(int pipe, const VerifyTask *task, const Machine *m, RunEnd end) {
    Property violated = PROPERTY_COUNT;
    Text why = {0}, out = {0}, report = {0};
    bool is_violation = property_meaning(task, m, end, &violated, &why) == END_VIOLATION;
    bytes_add_number(&out, is_violation);
    if (is_violation) {
        const Fault *fault = &m->fault;
        const StackEntry *place = fault->stack.count ? &fault->stack.at[0] : &(StackEntry){0};
        bytes_add_number(&out, violated);
        bytes_add_number(&out, fault->kind);
        add_place(&out, m->program, place->location, place->function ? place->function->name : "");
        bytes_add_text(&out, fault->text.chars);
        diagnostic_print_fault(&report, m, fault);
        bytes_add_text(&out, report.chars);
        bytes_add_number(&out, m->inputs->asked.count);
        for (u32 i = 0; i < m->inputs->asked.count; i++)
            add_place(&out, m->program, m->inputs->asked.at[i].location, m->inputs->asked.at[i].function);
    }
    bytes_write_pipe(pipe, &out);
    text_free(&why);
    text_free(&out);
    text_free(&report);
}

/* The machine alone: it knows numbers only. */
static void run_plainly(const VerifyTask *task, MachineInputs *inputs, int pipe) {
    MachineOptions options = verify_machine_options(task);
    options.max_seconds = MOST_SECONDS;
    Machine m;
    Error error = {0};
    char *environment[] = {NULL};
    machine_init(&m, task->program, &options);
    m.inputs = inputs;
    if (machine_run(&m, (int)task->argument_count, (char **)(uintptr_t)task->arguments, environment, &error))
        tell(pipe, task, &m, m.end);
}

typedef struct {
    const VerifyTask *task;
    Machine *m;
    int pipe;
    u32 ends;
} FixedRun;

static void path_ended(void *listener, const PathEnd *end) {
    FixedRun *run = listener;
    if (!run->ends++) tell(run->pipe, run->task, run->m, end->end);
    explorer_of(run->m)->stop = 1;
}

/* Where an uninitialised value or an object from outside matters, the machine has none to give: the semantics runs the
 * program, with these in their place. It also sees when a run goes on for ever. */
static void run_with_undefined(const VerifyTask *task, const VerifyInputs *given, MachineInputs *inputs, int pipe) {
    MachineOptions options = verify_machine_options(task);
    options.forks = true;
    ObjectClasses classes = {0};
    FixedInputs fixed = {.count = given->undefined.count};
    fixed.numbers = xcalloc(fixed.count + 1, sizeof(u32));
    fixed.values = xcalloc(fixed.count + 1, sizeof(u64));
    for (u32 i = 0; i < fixed.count; i++) {
        fixed.numbers[i] = given->undefined.at[i].number;
        fixed.values[i] = given->undefined.at[i].value;
    }
    ExploreOptions explore = {.memory = memory_model_named("forking"),
                              .search = &search_depth_first,
                              .classes = &classes,
                              .max_seconds = MOST_SECONDS,
                              .query_seconds = MOST_SECONDS,
                              .max_symbolic_size = 4096,
                              .finds_repetition = options.marks_joins,
                              .goes_around = given->goes_around,
                              .fixed = &fixed};
    Machine m;
    Explorer e;
    Error error = {0};
    char *environment[] = {NULL};
    machine_init(&m, task->program, &options);
    m.inputs = inputs;
    explore_init(&e, &m, &explore);
    e.outside.is_given = true;
    e.outside.given = given->contents.at;
    e.outside.given_count = given->contents.count;
    for (u32 i = 0; i < given->outside.count; i++) machine_make_outside(&m, given->outside.at[i]);
    for (u32 i = 0; i < given->around.count; i++)
        outside_claim(&e.outside, given->around.at[i].object, term_const(e.terms, 64, given->around.at[i].address));
    FixedRun run = {.task = task, .m = &m, .pipe = pipe};
    e.listener = &run;
    e.path_ended = path_ended;
    explore_run(&e, (int)task->argument_count, (char **)(uintptr_t)task->arguments, environment, &error);
}

static _Noreturn void run_again(const VerifyTask *task, const VerifyInputs *given, int pipe) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* whoever asked may be killed for its time */
    int nothing = open("/dev/null", O_RDWR);
    for (int fd = 0; fd <= 2; fd++) dup2(nothing, fd);
    signal(SIGINT, SIG_IGN); /* the parent decides */
    signal(SIGTERM, SIG_DFL);
    machine_forget_code(task->program);
    MachineInputs inputs = {0};
    for (u32 i = 0; i < given->test.objects.count; i++)
        inputs_add(&inputs, given->test.objects.at[i].name, given->test.objects.at[i].bytes,
                   given->test.objects.at[i].size);
    bool is_about_end = property_in(task->properties, PROPERTY_TERMINATION);
    if (given->undefined.count || given->outside.count || given->goes_around || is_about_end)
        run_with_undefined(task, given, &inputs, pipe);
    else run_plainly(task, &inputs, pipe);
    _exit(0);
}

/* ---- In the parent ---- */

static char *take_string(ByteReader *reader) {
    Text text = {0};
    bytes_text(reader, &text);
    if (!text.chars) text_add(&text, "");
    return text.chars;
}

static void read_answer(VerifyReplay *replay, const Text *answer) {
    ByteReader reader = {answer->chars, answer->chars + answer->length, false};
    if (!bytes_number(&reader)) return;
    replay->violated = (Property)bytes_number(&reader);
    replay->kind = (FaultKind)bytes_number(&reader);
    replay->file = take_string(&reader);
    replay->function = take_string(&reader);
    replay->line = (u32)bytes_number(&reader);
    replay->column = (u32)bytes_number(&reader);
    replay->message = take_string(&reader);
    replay->report = take_string(&reader);
    for (u64 count = bytes_number(&reader); count && !reader.is_broken; count--) {
        InputPlace place = {.file = take_string(&reader), .function = take_string(&reader)};
        place.line = (u32)bytes_number(&reader);
        place.column = (u32)bytes_number(&reader);
        vec_push(&replay->places, place);
    }
    replay->is_violation = !reader.is_broken && replay->violated < PROPERTY_COUNT;
}

bool verify_replay(const VerifyTask *task, const VerifyInputs *inputs, VerifyReplay *replay) {
    *replay = (VerifyReplay){0};
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) return false;
    Text answer = {0};
    pid_t child = fork();
    if (child == 0) run_again(task, inputs, ends[1]);
    close(ends[1]);
    if (child > 0) bytes_read_pipe(ends[0], &answer);
    close(ends[0]);
    int status;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    if (answer.length) read_answer(replay, &answer);
    text_free(&answer);
    return replay->is_violation;
}

void replay_free(VerifyReplay *replay) {
    for (u32 i = 0; i < replay->places.count; i++) {
        free(replay->places.at[i].file);
        free(replay->places.at[i].function);
    }
    vec_free(&replay->places);
    free(replay->file);
    free(replay->function);
    free(replay->message);
    free(replay->report);
    *replay = (VerifyReplay){0};
}
