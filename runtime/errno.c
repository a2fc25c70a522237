/* errno is one int: the machine has one thread. */
#include <errno.h>
#include "loci_machine.h"

int __loci_errno;

int *__errno_location(void)
{
    return &__loci_errno;
}
