/* Reading floats: the host parses them. */
#define _GNU_SOURCE
#include <stdlib.h>
#include "loci_library.h"
#include "loci_machine.h"

static float read_float(const char *text, char **end)
{
    size_t used;
    int error;
    float value = __loci_parse_float(text, &used, &error);
    if (error != 0) errno = error;
    if (end != NULL) *end = (char *)text + used;
    return value;
}

static double read_double(const char *text, char **end)
{
    size_t used;
    int error;
    double value = __loci_parse_double(text, &used, &error);
    if (error != 0) errno = error;
    if (end != NULL) *end = (char *)text + used;
    return value;
}

static long double read_long_double(const char *text, char **end)
{
    size_t used;
    int error;
    long double value = __loci_parse_long_double(text, &used, &error);
    if (error != 0) errno = error;
    if (end != NULL) *end = (char *)text + used;
    return value;
}

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
