/* What stat tells of a symbolic file. With the setting "sym-stat" it is an input, the object "NAME_stat" with the layout that
 * KLEE's model of files gives it: struct stat of LP64 (its runtime/POSIX/fd_init.c). It is made when somebody is about to
 * look. The size is that of the file; bytes can be read, so the file is no folder, link or socket. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "loci_machine.h"
#include "loci_model.h"

struct status_input {
    uint64_t dev, ino, nlink;
    uint32_t mode, uid, gid, unused;
    uint64_t rdev;
    int64_t size, blksize, blocks;
    int64_t atime_sec, atime_nsec, mtime_sec, mtime_nsec, ctime_sec, ctime_nsec;
    int64_t reserved[3];
};

static int is_time(int64_t nanoseconds)
{
    return (nanoseconds >= 0) & (nanoseconds < 1000000000);
}

/* A file without a number is none: a test that has zeros here was made without knowing. */
static _Bool says_something(const struct status_input *in)
{
    return __loci_is_symbolic(in->ino) || (in->ino & 0x7fffffff) != 0;
}

/* What no file of bytes is. A test that KLEE made may say otherwise. */
static void assume(const struct status_input *in)
{
    uint32_t type = in->mode & S_IFMT;
    if (!__loci_is_symbolic(in->mode)) return;
    __loci_assume((type == S_IFREG) | (type == S_IFIFO) | (type == S_IFCHR) | (type == S_IFBLK));
    __loci_assume((in->mode & ~(uint32_t)(S_IFMT | 07777)) == 0);
    __loci_assume((in->ino & 0x7fffffff) != 0);
    __loci_assume((in->nlink > 0) & (in->nlink < 65536));
    __loci_assume((in->blksize > 0) & (in->blksize < 65536));
    __loci_assume(is_time(in->atime_nsec) & is_time(in->mtime_nsec) & is_time(in->ctime_nsec));
}

/* Tests say what is unusual only where the path wants it. */
static void prefer(const struct status_input *in, const struct __loci_stat *usual)
{
    __loci_prefer((in->mode & S_IFMT) == S_IFREG);
    __loci_prefer((in->mode & 07777) == (usual->mode & 07777));
    __loci_prefer(in->nlink == 1);
    __loci_prefer((in->uid == (uint32_t)usual->uid) & (in->gid == (uint32_t)usual->gid));
    __loci_prefer((in->dev == (uint64_t)usual->dev) & (in->rdev == (uint64_t)usual->rdev));
    __loci_prefer((in->atime_sec == usual->atime_sec) & (in->mtime_sec == usual->mtime_sec));
    __loci_prefer(in->ctime_sec == usual->ctime_sec);
    __loci_prefer(in->blksize == usual->blksize);
}

static void take(const struct status_input *in, struct __loci_stat *out)
{
    out->dev = (int64_t)in->dev, out->ino = (int64_t)in->ino, out->nlink = (int64_t)in->nlink;
    out->mode = in->mode, out->uid = in->uid, out->gid = in->gid;
    out->rdev = (int64_t)in->rdev, out->blksize = in->blksize;
    out->atime_sec = in->atime_sec, out->atime_nsec = in->atime_nsec;
    out->mtime_sec = in->mtime_sec, out->mtime_nsec = in->mtime_nsec;
    out->ctime_sec = in->ctime_sec, out->ctime_nsec = in->ctime_nsec;
}

/* Standard input comes from a file or through a pipe: programs seek in the one and not in the other. Which of them it is
 * becomes an input when the program looks; no path is split before it decides something by it. */
static void choose_kind(struct __loci_model_file *file)
{
    const int64_t regular = S_IFREG | 0644, pipe = S_IFIFO | 0600;
    unsigned char is_pipe;
    file->may_be_pipe = 0;
    __loci_make_symbolic(&is_pipe, 1, "stdin_pipe");
    __loci_assume(is_pipe <= 1);
    __loci_prefer(is_pipe == 0);
    file->size_bits = (int64_t)is_pipe - 1;
    file->status.mode = pipe ^ (file->size_bits & (regular ^ pipe));
}

int64_t __loci_model_size(const struct __loci_model_file *file)
{
    return (int64_t)file->size & file->size_bits;
}

struct __loci_stat *__loci_model_status(struct __loci_model_file *file)
{
    struct status_input in;
    if (file->may_be_pipe) choose_kind(file);
    if (file->symbolic_status == NULL) return &file->status;
    __loci_make_symbolic(&in, sizeof in, file->symbolic_status);
    assume(&in);
    prefer(&in, &file->status);
    if (says_something(&in)) take(&in, &file->status);
    free(file->symbolic_status);
    file->symbolic_status = NULL;
    return &file->status;
}

char *__loci_model_status_name(const char *object)
{
    char *setting = __loci_model_setting("sym-stat"), *name = NULL;
    size_t length = strlen(object);
    if (setting != NULL) name = __loci_own(malloc(length + sizeof "_stat"));
    if (name != NULL) {
        memcpy(name, object, length);
        memcpy(name + length, "_stat", sizeof "_stat");
    }
    free(setting);
    return name;
}
