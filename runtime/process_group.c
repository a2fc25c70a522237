/* Groups of processes and who they run for: there is one process, and it may become nobody else. */
#define _GNU_SOURCE
#include <errno.h>
#include <unistd.h>
#include "loci_os.h"

static int answer(_Bool is_allowed, int error)
{
    if (is_allowed) return 0;
    errno = error;
    return -1;
}

static _Bool is_alone(pid_t process)
{
    return process == 0 || process == __loci_os_getpid();
}

static _Bool is_same(unsigned number)
{
    return number == (unsigned)-1 || number == (unsigned)__loci_os_getuid();
}

pid_t getpgid(pid_t process)
{
    return answer(is_alone(process), ESRCH) < 0 ? -1 : __loci_os_getpid();
}

pid_t getsid(pid_t process)
{
    return answer(is_alone(process), ESRCH) < 0 ? -1 : __loci_os_getpid();
}

int setpgid(pid_t process, pid_t group)
{
    LOCI_ASKS_OUTSIDE("setpgid");
    if (answer(is_alone(process), ESRCH) < 0) return -1;
    return answer(is_alone(group), EPERM);
}

/* It leads its group already. */
pid_t setsid(void)
{
    LOCI_ASKS_OUTSIDE("setsid");
    return answer(0, EPERM);
}

pid_t tcgetpgrp(int fd)
{
    LOCI_ASKS_OUTSIDE("tcgetpgrp");
    (void)fd;
    return answer(0, ENOTTY);
}

int tcsetpgrp(int fd, pid_t group)
{
    LOCI_ASKS_OUTSIDE("tcsetpgrp");
    (void)fd, (void)group;
    return answer(0, ENOTTY);
}

int seteuid(uid_t user)
{
    return answer(is_same(user), EPERM);
}

int setegid(gid_t group)
{
    return answer(is_same(group), EPERM);
}

int setreuid(uid_t real, uid_t effective)
{
    return answer(is_same(real) && is_same(effective), EPERM);
}

int setregid(gid_t real, gid_t effective)
{
    return answer(is_same(real) && is_same(effective), EPERM);
}

int setresuid(uid_t real, uid_t effective, uid_t saved)
{
    return answer(is_same(real) && is_same(effective) && is_same(saved), EPERM);
}

int setresgid(gid_t real, gid_t effective, gid_t saved)
{
    return answer(is_same(real) && is_same(effective) && is_same(saved), EPERM);
}
