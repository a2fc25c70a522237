/* The native program's word on bugs that the machine has confirmed.
 *
 * Compiling and running go on beside the exploration: the compiler starts with the first bug that needs the program, and
 * whenever the run has a moment (run_native_poll) the next bug's test is started, or what came of the last one is looked
 * at. What is not done at the end of the run is waited for. One test runs at a time. */
#include "report/run.h"

#include "report/native_verdict.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_SECONDS = 30 };

/* -1: nothing natively shows them. */
static int build_for(const Run *run, FaultKind kind) {
    switch (kind) {
    case FAULT_OVERLAP:
    case FAULT_BAD_CALL:
    case FAULT_USER_REPORT: return -1;
    case FAULT_UNINITIALISED: return run->options.native.bits == 64 ? NATIVE_MEMORY : -1;
    default: return NATIVE_ADDRESS;
    }
}

/* ---- Programs ---- */

static bool has_folder(RunNative *native) {
    if (!*native->folder) {
        const char *parent = getenv("TMPDIR");
        int length = snprintf(native->folder, sizeof native->folder, "%s/loci-native-XXXXXX",
                              parent && *parent ? parent : "/tmp");
        bool fits = (size_t)length < sizeof native->folder;
        if (!fits || !mkdtemp(native->folder)) *native->folder = 0;
    }
    return *native->folder;
}

static void start_build(Run *run, NativeKind kind) {
    NativeExecutable *made = &run->native.executables[kind];
    if (made->state != NATIVE_UNKNOWN) return;
    made->state = NATIVE_FAILED;
    if (!has_folder(&run->native)) return;
    NativeProgram program = run->options.native;
    program.sanitizers = kind == NATIVE_MEMORY ? "memory" : "address,undefined";
    snprintf(made->path, sizeof made->path, "%s/program%d", run->native.folder, kind);
    Error error = {0};
    bool started = native_build_start(&program, made->path, &made->build, &error);
    if (started) made->state = NATIVE_BUILDING;
    else native_build_end(&made->build, false, &error);
    error_free(&error);
}

/* False: it is not decided yet whether there is a program. */
static bool is_built(NativeExecutable *made, bool waits) {
    if (made->state != NATIVE_BUILDING) return true;
    if (!waits && !native_build_is_over(&made->build)) return false;
    Error error = {0};
    made->state = native_build_end(&made->build, true, &error) ? NATIVE_READY : NATIVE_FAILED;
    error_free(&error);
    return true;
}

/* ---- Tests ---- */

/* True: it runs. Otherwise the bug has its answer. */
static bool start_test(Run *run, Bug *bug, const char *executable) {
    Error error = {0};
    NativeRun request = {.executable = executable,
                         .program_name = run->options.arguments[0],
                         .test = &bug->input,
                         .arguments = (const char *const *)run->options.arguments + 1,
                         .argument_count = run->options.argument_count - 1,
                         .max_seconds = MOST_SECONDS,
                         .names_places = true};
    bool started = native_start(&request, &run->native.job, &error);
    if (!started) {
        bug->native = NATIVE_NOT_CONFIRMED;
        text_add(&bug->native_reason, error.message.chars);
    }
    error_free(&error);
    return started;
}

static void end_test(Run *run, Bug *bug) {
    NativeResult result;
    NativeExpectation expected = {.kind = bug->kind, .signal = bug->signal, .file = bug->file, .line = bug->line};
    native_finish(&run->native.job, &result);
    bool shows = native_shows(&result, &expected, &bug->native_reason);
    bug->native = shows ? NATIVE_CONFIRMED : NATIVE_NOT_CONFIRMED;
    native_result_free(&result);
}

static void cannot_be_tried(Bug *bug) {
    bug->native = NATIVE_NOT_CONFIRMED;
    text_add(&bug->native_reason, "it cannot be compiled");
}

/* One step for the bug at hand. False: there is nothing to do but to wait. */
static bool step(Run *run, bool waits) {
    RunNative *native = &run->native;
    u32 number = native->wanted.at[native->done];
    Bug *bug = &run->bugs.at[number];
    if (native->is_running) {
        if (!waits && !native_is_over(&native->job)) return false;
        end_test(run, bug);
        native->is_running = false;
        native->done++;
        return true;
    }
    NativeExecutable *made = &native->executables[build_for(run, bug->kind)];
    if (!is_built(made, waits)) return false;
    if (made->state == NATIVE_READY) native->is_running = start_test(run, bug, made->path);
    else cannot_be_tried(bug);
    if (!native->is_running) native->done++;
    return true;
}

/* ---- What the run calls ---- */

void run_native_expect(Run *run, const Bug *bug) {
    int kind = run->options.confirms_natively ? build_for(run, bug->kind) : -1;
    if (kind < 0) return;
    vec_push(&run->native.wanted, (u32)(bug - run->bugs.at));
    start_build(run, (NativeKind)kind);
}

void run_native_poll(Run *run) {
    while (run->native.done < run->native.wanted.count && step(run, false)) continue;
}

void run_native_wait(Run *run) {
    while (run->native.done < run->native.wanted.count) step(run, true);
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place) {
    return remove(path);
}

void run_native_free(Run *run) {
    RunNative *native = &run->native;
    if (native->is_running) {
        NativeResult result;
        native->job.run.max_seconds = 1; /* it was interrupted: nobody waits for what it says */
        native_finish(&native->job, &result);
        native_result_free(&result);
    }
    for (u32 i = 0; i < NATIVE_KINDS; i++) {
        Error error = {0};
        if (native->executables[i].state == NATIVE_BUILDING)
            native_build_end(&native->executables[i].build, false, &error);
        error_free(&error);
    }
    if (*native->folder) nftw(native->folder, remove_entry, 4, FTW_DEPTH | FTW_PHYS);
    vec_free(&native->wanted);
}
