/* Snapshots of all objects of a state, sharing what did not change. */
#ifndef MEMORY_STORE_SNAPSHOT_H
#define MEMORY_STORE_SNAPSHOT_H

#include "memory/store/objects.h"

enum { DIRECTORY_CHUNK = 64 };

typedef struct {
    u32 references;
    u32 mark; /* for whoever walks over all chunks once */
    ObjectPage *pages[DIRECTORY_CHUNK];
} DirectoryChunk;

typedef struct {
    DirectoryChunk **chunks;
    u32 chunk_count, page_count;
    u32 next, live, dead, forget_at;
    u64 heap_bytes, live_heap_blocks;
    Placement *placement;
    Map strays, related, fixed;
} ObjectsSnapshot;

/* After it the running state shares all its pages. `from`: the snapshot it came from, NULL if there is none. */
void objects_save(Objects *objects, ObjectsSnapshot *snapshot, const ObjectsSnapshot *from);
/* The objects become what they were; the snapshot stays as it is. */
void objects_load(Objects *objects, const ObjectsSnapshot *snapshot);
void objects_snapshot_copy(ObjectsSnapshot *to, const ObjectsSnapshot *from);
void objects_snapshot_free(ObjectsSnapshot *snapshot);

#endif
