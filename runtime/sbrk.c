/* The end of a program's data, for programs that have an allocator of their own: a place in one block of 16 MiB. More would be
 * dear, since a state with symbolic bytes in it keeps something for each byte of the block. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <unistd.h>
#include "loci_machine.h"
#include "loci_os.h"

enum { MOST = 16 << 20, PAGE = 4096 };
static char *begin;
static size_t used;

static _Bool has_begun(void)
{
    if (begin != NULL) return 1;
    char *block = __loci_process_memory(MOST + PAGE, "sbrk");
    if (block != NULL) begin = block + (PAGE - (uintptr_t)block % PAGE) % PAGE;
    return block != NULL;
}

static int move_end(size_t size)
{
    if (has_begun() && size <= MOST) {
        used = size;
        return 0;
    }
    errno = ENOMEM;
    return -1;
}

void *sbrk(intptr_t delta)
{
    LOCI_ASKS_OUTSIDE("sbrk");
    size_t before = used;
    if (move_end(used + (size_t)delta) < 0) return (void *)-1;
    return begin + before;
}

int brk(void *end)
{
    LOCI_ASKS_OUTSIDE("brk");
    return move_end(has_begun() ? (size_t)((char *)end - begin) : 0);
}
