/* The operating system as the library sees it. In a plain run it is the host; in `run` and in `exec --test` it is a
 * model (loci_model.h), whose files, descriptors and clock are memory of the program, so that they fork with it and
 * nothing outside changes. Each function answers as its namesake __loci_sys_* in loci_machine.h does. */
#ifndef LOCI_OS_H
#define LOCI_OS_H

#include "loci_machine.h"

/* X(result, name, (parameters), (arguments)) of each, by the file that defines it. */
#define LOCI_OS_STREAMS(X)                                                                                             \
    X(long, read, (int fd, void *buffer, size_t count), (fd, buffer, count))                                           \
    X(int64_t, lseek, (int fd, int64_t offset, int whence), (fd, offset, whence))                                      \
    X(int, close, (int fd), (fd))                                                                                      \
    X(int, isatty, (int fd), (fd))

#define LOCI_OS_FILES(X)                                                                                               \
    X(int, open, (const char *path, int flags, int mode), (path, flags, mode))                                         \
    X(int, unlink, (const char *path), (path))                                                                         \
    X(int, rmdir, (const char *path), (path))                                                                          \
    X(int, mkdir, (const char *path, int mode), (path, mode))                                                          \
    X(int, rename, (const char *from, const char *to), (from, to))                                                     \
    X(int, access, (const char *path, int mode), (path, mode))                                                         \
    X(int, ftruncate, (int fd, int64_t length), (fd, length))                                                          \
    X(int, dup, (int fd), (fd))                                                                                        \
    X(int, dup2, (int fd, int target), (fd, target))                                                                   \
    X(int, control, (int fd, int command, int argument), (fd, command, argument))                                      \
    X(int, umask, (int mask), (mask))                                                                                  \
    X(int, fchmod, (int fd, int mode), (fd, mode))                                                                     \
    X(int, set_times, (const char *path, const int64_t times[4], int follows), (path, times, follows))                 \
    X(int, fset_times, (int fd, const int64_t times[4]), (fd, times))                                                  \
    X(int, chmod, (const char *path, int mode), (path, mode))                                                          \
    X(int, getcwd, (char *buffer, size_t size), (buffer, size))                                                        \
    X(int, readlink, (const char *path, char *buffer, size_t size), (path, buffer, size))                              \
    X(int, fsync, (int fd), (fd))                                                                                      \
    X(int, chdir, (const char *path), (path))                                                                          \
    X(int, link, (const char *from, const char *to), (from, to))                                                       \
    X(int, symlink, (const char *target, const char *path), (target, path))                                            \
    X(int, pipe, (int ends[2]), (ends))                                                                                \
    X(long, getdents, (int fd, void *buffer, size_t size), (fd, buffer, size))                                         \
    X(int, stat, (const char *path, struct __loci_stat *out), (path, out))                                             \
    X(int, lstat, (const char *path, struct __loci_stat *out), (path, out))                                            \
    X(int, fstat, (int fd, struct __loci_stat *out), (fd, out))

#define LOCI_OS_PROCESS(X)                                                                                             \
    X(int, clock, (int clock_id, int64_t *seconds, int64_t *nanoseconds), (clock_id, seconds, nanoseconds))            \
    X(int, sleep, (int64_t seconds, int64_t nanoseconds), (seconds, nanoseconds))                                      \
    X(int, getpid, (void), ())                                                                                         \
    X(int, getuid, (void), ())

#define LOCI_OS_DECLARE(Result, name, parameters, arguments)                                                           \
    Result __loci_os_##name parameters;                                                                                \
    Result __loci_model_##name parameters;
LOCI_OS_STREAMS(LOCI_OS_DECLARE)
LOCI_OS_DECLARE(long, write, (int fd, const void *buffer, size_t count), ())
LOCI_OS_FILES(LOCI_OS_DECLARE)
LOCI_OS_PROCESS(LOCI_OS_DECLARE)

#define LOCI_OS_DEFINE(Result, name, parameters, arguments)                                                            \
    Result __loci_os_##name parameters                                                                                 \
    {                                                                                                                  \
        int run = __loci_is_run();                                                                                     \
        if (run == LOCI_UNKNOWN_WORLD) __loci_unmodelled("what '" #name "' finds outside of the program is not known"); \
        return run ? __loci_model_##name arguments : __loci_sys_##name arguments;                                      \
    }

/* For functions that answer by themselves what only the outside can tell. */
#define LOCI_ASKS_OUTSIDE(name)                                                                                        \
    do {                                                                                                               \
        if (__loci_is_run() == LOCI_UNKNOWN_WORLD)                                                                     \
            __loci_unmodelled("what '" name "' finds outside of the program is not known");                            \
    } while (0)

/* Whether what is written to the descriptor leaves the program, in the model: nobody will read it back. */
_Bool __loci_model_is_output(int fd);

#endif
