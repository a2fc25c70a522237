/* The operating system (loci_os.h): what every program with output needs. */
#include <errno.h>
#include <signal.h>
#include "loci_os.h"

LOCI_OS_STREAMS(LOCI_OS_DEFINE)

/* Set by signal.c when a handler is installed, so that output alone does not load it. */
void (*__loci_raise_pipe)(void);

/* Whoever writes where nobody reads gets SIGPIPE, and the error if that lets him live. */
long __loci_os_write(int fd, const void *buffer, size_t count)
{
    long answer = __loci_is_run() ? __loci_model_write(fd, buffer, count) : __loci_sys_write(fd, buffer, count);
    if (answer != -EPIPE) return answer;
    if (__loci_raise_pipe == NULL) __loci_die_by_signal(SIGPIPE);
    __loci_raise_pipe();
    return answer;
}
