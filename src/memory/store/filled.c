#define _GNU_SOURCE /* memfd_create */
#include "memory/store/filled.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };

static u64 whole_pages(u64 size) { return align_up(size, PAGE); }

/* ---- What untouched pages are ---- */

/* A file in memory for each fill, as long as the largest block so far: one a process, as the mappings are. */
typedef struct {
    int descriptor; /* + 1; 0: none yet */
    u64 length;
} FillFile;
static FillFile fill_files[FILLED_ONES + 1];

static bool lengthen(FillFile *file, u64 length, u8 byte) {
    u8 page[PAGE];
    memset(page, byte, sizeof page);
    for (; file->length < length; file->length += PAGE)
        if (pwrite(file->descriptor - 1, page, PAGE, (off_t)file->length) != PAGE) return false;
    return true;
}

/* -1: the host does not give one. */
static int fill_descriptor(Fill fill, u64 length) {
    FillFile *file = &fill_files[fill];
    if (!file->descriptor) file->descriptor = memfd_create("untouched", MFD_CLOEXEC) + 1;
    if (!file->descriptor || !lengthen(file, length, fill == FILLED_ONES ? 0xff : 0)) return -1;
    return file->descriptor - 1;
}

/* ---- Pages that were written ---- */

enum { MOST_AT_ONCE = 512 };

/* Pages that were written are no longer the file's: what the kernel says of `count` pages. False: it says nothing. The file
 * speaks of the process that opened it, so that a child needs its own. */
static bool read_pagemap(const void *block, u64 *entries, u64 count) {
    static int descriptor; /* + 1 */
    static pid_t opened_by;
    if (opened_by != getpid()) {
        if (descriptor) close(descriptor - 1);
        descriptor = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC) + 1;
        opened_by = getpid();
    }
    ssize_t bytes = (ssize_t)(count * sizeof *entries);
    off_t at = (off_t)((uintptr_t)block / PAGE * sizeof *entries);
    return descriptor && pread(descriptor - 1, entries, (size_t)bytes, at) == bytes;
}

/* A page of a large block of zeros that was read only is no file's either: it is taken for written. */
static bool was_written(u64 entry) {
    static const u64 PRESENT = 1ull << 63, SWAPPED = 1ull << 62, OF_A_FILE = 1ull << 61;
    return entry & SWAPPED || ((entry & PRESENT) && !(entry & OF_A_FILE));
}

/* ---- Blocks that nobody has now ---- */

/* Mapping a block, its first writes and unmapping it cost the kernel more than all that most paths do with it: some blocks
 * wait for the next one of their kind. Their bytes are all what they were filled with. */
enum { KEPT_MOST = 32, KEPT_LARGEST = 1 << 20 };
typedef struct {
    u8 *block;
    u64 length;
    Fill fill;
} KeptBlock;
static KeptBlock kept_blocks[KEPT_MOST];
static u32 kept_count;

static void *take_kept(u64 length, Fill fill) {
    for (u32 i = kept_count; i-- > 0;) {
        KeptBlock kept = kept_blocks[i];
        if (kept.length != length || kept.fill != fill) continue;
        kept_blocks[i] = kept_blocks[--kept_count];
        return kept.block;
    }
    return NULL;
}

static bool refill(u8 *block, u64 length, Fill fill) {
    enum { PAGES_MOST = 16 }; /* where more were written the kernel is as fast, and has the memory back */
    u64 entries[MOST_AT_ONCE], pages = length / PAGE, written = 0;
    if (pages > MOST_AT_ONCE || !read_pagemap(block, entries, pages)) return false;
    for (u64 i = 0; i < pages; i++) written += was_written(entries[i]);
    if (written > PAGES_MOST) return false;
    for (u64 i = 0; i < pages; i++)
        if (was_written(entries[i])) memset(block + i * PAGE, fill == FILLED_ONES ? 0xff : 0, PAGE);
    return true;
}

static bool keep_block(u8 *block, u64 length, Fill fill) {
    if (kept_count == KEPT_MOST || length > KEPT_LARGEST || !refill(block, length, fill)) return false;
    kept_blocks[kept_count++] = (KeptBlock){block, length, fill};
    return true;
}

/* ---- Mappings ---- */

enum { PROTECTION = PROT_READ | PROT_WRITE, SHARING = MAP_PRIVATE | MAP_NORESERVE };

/* A process has so many mappings and no more; when they are used up, the allocator of all other memory gets none either. So
 * blocks leave half of them. */
static u64 mapped_count;

static u64 most_mapped(void) {
    static u64 most;
    if (most) return most;
    char text[32] = "";
    int descriptor = open("/proc/sys/vm/max_map_count", O_RDONLY | O_CLOEXEC);
    if (descriptor >= 0 && read(descriptor, text, sizeof text - 1) < 0) *text = 0;
    if (descriptor >= 0) close(descriptor);
    u64 limit = strtoull(text, NULL, 10);
    if (!limit) limit = 65530; /* the kernel's default */
    most = MIN(limit / 2, (u64)1 << 20);
    return most;
}

/* As many bytes of the file as a mapping of a large block has. */
static u64 bytes_of_piece(u64 length) {
    enum { MOST_PIECES = 1 << 13 };
    return MAX((u64)FILLED_LARGE, align_up(length / MOST_PIECES, PAGE));
}

static u64 mappings_of(u64 length, Fill fill) {
    if (length <= FILLED_LARGE || fill == FILLED_ZEROS) return 1;
    u64 piece = bytes_of_piece(length);
    return (length + piece - 1) / piece;
}

static bool map_ones(u8 *block, u64 length) {
    u64 piece = bytes_of_piece(length);
    int descriptor = fill_descriptor(FILLED_ONES, MIN(piece, length));
    for (u64 at = 0; descriptor >= 0 && at < length; at += piece)
        if (mmap(block + at, MIN(piece, length - at), PROTECTION, SHARING | MAP_FIXED, descriptor, 0) == MAP_FAILED)
            return false;
    return descriptor >= 0;
}

static void *map_large(u64 length, Fill fill) {
    void *block = mmap(NULL, length, PROTECTION, SHARING | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) return NULL;
    if (fill == FILLED_ZEROS || map_ones(block, length)) return block;
    munmap(block, length);
    return NULL;
}

static void *map_small(u64 length, Fill fill) {
    int descriptor = fill_descriptor(fill, length);
    if (descriptor < 0) return NULL;
    void *block = mmap(NULL, length, PROTECTION, SHARING, descriptor, 0);
    return block == MAP_FAILED ? NULL : block;
}

static void *map(u64 length, Fill fill) {
    u64 count = mappings_of(length, fill);
    if (mapped_count + count > most_mapped()) return NULL;
    void *block = length > FILLED_LARGE ? map_large(length, fill) : map_small(length, fill);
    if (block) mapped_count += count;
    return block;
}

static void unmap(void *block, u64 length, Fill fill) {
    munmap(block, length);
    mapped_count -= mappings_of(length, fill);
}

/* ---- Blocks ---- */

void *filled_new(u64 size, Fill fill) {
    u64 length = whole_pages(size);
    void *block = take_kept(length, fill);
    return block ? block : map(length, fill);
}

void filled_free(void *block, u64 size, Fill fill) {
    if (!keep_block(block, whole_pages(size), fill)) unmap(block, whole_pages(size), fill);
}

/* ---- What was written ---- */

/* Page by page; where the kernel says nothing, all may have been. */
bool filled_next_written(const void *block, u64 size, u64 *start, u64 *end) {
    u64 pages = whole_pages(size) / PAGE, entries[MOST_AT_ONCE], first = 0;
    bool found = false;
    assert(*start % PAGE == 0);
    for (u64 i = *start / PAGE, count; i < pages; i += count) {
        count = MIN(pages - i, (u64)MOST_AT_ONCE);
        bool is_told = read_pagemap((const u8 *)block + i * PAGE, entries, count);
        for (u64 k = 0; k < count; k++) {
            bool is_written = !is_told || was_written(entries[k]);
            if (is_written && !found) first = i + k;
            if (!is_written && found) {
                *start = first * PAGE;
                *end = (i + k) * PAGE;
                return true;
            }
            found = found || is_written;
        }
    }
    *start = first * PAGE;
    *end = size;
    return found;
}

/* ---- Copies ---- */

static void copy_written(u8 *copy, const u8 *block, u64 pages, const u64 *entries) {
    for (u64 i = 0; i < pages; i++)
        if (was_written(entries[i])) memcpy(copy + i * PAGE, block + i * PAGE, PAGE);
}

static void copy_different(u8 *copy, const u8 *block, u64 pages) {
    for (u64 i = 0; i < pages; i++)
        if (memcmp(copy + i * PAGE, block + i * PAGE, PAGE) != 0) memcpy(copy + i * PAGE, block + i * PAGE, PAGE);
}

void *filled_copy(const void *block, u64 size, Fill fill) {
    u8 *copy = filled_new(size, fill);
    u64 pages = whole_pages(size) / PAGE, entries[MOST_AT_ONCE];
    for (u64 i = 0; copy && i < pages; i += MOST_AT_ONCE) {
        u64 count = MIN(pages - i, (u64)MOST_AT_ONCE);
        const u8 *from = (const u8 *)block + i * PAGE;
        if (read_pagemap(from, entries, count)) copy_written(copy + i * PAGE, from, count, entries);
        else copy_different(copy + i * PAGE, from, count);
    }
    return copy;
}
