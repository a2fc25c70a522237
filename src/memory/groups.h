/* Accesses to groups of objects, at offsets and of sizes that may be terms: what the models that keep objects are made of.
 * Every function is for an access that is valid where `guard` holds: in the object that the pointer is based on, inside
 * its bounds. What is done elsewhere does not matter, but must not go wrong. */
#ifndef MEMORY_GROUPS_H
#define MEMORY_GROUPS_H

#include "memory/model.h"

Term *group_load(Memory *memory, const MemoryPlace *place, const Group *group, Term *offset, u32 size);
void group_store(Memory *memory, const MemoryPlace *place, const Group *group, Term *offset, Term *guard, Term *value,
                 u32 size);
void group_copy(Memory *memory, const MemoryPlace *at, const Group *to, const MemoryPlace *from, const Group *source,
                Term *size, Term *guard);
void group_fill(Memory *memory, const MemoryPlace *place, const Group *group, Term *byte, Term *size, Term *guard);
/* The block ends where the guard holds and the pointer is based on it: its life may become a term. */
void group_free(Memory *memory, const MemoryPlace *place, const Group *group, Term *guard);

/* Single objects at an offset that may be a term. */
Term *object_load_at(Memory *memory, u32 object, Term *offset, u32 size);
void object_store_at(Memory *memory, u32 object, Term *offset, Term *guard, Term *value, u32 size);
/* The first `most` bytes of the object: undefined from `end` on, which is a term. */
void object_undefine_behind(Memory *memory, u32 object, Term *end, u32 most);

#endif
