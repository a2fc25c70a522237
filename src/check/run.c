/* All roots of a program, each in a process of its own: what goes wrong there harms nobody else, and none takes longer
 * than it may. */
#include "check/check.h"

#include "base/clock.h"
#include "verify/bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- In the process of a root ---- */

static void encode(const RootResult *result, Text *out) {
    Text findings = {0};
    bytes_add_number(out, result->statistics.paths);
    bytes_add_number(out, result->statistics.queries);
    bytes_add_number(out, result->statistics.widened);
    bytes_add_text(out, result->statistics.skipped);
    bytes_add_number(out, (u64)(result->statistics.seconds * 1e6));
    bytes_add_text(out, result->statistics.stopped);
    bytes_add_number(out, result->reached.count);
    for (u32 i = 0; i < result->reached.count; i++) bytes_add_text(out, result->reached.at[i]);
    findings_write(&findings, &result->findings);
    bytes_add_text(out, findings.chars);
    text_free(&findings);
}

/* It ends by itself in time, as a rule. */
static void limit_time(double seconds) {
    rlim_t most = (rlim_t)(seconds * 1.5) + 2;
    setrlimit(RLIMIT_CPU, &(struct rlimit){most, most + 1});
}

static _Noreturn void run_child(Program *program, const ProgramFacts *facts, Function *root,
                                const CheckOptions *options, int pipe) {
    RootResult result = {0};
    Text encoded = {0};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit_time(options->seconds);
    int nothing = open("/dev/null", O_RDWR);
    for (int fd = 0; fd <= 1; fd++) dup2(nothing, fd);
    follow_root(program, facts, root, options, &result);
    encode(&result, &encoded);
    bytes_write_pipe(pipe, &encoded);
    _exit(0);
}

/* ---- In ours ---- */

#define OVERTIME "it did not end in time"

typedef struct {
    Function *root;
    pid_t process;
    int pipe;
    double started;
    Text encoded;
    bool is_over;
    const char *killed; /* why; NULL: it was not */
} Job;

typedef struct {
    Program *program;
    const ProgramFacts *facts;
    const CheckOptions *options;
    FindingList *findings;
    CheckStatistics *statistics;
    StringMap reached; /* names of functions that some root has entered */
    VEC(Job) running;
    u32 done, planned;
    double started;
} Checking;

static bool start(Checking *c, Function *root) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) return false;
    fflush(NULL);
    Job job = {.root = root, .pipe = ends[0], .started = clock_seconds()};
    job.process = fork();
    if (job.process == 0) run_child(c->program, c->facts, root, c->options, ends[1]);
    close(ends[1]);
    if (job.process > 0) vec_push(&c->running, job);
    else close(ends[0]);
    return job.process > 0;
}

static void decode(Checking *c, const Job *job) {
    const char *encoded = job->encoded.chars ? job->encoded.chars : "";
    ByteReader reader = {encoded, encoded + job->encoded.length, false};
    RootStatistics statistics = {.function = arena_strdup(&c->statistics->arena, job->root->name)};
    Text text = {0};
    statistics.paths = bytes_number(&reader);
    statistics.queries = bytes_number(&reader);
    statistics.widened = bytes_number(&reader);
    bytes_text(&reader, &text);
    statistics.skipped = arena_strdup(&c->statistics->arena, text.chars ? text.chars : "");
    statistics.seconds = (double)bytes_number(&reader) / 1e6;
    bytes_text(&reader, &text);
    statistics.stopped = arena_strdup(&c->statistics->arena, text.chars ? text.chars : "");
    for (u64 count = bytes_number(&reader); count && !reader.is_broken; count--) {
        bytes_text(&reader, &text);
        string_map_put(&c->reached, arena_strdup(&c->statistics->arena, text.chars ? text.chars : ""), 1);
    }
    bytes_text(&reader, &text);
    if (reader.is_broken || !findings_read(c->findings, text.chars ? text.chars : ""))
        statistics.stopped = job->killed ? job->killed : "its process ended early";
    vec_push(&c->statistics->roots, statistics);
    text_free(&text);
}

static void finish(Checking *c, u32 index) {
    Job job = c->running.at[index];
    int status;
    while (waitpid(job.process, &status, 0) < 0 && errno == EINTR) continue;
    close(job.pipe);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) job.killed = OVERTIME;
    decode(c, &job);
    text_free(&job.encoded);
    c->running.at[index] = vec_last(&c->running);
    c->running.count--;
    c->done++;
}

static void read_some(Job *job) {
    char buffer[65536];
    ssize_t length = read(job->pipe, buffer, sizeof buffer);
    if (length > 0) text_add_n(&job->encoded, buffer, (size_t)length);
    else if (!(length < 0 && errno == EINTR)) job->is_over = true;
}

static void keep_time(const Checking *c, Job *job) {
    enum { MOST_WAITING = 50, LEAST = 60 }; /* however busy the machine is */
    double limit = c->options->seconds * MOST_WAITING + LEAST;
    if (job->killed || clock_seconds() - job->started < limit) return;
    job->killed = OVERTIME;
    kill(job->process, SIGKILL);
}

static void say(const Checking *c) {
    if (!c->options->says) return;
    Text line = {0};
    double passed = clock_seconds() - c->started;
    if (c->options->program_count > 1)
        text_printf(&line, "program %u of %u: ", c->options->program_number, c->options->program_count);
    text_printf(&line, "%u of %u functions, %u findings, %.0f s", c->done, c->planned, c->findings->all.count, passed);
    if (c->done > 3) text_printf(&line, ", about %.0f s left", passed / c->done * (c->planned - c->done));
    c->options->says(line.chars);
    text_free(&line);
}

static void wait_for_some(Checking *c) {
    enum { MOST = 64, MILLISECONDS = 50 };
    struct pollfd events[MOST];
    u32 count = MIN(c->running.count, (u32)MOST);
    for (u32 i = 0; i < count; i++) events[i] = (struct pollfd){.fd = c->running.at[i].pipe, .events = POLLIN};
    if (poll(events, count, MILLISECONDS) > 0)
        for (u32 i = 0; i < count; i++)
            if (events[i].revents) read_some(&c->running.at[i]);
    for (u32 i = 0; i < c->running.count; i++) keep_time(c, &c->running.at[i]);
    for (u32 i = c->running.count; i-- > 0;)
        if (c->running.at[i].is_over) finish(c, i);
    say(c);
}

static void wait_for_all(Checking *c) {
    while (c->running.count) wait_for_some(c);
}

static void check_root(Checking *c, Function *root) {
    while (c->running.count >= c->options->jobs) wait_for_some(c);
    if (!start(c, root)) {
        wait_for_all(c);
        start(c, root);
    }
}

/* ---- Which ---- */

/* Whose arguments nobody knows the number of is looked at where it is called. */
static bool is_wanted(const Checking *c, const Function *function) {
    if (c->options->only) return !function->is_context && !strcmp(c->options->only, function->name);
    return !function->is_context && !function->type->is_variadic;
}

static bool is_reached(const Checking *c, const Function *function) {
    return string_map_get(&c->reached, function->name, NULL);
}

static void check_uncalled(Checking *c) {
    for (u32 i = 0; i < c->facts->functions.count; i++) {
        Function *function = c->facts->functions.at[i];
        bool is_root = c->options->only || !c->facts->is_called[function->number] || !strcmp(function->name, "main");
        c->planned += is_root && is_wanted(c, function);
    }
    for (u32 i = 0; i < c->facts->functions.count; i++) {
        Function *function = c->facts->functions.at[i];
        bool is_root = c->options->only || !c->facts->is_called[function->number] || !strcmp(function->name, "main");
        if (is_root && is_wanted(c, function)) check_root(c, function);
    }
    wait_for_all(c);
}

/* Functions that no root has come to: from rings of calls, from tables, behind what ended a path or the time. */
static void check_unreached(Checking *c) {
    for (u32 i = 0; i < c->facts->functions.count; i++) {
        Function *function = c->facts->functions.at[i];
        if (is_reached(c, function) || !is_wanted(c, function)) continue;
        c->planned++;
        check_root(c, function);
        if (c->options->jobs == 1) wait_for_all(c); /* what it reaches need not be done again */
    }
    wait_for_all(c);
}

static void check_sizes(const Checking *c) {
    for (u32 i = 0; i < c->facts->functions.count && c->options->is_enabled[FINDING_SIZEOF_POINTER]; i++) {
        const Function *function = c->facts->functions.at[i];
        bool is_asked = !c->options->only || !strcmp(c->options->only, function->name);
        if (!function->is_context && is_asked) sizes_find(c->program, function, c->findings);
    }
}

static const RootStatistics *done_as_root(const Checking *c, const char *name) {
    for (u32 i = 0; i < c->statistics->roots.count; i++)
        if (!strcmp(c->statistics->roots.at[i].function, name)) return &c->statistics->roots.at[i];
    return NULL;
}

static bool calls(const Program *program, const Function *caller, const Function *callee) {
    for (u32 i = 0; i < caller->insn_count; i++) {
        const Insn *insn = &caller->insns[i];
        if (insn->op != OP_CALL || !operand_is_constant(insn->a)) continue;
        const Constant *target = &program->constants.at[operand_index(insn->a)];
        if (target->kind == CONSTANT_FUNCTION && target->function == callee) return true;
    }
    return false;
}

/* What a main that has too many ways calls one after the other: where a function does the same without those before it, it
 * is followed by itself as well. */
static void check_parts_of_main(Checking *c) {
    const Function *whole = program_function_named(c->program, "main");
    const RootStatistics *done = done_as_root(c, "main");
    if (!whole || !whole->is_lowered || c->options->only || !done || !done->stopped[0]) return;
    for (u32 i = 0; i < c->facts->functions.count; i++) {
        Function *function = c->facts->functions.at[i];
        if (!is_wanted(c, function) || done_as_root(c, function->name) || !calls(c->program, whole, function)) continue;
        if (!closed_is(c->program, c->facts, function)) continue;
        c->planned++;
        check_root(c, function);
    }
    wait_for_all(c);
}

void check_program(Program *program, const CheckOptions *options, FindingList *findings, CheckStatistics *statistics) {
    ProgramFacts facts;
    facts_find(&facts, program);
    CheckOptions believing = *options;
    believing.believes_failure = beliefs_allocation_fails(program, &facts);
    Checking c = {.program = program,
                  .facts = &facts,
                  .options = &believing,
                  .findings = findings,
                  .statistics = statistics,
                  .started = clock_seconds()};
    check_uncalled(&c);
    check_unreached(&c);
    check_parts_of_main(&c);
    check_sizes(&c);
    string_map_free(&c.reached);
    vec_free(&c.running);
    facts_free(&facts);
}
