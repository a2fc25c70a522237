/* Plans of the models that keep objects: who is a candidate, whether the access lies in it, and how the model groups those
 * that can be accessed. */
#ifndef MEMORY_PLAN_H
#define MEMORY_PLAN_H

#include "memory/groups.h"

/* Puts each of the objects into a group of the place, or among those that are cut. */
typedef void Grouper(Memory *memory, const Access *access, const u32 *objects, u32 count, MemoryPlace *out);
void plan_by_groups(Memory *memory, const Access *access, Grouper *group, Plan *out);
/* The commit that goes with it. */
Term *commit_to_groups(Memory *memory, const Plan *plan, u32 outcome, Term *guard);

/* MemoryModel.fresh: an object as any other (bytes/outside.h). */
u64 fresh_object(Memory *memory, Term *pointer);

/* For groupers: a group of its own, and one with all of them. */
void place_add_alone(MemoryPlace *place, u32 object, u32 segment);
void place_add_together(MemoryPlace *place, const u32 *objects, u32 count, u32 segment);
void place_cut(MemoryPlace *place, const u32 *objects, u32 count);

#endif
