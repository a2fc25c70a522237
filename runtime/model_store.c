/* Files of the model and their names. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include "loci_machine.h"
#include "loci_model.h"

struct __loci_model_name *__loci_model_names;

struct __loci_model_file *__loci_model_new_file(int kind, int64_t mode)
{
    static int64_t last_number;
    struct __loci_model_file *file = __loci_own(calloc(1, sizeof *file));
    if (file == NULL) return NULL;
    int user = __loci_model_getuid();
    file->kind = kind;
    file->size_bits = -1;
    file->status = (struct __loci_stat){.dev = 1, .ino = ++last_number, .mode = mode, .nlink = 1, .uid = user,
                                        .gid = user, .blksize = 4096};
    __loci_model_clock(CLOCK_REALTIME, &file->status.mtime_sec, &file->status.mtime_nsec);
    file->status.atime_sec = file->status.ctime_sec = file->status.mtime_sec;
    file->status.atime_nsec = file->status.ctime_nsec = file->status.mtime_nsec;
    return file;
}

/* ---- what stat tells ---- */

static void changed_now(struct __loci_model_file *file)
{
    struct __loci_stat *status = __loci_model_status(file);
    __loci_model_clock(CLOCK_REALTIME, &status->ctime_sec, &status->ctime_nsec);
}

void __loci_model_touch(struct __loci_model_file *file)
{
    changed_now(file);
    file->status.mtime_sec = file->status.ctime_sec;
    file->status.mtime_nsec = file->status.ctime_nsec;
}

void __loci_model_change_mode(struct __loci_model_file *file, int mode)
{
    changed_now(file);
    file->status.mode = (file->status.mode & ~07777) | (mode & 07777);
}

static _Bool is_time(int64_t nanoseconds)
{
    return (nanoseconds >= 0 && nanoseconds < 1000000000) || nanoseconds == UTIME_NOW || nanoseconds == UTIME_OMIT;
}

/* `now` is when the file was changed. */
static void set_time(const int64_t time[2], const struct __loci_stat *now, int64_t *seconds, int64_t *nanoseconds)
{
    if (time[1] == UTIME_OMIT) return;
    *seconds = time[1] == UTIME_NOW ? now->ctime_sec : time[0];
    *nanoseconds = time[1] == UTIME_NOW ? now->ctime_nsec : time[1];
}

int __loci_model_change_times(struct __loci_model_file *file, const int64_t times[4])
{
    struct __loci_stat *status = &file->status;
    if (!is_time(times[1]) || !is_time(times[3])) return -EINVAL;
    changed_now(file);
    set_time(times, status, &status->atime_sec, &status->atime_nsec);
    set_time(times + 2, status, &status->mtime_sec, &status->mtime_nsec);
    return 0;
}

void __loci_model_release(struct __loci_model_file *file)
{
    if (--file->references > 0) return;
    free(file->data);
    free(file->symbolic);
    free(file->symbolic_status);
    free(file);
}

static int reserve(struct __loci_model_file *file, size_t size)
{
    if (size <= file->capacity) return 0;
    size_t capacity = file->capacity * 2 < size ? size : file->capacity * 2;
    unsigned char *data = __loci_own(realloc(file->data, capacity));
    if (data == NULL) return -ENOSPC;
    file->data = data;
    file->capacity = capacity;
    return 0;
}

int __loci_model_resize(struct __loci_model_file *file, size_t size)
{
    int answer = reserve(file, size);
    if (answer < 0) return answer;
    if (size > file->size) memset(file->data + file->size, 0, size - file->size);
    file->size = size;
    return 0;
}

/* ---- names ---- */

struct __loci_model_name *__loci_model_find(const char *path)
{
    for (struct __loci_model_name *name = __loci_model_names; name != NULL; name = name->next)
        if (strcmp(name->path, path) == 0) return name;
    return NULL;
}

static struct __loci_model_name *new_name(const char *path, const char *given)
{
    struct __loci_model_name *name = __loci_own(calloc(1, sizeof *name));
    if (name == NULL) return NULL;
    name->path = __loci_model_copy(path);
    name->given = __loci_model_copy(given);
    name->next = __loci_model_names;
    __loci_model_names = name;
    return name;
}

int __loci_model_bind(const char *path, const char *given, struct __loci_model_file *file)
{
    struct __loci_model_name *name = __loci_model_find(path);
    if (name == NULL) name = new_name(path, given);
    if (name == NULL) return -ENOSPC;
    struct __loci_model_file *old = name->file;
    name->file = file;
    if (file != NULL) file->references++;
    if (old != NULL) {
        __loci_model_status(old)->nlink--;
        __loci_model_release(old);
    }
    return 0;
}

/* ---- what the run was asked for ---- */

static struct __loci_model_file *symbolic_file(const char *object, size_t size)
{
    struct __loci_model_file *file = __loci_model_new_file(LOCI_REGULAR, S_IFREG | 0644);
    if (file == NULL || __loci_model_resize(file, size) < 0) return file;
    if (size > 0) file->symbolic = __loci_model_copy(object);
    if (size > 0) file->symbolic_status = __loci_model_status_name(object);
    return file;
}

static void add_symbolic_file(char *name, size_t size)
{
    size_t length = strlen(name);
    char *object = malloc(length + sizeof "_data");
    int error = 0;
    char *path = __loci_model_absolute(name, &error);
    struct __loci_model_file *file = NULL;
    if (object != NULL && path != NULL) {
        memcpy(object, name, length);
        memcpy(object + length, "_data", sizeof "_data");
        file = symbolic_file(object, size);
    }
    if (file != NULL) __loci_model_bind(path, name, file);
    free(object);
    free(path);
}

/* "NAME=N,NAME=N" */
static void add_symbolic_files(char *list)
{
    while (list != NULL && *list != '\0') {
        char *equals = strchr(list, '='), *comma = strchr(list, ',');
        if (equals == NULL) return;
        *equals = '\0';
        const char *number = equals + 1;
        add_symbolic_file(list, __loci_model_parse_size(&number));
        list = comma == NULL ? NULL : comma + 1;
    }
}

static void add_standard_streams(void)
{
    char *size = __loci_model_setting("sym-stdin");
    const char *number = size == NULL ? "" : size;
    struct __loci_model_file *input = symbolic_file("stdin", __loci_model_parse_size(&number));
    char *kind = __loci_model_setting("stdin-kind");
    if (input != NULL) input->may_be_pipe = kind != NULL && input->symbolic != NULL && input->symbolic_status == NULL;
    free(kind);
    free(size);
    if (input != NULL) __loci_model_open_file(input, O_RDONLY);
    for (int fd = 1; fd <= 2; fd++) {
        struct __loci_model_file *output = __loci_model_new_file(LOCI_OUTPUT, S_IFIFO | 0600);
        if (output == NULL) return;
        output->host = fd;
        __loci_model_open_file(output, O_WRONLY);
    }
}

void __loci_model_set_up(void)
{
    static _Bool is_done;
    if (is_done) return;
    is_done = 1;
    add_standard_streams();
    char *files = __loci_model_setting("sym-file");
    add_symbolic_files(files);
    free(files);
}
