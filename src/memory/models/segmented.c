/* Objects that one pointer may point to share a segment, and a segment is one array (Kapus and Cadar, algorithms 3 to 5): a
 * path a segment. Constants and locals, left out by the points-to analysis, have segments of their own. */
#include "memory/plan.h"
#include "memory/segments.h"

#include <stdlib.h>

static void *begin(const Memory *memory) { return segments_new(memory->segment_bytes); }

static void made(Memory *memory, u32 block, u32 class) { segments_add(memory, block, class, false); }

static u32 segment_of(const Memory *memory, u32 object) { return object_info(memory->objects, object)->segment; }

static void group(Memory *memory, const Access *access, const u32 *objects, u32 count, MemoryPlace *out) {
    for (u32 i = 0; i < count; i++)
        if (!segment_of(memory, objects[i])) {
            u32 class = memory->class_of(memory->self, objects[i]);
            segments_add(memory, objects[i], class, !class);
        }
    u32 *left = xmalloc((count + 1) * sizeof *left), *same = xmalloc((count + 1) * sizeof *same);
    u32 left_count = count;
    for (u32 i = 0; i < count; i++) left[i] = objects[i];
    while (left_count) {
        u32 segment = segment_of(memory, left[0]), same_count = 0, kept = 0;
        for (u32 i = 0; i < left_count; i++) {
            if (segment_of(memory, left[i]) == segment) same[same_count++] = left[i];
            else left[kept++] = left[i];
        }
        place_add_together(out, same, same_count, segment);
        left_count = kept;
    }
    free(left);
    free(same);
}

static void plan(Memory *memory, const Access *access, Plan *out) { plan_by_groups(memory, access, group, out); }

const MemoryModel model_segmented = {.name = "segmented",
                                     .wants_classes = true,
                                     .has_segments = true,
                                     .begin = begin,
                                     .keep = segments_keep,
                                     .drop = segments_drop,
                                     .mark = segments_mark,
                                     .is_same = segments_are_same,
                                     .plan = plan,
                                     .commit = commit_to_groups,
                                     .fresh = fresh_object,
                                     .made = made};
