/* Waiting for children. The process has none: it cannot make any (process_start.c). */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <sys/wait.h>

static int no_child(void)
{
    errno = ECHILD;
    return -1;
}

pid_t wait(int *status)
{
    (void)status;
    return no_child();
}

pid_t waitpid(pid_t child, int *status, int options)
{
    (void)child, (void)status, (void)options;
    return no_child();
}

pid_t wait3(int *status, int options, struct rusage *usage)
{
    (void)status, (void)options, (void)usage;
    return no_child();
}

pid_t wait4(pid_t child, int *status, int options, struct rusage *usage)
{
    (void)child, (void)status, (void)options, (void)usage;
    return no_child();
}

int waitid(idtype_t kind, id_t child, siginfo_t *information, int options)
{
    (void)kind, (void)child, (void)information, (void)options;
    return no_child();
}
