/* A value a variable (Xu, Kremenek and Zhang, section 2: the model of the textbooks, kept to be compared with). A name is an
 * object and an offset in it. The model has no idea of two ways to name one thing: an access through a pointer that names
 * several variables, or elements, is cut. What is left is exact. */
#include "memory/plan.h"

/* Does the place have a name? A range, or a block to be freed, is named by where it begins. */
static bool is_named(const MemoryPlace *place, u32 count) {
    return count == 1 && term_is_const(place->candidates.offset);
}

static void group(Memory *memory, const Access *access, const u32 *objects, u32 count, MemoryPlace *out) {
    if (is_named(out, count)) place_add_alone(out, objects[0], 0);
    else place_cut(out, objects, count);
}

static void plan(Memory *memory, const Access *access, Plan *out) { plan_by_groups(memory, access, group, out); }

const MemoryModel model_names = {.name = "names",
                                 .limit = "the pointer names no single variable, which --memory=names does not follow",
                                 .plan = plan,
                                 .commit = commit_to_groups};
