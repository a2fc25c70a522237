/* Streams: opened, closed, asked. */
#include <stdio.h>
#include <stdlib.h>
#include "loci_contract.h"

static FILE *open_stream(const char *path, const char *mode)
{
    if (path) __loci_touch_text(path);
    if (mode) __loci_touch_text(mode);
    if (__loci_any_int("fopen()") == 0) return NULL;
    return __loci_new_resource(LOCI_STREAM, sizeof(FILE));
}

FILE *fopen(const char *restrict path, const char *restrict mode) { return open_stream(path, mode); }
FILE *fopen64(const char *restrict path, const char *restrict mode) { return open_stream(path, mode); }
FILE *fdopen(int descriptor, const char *mode)
{
    void *resource = __loci_resource_of(descriptor);
    FILE *stream = open_stream(NULL, mode);
    if (resource && stream) free(resource); /* the stream owns it from here on */
    return stream;
}
FILE *popen(const char *command, const char *mode) { return open_stream(command, mode); }
FILE *tmpfile(void) { return open_stream(NULL, NULL); }

static int is_standard(const FILE *stream) { return (stream == stdin) | (stream == stdout) | (stream == stderr); }

/* These are no blocks that could be freed: a mark says that one is closed. */
static char is_closed[3];

static char *mark_of(const FILE *stream) { return &is_closed[stream == stdin ? 0 : stream == stdout ? 1 : 2]; }

static void close_standard(const FILE *stream)
{
    char *mark = mark_of(stream);
    if (*mark) __loci_misuse("double-close: a standard stream is closed twice");
    *mark = 1;
}

static int close_stream(FILE *stream)
{
    if (!stream) __loci_touch(stream);
    if (is_standard(stream)) close_standard(stream);
    else free(stream);
    return __loci_any_int("fclose()") ? -1 : 0;
}

int fclose(FILE *stream) { return close_stream(stream); }
int pclose(FILE *stream) { return close_stream(stream); }

FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream)
{
    if (path) __loci_touch_text(path);
    __loci_touch_text(mode);
    __loci_touch(stream);
    if (is_standard(stream)) *mark_of(stream) = 0;
    if (__loci_any_int("freopen()")) return stream;
    if (!is_standard(stream)) free(stream);
    return NULL;
}

static int ask(FILE *stream, const char *name)
{
    __loci_touch(stream);
    return __loci_any_int(name);
}

int feof(FILE *stream) { return ask(stream, "feof()"); }
int ferror(FILE *stream) { return ask(stream, "ferror()"); }
int fileno(FILE *stream) { return ask(stream, "fileno()") & 0x3ff; }
void clearerr(FILE *stream) { __loci_touch(stream); }
void rewind(FILE *stream) { __loci_touch(stream); }
int fseek(FILE *stream, long offset, int whence)
{
    (void)offset, (void)whence;
    return ask(stream, "fseek()") ? -1 : 0;
}
long ftell(FILE *stream)
{
    __loci_touch(stream);
    return __loci_any_between("size by ftell()", -1, (long)1 << 30);
}
int fflush(FILE *stream)
{
    if (stream) __loci_touch(stream);
    return __loci_any_int("fflush()") ? EOF : 0;
}
int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size)
{
    (void)buffer, (void)mode, (void)size;
    return ask(stream, "setvbuf()") ? -1 : 0;
}
void setbuf(FILE *restrict stream, char *restrict buffer)
{
    (void)buffer;
    __loci_touch(stream);
}
