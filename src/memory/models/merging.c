/* All objects at once, as a disjunction (Kapus and Cadar, section 2.1: SAGE and angr do so): a load is an if-then-else over
 * them, a store changes each under its guard. */
#include "memory/plan.h"

static void group(Memory *memory, const Access *access, const u32 *objects, u32 count, MemoryPlace *out) {
    place_add_together(out, objects, count, 0);
}

static void plan(Memory *memory, const Access *access, Plan *out) { plan_by_groups(memory, access, group, out); }

const MemoryModel model_merging = {.name = "merging", .plan = plan, .commit = commit_to_groups, .fresh = fresh_object};
