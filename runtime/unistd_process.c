/* The process: it is alone, and its numbers come from the machine. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>
#include "loci_library.h"
#include "loci_os.h"

pid_t getpid(void)
{
    return __loci_os_getpid();
}

pid_t getppid(void)
{
    LOCI_ASKS_OUTSIDE("getppid");
    return 1;
}

pid_t gettid(void)
{
    return __loci_os_getpid();
}

pid_t getpgrp(void)
{
    return __loci_os_getpid();
}

uid_t getuid(void)
{
    return (uid_t)__loci_os_getuid();
}

uid_t geteuid(void)
{
    return (uid_t)__loci_os_getuid();
}

gid_t getgid(void)
{
    return (gid_t)__loci_os_getuid();
}

gid_t getegid(void)
{
    return (gid_t)__loci_os_getuid();
}

int setuid(uid_t user)
{
    if (user == (uid_t)__loci_os_getuid()) return 0;
    errno = EPERM;
    return -1;
}

int setgid(gid_t group)
{
    if (group == (gid_t)__loci_os_getuid()) return 0;
    errno = EPERM;
    return -1;
}

enum { PAGE = 4096 };

int getpagesize(void)
{
    return PAGE;
}

long sysconf(int name)
{
    LOCI_ASKS_OUTSIDE("sysconf");
    switch (name) {
    case _SC_PAGESIZE: return PAGE;
    case _SC_NPROCESSORS_CONF: case _SC_NPROCESSORS_ONLN: return 1;
    case _SC_CLK_TCK: return 100;
    case _SC_OPEN_MAX: return 1024;
    case _SC_ARG_MAX: return 2097152;
    case _SC_CHILD_MAX: return 1024;
    case _SC_PHYS_PAGES: case _SC_AVPHYS_PAGES: return 1L << 18;
    case _SC_HOST_NAME_MAX: return 64;
    case _SC_LOGIN_NAME_MAX: return 256;
    case _SC_LINE_MAX: return 2048;
    case _SC_IOV_MAX: return 1024;
    case _SC_VERSION: return 200809;
    case _SC_GETPW_R_SIZE_MAX: case _SC_GETGR_R_SIZE_MAX: return 1024;
    case _SC_LEVEL1_DCACHE_LINESIZE: return 64;
    default: errno = EINVAL; return -1;
    }
}

int get_nprocs(void);
int get_nprocs(void)
{
    LOCI_ASKS_OUTSIDE("get_nprocs");
    return 1;
}

int get_nprocs_conf(void);
int get_nprocs_conf(void)
{
    LOCI_ASKS_OUTSIDE("get_nprocs_conf");
    return 1;
}

int gethostname(char *name, size_t size)
{
    LOCI_ASKS_OUTSIDE("gethostname");
    static const char host[] = "loci";
    if (size < sizeof host) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(name, host, sizeof host);
    return 0;
}

char *getlogin(void)
{
    LOCI_ASKS_OUTSIDE("getlogin");
    errno = ENXIO;
    return NULL;
}

int sched_yield(void)
{
    return 0;
}
