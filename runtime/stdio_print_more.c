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

int __loci_print_to_descriptor(int fd, const char *format, va_list arguments)
{
    char *text;
    int length = __loci_print_to_block(&text, format, arguments);
    if (length < 0) return -1;
    for (long done = 0; done < length;) {
        long written = __loci_os_write(fd, text + done, (size_t)(length - done));
        if (written < 0) {
            free(text);
            errno = (int)-written;
            return -1;
        }
        done += written;
    }
    free(text);
    return length;
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
