/* The _unlocked forms, and the names that old headers and inlined code refer to. */
#define _GNU_SOURCE
#include <string.h>
#include "loci_file.h"

int fputc_unlocked(int c, FILE *stream)
{
    return __loci_put_byte(__loci_file(stream), (unsigned char)c);
}

int putc_unlocked(int c, FILE *stream)
{
    return __loci_put_byte(__loci_file(stream), (unsigned char)c);
}

int putchar_unlocked(int c)
{
    return __loci_put_byte(__loci_file(stdout), (unsigned char)c);
}

int fputs_unlocked(const char *restrict text, FILE *restrict stream)
{
    return fputs(text, stream);
}

size_t fwrite_unlocked(const void *restrict items, size_t size, size_t count, FILE *restrict stream)
{
    return fwrite(items, size, count, stream);
}

int fgetc_unlocked(FILE *stream)
{
    return __loci_get_byte(__loci_file(stream));
}

int getc_unlocked(FILE *stream)
{
    return __loci_get_byte(__loci_file(stream));
}

int getchar_unlocked(void)
{
    return __loci_get_byte(__loci_file(stdin));
}

char *fgets_unlocked(char *restrict line, int size, FILE *restrict stream)
{
    return fgets(line, size, stream);
}

size_t fread_unlocked(void *restrict items, size_t size, size_t count, FILE *restrict stream)
{
    return fread(items, size, count, stream);
}

int _IO_putc(int c, FILE *stream);
int _IO_putc(int c, FILE *stream)
{
    return __loci_put_byte(__loci_file(stream), (unsigned char)c);
}

int _IO_getc(FILE *stream);
int _IO_getc(FILE *stream)
{
    return __loci_get_byte(__loci_file(stream));
}

int __overflow(FILE *stream, int c)
{
    return __loci_put_byte(__loci_file(stream), (unsigned char)c);
}

int __uflow(FILE *stream)
{
    return __loci_get_byte(__loci_file(stream));
}

int putw(int word, FILE *stream)
{
    return fwrite(&word, sizeof word, 1, stream) == 1 ? 0 : EOF;
}

int getw(FILE *stream)
{
    int word;
    return fread(&word, sizeof word, 1, stream) == 1 ? word : EOF;
}
