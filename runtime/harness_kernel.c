/* The Linux kernel's memory, for drivers that are checked alone: blocks as malloc's, which may fail where the kernel's
 * may. A program that has these functions itself keeps its own. */
#include <stdlib.h>
#include <string.h>
#include "loci_harness.h"

static void *allocate(const char *name, size_t count, size_t size, int is_cleared)
{
    unsigned char fails;
    size_t bytes;
    __loci_make_symbolic(&fails, sizeof fails, name);
    if (fails || __builtin_mul_overflow(count, size, &bytes)) return NULL;
    return is_cleared ? calloc(1, bytes) : malloc(bytes);
}

HARNESS void *kmalloc(size_t size, unsigned flags);
HARNESS void *kmalloc(size_t size, unsigned flags)
{
    (void)flags;
    return allocate("kmalloc", 1, size, 0);
}
HARNESS void *__kmalloc(size_t size, unsigned flags);
HARNESS void *__kmalloc(size_t size, unsigned flags)
{
    (void)flags;
    return allocate("__kmalloc", 1, size, 0);
}
HARNESS void *kzalloc(size_t size, unsigned flags);
HARNESS void *kzalloc(size_t size, unsigned flags)
{
    (void)flags;
    return allocate("kzalloc", 1, size, 1);
}
HARNESS void *kcalloc(size_t count, size_t size, unsigned flags);
HARNESS void *kcalloc(size_t count, size_t size, unsigned flags)
{
    (void)flags;
    return allocate("kcalloc", count, size, 1);
}
HARNESS void *kmalloc_array(size_t count, size_t size, unsigned flags);
HARNESS void *kmalloc_array(size_t count, size_t size, unsigned flags)
{
    (void)flags;
    return allocate("kmalloc_array", count, size, 0);
}
HARNESS void *vmalloc(unsigned long size);
HARNESS void *vmalloc(unsigned long size)
{
    return allocate("vmalloc", 1, size, 0);
}
HARNESS void *vzalloc(unsigned long size);
HARNESS void *vzalloc(unsigned long size)
{
    return allocate("vzalloc", 1, size, 1);
}

HARNESS void kfree(const void *block);
HARNESS void kfree(const void *block)
{
    free((void *)(uintptr_t)block);
}
HARNESS void kzfree(const void *block);
HARNESS void kzfree(const void *block)
{
    free((void *)(uintptr_t)block);
}
HARNESS void vfree(const void *block);
HARNESS void vfree(const void *block)
{
    free((void *)(uintptr_t)block);
}
