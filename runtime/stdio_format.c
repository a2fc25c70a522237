/* The core of printf: __loci_format.
 *
 * A format is a sequence of literal text and conversion specifications. Each specification is parsed
 * into a struct, its arguments are fetched, and one function per kind of conversion puts the text. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include "loci_format.h"
#include "loci_library.h"
#include "loci_os.h"
#include "loci_length.h"

enum { NEXT = 0, CONSTANT = -1 }; /* places of an argument besides the positions 1, 2, … */

struct specification {
    _Bool left, plus, space, alternate, zero;
    int width_place, precision_place, place; /* CONSTANT, NEXT or a position */
    int width, precision;                    /* precision -1: none */
    enum length length;
    char conversion;
};

union value {
    long long integer;
    double real;
    long double long_real;
    const void *pointer;
};

enum kind { NO_VALUE, AN_INT, A_LONG, A_LONG_LONG, A_DOUBLE, A_LONG_DOUBLE, A_POINTER };

enum { MOST_POSITIONS = 64 };

struct formatter {
    struct __loci_sink *sink;
    size_t total;
    unsigned symbolic_total; /* lengths of numbers that are symbolic: kept apart, since no decision may depend on it */
    va_list arguments;
    _Bool positional; /* positions holds all arguments */
    union value positions[MOST_POSITIONS];
};

/* ---- output ---- */

static void put(struct formatter *formatter, const char *bytes, size_t count)
{
    if (count == 0) return;
    formatter->sink->put(formatter->sink, bytes, count);
    formatter->total += count;
}

static void pad(struct formatter *formatter, char with, size_t count)
{
    char chunk[32];
    if (count == 0) return;
    memset(chunk, with, sizeof chunk);
    for (; count > sizeof chunk; count -= sizeof chunk) put(formatter, chunk, sizeof chunk);
    put(formatter, chunk, count);
}

static void put_in_field(struct formatter *formatter, const struct specification *spec, const char *bytes, size_t count)
{
    size_t padding = (size_t)spec->width > count ? (size_t)spec->width - count : 0;
    if (!spec->left) pad(formatter, ' ', padding);
    put(formatter, bytes, count);
    if (spec->left) pad(formatter, ' ', padding);
}

/* ---- parsing a specification ---- */

/* Reads digits; -1 if the number does not fit an int. */
static int parse_number(const char **at)
{
    int number = 0;
    for (; __loci_is_digit(**at); ++*at) {
        int digit = **at - '0';
        if (number < 0 || number > (INT_MAX - digit) / 10) number = -1;
        else number = number * 10 + digit;
    }
    return number;
}

/* "3$" names the third argument. Anything else is left alone and means the next one. */
static int parse_position(const char **at)
{
    const char *ahead = *at;
    int position = parse_number(&ahead);
    if (*ahead != '$' || position <= 0) return NEXT;
    *at = ahead + 1;
    return position;
}

static _Bool parse_flag(char c, struct specification *spec)
{
    switch (c) {
    case '-': spec->left = 1; return 1;
    case '+': spec->plus = 1; return 1;
    case ' ': spec->space = 1; return 1;
    case '#': spec->alternate = 1; return 1;
    case '0': spec->zero = 1; return 1;
    case '\'': case 'I': return 1; /* grouping and foreign digits: no effect in the "C" locale */
    default: return 0;
    }
}

/* A number or '*' or '*3$'. Returns false if the number is too large. */
static _Bool parse_amount(const char **at, int *amount, int *place)
{
    if (**at == '*') {
        ++*at;
        *place = parse_position(at);
        return 1;
    }
    *place = CONSTANT;
    *amount = parse_number(at);
    return *amount >= 0;
}

/* `at` is behind the '%'. Returns what follows the specification, or null with errno set. */
static const char *parse_specification(const char *at, struct specification *spec)
{
    *spec = (struct specification){.precision = -1, .width_place = CONSTANT, .precision_place = CONSTANT};
    spec->place = parse_position(&at);
    while (parse_flag(*at, spec)) at++;
    _Bool fits = parse_amount(&at, &spec->width, &spec->width_place);
    if (*at == '.') {
        at++;
        spec->precision = 0;
        fits &= parse_amount(&at, &spec->precision, &spec->precision_place);
    }
    if (!fits) {
        errno = EOVERFLOW;
        return NULL;
    }
    spec->length = parse_length(&at);
    spec->conversion = *at;
    if (*at == '\0') {
        errno = EINVAL;
        return NULL;
    }
    return at + 1;
}

/* ---- arguments ---- */

static enum kind kind_of_integer(enum length length)
{
    switch (length) {
    case LONG: case SIZE: case PTRDIFF: return A_LONG; /* the same size in both data models */
    case LONG_LONG: case INTMAX: return A_LONG_LONG;
    default: return AN_INT;
    }
}

static enum kind kind_of(const struct specification *spec)
{
    switch (spec->conversion) {
    case 'd': case 'i': case 'o': case 'u': case 'x': case 'X': case 'b': case 'B': return kind_of_integer(spec->length);
    case 'c': case 'C': return AN_INT;
    case 's': case 'S': case 'p': case 'n': return A_POINTER;
    case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
        return spec->length == LONG_LONG ? A_LONG_DOUBLE : A_DOUBLE;
    default: return NO_VALUE;
    }
}

static union value next_argument(struct formatter *formatter, enum kind kind)
{
    union value value = {0};
    switch (kind) {
    case NO_VALUE: break;
    case AN_INT: value.integer = va_arg(formatter->arguments, int); break;
    case A_LONG: value.integer = va_arg(formatter->arguments, long); break;
    case A_LONG_LONG: value.integer = va_arg(formatter->arguments, long long); break;
    case A_DOUBLE: value.real = va_arg(formatter->arguments, double); break;
    case A_LONG_DOUBLE: value.long_real = va_arg(formatter->arguments, long double); break;
    case A_POINTER: value.pointer = va_arg(formatter->arguments, void *); break;
    }
    return value;
}

static union value argument(struct formatter *formatter, int place, enum kind kind)
{
    if (place != NEXT && formatter->positional) return formatter->positions[place - 1];
    return next_argument(formatter, kind);
}

static _Bool note_kind(enum kind kinds[MOST_POSITIONS], int place, enum kind kind)
{
    if (place > MOST_POSITIONS) return 0;
    if (place > 0) kinds[place - 1] = kind;
    return 1;
}

/* The kinds of all positional arguments must be known before the first can be fetched. */
static _Bool fetch_positions(struct formatter *formatter, const char *format)
{
    enum kind kinds[MOST_POSITIONS] = {NO_VALUE};
    while ((format = strchr(format, '%')) != NULL) {
        struct specification spec;
        format = parse_specification(format + 1, &spec);
        if (format == NULL) return 0;
        if (!note_kind(kinds, spec.width_place, AN_INT) || !note_kind(kinds, spec.precision_place, AN_INT) ||
            !note_kind(kinds, spec.place, kind_of(&spec))) {
            errno = EINVAL;
            return 0;
        }
    }
    int last = MOST_POSITIONS;
    while (last > 0 && kinds[last - 1] == NO_VALUE) last--;
    for (int i = 0; i < last; i++) /* an argument nobody mentions is taken for an int */
        formatter->positions[i] = next_argument(formatter, kinds[i] == NO_VALUE ? AN_INT : kinds[i]);
    formatter->positional = 1;
    return 1;
}

static _Bool uses_positions(const struct specification *spec)
{
    return spec->place > 0 || spec->width_place > 0 || spec->precision_place > 0;
}

/* Replaces every '*' by its value. */
static _Bool resolve_amounts(struct formatter *formatter, struct specification *spec)
{
    if (spec->width_place != CONSTANT) {
        spec->width = (int)argument(formatter, spec->width_place, AN_INT).integer;
        if (spec->width == INT_MIN) {
            errno = EOVERFLOW;
            return 0;
        }
        if (spec->width < 0) {
            spec->left = 1;
            spec->width = -spec->width;
        }
    }
    if (spec->precision_place != CONSTANT) {
        int precision = (int)argument(formatter, spec->precision_place, AN_INT).integer;
        spec->precision = precision < 0 ? -1 : precision;
    }
    return 1;
}

/* ---- integers ---- */

static long long as_signed(enum length length, long long value)
{
    switch (length) {
    case CHAR: return (signed char)value;
    case SHORT: return (short)value;
    default: return value;
    }
}

static unsigned long long as_unsigned(enum length length, long long value)
{
    switch (length) {
    case CHAR: return (unsigned char)value;
    case SHORT: return (unsigned short)value;
    case INT: return (unsigned)value;
    case LONG: case SIZE: case PTRDIFF: return (unsigned long)value;
    default: return (unsigned long long)value;
    }
}

/* Does not decide on the digit, which may be symbolic. */
static char digit_character(unsigned digit, unsigned base, _Bool capital)
{
    if (base <= 10) return (char)('0' + digit);
    return (capital ? "0123456789ABCDEF" : "0123456789abcdef")[digit];
}

/* Writes digits so that they end at `end`; returns their start. Zero has no digits. */
static char *digits_of(unsigned long long value, unsigned base, _Bool capital, char *end)
{
    for (; value != 0; value /= base) *--end = digit_character((unsigned)(value % base), base, capital);
    return end;
}

static void put_number(struct formatter *formatter, const struct specification *spec, const char *prefix,
                       unsigned base, _Bool capital, unsigned long long value)
{
    char buffer[8 * sizeof value];
    char *end = buffer + sizeof buffer, *digits = digits_of(value, base, capital, end);
    size_t count = (size_t)(end - digits), sign = strlen(prefix);
    size_t least = spec->precision < 0 ? 1 : (size_t)spec->precision;
    if (base == 8 && spec->alternate && least <= count) least = count + 1;
    size_t zeroes = least > count ? least - count : 0;
    size_t used = sign + zeroes + count;
    size_t padding = (size_t)spec->width > used ? (size_t)spec->width - used : 0;
    if (spec->zero && !spec->left && spec->precision < 0) {
        zeroes += padding;
        padding = 0;
    }
    if (!spec->left) pad(formatter, ' ', padding);
    put(formatter, prefix, sign);
    pad(formatter, '0', zeroes);
    put(formatter, digits, count);
    if (spec->left) pad(formatter, ' ', padding);
}

static void put_signed(struct formatter *formatter, const struct specification *spec, long long value)
{
    const char *sign = value < 0 ? "-" : spec->plus ? "+" : spec->space ? " " : "";
    unsigned long long magnitude = value < 0 ? -(unsigned long long)value : (unsigned long long)value;
    put_number(formatter, spec, sign, 10, 0, magnitude);
}

static void put_unsigned(struct formatter *formatter, const struct specification *spec, unsigned long long value)
{
    _Bool prefixed = spec->alternate && value != 0;
    switch (spec->conversion) {
    case 'o': put_number(formatter, spec, "", 8, 0, value); break;
    case 'x': put_number(formatter, spec, prefixed ? "0x" : "", 16, 0, value); break;
    case 'X': put_number(formatter, spec, prefixed ? "0X" : "", 16, 1, value); break;
    case 'b': put_number(formatter, spec, prefixed ? "0b" : "", 2, 0, value); break;
    case 'B': put_number(formatter, spec, prefixed ? "0B" : "", 2, 0, value); break;
    default: put_number(formatter, spec, "", 10, 0, value); break;
    }
}

static void put_pointer(struct formatter *formatter, const struct specification *spec, const void *pointer)
{
    if (pointer == NULL) {
        put_in_field(formatter, spec, "(nil)", 5);
        return;
    }
    const char *prefix = spec->plus ? "+0x" : spec->space ? " 0x" : "0x";
    put_number(formatter, spec, prefix, 16, 0, (uintptr_t)pointer);
}

/* ---- characters and strings ---- */

/* The "C" locale knows wide characters up to 127. */
static _Bool narrow(wchar_t wide, char *byte)
{
    if (wide < 0 || wide > 127) {
        errno = EILSEQ;
        return 0;
    }
    *byte = (char)wide;
    return 1;
}

static _Bool put_wide_string(struct formatter *formatter, const struct specification *spec, const wchar_t *text)
{
    size_t length = 0;
    char byte;
    for (; (spec->precision < 0 || length < (size_t)spec->precision) && text[length] != L'\0'; length++)
        if (!narrow(text[length], &byte)) return 0;
    size_t padding = (size_t)spec->width > length ? (size_t)spec->width - length : 0;
    if (!spec->left) pad(formatter, ' ', padding);
    for (size_t i = 0; i < length; i++) {
        narrow(text[i], &byte);
        put(formatter, &byte, 1);
    }
    if (spec->left) pad(formatter, ' ', padding);
    return 1;
}

static _Bool put_string(struct formatter *formatter, const struct specification *spec, const void *text)
{
    if (text == NULL) {
        put_in_field(formatter, spec, "(null)", spec->precision < 0 || spec->precision >= 6 ? 6 : 0);
        return 1;
    }
    if (spec->conversion == 'S' || (spec->conversion == 's' && spec->length == LONG))
        return put_wide_string(formatter, spec, text);
    const char *bytes = text;
    size_t length = 0;
    while ((spec->precision < 0 || length < (size_t)spec->precision) && bytes[length] != '\0') length++;
    put_in_field(formatter, spec, bytes, length);
    return 1;
}

static _Bool put_character(struct formatter *formatter, const struct specification *spec, int character)
{
    char byte = (char)character;
    _Bool wide = spec->conversion == 'C' || spec->length == LONG;
    if (wide && !narrow((wchar_t)character, &byte)) return 0;
    put_in_field(formatter, spec, &byte, 1);
    return 1;
}

/* %m is the text of errno, %#m its name, or the number where it has none. */
static void put_error(struct formatter *formatter, struct specification *spec, int error)
{
    char unknown[32];
    const char *text = spec->alternate ? __loci_error_name(error) : __loci_error_text(error, unknown);
    if (text == NULL) {
        put_signed(formatter, spec, error);
        return;
    }
    spec->conversion = 's';
    spec->length = INT;
    put_string(formatter, spec, text);
}

/* ---- floats: the host renders them ---- */

static void write_float_format(const struct specification *spec, _Bool long_double, char format[16])
{
    *format++ = '%';
    if (spec->left) *format++ = '-';
    if (spec->plus) *format++ = '+';
    if (spec->space) *format++ = ' ';
    if (spec->alternate) *format++ = '#';
    if (spec->zero) *format++ = '0';
    *format++ = '*';
    *format++ = '.';
    *format++ = '*';
    if (long_double) *format++ = 'L';
    *format++ = spec->conversion;
    *format = '\0';
}

static int render(char *out, size_t capacity, const struct specification *spec, union value value)
{
    _Bool long_double = spec->length == LONG_LONG;
    char format[16];
    write_float_format(spec, long_double, format);
    return long_double
               ? __loci_format_long_double(out, capacity, format, spec->width, spec->precision, value.long_real)
               : __loci_format_double(out, capacity, format, spec->width, spec->precision, value.real);
}

static _Bool put_float(struct formatter *formatter, const struct specification *spec, union value value)
{
    char small[64];
    int length = render(small, sizeof small, spec, value);
    if (length < 0) return 0;
    if ((size_t)length < sizeof small) {
        put(formatter, small, (size_t)length);
        return 1;
    }
    char *large = malloc((size_t)length + 1);
    if (large == NULL) {
        errno = ENOMEM;
        return 0;
    }
    render(large, (size_t)length + 1, spec, value);
    put(formatter, large, (size_t)length);
    free(large);
    return 1;
}

/* ---- %n ---- */

static void store_count(enum length length, void *target, size_t count)
{
    switch (length) {
    case INT: *(int *)target = (int)count; break;
    case CHAR: *(signed char *)target = (signed char)count; break;
    case SHORT: *(short *)target = (short)count; break;
    case LONG: *(long *)target = (long)count; break;
    case LONG_LONG: *(long long *)target = (long long)count; break;
    case INTMAX: *(intmax_t *)target = (intmax_t)count; break;
    case SIZE: *(size_t *)target = count; break;
    case PTRDIFF: *(ptrdiff_t *)target = (ptrdiff_t)count; break;
    }
}

/* ---- symbolic numbers ---- */

/* Writes the conversion for a value of 64 bits: "%-*.*lld", "%*.*f". */
static void write_conversion(const struct specification *spec, char conversion[16])
{
    _Bool is_integer = strchr("diouxXbB", spec->conversion) != NULL;
    write_float_format(spec, 0, conversion);
    if (!is_integer) return;
    size_t last = strlen(conversion) - 1;
    memcpy(conversion + last, "ll", 2);
    conversion[last + 2] = spec->conversion;
    conversion[last + 3] = '\0';
}

/* In a run, a symbolic number on its way out is not turned into digits, which would fork for each of them: a token goes
 * out instead, and becomes text when the path has ended. */
static _Bool put_symbolic(struct formatter *formatter, const struct specification *spec, uint64_t value)
{
    if (formatter->sink->fd < 0 || !__loci_is_run() || !__loci_is_symbolic(value)) return 0;
    if (!__loci_model_is_output(formatter->sink->fd)) return 0;
    char token[LOCI_TOKEN_BYTES], conversion[16];
    write_conversion(spec, conversion);
    formatter->symbolic_total += (unsigned)__loci_format_symbolic(token, conversion, spec->width, spec->precision, value);
    formatter->sink->put(formatter->sink, token, sizeof token);
    return 1;
}

static _Bool put_symbolic_float(struct formatter *formatter, const struct specification *spec, double value)
{
    uint64_t bits;
    if (spec->length == LONG_LONG) return 0; /* a long double has no 64 bits: the host renders one of its values */
    memcpy(&bits, &value, sizeof bits);
    return put_symbolic(formatter, spec, bits);
}

/* ---- the whole ---- */

static void convert_signed(struct formatter *formatter, const struct specification *spec, long long value)
{
    if (!put_symbolic(formatter, spec, (uint64_t)value)) put_signed(formatter, spec, value);
}

static void convert_unsigned(struct formatter *formatter, const struct specification *spec, unsigned long long value)
{
    if (!put_symbolic(formatter, spec, value)) put_unsigned(formatter, spec, value);
}

/* `text` is the specification as written, printed as it is when its conversion is unknown. */
static _Bool convert(struct formatter *formatter, struct specification *spec, const char *text, size_t length, int error)
{
    union value value = argument(formatter, spec->place, kind_of(spec));
    switch (spec->conversion) {
    case 'd': case 'i': convert_signed(formatter, spec, as_signed(spec->length, value.integer)); return 1;
    case 'o': case 'u': case 'x': case 'X': case 'b': case 'B':
        convert_unsigned(formatter, spec, as_unsigned(spec->length, value.integer));
        return 1;
    case 'p':
        if (!put_symbolic(formatter, spec, (uintptr_t)value.pointer)) put_pointer(formatter, spec, value.pointer);
        return 1;
    case 'c': case 'C': return put_character(formatter, spec, (int)value.integer);
    case 's': case 'S': return put_string(formatter, spec, value.pointer);
    case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
        return put_symbolic_float(formatter, spec, value.real) || put_float(formatter, spec, value);
    case 'm': put_error(formatter, spec, error); return 1;
    case 'n': store_count(spec->length, (void *)value.pointer, formatter->total + formatter->symbolic_total); return 1;
    case '%': put(formatter, "%", 1); return 1;
    default: put(formatter, text, length); return 1;
    }
}

static _Bool format_all(struct formatter *formatter, const char *format)
{
    const char *start = format;
    int error = errno; /* for %m, before anything here changes it */
    for (;;) {
        size_t literal = 0;
        while (format[literal] != '\0' && format[literal] != '%') literal++;
        put(formatter, format, literal);
        format += literal;
        if (*format == '\0') return 1;

        struct specification spec;
        const char *end = parse_specification(format + 1, &spec);
        if (end == NULL) return 0;
        if (uses_positions(&spec) && !formatter->positional && !fetch_positions(formatter, start)) return 0;
        if (!resolve_amounts(formatter, &spec)) return 0;
        if (!convert(formatter, &spec, format, (size_t)(end - format), error)) return 0;
        format = end;
    }
}

int __loci_format(struct __loci_sink *sink, const char *format, va_list arguments)
{
    struct formatter formatter;
    formatter.sink = sink;
    formatter.total = 0;
    formatter.symbolic_total = 0;
    formatter.positional = 0;
    va_copy(formatter.arguments, arguments);
    _Bool good = format_all(&formatter, format);
    va_end(formatter.arguments);
    if (!good) return -1;
    if (formatter.total > INT_MAX) {
        errno = EOVERFLOW;
        return -1;
    }
    return (int)((unsigned)formatter.total + formatter.symbolic_total);
}

void __loci_put_in_memory(struct __loci_sink *sink, const char *bytes, size_t count)
{
    struct __loci_memory_sink *memory = (struct __loci_memory_sink *)sink;
    if (count > memory->room) count = memory->room;
    memcpy(memory->out, bytes, count);
    memory->out += count;
    memory->room -= count;
}

int __loci_print_to_memory(char *out, size_t capacity, const char *format, va_list arguments)
{
    char nowhere;
    if (capacity == 0) out = &nowhere;
    struct __loci_memory_sink memory = {{__loci_put_in_memory, -1}, out, capacity == 0 ? 0 : capacity - 1};
    int length = __loci_format(&memory.sink, format, arguments);
    *memory.out = '\0';
    return length;
}
