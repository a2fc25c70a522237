/* An arena: memory that is given out piece by piece and freed all at once.
 * Pieces are aligned to 16 bytes and are not moved. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/base.h"

typedef struct ArenaChunk ArenaChunk;
typedef struct {
    ArenaChunk *chunks; /* newest first */
    u8 *next, *end;     /* the free part of the newest chunk */
    size_t allocated;   /* bytes of all chunks */
} Arena;

void *arena_alloc(Arena *arena, size_t size);  /* not cleared */
void *arena_calloc(Arena *arena, size_t size); /* cleared */
char *arena_strdup(Arena *arena, const char *text);
char *arena_strndup(Arena *arena, const char *text, size_t length);
__attribute__((format(printf, 2, 3))) char *arena_printf(Arena *arena, const char *format, ...);
void *arena_copy(Arena *arena, const void *bytes, size_t size);
void arena_free(Arena *arena);

#define ARENA_NEW(arena, Type) ((Type *)arena_calloc((arena), sizeof(Type)))
#define ARENA_ARRAY(arena, Type, count) ((Type *)arena_calloc((arena), sizeof(Type) * (count)))

#endif
