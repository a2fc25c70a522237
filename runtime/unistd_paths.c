/* Files by path. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "loci_library.h"
#include "loci_os.h"

int unlink(const char *path)
{
    return (int)__loci_result(__loci_os_unlink(path));
}

int rmdir(const char *path)
{
    return (int)__loci_result(__loci_os_rmdir(path));
}

int chdir(const char *path)
{
    return (int)__loci_result(__loci_os_chdir(path));
}

int access(const char *path, int mode)
{
    return (int)__loci_result(__loci_os_access(path, mode));
}

int euidaccess(const char *path, int mode)
{
    return (int)__loci_result(__loci_os_access(path, mode));
}

int eaccess(const char *path, int mode)
{
    return (int)__loci_result(__loci_os_access(path, mode));
}

int link(const char *from, const char *to)
{
    return (int)__loci_result(__loci_os_link(from, to));
}

int symlink(const char *target, const char *path)
{
    return (int)__loci_result(__loci_os_symlink(target, path));
}

ssize_t readlink(const char *restrict path, char *restrict buffer, size_t size)
{
    return (ssize_t)__loci_result(__loci_os_readlink(path, buffer, size));
}

static int truncate_path(const char *path, int64_t length)
{
    int fd = (int)__loci_result(__loci_os_open(path, 1 /* O_WRONLY */, 0));
    if (fd < 0) return -1;
    int answer = __loci_os_ftruncate(fd, length);
    __loci_os_close(fd);
    return (int)__loci_result(answer);
}

int truncate(const char *path, off_t length)
{
    return truncate_path(path, length);
}

int truncate64(const char *path, off64_t length)
{
    return truncate_path(path, length);
}

static char *current_folder(char *buffer, size_t size)
{
    char path[PATH_MAX];
    int length = (int)__loci_result(__loci_os_getcwd(path, sizeof path));
    if (length < 0) return NULL;
    if (buffer == NULL) { /* the GNU extension: allocated, with the size asked for or the size needed */
        if (size == 0) size = (size_t)length;
        if (size >= (size_t)length) buffer = malloc(size);
        else errno = ERANGE;
        if (buffer == NULL) return NULL;
    } else if (size < (size_t)length) {
        errno = size == 0 ? EINVAL : ERANGE;
        return NULL;
    }
    memcpy(buffer, path, (size_t)length);
    return buffer;
}

char *getcwd(char *buffer, size_t size)
{
    return current_folder(buffer, size);
}

char *get_current_dir_name(void)
{
    return current_folder(NULL, 0);
}
