/* sprintf and its kin: checked as printf is, then printed as ever. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include "loci_contract.h"
#include "loci_format.h"

void __loci_check_print(const char *format, va_list given, const char *out);

/* What is printed is known only afterwards. */
static int print(char *out, size_t capacity, const char *format, va_list arguments, size_t room)
{
    __loci_check_print(format, arguments, capacity ? out : NULL);
    int length = __loci_print_to_memory(out, capacity, format, arguments);
    size_t written = (size_t)length < capacity ? (size_t)length + 1 : capacity;
    if (written > room) __loci_misuse("member-overflow: more is printed than there is room for in a member");
    return length;
}

int vsnprintf(char *restrict out, size_t capacity, const char *restrict format, va_list arguments)
{
    return print(out, capacity, format, arguments, __loci_room(0));
}
int vsprintf(char *restrict out, const char *restrict format, va_list arguments)
{
    return print(out, SIZE_MAX, format, arguments, __loci_room(0));
}
int snprintf(char *restrict out, size_t capacity, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = print(out, capacity, format, arguments, __loci_room(0));
    va_end(arguments);
    return length;
}
int sprintf(char *restrict out, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = print(out, SIZE_MAX, format, arguments, __loci_room(0));
    va_end(arguments);
    return length;
}
