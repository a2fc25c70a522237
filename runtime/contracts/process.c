/* Other processes: who calls fork is one of both afterwards, or it fails; exec returns only where it fails. */
#define _GNU_SOURCE
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include "loci_contract.h"

enum { MOST_PROCESSES = 1 << 22 };

pid_t fork(void) { return (pid_t)__loci_any_between("fork()", -1, MOST_PROCESSES); }
pid_t vfork(void) { return (pid_t)__loci_any_between("vfork()", -1, MOST_PROCESSES); }

static int start(pid_t *child, const char *program)
{
    __loci_touch_text(program);
    int error = __loci_any_int("posix_spawn()");
    if (error == 0 && child) *child = (pid_t)__loci_any_between("child", 1, MOST_PROCESSES);
    return error;
}
int posix_spawn(pid_t *restrict child, const char *restrict path, const posix_spawn_file_actions_t *restrict actions,
                const posix_spawnattr_t *restrict attributes, char *const *restrict arguments, char *const *restrict environment)
{
    (void)actions, (void)attributes, (void)arguments, (void)environment;
    return start(child, path);
}
int posix_spawnp(pid_t *restrict child, const char *restrict name, const posix_spawn_file_actions_t *restrict actions,
                 const posix_spawnattr_t *restrict attributes, char *const *restrict arguments, char *const *restrict environment)
{
    (void)actions, (void)attributes, (void)arguments, (void)environment;
    return start(child, name);
}

static int fail(const char *program)
{
    __loci_touch_text(program);
    return -1;
}
int execve(const char *path, char *const arguments[], char *const environment[])
{
    (void)arguments, (void)environment;
    return fail(path);
}
int execv(const char *path, char *const arguments[])
{
    (void)arguments;
    return fail(path);
}
int execvp(const char *name, char *const arguments[])
{
    (void)arguments;
    return fail(name);
}
int execl(const char *path, const char *argument, ...)
{
    (void)argument;
    return fail(path);
}
int execlp(const char *name, const char *argument, ...)
{
    (void)argument;
    return fail(name);
}
int execle(const char *path, const char *argument, ...)
{
    (void)argument;
    return fail(path);
}

/* The status is there where waiting fails, too: a child of one's own is there to be waited for. */
static pid_t end_of_child(int *status)
{
    if (status) *status = (int)__loci_any_between("status of a child", 0, 0xffff);
    return (pid_t)__loci_any_between("wait()", -1, MOST_PROCESSES);
}
pid_t wait(int *status) { return end_of_child(status); }
pid_t waitpid(pid_t child, int *status, int options)
{
    (void)child, (void)options;
    return end_of_child(status);
}
