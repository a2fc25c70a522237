/* A path an object (Kapus and Cadar, algorithm 1: what KLEE does). */
#include "memory/plan.h"

static void group(Memory *memory, const Access *access, const u32 *objects, u32 count, MemoryPlace *out) {
    for (u32 i = 0; i < count; i++) place_add_alone(out, objects[i], 0);
}

static void plan(Memory *memory, const Access *access, Plan *out) { plan_by_groups(memory, access, group, out); }

const MemoryModel model_forking = {.name = "forking", .plan = plan, .commit = commit_to_groups, .fresh = fresh_object};
