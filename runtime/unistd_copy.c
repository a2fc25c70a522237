/* Copying between descriptors. */
#define _GNU_SOURCE
#include <errno.h>
#include <sys/sendfile.h>
#include <unistd.h>
#include "loci_library.h"
#include "loci_machine.h"

enum { PIECE = 4096 };

/* One piece, from and to positions that are moved on, or from and to where the descriptors stand. */
static int64_t copy(int from, int64_t *from_at, int to, int64_t *to_at, size_t count)
{
    char piece[PIECE];
    size_t wanted = count < PIECE ? count : PIECE;
    int64_t got = from_at != NULL ? pread64(from, piece, wanted, *from_at) : read(from, piece, wanted);
    if (got <= 0) return got;
    int64_t put = to_at != NULL ? pwrite64(to, piece, (size_t)got, *to_at) : write(to, piece, (size_t)got);
    if (put < 0) return put;
    if (from_at != NULL) *from_at += put;
    else if (put < got) lseek64(from, put - got, SEEK_CUR);
    if (to_at != NULL) *to_at += put;
    return put;
}

ssize_t copy_file_range(int from, off64_t *from_at, int to, off64_t *to_at, size_t count, unsigned flags)
{
    if (flags != 0) {
        errno = EINVAL;
        return -1;
    }
    return (ssize_t)copy(from, (int64_t *)from_at, to, (int64_t *)to_at, count);
}

ssize_t sendfile(int to, int from, off_t *from_at, size_t count)
{
    int64_t at = from_at != NULL ? *from_at : 0;
    ssize_t put = (ssize_t)copy(from, from_at != NULL ? &at : NULL, to, NULL, count);
    if (from_at != NULL) *from_at = (off_t)at;
    return put;
}

ssize_t sendfile64(int to, int from, off64_t *from_at, size_t count)
{
    return (ssize_t)copy(from, (int64_t *)from_at, to, NULL, count);
}
