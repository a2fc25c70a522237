/* What a points-to analysis says of the machine's objects.
 *
 * Groups, for the partitioned memory model: which group a load or store accesses, and which each byte of an object is in.
 *
 * Classes of objects, for the segmented memory model: objects of one class may be pointed to by one pointer, so they
 * share segments.
 *
 * A heap block is known by its *site*: the call that made it and the calls that led there, up to SITE_DEPTH. Sites
 * are put into classes by a points-to analysis (alias/), or by what runs have shown: with `observes`, every site is a
 * class of its own until a pointer is met that may point to blocks of several; then these become one class. A
 * first run does nothing but that, and a second one uses the classes (the paper's idealised analysis). */
#ifndef ENGINE_CLASSES_H
#define ENGINE_CLASSES_H

#include "alias/alias.h"
#include "machine/machine.h"
#include "memory/model.h"

enum { SITE_DEPTH = 3 };

typedef struct {
    const Alias *alias; /* NULL: sites are classes, as far as nothing was observed */
    bool observes;
    Map sites;        /* hash of the calls, or of a global -> site number, from 1 */
    VEC(u32) parents; /* site -> another of its class, or itself */
    u32 joined;       /* classes that were joined */
    Map blocks;       /* site -> the analysis's object + 1 */
    Map locals;       /* hash of a variable and the calls that led to it -> the analysis's object + 1; 0: none */
    Map groups;       /* hash of the analysis's object and a size -> index into group_lists */
    VEC(u32 *) group_lists;
} ObjectClasses;

void classes_free(ObjectClasses *classes);
/* The block that has just been made by the call at ip. */
u32 classes_of_block(ObjectClasses *classes, Machine *m, const Code *ip, u64 *r, u32 object);
/* 0: the object is in no class (a constant, a local variable). */
u32 classes_of_object(ObjectClasses *classes, Machine *m, u32 object);
/* The group of the load or store at ip, and the size of all accesses to it; 0: not known. */
u32 classes_group_of_access(const ObjectClasses *classes, const Code *ip, u64 *r, u64 *size);
/* The group of each byte of the object, which is alive while the code at r runs; NULL: the analysis has none for it. */
const u32 *classes_groups_of_object(ObjectClasses *classes, Machine *m, u64 *r, u32 object);
/* One pointer may point to all of these. */
void classes_saw(ObjectClasses *classes, Machine *m, const u32 *objects, u32 count);

#endif
