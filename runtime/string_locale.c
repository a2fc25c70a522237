/* Collation with an explicit locale: there is only "C", where it is the order of the bytes. */
#define _GNU_SOURCE
#include <string.h>

int strcoll_l(const char *left, const char *right, locale_t locale)
{
    (void)locale;
    return strcmp(left, right);
}

size_t strxfrm_l(char *restrict target, const char *restrict source, size_t count, locale_t locale)
{
    (void)locale;
    return strxfrm(target, source, count);
}
