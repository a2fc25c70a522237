/* The other names under which headers refer to strtol and its relatives. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include "loci_number.h"

intmax_t strtoimax(const char *restrict text, char **restrict end, int base)
{
    return (intmax_t)__loci_to_signed(text, end, base, 0, INTMAX_MIN, INTMAX_MAX);
}

uintmax_t strtoumax(const char *restrict text, char **restrict end, int base)
{
    return (uintmax_t)__loci_to_unsigned(text, end, base, 0, UINTMAX_MAX);
}

long long strtoq(const char *restrict text, char **restrict end, int base)
{
    return (long long)__loci_to_signed(text, end, base, 0, LLONG_MIN, LLONG_MAX);
}

unsigned long long strtouq(const char *restrict text, char **restrict end, int base)
{
    return (unsigned long long)__loci_to_unsigned(text, end, base, 0, ULLONG_MAX);
}

long __isoc23_strtol(const char *restrict text, char **restrict end, int base);
long __isoc23_strtol(const char *restrict text, char **restrict end, int base)
{
    return (long)__loci_to_signed(text, end, base, 1, LONG_MIN, LONG_MAX);
}

long long __isoc23_strtoll(const char *restrict text, char **restrict end, int base);
long long __isoc23_strtoll(const char *restrict text, char **restrict end, int base)
{
    return (long long)__loci_to_signed(text, end, base, 1, LLONG_MIN, LLONG_MAX);
}

unsigned long __isoc23_strtoul(const char *restrict text, char **restrict end, int base);
unsigned long __isoc23_strtoul(const char *restrict text, char **restrict end, int base)
{
    return (unsigned long)__loci_to_unsigned(text, end, base, 1, ULONG_MAX);
}

unsigned long long __isoc23_strtoull(const char *restrict text, char **restrict end, int base);
unsigned long long __isoc23_strtoull(const char *restrict text, char **restrict end, int base)
{
    return (unsigned long long)__loci_to_unsigned(text, end, base, 1, ULLONG_MAX);
}

intmax_t __isoc23_strtoimax(const char *restrict text, char **restrict end, int base);
intmax_t __isoc23_strtoimax(const char *restrict text, char **restrict end, int base)
{
    return (intmax_t)__loci_to_signed(text, end, base, 1, INTMAX_MIN, INTMAX_MAX);
}

uintmax_t __isoc23_strtoumax(const char *restrict text, char **restrict end, int base);
uintmax_t __isoc23_strtoumax(const char *restrict text, char **restrict end, int base)
{
    return (uintmax_t)__loci_to_unsigned(text, end, base, 1, UINTMAX_MAX);
}

long strtol_l(const char *restrict text, char **restrict end, int base, locale_t locale);
long strtol_l(const char *restrict text, char **restrict end, int base, locale_t locale)
{
    (void)locale;
    return (long)__loci_to_signed(text, end, base, 0, LONG_MIN, LONG_MAX);
}

long long strtoll_l(const char *restrict text, char **restrict end, int base, locale_t locale);
long long strtoll_l(const char *restrict text, char **restrict end, int base, locale_t locale)
{
    (void)locale;
    return (long long)__loci_to_signed(text, end, base, 0, LLONG_MIN, LLONG_MAX);
}

unsigned long strtoul_l(const char *restrict text, char **restrict end, int base, locale_t locale);
unsigned long strtoul_l(const char *restrict text, char **restrict end, int base, locale_t locale)
{
    (void)locale;
    return (unsigned long)__loci_to_unsigned(text, end, base, 0, ULONG_MAX);
}

unsigned long long strtoull_l(const char *restrict text, char **restrict end, int base, locale_t locale);
unsigned long long strtoull_l(const char *restrict text, char **restrict end, int base, locale_t locale)
{
    (void)locale;
    return (unsigned long long)__loci_to_unsigned(text, end, base, 0, ULLONG_MAX);
}

long __strtol_internal(const char *restrict text, char **restrict end, int base, int group);
long __strtol_internal(const char *restrict text, char **restrict end, int base, int group)
{
    (void)group;
    return (long)__loci_to_signed(text, end, base, 0, LONG_MIN, LONG_MAX);
}

long long __strtoll_internal(const char *restrict text, char **restrict end, int base, int group);
long long __strtoll_internal(const char *restrict text, char **restrict end, int base, int group)
{
    (void)group;
    return (long long)__loci_to_signed(text, end, base, 0, LLONG_MIN, LLONG_MAX);
}

unsigned long __strtoul_internal(const char *restrict text, char **restrict end, int base, int group);
unsigned long __strtoul_internal(const char *restrict text, char **restrict end, int base, int group)
{
    (void)group;
    return (unsigned long)__loci_to_unsigned(text, end, base, 0, ULONG_MAX);
}

unsigned long long __strtoull_internal(const char *restrict text, char **restrict end, int base, int group);
unsigned long long __strtoull_internal(const char *restrict text, char **restrict end, int base, int group)
{
    (void)group;
    return (unsigned long long)__loci_to_unsigned(text, end, base, 0, ULLONG_MAX);
}
