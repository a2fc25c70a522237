/* The printf functions that allocate, and those that write to a descriptor. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "loci_format.h"
#include "loci_os.h"

/* Measures first, so that the block has exactly the size of its text. */
int __loci_print_to_block(char **out, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = __loci_print_to_memory(NULL, 0, format, again);
    va_end(again);
    if (length < 0) return -1;
    char *block = malloc((size_t)length + 1);
    if (block == NULL) {
        errno = ENOMEM;
        return -1;
    }
    *out = block;
    return __loci_print_to_memory(block, (size_t)length + 1, format, arguments);
}

int vasprintf(char **restrict out, const char *restrict format, va_list arguments)
{
    return __loci_print_to_block(out, format, arguments);
}

int asprintf(char **restrict out, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = __loci_print_to_block(out, format, arguments);
    va_end(arguments);
    return length;
}

static int write_all(int fd, const char *text, size_t count)
{
    while (count > 0) {
        long written = __loci_os_write(fd, text, count);
        if (written < 0) return (int)-written;
        text += written;
        count -= (size_t)written;
    }
    return 0;
}

struct descriptor_sink {
    struct __loci_sink sink;
    int error; /* the first */
};

static void put_in_descriptor(struct __loci_sink *sink, const char *bytes, size_t count)
{
    struct descriptor_sink *descriptor = (struct descriptor_sink *)sink;
    if (descriptor->error == 0) descriptor->error = write_all(sink->fd, bytes, count);
}

/* In a run piece by piece, so that symbolic numbers stay numbers; else as one write, which others may see. */
int __loci_print_to_descriptor(int fd, const char *format, va_list arguments)
{
    struct descriptor_sink descriptor = {{put_in_descriptor, fd}, 0};
    int length;
    if (__loci_is_run()) {
        length = __loci_format(&descriptor.sink, format, arguments);
    } else {
        char *text;
        length = __loci_print_to_block(&text, format, arguments);
        if (length < 0) return -1;
        descriptor.error = write_all(fd, text, (size_t)length);
        free(text);
    }
    if (descriptor.error == 0) return length;
    errno = descriptor.error;
    return -1;
}

int vdprintf(int fd, const char *restrict format, va_list arguments)
{
    return __loci_print_to_descriptor(fd, format, arguments);
}

int dprintf(int fd, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = __loci_print_to_descriptor(fd, format, arguments);
    va_end(arguments);
    return length;
}
