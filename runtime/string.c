/* <string.h> of ISO C: plain byte loops, which stay readable when the bytes are symbolic. Plain bytes are passed over at
 * once (loci_machine.h): the loop begins where that ends. */
#include "loci_machine.h"

#include <stdint.h>
#include <string.h>

/* Bytes of the text that are not its end, and fit into the target. */
static size_t copy_plain(char *target, const char *source, size_t most)
{
    size_t room = __loci_room_for(target, source);
    size_t count = __loci_skip_other(source, 0, 0, room < most ? room : most);
    if (count != 0) memcpy(target, source, count);
    return count;
}

size_t strlen(const char *text)
{
    size_t length = __loci_index_before(text, 0, 0, SIZE_MAX);
    if (length != LOCI_NOT_KNOWN) return length;
    length = __loci_skip_other(text, 0, 0, SIZE_MAX);
    while (text[length] != '\0') length++;
    return length;
}

char *strcpy(char *restrict target, const char *restrict source)
{
    size_t length = __loci_index_before(source, 0, 0, SIZE_MAX);
    if (length != LOCI_NOT_KNOWN && length < __loci_room_for(target, source)) return memcpy(target, source, length + 1);
    size_t i = copy_plain(target, source, SIZE_MAX);
    while ((target[i] = source[i]) != '\0') i++;
    return target;
}

char *strncpy(char *restrict target, const char *restrict source, size_t count)
{
    size_t i = 0;
    for (; i < count && source[i] != '\0'; i++) target[i] = source[i];
    for (; i < count; i++) target[i] = '\0';
    return target;
}

char *strcat(char *restrict target, const char *restrict source)
{
    strcpy(target + strlen(target), source);
    return target;
}

char *strncat(char *restrict target, const char *restrict source, size_t count)
{
    char *end = target + strlen(target);
    size_t i = 0;
    for (; i < count && source[i] != '\0'; i++) end[i] = source[i];
    end[i] = '\0';
    return target;
}

/* What is told without a look at each byte. */
static int compare_at_once(const void *left, const void *right, size_t count, int kind, int *difference)
{
    int equal = __loci_equal(left, right, count, kind);
    *difference = 0;
    if (equal == LOCI_DIFFERENT) *difference = __loci_difference(left, right, count, kind);
    return equal == LOCI_EQUAL || *difference != 0;
}

/* Equality comes first: where one text is known it also says whether the other one ends, with one branch a byte. */
int strcmp(const char *left, const char *right)
{
    int difference;
    if (compare_at_once(left, right, SIZE_MAX, LOCI_TEXT, &difference)) return difference;
    size_t i = __loci_skip_equal(left, right, SIZE_MAX, 1);
    while (left[i] == right[i] && left[i] != '\0') i++;
    return (unsigned char)left[i] - (unsigned char)right[i];
}

int strncmp(const char *left, const char *right, size_t count)
{
    int difference;
    if (compare_at_once(left, right, count, LOCI_TEXT, &difference)) return difference;
    for (size_t i = __loci_skip_equal(left, right, count, 1); i < count; i++) {
        if (left[i] != right[i]) return (unsigned char)left[i] - (unsigned char)right[i];
        if (left[i] == '\0') break;
    }
    return 0;
}

/* In the "C" locale, collation is the order of the bytes. */
int strcoll(const char *left, const char *right)
{
    return strcmp(left, right);
}

size_t strxfrm(char *restrict target, const char *restrict source, size_t count)
{
    size_t length = strlen(source);
    for (size_t i = 0; i < count && i <= length; i++) target[i] = source[i];
    return length;
}

char *strchr(const char *text, int wanted)
{
    size_t index = __loci_index_before(text, wanted, 0, SIZE_MAX);
    if (index != LOCI_NOT_KNOWN) return index == LOCI_STOPPED ? NULL : (char *)text + index;
    for (text += __loci_skip_other(text, wanted, 0, SIZE_MAX);; text++) {
        if (*text == (char)wanted) return (char *)text;
        if (*text == '\0') return NULL;
    }
}

char *strrchr(const char *text, int wanted)
{
    const char *last = NULL;
    for (;; text++) {
        if (*text == (char)wanted) last = text;
        if (*text == '\0') return (char *)last;
    }
}

char *strstr(const char *text, const char *part)
{
    (void)*(const volatile char *)text; /* which must be there, also to look for nothing in it */
    for (;; text++) {
        size_t i = 0;
        while (part[i] != '\0' && text[i] == part[i]) i++;
        if (part[i] == '\0') return (char *)text;
        if (text[i] == '\0') return NULL; /* the rest is shorter than the part */
    }
}

/* Looks at the whole set, so that a symbolic byte forks once, not for each member. */
static int contains(const char *set, char byte)
{
    int found = 0;
    for (; *set != '\0'; set++) found |= *set == byte;
    return found;
}

size_t strspn(const char *text, const char *accepted)
{
    size_t i = 0;
    while (text[i] != '\0' && contains(accepted, text[i])) i++;
    return i;
}

size_t strcspn(const char *text, const char *rejected)
{
    size_t i = 0;
    while (text[i] != '\0' && !contains(rejected, text[i])) i++;
    return i;
}

char *strpbrk(const char *text, const char *accepted)
{
    text += strcspn(text, accepted);
    return *text != '\0' ? (char *)text : NULL;
}

void *memchr(const void *block, int wanted, size_t count)
{
    const unsigned char *bytes = block;
    size_t index = __loci_index_before(bytes, wanted, wanted, count);
    if (index != LOCI_NOT_KNOWN) return index == LOCI_STOPPED ? NULL : (void *)(bytes + index);
    for (size_t i = __loci_skip_other(bytes, wanted, wanted, count); i < count; i++)
        if (bytes[i] == (unsigned char)wanted) return (void *)(bytes + i);
    return NULL;
}

int memcmp(const void *left, const void *right, size_t count)
{
    const unsigned char *a = left, *b = right;
    int difference;
    if (compare_at_once(left, right, count, 0, &difference)) return difference;
    for (size_t i = __loci_skip_equal(a, b, count, 0); i < count; i++)
        if (a[i] != b[i]) return a[i] - b[i];
    return 0;
}
