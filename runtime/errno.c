/* errno is one int: the machine has one thread. */
#include <errno.h>

static int error_number;

int *__errno_location(void)
{
    return &error_number;
}
