/* Regions (Xu, Kremenek and Zhang, sections 4 to 7): see doc/region.md.
 *
 * A region is a range of bytes of an object, its base; variables, fields, elements and views by cast are names of such
 * ranges (regions/region.h), so that one place has one key whatever path leads to it. What happens at an access is said
 * for each base, as in `forking`; bases that are alike, such as blocks made at one place or what pointers of one type from
 * outside lead to, are one outcome: which of them it is does not matter for what the access means. */
#include "memory/plan.h"

#include <stdlib.h>

/* Two bases that no report would tell apart but by their numbers. */
static bool are_alike(const Memory *memory, u32 a, u32 b) {
    const ObjectInfo *one = object_info(memory->objects, a), *other = object_info(memory->objects, b);
    if (one->kind != other->kind || one->size != other->size || one->is_conditional || other->is_conditional)
        return false;
    switch ((ObjectKind)one->kind) {
    case OBJECT_LOCAL: return one->variable == other->variable;
    case OBJECT_ALLOCA:
    case OBJECT_HEAP: return one->made_at && one->made_at == other->made_at;
    case OBJECT_OUTSIDE: return true;
    default: return false;
    }
}

static void group(Memory *memory, const Access *access, const u32 *objects, u32 count, MemoryPlace *out) {
    VEC(u32) alike = {0};
    bool *is_taken = xcalloc(count + 1, sizeof *is_taken);
    for (u32 i = 0; i < count; i++) {
        if (is_taken[i]) continue;
        vec_clear(&alike);
        for (u32 k = i; k < count; k++) {
            if (k != i && (is_taken[k] || !are_alike(memory, objects[i], objects[k]))) continue;
            is_taken[k] = true;
            vec_push(&alike, objects[k]);
        }
        place_add_together(out, alike.at, alike.count, 0);
    }
    vec_free(&alike);
    free(is_taken);
}

static void plan(Memory *memory, const Access *access, Plan *out) { plan_by_groups(memory, access, group, out); }

enum { SPARSE_FROM = 1024 };

const MemoryModel model_region = {
    .name = "region", .sparse_from = SPARSE_FROM, .plan = plan, .commit = commit_to_groups, .fresh = fresh_object};
