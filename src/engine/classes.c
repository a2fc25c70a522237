#include "engine/classes.h"

#include <stdlib.h>

void classes_free(ObjectClasses *classes) {
    map_free(&classes->sites);
    vec_free(&classes->parents);
    map_free(&classes->blocks);
    map_free(&classes->locals);
    map_free(&classes->groups);
    for (u32 i = 0; i < classes->group_lists.count; i++) free(classes->group_lists.at[i]);
    vec_free(&classes->group_lists);
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

/* Of a deeper recursion the analysis does not know what is accessed: the path is cut there. */
enum { MOST_CALLS = 256 };

/* How many calls tell the contexts of the analysis apart. */
static u32 depth_of_contexts(const ObjectClasses *classes) {
    return classes->alias && alias_has_deep_contexts(classes->alias) ? MOST_CALLS : SITE_DEPTH;
}

/* The instruction at ip and the calls that led there, innermost first. */
static u32 calls_to(const Code *ip, u64 *r, const Insn **calls, u32 most) {
    u32 count = 0;
    for (Frame *frame = frame_of(r); count < most; frame = frame->caller) {
        calls[count++] = machine_insn(ip, frame_cells(frame));
        if (!frame->caller) break;
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
    const Insn *calls[MOST_CALLS];
    u32 count = calls_to(ip, r, calls, depth_of_contexts(classes));
    u64 hash = 0;
    for (u32 i = 0; i < count; i++) hash = hash_combine(hash, identity_of(ip, r, i));
    u32 site = site_number(classes, hash), abstract;
    bool is_known = classes->alias && alias_object_of_heap(classes->alias, calls, count, &abstract);
    if (is_known) map_put(&classes->blocks, site, abstract + 1);
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

/* ---- Groups ---- */

u32 classes_group_of_access(const ObjectClasses *classes, const Code *ip, u64 *r, u64 *size) {
    const Insn *calls[MOST_CALLS];
    u32 count = calls_to(ip, r, calls, depth_of_contexts(classes));
    u32 group = alias_group_of_access(classes->alias, calls, count);
    *size = group ? alias_group_size(classes->alias, group) : 0;
    return group;
}

/* The frame that the variable is one of. */
static Frame *frame_with(u64 *r, const Variable *variable, u32 object) {
    for (Frame *frame = frame_of(r); frame; frame = frame->caller)
        for (u32 i = 0; i < frame->compiled->object_count; i++) {
            const FrameObject *own = &frame->compiled->objects[i];
            if (own->variable == variable && pointer_object(frame_cells(frame)[own->cell]) == object) return frame;
        }
    return NULL;
}

static bool local_of(ObjectClasses *classes, u64 *r, const Variable *variable, u32 object, u32 *abstract) {
    const Insn *calls[MOST_CALLS];
    Frame *frame = variable ? frame_with(r, variable, object) : NULL;
    if (!frame) return false;
    u32 most = depth_of_contexts(classes), count = 0;
    if (frame->caller) count = calls_to(frame->return_to - 1, frame_cells(frame->caller), calls, most);
    u64 hash = (u64)(uintptr_t)variable;
    for (u32 i = 0; i < count; i++) hash = hash_combine(hash, (u64)(uintptr_t)calls[i]);
    bool is_new;
    u64 *known = map_cell(&classes->locals, hash, &is_new);
    const Function *function = frame->compiled->function;
    if (is_new && alias_object_of_local(classes->alias, function, variable, calls, count, abstract))
        *known = (u64)*abstract + 1;
    if (*known) *abstract = (u32)*known - 1;
    return *known != 0;
}

/* Strings of the host (argv) are globals that the program has not. */
static bool is_of_program(const Program *program, const Global *global) {
    return global && global->number < program->globals.count && program->globals.at[global->number] == global;
}

static bool abstract_of(ObjectClasses *classes, const Machine *m, u64 *r, u32 object, u32 *abstract) {
    const ObjectInfo *info = object_info(&m->objects, object);
    u64 block;
    switch ((ObjectKind)info->kind) {
    case OBJECT_GLOBAL:
        return is_of_program(m->program, info->global) &&
               alias_object_of_global(classes->alias, info->global, abstract);
    case OBJECT_LOCAL: return local_of(classes, r, info->variable, object, abstract);
    case OBJECT_HEAP:
        if (!info->site || !map_get(&classes->blocks, info->site, &block)) return false;
        *abstract = (u32)block - 1;
        return true;
    default: return false;
    }
}

const u32 *classes_groups_of_object(ObjectClasses *classes, Machine *m, u64 *r, u32 object) {
    u32 abstract, size = object_info(&m->objects, object)->size;
    if (!abstract_of(classes, m, r, object, &abstract)) return NULL;
    bool is_new;
    u64 *index = map_cell(&classes->groups, (u64)abstract << 32 | size, &is_new);
    if (is_new) {
        *index = classes->group_lists.count;
        u32 *list = xmalloc((size + 1) * sizeof *list);
        for (u32 i = 0; i < size; i++) list[i] = alias_group_at(classes->alias, abstract, i);
        vec_push(&classes->group_lists, list);
    }
    return classes->group_lists.at[*index];
}
