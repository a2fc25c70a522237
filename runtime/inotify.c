/* Watching files: nobody else changes any, so there is nothing to tell but that a watch was removed. The descriptor is a pipe:
 * who reads it when it is empty waits for ever. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>
#include "loci_os.h"

enum { MOST_WATCHES = 64, MOST_INSTANCES = 8, HIDDEN = 900 };

static struct {
    int reader, writer; /* 0 and 0: none */
} instances[MOST_INSTANCES];

static struct {
    int fd;
    dev_t device;
    ino_t file;
    _Bool is_used;
} watches[MOST_WATCHES];

static int refuse(int error)
{
    errno = error;
    return -1;
}

static int make_pipe(int flags, int *writer)
{
    int ends[2];
    if (pipe2(ends, flags) < 0) return -1;
    *writer = fcntl(ends[1], F_DUPFD_CLOEXEC, HIDDEN); /* out of the way of the program's own numbers */
    close(ends[1]);
    if (*writer >= 0) return ends[0];
    close(ends[0]);
    return -1;
}

int inotify_init1(int flags)
{
    int writer;
    if (flags & ~(IN_CLOEXEC | IN_NONBLOCK)) return refuse(EINVAL);
    __loci_unmodelled("'inotify' tells of no changes");
    for (int i = 0; i < MOST_INSTANCES; i++) {
        if (instances[i].writer != 0 && fcntl(instances[i].reader, F_GETFD) >= 0) continue;
        int reader = make_pipe(flags, &writer);
        if (reader < 0) return -1;
        instances[i].reader = reader;
        instances[i].writer = writer;
        return reader;
    }
    return refuse(EMFILE);
}

int inotify_init(void)
{
    return inotify_init1(0);
}

/* The watch of that file, if there is one; else a free one; or none. */
static int find_watch(int fd, const struct stat *file)
{
    int free_one = -1;
    for (int i = MOST_WATCHES - 1; i >= 0; i--) {
        if (!watches[i].is_used) free_one = i;
        else if (watches[i].fd == fd && watches[i].device == file->st_dev && watches[i].file == file->st_ino) return i;
    }
    return free_one;
}

int inotify_add_watch(int fd, const char *path, uint32_t mask)
{
    struct stat file;
    if (fcntl(fd, F_GETFD) < 0) return -1;
    if ((mask & (IN_ALL_EVENTS | IN_UNMOUNT)) == 0) return refuse(EINVAL);
    if (stat(path, &file) < 0 || access(path, R_OK) < 0) return -1;
    int watch = find_watch(fd, &file);
    if (watch < 0) return refuse(ENOSPC);
    watches[watch].fd = fd;
    watches[watch].device = file.st_dev;
    watches[watch].file = file.st_ino;
    watches[watch].is_used = 1;
    return watch + 1;
}

static int tell(int fd, const struct inotify_event *event)
{
    for (int i = 0; i < MOST_INSTANCES; i++)
        if (instances[i].reader == fd && instances[i].writer != 0)
            return write(instances[i].writer, event, sizeof *event) == (ssize_t)sizeof *event ? 0 : -1;
    return refuse(EINVAL);
}

int inotify_rm_watch(int fd, int watch)
{
    if (fcntl(fd, F_GETFD) < 0) return -1;
    if (watch < 1 || watch > MOST_WATCHES || !watches[watch - 1].is_used || watches[watch - 1].fd != fd) return refuse(EINVAL);
    watches[watch - 1].is_used = 0;
    return tell(fd, &(struct inotify_event){.wd = watch, .mask = IN_IGNORED});
}
