#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 64 * 1024, ALIGNMENT = 16 };

struct ArenaChunk {
    ArenaChunk *older;
    u64 padding; /* keeps the payload aligned */
};

static void add_chunk(Arena *arena, size_t at_least) {
    size_t size = MAX(at_least + sizeof(ArenaChunk), (size_t)CHUNK_BYTES);
    ArenaChunk *chunk = xmalloc(size);
    chunk->older = arena->chunks;
    arena->chunks = chunk;
    arena->next = (u8 *)(chunk + 1);
    arena->end = (u8 *)chunk + size;
    arena->allocated += size;
}

void *arena_alloc(Arena *arena, size_t size) {
    size = align_up(size ? size : 1, ALIGNMENT);
    if ((size_t)(arena->end - arena->next) < size) add_chunk(arena, size);
    void *piece = arena->next;
    arena->next += size;
    return piece;
}

void *arena_calloc(Arena *arena, size_t size) { return memset(arena_alloc(arena, size), 0, size); }

void *arena_copy(Arena *arena, const void *bytes, size_t size) {
    void *copy = arena_alloc(arena, size);
    if (size) memcpy(copy, bytes, size);
    return copy;
}

char *arena_strndup(Arena *arena, const char *text, size_t length) {
    char *copy = arena_alloc(arena, length + 1);
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

char *arena_strdup(Arena *arena, const char *text) { return arena_strndup(arena, text, strlen(text)); }

char *arena_printf(Arena *arena, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    char *text = arena_alloc(arena, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(args);
    return text;
}

void arena_free(Arena *arena) {
    for (ArenaChunk *chunk = arena->chunks, *older; chunk; chunk = older) {
        older = chunk->older;
        free(chunk);
    }
    *arena = (Arena){0};
}
