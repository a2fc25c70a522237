/* A failed assertion, as the GNU C library reports it. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include "loci_library.h"

extern char *__progname;

/* "program: file.c:7: function: ", with what is unknown left out. */
static void print_place(const char *file, unsigned line, const char *function)
{
    fprintf(stderr, "%s%s%s:%u: %s%s", __progname, __progname[0] != '\0' ? ": " : "", file, line,
            function != NULL ? function : "", function != NULL ? ": " : "");
}

void __assert_fail(const char *condition, const char *file, unsigned line, const char *function)
{
    print_place(file, line, function);
    fprintf(stderr, "Assertion `%s' failed.\n", condition);
    abort();
}

void __assert_perror_fail(int error, const char *file, unsigned line, const char *function)
{
    char unknown[32];
    print_place(file, line, function);
    fprintf(stderr, "Unexpected error: %s.\n", __loci_error_text(error, unknown));
    abort();
}

void __assert(const char *condition, const char *file, int line)
{
    __assert_fail(condition, file, (unsigned)line, NULL);
}
