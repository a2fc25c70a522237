/* wprintf and its family: the format is narrowed, the result is widened. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <wchar.h>
#include "loci_file.h"
#include "loci_format.h"
#include "loci_wide.h"

static char *narrow_format(const wchar_t *format)
{
    size_t length = wcslen(format);
    char *narrow = malloc(length + 1);
    if (narrow == NULL) return NULL;
    for (size_t i = 0; i <= length; i++)
        if (!__loci_narrow(format[i], &narrow[i])) {
            free(narrow);
            errno = EILSEQ;
            return NULL;
        }
    return narrow;
}

static int print_wide(FILE *stream, const wchar_t *format, va_list arguments)
{
    fwide(stream, 1);
    char *narrow = narrow_format(format);
    if (narrow == NULL) return -1;
    int length = __loci_print_to_file(stream, narrow, arguments);
    free(narrow);
    return length;
}

struct wide_sink {
    struct __loci_sink sink;
    wchar_t *out;
    size_t room;
    _Bool full;
};

static void put_wide(struct __loci_sink *sink, const char *bytes, size_t count)
{
    struct wide_sink *wide = (struct wide_sink *)sink;
    for (size_t i = 0; i < count; i++) {
        if (wide->room == 0) {
            wide->full = 1;
            return;
        }
        __loci_widen(bytes[i], wide->out++);
        wide->room--;
    }
}

/* Unlike snprintf, a result that does not fit is an error. */
int __loci_print_wide_to_memory(wchar_t *out, size_t capacity, const wchar_t *format, va_list arguments)
{
    if (capacity == 0) return -1;
    char *narrow = narrow_format(format);
    if (narrow == NULL) return -1;
    struct wide_sink wide = {{put_wide, -1}, out, capacity - 1, 0};
    int length = __loci_format(&wide.sink, narrow, arguments);
    free(narrow);
    *wide.out = L'\0';
    return wide.full ? -1 : length;
}

int vfwprintf(FILE *restrict stream, const wchar_t *restrict format, va_list arguments)
{
    return print_wide(stream, format, arguments);
}

int vwprintf(const wchar_t *restrict format, va_list arguments)
{
    return print_wide(stdout, format, arguments);
}

int vswprintf(wchar_t *restrict out, size_t capacity, const wchar_t *restrict format, va_list arguments)
{
    return __loci_print_wide_to_memory(out, capacity, format, arguments);
}

int fwprintf(FILE *restrict stream, const wchar_t *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = print_wide(stream, format, arguments);
    va_end(arguments);
    return length;
}

int wprintf(const wchar_t *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = print_wide(stdout, format, arguments);
    va_end(arguments);
    return length;
}

int swprintf(wchar_t *restrict out, size_t capacity, const wchar_t *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = __loci_print_wide_to_memory(out, capacity, format, arguments);
    va_end(arguments);
    return length;
}
