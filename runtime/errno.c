/* errno is one int: a thread that gives way keeps its own (threads.c). */
#include <errno.h>
#include "loci_machine.h"

int __loci_errno;

int *__errno_location(void)
{
    return &__loci_errno;
}
