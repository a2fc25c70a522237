/* There is no command processor. */
#include <errno.h>
#include <stdlib.h>
#include "loci_machine.h"

int system(const char *command)
{
    __loci_unmodelled("'system' runs no command: it fails");
    if (command == NULL) return 0;
    errno = ENOSYS;
    return -1;
}
