/* Numbers: at random, or read from a text. Of a text that is not known the number may be any. */
#define _GNU_SOURCE
#include <limits.h>
#include <stdlib.h>
#include <time.h>
#include "loci_contract.h"
#include "loci_number.h"

int rand(void) { return (int)__loci_any_between("rand()", 0, RAND_MAX); }
long random(void) { return __loci_any_between("random()", 0, RAND_MAX); }
long lrand48(void) { return __loci_any_between("lrand48()", 0, INT_MAX); }
long mrand48(void) { return __loci_any_between("mrand48()", INT_MIN, INT_MAX); }
int rand_r(unsigned *seed)
{
    __loci_touch(seed);
    return (int)__loci_any_between("rand_r()", 0, RAND_MAX);
}

time_t time(time_t *target)
{
    time_t now = __loci_any_between("time()", 0, (long)(sizeof(long) == 8 ? 1L << 40 : LONG_MAX));
    if (target) *target = now;
    return now;
}

static long digits(const char *text)
{
    unsigned long value = 0;
    int is_negative = 0;
    while ((*text == ' ') | ((*text >= '\t') & (*text <= '\r'))) text++;
    if ((*text == '-') | (*text == '+')) is_negative = *text++ == '-';
    for (; (*text >= '0') & (*text <= '9'); text++) value = value * 10 + (unsigned long)(*text - '0');
    return (long)(is_negative ? 0 - value : value);
}

static int is_known(const char *text)
{
    const volatile char *at = text;
    for (; !__loci_is_symbolic((unsigned char)*at); at++)
        if (!*at) return 1;
    return 0;
}

/* Says whether the text is input or came from the caller. */
static const char *name_of_number(const char *text, const char *name, const char *unknown)
{
    while (!__loci_is_symbolic((unsigned char)*text)) text++;
    return __loci_is_unknown((unsigned char)*text) ? unknown : name;
}

static long read_number(const char *text, const char *name, const char *unknown)
{
    return is_known(text) ? digits(text) : __loci_any_long(name_of_number(text, name, unknown));
}

int atoi(const char *text) { return (int)read_number(text, "atoi()", "result of atoi()"); }
long atol(const char *text) { return read_number(text, "atol()", "result of atol()"); }
long long atoll(const char *text) { return read_number(text, "atoll()", "result of atoll()"); }

/* Where it ends is another question, which only the text itself answers. */
long strtol(const char *restrict text, char **restrict end, int base)
{
    if (end || is_known(text)) return (long)__loci_to_signed(text, end, base, 0, LONG_MIN, LONG_MAX);
    return __loci_any_long(name_of_number(text, "strtol()", "result of strtol()"));
}

unsigned long strtoul(const char *restrict text, char **restrict end, int base)
{
    if (end || is_known(text)) return (unsigned long)__loci_to_unsigned(text, end, base, 0, ULONG_MAX);
    return (unsigned long)__loci_any_long(name_of_number(text, "strtoul()", "result of strtoul()"));
}

double atof(const char *text)
{
    double value;
    if (is_known(text)) return strtod(text, NULL);
    __loci_make_symbolic(&value, sizeof value, name_of_number(text, "atof()", "result of atof()"));
    return value;
}
