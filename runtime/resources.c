/* Limits, usage and the name of the system. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <unistd.h>
#include "loci_os.h"

int getrusage(__rusage_who_t who, struct rusage *usage)
{
    int64_t seconds = 0, nanoseconds = 0;
    memset(usage, 0, sizeof *usage);
    if (who != RUSAGE_CHILDREN) __loci_os_clock(2 /* CLOCK_PROCESS_CPUTIME_ID */, &seconds, &nanoseconds);
    usage->ru_utime.tv_sec = (time_t)seconds;
    usage->ru_utime.tv_usec = (suseconds_t)(nanoseconds / 1000);
    return 0;
}

static int refuse(int error)
{
    errno = error;
    return -1;
}

/* ---- limits: remembered, and all but that of core files would have effects ---- */

static struct rlimit64 limits[RLIM_NLIMITS];
static _Bool is_limited[RLIM_NLIMITS];

static struct rlimit64 limit_of(unsigned resource)
{
    return is_limited[resource] ? limits[resource] : (struct rlimit64){RLIM64_INFINITY, RLIM64_INFINITY};
}

static int set_limit(unsigned resource, struct rlimit64 limit)
{
    if (resource >= RLIM_NLIMITS || limit.rlim_cur > limit.rlim_max) return refuse(EINVAL);
    if (limit.rlim_max > limit_of(resource).rlim_max) return refuse(EPERM);
    if (resource != RLIMIT_CORE && limit.rlim_cur != RLIM64_INFINITY)
        __loci_unmodelled("the limit that 'setrlimit' sets is not kept");
    limits[resource] = limit;
    is_limited[resource] = 1;
    return 0;
}

/* Where rlim_t has 32 bits, all that does not fit is no limit. */
static rlim_t narrow(rlim64_t value)
{
    return value >= RLIM_INFINITY ? RLIM_INFINITY : (rlim_t)value;
}

static rlim64_t widen(rlim_t value)
{
    return value == RLIM_INFINITY ? RLIM64_INFINITY : value;
}

int getrlimit(__rlimit_resource_t resource, struct rlimit *limit)
{
    LOCI_ASKS_OUTSIDE("getrlimit");
    if ((unsigned)resource >= RLIM_NLIMITS) return refuse(EINVAL);
    struct rlimit64 found = limit_of(resource);
    *limit = (struct rlimit){narrow(found.rlim_cur), narrow(found.rlim_max)};
    return 0;
}

int getrlimit64(__rlimit_resource_t resource, struct rlimit64 *limit)
{
    LOCI_ASKS_OUTSIDE("getrlimit64");
    if ((unsigned)resource >= RLIM_NLIMITS) return refuse(EINVAL);
    *limit = limit_of(resource);
    return 0;
}

int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit)
{
    LOCI_ASKS_OUTSIDE("setrlimit");
    return set_limit(resource, (struct rlimit64){widen(limit->rlim_cur), widen(limit->rlim_max)});
}

int setrlimit64(__rlimit_resource_t resource, const struct rlimit64 *limit)
{
    LOCI_ASKS_OUTSIDE("setrlimit64");
    return set_limit(resource, *limit);
}

int uname(struct utsname *name)
{
    LOCI_ASKS_OUTSIDE("uname");
    memset(name, 0, sizeof *name);
    strcpy(name->sysname, "Linux");
    strcpy(name->nodename, "loci");
    strcpy(name->release, "6.1.0");
    strcpy(name->version, "#1");
    strcpy(name->machine, sizeof(long) == 8 ? "x86_64" : "i686");
    return 0;
}

int getdtablesize(void)
{
    LOCI_ASKS_OUTSIDE("getdtablesize");
    return 1024;
}

/* ---- niceness: only ever more of it ---- */

static int niceness;

static int raise_niceness(int to, int error)
{
    if (to > 19) to = 19;
    if (to < niceness) return refuse(error);
    niceness = to;
    return 0;
}

static _Bool is_own(__priority_which_t which, id_t who)
{
    return which == PRIO_PROCESS && (who == 0 || who == (id_t)__loci_os_getpid());
}

int getpriority(__priority_which_t which, id_t who)
{
    LOCI_ASKS_OUTSIDE("getpriority");
    return is_own(which, who) ? niceness : refuse(ESRCH);
}

int setpriority(__priority_which_t which, id_t who, int priority)
{
    LOCI_ASKS_OUTSIDE("setpriority");
    return is_own(which, who) ? raise_niceness(priority, EACCES) : refuse(ESRCH);
}

int nice(int increment)
{
    LOCI_ASKS_OUTSIDE("nice");
    int to = increment > 40 ? 19 : increment < -40 ? -20 : niceness + increment;
    return raise_niceness(to, EPERM) < 0 ? -1 : niceness;
}
