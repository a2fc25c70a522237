/* Owners of files. The machine cannot change them: what is so already succeeds, new owners are refused. */
#define _GNU_SOURCE
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>
#include "loci_library.h"
#include "loci_os.h"

static int give_to(int answer, const struct __loci_stat *status, uid_t user, gid_t group)
{
    if (__loci_result(answer) < 0) return -1;
    if ((user == (uid_t)-1 || (int64_t)user == status->uid) && (group == (gid_t)-1 || (int64_t)group == status->gid)) return 0;
    errno = EPERM;
    return -1;
}

int chown(const char *path, uid_t user, gid_t group)
{
    struct __loci_stat status;
    return give_to(__loci_os_stat(path, &status), &status, user, group);
}

int lchown(const char *path, uid_t user, gid_t group)
{
    struct __loci_stat status;
    return give_to(__loci_os_lstat(path, &status), &status, user, group);
}

int fchown(int fd, uid_t user, gid_t group)
{
    struct __loci_stat status;
    return give_to(__loci_os_fstat(fd, &status), &status, user, group);
}
