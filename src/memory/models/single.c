/* The pointer is fixed to one object, that of the path's model (Kapus and Cadar, section 2.1; EXE, CREST and DART do so):
 * the others are cut. */
#include "memory/plan.h"

static void group(Memory *memory, const Access *access, const u32 *objects, u32 count, MemoryPlace *out) {
    u32 preferred = count ? memory->preferred(memory->self, out->candidates.object) : 0;
    for (u32 i = 0; i < count; i++) {
        if (objects[i] == preferred) place_add_alone(out, objects[i], 0);
        else vec_push(&out->cut, objects[i]);
    }
}

static void plan(Memory *memory, const Access *access, Plan *out) { plan_by_groups(memory, access, group, out); }

const MemoryModel model_single = {.name = "single", .plan = plan, .commit = commit_to_groups, .fresh = fresh_object};
