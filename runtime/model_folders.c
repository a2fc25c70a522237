/* What is in a folder: the records of getdents64, which are
 *
 *     8 bytes number of the file, 8 position behind the record, 2 length of the record, 1 type, the name, terminated
 *
 * A folder's data begins as the host's records. Whenever it is opened, those whose names the model knows better are
 * left out, and the files that have such names now are added. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "loci_model.h"

enum { POSITION = 8, LENGTH = 16, TYPE = 18, NAME = 19 };

static size_t record_length(const unsigned char *record)
{
    uint16_t length;
    memcpy(&length, record + LENGTH, sizeof length);
    return length;
}

/* The part of a path behind the folder it is directly in; null if that is another one. */
static const char *name_within(const char *folder, const char *path)
{
    size_t length = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
    if (strncmp(folder, path, length) != 0 || path[length] != '/' || path[length + 1] == '\0') return NULL;
    const char *name = path + length + 1;
    return strchr(name, '/') == NULL ? name : NULL;
}

static _Bool is_known(const char *folder, const char *entry)
{
    for (struct __loci_model_name *name = __loci_model_names; name != NULL; name = name->next) {
        const char *within = name_within(folder, name->path);
        if (within != NULL && strcmp(within, entry) == 0) return 1;
    }
    return 0;
}

static int add_record(struct __loci_model_file *folder, const char *name, int64_t number, int64_t mode)
{
    size_t start = folder->size, length = (NAME + strlen(name) + 1 + 7) & ~(size_t)7;
    uint16_t stored = (uint16_t)length;
    int answer = __loci_model_resize(folder, start + length);
    if (answer < 0) return answer;
    unsigned char *record = folder->data + start;
    memcpy(record, &number, sizeof number);
    memcpy(record + LENGTH, &stored, sizeof stored);
    record[TYPE] = (unsigned char)(mode >> 12); /* IFTODT */
    strcpy((char *)record + NAME, name);
    return 0;
}

/* Moves the records of names that the model does not know to the front; returns how many bytes they are. */
static size_t keep_unknown(const char *absolute, struct __loci_model_file *folder)
{
    size_t kept = 0;
    for (size_t at = 0, length; at < folder->size; at += length) {
        length = record_length(folder->data + at);
        if (is_known(absolute, (const char *)folder->data + at + NAME)) continue;
        memmove(folder->data + kept, folder->data + at, length);
        kept += length;
    }
    return kept;
}

/* The position behind a record, which telldir gives, is an offset into our bytes. */
static void number_records(struct __loci_model_file *folder)
{
    for (size_t at = 0; at < folder->size;) {
        size_t length = record_length(folder->data + at);
        int64_t behind = (int64_t)(at + length);
        memcpy(folder->data + at + POSITION, &behind, sizeof behind);
        at += length;
    }
}

int __loci_model_list(const char *absolute, struct __loci_model_file *folder)
{
    int answer = 0;
    if (folder->size == 0) { /* made by the program */
        answer = add_record(folder, ".", folder->status.ino, S_IFDIR);
        if (answer == 0) answer = add_record(folder, "..", folder->status.ino, S_IFDIR);
    }
    folder->size = keep_unknown(absolute, folder);
    for (struct __loci_model_name *name = __loci_model_names; name != NULL && answer == 0; name = name->next) {
        const char *within = name_within(absolute, name->path);
        if (within == NULL || name->file == NULL) continue;
        answer = add_record(folder, within, __loci_model_status(name->file)->ino, name->file->status.mode);
    }
    number_records(folder);
    return answer;
}

_Bool __loci_model_is_empty(const struct __loci_model_file *folder)
{
    for (size_t at = 0; at < folder->size; at += record_length(folder->data + at)) {
        const char *name = (const char *)folder->data + at + NAME;
        if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0) return 0;
    }
    return 1;
}
