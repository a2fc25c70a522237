/* Hash maps with open addressing: from 64-bit keys (numbers or pointers) and from strings, to 64-bit
 * values. Iteration order is insertion order, so that runs repeat exactly. */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include "base/base.h"

typedef struct {
    u64 key, value;
} MapEntry;

typedef struct {
    MapEntry *entries; /* in order of insertion */
    u32 *index;        /* slot -> entry number + 1, 0 when empty; a power of two slots */
    u32 count, capacity, slots;
} Map;

bool map_get(const Map *map, u64 key, u64 *value); /* value may be NULL */
void map_put(Map *map, u64 key, u64 value);        /* inserts or replaces */
/* The value cell of `key`, inserted with value 0 if it was absent. Valid until the next insertion. */
u64 *map_cell(Map *map, u64 key, bool *inserted);
void map_copy(Map *to, const Map *from);      /* what `to` held before is not freed */
bool map_is_same(const Map *a, const Map *b); /* the same values for the same keys */
void map_clear(Map *map);
void map_free(Map *map);

static inline void *map_get_ptr(const Map *map, const void *key) {
    u64 value;
    return map_get(map, (u64)(uintptr_t)key, &value) ? (void *)(uintptr_t)value : NULL;
}
static inline void map_put_ptr(Map *map, const void *key, const void *value) {
    map_put(map, (u64)(uintptr_t)key, (u64)(uintptr_t)value);
}

typedef struct {
    const char *key; /* not owned: must outlive the map */
    u64 hash, value;
} StringMapEntry;

typedef struct {
    StringMapEntry *entries;
    u32 *index;
    u32 count, capacity, slots;
} StringMap;

bool string_map_get(const StringMap *map, const char *key, u64 *value);
void string_map_put(StringMap *map, const char *key, u64 value);
void string_map_free(StringMap *map);

#endif
