/* Descriptors: numbers that stand for blocks, so that one that is lost is found. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include "loci_contract.h"

static int new_descriptor(const char *name)
{
    if (__loci_any_int(name) == 0) return -1;
    return __loci_descriptor_of(__loci_new_resource(LOCI_DESCRIPTOR, 8));
}

static void use(int descriptor)
{
    const void *resource = __loci_resource_of(descriptor);
    if (resource) __loci_touch(resource);
}

static int ask(int descriptor, const char *name)
{
    use(descriptor);
    return __loci_any_int(name) ? -1 : 0;
}

int open(const char *path, int flags, ...)
{
    (void)flags;
    __loci_touch_text(path);
    return new_descriptor("open()");
}
int open64(const char *path, int flags, ...)
{
    (void)flags;
    __loci_touch_text(path);
    return new_descriptor("open()");
}
int creat(const char *path, mode_t mode)
{
    (void)mode;
    __loci_touch_text(path);
    return new_descriptor("creat()");
}
int close(int descriptor)
{
    void *resource = __loci_resource_of(descriptor);
    if (resource) free(resource);
    return __loci_any_int("close()") ? -1 : 0;
}
int dup(int descriptor)
{
    use(descriptor);
    return new_descriptor("dup()");
}
int pipe(int ends[2])
{
    if (__loci_any_int("pipe()")) return -1;
    ends[0] = __loci_descriptor_of(__loci_new_resource(LOCI_DESCRIPTOR, 8));
    ends[1] = __loci_descriptor_of(__loci_new_resource(LOCI_DESCRIPTOR, 8));
    return 0;
}

/* At the end, and where it fails, nothing is written. */
static ssize_t receive(int descriptor, void *buffer, size_t size, const char *name)
{
    use(descriptor);
    if (size == 0) return 0;
    long count = __loci_any_between(name, -1, (long)size);
    if (count > 0) __loci_fill_any(buffer, size, "received data");
    return count;
}

static ssize_t deliver(int descriptor, const void *buffer, size_t size, const char *name)
{
    use(descriptor);
    if (size == 0) return 0;
    __loci_touch(buffer);
    __loci_touch((const char *)buffer + size - 1);
    return __loci_any_between(name, -1, (long)size);
}

ssize_t read(int descriptor, void *buffer, size_t size)
{
    __loci_check_room(1, size, "read");
    return receive(descriptor, buffer, size, "read()");
}
ssize_t write(int descriptor, const void *buffer, size_t size) { return deliver(descriptor, buffer, size, "write()"); }
ssize_t recv(int descriptor, void *buffer, size_t size, int flags)
{
    (void)flags;
    __loci_check_room(1, size, "recv");
    return receive(descriptor, buffer, size, "recv()");
}
ssize_t send(int descriptor, const void *buffer, size_t size, int flags)
{
    (void)flags;
    return deliver(descriptor, buffer, size, "send()");
}

int socket(int domain, int type, int protocol)
{
    (void)domain, (void)type, (void)protocol;
    return new_descriptor("socket()");
}
int connect(int descriptor, __CONST_SOCKADDR_ARG address, socklen_t length)
{
    (void)address, (void)length;
    return ask(descriptor, "connect()");
}
int bind(int descriptor, __CONST_SOCKADDR_ARG address, socklen_t length)
{
    (void)address, (void)length;
    return ask(descriptor, "bind()");
}
int listen(int descriptor, int backlog)
{
    (void)backlog;
    return ask(descriptor, "listen()");
}
int accept(int descriptor, __SOCKADDR_ARG address, socklen_t *restrict length)
{
    (void)address, (void)length;
    use(descriptor);
    return new_descriptor("accept()");
}
int shutdown(int descriptor, int how)
{
    (void)how;
    return ask(descriptor, "shutdown()");
}
int setsockopt(int descriptor, int level, int name, const void *value, socklen_t length)
{
    (void)level, (void)name, (void)value, (void)length;
    return ask(descriptor, "setsockopt()");
}
off_t lseek(int descriptor, off_t offset, int whence)
{
    (void)offset, (void)whence;
    use(descriptor);
    return __loci_any_between("size by lseek()", -1, 1L << 30);
}
int fsync(int descriptor) { return ask(descriptor, "fsync()"); }
