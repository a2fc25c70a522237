/* The host, as the C library in runtime/ asks for it: files, time, the end of the process, and the
 * rendering and parsing of floats. Declared in runtime/include/loci_machine.h. */
#include "machine/builtins.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* A result of `long` or narrower, or minus errno, as a cell. The callee's C type decides the width. */
static void set_result(const BuiltinCall *call, i64 value) {
    const Type *type = call->site->call->type->element;
    *call->result = (u64)value & low_mask(type && type->kind == TYPE_INT ? MIN(64u, type->bits) : 64);
}
static bool answer(const BuiltinCall *call, i64 value) {
    set_result(call, value < 0 ? -errno : value);
    return true;
}
static int int_arg(const BuiltinCall *call, u32 i) { return (int)(u32)call->args[i]; }

/* ---- Files ---- */

static bool do_read(Machine *m, const BuiltinCall *call) {
    u64 count = MIN(call->args[2], (u64)1 << 30);
    u8 *chunk = xmalloc(MAX(count, (u64)1));
    ssize_t got = read(int_arg(call, 0), chunk, count);
    u8 *target = got > 0 ? memory_writable(m, call->ip, call->r, call->args[1], (u64)got) : chunk;
    if (got > 0 && target) memcpy(target, chunk, (size_t)got);
    int error = errno;
    free(chunk);
    errno = error;
    return target && answer(call, got);
}

static bool do_write(Machine *m, const BuiltinCall *call) {
    const u8 *bytes = memory_readable(m, call->ip, call->r, call->args[1], call->args[2], "output");
    return bytes && answer(call, write(int_arg(call, 0), bytes, call->args[2]));
}

static bool do_lseek(Machine *m, const BuiltinCall *call) {
    return answer(call, lseek(int_arg(call, 0), (off_t)call->args[1], int_arg(call, 2)));
}
static bool do_close(Machine *m, const BuiltinCall *call) { return answer(call, close(int_arg(call, 0))); }
static bool do_isatty(Machine *m, const BuiltinCall *call) {
    set_result(call, isatty(int_arg(call, 0)) ? 1 : 0);
    return true;
}
static bool do_ftruncate(Machine *m, const BuiltinCall *call) {
    return answer(call, ftruncate(int_arg(call, 0), (off_t)call->args[1]));
}
static bool do_dup(Machine *m, const BuiltinCall *call) { return answer(call, dup(int_arg(call, 0))); }
static bool do_dup2(Machine *m, const BuiltinCall *call) {
    return answer(call, dup2(int_arg(call, 0), int_arg(call, 1)));
}
static bool do_control(Machine *m, const BuiltinCall *call) {
    return answer(call, fcntl(int_arg(call, 0), int_arg(call, 1), int_arg(call, 2)));
}
static bool do_umask(Machine *m, const BuiltinCall *call) { return answer(call, umask((mode_t)int_arg(call, 0))); }
static bool do_fchmod(Machine *m, const BuiltinCall *call) {
    return answer(call, fchmod(int_arg(call, 0), (mode_t)int_arg(call, 1)));
}

static bool read_times(Machine *m, const BuiltinCall *call, u64 pointer, struct timespec times[2]) {
    i64 fields[4];
    const u8 *bytes = memory_readable(m, call->ip, call->r, pointer, sizeof fields, "output");
    if (!bytes) return false;
    memcpy(fields, bytes, sizeof fields);
    for (u32 i = 0; i < 2; i++) times[i] = (struct timespec){fields[2 * i], fields[2 * i + 1]};
    return true;
}
static bool do_fset_times(Machine *m, const BuiltinCall *call) {
    struct timespec times[2];
    return read_times(m, call, call->args[1], times) && answer(call, futimens(int_arg(call, 0), times));
}
static bool do_set_times(Machine *m, const BuiltinCall *call) {
    struct timespec times[2];
    char *path = memory_string(m, call->ip, call->r, call->args[0]);
    bool ok = path && read_times(m, call, call->args[1], times) &&
              answer(call, utimensat(AT_FDCWD, path, times, int_arg(call, 2) ? 0 : AT_SYMLINK_NOFOLLOW));
    free(path);
    return ok;
}
static bool do_fsync(Machine *m, const BuiltinCall *call) { return answer(call, fsync(int_arg(call, 0))); }

/* Calls that take a path first. */
typedef enum { PATH_OPEN, PATH_UNLINK, PATH_RMDIR, PATH_MKDIR, PATH_ACCESS, PATH_CHMOD, PATH_CHDIR } PathCall;

static bool do_path(Machine *m, const BuiltinCall *call) {
    char *path = memory_string(m, call->ip, call->r, call->args[0]);
    if (!path) return false;
    i64 result = -1;
    switch ((PathCall)call->builtin->kind) {
    case PATH_OPEN: result = open(path, int_arg(call, 1), int_arg(call, 2)); break;
    case PATH_UNLINK: result = unlink(path); break;
    case PATH_RMDIR: result = rmdir(path); break;
    case PATH_MKDIR: result = mkdir(path, (mode_t)int_arg(call, 1)); break;
    case PATH_ACCESS: result = access(path, int_arg(call, 1)); break;
    case PATH_CHMOD: result = chmod(path, (mode_t)int_arg(call, 1)); break;
    case PATH_CHDIR: result = chdir(path); break;
    }
    int error = errno;
    free(path);
    errno = error;
    return answer(call, result);
}

/* Calls that take two paths. */
static bool do_two_paths(Machine *m, const BuiltinCall *call) {
    char *from = memory_string(m, call->ip, call->r, call->args[0]);
    char *to = from ? memory_string(m, call->ip, call->r, call->args[1]) : NULL;
    int (*host)(const char *, const char *) = (int (*)(const char *, const char *))call->builtin->host;
    bool ok = to && answer(call, host(from, to));
    free(from);
    free(to);
    return ok;
}

static bool write_out(Machine *m, const BuiltinCall *call, u64 pointer, const void *bytes, u64 size) {
    u8 *target = memory_writable(m, call->ip, call->r, pointer, size);
    if (target) memcpy(target, bytes, size);
    return target != NULL;
}

static bool do_pipe(Machine *m, const BuiltinCall *call) {
    int ends[2];
    if (pipe(ends)) return answer(call, -1);
    return write_out(m, call, call->args[0], ends, sizeof ends) && answer(call, 0);
}

static bool do_getdents(Machine *m, const BuiltinCall *call) {
    u64 size = MIN(call->args[2], (u64)1 << 20);
    u8 *entries = xmalloc(MAX(size, (u64)1));
    long got = syscall(SYS_getdents64, int_arg(call, 0), entries, size);
    bool ok = got <= 0 || write_out(m, call, call->args[1], entries, (u64)got);
    int error = errno;
    free(entries);
    errno = error;
    return ok && answer(call, got);
}

static bool do_getcwd(Machine *m, const BuiltinCall *call) {
    char path[4096];
    if (!getcwd(path, sizeof path)) return answer(call, -1);
    u64 size = strlen(path) + 1;
    if (size > call->args[1]) {
        errno = ERANGE;
        return answer(call, -1);
    }
    return write_out(m, call, call->args[0], path, size) && answer(call, (i64)size);
}

static bool do_readlink(Machine *m, const BuiltinCall *call) {
    char target[4096], *path = memory_string(m, call->ip, call->r, call->args[0]);
    if (!path) return false;
    ssize_t length = readlink(path, target, MIN(sizeof target, call->args[2]));
    int error = errno;
    free(path);
    errno = error;
    if (length < 0) return answer(call, -1);
    return write_out(m, call, call->args[1], target, (u64)length) && answer(call, length);
}

typedef enum { STAT_PATH, STAT_LINK, STAT_FILE } StatCall;

static bool do_stat(Machine *m, const BuiltinCall *call) {
    struct stat st;
    int result;
    if (call->builtin->kind == STAT_FILE) {
        result = fstat(int_arg(call, 0), &st);
    } else {
        char *path = memory_string(m, call->ip, call->r, call->args[0]);
        if (!path) return false;
        result = call->builtin->kind == STAT_LINK ? lstat(path, &st) : stat(path, &st);
        int error = errno;
        free(path);
        errno = error;
    }
    if (result < 0) return answer(call, result);
    i64 fields[] = {(i64)st.st_dev,    (i64)st.st_ino,     st.st_mode,        (i64)st.st_nlink,
                    st.st_uid,         st.st_gid,          (i64)st.st_rdev,   st.st_size,
                    st.st_blksize,     st.st_blocks,       st.st_atim.tv_sec, st.st_atim.tv_nsec,
                    st.st_mtim.tv_sec, st.st_mtim.tv_nsec, st.st_ctim.tv_sec, st.st_ctim.tv_nsec};
    return write_out(m, call, call->args[1], fields, sizeof fields) && answer(call, 0);
}

/* ---- Time and process ---- */

static bool do_clock(Machine *m, const BuiltinCall *call) {
    struct timespec now;
    if (clock_gettime(int_arg(call, 0), &now)) return answer(call, -1);
    i64 seconds = now.tv_sec, nanoseconds = now.tv_nsec;
    return write_out(m, call, call->args[1], &seconds, 8) && write_out(m, call, call->args[2], &nanoseconds, 8) &&
           answer(call, 0);
}

static bool do_sleep(Machine *m, const BuiltinCall *call) {
    struct timespec wanted = {(time_t)call->args[0], (long)call->args[1]};
    return answer(call, nanosleep(&wanted, NULL));
}
static bool do_getpid(Machine *m, const BuiltinCall *call) { return answer(call, getpid()); }
static bool do_getuid(Machine *m, const BuiltinCall *call) { return answer(call, getuid()); }

static bool do_exit(Machine *m, const BuiltinCall *call) {
    machine_exit(m, int_arg(call, 0));
    if (m->options.check_leaks && machine_find_leak(m, call->ip, call->r)) m->end = RUN_FAULT;
    return false;
}

/* A plain run ends as the native program does; where errors are looked for, such an end is one. */
static bool die(Machine *m, const BuiltinCall *call, FaultKind kind, int number) {
    const char *name = sigabbrev_np(number); /* real-time signals have none */
    m->end = RUN_SIGNALLED;
    m->status = number;
    if (!m->inputs) return false;
    m->fault.signal = number;
    if (kind == FAULT_TRAP) machine_fault_text(m, call->ip, call->r, kind, "the program traps");
    else if (name) machine_fault_text(m, call->ip, call->r, kind, "the program is killed by SIG%s", name);
    else machine_fault_text(m, call->ip, call->r, kind, "the program is killed by signal %d", number);
    return false;
}
static bool do_die(Machine *m, const BuiltinCall *call) {
    int number = int_arg(call, 0);
    return die(m, call, number == SIGABRT ? FAULT_ABORT : FAULT_FATAL_SIGNAL, number);
}
static bool do_trap(Machine *m, const BuiltinCall *call) { return die(m, call, FAULT_TRAP, SIGILL); }

/* ---- Floats as text ---- */

static bool finish_text(Machine *m, const BuiltinCall *call, const char *text, int length) {
    u64 capacity = call->args[1], size = MIN((u64)length + 1, capacity);
    bool ok = true;
    if (size) {
        u8 *target = memory_writable(m, call->ip, call->r, call->args[0], size);
        ok = target != NULL;
        if (ok) {
            memcpy(target, text, size - 1);
            target[size - 1] = 0;
        }
    }
    set_result(call, length);
    return ok;
}

static int print_float(char *out, size_t size, const char *format, int width, int precision, const u64 *value,
                       bool is_long) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
    if (is_long) {
        long double number;
        memcpy(&number, value, 10);
        return snprintf(out, size, format, width, precision, number);
    }
    double number;
    memcpy(&number, value, sizeof number);
    return snprintf(out, size, format, width, precision, number);
#pragma clang diagnostic pop
}

/* The format comes from our own library; still, only what it is known to build is passed on. */
static bool is_float_format(const char *format, bool is_long) {
    if (*format++ != '%') return false;
    format += strspn(format, "-+ #0'");
    if (strncmp(format, "*.*", 3) != 0) return false;
    format += 3;
    if (is_long && *format++ != 'L') return false;
    return *format && strchr("aAeEfFgG", *format) && !format[1];
}

static bool do_format(Machine *m, const BuiltinCall *call) {
    bool is_long = call->builtin->kind;
    char *format = memory_string(m, call->ip, call->r, call->args[2]);
    if (!format) return false;
    if (!is_float_format(format, is_long)) {
        free(format);
        machine_stuck(m, call->ip, call->r, "a float format that the host does not know");
        return false;
    }
    int width = int_arg(call, 3), precision = int_arg(call, 4);
    int length = print_float(NULL, 0, format, width, precision, call->args + 5, is_long);
    char *text = xmalloc((size_t)length + 1);
    print_float(text, (size_t)length + 1, format, width, precision, call->args + 5, is_long);
    bool ok = finish_text(m, call, text, length);
    free(text);
    free(format);
    return ok;
}

typedef enum { PARSE_FLOAT, PARSE_DOUBLE, PARSE_LONG_DOUBLE } ParseCall;

static bool do_parse(Machine *m, const BuiltinCall *call) {
    char *text = memory_string(m, call->ip, call->r, call->args[0]), *end = NULL;
    if (!text) return false;
    errno = 0;
    call->result[0] = 0;
    if (call->builtin->kind == PARSE_FLOAT) {
        float value = strtof(text, &end);
        memcpy(call->result, &value, sizeof value);
    } else if (call->builtin->kind == PARSE_DOUBLE) {
        double value = strtod(text, &end);
        memcpy(call->result, &value, sizeof value);
    } else {
        long double value = strtold(text, &end);
        call->result[1] = 0;
        memcpy(call->result, &value, 10);
    }
    i32 error = errno;
    u64 used = (u64)(end - text);
    free(text);
    return write_out(m, call, call->args[1], &used, m->program->pointer_bytes) &&
           write_out(m, call, call->args[2], &error, 4);
}

const Builtin builtins_system[] = {
    {.name = "__loci_sys_read", .run = do_read},
    {.name = "__loci_sys_write", .run = do_write, .is_output = true},
    {.name = "__loci_sys_open", .run = do_path, .kind = PATH_OPEN},
    {.name = "__loci_sys_close", .run = do_close},
    {.name = "__loci_sys_lseek", .run = do_lseek},
    {.name = "__loci_sys_unlink", .run = do_path, .kind = PATH_UNLINK},
    {.name = "__loci_sys_rmdir", .run = do_path, .kind = PATH_RMDIR},
    {.name = "__loci_sys_mkdir", .run = do_path, .kind = PATH_MKDIR},
    {.name = "__loci_sys_chdir", .run = do_path, .kind = PATH_CHDIR},
    {.name = "__loci_sys_rename", .run = do_two_paths, .host = (void (*)(void))rename},
    {.name = "__loci_sys_link", .run = do_two_paths, .host = (void (*)(void))link},
    {.name = "__loci_sys_symlink", .run = do_two_paths, .host = (void (*)(void))symlink},
    {.name = "__loci_sys_pipe", .run = do_pipe},
    {.name = "__loci_sys_getdents", .run = do_getdents},
    {.name = "__loci_sys_access", .run = do_path, .kind = PATH_ACCESS},
    {.name = "__loci_sys_isatty", .run = do_isatty},
    {.name = "__loci_sys_ftruncate", .run = do_ftruncate},
    {.name = "__loci_sys_dup", .run = do_dup},
    {.name = "__loci_sys_dup2", .run = do_dup2},
    {.name = "__loci_sys_control", .run = do_control},
    {.name = "__loci_sys_umask", .run = do_umask},
    {.name = "__loci_sys_fchmod", .run = do_fchmod},
    {.name = "__loci_sys_set_times", .run = do_set_times},
    {.name = "__loci_sys_fset_times", .run = do_fset_times},
    {.name = "__loci_sys_chmod", .run = do_path, .kind = PATH_CHMOD},
    {.name = "__loci_sys_getcwd", .run = do_getcwd},
    {.name = "__loci_sys_readlink", .run = do_readlink},
    {.name = "__loci_sys_fsync", .run = do_fsync},
    {.name = "__loci_sys_stat", .run = do_stat, .kind = STAT_PATH},
    {.name = "__loci_sys_lstat", .run = do_stat, .kind = STAT_LINK},
    {.name = "__loci_sys_fstat", .run = do_stat, .kind = STAT_FILE},
    {.name = "__loci_sys_clock", .run = do_clock},
    {.name = "__loci_sys_sleep", .run = do_sleep},
    {.name = "__loci_sys_getpid", .run = do_getpid},
    {.name = "__loci_sys_getuid", .run = do_getuid},
    {.name = "__loci_exit", .run = do_exit, .is_output = true},
    {.name = "__loci_die_by_signal", .run = do_die},
    {.name = "__loci_trap", .run = do_trap}, /* __builtin_trap */
    {.name = "__loci_format_double", .run = do_format, .is_output = true},
    {.name = "__loci_format_long_double", .run = do_format, .kind = 1, .is_output = true},
    {.name = "__loci_parse_float", .run = do_parse, .kind = PARSE_FLOAT},
    {.name = "__loci_parse_double", .run = do_parse, .kind = PARSE_DOUBLE},
    {.name = "__loci_parse_long_double", .run = do_parse, .kind = PARSE_LONG_DOUBLE},
    {0},
};
