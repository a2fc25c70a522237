/* End of file, errors, the descriptor, and locks that nobody contends for. */
#define _GNU_SOURCE
#include <errno.h>
#include "loci_file.h"

int feof(FILE *stream)
{
    return (stream->_flags & LOCI_EOF) != 0;
}

int ferror(FILE *stream)
{
    return (stream->_flags & LOCI_ERROR) != 0;
}

void clearerr(FILE *stream)
{
    stream->_flags &= ~(LOCI_EOF | LOCI_ERROR);
}

int feof_unlocked(FILE *stream)
{
    return (stream->_flags & LOCI_EOF) != 0;
}

int ferror_unlocked(FILE *stream)
{
    return (stream->_flags & LOCI_ERROR) != 0;
}

void clearerr_unlocked(FILE *stream)
{
    stream->_flags &= ~(LOCI_EOF | LOCI_ERROR);
}

static int descriptor(FILE *stream)
{
    int fd = __loci_file(stream)->fd;
    if (fd < 0) errno = EBADF;
    return fd;
}

int fileno(FILE *stream)
{
    return descriptor(stream);
}

int fileno_unlocked(FILE *stream)
{
    return descriptor(stream);
}

void flockfile(FILE *stream)
{
    (void)stream;
}

int ftrylockfile(FILE *stream)
{
    (void)stream;
    return 0;
}

void funlockfile(FILE *stream)
{
    (void)stream;
}
