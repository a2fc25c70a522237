/* Running clang on a C file, as a child process that writes bitcode into a file in memory. */
#define _GNU_SOURCE /* memfd_create */
#include "frontend/state.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

const char compiler_name[] = "clang-19";

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

enum { READS_FD = 3 }; /* in the compiler's process */

/* Those of all files and its own. */
static void add_flags(FlagList *arguments, const FrontendOptions *options, const FrontendUnit *unit, Arena *arena) {
    FlagList both = {0};
    FrontendOptions own = *options;
    for (u32 i = 0; i < options->cflag_count; i++) vec_push(&both, options->cflags[i]);
    for (u32 i = 0; i < unit->cflag_count; i++) vec_push(&both, unit->cflags[i]);
    own.cflags = both.at;
    own.cflag_count = both.count;
    frontend_dialect_flags(&own, unit->bits, arguments, arena);
    vec_free(&both);
}

static void add_arguments(FlagList *arguments, const FrontendOptions *options, const FrontendUnit *unit,
                          bool lists_reads, Arena *arena) {
    vec_push(arguments, compiler_name);
    for (u32 i = 0; i < COUNT_OF(our_flags); i++) vec_push(arguments, our_flags[i]);
    if (options->checks_members) vec_push(arguments, "-fsanitize=array-bounds");
    add_flags(arguments, options, unit, arena);
    vec_push(arguments, "-fno-sanitize=function,vptr"); /* of "undefined": they read words before functions */
    if (lists_reads) {
        static const char *const words[] = {"-MD", "-MF", "/dev/fd/3", "-MT", "x"};
        for (u32 i = 0; i < COUNT_OF(words); i++) vec_push(arguments, words[i]);
    }
    vec_push(arguments, "--");
    vec_push(arguments, unit->path);
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

static int spawn(Compilation *job, const char *folder, const FlagList *arguments) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, job->output, STDOUT_FILENO);
    if (job->reads >= 0) posix_spawn_file_actions_adddup2(&actions, job->reads, READS_FD);
    if (folder) posix_spawn_file_actions_addchdir_np(&actions, folder);
    struct rlimit limit = raise_stack_limit();
    int status =
        posix_spawnp(&job->pid, compiler_name, &actions, NULL, (char *const *)(uintptr_t)arguments->at, environ);
    setrlimit(RLIMIT_STACK, &limit);
    posix_spawn_file_actions_destroy(&actions);
    return status;
}

/* Above what the compiler's process uses itself: a copy onto itself would be closed there. */
static int memory_file(const char *name) {
    int file = memfd_create(name, MFD_CLOEXEC);
    if (file < 0 || file > READS_FD) return file;
    int higher = fcntl(file, F_DUPFD_CLOEXEC, READS_FD + 1);
    close(file);
    return higher;
}

static void close_files(const Compilation *job) {
    if (job->output >= 0) close(job->output);
    if (job->reads >= 0) close(job->reads);
}

bool compile_start(Compilation *job, const FrontendOptions *options, const FrontendUnit *unit, bool lists_reads,
                   Error *error) {
    *job = (Compilation){.path = unit->path, .output = memory_file("bitcode"), .reads = -1};
    if (lists_reads) job->reads = memory_file("reads");
    if (job->output < 0 || (lists_reads && job->reads < 0)) {
        close_files(job);
        return error_set(error, "cannot make a file in memory: %s", strerror(errno));
    }
    FlagList arguments = {0};
    Arena arena = {0};
    add_arguments(&arguments, options, unit, lists_reads, &arena);
    int status = spawn(job, unit->folder, &arguments);
    vec_free(&arguments);
    arena_free(&arena);
    if (!status) return true;
    close_files(job);
    job->pid = 0;
    return error_set(error, "cannot run %s, which compiles the program: %s", compiler_name, strerror(status));
}

bool compile_is_done(int pid) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid;
}

static void read_memory_file(int file, Text *out) {
    struct stat status;
    void *bytes = MAP_FAILED;
    if (!fstat(file, &status) && status.st_size)
        bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED) return;
    text_add_n(out, bytes, (size_t)status.st_size);
    munmap(bytes, (size_t)status.st_size);
}

LLVMMemoryBufferRef compile_finish(Compilation *job, Text *reads, Error *error) {
    int status = 0;
    while (waitpid(job->pid, &status, 0) < 0 && errno == EINTR) continue;
    LLVMMemoryBufferRef buffer = NULL;
    struct stat output;
    if (WIFSIGNALED(status)) {
        bool is_deep = WTERMSIG(status) == SIGSEGV; /* the usual cause */
        error_set(error, "cannot compile '%s': %s was killed by signal %d%s", job->path, compiler_name,
                  WTERMSIG(status), is_deep ? "; the program may be nested too deeply for it" : "");
    } else if (!WIFEXITED(status) || WEXITSTATUS(status)) {
        error_set(error, "cannot compile '%s'", job->path);
    } else if (fstat(job->output, &output) || !output.st_size) {
        error_set(error, "cannot compile '%s': %s wrote nothing", job->path, compiler_name);
    } else {
        void *bytes = mmap(NULL, (size_t)output.st_size, PROT_READ, MAP_PRIVATE, job->output, 0);
        if (bytes == MAP_FAILED) error_set(error, "cannot read what %s wrote: %s", compiler_name, strerror(errno));
        else buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes, (size_t)output.st_size, job->path);
        if (bytes != MAP_FAILED) munmap(bytes, (size_t)output.st_size);
    }
    if (reads && job->reads >= 0) read_memory_file(job->reads, reads);
    close_files(job);
    return buffer;
}
