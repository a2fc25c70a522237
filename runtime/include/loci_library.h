/* Small helpers that the library's files share. None of them has a name a program may define. */
#ifndef LOCI_LIBRARY_H
#define LOCI_LIBRARY_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

/* What the machine answers is a result or minus an error number; C wants -1 and errno. */
static inline int64_t __loci_result(int64_t answer)
{
    if (answer >= 0) return answer;
    errno = (int)-answer;
    return -1;
}

/* The text of an error number; `unknown` is used when it has none of its own. */
const char *__loci_error_text(int error, char unknown[32]);

/* "EINVAL", or null. */
const char *__loci_error_name(int error);

/* Without branches: of a symbolic character, each is one value (see loci_ctype.h). */
static inline int __loci_is_space(int c)
{
    return (c == ' ') | ((c >= '\t') & (c <= '\r'));
}

static inline int __loci_is_digit(int c)
{
    return (c >= '0') & (c <= '9');
}

/* The value of a digit in bases up to 36, or 36 for any other character. */
static inline int __loci_digit_value(int c)
{
    int small = c | 0x20, letter = (small >= 'a') & (small <= 'z');
    int number = __loci_is_digit(c);
    return number * (c - '0') + letter * (small - 'a' + 10) + !(number | letter) * 36;
}

#endif
