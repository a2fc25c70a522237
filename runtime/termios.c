/* Terminals: programs may ask, but there is none whose settings could be changed. */
#define _GNU_SOURCE
#include <errno.h>
#include <termios.h>
#include <unistd.h>
#include "loci_os.h"

static int not_a_terminal(int fd)
{
    struct __loci_stat status;
    int answer = __loci_os_fstat(fd, &status);
    errno = answer < 0 ? -answer : ENOTTY;
    return -1;
}

int tcgetattr(int fd, struct termios *settings)
{
    (void)settings;
    return not_a_terminal(fd);
}

int tcsetattr(int fd, int when, const struct termios *settings)
{
    (void)when;
    (void)settings;
    return not_a_terminal(fd);
}

char *ttyname(int fd)
{
    not_a_terminal(fd);
    return NULL;
}
