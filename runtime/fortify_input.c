/* What _FORTIFY_SOURCE makes of functions that read. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "loci_library.h"
#include "loci_os.h"

_Noreturn void __chk_fail(void);

static void check(size_t needed, size_t available)
{
    if (needed > available) __chk_fail();
}

char *__fgets_chk(char *line, size_t size, int count, FILE *stream);
char *__fgets_chk(char *line, size_t size, int count, FILE *stream)
{
    if (count > 0) check((size_t)count, size);
    return fgets(line, count, stream);
}

char *__fgets_unlocked_chk(char *line, size_t size, int count, FILE *stream);
char *__fgets_unlocked_chk(char *line, size_t size, int count, FILE *stream)
{
    if (count > 0) check((size_t)count, size);
    return fgets(line, count, stream);
}

char *__gets_chk(char *line, size_t size);
char *__gets_chk(char *line, size_t size)
{
    size_t length = 0;
    int c;
    while ((c = getc(stdin)) != EOF && c != '\n') {
        check(length + 2, size);
        line[length++] = (char)c;
    }
    if (c == EOF && length == 0) return NULL;
    line[length] = '\0';
    return line;
}

size_t __fread_chk(void *items, size_t available, size_t size, size_t count, FILE *stream);
size_t __fread_chk(void *items, size_t available, size_t size, size_t count, FILE *stream)
{
    check(size * count, available);
    return fread(items, size, count, stream);
}

size_t __fread_unlocked_chk(void *items, size_t available, size_t size, size_t count, FILE *stream);
size_t __fread_unlocked_chk(void *items, size_t available, size_t size, size_t count, FILE *stream)
{
    check(size * count, available);
    return fread(items, size, count, stream);
}

ssize_t __read_chk(int fd, void *buffer, size_t count, size_t size);
ssize_t __read_chk(int fd, void *buffer, size_t count, size_t size)
{
    check(count, size);
    return (ssize_t)__loci_result(__loci_os_read(fd, buffer, count));
}

char *__getcwd_chk(char *buffer, size_t count, size_t size);
char *__getcwd_chk(char *buffer, size_t count, size_t size)
{
    check(count, size);
    return getcwd(buffer, count);
}

ssize_t __readlink_chk(const char *path, char *buffer, size_t count, size_t size);
ssize_t __readlink_chk(const char *path, char *buffer, size_t count, size_t size)
{
    check(count, size);
    return (ssize_t)__loci_result(__loci_os_readlink(path, buffer, count));
}

char *__realpath_chk(const char *path, char *result, size_t size);
char *__realpath_chk(const char *path, char *result, size_t size)
{
    check(4096, size);
    return realpath(path, result);
}

int __gethostname_chk(char *name, size_t count, size_t size);
int __gethostname_chk(char *name, size_t count, size_t size)
{
    check(count, size);
    return gethostname(name, count);
}
