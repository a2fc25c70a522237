/* The state of the host: the same in every run, and that of a small machine at rest. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <unistd.h>
#include "loci_library.h"
#include "loci_os.h"

enum { BLOCK = 4096, BLOCKS = 1 << 20, LONGEST_NAME = 255, MEBIBYTE = 1 << 20 };

int sysinfo(struct sysinfo *out)
{
    LOCI_ASKS_OUTSIDE("sysinfo");
    *out = (struct sysinfo){.uptime = 3600, .totalram = 1024, .freeram = 512, .procs = 1, .mem_unit = MEBIBYTE};
    return 0;
}

int getloadavg(double loads[], int count)
{
    LOCI_ASKS_OUTSIDE("getloadavg");
    int given = count > 3 ? 3 : count;
    for (int i = 0; i < given; i++) loads[i] = 0;
    return given;
}

long gethostid(void)
{
    LOCI_ASKS_OUTSIDE("gethostid");
    return 0;
}

size_t confstr(int name, char *buffer, size_t size)
{
    LOCI_ASKS_OUTSIDE("confstr");
    static const char path[] = "/bin:/usr/bin";
    if (name != _CS_PATH) {
        errno = EINVAL;
        return 0;
    }
    if (size > 0) {
        size_t kept = sizeof path < size ? sizeof path - 1 : size - 1;
        memcpy(buffer, path, kept);
        buffer[kept] = '\0';
    }
    return sizeof path;
}

/* Files are on a disk of this machine: programs treat what they cannot tell as the other side of a network. */
static int fill(int answer, const struct __loci_stat *status, struct statfs *out)
{
    if (__loci_result(answer) < 0) return -1;
    memset(out, 0, sizeof *out);
    out->f_type = S_ISFIFO(status->mode) ? PIPEFS_MAGIC : S_ISSOCK(status->mode) ? SOCKFS_MAGIC : EXT4_SUPER_MAGIC;
    out->f_bsize = out->f_frsize = BLOCK;
    out->f_blocks = out->f_files = BLOCKS;
    out->f_bfree = out->f_bavail = out->f_ffree = BLOCKS / 2;
    out->f_namelen = LONGEST_NAME;
    return 0;
}

int statfs(const char *path, struct statfs *out)
{
    struct __loci_stat status;
    return fill(__loci_os_stat(path, &status), &status, out);
}

int fstatfs(int fd, struct statfs *out)
{
    struct __loci_stat status;
    return fill(__loci_os_fstat(fd, &status), &status, out);
}

static int fill_portable(int answer, struct statvfs *out)
{
    if (__loci_result(answer) < 0) return -1;
    memset(out, 0, sizeof *out);
    out->f_bsize = out->f_frsize = BLOCK;
    out->f_blocks = out->f_files = BLOCKS;
    out->f_bfree = out->f_bavail = out->f_ffree = out->f_favail = BLOCKS / 2;
    out->f_namemax = LONGEST_NAME;
    return 0;
}

int statvfs(const char *restrict path, struct statvfs *restrict out)
{
    struct __loci_stat status;
    return fill_portable(__loci_os_stat(path, &status), out);
}

int fstatvfs(int fd, struct statvfs *out)
{
    struct __loci_stat status;
    return fill_portable(__loci_os_fstat(fd, &status), out);
}

void sync(void)
{
}

int syncfs(int fd)
{
    return (int)__loci_result(__loci_os_control(fd, 1 /* F_GETFD */, 0));
}
