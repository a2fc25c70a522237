/* The rest of the fortified printf family. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>

int __vasprintf_chk(char **out, int flag, const char *format, va_list arguments);
int __vasprintf_chk(char **out, int flag, const char *format, va_list arguments)
{
    (void)flag;
    return vasprintf(out, format, arguments);
}

int __asprintf_chk(char **out, int flag, const char *format, ...);
int __asprintf_chk(char **out, int flag, const char *format, ...)
{
    va_list arguments;
    (void)flag;
    va_start(arguments, format);
    int length = vasprintf(out, format, arguments);
    va_end(arguments);
    return length;
}

int __vdprintf_chk(int fd, int flag, const char *format, va_list arguments);
int __vdprintf_chk(int fd, int flag, const char *format, va_list arguments)
{
    (void)flag;
    return vdprintf(fd, format, arguments);
}

int __dprintf_chk(int fd, int flag, const char *format, ...);
int __dprintf_chk(int fd, int flag, const char *format, ...)
{
    va_list arguments;
    (void)flag;
    va_start(arguments, format);
    int length = vdprintf(fd, format, arguments);
    va_end(arguments);
    return length;
}
