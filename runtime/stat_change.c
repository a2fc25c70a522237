/* Changing what stat tells. */
#define _DEFAULT_SOURCE
#include <sys/stat.h>
#include "loci_library.h"
#include "loci_os.h"

int mkdir(const char *path, mode_t mode)
{
    return (int)__loci_result(__loci_os_mkdir(path, (int)mode));
}

int chmod(const char *path, mode_t mode)
{
    return (int)__loci_result(__loci_os_chmod(path, (int)mode));
}

mode_t umask(mode_t mask)
{
    static mode_t current = 022; /* only remembered: the host applies its own */
    mode_t before = current;
    current = mask & 0777;
    return before;
}
