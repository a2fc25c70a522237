/* error and error_at_line of GNU. */
#define _GNU_SOURCE
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "loci_library.h"

void (*error_print_progname)(void);
unsigned error_message_count;
int error_one_per_line;

static void print_program(void)
{
    fflush(stdout);
    if (error_print_progname != NULL) error_print_progname();
    else fprintf(stderr, "%s:", program_invocation_name);
}

static void finish(int status, int error)
{
    char unknown[32];
    error_message_count++;
    if (error != 0) fprintf(stderr, ": %s", __loci_error_text(error, unknown));
    fputc('\n', stderr);
    if (status != 0) exit(status);
}

void error(int status, int error, const char *format, ...)
{
    va_list arguments;
    print_program();
    fputc(' ', stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    finish(status, error);
}

void error_at_line(int status, int error, const char *file, unsigned line, const char *format, ...)
{
    va_list arguments;
    print_program();
    if (file != NULL) fprintf(stderr, "%s:%u: ", file, line);
    else fputc(' ', stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    finish(status, error);
}
