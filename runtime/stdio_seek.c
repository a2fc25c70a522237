/* The position of a stream. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <string.h>
#include "loci_file.h"

static int move(FILE *stream, int64_t offset, int whence)
{
    if (whence != SEEK_SET && whence != SEEK_CUR && whence != SEEK_END) {
        errno = EINVAL;
        return -1;
    }
    return __loci_seek(__loci_file(stream), offset, whence) < 0 ? -1 : 0;
}

/* A position that must fit a long, which has 32 bits in ILP32. */
static long position_as_long(FILE *stream)
{
    int64_t position = __loci_tell(__loci_file(stream));
    if (position <= LONG_MAX) return (long)position;
    errno = EOVERFLOW;
    return -1;
}

int fseek(FILE *stream, long offset, int whence)
{
    return move(stream, offset, whence);
}

int fseeko(FILE *stream, off_t offset, int whence)
{
    return move(stream, offset, whence);
}

int fseeko64(FILE *stream, off64_t offset, int whence)
{
    return move(stream, offset, whence);
}

long ftell(FILE *stream)
{
    return position_as_long(stream);
}

off_t ftello(FILE *stream)
{
    return position_as_long(stream);
}

off64_t ftello64(FILE *stream)
{
    return __loci_tell(__loci_file(stream));
}

void rewind(FILE *stream)
{
    move(stream, 0, SEEK_SET);
    stream->_flags &= ~(LOCI_EOF | LOCI_ERROR);
}

int fgetpos(FILE *restrict stream, fpos_t *restrict position)
{
    long where = position_as_long(stream);
    if (where < 0) return -1;
    memset(position, 0, sizeof *position);
    position->__pos = where;
    return 0;
}

int fsetpos(FILE *stream, const fpos_t *position)
{
    return move(stream, position->__pos, SEEK_SET);
}

int fgetpos64(FILE *restrict stream, fpos64_t *restrict position)
{
    int64_t where = __loci_tell(__loci_file(stream));
    if (where < 0) return -1;
    memset(position, 0, sizeof *position);
    position->__pos = where;
    return 0;
}

int fsetpos64(FILE *stream, const fpos64_t *position)
{
    return move(stream, position->__pos, SEEK_SET);
}
