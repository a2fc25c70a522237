/* statx, by way of fstatat. When a file was made is not known. */
#define _GNU_SOURCE
#include <sys/stat.h>
#include <sys/sysmacros.h>

static struct statx_timestamp stamp(struct timespec time)
{
    return (struct statx_timestamp){.tv_sec = time.tv_sec, .tv_nsec = (__u32)time.tv_nsec};
}

int statx(int folder, const char *restrict path, int flags, unsigned mask, struct statx *restrict out)
{
    struct stat64 status;
    (void)mask;
    if (fstatat64(folder, path, &status, flags) < 0) return -1;
    *out = (struct statx){.stx_mask = STATX_BASIC_STATS,
                          .stx_blksize = (__u32)status.st_blksize,
                          .stx_nlink = (__u32)status.st_nlink,
                          .stx_uid = status.st_uid,
                          .stx_gid = status.st_gid,
                          .stx_mode = (__u16)status.st_mode,
                          .stx_ino = status.st_ino,
                          .stx_size = (__u64)status.st_size,
                          .stx_blocks = (__u64)status.st_blocks,
                          .stx_atime = stamp(status.st_atim),
                          .stx_ctime = stamp(status.st_ctim),
                          .stx_mtime = stamp(status.st_mtim),
                          .stx_rdev_major = gnu_dev_major(status.st_rdev),
                          .stx_rdev_minor = gnu_dev_minor(status.st_rdev),
                          .stx_dev_major = gnu_dev_major(status.st_dev),
                          .stx_dev_minor = gnu_dev_minor(status.st_dev)};
    return 0;
}

unsigned gnu_dev_major(dev_t device)
{
    return (unsigned)(device >> 8 & 0xfff) | (unsigned)(device >> 32 & ~0xfffull);
}

unsigned gnu_dev_minor(dev_t device)
{
    return (unsigned)(device & 0xff) | (unsigned)(device >> 12 & ~0xffull);
}

dev_t gnu_dev_makedev(unsigned major, unsigned minor)
{
    return (dev_t)(major & 0xfff) << 8 | (dev_t)(major & ~0xfffu) << 32 | (minor & 0xff) | (dev_t)(minor & ~0xffu) << 12;
}
