/* All of memory is one array (Kapus and Cadar, algorithm 2): one segment that takes in every live object, wanted or not,
 * as soon as a pointer may point to several places. */
#include "memory/plan.h"
#include "memory/segments.h"

static void *begin(const Memory *memory) { return segments_new(UINT32_MAX); }

static void group(Memory *memory, const Access *access, const u32 *objects, u32 count, MemoryPlace *out) {
    const Objects *all = memory->objects;
    for (u32 number = 0; (number = objects_skip_empty(all, number + 1)) < all->next;) {
        const ObjectInfo *info = object_info(all, number);
        if (info->state == OBJECT_LIVE && object_at(all, number)->bytes && !info->segment)
            segments_add(memory, number, 0, false);
    }
    if (count) place_add_together(out, objects, count, object_info(all, objects[0])->segment);
}

static void plan(Memory *memory, const Access *access, Plan *out) { plan_by_groups(memory, access, group, out); }

const MemoryModel model_flat = {.name = "flat",
                                .has_segments = true,
                                .begin = begin,
                                .keep = segments_keep,
                                .drop = segments_drop,
                                .mark = segments_mark,
                                .is_same = segments_are_same,
                                .plan = plan,
                                .commit = commit_to_groups,
                                .fresh = fresh_object};
