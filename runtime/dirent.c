/* Reading folders. The kernel's records are turned into struct dirent one at a time. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include "loci_library.h"
#include "loci_os.h"

enum { BUFFER = 4096, NAME_OFFSET = 19 }; /* a record: inode 8, offset 8, length 2, type 1, name */

struct __dirstream {
    int fd;
    size_t position, limit; /* of the records in `buffer` not yet given out */
    int64_t place;          /* of the next record, as the kernel calls it */
    struct dirent entry;
    struct dirent64 entry64;
    unsigned char buffer[BUFFER];
};

static DIR *open_stream(int fd)
{
    DIR *folder = calloc(1, sizeof *folder);
    if (folder != NULL) folder->fd = fd;
    return folder;
}

DIR *opendir(const char *path)
{
    int fd = (int)__loci_result(__loci_os_open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0));
    if (fd < 0) return NULL;
    DIR *folder = open_stream(fd);
    if (folder == NULL) __loci_os_close(fd);
    return folder;
}

DIR *fdopendir(int fd)
{
    return open_stream(fd);
}

int closedir(DIR *folder)
{
    int answer = __loci_os_close(folder->fd);
    free(folder);
    return (int)__loci_result(answer);
}

int dirfd(DIR *folder)
{
    return folder->fd;
}

static uint64_t number_at(const unsigned char *bytes, int count)
{
    uint64_t number = 0;
    while (count > 0) number = number << 8 | bytes[--count];
    return number;
}

/* The next record, or null at the end or on an error. */
static const unsigned char *next_record(DIR *folder)
{
    if (folder->position >= folder->limit) {
        int64_t got = __loci_result(__loci_os_getdents(folder->fd, folder->buffer, BUFFER));
        if (got <= 0) return NULL;
        folder->position = 0;
        folder->limit = (size_t)got;
    }
    const unsigned char *record = folder->buffer + folder->position;
    folder->position += (size_t)number_at(record + 16, 2);
    folder->place = (int64_t)number_at(record + 8, 8);
    return record;
}

struct dirent *readdir(DIR *folder)
{
    const unsigned char *record = next_record(folder);
    if (record == NULL) return NULL;
    struct dirent *entry = &folder->entry;
    entry->d_ino = (ino_t)number_at(record, 8);
    entry->d_off = (off_t)folder->place;
    entry->d_type = record[18];
    entry->d_reclen = sizeof *entry;
    strcpy(entry->d_name, (const char *)record + NAME_OFFSET);
    return entry;
}

struct dirent64 *readdir64(DIR *folder)
{
    const unsigned char *record = next_record(folder);
    if (record == NULL) return NULL;
    struct dirent64 *entry = &folder->entry64;
    entry->d_ino = number_at(record, 8);
    entry->d_off = folder->place;
    entry->d_type = record[18];
    entry->d_reclen = sizeof *entry;
    strcpy(entry->d_name, (const char *)record + NAME_OFFSET);
    return entry;
}

static void go_to(DIR *folder, int64_t place)
{
    __loci_os_lseek(folder->fd, place, 0 /* SEEK_SET */);
    folder->position = folder->limit = 0;
    folder->place = place;
}

void rewinddir(DIR *folder)
{
    go_to(folder, 0);
}

void seekdir(DIR *folder, long place)
{
    go_to(folder, place);
}

long telldir(DIR *folder)
{
    return (long)folder->place;
}

int alphasort(const struct dirent **left, const struct dirent **right)
{
    return strcmp((*left)->d_name, (*right)->d_name);
}

static void free_all(struct dirent **list, size_t count)
{
    while (count > 0) free(list[--count]);
    free(list);
}

/* Adds a copy of the entry; false if there is no memory. */
static _Bool append(struct dirent ***list, size_t count, const struct dirent *entry)
{
    struct dirent **longer = realloc(*list, (count + 1) * sizeof *longer);
    if (longer == NULL) return 0;
    *list = longer;
    longer[count] = malloc(sizeof **longer);
    if (longer[count] == NULL) return 0;
    memcpy(longer[count], entry, sizeof *entry);
    return 1;
}

struct entry_comparison {
    int (*compare)(const struct dirent **, const struct dirent **);
};

static int compare_entries(const void *left, const void *right, void *context)
{
    return ((struct entry_comparison *)context)->compare((const struct dirent **)left, (const struct dirent **)right);
}

int scandir(const char *path, struct dirent ***result, int (*wanted)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **))
{
    DIR *folder = opendir(path);
    if (folder == NULL) return -1;
    struct dirent **list = NULL, *entry;
    size_t count = 0;
    while ((entry = readdir(folder)) != NULL) {
        if (wanted != NULL && !wanted(entry)) continue;
        if (!append(&list, count, entry)) {
            free_all(list, count);
            closedir(folder);
            return -1;
        }
        count++;
    }
    closedir(folder);
    struct entry_comparison comparison = {compare};
    if (compare != NULL && count > 0) qsort_r(list, count, sizeof *list, compare_entries, &comparison);
    *result = list;
    return (int)count;
}
