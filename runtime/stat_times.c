/* Changing the times of files. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <utime.h>
#include "loci_library.h"
#include "loci_os.h"

static const int64_t now[4] = {0, UTIME_NOW, 0, UTIME_NOW};

static int change(const char *path, const int64_t times[4], int follows)
{
    return (int)__loci_result(__loci_os_set_times(path, times, follows));
}

int utime(const char *path, const struct utimbuf *times)
{
    if (times == NULL) return change(path, now, 1);
    return change(path, (int64_t[4]){times->actime, 0, times->modtime, 0}, 1);
}

/* False, with errno, if the microseconds are none. */
static _Bool from_timeval(const struct timeval times[2], int64_t fields[4])
{
    for (int i = 0; i < 2; i++) {
        if (times[i].tv_usec < 0 || times[i].tv_usec >= 1000000) {
            errno = EINVAL;
            return 0;
        }
        fields[2 * i] = times[i].tv_sec;
        fields[2 * i + 1] = (int64_t)times[i].tv_usec * 1000;
    }
    return 1;
}

static int change_by_timeval(const char *path, const struct timeval times[2], int follows)
{
    int64_t fields[4];
    if (times == NULL) return change(path, now, follows);
    return from_timeval(times, fields) ? change(path, fields, follows) : -1;
}

int utimes(const char *path, const struct timeval times[2])
{
    return change_by_timeval(path, times, 1);
}

int lutimes(const char *path, const struct timeval times[2])
{
    return change_by_timeval(path, times, 0);
}

int futimes(int fd, const struct timeval times[2])
{
    int64_t fields[4];
    if (times == NULL) return (int)__loci_result(__loci_os_fset_times(fd, now));
    return from_timeval(times, fields) ? (int)__loci_result(__loci_os_fset_times(fd, fields)) : -1;
}

static void from_timespec(const struct timespec times[2], int64_t fields[4])
{
    for (int i = 0; i < 4; i++)
        fields[i] = times == NULL ? now[i] : i % 2 == 0 ? (int64_t)times[i / 2].tv_sec : (int64_t)times[i / 2].tv_nsec;
}

int futimens(int fd, const struct timespec times[2])
{
    int64_t fields[4];
    from_timespec(times, fields);
    return (int)__loci_result(__loci_os_fset_times(fd, fields));
}

/* The folder of a descriptor is reached through /proc, as in unistd_at.c. */
int utimensat(int folder, const char *path, const struct timespec times[2], int flags)
{
    char room[PATH_MAX];
    int64_t fields[4];
    from_timespec(times, fields);
    int follows = !(flags & AT_SYMLINK_NOFOLLOW);
    if (folder == AT_FDCWD || path[0] == '/') return change(path, fields, follows);
    if (path[0] == '\0') {
        errno = ENOENT;
        return -1;
    }
    if (snprintf(room, sizeof room, "/proc/self/fd/%d/%s", folder, path) < (int)sizeof room) return change(room, fields, follows);
    errno = ENAMETOOLONG;
    return -1;
}

int futimesat(int folder, const char *path, const struct timeval times[2])
{
    int64_t fields[4];
    if (path == NULL) return futimes(folder, times);
    if (times == NULL) return utimensat(folder, path, NULL, 0);
    if (!from_timeval(times, fields)) return -1;
    struct timespec exact[2] = {{fields[0], (long)fields[1]}, {fields[2], (long)fields[3]}};
    return utimensat(folder, path, exact, 0);
}
