/* Bytes nobody can foresee, from the system. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>
#include "loci_library.h"
#include "loci_os.h"

static int64_t fill(void *buffer, size_t size)
{
    int fd = __loci_os_open("/dev/urandom", O_RDONLY | O_CLOEXEC, 0);
    size_t done = 0;
    int64_t got = fd;
    while (got >= 0 && done < size) {
        got = __loci_os_read(fd, (char *)buffer + done, size - done);
        if (got == 0) break;
        if (got > 0) done += (size_t)got;
    }
    if (fd >= 0) __loci_os_close(fd);
    return got < 0 ? got : (int64_t)done;
}

ssize_t getrandom(void *buffer, size_t size, unsigned flags)
{
    (void)flags;
    return (ssize_t)__loci_result(fill(buffer, size));
}

int getentropy(void *buffer, size_t size)
{
    if (size > 256) {
        errno = EIO;
        return -1;
    }
    return __loci_result(fill(buffer, size)) < 0 ? -1 : 0;
}

void arc4random_buf(void *buffer, size_t size)
{
    if (fill(buffer, size) < (int64_t)size) abort();
}

uint32_t arc4random(void)
{
    uint32_t number;
    arc4random_buf(&number, sizeof number);
    return number;
}

uint32_t arc4random_uniform(uint32_t bound)
{
    if (bound < 2) return 0;
    uint32_t least = -bound % bound, number; /* below it, some results would be more likely than others */
    do number = arc4random();
    while (number < least);
    return number % bound;
}
