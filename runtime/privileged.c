/* What only the superuser may do, whom no program runs for here. */
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include "loci_os.h"

static int refuse(void)
{
    errno = EPERM;
    return -1;
}

int clock_settime(clockid_t id, const struct timespec *time)
{
    LOCI_ASKS_OUTSIDE("clock_settime");
    (void)id, (void)time;
    return refuse();
}

int settimeofday(const struct timeval *time, const struct timezone *zone)
{
    LOCI_ASKS_OUTSIDE("settimeofday");
    (void)time, (void)zone;
    return refuse();
}

int chroot(const char *path)
{
    LOCI_ASKS_OUTSIDE("chroot");
    (void)path;
    return refuse();
}

int setgroups(size_t count, const gid_t *groups)
{
    LOCI_ASKS_OUTSIDE("setgroups");
    (void)count, (void)groups;
    return refuse();
}
