/* Functions that write text into a member of a struct, and are told how much room it has (src/frontend/lower_members.c). */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "loci_machine.h"

static void check(const char *name, size_t bytes, size_t room)
{
    char sentence[160];
    if (bytes <= room) return;
    snprintf(sentence, sizeof sentence, "%s writes %zu bytes to a member of %zu, past its end", name, bytes, room);
    __loci_overflow(sentence);
}

char *__loci_member_strcpy(size_t room, char *target, const char *source);
char *__loci_member_strcpy(size_t room, char *target, const char *source)
{
    check("strcpy", strlen(source) + 1, room);
    return strcpy(target, source);
}

char *__loci_member_stpcpy(size_t room, char *target, const char *source);
char *__loci_member_stpcpy(size_t room, char *target, const char *source)
{
    size_t length = strlen(source);
    check("stpcpy", length + 1, room);
    return strcpy(target, source) + length;
}

char *__loci_member_strcat(size_t room, char *target, const char *source);
char *__loci_member_strcat(size_t room, char *target, const char *source)
{
    check("strcat", strlen(target) + strlen(source) + 1, room);
    return strcat(target, source);
}

char *__loci_member_strncpy(size_t room, char *target, const char *source, size_t count);
char *__loci_member_strncpy(size_t room, char *target, const char *source, size_t count)
{
    check("strncpy", count, room);
    return strncpy(target, source, count);
}

char *__loci_member_strncat(size_t room, char *target, const char *source, size_t count);
char *__loci_member_strncat(size_t room, char *target, const char *source, size_t count)
{
    size_t added = 0;
    while (added < count && source[added] != '\0') added++;
    check("strncat", strlen(target) + added + 1, room);
    return strncat(target, source, count);
}

/* Not more than fits is written before it is known how much that would be. */
static int print(const char *name, size_t room, char *out, size_t size, const char *format, va_list arguments)
{
    int length = vsnprintf(out, size < room ? size : room, format, arguments);
    size_t all = length < 0 ? 0 : (size_t)length + 1;
    check(name, all < size ? all : size, room);
    return length;
}

int __loci_member_vsprintf(size_t room, char *out, const char *format, va_list arguments);
int __loci_member_vsprintf(size_t room, char *out, const char *format, va_list arguments)
{
    return print("vsprintf", room, out, SIZE_MAX, format, arguments);
}

int __loci_member_vsnprintf(size_t room, char *out, size_t size, const char *format, va_list arguments);
int __loci_member_vsnprintf(size_t room, char *out, size_t size, const char *format, va_list arguments)
{
    return print("vsnprintf", room, out, size, format, arguments);
}

int __loci_member_sprintf(size_t room, char *out, const char *format, ...);
int __loci_member_sprintf(size_t room, char *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = print("sprintf", room, out, SIZE_MAX, format, arguments);
    va_end(arguments);
    return length;
}

int __loci_member_snprintf(size_t room, char *out, size_t size, const char *format, ...);
int __loci_member_snprintf(size_t room, char *out, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = print("snprintf", room, out, size, format, arguments);
    va_end(arguments);
    return length;
}
