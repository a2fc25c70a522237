#include "memory/store/snapshot.h"

#include "memory/store/placement.h"

#include <stdlib.h>
#include <string.h>

static void keep(ObjectPage *page) {
    if (page != &objects_nothing) page->references++;
}

static u32 pages_in_chunk(u32 page_count, u32 chunk) {
    return MIN((u32)DIRECTORY_CHUNK, page_count - chunk * DIRECTORY_CHUNK);
}

static DirectoryChunk *save_chunk(const Objects *objects, u32 number, const ObjectsSnapshot *from) {
    ObjectPage **live = objects->pages + (u64)number * DIRECTORY_CHUNK;
    u32 count = pages_in_chunk(objects->page_count, number);
    bool comparable = from && number < from->chunk_count && pages_in_chunk(from->page_count, number) == count;
    if (comparable && !memcmp(from->chunks[number]->pages, live, count * sizeof *live)) {
        from->chunks[number]->references++;
        return from->chunks[number];
    }
    DirectoryChunk *chunk = xcalloc(1, sizeof *chunk);
    chunk->references = 1;
    for (u32 i = 0; i < count; i++) {
        chunk->pages[i] = live[i];
        keep(live[i]);
    }
    return chunk;
}

static void disown_pages(Objects *objects) {
    for (u32 i = 0; i < objects->owned.count; i++) objects->write_pages[objects->owned.at[i]] = &objects_nothing;
    vec_clear(&objects->owned);
}

void objects_save(Objects *objects, ObjectsSnapshot *snapshot, const ObjectsSnapshot *from) {
    assert(objects->forks);
    disown_pages(objects);
    *snapshot = (ObjectsSnapshot){
        .chunk_count = (objects->page_count + DIRECTORY_CHUNK - 1) / DIRECTORY_CHUNK,
        .page_count = objects->page_count,
        .next = objects->next,
        .live = objects->live,
        .dead = objects->dead,
        .forget_at = objects->forget_at,
        .heap_bytes = objects->heap_bytes,
        .live_heap_blocks = objects->live_heap_blocks,
        .placement = objects->numbers_once ? NULL : placement_copy(objects->placement),
    };
    map_copy(&snapshot->strays, &objects->strays);
    map_copy(&snapshot->related, &objects->related);
    map_copy(&snapshot->fixed, &objects->fixed);
    snapshot->chunks = xmalloc(MAX(1u, snapshot->chunk_count) * sizeof(DirectoryChunk *));
    for (u32 i = 0; i < snapshot->chunk_count; i++) snapshot->chunks[i] = save_chunk(objects, i, from);
}

static void load_chunk(Objects *objects, const ObjectsSnapshot *snapshot, u32 number) {
    ObjectPage **live = objects->pages + (u64)number * DIRECTORY_CHUNK;
    ObjectPage *const *saved = snapshot->chunks[number]->pages;
    u32 count = pages_in_chunk(snapshot->page_count, number);
    if (!memcmp(live, saved, count * sizeof *live)) return;
    for (u32 i = 0; i < count; i++) {
        if (live[i] == saved[i]) continue;
        keep(saved[i]);
        object_page_drop(live[i]);
        live[i] = saved[i];
    }
}

void objects_load(Objects *objects, const ObjectsSnapshot *snapshot) {
    assert(objects->forks);
    disown_pages(objects);
    objects_reserve_pages(objects, snapshot->page_count);
    for (u32 i = 0; i < snapshot->chunk_count; i++) load_chunk(objects, snapshot, i);
    for (u32 i = snapshot->page_count; i < objects->page_count; i++) {
        object_page_drop(objects->pages[i]);
        objects->pages[i] = &objects_nothing;
    }
    objects->page_count = snapshot->page_count;
    objects->next = objects->numbers_once ? MAX(objects->next, snapshot->next) : snapshot->next;
    objects->live = snapshot->live;
    objects->dead = snapshot->dead;
    objects->forget_at = snapshot->forget_at;
    objects->heap_bytes = snapshot->heap_bytes;
    objects->live_heap_blocks = snapshot->live_heap_blocks;
    if (!objects->numbers_once) {
        placement_free(objects->placement);
        objects->placement = placement_copy(snapshot->placement);
    }
    map_free(&objects->strays);
    map_free(&objects->related);
    map_free(&objects->fixed);
    map_copy(&objects->strays, &snapshot->strays);
    map_copy(&objects->related, &snapshot->related);
    map_copy(&objects->fixed, &snapshot->fixed);
}

void objects_snapshot_copy(ObjectsSnapshot *to, const ObjectsSnapshot *from) {
    *to = *from;
    to->placement = placement_copy(from->placement);
    map_copy(&to->strays, &from->strays);
    map_copy(&to->related, &from->related);
    map_copy(&to->fixed, &from->fixed);
    to->chunks = xmalloc(MAX(1u, from->chunk_count) * sizeof(DirectoryChunk *));
    for (u32 i = 0; i < from->chunk_count; i++) {
        to->chunks[i] = from->chunks[i];
        to->chunks[i]->references++;
    }
}

static void drop_chunk(DirectoryChunk *chunk) {
    assert(chunk->references);
    if (--chunk->references) return;
    for (u32 i = 0; i < DIRECTORY_CHUNK; i++)
        if (chunk->pages[i]) object_page_drop(chunk->pages[i]);
    free(chunk);
}

void objects_snapshot_free(ObjectsSnapshot *snapshot) {
    for (u32 i = 0; i < snapshot->chunk_count; i++) drop_chunk(snapshot->chunks[i]);
    free(snapshot->chunks);
    placement_free(snapshot->placement);
    map_free(&snapshot->strays);
    map_free(&snapshot->related);
    map_free(&snapshot->fixed);
    *snapshot = (ObjectsSnapshot){0};
}
