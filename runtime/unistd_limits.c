/* What the file system allows: the limits of Linux. */
#define _GNU_SOURCE
#include <errno.h>
#include <unistd.h>
#include "loci_os.h"

static long limit(int name)
{
    switch (name) {
    case _PC_LINK_MAX: return 127;
    case _PC_MAX_CANON: case _PC_MAX_INPUT: return 255;
    case _PC_NAME_MAX: return 255;
    case _PC_PATH_MAX: case _PC_PIPE_BUF: return 4096;
    case _PC_CHOWN_RESTRICTED: case _PC_NO_TRUNC: return 1;
    case _PC_VDISABLE: return 0;
    default: errno = EINVAL; return -1;
    }
}

long pathconf(const char *path, int name)
{
    LOCI_ASKS_OUTSIDE("pathconf");
    (void)path;
    return limit(name);
}

long fpathconf(int fd, int name)
{
    LOCI_ASKS_OUTSIDE("fpathconf");
    (void)fd;
    return limit(name);
}
