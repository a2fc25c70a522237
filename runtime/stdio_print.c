/* printf and its family: thin functions over the core in stdio_format.c. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <string.h>
#include "loci_file.h"
#include "loci_format.h"

struct file_sink {
    struct __loci_sink sink;
    struct __loci_file *file;
    size_t pending;    /* of `text`, used when the stream is unbuffered, so that a call is one write */
    char text[512];
};

static void put_in_file(struct __loci_sink *sink, const char *bytes, size_t count)
{
    __loci_write_bytes(((struct file_sink *)sink)->file, bytes, count);
}

static void put_and_collect(struct __loci_sink *sink, const char *bytes, size_t count)
{
    struct file_sink *collector = (struct file_sink *)sink;
    while (count > 0) {
        size_t room = sizeof collector->text - collector->pending;
        size_t now = count < room ? count : room;
        memcpy(collector->text + collector->pending, bytes, now);
        collector->pending += now;
        bytes += now;
        count -= now;
        if (collector->pending < sizeof collector->text) break;
        __loci_write_bytes(collector->file, collector->text, collector->pending);
        collector->pending = 0;
    }
}

int __loci_print_to_file(void *stream, const char *format, va_list arguments)
{
    struct file_sink sink;
    sink.file = __loci_file(stream);
    sink.pending = 0;
    sink.sink.put = sink.file->buffering == _IONBF ? put_and_collect : put_in_file;
    sink.sink.fd = sink.file->device == &__loci_fd_device ? sink.file->fd : -1;
    int old_error = sink.file->public._flags & LOCI_ERROR;
    sink.file->public._flags &= ~LOCI_ERROR;
    int length = __loci_format(&sink.sink, format, arguments);
    if (sink.pending > 0) __loci_write_bytes(sink.file, sink.text, sink.pending);
    if (sink.file->public._flags & LOCI_ERROR) length = -1;
    sink.file->public._flags |= old_error;
    return length;
}

int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments)
{
    return __loci_print_to_file(stream, format, arguments);
}

int vprintf(const char *restrict format, va_list arguments)
{
    return __loci_print_to_file(stdout, format, arguments);
}

int fprintf(FILE *restrict stream, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = __loci_print_to_file(stream, format, arguments);
    va_end(arguments);
    return length;
}

int printf(const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = __loci_print_to_file(stdout, format, arguments);
    va_end(arguments);
    return length;
}
