/* Files named relative to an open folder. The folder of a descriptor is reached through /proc. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "loci_library.h"
#include "loci_os.h"

/* The path by which the machine finds `path`; `room` is used if it has to be made. Null with errno if it is too long. */
static const char *from_folder(int folder, const char *path, char room[PATH_MAX])
{
    if (folder == AT_FDCWD || path[0] == '/') return path;
    if (path[0] == '\0') {
        errno = ENOENT;
        return NULL;
    }
    int length = snprintf(room, PATH_MAX, "/proc/self/fd/%d/%s", folder, path);
    if (length < PATH_MAX) return room;
    errno = ENAMETOOLONG;
    return NULL;
}

static int open_at(int folder, const char *path, int flags, int mode)
{
    char room[PATH_MAX];
    const char *full = from_folder(folder, path, room);
    return full == NULL ? -1 : (int)__loci_result(__loci_os_open(full, flags, mode));
}

static _Bool creates(int flags)
{
    return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

int openat(int folder, const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    int mode = creates(flags) ? va_arg(rest, int) : 0;
    va_end(rest);
    return open_at(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    int mode = creates(flags) ? va_arg(rest, int) : 0;
    va_end(rest);
    return open_at(folder, path, flags, mode);
}

int __openat_2(int folder, const char *path, int flags);
int __openat_2(int folder, const char *path, int flags)
{
    return open_at(folder, path, flags, 0);
}

int __openat64_2(int folder, const char *path, int flags);
int __openat64_2(int folder, const char *path, int flags)
{
    return open_at(folder, path, flags, 0);
}

int fstatat(int folder, const char *restrict path, struct stat *restrict out, int flags)
{
    char room[PATH_MAX];
    if (flags & AT_EMPTY_PATH && path[0] == '\0' && folder != AT_FDCWD) return fstat(folder, out);
    const char *full = from_folder(folder, path, room);
    if (full == NULL) return -1;
    return flags & AT_SYMLINK_NOFOLLOW ? lstat(full, out) : stat(full, out);
}

int fstatat64(int folder, const char *restrict path, struct stat64 *restrict out, int flags)
{
    char room[PATH_MAX];
    if (flags & AT_EMPTY_PATH && path[0] == '\0' && folder != AT_FDCWD) return fstat64(folder, out);
    const char *full = from_folder(folder, path, room);
    if (full == NULL) return -1;
    return flags & AT_SYMLINK_NOFOLLOW ? lstat64(full, out) : stat64(full, out);
}

int faccessat(int folder, const char *path, int mode, int flags)
{
    char room[PATH_MAX];
    const char *full = from_folder(folder, path, room);
    (void)flags;
    return full == NULL ? -1 : (int)__loci_result(__loci_os_access(full, mode));
}

int unlinkat(int folder, const char *path, int flags)
{
    char room[PATH_MAX];
    const char *full = from_folder(folder, path, room);
    if (full == NULL) return -1;
    return (int)__loci_result(flags & AT_REMOVEDIR ? __loci_os_rmdir(full) : __loci_os_unlink(full));
}

int mkdirat(int folder, const char *path, mode_t mode)
{
    char room[PATH_MAX];
    const char *full = from_folder(folder, path, room);
    return full == NULL ? -1 : (int)__loci_result(__loci_os_mkdir(full, (int)mode));
}

int fchmodat(int folder, const char *path, mode_t mode, int flags)
{
    char room[PATH_MAX];
    const char *full = from_folder(folder, path, room);
    (void)flags;
    return full == NULL ? -1 : (int)__loci_result(__loci_os_chmod(full, (int)mode));
}

ssize_t readlinkat(int folder, const char *restrict path, char *restrict buffer, size_t size)
{
    char room[PATH_MAX];
    const char *full = from_folder(folder, path, room);
    return full == NULL ? -1 : (ssize_t)__loci_result(__loci_os_readlink(full, buffer, size));
}

int symlinkat(const char *target, int folder, const char *path)
{
    char room[PATH_MAX];
    const char *full = from_folder(folder, path, room);
    return full == NULL ? -1 : (int)__loci_result(__loci_os_symlink(target, full));
}

int linkat(int from_fd, const char *from, int to_fd, const char *to, int flags)
{
    char from_room[PATH_MAX], to_room[PATH_MAX];
    const char *old = from_folder(from_fd, from, from_room), *new = from_folder(to_fd, to, to_room);
    (void)flags;
    return old == NULL || new == NULL ? -1 : (int)__loci_result(__loci_os_link(old, new));
}

int renameat(int from_fd, const char *from, int to_fd, const char *to)
{
    char from_room[PATH_MAX], to_room[PATH_MAX];
    const char *old = from_folder(from_fd, from, from_room), *new = from_folder(to_fd, to, to_room);
    return old == NULL || new == NULL ? -1 : (int)__loci_result(__loci_os_rename(old, new));
}

int fchdir(int folder)
{
    char room[PATH_MAX];
    const char *full = from_folder(folder, ".", room);
    return full == NULL ? -1 : (int)__loci_result(__loci_os_chdir(full));
}

int posix_fadvise(int fd, off_t offset, off_t length, int advice)
{
    struct __loci_stat status;
    (void)offset;
    (void)length;
    (void)advice;
    return -__loci_os_fstat(fd, &status);
}

int posix_fadvise64(int fd, off64_t offset, off64_t length, int advice)
{
    struct __loci_stat status;
    (void)offset;
    (void)length;
    (void)advice;
    return -__loci_os_fstat(fd, &status);
}

/* Without replacing, the answer may be out of date when the name is taken: nobody else is there to take it. */
int renameat2(int from_fd, const char *from, int to_fd, const char *to, unsigned flags)
{
    if (flags & ~(unsigned)RENAME_NOREPLACE) {
        errno = EINVAL;
        return -1;
    }
    if (flags & RENAME_NOREPLACE && faccessat(to_fd, to, F_OK, AT_SYMLINK_NOFOLLOW) == 0) {
        errno = EEXIST;
        return -1;
    }
    return renameat(from_fd, from, to_fd, to);
}
