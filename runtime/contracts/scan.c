/* scanf: every target gets any value. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include "loci_contract.h"

enum { LONG_TEXT = 1024 }; /* %s without a width reads as much as there is */

static void fill_text(char *target, size_t length)
{
    __loci_fill(target, length, "text");
    target[length] = 0;
}

static void fill_number(void *target, size_t size, const char *name) { __loci_make_symbolic(target, size, name); }

static size_t size_of_integer(int shorts, int longs)
{
    if (shorts) return shorts > 1 ? 1 : 2;
    return longs ? sizeof(long) : sizeof(int);
}

/* Any of the ways in which the input ends early. */
static int scan(const char *format, va_list given)
{
    va_list arguments;
    int targets = 0, index = 0;
    int wanted = (int)__loci_any_between("scanf()", -1, 64);
    va_copy(arguments, given);
    for (const char *at = format; *at;) {
        if (*at++ != '%') continue;
        int is_skipped = 0, width = 0, shorts = 0, longs = 0;
        if (*at == '%') {
            at++;
            continue;
        }
        if (*at == '*') is_skipped = 1, at++;
        for (; (*at >= '0') & (*at <= '9'); at++) width = width * 10 + (*at - '0');
        for (; *at && strchr("hlLjzt", *at); at++) {
            shorts += *at == 'h';
            longs += *at != 'h';
        }
        char kind = *at;
        if (kind == '[') {
            at += at[1] == '^' ? 2 : 1;
            if (*at == ']') at++;
            while (*at && *at != ']') at++;
        }
        if (*at) at++;
        if (is_skipped) continue;
        if (__loci_argument_class(index++) == LOCI_NO_ARGUMENT)
            __loci_misuse("format: the format wants more arguments than there are");
        void *target = va_arg(arguments, void *);
        if (wanted <= targets) break; /* the input has ended, or is not what is wanted */
        targets++;
        if (strchr("diouxXn", kind)) fill_number(target, size_of_integer(shorts, longs), "scanned number");
        else if (kind == 'p') fill_number(target, sizeof(void *), "scanned pointer");
        else if (strchr("aAeEfFgG", kind)) fill_number(target, longs ? sizeof(double) : sizeof(float), "scanned number");
        else if (kind == 'c') __loci_fill(target, width ? (size_t)width : 1, "scanned character");
        else fill_text(target, width ? (size_t)width : LONG_TEXT);
    }
    va_end(arguments);
    return wanted < targets ? wanted : targets;
}

#define SCAN_STREAM(name)                                                                                              \
    int name(FILE *restrict stream, const char *restrict format, ...)                                                  \
    {                                                                                                                  \
        va_list arguments;                                                                                             \
        __loci_touch(stream);                                                                                          \
        va_start(arguments, format);                                                                                   \
        int count = scan(format, arguments);                                                                           \
        va_end(arguments);                                                                                             \
        return count;                                                                                                  \
    }
#define SCAN_INPUT(name)                                                                                               \
    int name(const char *restrict format, ...)                                                                         \
    {                                                                                                                  \
        va_list arguments;                                                                                             \
        va_start(arguments, format);                                                                                   \
        int count = scan(format, arguments);                                                                           \
        va_end(arguments);                                                                                             \
        return count;                                                                                                  \
    }

int loci_fscanf(FILE *restrict stream, const char *restrict format, ...) __asm__("fscanf");
int loci_scanf(const char *restrict format, ...) __asm__("scanf");
int loci_c99_fscanf(FILE *restrict stream, const char *restrict format, ...) __asm__("__isoc99_fscanf");
int loci_c99_scanf(const char *restrict format, ...) __asm__("__isoc99_scanf");
SCAN_STREAM(loci_fscanf)
SCAN_STREAM(loci_c99_fscanf)
SCAN_INPUT(loci_scanf)
SCAN_INPUT(loci_c99_scanf)
