/* <err.h>: messages with the program's name, and perhaps the end. */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "loci_library.h"

static void say(const char *format, va_list arguments, _Bool with_error)
{
    int error = errno;
    char unknown[32];
    fprintf(stderr, "%s: ", program_invocation_short_name);
    if (format != NULL) vfprintf(stderr, format, arguments);
    if (format != NULL && with_error) fputs(": ", stderr);
    if (with_error) fputs(__loci_error_text(error, unknown), stderr);
    fputc('\n', stderr);
}

void vwarn(const char *format, va_list arguments)
{
    say(format, arguments, 1);
}

void vwarnx(const char *format, va_list arguments)
{
    say(format, arguments, 0);
}

void verr(int status, const char *format, va_list arguments)
{
    say(format, arguments, 1);
    exit(status);
}

void verrx(int status, const char *format, va_list arguments)
{
    say(format, arguments, 0);
    exit(status);
}

void warn(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments, 1);
    va_end(arguments);
}

void warnx(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments, 0);
    va_end(arguments);
}

void err(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments, 1);
    va_end(arguments);
    exit(status);
}

void errx(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments, 0);
    va_end(arguments);
    exit(status);
}
