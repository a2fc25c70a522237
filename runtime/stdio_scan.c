/* The core of scanf: __loci_scan. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include "loci_library.h"
#include "loci_machine.h"
#include "loci_number.h"
#include "loci_scan.h"
#include "loci_length.h"

struct specification {
    _Bool suppressed; /* '*': nothing is stored */
    _Bool allocating; /* 'm': the memory is malloc's */
    int position;     /* of the argument, or 0: the next */
    int width;        /* 0: no limit */
    enum length length;
    char conversion;
    const char *set, *set_end; /* of %[…]: the characters between the brackets, without '^' */
    _Bool inverted;
};

enum outcome { MATCHED, MISMATCH, INPUT_ENDED };

struct scanner {
    struct __loci_source *source;
    va_list arguments, all_arguments; /* the latter for positions: each is reached from the start */
    size_t consumed;                  /* characters taken from the source, for %n */
    int assigned;
};

/* ---- characters ---- */

static int take(struct scanner *scanner)
{
    int c = scanner->source->get(scanner->source);
    if (c != EOF) scanner->consumed++;
    return c;
}

static void give_back(struct scanner *scanner, int c)
{
    if (c == EOF) return;
    scanner->source->unget(scanner->source, c);
    scanner->consumed--;
}

/* Returns false if the input ends there. */
static _Bool skip_space(struct scanner *scanner)
{
    int c;
    do c = take(scanner);
    while (__loci_is_space(c));
    give_back(scanner, c);
    return c != EOF;
}

/* ---- a growing text, for numbers and for %m ---- */

enum { SMALL_TEXT = 64 };

struct text {
    char small[SMALL_TEXT], *bytes;
    size_t length, capacity;
    _Bool failed;
};

static void text_open(struct text *text)
{
    text->bytes = text->small;
    text->length = 0;
    text->capacity = SMALL_TEXT;
    text->failed = 0;
}

static void text_close(struct text *text)
{
    if (text->bytes != text->small) free(text->bytes);
}

/* Room for one more byte and the terminator is always kept. */
static void text_add(struct text *text, int c)
{
    if (text->length + 2 > text->capacity) {
        char *larger = malloc(text->capacity * 2);
        if (larger == NULL) {
            text->failed = 1;
            return;
        }
        memcpy(larger, text->bytes, text->length);
        text_close(text);
        text->bytes = larger;
        text->capacity *= 2;
    }
    text->bytes[text->length++] = (char)c;
}

/* ---- parsing a specification ---- */

static int parse_number(const char **at)
{
    int number = 0;
    for (; __loci_is_digit(**at); ++*at)
        if (number < INT_MAX / 10) number = number * 10 + (**at - '0');
    return number;
}

/* `at` is behind '['. A ']' that comes first belongs to the set. */
static const char *parse_set(const char *at, struct specification *spec)
{
    spec->inverted = *at == '^';
    if (spec->inverted) at++;
    spec->set = at;
    if (*at == ']') at++;
    while (*at != '\0' && *at != ']') at++;
    spec->set_end = at;
    return *at == ']' ? at + 1 : NULL;
}

/* `at` is behind the '%'. Returns what follows, or null if the format ends too early. */
static const char *parse_specification(const char *at, struct specification *spec)
{
    *spec = (struct specification){0};
    const char *ahead = at;
    int number = parse_number(&ahead);
    if (*ahead == '$' && number > 0) {
        spec->position = number;
        at = ahead + 1;
    }
    for (;; at++) {
        if (*at == '*') spec->suppressed = 1;
        else if (*at != '\'' && *at != 'I') break;
    }
    spec->width = parse_number(&at);
    if (*at == 'm') {
        spec->allocating = 1;
        at++;
    }
    spec->length = parse_length(&at);
    spec->conversion = *at;
    if (*at == '\0') return NULL;
    return *at == '[' ? parse_set(at + 1, spec) : at + 1;
}

static void *target_of(struct scanner *scanner, const struct specification *spec)
{
    if (spec->suppressed) return NULL;
    if (spec->position == 0) return va_arg(scanner->arguments, void *);
    va_list list;
    va_copy(list, scanner->all_arguments);
    void *target = NULL;
    for (int i = 0; i < spec->position; i++) target = va_arg(list, void *);
    va_end(list);
    return target;
}

/* ---- integers ---- */

static void store_integer(enum length length, void *target, long long value)
{
    switch (length) {
    case INT: *(int *)target = (int)value; break;
    case CHAR: *(signed char *)target = (signed char)value; break;
    case SHORT: *(short *)target = (short)value; break;
    case LONG: *(long *)target = (long)value; break;
    case LONG_LONG: *(long long *)target = value; break;
    case INTMAX: *(intmax_t *)target = value; break;
    case SIZE: *(size_t *)target = (size_t)value; break;
    case PTRDIFF: *(ptrdiff_t *)target = (ptrdiff_t)value; break;
    }
}

static int base_of(char conversion)
{
    switch (conversion) {
    case 'i': return 0;
    case 'o': return 8;
    case 'x': case 'X': case 'p': return 16;
    default: return 10;
    }
}

/* A cursor on the characters of one field, which ends after `left` of them. */
struct field {
    struct scanner *scanner;
    struct text *text;
    int left;
    int c; /* the character under the cursor, EOF behind the end */
};

static void look(struct field *field)
{
    field->c = field->left > 0 ? take(field->scanner) : EOF;
}

static void accept(struct field *field)
{
    text_add(field->text, field->c);
    field->left--;
    look(field);
}

static void begin_field(struct field *field, struct scanner *scanner, const struct specification *spec, struct text *text)
{
    field->scanner = scanner;
    field->text = text;
    field->left = spec->width > 0 ? spec->width : INT_MAX;
    look(field);
}

static void end_field(struct field *field)
{
    give_back(field->scanner, field->c);
    field->text->bytes[field->text->length] = '\0';
}

static void collect_integer(struct field *field, int base)
{
    if (field->c == '+' || field->c == '-') accept(field);
    if (field->c == '0') {
        accept(field);
        if ((base == 0 || base == 16) && (field->c == 'x' || field->c == 'X')) {
            base = 16;
            accept(field);
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0) base = 10;
    while (field->c != EOF && __loci_digit_value(field->c) < base) accept(field);
}

/* What strtol or strtoull makes of the text; like the GNU C library, clamped to long and then cut down. */
static long long integer_value(const char *text, char **end, int base, _Bool is_signed, enum length length)
{
    _Bool wide = length == LONG_LONG || length == INTMAX;
    if (is_signed)
        return __loci_to_signed(text, end, base, 0, wide ? LLONG_MIN : LONG_MIN, wide ? LLONG_MAX : LONG_MAX);
    return (long long)__loci_to_unsigned(text, end, base, 0, wide ? ULLONG_MAX : ULONG_MAX);
}

static _Bool takes_nil(struct field *field)
{
    static const char nil[] = "(nil)";
    for (int i = 0; nil[i] != '\0'; i++) {
        char wanted = nil[i];
        if (field->c != wanted && !(wanted >= 'a' && field->c == wanted - 'a' + 'A')) return 0;
        accept(field);
    }
    return 1;
}

static enum outcome scan_integer(struct scanner *scanner, const struct specification *spec)
{
    struct text text;
    struct field field;
    text_open(&text);
    begin_field(&field, scanner, spec, &text);
    _Bool ended = field.c == EOF;
    _Bool nil = spec->conversion == 'p' && field.c == '(' && takes_nil(&field);
    int base = base_of(spec->conversion);
    if (!nil && (text.length == 0)) collect_integer(&field, base);
    end_field(&field);

    char *end = text.bytes;
    long long value = 0;
    enum length length = spec->conversion == 'p' ? LONG : spec->length;
    if (!nil) {
        int old_error = errno;
        _Bool is_signed = spec->conversion == 'd' || spec->conversion == 'i';
        value = integer_value(text.bytes, &end, base, is_signed, length);
        if (errno != ERANGE) errno = old_error;
    }
    _Bool matched = nil || end != text.bytes;
    text_close(&text);
    if (ended) return INPUT_ENDED;
    if (!matched) return MISMATCH;
    void *target = target_of(scanner, spec);
    if (target != NULL) {
        store_integer(length, target, value);
        scanner->assigned++;
    }
    return MATCHED;
}

/* ---- floats ---- */

static _Bool accept_letters(struct field *field, const char *letters)
{
    for (; *letters != '\0'; letters++) {
        if (field->c != *letters && field->c != *letters - 'a' + 'A') return 0;
        accept(field);
    }
    return 1;
}

static _Bool is_hexadecimal(int c)
{
    return c != EOF && __loci_digit_value(c) < 16;
}

static int letter(int c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/* Digits with at most one point among them; returns whether there was a digit. */
static _Bool accept_digits(struct field *field, _Bool hexadecimal)
{
    _Bool any = 0, point = 0;
    for (;;) {
        if (hexadecimal ? is_hexadecimal(field->c) : __loci_is_digit(field->c)) any = 1;
        else if (field->c == '.' && !point) point = 1;
        else return any;
        accept(field);
    }
}

/* Collects the longest text that may become a float; returns whether it is one. */
static _Bool collect_float(struct field *field)
{
    if (field->c == '+' || field->c == '-') accept(field);
    if (letter(field->c) == 'n') return accept_letters(field, "nan");
    if (letter(field->c) == 'i') {
        if (!accept_letters(field, "inf")) return 0;
        return letter(field->c) != 'i' || accept_letters(field, "inity");
    }
    _Bool hexadecimal = 0, any = 0;
    if (field->c == '0') {
        accept(field);
        any = 1;
        if (letter(field->c) == 'x' && field->left > 1) {
            accept(field);
            hexadecimal = 1;
            any = 0;
        }
    }
    any |= accept_digits(field, hexadecimal);
    if (!any) return 0;
    if (letter(field->c) != (hexadecimal ? 'p' : 'e')) return 1;
    accept(field);
    if (field->c == '+' || field->c == '-') accept(field);
    while (__loci_is_digit(field->c)) accept(field);
    return 1; /* "1e" is taken for 1, as the GNU C library does */
}

static void store_float(enum length length, void *target, const char *text)
{
    size_t used;
    int error;
    if (length == LONG) *(double *)target = __loci_parse_double(text, &used, &error);
    else if (length == LONG_LONG) *(long double *)target = __loci_parse_long_double(text, &used, &error);
    else *(float *)target = __loci_parse_float(text, &used, &error);
    if (error != 0) errno = error;
}

static enum outcome scan_float(struct scanner *scanner, const struct specification *spec)
{
    struct text text;
    struct field field;
    text_open(&text);
    begin_field(&field, scanner, spec, &text);
    _Bool ended = field.c == EOF, matched = collect_float(&field);
    end_field(&field);
    if (matched) {
        void *target = target_of(scanner, spec);
        if (target != NULL) {
            store_float(spec->length, target, text.bytes);
            scanner->assigned++;
        }
    }
    text_close(&text);
    return ended ? INPUT_ENDED : matched ? MATCHED : MISMATCH;
}

/* ---- characters and strings ---- */

static _Bool is_in_set(const struct specification *spec, int c)
{
    for (const char *at = spec->set; at < spec->set_end; at++) {
        unsigned char low = (unsigned char)*at, high = low;
        if (at + 2 < spec->set_end && at[1] == '-') {
            high = (unsigned char)at[2];
            if (low > high) high = low; /* an empty range still has its ends looked at one by one */
            else at += 2;
        }
        if (c >= low && c <= high) return !spec->inverted;
    }
    return spec->inverted;
}

static _Bool belongs(const struct specification *spec, int c)
{
    if (c == EOF) return 0;
    switch (spec->conversion) {
    case 'c': case 'C': return 1;
    case 's': case 'S': return !__loci_is_space(c);
    default: return is_in_set(spec, c);
    }
}

/* Where the characters of a string go: bytes or wide characters, given or growing, or nowhere. */
struct destination {
    _Bool wide, growing, failed;
    void *memory;
    size_t length, capacity; /* capacity counts only when growing */
};

static void destination_add(struct destination *destination, int c)
{
    if (destination->growing && destination->length == destination->capacity) {
        size_t capacity = destination->capacity * 2 + 16;
        void *larger = realloc(destination->memory, capacity * (destination->wide ? sizeof(wchar_t) : 1));
        if (larger == NULL) {
            destination->failed = 1;
            return;
        }
        destination->memory = larger;
        destination->capacity = capacity;
    }
    size_t at = destination->length++;
    if (destination->memory == NULL) return;
    if (destination->wide) ((wchar_t *)destination->memory)[at] = c;
    else ((char *)destination->memory)[at] = (char)c;
}

static void shrink_to_fit(struct destination *destination)
{
    void *fitting = realloc(destination->memory, destination->length * (destination->wide ? sizeof(wchar_t) : 1));
    if (fitting != NULL) destination->memory = fitting;
}

static enum outcome scan_characters(struct scanner *scanner, const struct specification *spec)
{
    _Bool single = spec->conversion == 'c' || spec->conversion == 'C';
    int left = spec->width > 0 ? spec->width : single ? 1 : INT_MAX;
    void *target = target_of(scanner, spec);
    struct destination destination = {0};
    destination.wide = spec->length == LONG || spec->conversion == 'C' || spec->conversion == 'S';
    destination.growing = spec->allocating && target != NULL;
    destination.memory = spec->allocating ? NULL : target;

    int c = take(scanner);
    if (c == EOF) return INPUT_ENDED;
    if (!belongs(spec, c)) {
        give_back(scanner, c);
        return MISMATCH;
    }
    for (;;) {
        if (destination.wide && c > 127) { /* not in the "C" locale */
            errno = EILSEQ;
            destination.failed = 1;
        }
        if (!destination.failed) destination_add(&destination, c);
        if (--left == 0) break;
        c = take(scanner);
        if (!belongs(spec, c)) {
            give_back(scanner, c);
            break;
        }
    }
    if (!single) destination_add(&destination, '\0');
    if (destination.failed) {
        if (destination.growing) free(destination.memory);
        return MISMATCH;
    }
    if (target == NULL) return MATCHED;
    if (destination.growing) {
        shrink_to_fit(&destination);
        *(void **)target = destination.memory;
    }
    scanner->assigned++;
    return MATCHED;
}

/* ---- the whole ---- */

static enum outcome scan_percent(struct scanner *scanner)
{
    int c = take(scanner);
    if (c == '%') return MATCHED;
    give_back(scanner, c);
    return c == EOF ? INPUT_ENDED : MISMATCH;
}

static enum outcome scan_literal(struct scanner *scanner, char wanted)
{
    int c = take(scanner);
    if (c == (unsigned char)wanted) return MATCHED;
    give_back(scanner, c);
    return c == EOF ? INPUT_ENDED : MISMATCH;
}

static enum outcome convert(struct scanner *scanner, const struct specification *spec)
{
    switch (spec->conversion) {
    case 'n': {
        void *target = target_of(scanner, spec);
        if (target != NULL) store_integer(spec->length, target, (long long)scanner->consumed);
        return MATCHED;
    }
    case 'c': case 'C': case '[': return scan_characters(scanner, spec);
    case 's': case 'S': return skip_space(scanner) ? scan_characters(scanner, spec) : INPUT_ENDED;
    case '%': return skip_space(scanner) ? scan_percent(scanner) : INPUT_ENDED;
    case 'd': case 'i': case 'o': case 'u': case 'x': case 'X': case 'p':
        return skip_space(scanner) ? scan_integer(scanner, spec) : INPUT_ENDED;
    case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
        return skip_space(scanner) ? scan_float(scanner, spec) : INPUT_ENDED;
    default: return MISMATCH;
    }
}

static enum outcome scan_all(struct scanner *scanner, const char *format)
{
    while (*format != '\0') {
        enum outcome outcome;
        if (__loci_is_space(*format)) {
            while (__loci_is_space(*format)) format++;
            skip_space(scanner);
            continue;
        }
        if (*format == '%') {
            struct specification spec;
            format = parse_specification(format + 1, &spec);
            if (format == NULL) return MISMATCH;
            outcome = convert(scanner, &spec);
        } else {
            outcome = scan_literal(scanner, *format++);
        }
        if (outcome != MATCHED) return outcome;
    }
    return MATCHED;
}

int __loci_scan(struct __loci_source *source, const char *format, va_list arguments)
{
    struct scanner scanner = {.source = source};
    va_copy(scanner.arguments, arguments);
    va_copy(scanner.all_arguments, arguments);
    enum outcome outcome = scan_all(&scanner, format);
    va_end(scanner.arguments);
    va_end(scanner.all_arguments);
    return outcome == INPUT_ENDED && scanner.assigned == 0 ? EOF : scanner.assigned;
}
