/* Storage of objects: blocks that several pages of objects may share, counted. */
#ifndef MEMORY_STORE_STORAGE_H
#define MEMORY_STORE_STORAGE_H

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

/* The count stands before the bytes, which are aligned to 16. */
typedef struct {
    u64 references;
    u64 size;
} StorageHeader;

static inline StorageHeader *storage_header(const void *bytes) {
    return (StorageHeader *)(uintptr_t)((const u8 *)bytes - sizeof(StorageHeader));
}

/* NULL when the host has no memory left. */
static inline void *storage_try(u64 size, bool cleared) {
    StorageHeader *header = cleared ? calloc(1, sizeof *header + size) : malloc(sizeof *header + size);
    if (!header) return NULL;
    *header = (StorageHeader){.references = 1, .size = size};
    return header + 1;
}
static inline void *storage_new(u64 size) { /* cleared */
    StorageHeader *header = xcalloc(1, sizeof *header + size);
    *header = (StorageHeader){.references = 1, .size = size};
    return header + 1;
}
static inline void storage_keep(void *bytes) {
    assert(!bytes || storage_header(bytes)->references);
    if (bytes) storage_header(bytes)->references++;
}
static inline void storage_drop(void *bytes) {
    assert(!bytes || storage_header(bytes)->references);
    if (bytes && --storage_header(bytes)->references == 0) free(storage_header(bytes));
}
static inline bool storage_is_shared(const void *bytes) { return bytes && storage_header(bytes)->references > 1; }

/* A block that begins with a pointer to another block, which belongs to it. */
static inline void storage_drop_pair(void *bytes) {
    if (bytes && !storage_is_shared(bytes)) storage_drop(*(void **)bytes);
    storage_drop(bytes);
}

/* A block of its own in the place of a shared one. */
static inline void *storage_unshare(void *bytes) {
    if (!storage_is_shared(bytes)) return bytes;
    u64 size = storage_header(bytes)->size;
    StorageHeader *copy = xmalloc(sizeof *copy + size);
    *copy = (StorageHeader){.references = 1, .size = size};
    memcpy(copy + 1, bytes, size);
    storage_drop(bytes);
    return copy + 1;
}
static inline void *storage_unshare_pair(void *bytes) {
    if (!storage_is_shared(bytes)) return bytes;
    storage_keep(*(void **)bytes);
    return storage_unshare(bytes);
}

#endif
