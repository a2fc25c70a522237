/* Where objects stand in the 32-bit address space of an ILP32 program.
 *
 * Space is cut into slabs of 64 KiB. A slab holds objects of one size class, a slot each, or is part
 * of a run of slabs that one large object owns. A slot is at least one byte larger than its object,
 * so that one past the end is nobody else's address. From an address the slab and the slot are a
 * division away: that is how a number that the program made is turned into a pointer. Freed slots are
 * reused, oldest first: space is reused, identity is not. */
#ifndef MEMORY_STORE_PLACEMENT_H
#define MEMORY_STORE_PLACEMENT_H

#include "base/base.h"

typedef struct Placement Placement;

/* Programs expect small addresses to be nobody's, and addresses near the top, as in ERR_PTR, too. */
enum { PLACEMENT_SLAB_SHIFT = 16, PLACEMENT_START = 0x0805, PLACEMENT_STATICS_END = 0x2000, PLACEMENT_END = 0xd000 };
enum { PLACEMENT_OUTSIDE_END = 0xf000 }; /* between, objects from outside stand: a slab each */

Placement *placement_new(u32 first_slab, u32 end_slab);
Placement *placement_copy(const Placement *placement);
void placement_free(Placement *placement);
u32 placement_take(Placement *placement, u32 object, u64 size, u32 align); /* an address; 0 if there is none */
void placement_release(Placement *placement, u32 address, u64 size, u32 align);
bool placement_is_nearly_full(const Placement *placement);   /* the rest is for locals */
u32 placement_find(const Placement *placement, u32 address); /* the object that stands or last stood there; 0 */

#endif
