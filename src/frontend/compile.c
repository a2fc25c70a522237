/* Running clang on a C file, as a child process that writes bitcode into a file in memory. */
#define _GNU_SOURCE /* memfd_create */
#include "frontend/state.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const char compiler[] = "clang-19";

/* -O1 without passes keeps what -O0 loses: lifetimes of locals, TBAA, undefined constant expressions.
 * The sanitizers' checks tell which operations C leaves undefined. */
static const char *const our_flags[] = {
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    "-U__OPTIMIZE__",
    "-g",
    "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero,unreachable",
    "-c",
    "-emit-llvm",
    "-o",
    "-",
    "-Wno-unused-command-line-argument",
    "-fbracket-depth=100000", /* clang has a small limit, to spare a stack that we give it */
};

static void add_arguments(FlagList *arguments, const FrontendOptions *options, int bits, const char *path,
                          Arena *arena) {
    vec_push(arguments, compiler);
    for (u32 i = 0; i < COUNT_OF(our_flags); i++) vec_push(arguments, our_flags[i]);
    frontend_dialect_flags(options, bits, arguments, arena);
    vec_push(arguments, "-fno-sanitize=function,vptr"); /* of "undefined": they read words before functions */
    vec_push(arguments, "--");
    vec_push(arguments, path);
    vec_push(arguments, NULL);
}

/* clang goes down the source by recursion: deep expressions and types need a large stack. The limit is inherited. */
static struct rlimit raise_stack_limit(void) {
    static const rlim_t wanted = (rlim_t)4 << 30;
    struct rlimit before = {.rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY};
    if (getrlimit(RLIMIT_STACK, &before)) return before;
    struct rlimit large = {.rlim_cur = MIN(wanted, before.rlim_max), .rlim_max = before.rlim_max};
    if (before.rlim_cur == RLIM_INFINITY || before.rlim_cur >= large.rlim_cur) return before;
    setrlimit(RLIMIT_STACK, &large);
    return before;
}

static int spawn(Compilation *job, const FlagList *arguments) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, job->output, STDOUT_FILENO);
    struct rlimit limit = raise_stack_limit();
    int status = posix_spawnp(&job->pid, compiler, &actions, NULL, (char *const *)(uintptr_t)arguments->at, environ);
    setrlimit(RLIMIT_STACK, &limit);
    posix_spawn_file_actions_destroy(&actions);
    return status;
}

bool compile_start(Compilation *job, const FrontendOptions *options, int bits, const char *path, Error *error) {
    *job = (Compilation){.path = path, .output = memfd_create("bitcode", MFD_CLOEXEC)};
    if (job->output < 0) return error_set(error, "cannot make a file in memory: %s", strerror(errno));
    FlagList arguments = {0};
    Arena arena = {0};
    add_arguments(&arguments, options, bits, path, &arena);
    int status = spawn(job, &arguments);
    vec_free(&arguments);
    arena_free(&arena);
    if (!status) return true;
    close(job->output);
    return error_set(error, "cannot run %s, which compiles the program: %s", compiler, strerror(status));
}

bool compile_is_done(int pid) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid;
}

LLVMMemoryBufferRef compile_finish(Compilation *job, Error *error) {
    int status = 0;
    while (waitpid(job->pid, &status, 0) < 0 && errno == EINTR) continue;
    LLVMMemoryBufferRef buffer = NULL;
    struct stat output;
    if (WIFSIGNALED(status)) {
        bool is_deep = WTERMSIG(status) == SIGSEGV; /* the usual cause */
        error_set(error, "cannot compile '%s': %s was killed by signal %d%s", job->path, compiler, WTERMSIG(status),
                  is_deep ? "; the program may be nested too deeply for it" : "");
    } else if (!WIFEXITED(status) || WEXITSTATUS(status)) {
        error_set(error, "cannot compile '%s'", job->path);
    } else if (fstat(job->output, &output) || !output.st_size) {
        error_set(error, "cannot compile '%s': %s wrote nothing", job->path, compiler);
    } else {
        void *bytes = mmap(NULL, (size_t)output.st_size, PROT_READ, MAP_PRIVATE, job->output, 0);
        if (bytes == MAP_FAILED) error_set(error, "cannot read what %s wrote: %s", compiler, strerror(errno));
        else buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes, (size_t)output.st_size, job->path);
        if (bytes != MAP_FAILED) munmap(bytes, (size_t)output.st_size);
    }
    close(job->output);
    return buffer;
}
