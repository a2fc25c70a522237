/* Forgetting: dead objects that nothing names any more.
 *
 * Object numbers are never reused while a pointer to the dead object may be around, and what a report
 * needs to say about it is kept. A program that makes objects by the million would fill memory with
 * the dead, so now and then all cells and all live bytes are scanned, and pages of which every object
 * is dead and unnamed are let go. The scan is conservative: whatever looks like a pointer is one. States that share pages
 * each forget for themselves; what their terms name, whoever knows terms says. */
#include "memory/store/objects.h"

#include <stdlib.h>
#include <string.h>

bool objects_should_forget(const Objects *objects) {
    return objects->forget_first && objects->dead >= MAX(objects->forget_at, objects->forget_first);
}

static void name(u8 *named, const Objects *objects, u32 number) {
    if (number / OBJECT_PAGE < objects->page_count) named[number / OBJECT_PAGE] = 1;
}

/* LP64. Pointers that matter are aligned. */
static void scan_words(const Objects *objects, const u8 *bytes, u64 from, u64 to, u8 *named) {
    for (u64 i = from / 8 * 8; i + 8 <= to; i += 8) {
        u32 number;
        memcpy(&number, bytes + i + 4, sizeof number);
        name(named, objects, number);
    }
}

/* How many words were looked at. */
static u64 scan_object(const Objects *objects, const Object *object, const ObjectInfo *info, u8 *named) {
    u64 cost = info->size / 8;
    if (objects->placement) {
        for (u32 i = 0; object->provenance && i < (info->size + 3) / 4; i++)
            name(named, objects, object->provenance[i]);
    } else if (info->size < FILLED_LARGE) {
        scan_words(objects, object->bytes, 0, info->size, named);
    } else {
        cost = 0;
        for (u64 from = 0, to; object_next_written(object, info, &from, &to); from = to) {
            scan_words(objects, object->bytes, from, to, named);
            cost += (to - from) / 8;
        }
    }
    return cost;
}

/* How many objects of the page are dead; 0 if some live, or are in a segment, which has their numbers. Live bytes are scanned
 * on the way. */
static u32 scan_page(const Objects *objects, u32 page, u8 *named, u64 *cost) {
    bool lives = false;
    u32 dead = 0;
    for (u32 i = 0; i < OBJECT_PAGE; i++) {
        const ObjectInfo *info = &objects->pages[page]->infos[i];
        dead += info->state != OBJECT_LIVE;
        lives = lives || info->segment;
        if (info->state != OBJECT_LIVE || info->kind == OBJECT_NONE) continue;
        lives = true;
        if (info->kind == OBJECT_STRAY) name(named, objects, info->stray_from);
        if (!objects->pages[page]->objects[i].bytes) continue;
        *cost += scan_object(objects, &objects->pages[page]->objects[i], info, named);
    }
    return lives ? 0 : dead;
}

static void let_go(Objects *objects, u32 page) {
    object_page_drop(objects->pages[page]);
    objects->pages[page] = objects->write_pages[page] = &objects_nothing; /* it may stay among those that are owned */
}

u8 *objects_named_pages(const Objects *objects) { return xcalloc(objects->page_count + 1, 1); }

void objects_forget(Objects *objects, const CellRange *ranges, u32 count, u8 *named, u64 cost) {
    enum { COST_OF_OBJECT = 4, MOST_GAP = 16 }; /* words looked at for each object that is made, as far as possible */
    u32 *dead = xcalloc(objects->page_count + 1, sizeof *dead);
    for (u32 k = 0; k < count; k++)
        for (u64 i = 0; i < ranges[k].count; i++) name(named, objects, pointer_object(ranges[k].cells[i]));
    for (u32 page = 0; page < objects->page_count; page++)
        if (objects->pages[page] != &objects_nothing) dead[page] = scan_page(objects, page, named, &cost);
    u32 in_use = objects->next / OBJECT_PAGE;
    for (u32 page = 0; page < objects->page_count; page++) {
        if (objects->pages[page] == &objects_nothing || !dead[page] || named[page] || page == in_use) continue;
        let_go(objects, page);
        objects->dead -= dead[page];
    }
    u64 gap = MIN(MAX(cost / COST_OF_OBJECT, (u64)objects->forget_first), (u64)objects->forget_first * MOST_GAP);
    objects->forget_at = objects->dead + (u32)gap;
    free(dead);
}
