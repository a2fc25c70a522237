/* Multibyte characters of the "C" locale: one byte each, and bytes from 128 on are none. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include "loci_wide.h"

static size_t refuse(void)
{
    errno = EILSEQ;
    return (size_t)-1;
}

static size_t to_wide(wchar_t *target, const char *bytes, size_t count)
{
    wchar_t wide;
    if (bytes == NULL) return 0;
    if (count == 0) return (size_t)-2;
    if (!__loci_widen(*bytes, &wide)) return refuse();
    if (target != NULL) *target = wide;
    return wide != L'\0';
}

size_t mbrtowc(wchar_t *restrict target, const char *restrict bytes, size_t count, mbstate_t *restrict state)
{
    (void)state;
    return to_wide(target, bytes, count);
}

size_t mbrlen(const char *restrict bytes, size_t count, mbstate_t *restrict state)
{
    (void)state;
    return to_wide(NULL, bytes, count);
}

size_t __mbrlen(const char *restrict bytes, size_t count, mbstate_t *restrict state)
{
    (void)state;
    return to_wide(NULL, bytes, count);
}

size_t wcrtomb(char *restrict target, wchar_t wide, mbstate_t *restrict state)
{
    char byte;
    (void)state;
    if (target == NULL) return 1;
    if (!__loci_narrow(wide, &byte)) return refuse();
    *target = byte;
    return 1;
}

int mbsinit(const mbstate_t *state)
{
    return state == NULL || state->__count == 0;
}

int mblen(const char *bytes, size_t count)
{
    size_t length = to_wide(NULL, bytes, count);
    return length == (size_t)-2 ? -1 : (int)length;
}

int mbtowc(wchar_t *restrict target, const char *restrict bytes, size_t count)
{
    size_t length = to_wide(target, bytes, count);
    return length == (size_t)-2 ? -1 : (int)length;
}

int wctomb(char *target, wchar_t wide)
{
    char byte;
    if (target == NULL) return 0;
    if (!__loci_narrow(wide, &byte)) return (int)refuse();
    *target = byte;
    return 1;
}

/* Converts up to `count` characters, the terminator included; *source follows what was converted. */
static size_t many_to_wide(wchar_t *target, const char **source, size_t count)
{
    const char *bytes = *source;
    size_t i = 0;
    for (; target == NULL || i < count; i++) {
        wchar_t wide;
        if (!__loci_widen(bytes[i], &wide)) {
            if (target != NULL) *source = bytes + i;
            return refuse();
        }
        if (target != NULL) target[i] = wide;
        if (wide == L'\0') {
            if (target != NULL) *source = NULL;
            return i;
        }
    }
    *source = bytes + i;
    return i;
}

static size_t many_to_bytes(char *target, const wchar_t **source, size_t count)
{
    const wchar_t *wides = *source;
    size_t i = 0;
    for (; target == NULL || i < count; i++) {
        char byte;
        if (!__loci_narrow(wides[i], &byte)) {
            if (target != NULL) *source = wides + i;
            return refuse();
        }
        if (target != NULL) target[i] = byte;
        if (byte == '\0') {
            if (target != NULL) *source = NULL;
            return i;
        }
    }
    *source = wides + i;
    return i;
}

size_t mbsrtowcs(wchar_t *restrict target, const char **restrict source, size_t count, mbstate_t *restrict state)
{
    (void)state;
    return many_to_wide(target, source, count);
}

size_t wcsrtombs(char *restrict target, const wchar_t **restrict source, size_t count, mbstate_t *restrict state)
{
    (void)state;
    return many_to_bytes(target, source, count);
}

size_t mbstowcs(wchar_t *restrict target, const char *restrict source, size_t count)
{
    const char *from = source;
    return many_to_wide(target, &from, count);
}

size_t wcstombs(char *restrict target, const wchar_t *restrict source, size_t count)
{
    const wchar_t *from = source;
    return many_to_bytes(target, &from, count);
}

wint_t btowc(int c)
{
    return c >= 0 && c < 128 ? (wint_t)c : WEOF;
}

int wctob(wint_t c)
{
    return c < 128 ? (int)c : EOF;
}
