/* Searching beyond ISO C. */
#define _GNU_SOURCE
#include <string.h>
#include <strings.h>

size_t strnlen(const char *text, size_t most)
{
    size_t length = 0;
    while (length < most && text[length] != '\0') length++;
    return length;
}

size_t __strnlen(const char *text, size_t most);
size_t __strnlen(const char *text, size_t most)
{
    size_t length = 0;
    while (length < most && text[length] != '\0') length++;
    return length;
}

char *strchrnul(const char *text, int wanted)
{
    while (*text != '\0' && *text != (char)wanted) text++;
    return (char *)text;
}

char *__strchrnul(const char *text, int wanted);
char *__strchrnul(const char *text, int wanted)
{
    while (*text != '\0' && *text != (char)wanted) text++;
    return (char *)text;
}

char *index(const char *text, int wanted)
{
    return strchr(text, wanted);
}

char *rindex(const char *text, int wanted)
{
    return strrchr(text, wanted);
}

void *memrchr(const void *block, int wanted, size_t count)
{
    const unsigned char *bytes = block;
    while (count > 0)
        if (bytes[--count] == (unsigned char)wanted) return (void *)(bytes + count);
    return NULL;
}

void *rawmemchr(const void *block, int wanted)
{
    const unsigned char *byte = block;
    while (*byte != (unsigned char)wanted) byte++;
    return (void *)byte;
}

void *__rawmemchr(const void *block, int wanted);
void *__rawmemchr(const void *block, int wanted)
{
    const unsigned char *byte = block;
    while (*byte != (unsigned char)wanted) byte++;
    return (void *)byte;
}

void *memmem(const void *block, size_t count, const void *part, size_t length)
{
    const unsigned char *bytes = block;
    for (size_t i = 0; i + length <= count; i++)
        if (memcmp(bytes + i, part, length) == 0) return (void *)(bytes + i);
    return NULL;
}

int bcmp(const void *left, const void *right, size_t count)
{
    return memcmp(left, right, count);
}
