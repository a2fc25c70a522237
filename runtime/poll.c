/* Waiting for descriptors. Reading and writing never wait here, so whatever is open is ready. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/select.h>
#include "loci_os.h"

static _Bool is_open(int fd)
{
    return __loci_os_control(fd, F_GETFD, 0) >= 0;
}

static int count(int limit, const fd_set *set)
{
    int members = 0;
    for (int fd = 0; set != NULL && fd < limit; fd++) {
        if (!FD_ISSET(fd, set)) continue;
        if (!is_open(fd)) return -1;
        members++;
    }
    return members;
}

/* Nothing is exceptional. */
static int wait_for(int limit, fd_set *readable, fd_set *writable, fd_set *exceptional)
{
    int readers = count(limit, readable), writers = count(limit, writable), others = count(limit, exceptional);
    if (limit < 0 || limit > FD_SETSIZE || readers < 0 || writers < 0 || others < 0) {
        errno = limit < 0 || limit > FD_SETSIZE ? EINVAL : EBADF;
        return -1;
    }
    if (exceptional != NULL) FD_ZERO(exceptional);
    return readers + writers;
}

int select(int limit, fd_set *restrict readable, fd_set *restrict writable, fd_set *restrict exceptional,
           struct timeval *restrict timeout)
{
    (void)timeout;
    LOCI_ASKS_OUTSIDE("select");
    return wait_for(limit, readable, writable, exceptional);
}

int pselect(int limit, fd_set *restrict readable, fd_set *restrict writable, fd_set *restrict exceptional,
            const struct timespec *restrict timeout, const sigset_t *restrict mask)
{
    (void)timeout, (void)mask;
    LOCI_ASKS_OUTSIDE("pselect");
    return wait_for(limit, readable, writable, exceptional);
}

int poll(struct pollfd *descriptors, nfds_t how_many, int timeout)
{
    int ready = 0;
    (void)timeout;
    LOCI_ASKS_OUTSIDE("poll");
    for (nfds_t i = 0; i < how_many; i++) {
        struct pollfd *one = &descriptors[i];
        one->revents = 0;
        if (one->fd < 0) continue;
        one->revents = is_open(one->fd) ? one->events & (POLLIN | POLLRDNORM | POLLOUT | POLLWRNORM) : POLLNVAL;
        ready += one->revents != 0;
    }
    return ready;
}

int ppoll(struct pollfd *descriptors, nfds_t how_many, const struct timespec *timeout, const sigset_t *mask)
{
    (void)timeout, (void)mask;
    return poll(descriptors, how_many, 0);
}
