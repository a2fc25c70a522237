/* Blocks of many pages that were filled with one byte when they were made, and of which most pages stay so. All of them map
 * the same pages of a file in memory, privately: a page is copied by the host when it is first written, and copying a block
 * means copying those pages only.
 *
 * A block may be larger than all memory of the host. Of a large one a whole block of zeros is the host's own way of giving
 * memory, and one of ones maps the file over and over. */
#ifndef MEMORY_STORE_FILLED_H
#define MEMORY_STORE_FILLED_H

#include "base/base.h"

typedef enum { FILLED_NOT, FILLED_ZEROS, FILLED_ONES } Fill;

enum { FILLED_LEAST = 1 << 15, FILLED_LARGE = 1 << 24 }; /* bytes of a block; of one that is always made so */

/* Aligned to a page. NULL: half of the mappings that a process may have are in use; other memory will do, if the block is not
 * large. */
void *filled_new(u64 size, Fill fill);
void *filled_copy(const void *block, u64 size, Fill fill);
void filled_free(void *block, u64 size, Fill fill);

/* The first stretch of a block, from *start on, that may be other than what it was filled with: it begins at *start and ends
 * before *end, both multiples of a page's size or the size of the block. False: there is none. */
bool filled_next_written(const void *block, u64 size, u64 *start, u64 *end);

#endif
