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

/* Files of the host. Each returns what the system call returns, or minus the error number. The library itself calls
 * the functions of loci_os.h, which ask the host only in a plain run. */
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
/* fcntl with F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL or F_SETFL. */
int __loci_sys_control(int fd, int command, int argument);
int __loci_sys_umask(int mask);
int __loci_sys_chmod(const char *path, int mode);
int __loci_sys_fchmod(int fd, int mode);
/* Seconds and nanoseconds of access and of modification, with UTIME_NOW and UTIME_OMIT as utimensat has them. */
int __loci_sys_set_times(const char *path, const int64_t times[4], int follows);
int __loci_sys_fset_times(int fd, const int64_t times[4]);
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

/* ---- Symbolic execution: what the harness functions and the model of the environment are made of ---- */

int __loci_is_run(void);                    /* 1 in `run` and in `exec --test`, 0 in a plain `exec`; */
enum { LOCI_UNKNOWN_WORLD = 2 };            /* in `verify`: what is outside of the program may be anything */
void __loci_make_symbolic(void *address, size_t size, const char *name); /* size is not 0 */
void __loci_assume(int condition);          /* the path ends silently where it does not hold */
void __loci_assume_aloud(int condition);    /* the same, and whoever watches is told once if no input is left */
int __loci_is_symbolic(uint64_t value);     /* never forks */
uint64_t __loci_some_value(uint64_t value); /* a value it can have; does not bind the path to it */
uint64_t __loci_concretise(uint64_t value); /* the same, and the path is bound to it: a counted cut */

enum { LOCI_ASSERTION = 1, LOCI_REACH_ERROR, LOCI_ABORT, LOCI_USER_REPORT };
void __loci_fail(int kind, const char *message);  /* a bug in `run` and in `exec --test`; returns in a plain `exec` */
void __loci_overflow(const char *sentence);       /* an error: something is written past the end of a member of a struct */
_Noreturn void __loci_end_path(int status);       /* without atexit handlers, silently */
_Noreturn void __loci_end_silently(int status);   /* the same, and no test is made */

/* Hints to the engine; without one they do nothing. */
void __loci_prefer(uintptr_t condition); /* tests in which it is not 0 are preferred */
void __loci_set_forking(int enabled);    /* 0: the path goes one way from here on; what it leaves out is a counted cut */
void __loci_open_merge(void);            /* paths that fork from here on become one again ... */
void __loci_close_merge(void);           /* ... here, as far as they can */

/* A line for whoever watches the run: once in all, or each time a path comes there; with the calls that led there. */
enum { LOCI_ONCE = 1, LOCI_WITH_CALLS = 2 };
void __loci_say(const char *message, int how);

/* Both take a sentence without its full stop. The first ends the run there (a path of `run`): the program waits for
 * ever, or for what does not exist here. The second goes on, but what follows is not what happens natively: the call
 * failed, or did nothing; the run is not complete then, and says why. */
_Noreturn void __loci_unsupported(const char *what);
void __loci_unmodelled(const char *what);

/* An option of the run such as "sym-stdin". The length of its value, of which what fits is in the buffer, terminated;
 * -1: not given. */
int __loci_setting(const char *name, char *buffer, size_t size);

/* Memory that a program is started with: cleared, never lost and not to be freed. Reports call it by the name. */
void *__loci_process_memory(size_t size, const char *name);

/* A block of the heap (or null) that the library has for its own purposes: it is not the program's to free, so it is not
 * lost at exit. Returns it. */
void *__loci_own(void *block);

/* The same at an address that the program says, which must be below 4 GiB (LP64). 0: something is there, or cannot be. */
int __loci_fixed_object(void *address, size_t size);

/* A number to be printed that is symbolic is not formatted, which would fork: the output gets a token instead, and the
 * explorer puts the text in its place when the path ends. `conversion` is as for snprintf with width, precision and
 * value as arguments: "%-*.*lld", "%*.*f"; value is a long long or the bits of a double. Returns the length that the
 * text will have. */
enum { LOCI_TOKEN_BYTES = 32 };
int __loci_format_symbolic(char *token, const char *conversion, int width, int precision, uint64_t value);

/* ---- Threads: stacks of frames, of which one runs (threads.c has the rest) ---- */

/* What there can be: 0, no thread can be started; LOCI_TRIES_LOCKS: the program looks at locks without waiting for them;
 * LOCI_STACKS: it may have several stacks of frames, whether these are threads or contexts. */
enum { LOCI_THREADS = 1, LOCI_TRIES_LOCKS = 2, LOCI_STACKS = 4 };
int __loci_thread_kind(void);
/* A thread that begins with run(number), which never returns, once it is switched to: its slot, or -1 if there is none
 * left. Reports call it by the number. */
int __loci_thread_new(void (*run)(int number), int number);
void __loci_thread_switch(int slot);            /* it goes on, and the running one waits until it is switched to */
_Noreturn void __loci_thread_leave(int slot);   /* the same, and the running one has ended with all its variables */
void __loci_thread_place(int slot, char *buffer, size_t size); /* FILE:LINE of where it is, cut at the size; or nothing */
void *__loci_thread_variable(void *variable);   /* another one of a thread-local variable, with its first value */
int __loci_is_live(const void *pointer);        /* it leads to an object that lives */
_Noreturn void __loci_deadlock(const char *text); /* an error, in every run */
void __loci_left_schedules(void);               /* other threads could have gone on: the run is not complete */

/* Where the function that calls it returns to; to load that is to return 0 from it once more. Its caller must not have
 * returned, and be on the stack that runs. */
enum { LOCI_CONTEXT_WORDS = 4 };
void __loci_save_context(void *place);
_Noreturn void __loci_load_context(const void *place);

/* Whether the block may be written; writing to what is constant is an error. */
void __loci_set_constant(void *block, int is_constant);

/* How many bytes a loop over texts or blocks may pass over at once, because they are plain numbers: such that are neither of
 * two; such that are the same, and not 0 in texts; room for bytes of another object. 0 where that is not known; they decide
 * nothing and report nothing. */
size_t __loci_skip_other(const void *block, int first, int second, size_t most);
size_t __loci_skip_equal(const void *left, const void *right, size_t most, int is_text);
size_t __loci_room_for(const void *target, const void *source);

/* What a loop over a text or block comes to, if that is told at once: its bytes are plain numbers, or are terms and the
 * answer is one (semantics/texts.h). They report nothing: what they do not tell is the loop's to find out. */
#define LOCI_NOT_KNOWN SIZE_MAX      /* not told */
#define LOCI_STOPPED (SIZE_MAX - 1)  /* it is not there */
enum { LOCI_TEXT = 1 }; /* of kind: what is compared ends with 0 */
enum { LOCI_DIFFERENT = 0, LOCI_EQUAL, LOCI_NOT_TOLD };
/* The index of the first of at most `most` bytes that is `wanted`, if none before it is `stop`. */
size_t __loci_index_before(const void *block, int wanted, int stop, size_t most);
int __loci_equal(const void *left, const void *right, size_t most, int kind);
/* Of what is not equal: the difference of the first bytes that differ; 0: not told. */
int __loci_difference(const void *left, const void *right, size_t most, int kind);

/* The size of the live heap block that starts at `block`, or of any object it points to. */
size_t __loci_block_size(const void *block);

#endif
