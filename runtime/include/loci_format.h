/* Formatting, apart from where the text goes: one core, used by every function of the printf family. */
#ifndef LOCI_FORMAT_H
#define LOCI_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/* Where formatted text goes. A user embeds it as the first member of his own struct. */
struct __loci_sink {
    void (*put)(struct __loci_sink *sink, const char *bytes, size_t count);
    int fd; /* the descriptor the text goes to, for symbolic numbers; -1: it stays in memory */
};

/* Formats as printf does. Returns the number of bytes put, or -1 with errno set. */
int __loci_format(struct __loci_sink *sink, const char *format, va_list arguments);

/* A sink into memory that keeps what fits and counts the rest. */
struct __loci_memory_sink {
    struct __loci_sink sink;
    char *out;
    size_t room; /* what is left, without a place for the terminator */
};
void __loci_put_in_memory(struct __loci_sink *sink, const char *bytes, size_t count);

/* vsnprintf, vfprintf, vasprintf and vdprintf under names that no program defines. */
int __loci_print_to_memory(char *out, size_t capacity, const char *format, va_list arguments);
int __loci_print_wide_to_memory(wchar_t *out, size_t capacity, const wchar_t *format, va_list arguments);
int __loci_print_to_file(void *stream, const char *format, va_list arguments);
int __loci_print_to_block(char **out, const char *format, va_list arguments);
int __loci_print_to_descriptor(int fd, const char *format, va_list arguments);

#endif
