/* Snapshots: everything is as it was, whatever was done in between; what did not change is shared, and counted. */
#include "check.h"
#include "memory/store/placement.h"
#include "memory/store/snapshot.h"
#include "memory/store/storage.h"

#include <string.h>

enum { BLOCKS = 10 * OBJECT_PAGE, BLOCK_BYTES = 8 };

static u32 blocks[BLOCKS];

static void begin(Objects *objects, u32 pointer_bytes) {
    objects_init(objects, pointer_bytes, 1 << 30, true);
    for (u32 i = 0; i < BLOCKS; i++) {
        blocks[i] = objects_new_heap(objects, BLOCK_BYTES, 16, true);
        memset(object_own(objects, blocks[i])->bytes, (u8)i, BLOCK_BYTES);
    }
}

static bool block_is(const Objects *objects, u32 i, u8 byte) {
    const Object *object = object_at(objects, blocks[i]);
    for (u32 k = 0; k < BLOCK_BYTES; k++)
        if (!object->bytes || object->bytes[k] != byte) return false;
    return object_info(objects, blocks[i])->state == OBJECT_LIVE && object->readable == BLOCK_BYTES;
}

static bool blocks_are_as_made(const Objects *objects) {
    for (u32 i = 0; i < BLOCKS; i++)
        if (!block_is(objects, i, (u8)i)) return false;
    return objects->live == BLOCKS && !objects->dead && objects->live_heap_blocks == BLOCKS &&
           objects->heap_bytes == BLOCKS * BLOCK_BYTES;
}

/* How many are alive is counted in several places. */
static bool lives_are_counted(const Objects *objects) {
    u64 all = 0, heap = 0, bytes = 0;
    for (u32 page = 0; page < objects->page_count; page++) {
        u64 live = 0;
        for (u32 i = 0; i < OBJECT_PAGE; i++) {
            const ObjectInfo *info = &objects->pages[page]->infos[i];
            if (info->kind == OBJECT_NONE || info->kind == OBJECT_STRAY || info->state != OBJECT_LIVE) continue;
            live++;
            heap += info->kind == OBJECT_HEAP;
            bytes += info->kind == OBJECT_HEAP ? info->size : 0;
        }
        if (objects->pages[page]->live != live) return false;
        all += live;
    }
    return objects->live == all && objects->live_heap_blocks == heap && objects->heap_bytes == bytes;
}

static void everything_comes_back(u32 pointer_bytes) {
    Objects objects;
    ObjectsSnapshot before, after;
    begin(&objects, pointer_bytes);
    u64 address = object_pointer(&objects, blocks[5]);
    objects_save(&objects, &before, NULL);
    CHECK(blocks_are_as_made(&objects) && lives_are_counted(&objects));

    memset(object_own(&objects, blocks[3])->bytes, 0xee, BLOCK_BYTES);
    object_own_undefined(&objects, blocks[4])[0] = 0x0f;
    objects_end(&objects, blocks[5], OBJECT_FREED);
    objects_make_constant(&objects, blocks[6]);
    u32 fresh = objects_new_heap(&objects, 100, 16, false);
    objects_relate(&objects, object_pointer(&objects, blocks[0]), object_pointer(&objects, blocks[1]));
    if (pointer_bytes == 8) objects_move_far(&objects, object_pointer(&objects, blocks[0]), (i64)1 << 40);
    CHECK(lives_are_counted(&objects));
    objects_save(&objects, &after, &before);

    objects_load(&objects, &before);
    CHECK(blocks_are_as_made(&objects) && lives_are_counted(&objects));
    CHECK(object_info(&objects, fresh)->kind == OBJECT_NONE && !object_at(&objects, fresh)->readable);
    CHECK(object_at(&objects, blocks[4])->undefined == NULL && !object_info(&objects, blocks[6])->is_constant);
    CHECK(object_pointer(&objects, blocks[5]) == address && !objects_are_related(&objects, blocks[0], blocks[1]));
    CHECK(objects.strays.count == 0);
    if (pointer_bytes == 4) CHECK(objects_pointer_from_number(&objects, (u32)address) == address);
    CHECK(objects_new_heap(&objects, 100, 16, false) == fresh); /* numbers go on from where they were */

    objects_load(&objects, &after);
    CHECK(block_is(&objects, 3, 0xee) && object_at(&objects, blocks[4])->undefined[0] == 0x0f);
    CHECK(object_info(&objects, blocks[5])->state == OBJECT_FREED && object_info(&objects, blocks[6])->is_constant);
    CHECK(object_info(&objects, fresh)->size == 100 && object_at(&objects, fresh)->undefined[99] == 0xff);
    CHECK(objects_are_related(&objects, blocks[0], blocks[1]) && lives_are_counted(&objects));
    objects_snapshot_free(&before); /* the other one stands by itself */
    CHECK(block_is(&objects, 2, 2) && block_is(&objects, 3, 0xee));
    objects_snapshot_free(&after);
    CHECK(block_is(&objects, 2, 2) && block_is(&objects, 3, 0xee)); /* and so does what is running */
    objects_free(&objects);
}

static u32 pages_in_common(const ObjectsSnapshot *a, const ObjectsSnapshot *b) {
    u32 common = 0;
    for (u32 i = 0; i < MIN(a->page_count, b->page_count); i++) {
        const ObjectPage *page = a->chunks[i / DIRECTORY_CHUNK]->pages[i % DIRECTORY_CHUNK];
        common += page != &objects_nothing && page == b->chunks[i / DIRECTORY_CHUNK]->pages[i % DIRECTORY_CHUNK];
    }
    return common;
}

static void what_does_not_change_is_shared(void) {
    Objects objects;
    ObjectsSnapshot a, b, c, copy;
    begin(&objects, 8);
    u32 pages = BLOCKS / OBJECT_PAGE;
    objects_save(&objects, &a, NULL);
    CHECK(object_to_store(&objects, blocks[7])->writable == 0); /* nothing may be written in place any more */
    objects_save(&objects, &b, &a);
    CHECK(memcmp(a.chunks, b.chunks, a.chunk_count * sizeof *a.chunks) == 0); /* whole chunks of the directory */
    u64 grown = objects.grown;
    object_own(&objects, blocks[7])->bytes[0] = 99;
    CHECK(objects.grown == grown + BLOCK_BYTES);                     /* of one block the bytes are new, */
    CHECK(storage_is_shared(object_at(&objects, blocks[8])->bytes)); /* its neighbour's are not */
    CHECK(object_to_store(&objects, blocks[7])->writable == BLOCK_BYTES);
    CHECK(object_to_store(&objects, blocks[8])->writable == 0);
    objects_save(&objects, &c, &b);
    CHECK(pages_in_common(&a, &c) == pages - 1);
    objects_snapshot_copy(&copy, &a);
    CHECK(pages_in_common(&a, &copy) == pages && copy.chunks[0] == a.chunks[0]);
    objects_snapshot_free(&a);
    objects_snapshot_free(&b);
    objects_load(&objects, &copy);
    CHECK(blocks_are_as_made(&objects));
    objects_load(&objects, &c);
    CHECK(object_at(&objects, blocks[7])->bytes[0] == 99 && block_is(&objects, 8, 8));
    objects_snapshot_free(&copy);
    objects_snapshot_free(&c);
    CHECK(object_at(&objects, blocks[7])->bytes[0] == 99 && block_is(&objects, 8, 8));
    u32 last = object_at(&objects, blocks[8])->bytes ? blocks[8] : 0;
    CHECK(last && !storage_is_shared(object_at(&objects, last)->bytes)); /* nobody else is left */
    objects_free(&objects);
}

/* States with different pasts become one: a freed block lives again, and pages of dead ones are not passed over then. */
static void the_revived_are_counted(void) {
    Objects objects;
    begin(&objects, 8);
    for (u32 i = 0; i < BLOCKS; i++) objects_end(&objects, blocks[i], OBJECT_FREED);
    CHECK(lives_are_counted(&objects) && objects_skip_dead(&objects, blocks[0]) == objects.next);
    u32 number = blocks[3 * OBJECT_PAGE + 5];
    objects_revive(&objects, number);
    CHECK(lives_are_counted(&objects));
    CHECK(objects_skip_dead(&objects, blocks[0]) / OBJECT_PAGE == number / OBJECT_PAGE);
    CHECK(object_at(&objects, number)->writable == BLOCK_BYTES && object_at(&objects, number)->bytes[0] == 0);
    objects_end(&objects, number, OBJECT_FREED);
    CHECK(lives_are_counted(&objects) && objects_skip_dead(&objects, blocks[0]) == objects.next);
    objects_free(&objects);
}

int main(void) {
    everything_comes_back(4);
    everything_comes_back(8);
    what_does_not_change_is_shared();
    the_revived_are_counted();
    return finish();
}
