/* A path an object (Kapus and Cadar, algorithm 1: what KLEE does). */
#include "memory/plan.h"

static void group(Memory *memory, const Access *access, const u32 *objects, u32 count, MemoryPlace *out) {
    for (u32 i = 0; i < count; i++) place_add_alone(out, objects[i], 0);
}

static void plan(Memory *memory, const Access *access, Plan *out) { plan_by_groups(memory, access, group, out); }

/* Smaller objects are cheaper with bytes: they are written to as a whole, and read without a thought. */
enum { SPARSE_FROM = 16 << 20 };

const MemoryModel model_forking = {
    .name = "forking", .sparse_from = SPARSE_FROM, .plan = plan, .commit = commit_to_groups, .fresh = fresh_object};
