/* Input without conversions. */
#define _GNU_SOURCE
#include "loci_file.h"

char *gets(char *line);

int fgetc(FILE *stream)
{
    return __loci_get_byte(__loci_file(stream));
}

int getc(FILE *stream)
{
    return __loci_get_byte(__loci_file(stream));
}

int getchar(void)
{
    return __loci_get_byte(__loci_file(stdin));
}

int ungetc(int c, FILE *stream)
{
    return __loci_unget_byte(__loci_file(stream), c);
}

/* Whether an error occurs during one call, whatever the stream suffered before. */
static int forget_error(struct __loci_file *file)
{
    int old = file->public._flags & LOCI_ERROR;
    file->public._flags &= ~LOCI_ERROR;
    return old;
}

char *fgets(char *restrict line, int size, FILE *restrict stream)
{
    struct __loci_file *file = __loci_file(stream);
    if (size <= 0) return NULL;
    if (size == 1) {
        line[0] = '\0';
        return line;
    }
    int old_error = forget_error(file), i = 0;
    while (i < size - 1) {
        int c = __loci_get_byte(file);
        if (c == EOF) break;
        line[i++] = (char)c;
        if (c == '\n') break;
    }
    int failed = file->public._flags & LOCI_ERROR;
    file->public._flags |= old_error;
    if (i == 0 || failed) return NULL;
    line[i] = '\0';
    return line;
}

char *gets(char *line)
{
    struct __loci_file *file = __loci_file(stdin);
    size_t i = 0;
    int c;
    while ((c = __loci_get_byte(file)) != EOF && c != '\n') line[i++] = (char)c;
    if (c == EOF && i == 0) return NULL;
    line[i] = '\0';
    return line;
}

size_t fread(void *restrict items, size_t size, size_t count, FILE *restrict stream)
{
    size_t bytes = size * count;
    if (bytes == 0) return 0;
    size_t got = __loci_read_bytes(__loci_file(stream), items, bytes);
    return got == bytes ? count : got / size;
}
