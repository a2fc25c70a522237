/* <sys/xattr.h>: files have no extended attributes, as in a file system that knows none: there are none to list, and to ask
 * for one or to set it fails. */
#define _GNU_SOURCE
#include <errno.h>
#include <sys/stat.h>
#include <sys/xattr.h>

static int refuse(int exists)
{
    if (exists == 0) errno = ENOTSUP;
    return -1;
}

static int find(const char *path)
{
    struct stat status;
    return stat(path, &status);
}

static int find_link(const char *path)
{
    struct stat status;
    return lstat(path, &status);
}

static int find_open(int fd)
{
    struct stat status;
    return fstat(fd, &status);
}

ssize_t getxattr(const char *path, const char *name, void *value, size_t size)
{
    (void)name, (void)value, (void)size;
    return refuse(find(path));
}

ssize_t lgetxattr(const char *path, const char *name, void *value, size_t size)
{
    (void)name, (void)value, (void)size;
    return refuse(find_link(path));
}

ssize_t fgetxattr(int fd, const char *name, void *value, size_t size)
{
    (void)name, (void)value, (void)size;
    return refuse(find_open(fd));
}

int setxattr(const char *path, const char *name, const void *value, size_t size, int flags)
{
    (void)name, (void)value, (void)size, (void)flags;
    return refuse(find(path));
}

int lsetxattr(const char *path, const char *name, const void *value, size_t size, int flags)
{
    (void)name, (void)value, (void)size, (void)flags;
    return refuse(find_link(path));
}

int fsetxattr(int fd, const char *name, const void *value, size_t size, int flags)
{
    (void)name, (void)value, (void)size, (void)flags;
    return refuse(find_open(fd));
}

int removexattr(const char *path, const char *name)
{
    (void)name;
    return refuse(find(path));
}

int lremovexattr(const char *path, const char *name)
{
    (void)name;
    return refuse(find_link(path));
}

int fremovexattr(int fd, const char *name)
{
    (void)name;
    return refuse(find_open(fd));
}

ssize_t listxattr(const char *path, char *list, size_t size)
{
    (void)list, (void)size;
    return find(path);
}

ssize_t llistxattr(const char *path, char *list, size_t size)
{
    (void)list, (void)size;
    return find_link(path);
}

ssize_t flistxattr(int fd, char *list, size_t size)
{
    (void)list, (void)size;
    return find_open(fd);
}
