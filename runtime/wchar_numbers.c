/* Numbers in wide strings: narrowed, then read as usual. Every character maps to one byte, so that
 * positions agree; a character that is no ASCII ends the number. */
#define _GNU_SOURCE
#include <limits.h>
#include <stdlib.h>
#include <wchar.h>
#include "loci_library.h"
#include "loci_machine.h"
#include "loci_number.h"
#include "loci_wide.h"

enum { SMALL = 128 };

/* The part of the text that a number could be in: up to a second run of white space. */
static size_t length_of_candidate(const wchar_t *text)
{
    size_t length = 0;
    char byte;
    while (__loci_narrow(text[length], &byte) && __loci_is_space(byte)) length++;
    while (__loci_narrow(text[length], &byte) && byte != '\0' && !__loci_is_space(byte)) length++;
    return length;
}

/* Returns `small` or a block to be freed; null if there is no memory. */
static char *narrow_copy(const wchar_t *text, char small[SMALL])
{
    size_t length = length_of_candidate(text);
    char *copy = length < SMALL ? small : malloc(length + 1);
    if (copy == NULL) return NULL;
    for (size_t i = 0; i < length; i++) copy[i] = (char)text[i];
    copy[length] = '\0';
    return copy;
}

static void finish(const wchar_t *text, wchar_t **end, char *copy, const char small[SMALL], size_t used)
{
    if (end != NULL) *end = (wchar_t *)text + used;
    if (copy != small) free(copy);
}

static long long to_signed(const wchar_t *text, wchar_t **end, int base, long long least, long long most)
{
    char small[SMALL], *copy = narrow_copy(text, small), *stop = copy;
    if (copy == NULL) return 0;
    long long value = __loci_to_signed(copy, &stop, base, 0, least, most);
    finish(text, end, copy, small, (size_t)(stop - copy));
    return value;
}

static unsigned long long to_unsigned(const wchar_t *text, wchar_t **end, int base, unsigned long long most)
{
    char small[SMALL], *copy = narrow_copy(text, small), *stop = copy;
    if (copy == NULL) return 0;
    unsigned long long value = __loci_to_unsigned(copy, &stop, base, 0, most);
    finish(text, end, copy, small, (size_t)(stop - copy));
    return value;
}

long wcstol(const wchar_t *restrict text, wchar_t **restrict end, int base)
{
    return (long)to_signed(text, end, base, LONG_MIN, LONG_MAX);
}

long long wcstoll(const wchar_t *restrict text, wchar_t **restrict end, int base)
{
    return to_signed(text, end, base, LLONG_MIN, LLONG_MAX);
}

unsigned long wcstoul(const wchar_t *restrict text, wchar_t **restrict end, int base)
{
    return (unsigned long)to_unsigned(text, end, base, ULONG_MAX);
}

unsigned long long wcstoull(const wchar_t *restrict text, wchar_t **restrict end, int base)
{
    return to_unsigned(text, end, base, ULLONG_MAX);
}

#define READ_FLOAT(type, parse)                                                   \
    char small[SMALL], *copy = narrow_copy(text, small);                          \
    if (copy == NULL) return 0;                                                   \
    size_t used;                                                                  \
    int error;                                                                    \
    type value = parse(copy, &used, &error);                                      \
    if (error != 0) errno = error;                                                \
    finish(text, end, copy, small, used);                                         \
    return value

float wcstof(const wchar_t *restrict text, wchar_t **restrict end)
{
    READ_FLOAT(float, __loci_parse_float);
}

double wcstod(const wchar_t *restrict text, wchar_t **restrict end)
{
    READ_FLOAT(double, __loci_parse_double);
}

long double wcstold(const wchar_t *restrict text, wchar_t **restrict end)
{
    READ_FLOAT(long double, __loci_parse_long_double);
}
