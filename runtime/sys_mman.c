/* Mapped memory. Anonymous maps are heap blocks; a private map of a file is a copy of its bytes. What would have to be
 * seen by others (a shared, writable map of a file) is refused. A map is constant or not as a whole; other rights, and
 * changes of a part, are counted as not modelled. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "loci_library.h"
#include "loci_os.h"

enum { PAGE = 4096 };

static void *refuse(int error)
{
    errno = error;
    return MAP_FAILED;
}

static void set_rights(void *block, int protection)
{
    if (!(protection & PROT_READ)) __loci_unmodelled("that mapped memory must not be read is not checked");
    __loci_set_constant(block, !(protection & PROT_WRITE) && protection & PROT_READ);
}

static int fill(char *block, size_t length, int fd, int64_t offset)
{
    int64_t before = __loci_os_lseek(fd, 0, 1 /* SEEK_CUR */);
    int64_t got = before < 0 ? before : __loci_os_lseek(fd, offset, 0 /* SEEK_SET */);
    for (size_t done = 0; got >= 0 && done < length; done += (size_t)got) {
        got = __loci_os_read(fd, block + done, length - done);
        if (got == 0) break;
    }
    if (before >= 0) __loci_os_lseek(fd, before, 0);
    return before < 0 ? -ENODEV : got < 0 ? (int)got : 0; /* no pipe is mapped */
}

/* Large blocks begin at a page wherever they are, and those of zeros cost what is written to them. */
static char *zeroed_pages(size_t size)
{
    if (size >= (size_t)1 << 30) {
        char *block = calloc(1, size);
        if ((uintptr_t)block % PAGE == 0) return block;
        free(block);
    }
    char *block = aligned_alloc(PAGE, size);
    return block ? memset(block, 0, size) : NULL;
}

static void *map(void *wish, size_t length, int protection, int flags, int fd, int64_t offset)
{
    struct __loci_stat status;
    (void)wish;
    if (length == 0 || offset % PAGE != 0) return refuse(EINVAL);
    if (flags & MAP_FIXED) {
        __loci_unmodelled("'mmap' at a fixed address fails");
        return refuse(ENOMEM);
    }
    if (!(flags & MAP_ANONYMOUS)) {
        int answer = __loci_os_fstat(fd, &status);
        if (answer < 0) return refuse(-answer);
        if (flags & MAP_SHARED && protection & PROT_WRITE) {
            __loci_unmodelled("'mmap' of a file that is shared and written fails");
            return refuse(ENODEV);
        }
    }
    size_t whole = (length + PAGE - 1) / PAGE * PAGE;
    char *block = zeroed_pages(whole);
    if (block == NULL) return refuse(ENOMEM);
    int answer = flags & MAP_ANONYMOUS ? 0 : fill(block, length, fd, offset);
    if (answer == 0) {
        set_rights(block, protection);
        return block;
    }
    free(block);
    return refuse(-answer);
}

void *mmap(void *wish, size_t length, int protection, int flags, int fd, off_t offset)
{
    LOCI_ASKS_OUTSIDE("mmap");
    return map(wish, length, protection, flags, fd, offset);
}

void *mmap64(void *wish, size_t length, int protection, int flags, int fd, off64_t offset)
{
    LOCI_ASKS_OUTSIDE("mmap64");
    return map(wish, length, protection, flags, fd, offset);
}

/* Whether the range is the whole map: its last page may be named in part. */
static _Bool is_whole(const void *block, size_t length)
{
    size_t size = __loci_block_size(block);
    return size > 0 && length <= size && length >= size - PAGE + 1;
}

/* Only a whole map is given back. */
int munmap(void *block, size_t length)
{
    if (is_whole(block, length)) free(block);
    else __loci_unmodelled("'munmap' of a part of a map, or of more than one, does nothing");
    return 0;
}

int mprotect(void *block, size_t length, int protection)
{
    if (is_whole(block, length)) set_rights(block, protection);
    else __loci_unmodelled("'mprotect' of a part of a map, or of other memory, does nothing");
    return 0;
}

/* Some advice changes what is there. */
int madvise(void *block, size_t length, int advice)
{
    (void)block;
    (void)length;
    if (advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE)
        __loci_unmodelled("'madvise' lets no bytes go");
    return 0;
}

int posix_madvise(void *block, size_t length, int advice)
{
    (void)block;
    (void)length;
    (void)advice;
    return 0;
}

int msync(void *block, size_t length, int flags)
{
    (void)block;
    (void)length;
    (void)flags;
    return 0;
}

int mincore(void *block, size_t length, unsigned char *resident)
{
    (void)block;
    (void)length;
    (void)resident;
    __loci_unmodelled("'mincore' fails");
    errno = ENOSYS;
    return -1;
}
