/* The program's say in buffering, and what a stream is. */
#define _GNU_SOURCE
#include <stdio_ext.h>
#include <stdlib.h>
#include "loci_file.h"

int fflush(FILE *stream)
{
    return stream == NULL ? __loci_flush_all() : __loci_synchronise(__loci_file(stream));
}

int fflush_unlocked(FILE *stream)
{
    return fflush(stream);
}

static void drop_buffer(struct __loci_file *file)
{
    if (file->own_buffer) free(file->buffer);
    file->own_buffer = 0;
    file->buffer = NULL;
    file->capacity = 0;
}

static int set_buffering(FILE *stream, char *buffer, int buffering, size_t size)
{
    if (buffering != _IOFBF && buffering != _IOLBF && buffering != _IONBF) return EOF;
    struct __loci_file *file = __loci_file(stream);
    if (__loci_synchronise(file) != 0) return EOF;
    if (file->state == LOCI_READING) return EOF; /* unread bytes that cannot be put back */
    file->state = LOCI_IDLE;
    file->position = file->limit = file->saved_limit = 0;
    if (buffering != _IONBF && buffer != NULL && size > 0) {
        drop_buffer(file);
        file->buffer = (unsigned char *)buffer;
        file->capacity = size;
    }
    file->buffering = buffering;
    return 0;
}

int setvbuf(FILE *restrict stream, char *restrict buffer, int buffering, size_t size)
{
    return set_buffering(stream, buffer, buffering, size);
}

void setbuf(FILE *restrict stream, char *restrict buffer)
{
    set_buffering(stream, buffer, buffer != NULL ? _IOFBF : _IONBF, BUFSIZ);
}

void setbuffer(FILE *restrict stream, char *restrict buffer, size_t size)
{
    set_buffering(stream, buffer, buffer != NULL ? _IOFBF : _IONBF, size);
}

void setlinebuf(FILE *stream)
{
    set_buffering(stream, NULL, _IOLBF, 0);
}

size_t __fpending(FILE *stream)
{
    struct __loci_file *file = __loci_file(stream);
    return file->state == LOCI_WRITING ? file->position : 0;
}

size_t __fbufsize(FILE *stream)
{
    return __loci_file(stream)->capacity;
}

int __freading(FILE *stream)
{
    struct __loci_file *file = __loci_file(stream);
    return !file->writable || file->state == LOCI_READING;
}

int __fwriting(FILE *stream)
{
    struct __loci_file *file = __loci_file(stream);
    return !file->readable || file->state == LOCI_WRITING;
}

int __freadable(FILE *stream)
{
    return __loci_file(stream)->readable;
}

int __fwritable(FILE *stream)
{
    return __loci_file(stream)->writable;
}

int __flbf(FILE *stream)
{
    return __loci_file(stream)->buffering == _IOLBF;
}

void __fpurge(FILE *stream)
{
    struct __loci_file *file = __loci_file(stream);
    file->state = LOCI_IDLE;
    file->position = file->limit = file->saved_limit = 0;
}

void _flushlbf(void)
{
    __loci_flush_all();
}

int __fsetlocking(FILE *stream, int type)
{
    (void)stream;
    (void)type;
    return FSETLOCKING_INTERNAL;
}
