/* One array a group of a points-to analysis (Wang, Barrett and Wies): a group has the pieces of objects that one load or
 * store may touch, so that two accesses of different groups never meet. Elements are as wide as every access to the group
 * is, or bytes. The analysis says of each load and store, and of each byte, which group it belongs to; where they disagree
 * the analysis is wrong, and what happens there is cut.
 *
 * Ranges may cross groups and stay with the objects, as do objects that the analysis does not know (those that the machine
 * makes itself, such as arguments of the program). */
#include "memory/plan.h"
#include "memory/segments.h"

#include <stdlib.h>

static const u32 *groups_of(const Memory *memory, u32 object) { return memory->groups_of_object(memory->self, object); }

static void *begin(const Memory *memory) { return segments_new_in_parts(groups_of, false); }

static void group(Memory *memory, const Access *access, const u32 *objects, u32 count, MemoryPlace *out) {
    bool is_scalar = (access->op == MEMORY_LOAD || access->op == MEMORY_STORE) && access->type;
    if (!is_scalar) {
        place_add_together(out, objects, count, 0);
        return;
    }
    u32 *known = xmalloc((count + 1) * sizeof *known), *others = xmalloc((count + 1) * sizeof *others);
    u32 known_count = 0, other_count = 0;
    for (u32 i = 0; i < count; i++) {
        if (groups_of(memory, objects[i])) known[known_count++] = objects[i];
        else others[other_count++] = objects[i];
    }
    u64 width;
    u32 part = memory->group_of_access(memory->self, &width);
    u32 widest = width ? (u32)MIN(width, 8u) : 1;
    if (part) segments_add_part(memory, part, widest, known, known_count, (u32)access->size->value, out);
    else place_cut(out, known, known_count);
    place_add_together(out, others, other_count, 0);
    free(known);
    free(others);
}

static void plan(Memory *memory, const Access *access, Plan *out) { plan_by_groups(memory, access, group, out); }

const MemoryModel model_partitioned = {.name = "partitioned",
                                       .wants_groups = true,
                                       .limit = "the points-to analysis did not expect this access",
                                       .is_exact = true,
                                       .has_segments = true,
                                       .begin = begin,
                                       .keep = segments_keep,
                                       .drop = segments_drop,
                                       .mark = segments_mark,
                                       .is_same = segments_are_same,
                                       .plan = plan,
                                       .commit = commit_to_groups,
                                       .fresh = fresh_object};
