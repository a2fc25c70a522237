/* fcntl and ioctl: enough for programs that only want to know or to lock. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>
#include "loci_library.h"
#include "loci_os.h"

static int is_open(int fd)
{
    struct __loci_stat status;
    return __loci_os_fstat(fd, &status);
}

/* Copies until the number is high enough, then closes the ones that were too low. */
static int duplicate_from(int fd, int least)
{
    int low[64], count = 0, copy;
    while ((copy = __loci_os_dup(fd)) >= 0 && copy < least && count < 64) low[count++] = copy;
    while (count > 0) __loci_os_close(low[--count]);
    return copy;
}

/* The commands whose argument is a lock. Alone, every lock is granted. */
static int lock_control(int command, void *argument)
{
    if (command == F_GETLK) ((struct flock *)argument)->l_type = F_UNLCK;
#if F_GETLK64 != F_GETLK
    if (command == F_GETLK64) ((struct flock64 *)argument)->l_type = F_UNLCK;
#endif
    return 0;
}

static int control(int fd, int command, va_list rest)
{
    int answer = is_open(fd);
    if (answer < 0) return (int)__loci_result(answer);
    switch (command) {
    case F_DUPFD: case F_DUPFD_CLOEXEC: return (int)__loci_result(duplicate_from(fd, va_arg(rest, int)));
    case F_GETFD: case F_SETFD: case F_SETFL: return 0;
    case F_GETFL: return O_RDWR;
    case F_GETLK: case F_SETLK: case F_SETLKW:
#if F_GETLK64 != F_GETLK
    case F_GETLK64: case F_SETLK64: case F_SETLKW64:
#endif
        return lock_control(command, va_arg(rest, void *));
    default: errno = EINVAL; return -1;
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

int ioctl(int fd, unsigned long request, ...);
int ioctl(int fd, unsigned long request, ...)
{
    (void)request;
    int answer = is_open(fd);
    errno = answer < 0 ? -answer : ENOTTY;
    return -1;
}
