/* Owners and times of files. The machine cannot change either: what is so already succeeds, new owners are refused,
 * and times stay what they are. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>
#include "loci_library.h"
#include "loci_os.h"

static int give_to(int answer, const struct __loci_stat *status, uid_t user, gid_t group)
{
    if (__loci_result(answer) < 0) return -1;
    if ((user == (uid_t)-1 || (int64_t)user == status->uid) && (group == (gid_t)-1 || (int64_t)group == status->gid)) return 0;
    errno = EPERM;
    return -1;
}

int chown(const char *path, uid_t user, gid_t group)
{
    struct __loci_stat status;
    return give_to(__loci_os_stat(path, &status), &status, user, group);
}

int lchown(const char *path, uid_t user, gid_t group)
{
    struct __loci_stat status;
    return give_to(__loci_os_lstat(path, &status), &status, user, group);
}

int fchown(int fd, uid_t user, gid_t group)
{
    struct __loci_stat status;
    return give_to(__loci_os_fstat(fd, &status), &status, user, group);
}

int utime(const char *path, const struct utimbuf *times)
{
    struct __loci_stat status;
    (void)times;
    return (int)__loci_result(__loci_os_stat(path, &status));
}

int utimes(const char *path, const struct timeval times[2])
{
    struct __loci_stat status;
    (void)times;
    return (int)__loci_result(__loci_os_stat(path, &status));
}

int futimens(int fd, const struct timespec times[2])
{
    struct __loci_stat status;
    (void)times;
    return (int)__loci_result(__loci_os_fstat(fd, &status));
}

int utimensat(int folder, const char *path, const struct timespec times[2], int flags)
{
    struct stat status;
    (void)times;
    return fstatat(folder, path, &status, flags);
}
