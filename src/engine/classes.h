/* Classes of objects for the segmented memory model: objects of one class may be pointed to by one pointer, so they
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
} ObjectClasses;

void classes_free(ObjectClasses *classes);
/* The block that has just been made by the call at ip. */
u32 classes_of_block(ObjectClasses *classes, Machine *m, const Code *ip, u64 *r, u32 object);
/* 0: the object is in no class (a constant, a local variable). */
u32 classes_of_object(ObjectClasses *classes, Machine *m, u32 object);
/* One pointer may point to all of these. */
void classes_saw(ObjectClasses *classes, Machine *m, const u32 *objects, u32 count);

#endif
