/* Allocation beyond what the machine provides. */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include "loci_machine.h"

void *reallocarray(void *block, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(block, count * size);
}

void *valloc(size_t size)
{
    return memalign(4096, size);
}

void *pvalloc(size_t size)
{
    return memalign(4096, (size + 4095) / 4096 * 4096);
}

void cfree(void *block);
void cfree(void *block)
{
    free(block);
}

/* Exactly what was asked for: a program that uses more would depend on an allocator's rounding. */
size_t malloc_usable_size(void *block)
{
    return block == NULL ? 0 : __loci_block_size(block);
}

int malloc_trim(size_t pad)
{
    (void)pad;
    return 0;
}

int mallopt(int parameter, int value)
{
    (void)parameter;
    (void)value;
    return 1;
}
