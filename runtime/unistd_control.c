/* fcntl and ioctl, and what sets flags of descriptors as they are made. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "loci_library.h"
#include "loci_os.h"

static int is_open(int fd)
{
    struct __loci_stat status;
    return __loci_os_fstat(fd, &status);
}

/* The commands whose argument is a lock. Alone, every lock is granted. */
static int lock_control(int fd, int command, void *argument)
{
    int answer = is_open(fd);
    if (answer < 0) return (int)__loci_result(answer);
    if (command == F_GETLK) ((struct flock *)argument)->l_type = F_UNLCK;
#if F_GETLK64 != F_GETLK
    if (command == F_GETLK64) ((struct flock64 *)argument)->l_type = F_UNLCK;
#endif
    return 0;
}

static int control(int fd, int command, va_list rest)
{
    switch (command) {
    case F_DUPFD: case F_DUPFD_CLOEXEC: case F_SETFD: case F_SETFL:
        return (int)__loci_result(__loci_os_control(fd, command, va_arg(rest, int)));
    case F_GETFD: case F_GETFL: return (int)__loci_result(__loci_os_control(fd, command, 0));
    case F_GETLK: case F_SETLK: case F_SETLKW:
#if F_GETLK64 != F_GETLK
    case F_GETLK64: case F_SETLK64: case F_SETLKW64:
#endif
        return lock_control(fd, command, va_arg(rest, void *));
    default: __loci_unmodelled("'fcntl' does not know the command: it fails"); errno = EINVAL; return -1;
    }
}

int fcntl(int fd, int command, ...)
{
    va_list rest;
    va_start(rest, command);
    int answer = control(fd, command, rest);
    va_end(rest);
    return answer;
}

int fcntl64(int fd, int command, ...)
{
    va_list rest;
    va_start(rest, command);
    int answer = control(fd, command, rest);
    va_end(rest);
    return answer;
}

int flock(int fd, int operation)
{
    (void)operation;
    return (int)__loci_result(is_open(fd));
}

/* Those of terminals fail on everything else, and nothing is a terminal. */
static _Bool is_of_terminals(unsigned long request)
{
    return request >= TCGETS && request <= TIOCSSOFTCAR && request != FIONREAD;
}

/* How many bytes can be read at once, of files that say where they end. False: it is none. */
static _Bool count_left(int fd, int *left)
{
    struct __loci_stat status;
    int64_t position = __loci_os_lseek(fd, 0, 1 /* SEEK_CUR */);
    if (position < 0 || __loci_os_fstat(fd, &status) < 0 || !S_ISREG(status.mode)) return 0;
    *left = (int)(status.size - position); /* less than none behind the end, as Linux has it */
    return 1;
}

int ioctl(int fd, unsigned long request, ...)
{
    int answer = is_open(fd);
    if (answer == 0 && request == FIONREAD) {
        va_list rest;
        va_start(rest, request);
        int *left = va_arg(rest, int *);
        va_end(rest);
        if (count_left(fd, left)) return 0;
    }
    if (answer == 0 && !is_of_terminals(request)) __loci_unmodelled("'ioctl' does not know the request: it fails");
    errno = answer < 0 ? -answer : ENOTTY;
    return -1;
}

int dup3(int fd, int target, int flags)
{
    if (fd == target || flags & ~O_CLOEXEC) {
        errno = EINVAL;
        return -1;
    }
    int copy = __loci_os_dup2(fd, target);
    if (copy >= 0 && flags) __loci_os_control(copy, F_SETFD, FD_CLOEXEC);
    return (int)__loci_result(copy);
}

int pipe2(int ends[2], int flags)
{
    if (flags & ~(O_CLOEXEC | O_NONBLOCK)) {
        errno = EINVAL;
        return -1;
    }
    int answer = __loci_os_pipe(ends);
    for (int i = 0; i < 2 && answer == 0; i++) {
        if (flags & O_CLOEXEC) __loci_os_control(ends[i], F_SETFD, FD_CLOEXEC);
        if (flags & O_NONBLOCK) __loci_os_control(ends[i], F_SETFL, O_NONBLOCK);
    }
    return (int)__loci_result(answer);
}
