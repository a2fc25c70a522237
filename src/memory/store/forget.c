/* Forgetting: dead objects that nothing names any more.
 *
 * Object numbers are never reused while a pointer to the dead object may be around, and what a report
 * needs to say about it is kept. A program that makes objects by the million would fill memory with
 * the dead, so now and then all cells and all live bytes are scanned, and pages of which every object
 * is dead and unnamed are let go. The scan is conservative: whatever looks like a pointer is one. */
#include "memory/store/objects.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SCAN = 1 << 20 }; /* dead objects before the first scan */

/* States that share pages may name what this one does not: nothing is forgotten then. */
bool objects_should_forget(const Objects *objects) {
    return objects->dead >= MAX(objects->forget_at, (u32)FIRST_SCAN) && !objects->forks;
}

static void name(u8 *named, const Objects *objects, u32 number) {
    if (number / OBJECT_PAGE < objects->page_count) named[number / OBJECT_PAGE] = 1;
}

static void scan_object(const Objects *objects, const Object *object, u32 size, u8 *named) {
    if (objects->placement) {
        for (u32 i = 0; object->provenance && i < (size + 3) / 4; i++) name(named, objects, object->provenance[i]);
        return;
    }
    for (u32 i = 0; i + 8 <= size; i += 8) { /* pointers that matter are aligned */
        u32 number;
        memcpy(&number, object->bytes + i + 4, sizeof number);
        name(named, objects, number);
    }
}

/* How many objects of the page are dead; 0 if some live. Live bytes are scanned on the way. */
static u32 scan_page(const Objects *objects, u32 page, u8 *named) {
    bool lives = false;
    u32 dead = 0;
    for (u32 i = 0; i < OBJECT_PAGE; i++) {
        const ObjectInfo *info = &objects->pages[page]->infos[i];
        dead += info->state != OBJECT_LIVE;
        if (info->state != OBJECT_LIVE || info->kind == OBJECT_NONE) continue;
        lives = true;
        if (objects->pages[page]->objects[i].bytes)
            scan_object(objects, &objects->pages[page]->objects[i], info->size, named);
    }
    return lives ? 0 : dead;
}

void objects_forget(Objects *objects, const CellRange *ranges, u32 count) {
    u8 *named = xcalloc(objects->page_count + 1, 1);
    u32 *dead = xcalloc(objects->page_count + 1, sizeof *dead);
    for (u32 k = 0; k < count; k++)
        for (u64 i = 0; i < ranges[k].count; i++) name(named, objects, pointer_object(ranges[k].cells[i]));
    for (u32 page = 0; page < objects->page_count; page++)
        if (objects->pages[page] != &objects_nothing) dead[page] = scan_page(objects, page, named);
    u32 in_use = objects->next / OBJECT_PAGE;
    for (u32 page = 0; page < objects->page_count; page++) {
        if (objects->pages[page] == &objects_nothing || !dead[page] || named[page] || page == in_use) continue;
        object_page_drop(objects->pages[page]);
        objects->pages[page] = &objects_nothing;
        objects->dead -= dead[page];
    }
    objects->forget_at = objects->dead * 2;
    free(named);
    free(dead);
}
