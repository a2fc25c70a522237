/* Growable arrays. VEC(int) numbers = {0}; vec_push(&numbers, 3); numbers.at[0]; vec_free(&numbers). */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

#define VEC(Type)                                                                                                      \
    struct {                                                                                                           \
        Type *at;                                                                                                      \
        u32 count, capacity;                                                                                           \
    }

#define vec_reserve(vec, wanted)                                                                                       \
    do {                                                                                                               \
        u32 vec_wanted_ = (wanted);                                                                                    \
        if (vec_wanted_ > (vec)->capacity) {                                                                           \
            (vec)->capacity = MAX(vec_wanted_, MAX(8u, (vec)->capacity * 2));                                          \
            (vec)->at = xrealloc((vec)->at, (size_t)(vec)->capacity * sizeof *(vec)->at);                              \
        }                                                                                                              \
    } while (0)

#define vec_push(vec, ...)                                                                                             \
    do {                                                                                                               \
        vec_reserve((vec), (vec)->count + 1);                                                                          \
        (vec)->at[(vec)->count++] = (__VA_ARGS__);                                                                     \
    } while (0)

/* `to` becomes a copy of `from`, of the same type; what it held before is not freed. */
#define vec_copy(to, from)                                                                                             \
    do {                                                                                                               \
        (to)->at = NULL;                                                                                               \
        (to)->count = (to)->capacity = 0;                                                                              \
        vec_reserve((to), (from)->count);                                                                              \
        (to)->count = (from)->count;                                                                                   \
        if ((from)->count) memcpy((to)->at, (from)->at, (from)->count * sizeof *(from)->at);                           \
    } while (0)

#define vec_pop(vec) ((vec)->at[--(vec)->count])
#define vec_last(vec) ((vec)->at[(vec)->count - 1])
#define vec_clear(vec) ((void)((vec)->count = 0))
#define vec_free(vec)                                                                                                  \
    do {                                                                                                               \
        free((vec)->at);                                                                                               \
        (vec)->at = NULL;                                                                                              \
        (vec)->count = (vec)->capacity = 0;                                                                            \
    } while (0)

#endif
