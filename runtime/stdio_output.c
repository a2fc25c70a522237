/* Output without conversions. */
#define _GNU_SOURCE
#include <string.h>
#include "loci_file.h"

int fputc(int c, FILE *stream)
{
    return __loci_put_byte(__loci_file(stream), (unsigned char)c);
}

int putc(int c, FILE *stream)
{
    return __loci_put_byte(__loci_file(stream), (unsigned char)c);
}

int putchar(int c)
{
    return __loci_put_byte(__loci_file(stdout), (unsigned char)c);
}

int fputs(const char *restrict text, FILE *restrict stream)
{
    size_t length = strlen(text);
    return __loci_write_bytes(__loci_file(stream), text, length) == length ? 1 : EOF;
}

int puts(const char *text)
{
    struct __loci_file *file = __loci_file(stdout);
    size_t length = strlen(text);
    if (__loci_write_bytes(file, text, length) != length) return EOF;
    if (__loci_put_byte(file, '\n') == EOF) return EOF;
    return length < 0x7fffffff ? (int)length + 1 : 0x7fffffff;
}

size_t fwrite(const void *restrict items, size_t size, size_t count, FILE *restrict stream)
{
    size_t bytes = size * count;
    if (bytes == 0) return 0;
    size_t written = __loci_write_bytes(__loci_file(stream), items, bytes);
    return written == bytes ? count : written / size;
}
