/* What _FORTIFY_SOURCE makes of string functions: the size of the target is known and checked first. */
#define _GNU_SOURCE
#include <string.h>
#include <wchar.h>

_Noreturn void __chk_fail(void);

static void check(size_t needed, size_t available)
{
    if (needed > available) __chk_fail();
}

void *__memcpy_chk(void *target, const void *source, size_t count, size_t size);
void *__memcpy_chk(void *target, const void *source, size_t count, size_t size)
{
    check(count, size);
    return memcpy(target, source, count);
}

void *__memmove_chk(void *target, const void *source, size_t count, size_t size);
void *__memmove_chk(void *target, const void *source, size_t count, size_t size)
{
    check(count, size);
    return memmove(target, source, count);
}

void *__mempcpy_chk(void *target, const void *source, size_t count, size_t size);
void *__mempcpy_chk(void *target, const void *source, size_t count, size_t size)
{
    check(count, size);
    return (char *)memcpy(target, source, count) + count;
}

void *__memset_chk(void *target, int value, size_t count, size_t size);
void *__memset_chk(void *target, int value, size_t count, size_t size)
{
    check(count, size);
    return memset(target, value, count);
}

void __explicit_bzero_chk(void *target, size_t count, size_t size);
void __explicit_bzero_chk(void *target, size_t count, size_t size)
{
    check(count, size);
    memset(target, 0, count);
}

char *__strcpy_chk(char *target, const char *source, size_t size);
char *__strcpy_chk(char *target, const char *source, size_t size)
{
    check(strlen(source) + 1, size);
    return strcpy(target, source);
}

char *__stpcpy_chk(char *target, const char *source, size_t size);
char *__stpcpy_chk(char *target, const char *source, size_t size)
{
    size_t length = strlen(source);
    check(length + 1, size);
    return strcpy(target, source) + length;
}

char *__strncpy_chk(char *target, const char *source, size_t count, size_t size);
char *__strncpy_chk(char *target, const char *source, size_t count, size_t size)
{
    check(count, size);
    return strncpy(target, source, count);
}

char *__stpncpy_chk(char *target, const char *source, size_t count, size_t size);
char *__stpncpy_chk(char *target, const char *source, size_t count, size_t size)
{
    check(count, size);
    strncpy(target, source, count);
    size_t length = 0;
    while (length < count && target[length] != '\0') length++;
    return target + length;
}

char *__strcat_chk(char *target, const char *source, size_t size);
char *__strcat_chk(char *target, const char *source, size_t size)
{
    check(strlen(target) + strlen(source) + 1, size);
    return strcat(target, source);
}

char *__strncat_chk(char *target, const char *source, size_t count, size_t size);
char *__strncat_chk(char *target, const char *source, size_t count, size_t size)
{
    size_t length = 0;
    while (length < count && source[length] != '\0') length++;
    check(strlen(target) + length + 1, size);
    return strncat(target, source, count);
}

wchar_t *__wcscpy_chk(wchar_t *target, const wchar_t *source, size_t size);
wchar_t *__wcscpy_chk(wchar_t *target, const wchar_t *source, size_t size)
{
    check(wcslen(source) + 1, size);
    return wcscpy(target, source);
}

wchar_t *__wmemcpy_chk(wchar_t *target, const wchar_t *source, size_t count, size_t size);
wchar_t *__wmemcpy_chk(wchar_t *target, const wchar_t *source, size_t count, size_t size)
{
    check(count, size);
    return memcpy(target, source, count * sizeof *target);
}

/* The index of a word in an fd_set. */
long __fdelt_chk(long fd);
long __fdelt_chk(long fd)
{
    if (fd < 0 || fd >= 1024) __chk_fail();
    return fd / (8 * (long)sizeof(long));
}
