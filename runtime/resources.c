/* Limits, usage and the name of the system. */
#define _GNU_SOURCE
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

int getrlimit(__rlimit_resource_t resource, struct rlimit *limit)
{
    (void)resource;
    limit->rlim_cur = limit->rlim_max = RLIM_INFINITY;
    return 0;
}

int getrlimit64(__rlimit_resource_t resource, struct rlimit64 *limit)
{
    (void)resource;
    limit->rlim_cur = limit->rlim_max = RLIM64_INFINITY;
    return 0;
}

int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit)
{
    (void)resource;
    (void)limit;
    return 0;
}

int setrlimit64(__rlimit_resource_t resource, const struct rlimit64 *limit)
{
    (void)resource;
    (void)limit;
    return 0;
}

int uname(struct utsname *name)
{
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
    return 1024;
}

int getpriority(__priority_which_t which, id_t who)
{
    (void)which;
    (void)who;
    return 0;
}

int setpriority(__priority_which_t which, id_t who, int priority)
{
    (void)which;
    (void)who;
    (void)priority;
    return 0;
}
