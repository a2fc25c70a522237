/* Streams: buffering and the three standard ones. Who opens files by name is in stdio_open.c. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "loci_file.h"
#include "loci_library.h"
#include "loci_machine.h"
#include "loci_os.h"
#include "loci_process.h"

/* ---- the device below most streams: a file descriptor ---- */

static int64_t fd_read(struct __loci_file *file, void *buffer, size_t count)
{
    return __loci_os_read(file->fd, buffer, count);
}

static int64_t fd_write(struct __loci_file *file, const void *buffer, size_t count)
{
    return __loci_os_write(file->fd, buffer, count);
}

static int64_t fd_seek(struct __loci_file *file, int64_t offset, int whence)
{
    return __loci_os_lseek(file->fd, offset, whence);
}

static int fd_close(struct __loci_file *file)
{
    return __loci_os_close(file->fd);
}

const struct __loci_device __loci_fd_device = {fd_read, fd_write, fd_seek, fd_close};

/* ---- the standard streams: their buffers are static, since nobody would free them ---- */

static unsigned char input_buffer[LOCI_BUFFER], output_buffer[LOCI_BUFFER];
static struct __loci_file standard_input, standard_output, standard_error;

static struct __loci_file standard_input = {
    .device = &__loci_fd_device, .fd = 0, .buffering = -1, .readable = 1,
    .buffer = input_buffer, .capacity = LOCI_BUFFER, .next = NULL, .previous = &standard_output,
};
static struct __loci_file standard_output = {
    .device = &__loci_fd_device, .fd = 1, .buffering = -1, .writable = 1,
    .buffer = output_buffer, .capacity = LOCI_BUFFER, .next = &standard_input, .previous = &standard_error,
};
static struct __loci_file standard_error = {
    .device = &__loci_fd_device, .fd = 2, .buffering = _IONBF, .readable = 1, .writable = 1,
    .next = &standard_output,
};
struct __loci_file *__loci_open_files = &standard_error;

FILE *stdin = &standard_input.public;
FILE *stdout = &standard_output.public;
FILE *stderr = &standard_error.public;

/* ---- buffers ---- */

static int fail(struct __loci_file *file, int64_t answer)
{
    file->public._flags |= LOCI_ERROR;
    if (answer < 0) errno = (int)-answer;
    return EOF;
}

static void flush_at_exit(void)
{
    __loci_flush_all();
}

/* A terminal is line buffered, everything else fully. */
static void choose_buffering(struct __loci_file *file)
{
    if (file->buffering >= 0) return;
    int (*is_terminal)(int) = __loci_is_run() ? __loci_model_isatty : __loci_os_isatty; /* output is nobody's input */
    file->buffering = file->fd >= 0 && is_terminal(file->fd) > 0 ? _IOLBF : _IOFBF;
}

static void ensure_buffer(struct __loci_file *file)
{
    choose_buffering(file);
    if (file->buffering != _IONBF && file->buffer == NULL) {
        file->buffer = __loci_own(malloc(LOCI_BUFFER));
        file->capacity = LOCI_BUFFER;
        file->own_buffer = 1;
        if (file->buffer == NULL) file->buffering = _IONBF;
    }
}

static void become_idle(struct __loci_file *file)
{
    file->state = LOCI_IDLE;
    file->position = file->limit = file->saved_limit = 0;
}

static void point_data_at_buffer(struct __loci_file *file)
{
    file->data = file->buffering == _IONBF ? file->single : file->buffer;
}

static size_t data_capacity(const struct __loci_file *file)
{
    return file->buffering == _IONBF ? 1 : file->capacity;
}

/* ---- writing ---- */

static int write_down(struct __loci_file *file, const unsigned char *bytes, size_t count)
{
    while (count > 0) {
        int64_t written = file->device->write(file, bytes, count);
        if (written <= 0) return fail(file, written < 0 ? written : -EIO);
        bytes += written;
        count -= (size_t)written;
    }
    return 0;
}

int __loci_flush(struct __loci_file *file)
{
    if (file->state != LOCI_WRITING || file->position == 0) return 0;
    size_t count = file->position;
    file->position = 0; /* also when writing fails: the bytes are lost, as they are in the GNU C library */
    return write_down(file, file->data, count);
}

static int start_writing(struct __loci_file *file)
{
    if (file->state == LOCI_WRITING) return 0;
    if (!file->writable) return fail(file, -EBADF);
    if (file->state == LOCI_READING) __loci_synchronise(file);
    __loci_flush_streams = flush_at_exit;
    ensure_buffer(file);
    become_idle(file);
    point_data_at_buffer(file);
    file->state = LOCI_WRITING;
    file->limit = file->buffering == _IOFBF ? file->capacity : 0;
    return 0;
}

/* Fills the buffer, and when it is full hands on whole blocks directly. */
static int put_in_buffer(struct __loci_file *file, const unsigned char *bytes, size_t count)
{
    size_t room = file->capacity - file->position;
    size_t now = count < room ? count : room;
    memcpy(file->data + file->position, bytes, now);
    file->position += now;
    bytes += now;
    count -= now;
    if (count == 0) return 0;
    if (__loci_flush(file) != 0) return EOF;
    size_t blocks = count - count % file->capacity;
    if (write_down(file, bytes, blocks) != 0) return EOF;
    memcpy(file->data, bytes + blocks, count - blocks);
    file->position = count - blocks;
    return 0;
}

/* When output leaves the buffer is no reason to fork: a symbolic byte is taken for no end of a line. */
static size_t length_of_whole_lines(const unsigned char *bytes, size_t count)
{
    _Bool may_be_symbolic = __loci_is_run();
    for (; count > 0; count--) {
        if (may_be_symbolic && __loci_is_symbolic(bytes[count - 1])) continue;
        if (bytes[count - 1] == '\n') break;
    }
    return count;
}

static int put_lines(struct __loci_file *file, const unsigned char *bytes, size_t count)
{
    size_t lines = length_of_whole_lines(bytes, count);
    if (lines > 0 && (put_in_buffer(file, bytes, lines) != 0 || __loci_flush(file) != 0)) return EOF;
    return put_in_buffer(file, bytes + lines, count - lines);
}

size_t __loci_write_bytes(struct __loci_file *file, const void *bytes, size_t count)
{
    if (count == 0 || start_writing(file) != 0) return 0;
    int result = file->buffering == _IONBF   ? write_down(file, bytes, count)
                 : file->buffering == _IOLBF ? put_lines(file, bytes, count)
                                             : put_in_buffer(file, bytes, count);
    return result == 0 ? count : 0;
}

int __loci_put_byte(struct __loci_file *file, unsigned char byte)
{
    if (file->state == LOCI_WRITING && file->position < file->limit) {
        file->data[file->position++] = byte;
        return byte;
    }
    return __loci_write_bytes(file, &byte, 1) == 1 ? byte : EOF;
}

/* ---- reading ---- */

static int start_reading(struct __loci_file *file)
{
    if (file->state == LOCI_READING) return 0;
    if (!file->readable) return fail(file, -EBADF);
    if (__loci_flush(file) != 0) return EOF;
    ensure_buffer(file);
    become_idle(file);
    point_data_at_buffer(file);
    file->state = LOCI_READING;
    return 0;
}

/* Someone who waits at a terminal should see the question before he answers. */
static void show_pending_question(const struct __loci_file *input)
{
    if (input->buffering == _IOFBF) return;
    struct __loci_file *output = __loci_file(stdout);
    if (output->state == LOCI_WRITING && output->buffering != _IOFBF) __loci_flush(output);
}

static _Bool leave_pushback(struct __loci_file *file)
{
    if (file->data != file->pushback) return 0;
    point_data_at_buffer(file);
    file->position = 0;
    file->limit = file->saved_limit;
    file->saved_limit = 0;
    return file->position < file->limit;
}

_Bool __loci_refill(struct __loci_file *file)
{
    if (start_reading(file) != 0) return 0;
    if (file->position < file->limit) return 1;
    if (leave_pushback(file)) return 1;
    if (file->public._flags & LOCI_EOF) return 0; /* the end stays the end until clearerr */
    show_pending_question(file);
    file->position = file->limit = 0;
    int64_t count = file->device->read(file, file->data, data_capacity(file));
    if (count > 0) {
        file->limit = (size_t)count;
        return 1;
    }
    if (count == 0) file->public._flags |= LOCI_EOF;
    else fail(file, count);
    return 0;
}

int __loci_get_byte(struct __loci_file *file)
{
    if (file->state != LOCI_READING || file->position >= file->limit)
        if (!__loci_refill(file)) return EOF;
    return file->data[file->position++];
}

static size_t take_from_buffer(struct __loci_file *file, unsigned char *bytes, size_t count)
{
    size_t ready = file->limit - file->position;
    if (ready > count) ready = count;
    memcpy(bytes, file->data + file->position, ready);
    file->position += ready;
    return ready;
}

/* Whole blocks are read straight into the caller's memory, once the buffer is empty. */
static size_t read_blocks(struct __loci_file *file, unsigned char *bytes, size_t count)
{
    size_t size = data_capacity(file), done = 0;
    while (count - done >= size) {
        int64_t got = file->device->read(file, bytes + done, count - done - (count - done) % size);
        if (got <= 0) {
            if (got == 0) file->public._flags |= LOCI_EOF;
            else fail(file, got);
            break;
        }
        done += (size_t)got;
    }
    return done;
}

size_t __loci_read_bytes(struct __loci_file *file, void *bytes, size_t count)
{
    unsigned char *to = bytes;
    size_t done = 0;
    if (count == 0 || start_reading(file) != 0) return 0;
    while (done < count) {
        done += take_from_buffer(file, to + done, count - done);
        if (done == count) break;
        if (leave_pushback(file)) continue;
        if (count - done >= data_capacity(file) && !(file->public._flags & LOCI_EOF)) {
            show_pending_question(file);
            done += read_blocks(file, to + done, count - done);
            if (file->public._flags & (LOCI_EOF | LOCI_ERROR)) break;
        } else if (!__loci_refill(file)) {
            break;
        }
    }
    return done;
}

int __loci_unget_byte(struct __loci_file *file, int byte)
{
    if (byte == EOF || start_reading(file) != 0) return EOF;
    if (file->position == 0) {
        if (file->data == file->pushback) return EOF;
        file->saved_limit = file->limit;
        file->data = file->pushback;
        file->position = file->limit = LOCI_PUSHBACK;
    }
    file->data[--file->position] = (unsigned char)byte;
    file->public._flags &= ~LOCI_EOF;
    return (unsigned char)byte;
}

/* ---- position ---- */

/* How far the device is ahead of what the program has read. */
static int64_t unread(const struct __loci_file *file)
{
    if (file->state != LOCI_READING) return 0;
    return (int64_t)(file->limit - file->position) + (int64_t)file->saved_limit;
}

int __loci_synchronise(struct __loci_file *file)
{
    int result = __loci_flush(file);
    int64_t ahead = unread(file);
    /* What cannot be read again is kept. */
    if (ahead > 0 && file->device->seek(file, -ahead, SEEK_CUR) == -ESPIPE) return result;
    if (file->state == LOCI_READING) become_idle(file);
    return result;
}

int64_t __loci_tell(struct __loci_file *file)
{
    int whence = file->state == LOCI_WRITING && file->appending && file->position > 0 ? SEEK_END : SEEK_CUR;
    int64_t below = __loci_result(file->device->seek(file, 0, whence));
    if (below < 0) return -1;
    if (file->state == LOCI_WRITING) return below + (int64_t)file->position;
    return below - unread(file);
}

int64_t __loci_seek(struct __loci_file *file, int64_t offset, int whence)
{
    if (__loci_flush(file) != 0) return -1;
    if (whence == SEEK_CUR) offset -= unread(file);
    int64_t where = __loci_result(file->device->seek(file, offset, whence));
    if (where < 0) return -1;
    become_idle(file);
    file->public._flags &= ~LOCI_EOF;
    return where;
}

/* ---- all streams ---- */

int __loci_flush_all(void)
{
    int result = 0;
    for (struct __loci_file *file = __loci_open_files; file != NULL; file = file->next)
        if (__loci_flush(file) != 0) result = EOF;
    return result;
}
