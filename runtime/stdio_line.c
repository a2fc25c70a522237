/* getline and getdelim. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include "loci_file.h"

static _Bool has_room(char **line, size_t *capacity, size_t wanted)
{
    if (*line != NULL && wanted <= *capacity) return 1;
    size_t larger = *line == NULL || *capacity == 0 ? 120 : *capacity * 2;
    if (larger < wanted) larger = wanted;
    char *grown = realloc(*line, larger);
    if (grown == NULL) return 0;
    *line = grown;
    *capacity = larger;
    return 1;
}

static ssize_t read_until(char **line, size_t *capacity, int delimiter, FILE *stream)
{
    struct __loci_file *file = __loci_file(stream);
    size_t length = 0;
    if (*line == NULL) *capacity = 0;
    if (!has_room(line, capacity, 1)) return -1;
    for (;;) {
        int c = __loci_get_byte(file);
        if (c == EOF) break;
        if (!has_room(line, capacity, length + 2)) return -1;
        (*line)[length++] = (char)c;
        if (c == delimiter) break;
    }
    if (length == 0) return -1;
    (*line)[length] = '\0';
    return (ssize_t)length;
}

static ssize_t checked(char **line, size_t *capacity, int delimiter, FILE *stream)
{
    if (line == NULL || capacity == NULL) {
        errno = EINVAL;
        return -1;
    }
    return read_until(line, capacity, delimiter, stream);
}

ssize_t getline(char **restrict line, size_t *restrict capacity, FILE *restrict stream)
{
    return checked(line, capacity, '\n', stream);
}

ssize_t getdelim(char **restrict line, size_t *restrict capacity, int delimiter, FILE *restrict stream)
{
    return checked(line, capacity, delimiter, stream);
}

ssize_t __getdelim(char **restrict line, size_t *restrict capacity, int delimiter, FILE *restrict stream)
{
    return checked(line, capacity, delimiter, stream);
}
