/* A failed assertion, as the GNU C library reports it. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "loci_library.h"
#include "loci_machine.h"

extern char *__progname;

/* "program: file.c:7: function: ", with what is unknown left out. */
static void print_place(const char *file, unsigned line, const char *function)
{
    fprintf(stderr, "%s%s%s:%u: %s%s", __progname, __progname[0] != '\0' ? ": " : "", file, line,
            function != NULL ? function : "", function != NULL ? ": " : "");
}

/* SV-COMP's tasks define reach_error as a failing assertion: there it means that the function was called. */
static void report(const char *before, const char *text, const char *behind, const char *function)
{
    char message[256];
    if (!__loci_is_run()) return;
    if (function != NULL && strstr(function, "reach_error") != NULL)
        __loci_fail(LOCI_REACH_ERROR, "reach_error is called");
    snprintf(message, sizeof message, "%s'%s'%s", before, text, behind);
    __loci_fail(LOCI_ASSERTION, message);
}

void __assert_fail(const char *condition, const char *file, unsigned line, const char *function)
{
    report("assertion ", condition, " fails", function);
    print_place(file, line, function);
    fprintf(stderr, "Assertion `%s' failed.\n", condition);
    abort();
}

void __assert_perror_fail(int error, const char *file, unsigned line, const char *function)
{
    char unknown[32];
    report("unexpected error ", __loci_error_text(error, unknown), "", function);
    print_place(file, line, function);
    fprintf(stderr, "Unexpected error: %s.\n", __loci_error_text(error, unknown));
    abort();
}

void __assert(const char *condition, const char *file, int line)
{
    __assert_fail(condition, file, (unsigned)line, NULL);
}
