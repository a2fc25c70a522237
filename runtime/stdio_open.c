/* Opening and closing streams. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include "loci_file.h"
#include "loci_library.h"
#include "loci_os.h"

int __loci_open_flags(const char *mode)
{
    int flags;
    switch (mode[0]) {
    case 'r': flags = O_RDONLY; break;
    case 'w': flags = O_WRONLY | O_CREAT | O_TRUNC; break;
    case 'a': flags = O_WRONLY | O_CREAT | O_APPEND; break;
    default: errno = EINVAL; return -1;
    }
    for (size_t i = 1; mode[i] != '\0' && mode[i] != ','; i++) {
        if (mode[i] == '+') flags = (flags & ~(O_RDONLY | O_WRONLY)) | O_RDWR;
        else if (mode[i] == 'x') flags |= O_EXCL;
        else if (mode[i] == 'e') flags |= O_CLOEXEC;
    }
    return flags;
}

static void set_direction(struct __loci_file *file, const char *mode)
{
    _Bool update = 0;
    for (size_t i = 1; mode[i] != '\0' && mode[i] != ','; i++) update |= mode[i] == '+';
    file->readable = update || mode[0] == 'r';
    file->writable = update || mode[0] != 'r';
    file->appending = mode[0] == 'a';
}

static void link_file(struct __loci_file *file)
{
    file->previous = NULL;
    file->next = __loci_open_files;
    if (file->next != NULL) file->next->previous = file;
    __loci_open_files = file;
}

static void unlink_file(struct __loci_file *file)
{
    if (file->previous != NULL) file->previous->next = file->next;
    else if (__loci_open_files == file) __loci_open_files = file->next;
    if (file->next != NULL) file->next->previous = file->previous;
    file->next = file->previous = NULL;
}

struct __loci_file *__loci_new_file(const struct __loci_device *device, const char *mode)
{
    struct __loci_file *file = calloc(1, sizeof *file);
    if (file == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    file->device = device;
    file->fd = -1;
    file->buffering = -1;
    file->heap = 1;
    set_direction(file, mode);
    link_file(file);
    return file;
}

/* Leaves the stream without device and buffer, but in the list. */
static int shut(struct __loci_file *file)
{
    int result = __loci_synchronise(file);
    int closed = file->device->close(file);
    if (__loci_result(closed) < 0) result = EOF;
    if (file->own_buffer) free(file->buffer);
    if (file->own_buffer) file->buffer = NULL;
    file->own_buffer = 0;
    file->state = LOCI_IDLE;
    file->position = file->limit = file->saved_limit = 0;
    return result;
}

int __loci_close_file(struct __loci_file *file)
{
    int result = shut(file);
    unlink_file(file);
    file->readable = file->writable = 0;
    file->fd = -1;
    if (file->heap) free(file);
    return result;
}

static struct __loci_file *stream_of(int fd, const char *mode)
{
    struct __loci_file *file = __loci_new_file(&__loci_fd_device, mode);
    if (file != NULL) file->fd = fd;
    return file;
}

static FILE *open_path(const char *path, const char *mode)
{
    int flags = __loci_open_flags(mode);
    if (flags == -1) return NULL;
    int fd = (int)__loci_result(__loci_os_open(path, flags, 0666));
    if (fd < 0) return NULL;
    struct __loci_file *file = stream_of(fd, mode);
    if (file == NULL) {
        __loci_os_close(fd);
        return NULL;
    }
    return &file->public;
}

FILE *fopen(const char *restrict path, const char *restrict mode)
{
    return open_path(path, mode);
}

FILE *fopen64(const char *restrict path, const char *restrict mode)
{
    return open_path(path, mode);
}

FILE *fdopen(int fd, const char *mode)
{
    if (__loci_open_flags(mode) == -1) return NULL;
    if (fd < 0) {
        errno = EBADF;
        return NULL;
    }
    struct __loci_file *file = stream_of(fd, mode);
    return file != NULL ? &file->public : NULL;
}

static FILE *reopen(const char *path, const char *mode, FILE *stream)
{
    struct __loci_file *file = __loci_file(stream);
    int flags = __loci_open_flags(mode);
    if (path == NULL) { /* only the mode changes, and only what the descriptor already allows */
        if (flags == -1) return NULL;
        __loci_synchronise(file);
        file->state = LOCI_IDLE;
        set_direction(file, mode);
        return stream;
    }
    int old = file->fd;
    shut(file);
    file->public._flags &= ~(LOCI_EOF | LOCI_ERROR);
    file->buffering = -1;
    file->device = &__loci_fd_device;
    file->fd = flags == -1 ? -1 : (int)__loci_result(__loci_os_open(path, flags, 0666));
    if (file->fd < 0) {
        int error = errno;
        file->device = &__loci_fd_device;
        file->readable = file->writable = 0;
        unlink_file(file);
        if (file->heap) free(file);
        errno = error;
        return NULL;
    }
    if (old >= 0 && file->fd != old && __loci_os_dup2(file->fd, old) == old) { /* a standard stream keeps its number */
        __loci_os_close(file->fd);
        file->fd = old;
    }
    set_direction(file, mode);
    return stream;
}

FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream)
{
    return reopen(path, mode, stream);
}

FILE *freopen64(const char *restrict path, const char *restrict mode, FILE *restrict stream)
{
    return reopen(path, mode, stream);
}

int fclose(FILE *stream)
{
    return __loci_close_file(__loci_file(stream));
}

int fcloseall(void)
{
    return __loci_flush_all();
}
