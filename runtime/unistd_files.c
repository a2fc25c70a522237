/* File descriptors. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <unistd.h>
#include "loci_library.h"
#include "loci_os.h"

ssize_t read(int fd, void *buffer, size_t count)
{
    return (ssize_t)__loci_result(__loci_os_read(fd, buffer, count));
}

ssize_t write(int fd, const void *buffer, size_t count)
{
    return (ssize_t)__loci_result(__loci_os_write(fd, buffer, count));
}

/* Whether the caller of open gives a mode. */
static _Bool creates(int flags)
{
    return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

int open(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    int mode = creates(flags) ? va_arg(rest, int) : 0;
    va_end(rest);
    return (int)__loci_result(__loci_os_open(path, flags, mode));
}

int open64(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    int mode = creates(flags) ? va_arg(rest, int) : 0;
    va_end(rest);
    return (int)__loci_result(__loci_os_open(path, flags, mode));
}

/* What a fortified header calls when no mode is given. */
int __open_2(const char *path, int flags);
int __open_2(const char *path, int flags)
{
    return (int)__loci_result(__loci_os_open(path, flags, 0));
}

int __open64_2(const char *path, int flags);
int __open64_2(const char *path, int flags)
{
    return (int)__loci_result(__loci_os_open(path, flags, 0));
}

int creat(const char *path, mode_t mode)
{
    return (int)__loci_result(__loci_os_open(path, O_CREAT | O_WRONLY | O_TRUNC, (int)mode));
}

int creat64(const char *path, mode_t mode)
{
    return (int)__loci_result(__loci_os_open(path, O_CREAT | O_WRONLY | O_TRUNC, (int)mode));
}

int close(int fd)
{
    return (int)__loci_result(__loci_os_close(fd));
}

off_t lseek(int fd, off_t offset, int whence)
{
    int64_t position = __loci_result(__loci_os_lseek(fd, offset, whence));
    if (position <= LONG_MAX) return (off_t)position;
    errno = EOVERFLOW;
    return -1;
}

off64_t lseek64(int fd, off64_t offset, int whence)
{
    return __loci_result(__loci_os_lseek(fd, offset, whence));
}

int dup(int fd)
{
    return (int)__loci_result(__loci_os_dup(fd));
}

int dup2(int fd, int target)
{
    return (int)__loci_result(__loci_os_dup2(fd, target));
}

/* Of use to one process too, as a queue of some kilobytes. */
int pipe(int ends[2])
{
    return (int)__loci_result(__loci_os_pipe(ends));
}

int ftruncate(int fd, off_t length)
{
    return (int)__loci_result(__loci_os_ftruncate(fd, length));
}

int ftruncate64(int fd, off64_t length)
{
    return (int)__loci_result(__loci_os_ftruncate(fd, length));
}

int fsync(int fd)
{
    return (int)__loci_result(__loci_os_fsync(fd));
}

int fdatasync(int fd)
{
    return (int)__loci_result(__loci_os_fsync(fd));
}

int isatty(int fd)
{
    int answer = __loci_os_isatty(fd);
    if (answer > 0) return 1;
    errno = answer < 0 ? -answer : ENOTTY;
    return 0;
}
