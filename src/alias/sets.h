/* Sparse sets of numbers: sorted chunks of 64 bits each. The successors of a node are few and clustered, so
 * a few chunks hold most of them. */
#ifndef ALIAS_SETS_H
#define ALIAS_SETS_H

#include "base/base.h"

typedef struct {
    u64 bits;
    u32 index; /* of the number / 64 */
} SetChunk;

typedef struct {
    SetChunk *chunks; /* ascending, none empty */
    u32 count, capacity;
} Set;

bool set_add(Set *set, u32 number);       /* true if it is new */
bool set_unite(Set *to, const Set *from); /* true if `to` has grown */
/* `out` becomes what is in `all` and not in `known`. */
void set_free(Set *set);

/* for (SetWalk w = set_walk(&set); set_next(&w);) ... w.number. The set must not change meanwhile. */
typedef struct {
    const Set *set;
    u32 chunk;
    u64 left;
    u32 number;
} SetWalk;
static inline SetWalk set_walk(const Set *set) {
    return (SetWalk){.set = set, .left = set->count ? set->chunks[0].bits : 0};
}
static inline bool set_next(SetWalk *walk) {
    while (!walk->left) {
        if (walk->chunk + 1 >= walk->set->count) return false;
        walk->left = walk->set->chunks[++walk->chunk].bits;
    }
    walk->number = walk->set->chunks[walk->chunk].index * 64 + (u32)__builtin_ctzll(walk->left);
    walk->left &= walk->left - 1;
    return true;
}

#endif
