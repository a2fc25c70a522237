/* Algorithm 3 of the segmented memory model: which objects share a segment. The numbers in the comments are the
 * lines of the paper's algorithm. */
#include "alias/result.h"

#include <string.h>

/* "Constants and local variables" (section 3): they are left out, each has memory of its own. */
static bool takes_part(const Abstract *object, AliasClasses which) {
    if (object->is_generic) return false;
    switch (object->kind) {
    case ABSTRACT_HEAP:
    case ABSTRACT_UNKNOWN:
    case ABSTRACT_HOST: return true;
    case ABSTRACT_GLOBAL: return !object->global->is_constant;
    case ABSTRACT_LOCAL: return which == ALIAS_CLASSES_WITH_LOCALS;
    default: return false;
    }
}

enum { NOT_IN = 0xffffffff };

static u32 find(u32 *parent, u32 object) {
    while (parent[object] != object) object = parent[object] = parent[parent[object]];
    return object;
}

/* One points-to set: all its objects come into one set. */
static void merge_set(u32 *parent, const PlaceList *set) {
    u32 first = NOT_IN;
    for (u32 i = 0; i < set->count; i++) {
        u32 object = set->at[i] / PLACES_PER_OBJECT;
        if (parent[object] == NOT_IN) continue;
        u32 root = find(parent, object);
        if (first == NOT_IN) first = root;
        else if (root != first) parent[MAX(root, first)] = MIN(root, first);
        first = MIN(root, first);
    }
}

void alias_compute_classes(Alias *alias, AliasClasses which) {
    const Constraints *cs = alias->cs; /* 2: the points-to analysis was performed */
    u32 objects = cs->objects.count;
    u32 *parent = xmalloc((objects + 1) * sizeof *parent); /* 3: no sets yet; each object stands alone */
    for (u32 i = 0; i < objects; i++) parent[i] = takes_part(&cs->objects.at[i], which) ? i : NOT_IN;

    /* 4-6: the sets of all pointers; 7-13: merged as long as two of them overlap. Merging each set into the
     * union-find structure as it comes gives the same result as the loop to the fixed point. A pointer is a
     * value of pointer type: what stands in memory becomes one when it is loaded, before it can be followed. */
    PlaceList members = {0};
    Map merged = {0}; /* many pointers have the same set */
    for (u32 node = 1; node < cs->nodes.count; node++) {
        bool is_new = false;
        if (cs->nodes.at[node].is_pointer) map_cell(&merged, alias_set(alias, node), &is_new);
        if (!is_new) continue;
        placesets_list(alias->places, alias_set(alias, node), &members);
        merge_set(parent, &members);
    }
    vec_free(&members);
    map_free(&merged);

    /* 14-17: a class for each resulting set; an object that nothing points to has one of its own. */
    free(alias->classes);
    alias->classes = xcalloc(objects + 1, sizeof *alias->classes);
    alias->class_count = 0;
    for (u32 i = 0; i < objects; i++) {
        if (parent[i] == NOT_IN) continue;
        u32 root = find(parent, i);
        if (root == i) alias->classes[i] = ++alias->class_count;
        else alias->classes[i] = alias->classes[root]; /* the root is the smallest: it has its number */
    }
    free(parent);
}

/* ---- GetMemorySegment (20-27) for an object that is being made (29-32) ---- */

u32 alias_class_of_global(const Alias *alias, const Global *global) {
    u64 object;
    return map_get(&alias->cs->global_objects, (u64)(uintptr_t)global, &object) ? alias->classes[object] : 0;
}

static u64 heap_key(const Insn *call, const Insn *inner, const Insn *outer) {
    return hash_combine(hash_combine((u64)(uintptr_t)call, (u64)(uintptr_t)inner), (u64)(uintptr_t)outer);
}

/* The class that all objects of the allocation have in common, 0 if there is none. */
static u32 common_class(const Alias *alias, const Insn *call) {
    u32 class = 0;
    for (u32 i = 0; i < alias->cs->objects.count; i++) {
        const Abstract *object = &alias->cs->objects.at[i];
        if (object->kind != ABSTRACT_HEAP || object->insn != call) continue;
        if (class && class != alias->classes[i]) return 0;
        class = alias->classes[i];
    }
    return class;
}

u32 alias_class_of_heap(const Alias *alias, const Insn *const *calls, u32 count) {
    /* The instance with the longest context that fits is the one that was analysed for these calls. */
    for (u32 used = MIN(count, 3u); used > 0; used--) {
        u64 object;
        if (map_get(&alias->heap, heap_key(calls[0], used > 1 ? calls[1] : NULL, used > 2 ? calls[2] : NULL), &object))
            return alias->classes[object];
    }
    return count ? common_class(alias, calls[0]) : 0;
}

/* ---- The result ---- */

Alias *alias_new(Constraints *cs, u32 *representative, PlaceSets *places, PlaceSet *sets) {
    Alias *alias = xcalloc(1, sizeof *alias);
    *alias = (Alias){.cs = cs, .representative = representative, .places = places, .sets = sets};
    for (u32 i = 0; i < cs->objects.count; i++) {
        const Abstract *object = &cs->objects.at[i];
        if (object->kind == ABSTRACT_HEAP && !object->copy_of)
            map_put(&alias->heap, heap_key(object->insn, object->context[0], object->context[1]), i);
    }
    alias_compute_classes(alias, ALIAS_CLASSES_PAPER);
    return alias;
}

void alias_free(Alias *alias) {
    if (alias->free_analysis) alias->free_analysis(alias->analysis);
    placesets_free(alias->places);
    free(alias->sets);
    free(alias->representative);
    free(alias->classes);
    map_free(&alias->heap);
    groups_free(alias);
    constraints_free(alias->cs);
    free(alias);
}
