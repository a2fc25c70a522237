/* Running clang on a C file, as a child process that writes bitcode into a file in memory. */
#define _GNU_SOURCE /* memfd_create */
#include "frontend/state.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
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
};

/* What clang 19 calls an error by default but accepts when told so (diagtool show-enabled --levels). */
static const char *const lenient_flags[] = {
    "-Wno-error=implicit-int",      "-Wno-error=implicit-function-declaration",
    "-Wno-error=int-conversion",    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-mismatch",   "-Wno-error=argument-outside-range",
    "-Wno-error=atomic-access",     "-Wno-error=invalid-token-paste",
    "-Wno-error=vec-elem-size",     "-Wno-error=incompatible-ms-struct",
    "-Wno-error=static-float-init", "-Wno-error=signed-unsigned-wchar",
};

static bool gives_standard(const FrontendOptions *options) {
    for (u32 i = 0; i < options->cflag_count; i++)
        if (!strncmp(options->cflags[i], "-std=", 5) || !strcmp(options->cflags[i], "-ansi")) return true;
    return false;
}

void frontend_dialect_flags(const FrontendOptions *options, int bits, FlagList *arguments) {
    for (u32 i = 0; i < COUNT_OF(lenient_flags); i++) vec_push(arguments, lenient_flags[i]);
    if (bits == 32) {
        vec_push(arguments, "-m32");
        vec_push(arguments, "-msse2"); /* floats as 64-bit code has them, not in x87 registers */
        vec_push(arguments, "-mfpmath=sse");
        /* Debian keeps the kernel's asm headers, the same for both, in the folder of the 64-bit model only. */
        vec_push(arguments, "-idirafter");
        vec_push(arguments, "/usr/include/x86_64-linux-gnu");
    } else {
        vec_push(arguments, "-m64");
    }
    if (options->include_dir) {
        vec_push(arguments, "-idirafter");
        vec_push(arguments, options->include_dir);
    }
    if (!gives_standard(options)) vec_push(arguments, "-std=gnu17");
    if (options->quiet_warnings) vec_push(arguments, "-w");
    for (u32 i = 0; i < options->cflag_count; i++) vec_push(arguments, options->cflags[i]);
}

static void add_arguments(FlagList *arguments, const FrontendOptions *options, int bits, const char *path) {
    vec_push(arguments, compiler);
    for (u32 i = 0; i < COUNT_OF(our_flags); i++) vec_push(arguments, our_flags[i]);
    frontend_dialect_flags(options, bits, arguments);
    vec_push(arguments, "--");
    vec_push(arguments, path);
    vec_push(arguments, NULL);
}

static int spawn(Compilation *job, const FlagList *arguments) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, job->output, STDOUT_FILENO);
    int status = posix_spawnp(&job->pid, compiler, &actions, NULL, (char *const *)(uintptr_t)arguments->at, environ);
    posix_spawn_file_actions_destroy(&actions);
    return status;
}

bool compile_start(Compilation *job, const FrontendOptions *options, int bits, const char *path, Error *error) {
    *job = (Compilation){.path = path, .output = memfd_create("bitcode", MFD_CLOEXEC)};
    if (job->output < 0) return error_set(error, "cannot make a file in memory: %s", strerror(errno));
    FlagList arguments = {0};
    add_arguments(&arguments, options, bits, path);
    int status = spawn(job, &arguments);
    vec_free(&arguments);
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
        error_set(error, "cannot compile '%s': %s was killed by signal %d", job->path, compiler, WTERMSIG(status));
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
