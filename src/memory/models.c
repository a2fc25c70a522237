/* The memory models of the KLEE family (Kapus and Cadar, A Segmented Memory Model for Symbolic Execution,
 * ESEC/FSE 2019): how each covers the objects a pointer may point to. */
#include "memory/model.h"

#include <string.h>

static void add_group(Grouping *out, u32 object, u32 segment) {
    vec_push(&out->groups, (Group){.first = out->objects.count, .count = 1, .segment = segment});
    vec_push(&out->objects, object);
}

/* Section 2.1: the pointer is fixed to one object. */
static void group_single(Memory *memory, Segments **segments, const u32 *live, u32 count, u32 preferred,
                         Grouping *out) {
    for (u32 i = 0; i < count; i++) {
        if (live[i] == preferred) add_group(out, live[i], 0);
        else vec_push(&out->cut, live[i]);
    }
}

/* Algorithm 1: a path an object. */
static void group_forking(Memory *memory, Segments **segments, const u32 *live, u32 count, u32 preferred,
                          Grouping *out) {
    for (u32 i = 0; i < count; i++) add_group(out, live[i], 0);
}

/* Section 2.1: all of them at once, as a disjunction. */
static void group_merging(Memory *memory, Segments **segments, const u32 *live, u32 count, u32 preferred,
                          Grouping *out) {
    if (count) vec_push(&out->groups, (Group){.count = count});
    for (u32 i = 0; i < count; i++) vec_push(&out->objects, live[i]);
}

/* Algorithm 2: every live object is in the one array, wanted or not. */
static void group_flat(Memory *memory, Segments **segments, const u32 *live, u32 count, u32 preferred, Grouping *out) {
    const Objects *objects = memory->objects;
    for (u32 number = 0; (number = objects_skip_empty(objects, number + 1)) < objects->next;) {
        const ObjectInfo *info = object_info(objects, number);
        if (info->state == OBJECT_LIVE && object_at(objects, number)->bytes && !info->segment)
            segments_add(segments, memory->objects, number, 0, false);
    }
    group_merging(memory, segments, live, count, preferred, out);
    if (count) out->groups.at[0].segment = object_info(objects, live[0])->segment;
}

/* Algorithm 5: a path a segment. Constants and locals, left out by the analysis, have segments of their own. */
static void group_segmented(Memory *memory, Segments **segments, const u32 *live, u32 count, u32 preferred,
                            Grouping *out) {
    bool *done = xcalloc(count + 1, sizeof *done);
    for (u32 i = 0; i < count; i++)
        if (!object_info(memory->objects, live[i])->segment) {
            u32 class = memory->class_of(memory->self, live[i]);
            segments_add(segments, memory->objects, live[i], class, !class);
        }
    for (u32 i = 0; i < count; i++) {
        if (done[i]) continue;
        u32 segment = object_info(memory->objects, live[i])->segment;
        Group group = {.first = out->objects.count, .segment = segment};
        for (u32 k = i; k < count; k++) {
            if (object_info(memory->objects, live[k])->segment != segment) continue;
            done[k] = true;
            vec_push(&out->objects, live[k]);
            group.count++;
        }
        vec_push(&out->groups, group);
    }
    free(done);
}

static const MemoryModel single = {
    .name = "single", .paper = "segmented, section 2.1", .is_incomplete = true, .group = group_single};
static const MemoryModel forking = {.name = "forking", .paper = "segmented, algorithm 1", .group = group_forking};
static const MemoryModel merging = {.name = "merging", .paper = "segmented, section 2.1", .group = group_merging};
static const MemoryModel flat = {
    .name = "flat", .paper = "segmented, algorithm 2", .has_segments = true, .group = group_flat};
static const MemoryModel segmented = {
    .name = "segmented", .paper = "segmented, algorithms 3 to 5", .has_segments = true, .group = group_segmented};

const MemoryModel *const memory_models[] = {&single, &forking, &merging, &flat, &segmented, NULL};

const MemoryModel *memory_model_named(const char *name) {
    for (u32 i = 0; memory_models[i]; i++)
        if (!strcmp(memory_models[i]->name, name)) return memory_models[i];
    return NULL;
}
