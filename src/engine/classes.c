#include "engine/classes.h"

void classes_free(ObjectClasses *classes) {
    map_free(&classes->sites);
    vec_free(&classes->parents);
}

static u32 site_number(ObjectClasses *classes, u64 hash) {
    bool inserted;
    u64 *number = map_cell(&classes->sites, hash, &inserted);
    if (!classes->parents.count) vec_push(&classes->parents, 0);
    if (inserted) {
        *number = classes->parents.count;
        vec_push(&classes->parents, (u32)*number);
    }
    return (u32)*number;
}

static u32 class_of_site(const ObjectClasses *classes, u32 site) {
    while (classes->parents.at[site] != site) site = classes->parents.at[site];
    return site;
}

/* The calls that led here, innermost first. */
static u32 calls_to(const Code *ip, u64 *r, const Insn **calls, u32 most) {
    u32 count = 0;
    for (Frame *frame = frame_of(r); frame->caller && count < most; frame = frame->caller) {
        calls[count++] = machine_insn(ip, frame_cells(frame));
        ip = frame->return_to - 1;
    }
    return count;
}

/* Classes of the analysis and those of sites it does not know are numbered apart. */
static u32 class_number(const ObjectClasses *classes, u32 of_alias, u32 site) {
    return of_alias ? of_alias * 2 : class_of_site(classes, site) * 2 + 1;
}

/* A call by its function and place in it: the same in every run. */
static u64 identity_of(const Code *ip, u64 *r, u32 depth) {
    Frame *frame = frame_of(r);
    for (; depth; depth--, frame = frame->caller) ip = frame->return_to - 1;
    const Function *function = frame->compiled->function;
    return hash_combine(function->number, (u64)(machine_insn(ip, frame_cells(frame)) - function->insns));
}

u32 classes_of_block(ObjectClasses *classes, Machine *m, const Code *ip, u64 *r, u32 object) {
    const Insn *calls[16];
    u32 count = calls_to(ip, r, calls, COUNT_OF(calls));
    u64 hash = 0;
    for (u32 i = 0; i < MIN(count, (u32)SITE_DEPTH); i++) hash = hash_combine(hash, identity_of(ip, r, i));
    u32 site = site_number(classes, hash);
    object_own_info(&m->objects, object)->site = site;
    return class_number(classes, classes->alias ? alias_class_of_heap(classes->alias, calls, count) : 0, site);
}

static u32 site_of(ObjectClasses *classes, const ObjectInfo *info) {
    if (info->kind == OBJECT_HEAP) return info->site;
    if (info->kind != OBJECT_GLOBAL || info->is_constant) return 0;
    return site_number(classes, hash_combine(info->global->number, 1));
}

u32 classes_of_object(ObjectClasses *classes, Machine *m, u32 object) {
    const ObjectInfo *info = object_info(&m->objects, object);
    u32 site = site_of(classes, info);
    if (!site) return 0;
    bool by_alias = classes->alias && info->kind == OBJECT_GLOBAL;
    return class_number(classes, by_alias ? alias_class_of_global(classes->alias, info->global) : 0, site);
}

void classes_saw(ObjectClasses *classes, Machine *m, const u32 *objects, u32 count) {
    u32 first = 0;
    for (u32 i = 0; classes->observes && i < count; i++) {
        u32 site = site_of(classes, object_info(&m->objects, objects[i]));
        if (!site) continue;
        u32 class = class_of_site(classes, site);
        if (first && class != first) {
            classes->parents.at[class] = first;
            classes->joined++;
        }
        if (!first) first = class;
    }
}
