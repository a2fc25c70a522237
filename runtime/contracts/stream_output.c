/* What is written to streams is looked at, and gone. */
#include <stdio.h>
#include "loci_contract.h"

int fputs(const char *restrict text, FILE *restrict stream)
{
    __loci_touch(stream);
    __loci_touch_text(text);
    return __loci_any_int("fputs()") ? EOF : 1;
}
int puts(const char *text)
{
    __loci_touch_text(text);
    return 1;
}
static int put(int c, FILE *stream)
{
    __loci_use((uint64_t)c);
    if (stream) __loci_touch(stream);
    return (unsigned char)c;
}
int fputc(int c, FILE *stream)
{
    __loci_touch(stream);
    return put(c, stream);
}
int putc(int c, FILE *stream)
{
    __loci_touch(stream);
    return put(c, stream);
}
int putchar(int c) { return put(c, NULL); }

size_t fwrite(const void *restrict data, size_t size, size_t count, FILE *restrict stream)
{
    __loci_touch(stream);
    if ((size == 0) | (count == 0)) return 0;
    __loci_touch(data);
    __loci_touch((const char *)data + size * count - 1);
    return (size_t)__loci_any_between("fwrite()", 0, (long)count);
}
void perror(const char *text)
{
    if (text) __loci_touch_text(text);
}
