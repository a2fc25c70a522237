#include "frontend/guard.h"

#include "base/base.h"

#include <fcntl.h>
#include <llvm-c/ErrorHandling.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const int deadly_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/* What a signal handler can reach is global by nature. */
static struct {
    char sentence[600];
    size_t length;
    int saved_stderr; /* -1 when the guard is off */
    struct sigaction before[COUNT_OF(deadly_signals)];
    stack_t stack_before;
    u8 stack[64 * 1024];
} guard = {.saved_stderr = -1};

static void end_process(void) {
    ssize_t ignored = write(guard.saved_stderr, guard.sentence, guard.length);
    (void)ignored;
    _exit(2);
}

static void on_crash(int signal) { end_process(); }

/* LLVM ends the process after this, whatever we do. */
static void on_fatal_error(const char *reason) {
    if (guard.saved_stderr >= 0) end_process();
    fprintf(stderr, "loci: LLVM cannot go on: %s\n", reason);
    _exit(2);
}

static void catch_signals(void) {
    stack_t stack = {.ss_sp = guard.stack, .ss_size = sizeof guard.stack};
    sigaltstack(&stack, &guard.stack_before);
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK};
    for (u32 i = 0; i < COUNT_OF(deadly_signals); i++) sigaction(deadly_signals[i], &action, &guard.before[i]);
}

void guard_begin(const char *path) {
    LLVMInstallFatalErrorHandler(on_fatal_error);
    int length =
        snprintf(guard.sentence, sizeof guard.sentence - 1, "loci: cannot read '%.400s': it is damaged\n", path);
    guard.length = (size_t)length;
    guard.saved_stderr = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) {
        dup2(nowhere, STDERR_FILENO);
        close(nowhere);
    }
    catch_signals();
}

void guard_end(void) {
    for (u32 i = 0; i < COUNT_OF(deadly_signals); i++) sigaction(deadly_signals[i], &guard.before[i], NULL);
    sigaltstack(&guard.stack_before, NULL);
    if (guard.saved_stderr >= 0) {
        dup2(guard.saved_stderr, STDERR_FILENO);
        close(guard.saved_stderr);
    }
    guard.saved_stderr = -1;
    LLVMResetFatalErrorHandler();
}
