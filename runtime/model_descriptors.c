/* The model's descriptors and open files. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "loci_machine.h"
#include "loci_model.h"

enum { DESCRIPTORS = 1024, PIPE_ROOM = 65536 };

struct open_file {
    struct __loci_model_file *file;
    size_t position;
    int flags;
    int references; /* descriptors */
};

static struct open_file *table[DESCRIPTORS];
static _Bool closes_on_exec[DESCRIPTORS];

static _Bool may_read(const struct open_file *open)
{
    return (open->flags & O_ACCMODE) != O_WRONLY;
}

static _Bool may_write(const struct open_file *open)
{
    return (open->flags & O_ACCMODE) != O_RDONLY;
}

static struct open_file *opened(int fd)
{
    __loci_model_set_up();
    return fd < 0 || fd >= DESCRIPTORS ? NULL : table[fd];
}

static int free_descriptor(int least)
{
    for (int fd = least; fd < DESCRIPTORS; fd++)
        if (table[fd] == NULL) return fd;
    return -EMFILE;
}

/* The bytes of a symbolic file become symbolic when someone is about to look at them. */
static void make_symbolic(struct __loci_model_file *file)
{
    if (file->symbolic == NULL) return;
    __loci_make_symbolic(file->data, file->size, file->symbolic);
    free(file->symbolic);
    file->symbolic = NULL;
}

int __loci_model_open_file(struct __loci_model_file *file, int flags)
{
    int fd = free_descriptor(0);
    struct open_file *open = fd < 0 ? NULL : __loci_own(calloc(1, sizeof *open));
    if (open == NULL) return fd < 0 ? fd : -ENOMEM;
    *open = (struct open_file){.file = file, .flags = flags & ~(O_CLOEXEC | O_CREAT | O_EXCL | O_TRUNC | O_NOCTTY), .references = 1};
    closes_on_exec[fd] = (flags & O_CLOEXEC) != 0;
    file->references++;
    file->readers += may_read(open);
    file->writers += may_write(open);
    table[fd] = open;
    if (flags & O_TRUNC && may_write(open) && file->kind == LOCI_REGULAR) {
        free(file->symbolic);
        file->symbolic = NULL;
        file->size = 0;
        __loci_model_touch(file);
    }
    return fd;
}

static void release(int fd)
{
    struct open_file *open = table[fd];
    table[fd] = NULL;
    if (--open->references > 0) return;
    open->file->readers -= may_read(open);
    open->file->writers -= may_write(open);
    __loci_model_release(open->file);
    free(open);
}

/* Where closing fails the descriptor is gone, as on Linux. */
int __loci_model_close(int fd)
{
    if (opened(fd) == NULL) return -EBADF;
    _Bool fails = __loci_model_fails(LOCI_CLOSE);
    release(fd);
    return fails ? -EIO : 0;
}

const char *__loci_model_path_of(int fd)
{
    struct open_file *open = opened(fd);
    for (struct __loci_model_name *name = __loci_model_names; open != NULL && name != NULL; name = name->next)
        if (name->file == open->file) return name->path;
    return NULL;
}

/* ---- reading ---- */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static long read_regular(struct open_file *open, void *buffer, size_t count)
{
    struct __loci_model_file *file = open->file;
    make_symbolic(file);
    if (open->position >= file->size) return 0;
    count = least(count, file->size - open->position);
    memcpy(buffer, file->data + open->position, count);
    open->position += count;
    return (long)count;
}

/* Nobody else runs who could fill an empty pipe: waiting would be for ever. */
static long read_pipe(const struct open_file *open, void *buffer, size_t count)
{
    struct __loci_model_file *pipe = open->file;
    if (pipe->size == 0 && pipe->writers == 0) return 0;
    if (pipe->size == 0 && open->flags & O_NONBLOCK) return -EAGAIN;
    if (pipe->size == 0) __loci_unsupported("the program waits for ever: nobody writes into the pipe that it reads");
    count = least(count, pipe->size);
    memcpy(buffer, pipe->data, count);
    memmove(pipe->data, pipe->data + count, pipe->size - count);
    pipe->size -= count;
    return (long)count;
}

/* Knuth's generator for MMIX. */
static long read_random(unsigned char *bytes, size_t count)
{
    static uint64_t state = 1;
    for (size_t i = 0; i < count; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        bytes[i] = (unsigned char)(state >> 56);
    }
    return (long)count;
}

long __loci_model_read(int fd, void *buffer, size_t count)
{
    struct open_file *open = opened(fd);
    if (open == NULL || !may_read(open)) return -EBADF;
    if (count > 0 && __loci_model_fails(LOCI_READ)) return -EIO;
    count = least(count, INT_MAX);
    switch (open->file->kind) {
    case LOCI_REGULAR: return read_regular(open, buffer, count);
    case LOCI_FOLDER: return -EISDIR;
    case LOCI_PIPE: return read_pipe(open, buffer, count);
    case LOCI_ZEROS: memset(buffer, 0, count); return (long)count;
    case LOCI_RANDOM: return read_random(buffer, count);
    default: return 0;
    }
}

/* ---- writing ---- */

static long write_regular(struct open_file *open, const void *bytes, size_t count)
{
    struct __loci_model_file *file = open->file;
    make_symbolic(file);
    if (open->flags & O_APPEND) open->position = file->size;
    size_t end = open->position + count;
    int answer = end > file->size ? __loci_model_resize(file, end) : 0;
    if (answer < 0) return answer;
    memcpy(file->data + open->position, bytes, count);
    open->position = end;
    __loci_model_touch(file);
    return (long)count;
}

static long write_pipe(const struct open_file *open, const void *bytes, size_t count)
{
    struct __loci_model_file *pipe = open->file;
    size_t before = pipe->size;
    if (pipe->readers == 0) return -EPIPE;
    if (count > PIPE_ROOM - before && open->flags & O_NONBLOCK) return -EAGAIN;
    if (count > PIPE_ROOM - before) __loci_unsupported("the program waits for ever: nobody reads the pipe that is full");
    int answer = __loci_model_resize(pipe, before + count);
    if (answer < 0) return answer;
    memcpy(pipe->data + before, bytes, count);
    return (long)count;
}

long __loci_model_write(int fd, const void *buffer, size_t count)
{
    struct open_file *open = opened(fd);
    if (open == NULL || !may_write(open)) return -EBADF;
    if (count == 0) return 0;
    if (__loci_model_fails(LOCI_WRITE)) return -EIO;
    switch (open->file->kind) {
    case LOCI_REGULAR: return write_regular(open, buffer, count);
    case LOCI_PIPE: return write_pipe(open, buffer, count);
    case LOCI_OUTPUT: return __loci_sys_write(open->file->host, buffer, count);
    default: return (long)count; /* a device that swallows it */
    }
}

_Bool __loci_model_is_output(int fd)
{
    struct open_file *open = opened(fd);
    return open != NULL && open->file->kind == LOCI_OUTPUT;
}

/* ---- positions and sizes ---- */

int64_t __loci_model_lseek(int fd, int64_t offset, int whence)
{
    struct open_file *open = opened(fd);
    if (open == NULL) return -EBADF;
    int kind = open->file->kind;
    if (kind == LOCI_PIPE || kind == LOCI_OUTPUT || S_ISFIFO(__loci_model_status(open->file)->mode)) return -ESPIPE;
    if (kind != LOCI_REGULAR && kind != LOCI_FOLDER) return 0;
    if (whence != SEEK_SET && whence != SEEK_CUR && whence != SEEK_END) return -EINVAL;
    int64_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? (int64_t)open->position : (int64_t)open->file->size;
    int64_t position;
    if (__builtin_add_overflow(from, offset, &position)) return -EOVERFLOW;
    if (position < 0 || position > INT_MAX) return -EINVAL;
    open->position = (size_t)position;
    return position;
}

int __loci_model_ftruncate(int fd, int64_t length)
{
    struct open_file *open = opened(fd);
    if (open == NULL) return -EBADF;
    if (!may_write(open) || open->file->kind != LOCI_REGULAR || length < 0) return -EINVAL;
    if (length > INT_MAX) return -EFBIG;
    if (__loci_model_fails(LOCI_TRUNCATE)) return -EIO;
    make_symbolic(open->file);
    __loci_model_touch(open->file);
    return __loci_model_resize(open->file, (size_t)length);
}

int __loci_model_fstat(int fd, struct __loci_stat *out)
{
    struct open_file *open = opened(fd);
    if (open == NULL) return -EBADF;
    *out = *__loci_model_status(open->file);
    if (open->file->kind == LOCI_REGULAR) out->size = __loci_model_size(open->file);
    return 0;
}

int __loci_model_fchmod(int fd, int mode)
{
    struct open_file *open = opened(fd);
    if (open == NULL) return -EBADF;
    if (__loci_model_fails(LOCI_FCHMOD)) return -EIO;
    __loci_model_change_mode(open->file, mode);
    return 0;
}

int __loci_model_fset_times(int fd, const int64_t times[4])
{
    struct open_file *open = opened(fd);
    return open == NULL ? -EBADF : __loci_model_change_times(open->file, times);
}

int __loci_model_isatty(int fd)
{
    (void)fd;
    return 0;
}

int __loci_model_fsync(int fd)
{
    return opened(fd) == NULL ? -EBADF : 0;
}

/* Whole records, as many as fit. */
long __loci_model_getdents(int fd, void *buffer, size_t size)
{
    struct open_file *open = opened(fd);
    if (open == NULL) return -EBADF;
    if (open->file->kind != LOCI_FOLDER) return -ENOTDIR;
    const unsigned char *records = open->file->data;
    size_t start = open->position, end = start;
    while (end < open->file->size) {
        uint16_t length;
        memcpy(&length, records + end + 16, sizeof length);
        if (end + length - start > size) break;
        end += length;
    }
    if (end == start && end < open->file->size) return -EINVAL;
    if (end > start) memcpy(buffer, records + start, end - start);
    open->position = end;
    return (long)(end - start);
}

/* ---- more descriptors ---- */

static int duplicate(int fd, int least, _Bool closes)
{
    struct open_file *open = opened(fd);
    if (least < 0 || least >= DESCRIPTORS) return -EINVAL;
    int copy = open == NULL ? -EBADF : free_descriptor(least);
    if (copy < 0) return copy;
    table[copy] = open;
    closes_on_exec[copy] = closes;
    open->references++;
    return copy;
}

int __loci_model_dup(int fd)
{
    return duplicate(fd, 0, 0);
}

int __loci_model_dup2(int fd, int target)
{
    struct open_file *open = opened(fd);
    if (open == NULL || target < 0 || target >= DESCRIPTORS) return -EBADF;
    if (fd == target) return target;
    open->references++;
    if (table[target] != NULL) release(target);
    table[target] = open;
    closes_on_exec[target] = 0;
    return target;
}

int __loci_model_control(int fd, int command, int argument)
{
    enum { SETTABLE = O_APPEND | O_NONBLOCK | O_ASYNC };
    struct open_file *open = opened(fd);
    if (open == NULL) return -EBADF;
    switch (command) {
    case F_DUPFD: return duplicate(fd, argument, 0);
    case F_DUPFD_CLOEXEC: return duplicate(fd, argument, 1);
    case F_GETFD: return closes_on_exec[fd] ? FD_CLOEXEC : 0;
    case F_SETFD: closes_on_exec[fd] = (argument & FD_CLOEXEC) != 0; return 0;
    case F_GETFL: return open->flags;
    case F_SETFL: open->flags = (open->flags & ~SETTABLE) | (argument & SETTABLE); return 0;
    default: return -EINVAL;
    }
}

int __loci_model_pipe(int ends[2])
{
    __loci_model_set_up();
    struct __loci_model_file *pipe = __loci_model_new_file(LOCI_PIPE, S_IFIFO | 0600);
    if (pipe == NULL) return -ENFILE;
    int input = __loci_model_open_file(pipe, O_RDONLY);
    if (input < 0) {
        pipe->references = 1;
        __loci_model_release(pipe);
        return input;
    }
    int output = __loci_model_open_file(pipe, O_WRONLY);
    if (output < 0) {
        release(input);
        return output;
    }
    ends[0] = input;
    ends[1] = output;
    return 0;
}
