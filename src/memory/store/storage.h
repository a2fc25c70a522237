/* Storage of objects: blocks that several pages of objects may share, counted.
 *
 * A copy of a large block that was filled with zeros or ones when it was made shares, with all others of its kind, the
 * pages that still are what they were filled with (filled.h). */
#ifndef MEMORY_STORE_STORAGE_H
#define MEMORY_STORE_STORAGE_H

#include "base/base.h"
#include "memory/store/filled.h"

#include <stdlib.h>
#include <string.h>

/* Where numbers among the bytes of an object may lead (machine/leaks.c). Nothing has been written to a block that has such a
 * list: it goes when an object makes the block its own, and `writable` is 0 until then. */
typedef struct {
    u32 bound; /* numbers of objects from here on were not looked for */
    u32 count;
    u32 objects[];
} StorageLinks;

/* The count stands before the bytes, which are aligned to 16. */
typedef struct {
    u64 references;
    u64 size : 48;
    u64 is_table : 8;
    u64 fill : 8; /* Fill: what the block was filled with */
    StorageLinks *links;
    u64 unused;
} StorageHeader;
static_assert(sizeof(StorageHeader) % 16 == 0, "bytes are aligned");

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
/* A larger block is filled without touching it, or there is none. */
#define STORAGE_MOST_TOUCHED 0x80000000u
/* The same for a block that is likely to be copied, or is large, all bytes of which are `fill`. */
static inline void *storage_try_filled(u64 size, Fill fill) {
    StorageHeader *header = size >= FILLED_LEAST ? filled_new(sizeof *header + size, fill) : NULL;
    if (header) {
        *header = (StorageHeader){.references = 1, .size = size, .fill = fill};
        return header + 1;
    }
    if (size > STORAGE_MOST_TOUCHED) return NULL;
    void *bytes = storage_try(size, fill == FILLED_ZEROS);
    if (bytes && fill == FILLED_ONES) memset(bytes, 0xff, size);
    return bytes;
}
/* From *from on, a stretch of the bytes up to *to that may be other than what a block was filled with; of any other block that
 * is all. False: there is none. */
static inline bool storage_next_written(const void *bytes, u64 *from, u64 *to) {
    const StorageHeader *header = storage_header(bytes);
    if (*from >= header->size) return false;
    *to = header->size;
    if (!header->fill || header->size < FILLED_LARGE) return true;
    enum { PAGE_BYTES = 4096 };
    u64 begin = (*from + sizeof *header) / PAGE_BYTES * PAGE_BYTES, end;
    if (!filled_next_written(header, sizeof *header + header->size, &begin, &end)) return false;
    *from = MAX(*from, begin > sizeof *header ? begin - sizeof *header : 0);
    *to = end - sizeof *header;
    return true;
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
    if (!bytes || --storage_header(bytes)->references) return;
    StorageHeader *header = storage_header(bytes);
    free(header->links);
    if (header->is_table)
        for (u64 i = 0; i < header->size / sizeof(void *); i++) storage_drop(((void **)bytes)[i]);
    if (header->fill) filled_free(header, sizeof *header + header->size, header->fill);
    else free(header);
}
static inline bool storage_is_shared(const void *bytes) { return bytes && storage_header(bytes)->references > 1; }

/* Before it is written to, by the one it belongs to. */
static inline void storage_forget_links(void *bytes) {
    assert(!storage_is_shared(bytes));
    if (!bytes || !storage_header(bytes)->links) return;
    free(storage_header(bytes)->links);
    storage_header(bytes)->links = NULL;
}

/* A block that begins with a pointer to another block, which belongs to it. */
static inline void storage_drop_pair(void *bytes) {
    if (bytes && !storage_is_shared(bytes)) storage_drop(*(void **)bytes);
    storage_drop(bytes);
}

/* A block of its own in the place of a shared one. */
static inline void *storage_unshare(void *bytes) {
    if (!storage_is_shared(bytes)) return bytes;
    u64 size = storage_header(bytes)->size;
    Fill fill = storage_header(bytes)->fill;
    StorageHeader *copy = fill ? filled_copy(storage_header(bytes), sizeof *copy + size, fill) : NULL;
    bool is_filled = copy != NULL;
    if (!is_filled) memcpy((copy = xmalloc(sizeof *copy + size)) + 1, bytes, size);
    *copy = (StorageHeader){.references = 1, .size = size, .fill = is_filled ? fill : FILLED_NOT};
    storage_drop(bytes);
    return copy + 1;
}
static inline void *storage_unshare_pair(void *bytes) {
    if (!storage_is_shared(bytes)) return bytes;
    storage_keep(*(void **)bytes);
    return storage_unshare(bytes);
}

/* A table of pointers to blocks, which belong to it, or NULL. */
static inline void **storage_new_table(u64 count) {
    void **table = storage_new(count * sizeof *table);
    storage_header(table)->is_table = true;
    return table;
}
static inline u64 storage_table_count(void *const *table) { return storage_header(table)->size / sizeof *table; }
static inline void **storage_unshare_table(void **table) {
    if (!storage_is_shared(table)) return table;
    for (u64 i = 0; i < storage_table_count(table); i++) storage_keep(table[i]);
    void **copy = storage_unshare(table);
    storage_header(copy)->is_table = true;
    return copy;
}

#endif
