/* Copying beyond ISO C: functions that return the end, duplicate, or stop at a byte. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#undef strdup
#undef strndup

static char *copy_and_return_end(char *target, const char *source)
{
    while ((*target = *source) != '\0') {
        target++;
        source++;
    }
    return target;
}

char *stpcpy(char *restrict target, const char *restrict source)
{
    return copy_and_return_end(target, source);
}

char *__stpcpy(char *restrict target, const char *restrict source)
{
    return copy_and_return_end(target, source);
}

static char *copy_padded_and_return_end(char *target, const char *source, size_t count)
{
    size_t length = 0;
    for (; length < count && source[length] != '\0'; length++) target[length] = source[length];
    for (size_t i = length; i < count; i++) target[i] = '\0';
    return target + length;
}

char *stpncpy(char *restrict target, const char *restrict source, size_t count)
{
    return copy_padded_and_return_end(target, source, count);
}

char *__stpncpy(char *restrict target, const char *restrict source, size_t count)
{
    return copy_padded_and_return_end(target, source, count);
}

static char *duplicate(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (copy == NULL) return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

static size_t length_up_to(const char *text, size_t most)
{
    size_t length = 0;
    while (length < most && text[length] != '\0') length++;
    return length;
}

char *strdup(const char *text)
{
    return duplicate(text, strlen(text));
}

char *__strdup(const char *text);
char *__strdup(const char *text)
{
    return duplicate(text, strlen(text));
}

char *strndup(const char *text, size_t most)
{
    return duplicate(text, length_up_to(text, most));
}

char *__strndup(const char *text, size_t most);
char *__strndup(const char *text, size_t most)
{
    return duplicate(text, length_up_to(text, most));
}

void *memccpy(void *restrict target, const void *restrict source, int last, size_t count)
{
    unsigned char *to = target;
    const unsigned char *from = source;
    for (size_t i = 0; i < count; i++) {
        to[i] = from[i];
        if (from[i] == (unsigned char)last) return to + i + 1;
    }
    return NULL;
}

void *__mempcpy(void *restrict target, const void *restrict source, size_t count)
{
    memcpy(target, source, count);
    return (char *)target + count;
}

void bcopy(const void *source, void *target, size_t count)
{
    memmove(target, source, count);
}

void bzero(void *block, size_t count)
{
    memset(block, 0, count);
}

void explicit_bzero(void *block, size_t count)
{
    memset(block, 0, count);
}

void *memfrob(void *block, size_t count)
{
    unsigned char *bytes = block;
    for (size_t i = 0; i < count; i++) bytes[i] ^= 42;
    return block;
}

void swab(const void *restrict source, void *restrict target, ssize_t count)
{
    const char *from = source;
    char *to = target;
    for (ssize_t i = 0; i + 1 < count; i += 2) {
        char first = from[i];
        to[i] = from[i + 1];
        to[i + 1] = first;
    }
}
