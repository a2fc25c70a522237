/* What the machine provides to the C library below it.
 *
 * The library in this folder is ordinary C, compiled to bitcode against the system's own headers,
 * once for ILP32 and once for LP64. Everything it cannot say in C it asks of the machine through
 * the functions declared here; the machine implements each of them natively. They are the whole
 * boundary: a program under test never touches the host except through one of these.
 *
 * Besides these, the machine itself implements, under their usual names:
 *   malloc calloc realloc free aligned_alloc posix_memalign memalign   (they are memory-model operations)
 *   memcpy memmove memset mempcpy                                      (range operations)
 *   setjmp _setjmp sigsetjmp __sigsetjmp longjmp _longjmp siglongjmp   (they are control flow)
 *   every function of <math.h> that takes and returns only floats, doubles, long doubles, ints and longs,
 *   and frexp, modf, remquo, lgamma_r, sincos with their f and l forms (host libm on concrete values)
 */
#ifndef LOCI_MACHINE_H
#define LOCI_MACHINE_H

#include <stddef.h>
#include <stdint.h>

/* Files. Each returns what the system call returns, or minus the error number. */
long __loci_sys_read(int fd, void *buffer, size_t count);
long __loci_sys_write(int fd, const void *buffer, size_t count);
int __loci_sys_open(const char *path, int flags, int mode);
int __loci_sys_close(int fd);
int64_t __loci_sys_lseek(int fd, int64_t offset, int whence);
int __loci_sys_unlink(const char *path);
int __loci_sys_rmdir(const char *path);
int __loci_sys_mkdir(const char *path, int mode);
int __loci_sys_rename(const char *from, const char *to);
int __loci_sys_access(const char *path, int mode);
int __loci_sys_isatty(int fd);                                /* 1 or 0 */
int __loci_sys_ftruncate(int fd, int64_t length);
int __loci_sys_dup(int fd);
int __loci_sys_dup2(int fd, int target);
int __loci_sys_chmod(const char *path, int mode);
int __loci_sys_getcwd(char *buffer, size_t size);             /* length with the terminator, or -errno */
int __loci_sys_readlink(const char *path, char *buffer, size_t size);
int __loci_sys_fsync(int fd);
int __loci_sys_chdir(const char *path);
int __loci_sys_link(const char *from, const char *to);
int __loci_sys_symlink(const char *target, const char *path);
int __loci_sys_pipe(int ends[2]);
long __loci_sys_getdents(int fd, void *buffer, size_t size);  /* Linux' getdents64: 0 at the end of the folder */

/* The fields of struct stat that exist in both data models, widened. */
struct __loci_stat {
    int64_t dev, ino, mode, nlink, uid, gid, rdev, size, blksize, blocks;
    int64_t atime_sec, atime_nsec, mtime_sec, mtime_nsec, ctime_sec, ctime_nsec;
};
int __loci_sys_stat(const char *path, struct __loci_stat *out);
int __loci_sys_lstat(const char *path, struct __loci_stat *out);
int __loci_sys_fstat(int fd, struct __loci_stat *out);

/* Time and process. */
int __loci_sys_clock(int clock_id, int64_t *seconds, int64_t *nanoseconds);
int __loci_sys_sleep(int64_t seconds, int64_t nanoseconds);
int __loci_sys_getpid(void);
int __loci_sys_getuid(void);

/* Ends. None of these returns. */
_Noreturn void __loci_exit(int status);             /* after atexit handlers and flushing: status & 0xff */
_Noreturn void __loci_die_by_signal(int signal);    /* the exit status becomes 128 + signal */

/* Floats are rendered and parsed by the host. `format` is a printf conversion with '*' for width and
 * precision, such as "%-+*.*e" ("%*.*Lf" for long double); returns what snprintf returns. A negative
 * precision means none was given. */
int __loci_format_double(char *out, size_t capacity, const char *format, int width, int precision, double value);
int __loci_format_long_double(char *out, size_t capacity, const char *format, int width, int precision, long double value);
/* As strtod of the host on the terminated text; *used is how many characters it took, *error is 0 or ERANGE. */
float __loci_parse_float(const char *text, size_t *used, int *error);
double __loci_parse_double(const char *text, size_t *used, int *error);
long double __loci_parse_long_double(const char *text, size_t *used, int *error);

/* errno lives in the library (errno.c). The machine's own functions set it where C wants them to: ENOMEM by malloc,
 * EDOM and ERANGE by <math.h>. */
extern int __loci_errno;

/* The size of the live heap block that starts at `block`. */
size_t __loci_block_size(const void *block);

#endif
