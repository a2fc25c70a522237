/* The rest of the fortified printf family. */
#define _GNU_SOURCE
#include <stdarg.h>
#include "loci_format.h"

int __vasprintf_chk(char **out, int flag, const char *format, va_list arguments);
int __vasprintf_chk(char **out, int flag, const char *format, va_list arguments)
{
    (void)flag;
    return __loci_print_to_block(out, format, arguments);
}

int __asprintf_chk(char **out, int flag, const char *format, ...);
int __asprintf_chk(char **out, int flag, const char *format, ...)
{
    va_list arguments;
    (void)flag;
    va_start(arguments, format);
    int length = __loci_print_to_block(out, format, arguments);
    va_end(arguments);
    return length;
}

int __vdprintf_chk(int fd, int flag, const char *format, va_list arguments);
int __vdprintf_chk(int fd, int flag, const char *format, va_list arguments)
{
    (void)flag;
    return __loci_print_to_descriptor(fd, format, arguments);
}

int __dprintf_chk(int fd, int flag, const char *format, ...);
int __dprintf_chk(int fd, int flag, const char *format, ...)
{
    va_list arguments;
    (void)flag;
    va_start(arguments, format);
    int length = __loci_print_to_descriptor(fd, format, arguments);
    va_end(arguments);
    return length;
}
