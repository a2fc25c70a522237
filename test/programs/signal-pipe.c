/* Writing where nobody reads: a signal, which may be caught or ignored, and then an error. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t seen;

static void handler(int number)
{
    seen = number;
}

static void try(const char *what, int fd)
{
    seen = 0;
    errno = 0;
    int got = (int)write(fd, "x", 1);
    int error = errno;
    printf("%s: %d, %s, SIGPIPE %d\n", what, got, strerror(error), seen == SIGPIPE);
}

int main(void)
{
    int ends[2];
    if (pipe(ends) != 0) return 1;
    try("read", ends[1]);
    close(ends[0]);
    signal(SIGPIPE, handler);
    try("handled", ends[1]);
    signal(SIGPIPE, SIG_IGN);
    try("ignored", ends[1]);
    return 0;
}
