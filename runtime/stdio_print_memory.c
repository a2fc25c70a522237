/* The printf functions that write into the caller's memory. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include "loci_format.h"

int vsnprintf(char *restrict out, size_t capacity, const char *restrict format, va_list arguments)
{
    return __loci_print_to_memory(out, capacity, format, arguments);
}

int snprintf(char *restrict out, size_t capacity, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = __loci_print_to_memory(out, capacity, format, arguments);
    va_end(arguments);
    return length;
}

int vsprintf(char *restrict out, const char *restrict format, va_list arguments)
{
    return __loci_print_to_memory(out, SIZE_MAX, format, arguments);
}

int sprintf(char *restrict out, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = __loci_print_to_memory(out, SIZE_MAX, format, arguments);
    va_end(arguments);
    return length;
}
