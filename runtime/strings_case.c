/* Comparing and searching without regard to case, in the "C" locale. */
#define _GNU_SOURCE
#include <string.h>
#include <strings.h>
#include "loci_ctype.h"

static int lower(char byte)
{
    unsigned char c = (unsigned char)byte;
    return LOCI_TO_LOWER(c);
}

static int compare(const char *left, const char *right)
{
    for (size_t i = 0;; i++) {
        int difference = lower(left[i]) - lower(right[i]);
        if (difference != 0 || left[i] == '\0') return difference;
    }
}

static int compare_up_to(const char *left, const char *right, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int difference = lower(left[i]) - lower(right[i]);
        if (difference != 0 || left[i] == '\0') return difference;
    }
    return 0;
}

int strcasecmp(const char *left, const char *right)
{
    return compare(left, right);
}

int strncasecmp(const char *left, const char *right, size_t count)
{
    return compare_up_to(left, right, count);
}

int strcasecmp_l(const char *left, const char *right, locale_t locale)
{
    (void)locale;
    return compare(left, right);
}

int strncasecmp_l(const char *left, const char *right, size_t count, locale_t locale)
{
    (void)locale;
    return compare_up_to(left, right, count);
}

int __strcasecmp(const char *left, const char *right);
int __strcasecmp(const char *left, const char *right)
{
    return compare(left, right);
}

char *strcasestr(const char *text, const char *part)
{
    for (;; text++) {
        size_t i = 0;
        while (part[i] != '\0' && lower(text[i]) == lower(part[i])) i++;
        if (part[i] == '\0') return (char *)text;
        if (text[i] == '\0') return NULL;
    }
}
