/* Other processes: none is followed, so a path that starts one, or becomes another program, ends there. */
#define _GNU_SOURCE
#include <sched.h>
#include <spawn.h>
#include <unistd.h>
#include "loci_machine.h"

#define NO_SECOND_PROCESS(name) __loci_unsupported("'" name "' starts another process: only one is followed")
#define NO_OTHER_PROGRAM(name) __loci_unsupported("'" name "' starts another program: only this one is followed")

pid_t fork(void)
{
    NO_SECOND_PROCESS("fork");
}

pid_t _Fork(void)
{
    NO_SECOND_PROCESS("_Fork");
}

pid_t vfork(void)
{
    NO_SECOND_PROCESS("vfork");
}

int clone(int (*function)(void *), void *stack, int flags, void *argument, ...)
{
    (void)function, (void)stack, (void)flags, (void)argument;
    NO_SECOND_PROCESS("clone");
}

int daemon(int keeps_folder, int keeps_streams)
{
    (void)keeps_folder, (void)keeps_streams;
    NO_SECOND_PROCESS("daemon");
}

int posix_spawn(pid_t *restrict child, const char *restrict path, const posix_spawn_file_actions_t *restrict actions,
                const posix_spawnattr_t *restrict attributes, char *const *restrict arguments, char *const *restrict environment)
{
    (void)child, (void)path, (void)actions, (void)attributes, (void)arguments, (void)environment;
    NO_SECOND_PROCESS("posix_spawn");
}

int posix_spawnp(pid_t *restrict child, const char *restrict name, const posix_spawn_file_actions_t *restrict actions,
                 const posix_spawnattr_t *restrict attributes, char *const *restrict arguments, char *const *restrict environment)
{
    (void)child, (void)name, (void)actions, (void)attributes, (void)arguments, (void)environment;
    NO_SECOND_PROCESS("posix_spawnp");
}

int execve(const char *path, char *const arguments[], char *const environment[])
{
    (void)path, (void)arguments, (void)environment;
    NO_OTHER_PROGRAM("execve");
}

int execv(const char *path, char *const arguments[])
{
    (void)path, (void)arguments;
    NO_OTHER_PROGRAM("execv");
}

int execvp(const char *name, char *const arguments[])
{
    (void)name, (void)arguments;
    NO_OTHER_PROGRAM("execvp");
}

int execvpe(const char *name, char *const arguments[], char *const environment[])
{
    (void)name, (void)arguments, (void)environment;
    NO_OTHER_PROGRAM("execvpe");
}

int fexecve(int fd, char *const arguments[], char *const environment[])
{
    (void)fd, (void)arguments, (void)environment;
    NO_OTHER_PROGRAM("fexecve");
}

int execl(const char *path, const char *argument, ...)
{
    (void)path, (void)argument;
    NO_OTHER_PROGRAM("execl");
}

int execlp(const char *name, const char *argument, ...)
{
    (void)name, (void)argument;
    NO_OTHER_PROGRAM("execlp");
}

int execle(const char *path, const char *argument, ...)
{
    (void)path, (void)argument;
    NO_OTHER_PROGRAM("execle");
}
