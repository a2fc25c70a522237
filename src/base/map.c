#include "base/map.h"

#include <stdlib.h>
#include <string.h>

/* Both maps keep their entries in a dense array and an index of slots over it, at most half full. */

static u32 *grown_index(u32 *index, u32 *slots) {
    *slots = *slots ? *slots * 2 : 16;
    free(index);
    return xcalloc(*slots, sizeof *index);
}

static u32 find_slot(const Map *map, u64 key) {
    assert(map->count < map->slots); /* a slot is free, where the search ends */
    u32 slot = (u32)hash_mix(key) & (map->slots - 1);
    while (map->index[slot] && map->entries[map->index[slot] - 1].key != key) slot = (slot + 1) & (map->slots - 1);
    return slot;
}

bool map_get(const Map *map, u64 key, u64 *value) {
    if (!map->count) return false;
    u32 entry = map->index[find_slot(map, key)];
    if (!entry) return false;
    if (value) *value = map->entries[entry - 1].value;
    return true;
}

static void make_room(Map *map) {
    if ((map->count + 1) * 2 > map->slots) {
        map->index = grown_index(map->index, &map->slots);
        for (u32 i = 0; i < map->count; i++) map->index[find_slot(map, map->entries[i].key)] = i + 1;
    }
    if (map->count == map->capacity) {
        map->capacity = MAX(8u, map->capacity * 2);
        map->entries = xrealloc(map->entries, map->capacity * sizeof *map->entries);
    }
}

u64 *map_cell(Map *map, u64 key, bool *inserted) {
    make_room(map);
    u32 slot = find_slot(map, key);
    if (inserted) *inserted = !map->index[slot];
    if (!map->index[slot]) {
        map->entries[map->count++] = (MapEntry){key, 0};
        map->index[slot] = map->count;
    }
    return &map->entries[map->index[slot] - 1].value;
}

void map_put(Map *map, u64 key, u64 value) { *map_cell(map, key, NULL) = value; }

void map_copy(Map *to, const Map *from) {
    *to = (Map){0};
    for (u32 i = 0; i < from->count; i++) map_put(to, from->entries[i].key, from->entries[i].value);
}

bool map_is_same(const Map *a, const Map *b) {
    u64 value;
    if (a->count != b->count) return false;
    for (u32 i = 0; i < a->count; i++)
        if (!map_get(b, a->entries[i].key, &value) || value != a->entries[i].value) return false;
    return true;
}

void map_clear(Map *map) {
    if (map->slots) memset(map->index, 0, map->slots * sizeof *map->index);
    map->count = 0;
}

void map_free(Map *map) {
    free(map->entries);
    free(map->index);
    *map = (Map){0};
}

static u32 find_string_slot(const StringMap *map, const char *key, u64 hash) {
    u32 slot = (u32)hash & (map->slots - 1);
    for (; map->index[slot]; slot = (slot + 1) & (map->slots - 1)) {
        const StringMapEntry *entry = &map->entries[map->index[slot] - 1];
        if (entry->hash == hash && !strcmp(entry->key, key)) break;
    }
    return slot;
}

bool string_map_get(const StringMap *map, const char *key, u64 *value) {
    if (!map->count) return false;
    u32 entry = map->index[find_string_slot(map, key, hash_bytes(key, strlen(key)))];
    if (!entry) return false;
    if (value) *value = map->entries[entry - 1].value;
    return true;
}

static void make_string_room(StringMap *map) {
    if ((map->count + 1) * 2 > map->slots) {
        map->index = grown_index(map->index, &map->slots);
        for (u32 i = 0; i < map->count; i++)
            map->index[find_string_slot(map, map->entries[i].key, map->entries[i].hash)] = i + 1;
    }
    if (map->count == map->capacity) {
        map->capacity = MAX(8u, map->capacity * 2);
        map->entries = xrealloc(map->entries, map->capacity * sizeof *map->entries);
    }
}

void string_map_put(StringMap *map, const char *key, u64 value) {
    make_string_room(map);
    u64 hash = hash_bytes(key, strlen(key));
    u32 slot = find_string_slot(map, key, hash);
    if (map->index[slot]) {
        map->entries[map->index[slot] - 1].value = value;
        return;
    }
    map->entries[map->count++] = (StringMapEntry){key, hash, value};
    map->index[slot] = map->count;
}

void string_map_free(StringMap *map) {
    free(map->entries);
    free(map->index);
    *map = (StringMap){0};
}
