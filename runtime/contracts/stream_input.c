/* What streams give: anything. Of the lengths that a line may have the extremes are looked at. */
#include <stdio.h>
#include "loci_contract.h"

static void fill_text(char *buffer, size_t length, const char *name)
{
    __loci_fill(buffer, length, name);
    buffer[length] = 0;
}

char *fgets(char *restrict buffer, int size, FILE *restrict stream)
{
    __loci_touch(stream);
    int kind = __loci_any_int("fgets()");
    if ((kind == 0) | (size <= 1)) return NULL;
    __loci_check_room(0, (size_t)size, "fgets");
    fill_text(buffer, kind == 1 ? 1 : (size_t)size - 1, "line");
    if (kind == 1) __loci_assume(buffer[0] != 0);
    return buffer;
}

char *gets(char *buffer)
{
    enum { LONG_LINE = 1024 };
    if (__loci_any_int("gets()") == 0) return NULL;
    fill_text(buffer, LONG_LINE, "line");
    return buffer;
}

static int character(FILE *stream, const char *name)
{
    if (stream) __loci_touch(stream);
    return (int)__loci_any_between(name, -1, 255);
}

int fgetc(FILE *stream)
{
    __loci_touch(stream);
    return character(stream, "fgetc()");
}
int getc(FILE *stream)
{
    __loci_touch(stream);
    return character(stream, "getc()");
}
int getchar(void) { return character(NULL, "getchar()"); }
int ungetc(int c, FILE *stream)
{
    __loci_touch(stream);
    return c;
}

size_t fread(void *restrict buffer, size_t size, size_t count, FILE *restrict stream)
{
    __loci_touch(stream);
    if ((size == 0) | (count == 0)) return 0;
    __loci_check_room(0, size * count, "fread");
    __loci_fill_any(buffer, size * count, "data");
    return (size_t)__loci_any_between("fread()", 0, (long)count);
}
