/* wscanf and its family: format and text are narrowed, then scanned as usual. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <wchar.h>
#include "loci_file.h"
#include "loci_scan.h"
#include "loci_wide.h"

/* A copy in bytes; what has no counterpart ends a text and spoils a format. */
static char *narrow_copy(const wchar_t *text, _Bool strict)
{
    size_t length = wcslen(text);
    char *copy = malloc(length + 1);
    if (copy == NULL) return NULL;
    for (size_t i = 0; i <= length; i++)
        if (!__loci_narrow(text[i], &copy[i])) {
            copy[i] = '\0';
            if (!strict) break;
            free(copy);
            errno = EILSEQ;
            return NULL;
        }
    return copy;
}

static int scan_file(FILE *stream, const wchar_t *format, va_list arguments)
{
    char *narrow = narrow_copy(format, 1);
    if (narrow == NULL) return EOF;
    int assigned = __loci_scan_file(stream, narrow, arguments);
    free(narrow);
    return assigned;
}

static int scan_text(const wchar_t *text, const wchar_t *format, va_list arguments)
{
    char *narrow = narrow_copy(format, 1), *bytes = narrow_copy(text, 0);
    int assigned = narrow != NULL && bytes != NULL ? __loci_scan_text(bytes, narrow, arguments) : EOF;
    free(narrow);
    free(bytes);
    return assigned;
}

/* The system's header renames these to __isoc99_…; NAMED gives a function its plain name. */
#define NAMED(name) __asm__(#name)

#define FAMILY(prefix, named)                                                                            \
    int prefix##vfwscanf(FILE *stream, const wchar_t *format, va_list arguments) named(vfwscanf);        \
    int prefix##vfwscanf(FILE *stream, const wchar_t *format, va_list arguments)                         \
    {                                                                                                    \
        return scan_file(stream, format, arguments);                                                     \
    }                                                                                                    \
    int prefix##vswscanf(const wchar_t *text, const wchar_t *format, va_list arguments) named(vswscanf); \
    int prefix##vswscanf(const wchar_t *text, const wchar_t *format, va_list arguments)                  \
    {                                                                                                    \
        return scan_text(text, format, arguments);                                                       \
    }                                                                                                    \
    int prefix##wscanf(const wchar_t *format, ...) named(wscanf);                                        \
    int prefix##wscanf(const wchar_t *format, ...)                                                       \
    {                                                                                                    \
        va_list arguments;                                                                               \
        va_start(arguments, format);                                                                     \
        int assigned = scan_file(stdin, format, arguments);                                              \
        va_end(arguments);                                                                               \
        return assigned;                                                                                 \
    }                                                                                                    \
    int prefix##fwscanf(FILE *stream, const wchar_t *format, ...) named(fwscanf);                        \
    int prefix##fwscanf(FILE *stream, const wchar_t *format, ...)                                        \
    {                                                                                                    \
        va_list arguments;                                                                               \
        va_start(arguments, format);                                                                     \
        int assigned = scan_file(stream, format, arguments);                                             \
        va_end(arguments);                                                                               \
        return assigned;                                                                                 \
    }                                                                                                    \
    int prefix##swscanf(const wchar_t *text, const wchar_t *format, ...) named(swscanf);                 \
    int prefix##swscanf(const wchar_t *text, const wchar_t *format, ...)                                 \
    {                                                                                                    \
        va_list arguments;                                                                               \
        va_start(arguments, format);                                                                     \
        int assigned = scan_text(text, format, arguments);                                               \
        va_end(arguments);                                                                               \
        return assigned;                                                                                 \
    }

#define UNNAMED(name)

FAMILY(__loci_, NAMED)
FAMILY(__isoc99_, UNNAMED)
FAMILY(__isoc23_, UNNAMED)
