/* Blocks of many pages that were filled with one byte when they were made, and of which most pages stay so. All of them map
 * the same pages of a file in memory, privately: a page is copied by the host when it is first written, and copying a block
 * means copying those pages only. */
#ifndef MEMORY_STORE_FILLED_H
#define MEMORY_STORE_FILLED_H

#include "base/base.h"

typedef enum { FILLED_NOT, FILLED_ZEROS, FILLED_ONES } Fill;

enum { FILLED_LEAST = 1 << 15, FILLED_MOST = 1 << 26 }; /* bytes of a block */

/* Aligned to a page. NULL: half of the mappings that a process may have are in use, or the block is too large; other memory
 * will do. */
void *filled_new(u64 size, Fill fill);
void *filled_copy(const void *block, u64 size, Fill fill);
void filled_free(void *block, u64 size, Fill fill);

#endif
