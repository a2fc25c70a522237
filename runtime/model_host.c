/* Files of the host, read as a whole into the model when they are first opened. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "loci_model.h"

enum { MOST_BYTES = 1 << 28, CHUNK = 1 << 16 };

/* Devices that make sense without the host. Random bytes are the same in every run. */
static const struct {
    const char *path;
    int kind;
} devices[] = {
    {"/dev/null", LOCI_EMPTY},
    {"/dev/zero", LOCI_ZEROS},
    {"/dev/random", LOCI_RANDOM},
    {"/dev/urandom", LOCI_RANDOM},
};

static struct __loci_model_file *device(const char *path)
{
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        if (strcmp(devices[i].path, path) == 0) return __loci_model_new_file(devices[i].kind, S_IFCHR | 0666);
    return NULL;
}

/* Reads to the end: by size alone it cannot be told for /proc. */
static int read_all(int host, struct __loci_model_file *file, int is_folder)
{
    for (;;) {
        size_t before = file->size;
        if (before > MOST_BYTES) return -EFBIG;
        int answer = __loci_model_resize(file, before + CHUNK);
        if (answer < 0) return answer;
        long got = is_folder ? __loci_sys_getdents(host, file->data + before, CHUNK)
                             : __loci_sys_read(host, file->data + before, CHUNK);
        file->size = before + (got > 0 ? (size_t)got : 0);
        if (got <= 0) return (int)got;
    }
}

int __loci_model_load(const char *path, struct __loci_model_file **file)
{
    struct __loci_stat status;
    *file = device(path);
    if (*file != NULL) return 0;
    int answer = __loci_sys_stat(path, &status);
    if (answer < 0) return answer;
    int is_folder = S_ISDIR(status.mode);
    if (!is_folder && !S_ISREG(status.mode)) return -ENXIO; /* terminals, sockets, pipes: nothing to be sure of */
    int host = __loci_sys_open(path, O_RDONLY | O_CLOEXEC, 0);
    if (host < 0) return host;
    *file = __loci_model_new_file(is_folder ? LOCI_FOLDER : LOCI_REGULAR, status.mode);
    answer = *file == NULL ? -ENOMEM : read_all(host, *file, is_folder);
    __loci_sys_close(host);
    if (*file == NULL) return answer;
    (*file)->status = status;
    if (answer == 0) return 0;
    (*file)->references = 1;
    __loci_model_release(*file);
    return answer;
}
