/* Blocks that are all array: ObjectInfo.is_array.
 *
 * A block whose size may be anything has no bytes to be kept one by one. It is an array term, Contents.array, with as many
 * elements as indices can reach; which of them the block has, its size says, a term (Contents.size). The array is NULL as
 * long as nothing was read or written: then the block can be anything, and an element can be as large as the first access
 * wants it. After that the size of an element stays. Only a copy or a fill that does not fit the elements makes other ones,
 * and what was known of them is lost: nothing is said that does not hold, but more may happen than does. So such
 * blocks are for engines that prove. */
#ifndef MEMORY_BYTES_ARRAY_BLOCKS_H
#define MEMORY_BYTES_ARRAY_BLOCKS_H

#include "memory/bytes/contents.h"

static inline bool is_array_block(const Objects *objects, u32 object) { return object_info(objects, object)->is_array; }

/* `at` is a position of MEMORY_INDEX_BITS that lies in the block. */
Term *array_block_load(Memory *memory, u32 object, Term *at, u32 size);
void array_block_store(Memory *memory, u32 object, Term *at, Term *value, u32 size);
/* The bytes an element has; 0: as many as one likes. */
u32 array_block_element(const Objects *objects, u32 object);
void array_block_clear(Memory *memory, u32 object); /* it is all 0 */
/* It begins with the first `size` bytes (64 bits) of another block; the rest can be anything. */
void array_block_begin_with(Memory *memory, u32 object, u32 from, Term *size);

/* The block with elements of this size. */
Term *array_block_array(Memory *memory, u32 object, u32 element);
/* The array, which may be NULL for one that can be anything, with elements of this size. */
Term *array_with_elements(Memory *memory, Term *array, u32 element);

#endif
