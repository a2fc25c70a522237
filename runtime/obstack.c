/* Obstacks: stacks of objects in chunks. <obstack.h> does the growing; here chunks are made and given back. */
#define _GNU_SOURCE
#include <obstack.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The header keeps functions with and without the extra argument in the same members. */
typedef void (*function)(void);
typedef struct _obstack_chunk *(*maker)(void *, long);
typedef void (*dropper)(void *, struct _obstack_chunk *);

enum { ALIGNMENT = __alignof__(long double), CHUNK = 4064 };

int obstack_exit_failure = EXIT_FAILURE;

static void out_of_memory(void)
{
    fputs("memory exhausted\n", stderr);
    exit(obstack_exit_failure);
}

void (*obstack_alloc_failed_handler)(void) = out_of_memory;

static struct _obstack_chunk *new_chunk(struct obstack *stack, size_t size)
{
    void *(*plain)(long) = (void *(*)(long))(function)stack->chunkfun;
    struct _obstack_chunk *chunk = stack->use_extra_arg ? stack->chunkfun(stack->extra_arg, (long)size) : plain((long)size);
    if (chunk == NULL) obstack_alloc_failed_handler();
    chunk->limit = (char *)chunk + size;
    return chunk;
}

static void drop_chunk(struct obstack *stack, struct _obstack_chunk *chunk)
{
    if (stack->use_extra_arg) stack->freefun(stack->extra_arg, chunk);
    else ((void (*)(void *))(function)stack->freefun)(chunk);
}

static char *first_place(const struct obstack *stack, struct _obstack_chunk *chunk)
{
    size_t mask = (size_t)stack->alignment_mask, offset = offsetof(struct _obstack_chunk, contents);
    return (char *)chunk + ((offset + mask) & ~mask);
}

static int begin(struct obstack *stack, int size, int alignment)
{
    stack->chunk_size = size == 0 ? CHUNK : size;
    stack->alignment_mask = (alignment == 0 ? ALIGNMENT : alignment) - 1;
    stack->chunk = new_chunk(stack, (size_t)stack->chunk_size);
    stack->chunk->prev = NULL;
    stack->chunk_limit = stack->chunk->limit;
    stack->object_base = stack->next_free = first_place(stack, stack->chunk);
    stack->maybe_empty_object = 0;
    stack->alloc_failed = 0;
    return 1;
}

int _obstack_begin(struct obstack *stack, int size, int alignment, void *(*make)(long), void (*drop)(void *))
{
    stack->chunkfun = (maker)(function)make;
    stack->freefun = (dropper)(function)drop;
    stack->use_extra_arg = 0;
    return begin(stack, size, alignment);
}

int _obstack_begin_1(struct obstack *stack, int size, int alignment, void *(*make)(void *, long), void (*drop)(void *, void *),
                     void *argument)
{
    stack->chunkfun = (maker)(function)make;
    stack->freefun = (dropper)(function)drop;
    stack->extra_arg = argument;
    stack->use_extra_arg = 1;
    return begin(stack, size, alignment);
}

/* Moves the growing object to a new chunk with room for `length` more. A chunk that held nothing else is dropped. */
void _obstack_newchunk(struct obstack *stack, int length)
{
    struct _obstack_chunk *old = stack->chunk;
    size_t grown = (size_t)(stack->next_free - stack->object_base);
    size_t size = grown + (size_t)length + (size_t)stack->alignment_mask + (grown >> 3) + 100;
    if (size < (size_t)stack->chunk_size) size = (size_t)stack->chunk_size;
    struct _obstack_chunk *chunk = new_chunk(stack, size);
    chunk->prev = old;
    char *place = first_place(stack, chunk);
    memcpy(place, stack->object_base, grown);
    if (!stack->maybe_empty_object && stack->object_base == first_place(stack, old)) {
        chunk->prev = old->prev;
        drop_chunk(stack, old);
    }
    stack->chunk = chunk;
    stack->chunk_limit = chunk->limit;
    stack->object_base = place;
    stack->next_free = place + grown;
    stack->maybe_empty_object = 0;
}

static _Bool is_in(const struct _obstack_chunk *chunk, const void *object)
{
    return (const char *)object > (const char *)chunk && (const char *)object <= chunk->limit;
}

int _obstack_allocated_p(struct obstack *stack, void *object);
int _obstack_allocated_p(struct obstack *stack, void *object)
{
    for (struct _obstack_chunk *chunk = stack->chunk; chunk != NULL; chunk = chunk->prev)
        if (is_in(chunk, object)) return 1;
    return 0;
}

/* Frees the object and everything newer; with a null object, all. */
static void cut_back(struct obstack *stack, void *object)
{
    struct _obstack_chunk *chunk = stack->chunk;
    while (chunk != NULL && (object == NULL || !is_in(chunk, object))) {
        struct _obstack_chunk *before = chunk->prev;
        drop_chunk(stack, chunk);
        chunk = before;
        stack->maybe_empty_object = 1;
    }
    stack->chunk = chunk;
    if (chunk == NULL) {
        if (object != NULL) abort();
        return;
    }
    stack->object_base = stack->next_free = object;
    stack->chunk_limit = chunk->limit;
}

#undef obstack_free
void obstack_free(struct obstack *stack, void *object);
void obstack_free(struct obstack *stack, void *object)
{
    cut_back(stack, object);
}

void _obstack_free(struct obstack *stack, void *object);
void _obstack_free(struct obstack *stack, void *object)
{
    cut_back(stack, object);
}

int _obstack_memory_used(struct obstack *stack)
{
    long total = 0;
    for (struct _obstack_chunk *chunk = stack->chunk; chunk != NULL; chunk = chunk->prev) total += chunk->limit - (char *)chunk;
    return (int)total;
}
