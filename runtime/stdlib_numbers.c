/* Reading integers: strtol and its relatives. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include "loci_library.h"
#include "loci_number.h"

static _Bool is_prefix_of_base(const char *at, char letter, int base)
{
    return at[0] == '0' && (at[1] == letter || at[1] == letter - 'a' + 'A') && __loci_digit_value(at[2]) < base;
}

/* Skips "0x" (and "0b" if `binary`) where the base allows it, and settles base 0. */
static const char *skip_prefix(const char *at, int *base, _Bool binary)
{
    if ((*base == 0 || *base == 16) && is_prefix_of_base(at, 'x', 16)) {
        *base = 16;
        return at + 2;
    }
    if (binary && (*base == 0 || *base == 2) && is_prefix_of_base(at, 'b', 2)) {
        *base = 2;
        return at + 2;
    }
    if (*base == 0) *base = *at == '0' ? 8 : 10;
    return at;
}

struct __loci_number __loci_read_number(const char *text, int base, _Bool binary)
{
    struct __loci_number number = {.end = text};
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        number.bad_base = 1;
        return number;
    }
    const char *at = text;
    while (__loci_is_space(*at)) at++;
    if (*at == '-' || *at == '+') number.negative = *at++ == '-';
    at = skip_prefix(at, &base, binary);

    unsigned long long most = ULLONG_MAX / (unsigned)base;
    for (int digit; (digit = __loci_digit_value(*at)) < base; at++) {
        unsigned long long shifted = number.magnitude * (unsigned)base;
        /* No branches: one for each digit would fork where the digits are symbolic. */
        number.overflow |= (number.magnitude > most) | (shifted > ULLONG_MAX - (unsigned)digit);
        number.magnitude = (shifted + (unsigned)digit) | -(unsigned long long)number.overflow;
        number.end = at + 1;
    }
    return number;
}

long long __loci_to_signed(const char *text, char **end, int base, _Bool binary, long long least, long long most)
{
    struct __loci_number number = __loci_read_number(text, base, binary);
    if (end != NULL && !number.bad_base) *end = (char *)number.end;
    unsigned long long limit = number.negative ? -(unsigned long long)least : (unsigned long long)most;
    if (number.magnitude > limit) {
        errno = ERANGE;
        return number.negative ? least : most;
    }
    if (!number.negative) return (long long)number.magnitude;
    return number.magnitude == limit ? least : -(long long)number.magnitude;
}

unsigned long long __loci_to_unsigned(const char *text, char **end, int base, _Bool binary, unsigned long long most)
{
    struct __loci_number number = __loci_read_number(text, base, binary);
    if (end != NULL && !number.bad_base) *end = (char *)number.end;
    if (number.overflow || number.magnitude > most) {
        errno = ERANGE;
        return most;
    }
    return (number.negative ? -number.magnitude : number.magnitude) & most;
}

long strtol(const char *restrict text, char **restrict end, int base)
{
    return (long)__loci_to_signed(text, end, base, 0, LONG_MIN, LONG_MAX);
}

long long strtoll(const char *restrict text, char **restrict end, int base)
{
    return __loci_to_signed(text, end, base, 0, LLONG_MIN, LLONG_MAX);
}

unsigned long strtoul(const char *restrict text, char **restrict end, int base)
{
    return (unsigned long)__loci_to_unsigned(text, end, base, 0, ULONG_MAX);
}

unsigned long long strtoull(const char *restrict text, char **restrict end, int base)
{
    return __loci_to_unsigned(text, end, base, 0, ULLONG_MAX);
}

int atoi(const char *text)
{
    return (int)__loci_to_signed(text, NULL, 10, 0, LONG_MIN, LONG_MAX);
}

long atol(const char *text)
{
    return (long)__loci_to_signed(text, NULL, 10, 0, LONG_MIN, LONG_MAX);
}

long long atoll(const char *text)
{
    return __loci_to_signed(text, NULL, 10, 0, LLONG_MIN, LLONG_MAX);
}
