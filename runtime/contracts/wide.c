/* Wide streams: what is read may be anything, formats are checked as those of printf are, what is written is gone. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>
#include "loci_contract.h"
#include "loci_format.h"

/* ---- Reading ---- */

wchar_t *fgetws(wchar_t *restrict buffer, int size, FILE *restrict stream)
{
    __loci_touch(stream);
    int kind = __loci_any_int("fgetws()");
    if ((kind == 0) | (size <= 1)) return NULL;
    size_t length = kind == 1 ? 1 : (size_t)size - 1;
    __loci_check_room(0, (size_t)size * sizeof *buffer, "fgetws");
    __loci_fill(buffer, length * sizeof *buffer, "line");
    buffer[length] = 0;
    if (kind == 1) __loci_assume(buffer[0] != 0);
    return buffer;
}

static wint_t character(const char *name) { return (wint_t)__loci_any_between(name, -1, 0x10ffff); }

wint_t fgetwc(FILE *stream)
{
    __loci_touch(stream);
    return character("fgetwc()");
}
wint_t getwc(FILE *stream)
{
    __loci_touch(stream);
    return character("getwc()");
}
wint_t getwchar(void) { return character("getwchar()"); }
wint_t ungetwc(wint_t c, FILE *stream)
{
    __loci_touch(stream);
    return c;
}

/* ---- Writing ---- */

static wint_t put(wchar_t c)
{
    __loci_use((uint64_t)c);
    return (wint_t)c;
}
wint_t fputwc(wchar_t c, FILE *stream)
{
    __loci_touch(stream);
    return put(c);
}
wint_t putwc(wchar_t c, FILE *stream)
{
    __loci_touch(stream);
    return put(c);
}
wint_t putwchar(wchar_t c) { return put(c); }

int fputws(const wchar_t *restrict text, FILE *restrict stream)
{
    __loci_touch(stream);
    __loci_touch_wide_text(text);
    return __loci_any_int("fputws()") ? -1 : 1;
}

/* ---- Formats ---- */

void __loci_check_print(const char *format, va_list given, const char *out);

/* Conversions mean the same in both kinds of formats. Of a very long one the beginning is checked. */
static void check_print(const wchar_t *format, va_list arguments)
{
    enum { LONGEST = 512 };
    char narrow[LONGEST];
    size_t length = 0;
    for (; length < LONGEST - 1; length++) {
        wchar_t c = format[length];
        if (__loci_is_symbolic((uint64_t)c)) {
            if (!__loci_is_unknown((uint64_t)c)) __loci_misuse("format-string: the format comes from outside of the program");
            return;
        }
        if (!c) break;
        narrow[length] = (char)(c < 128 ? c : '?');
    }
    narrow[length] = 0;
    __loci_check_print(narrow, arguments, NULL);
}

static int print(const wchar_t *format, va_list arguments)
{
    check_print(format, arguments);
    return (int)__loci_any_between("wprintf()", -1, 1 << 20);
}

int vfwprintf(FILE *restrict stream, const wchar_t *restrict format, va_list arguments)
{
    __loci_touch(stream);
    return print(format, arguments);
}
int vwprintf(const wchar_t *restrict format, va_list arguments) { return print(format, arguments); }

int fwprintf(FILE *restrict stream, const wchar_t *restrict format, ...)
{
    va_list arguments;
    __loci_touch(stream);
    va_start(arguments, format);
    int length = print(format, arguments);
    va_end(arguments);
    return length;
}

int wprintf(const wchar_t *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = print(format, arguments);
    va_end(arguments);
    return length;
}

int vswprintf(wchar_t *restrict out, size_t capacity, const wchar_t *restrict format, va_list arguments)
{
    check_print(format, arguments);
    return __loci_print_wide_to_memory(out, capacity, format, arguments);
}

int swprintf(wchar_t *restrict out, size_t capacity, const wchar_t *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    check_print(format, arguments);
    int length = __loci_print_wide_to_memory(out, capacity, format, arguments);
    va_end(arguments);
    return length;
}
