/* What _FORTIFY_SOURCE makes of the printf family. The flag asks for a suspicion of %n, which the
 * machine's own checks make superfluous. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include "loci_format.h"

_Noreturn void __chk_fail(void);

int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments);
int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments)
{
    (void)flag;
    return __loci_print_to_file(stream, format, arguments);
}

int __vprintf_chk(int flag, const char *format, va_list arguments);
int __vprintf_chk(int flag, const char *format, va_list arguments)
{
    (void)flag;
    return __loci_print_to_file(stdout, format, arguments);
}

int __fprintf_chk(FILE *stream, int flag, const char *format, ...);
int __fprintf_chk(FILE *stream, int flag, const char *format, ...)
{
    va_list arguments;
    (void)flag;
    va_start(arguments, format);
    int length = __loci_print_to_file(stream, format, arguments);
    va_end(arguments);
    return length;
}

int __printf_chk(int flag, const char *format, ...);
int __printf_chk(int flag, const char *format, ...)
{
    va_list arguments;
    (void)flag;
    va_start(arguments, format);
    int length = __loci_print_to_file(stdout, format, arguments);
    va_end(arguments);
    return length;
}

/* What does not fit the known size is an overflow. */
static int print_checked(char *out, size_t size, const char *format, va_list arguments)
{
    int length = __loci_print_to_memory(out, size, format, arguments);
    if (length >= 0 && (size_t)length >= size) __chk_fail();
    return length;
}

int __vsprintf_chk(char *out, int flag, size_t size, const char *format, va_list arguments);
int __vsprintf_chk(char *out, int flag, size_t size, const char *format, va_list arguments)
{
    (void)flag;
    return print_checked(out, size, format, arguments);
}

int __sprintf_chk(char *out, int flag, size_t size, const char *format, ...);
int __sprintf_chk(char *out, int flag, size_t size, const char *format, ...)
{
    va_list arguments;
    (void)flag;
    va_start(arguments, format);
    int length = print_checked(out, size, format, arguments);
    va_end(arguments);
    return length;
}

int __vsnprintf_chk(char *out, size_t capacity, int flag, size_t size, const char *format, va_list arguments);
int __vsnprintf_chk(char *out, size_t capacity, int flag, size_t size, const char *format, va_list arguments)
{
    (void)flag;
    if (capacity > size) __chk_fail();
    return __loci_print_to_memory(out, capacity, format, arguments);
}

int __snprintf_chk(char *out, size_t capacity, int flag, size_t size, const char *format, ...);
int __snprintf_chk(char *out, size_t capacity, int flag, size_t size, const char *format, ...)
{
    va_list arguments;
    (void)flag;
    if (capacity > size) __chk_fail();
    va_start(arguments, format);
    int length = __loci_print_to_memory(out, capacity, format, arguments);
    va_end(arguments);
    return length;
}
