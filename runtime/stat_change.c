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

int fchmod(int fd, mode_t mode)
{
    return (int)__loci_result(__loci_os_fchmod(fd, (int)mode));
}

mode_t umask(mode_t mask)
{
    return (mode_t)__loci_os_umask((int)mask);
}
