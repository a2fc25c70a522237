/* Reading floats.
 *
 * The host parses texts whose bytes are numbers. A text with symbolic bytes is read here, so that none of them is fixed:
 * digits become a number m that is scaled by a power of ten. Where m and the power are both floats without rounding, their
 * one product or quotient is the right result (Clinger, "How to Read Floating Point Numbers Accurately", 1990). What that
 * does not cover (many digits, large powers, hexadecimal, nan with a text) is left to the host, which binds the path. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include "loci_library.h"
#include "loci_machine.h"

enum reading { FOR_THE_HOST, NO_NUMBER, DECIMAL, INFINITE, NOT_A_NUMBER };

struct text {
    const char *end; /* behind what was read */
    bool is_negative;
    uint64_t mantissa;
    int power; /* of ten */
};

static bool is_part_of_float(unsigned char c)
{
    return isalnum(c) || isspace(c) || c == '.' || c == '+' || c == '-';
}

static bool is_symbolic_text(const char *text)
{
    for (; !__loci_is_symbolic((unsigned char)*text); text++)
        if (!is_part_of_float((unsigned char)*text)) return false;
    return true;
}

static bool is_digit(char c)
{
    return (unsigned char)(c - '0') < 10;
}

/* How much of the word, in either case, the text begins with. */
static size_t prefix(const char *text, const char *word)
{
    size_t length = 0;
    while (word[length] != 0 && (text[length] | 32) == word[length]) length++;
    return length;
}

static enum reading read_word(const char *at, struct text *text)
{
    size_t length = prefix(at, "infinity");
    text->end = at + (length == 8 ? 8 : 3);
    if (length >= 3) return INFINITE;
    if (prefix(at, "nan") < 3) return NO_NUMBER;
    return at[3] == '(' ? FOR_THE_HOST : NOT_A_NUMBER;
}

/* False: the power is large. */
static bool read_power(const char *at, struct text *text)
{
    bool is_negative = *at == '-';
    int power = 0;
    if (is_negative || *at == '+') at++;
    if (!is_digit(*at)) return true;
    for (; is_digit(*at); at++) {
        if (power > 1000) return false;
        power = power * 10 + (*at - '0');
    }
    text->power += is_negative ? -power : power;
    text->end = at;
    return true;
}

static enum reading read_decimal(const char *at, struct text *text)
{
    bool any = false, is_fraction = false;
    for (;; at++) {
        if (*at == '.' && !is_fraction) {
            is_fraction = true;
        } else if (is_digit(*at)) {
            if (text->mantissa > (UINT64_MAX - 9) / 10) return FOR_THE_HOST;
            text->mantissa = text->mantissa * 10 + (uint64_t)(*at - '0');
            text->power -= is_fraction;
            any = true;
        } else {
            break;
        }
    }
    text->end = at;
    if (!any) return NO_NUMBER;
    if ((*at | 32) == 'e' && !read_power(at + 1, text)) return FOR_THE_HOST;
    if (text->mantissa == 0) text->power = 0;
    return DECIMAL;
}

/* DECIMAL only if m <= most and the power is one of 10^-largest ... 10^largest. */
static enum reading read_text(const char *at, struct text *text, uint64_t most, int largest)
{
    if (!is_symbolic_text(at)) return FOR_THE_HOST;
    while (isspace((unsigned char)*at)) at++;
    text->is_negative = *at == '-';
    if (*at == '-' || *at == '+') at++;
    if (*at == '0' && (at[1] | 32) == 'x' && isxdigit((unsigned char)at[2 + (at[2] == '.')])) return FOR_THE_HOST;
    if (*at != '.' && !is_digit(*at)) return read_word(at, text);
    enum reading reading = read_decimal(at, text);
    if (reading != DECIMAL) return reading;
    return text->mantissa <= most && text->power >= -largest && text->power <= largest ? DECIMAL : FOR_THE_HOST;
}

#define READER(name, type, parse, most, largest)                                                                       \
    static type name(const char *start, char **end)                                                                    \
    {                                                                                                                  \
        static const type powers[] = {1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,             \
                                      1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L,            \
                                      1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};                         \
        struct text text = {.end = start};                                                                             \
        type value = 0;                                                                                                \
        size_t used;                                                                                                   \
        int error = 0;                                                                                                 \
        switch (read_text(start, &text, most, largest)) {                                                              \
        case FOR_THE_HOST:                                                                                             \
            value = parse(start, &used, &error);                                                                       \
            if (error != 0) errno = error;                                                                             \
            text = (struct text){.end = start + used};                                                                 \
            break;                                                                                                     \
        case NO_NUMBER: text = (struct text){.end = start}; break;                                                     \
        case INFINITE: value = (type)__builtin_inf(); break;                                                           \
        case NOT_A_NUMBER: value = (type)__builtin_nan(""); break;                                                     \
        case DECIMAL:                                                                                                  \
            value = (type)text.mantissa;                                                                               \
            if (text.power < 0) value /= powers[-text.power];                                                          \
            else if (text.power > 0) value *= powers[text.power];                                                      \
        }                                                                                                              \
        if (end != NULL) *end = (char *)text.end;                                                                      \
        return text.is_negative ? -value : value;                                                                      \
    }
READER(read_float, float, __loci_parse_float, (uint64_t)1 << 24, 10)
READER(read_double, double, __loci_parse_double, (uint64_t)1 << 53, 22)
READER(read_long_double, long double, __loci_parse_long_double, UINT64_MAX, 27)

float strtof(const char *restrict text, char **restrict end)
{
    return read_float(text, end);
}

double strtod(const char *restrict text, char **restrict end)
{
    return read_double(text, end);
}

long double strtold(const char *restrict text, char **restrict end)
{
    return read_long_double(text, end);
}

float strtof_l(const char *restrict text, char **restrict end, locale_t locale)
{
    (void)locale;
    return read_float(text, end);
}

double strtod_l(const char *restrict text, char **restrict end, locale_t locale)
{
    (void)locale;
    return read_double(text, end);
}

long double strtold_l(const char *restrict text, char **restrict end, locale_t locale)
{
    (void)locale;
    return read_long_double(text, end);
}

double atof(const char *text)
{
    return read_double(text, NULL);
}
