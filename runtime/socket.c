/* Sockets: none can be made, so no descriptor is one. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stddef.h>
#include <sys/socket.h>
#include "loci_os.h"

static int refuse(int error)
{
    errno = error;
    return -1;
}

static int is_none(int fd)
{
    return refuse(__loci_os_control(fd, F_GETFD, 0) < 0 ? EBADF : ENOTSOCK);
}

int socket(int domain, int type, int protocol)
{
    (void)domain, (void)type, (void)protocol;
    __loci_unmodelled("'socket' makes none: it fails");
    return refuse(EAFNOSUPPORT);
}

int socketpair(int domain, int type, int protocol, int ends[2])
{
    (void)domain, (void)type, (void)protocol, (void)ends;
    __loci_unmodelled("'socketpair' makes none: it fails");
    return refuse(EAFNOSUPPORT);
}

int getaddrinfo(const char *restrict name, const char *restrict service, const struct addrinfo *restrict hints,
                struct addrinfo **restrict found)
{
    (void)name, (void)service, (void)hints, (void)found;
    __loci_unmodelled("'getaddrinfo' knows no addresses: it fails");
    return EAI_FAIL;
}

void freeaddrinfo(struct addrinfo *found)
{
    (void)found;
}

const char *gai_strerror(int error)
{
    return error == EAI_FAIL ? "Non-recoverable failure in name resolution" : "Unknown error";
}

/* <sys/socket.h> makes the type of addresses a union, of which this is the plain member. */
#define ON_SOCKET(name, parameters, ...)                                                                               \
    int name parameters                                                                                                \
    {                                                                                                                  \
        __VA_ARGS__;                                                                                                   \
        return is_none(fd);                                                                                            \
    }
ON_SOCKET(getpeername, (int fd, __SOCKADDR_ARG address, socklen_t *restrict size), (void)&address, (void)size)
ON_SOCKET(getsockname, (int fd, __SOCKADDR_ARG address, socklen_t *restrict size), (void)&address, (void)size)
ON_SOCKET(accept, (int fd, __SOCKADDR_ARG address, socklen_t *restrict size), (void)&address, (void)size)
ON_SOCKET(connect, (int fd, __CONST_SOCKADDR_ARG address, socklen_t size), (void)&address, (void)size)
ON_SOCKET(bind, (int fd, __CONST_SOCKADDR_ARG address, socklen_t size), (void)&address, (void)size)
ON_SOCKET(listen, (int fd, int backlog), (void)backlog)
ON_SOCKET(shutdown, (int fd, int how), (void)how)
ON_SOCKET(setsockopt, (int fd, int level, int option, const void *value, socklen_t size), (void)level, (void)option,
           (void)value, (void)size)
ON_SOCKET(getsockopt, (int fd, int level, int option, void *restrict value, socklen_t *restrict size), (void)level,
           (void)option, (void)value, (void)size)

ssize_t send(int fd, const void *bytes, size_t count, int flags)
{
    (void)bytes, (void)count, (void)flags;
    return is_none(fd);
}

ssize_t recv(int fd, void *bytes, size_t count, int flags)
{
    (void)bytes, (void)count, (void)flags;
    return is_none(fd);
}
