/* printf and its kin: the arguments must be there and be what the format says. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <wchar.h>
#include "loci_contract.h"

struct conversion {
    char kind;      /* d s f c p n ... */
    int is_wide;    /* l, ll, j, z, t */
    int is_long_double;
    int stars;      /* width and precision that are arguments */
    int has_precision;
    int precision;  /* -1: none, or an argument */
};

/* Reads what stands behind a '%'; returns where it ends. */
static const char *read_conversion(const char *at, struct conversion *out)
{
    struct conversion c = {0};
    c.precision = -1;
    while (*at && strchr("-+ #0'", *at)) at++;
    if (*at == '*') c.stars++, at++;
    while ((*at >= '0') & (*at <= '9')) at++;
    if (*at == '.') {
        c.has_precision = 1;
        at++;
        if (*at == '*') c.stars++, at++;
        else
            for (c.precision = 0; (*at >= '0') & (*at <= '9'); at++) c.precision = c.precision * 10 + (*at - '0');
    }
    for (; *at && strchr("hlLjztq", *at); at++) {
        c.is_wide |= *at == 'l' || *at == 'j' || *at == 'z' || *at == 't' || *at == 'q' || *at == 'L';
        c.is_long_double |= *at == 'L';
    }
    c.kind = *at;
    *out = c;
    return *at ? at + 1 : at;
}

static int class_of(const struct conversion *c)
{
    if (strchr("diouxX", c->kind)) return c->is_wide && sizeof(long) == 8 ? LOCI_WIDE_INTEGER : LOCI_NARROW_INTEGER;
    if (c->kind == 'c') return LOCI_NARROW_INTEGER;
    if (strchr("aAeEfFgG", c->kind)) return c->is_long_double ? LOCI_LONG_DOUBLE : LOCI_DOUBLE;
    if (strchr("spn", c->kind)) return LOCI_POINTER;
    return LOCI_OTHER;
}

/* What stands in the place of the argument. Where only sizes differ that is no error of its own in practice. */
static void check_class(int wanted, int index)
{
    int given = __loci_argument_class(index);
    if (given == LOCI_NO_ARGUMENT) __loci_misuse("format: the format wants more arguments than there are");
    else if ((wanted == LOCI_DOUBLE) & (given != LOCI_DOUBLE) & (given != LOCI_OTHER))
        __loci_misuse("format: the format wants a floating-point number, the argument is none");
    else if ((wanted == LOCI_POINTER) & (given != LOCI_POINTER) & (given != LOCI_OTHER) & (given != LOCI_WIDE_INTEGER))
        __loci_misuse("format: the format wants a pointer, the argument is a number");
    else if ((wanted == LOCI_NARROW_INTEGER || wanted == LOCI_WIDE_INTEGER) & ((given == LOCI_DOUBLE) | (given == LOCI_POINTER)))
        __loci_misuse("format: the format wants an integer, the argument is none");
    else if ((wanted == LOCI_WIDE_INTEGER) & (given == LOCI_NARROW_INTEGER))
        __loci_misuse("format: the format wants a long integer, the argument is an int");
}

/* The text that is printed must not be where it is printed to. What was given leads elsewhere. */
static void check_overlap(const char *text, const char *out)
{
    if (out && !__loci_is_symbolic((uintptr_t)text) && text == out) __loci_misuse("overlap: the text that is printed is where it is printed to");
}

static void check_text(const struct conversion *c, const char *text, const char *out)
{
    if (c->has_precision) {
        if (c->precision > 0) __loci_touch(text);
        return;
    }
    check_overlap(text, out);
    __loci_touch_text(text);
}

static void check_wide_text(const struct conversion *c, const wchar_t *text)
{
    if (!c->has_precision) __loci_touch_wide_text(text);
    else if (c->precision > 0) __loci_touch(text);
}

static void take(const struct conversion *c, int class, va_list *arguments, const char *out)
{
    if (c->kind == 's' && c->is_wide) check_wide_text(c, va_arg(*arguments, const wchar_t *));
    else if (c->kind == 's') check_text(c, va_arg(*arguments, const char *), out);
    else if (c->kind == 'n') *va_arg(*arguments, int *) = (int)__loci_any_between("printf()", 0, 1 << 20);
    else if (class == LOCI_POINTER) __loci_use((uintptr_t)va_arg(*arguments, void *));
    else if (class == LOCI_DOUBLE) {
        double value = va_arg(*arguments, double);
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        __loci_use(bits);
    } else if (class == LOCI_LONG_DOUBLE) (void)va_arg(*arguments, long double);
    else if (class == LOCI_WIDE_INTEGER) __loci_use((uint64_t)va_arg(*arguments, long));
    else __loci_use((uint64_t)va_arg(*arguments, int));
}

void __loci_check_print(const char *format, va_list given, const char *out)
{
    va_list arguments;
    int index = 0;
    va_copy(arguments, given);
    for (const char *at = format;;) {
        if (__loci_is_symbolic((unsigned char)*at)) {
            if (!__loci_is_unknown((unsigned char)*at))
                __loci_misuse("format-string: the format comes from outside of the program");
            return;
        }
        if (!*at) break;
        if (*at++ != '%') continue;
        struct conversion c;
        if (*at == '%') {
            at++;
            continue;
        }
        at = read_conversion(at, &c);
        for (int i = 0; i < c.stars; i++) {
            check_class(LOCI_NARROW_INTEGER, index++);
            __loci_use((uint64_t)va_arg(arguments, int));
        }
        int class = class_of(&c);
        if (class == LOCI_OTHER) continue;
        if (c.kind == 'm') continue;
        check_class(class, index++);
        take(&c, class, &arguments, out);
    }
    va_end(arguments);
}

static int check_stream(FILE *stream, const char *format, va_list arguments)
{
    if (stream) __loci_touch(stream);
    __loci_check_print(format, arguments, NULL);
    return (int)__loci_any_between("printf()", -1, 1 << 20);
}

int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments)
{
    __loci_touch(stream);
    return check_stream(stream, format, arguments);
}
int vprintf(const char *restrict format, va_list arguments) { return check_stream(NULL, format, arguments); }

int printf(const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = check_stream(NULL, format, arguments);
    va_end(arguments);
    return length;
}

int fprintf(FILE *restrict stream, const char *restrict format, ...)
{
    va_list arguments;
    __loci_touch(stream);
    va_start(arguments, format);
    int length = check_stream(stream, format, arguments);
    va_end(arguments);
    return length;
}
