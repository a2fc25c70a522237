/* The stat family: the machine's widened struct becomes the struct of the data model. */
#define _DEFAULT_SOURCE
#define _LARGEFILE64_SOURCE
#include <string.h>
#include <sys/stat.h>
#include "loci_library.h"
#include "loci_os.h"

/* struct stat and struct stat64 have the same fields, of different types. */
#define CONVERT(out, in)                                                                     \
    do {                                                                                     \
        memset((out), 0, sizeof *(out));                                                     \
        (out)->st_dev = (__typeof__((out)->st_dev))(in)->dev;                                \
        (out)->st_ino = (__typeof__((out)->st_ino))(in)->ino;                                \
        (out)->st_mode = (__typeof__((out)->st_mode))(in)->mode;                             \
        (out)->st_nlink = (__typeof__((out)->st_nlink))(in)->nlink;                          \
        (out)->st_uid = (__typeof__((out)->st_uid))(in)->uid;                                \
        (out)->st_gid = (__typeof__((out)->st_gid))(in)->gid;                                \
        (out)->st_rdev = (__typeof__((out)->st_rdev))(in)->rdev;                             \
        (out)->st_size = (__typeof__((out)->st_size))(in)->size;                             \
        (out)->st_blksize = (__typeof__((out)->st_blksize))(in)->blksize;                    \
        (out)->st_blocks = (__typeof__((out)->st_blocks))(in)->blocks;                       \
        (out)->st_atim.tv_sec = (__typeof__((out)->st_atim.tv_sec))(in)->atime_sec;          \
        (out)->st_atim.tv_nsec = (__typeof__((out)->st_atim.tv_nsec))(in)->atime_nsec;       \
        (out)->st_mtim.tv_sec = (__typeof__((out)->st_mtim.tv_sec))(in)->mtime_sec;          \
        (out)->st_mtim.tv_nsec = (__typeof__((out)->st_mtim.tv_nsec))(in)->mtime_nsec;       \
        (out)->st_ctim.tv_sec = (__typeof__((out)->st_ctim.tv_sec))(in)->ctime_sec;          \
        (out)->st_ctim.tv_nsec = (__typeof__((out)->st_ctim.tv_nsec))(in)->ctime_nsec;       \
    } while (0)

static int give(const struct __loci_stat *status, int answer, struct stat *out)
{
    if (__loci_result(answer) < 0) return -1;
    CONVERT(out, status);
    return 0;
}

static int give64(const struct __loci_stat *status, int answer, struct stat64 *out)
{
    if (__loci_result(answer) < 0) return -1;
    CONVERT(out, status);
    return 0;
}

int stat(const char *restrict path, struct stat *restrict out)
{
    struct __loci_stat status;
    return give(&status, __loci_os_stat(path, &status), out);
}

int lstat(const char *restrict path, struct stat *restrict out)
{
    struct __loci_stat status;
    return give(&status, __loci_os_lstat(path, &status), out);
}

int fstat(int fd, struct stat *out)
{
    struct __loci_stat status;
    return give(&status, __loci_os_fstat(fd, &status), out);
}

int stat64(const char *restrict path, struct stat64 *restrict out)
{
    struct __loci_stat status;
    return give64(&status, __loci_os_stat(path, &status), out);
}

int lstat64(const char *restrict path, struct stat64 *restrict out)
{
    struct __loci_stat status;
    return give64(&status, __loci_os_lstat(path, &status), out);
}

int fstat64(int fd, struct stat64 *out)
{
    struct __loci_stat status;
    return give64(&status, __loci_os_fstat(fd, &status), out);
}

/* Before version 2.33, <sys/stat.h> of the GNU C library called these instead. */
int __xstat(int version, const char *path, struct stat *out);
int __xstat(int version, const char *path, struct stat *out)
{
    (void)version;
    return stat(path, out);
}

int __lxstat(int version, const char *path, struct stat *out);
int __lxstat(int version, const char *path, struct stat *out)
{
    (void)version;
    return lstat(path, out);
}

int __fxstat(int version, int fd, struct stat *out);
int __fxstat(int version, int fd, struct stat *out)
{
    (void)version;
    return fstat(fd, out);
}

int __xstat64(int version, const char *path, struct stat64 *out);
int __xstat64(int version, const char *path, struct stat64 *out)
{
    (void)version;
    return stat64(path, out);
}

int __lxstat64(int version, const char *path, struct stat64 *out);
int __lxstat64(int version, const char *path, struct stat64 *out)
{
    (void)version;
    return lstat64(path, out);
}

int __fxstat64(int version, int fd, struct stat64 *out);
int __fxstat64(int version, int fd, struct stat64 *out)
{
    (void)version;
    return fstat64(fd, out);
}
