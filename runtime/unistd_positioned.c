/* pread and pwrite, as a seek there and back: nobody else moves the position meanwhile. */
#define _GNU_SOURCE
#include <sys/uio.h>
#include <unistd.h>
#include "loci_library.h"
#include "loci_os.h"

static int64_t read_at(int fd, void *buffer, size_t count, int64_t offset)
{
    int64_t before = __loci_os_lseek(fd, 0, SEEK_CUR);
    if (before < 0) return before;
    int64_t moved = __loci_os_lseek(fd, offset, SEEK_SET);
    if (moved < 0) return moved;
    int64_t answer = __loci_os_read(fd, buffer, count);
    __loci_os_lseek(fd, before, SEEK_SET);
    return answer;
}

static int64_t write_at(int fd, const void *buffer, size_t count, int64_t offset)
{
    int64_t before = __loci_os_lseek(fd, 0, SEEK_CUR);
    if (before < 0) return before;
    int64_t moved = __loci_os_lseek(fd, offset, SEEK_SET);
    if (moved < 0) return moved;
    int64_t answer = __loci_os_write(fd, buffer, count);
    __loci_os_lseek(fd, before, SEEK_SET);
    return answer;
}

ssize_t pread(int fd, void *buffer, size_t count, off_t offset)
{
    return (ssize_t)__loci_result(read_at(fd, buffer, count, offset));
}

ssize_t pread64(int fd, void *buffer, size_t count, off64_t offset)
{
    return (ssize_t)__loci_result(read_at(fd, buffer, count, offset));
}

ssize_t pwrite(int fd, const void *buffer, size_t count, off_t offset)
{
    return (ssize_t)__loci_result(write_at(fd, buffer, count, offset));
}

ssize_t pwrite64(int fd, const void *buffer, size_t count, off64_t offset)
{
    return (ssize_t)__loci_result(write_at(fd, buffer, count, offset));
}

ssize_t readv(int fd, const struct iovec *parts, int count)
{
    ssize_t total = 0;
    for (int i = 0; i < count; i++) {
        int64_t got = __loci_os_read(fd, parts[i].iov_base, parts[i].iov_len);
        if (got < 0) return total > 0 ? total : (ssize_t)__loci_result(got);
        total += (ssize_t)got;
        if ((size_t)got < parts[i].iov_len) break;
    }
    return total;
}

ssize_t writev(int fd, const struct iovec *parts, int count)
{
    ssize_t total = 0;
    for (int i = 0; i < count; i++) {
        int64_t put = __loci_os_write(fd, parts[i].iov_base, parts[i].iov_len);
        if (put < 0) return total > 0 ? total : (ssize_t)__loci_result(put);
        total += (ssize_t)put;
        if ((size_t)put < parts[i].iov_len) break;
    }
    return total;
}
