#include "alias/sets.h"

#include <stdlib.h>
#include <string.h>

static void reserve(Set *set, u32 wanted) {
    if (wanted <= set->capacity) return;
    set->capacity = MAX(wanted, set->capacity * 2);
    set->chunks = xrealloc(set->chunks, set->capacity * sizeof *set->chunks);
}

/* The first chunk with at least this index. */
static u32 find(const Set *set, u32 index) {
    u32 low = 0, high = set->count;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (set->chunks[middle].index < index) low = middle + 1;
        else high = middle;
    }
    return low;
}

bool set_add(Set *set, u32 number) {
    u32 index = number / 64, at = find(set, index);
    u64 bit = (u64)1 << (number % 64);
    if (at < set->count && set->chunks[at].index == index) {
        if (set->chunks[at].bits & bit) return false;
        set->chunks[at].bits |= bit;
        return true;
    }
    reserve(set, set->count + 1);
    memmove(set->chunks + at + 1, set->chunks + at, (set->count - at) * sizeof *set->chunks);
    set->chunks[at] = (SetChunk){bit, index};
    set->count++;
    return true;
}

/* How many chunks of `from` have no counterpart in `to`; *grown is set if `to` lacks a bit of a common one. */
static u32 count_missing(const Set *to, const Set *from, bool *grown) {
    u32 missing = 0;
    for (u32 i = 0, k = 0; k < from->count; k++) {
        while (i < to->count && to->chunks[i].index < from->chunks[k].index) i++;
        if (i == to->count || to->chunks[i].index != from->chunks[k].index) missing++;
        else if (from->chunks[k].bits & ~to->chunks[i].bits) *grown = true;
    }
    return missing;
}

bool set_unite(Set *to, const Set *from) {
    bool grown = false;
    if (to == from || !from->count) return false;
    u32 missing = count_missing(to, from, &grown);
    if (!missing && !grown) return false;
    reserve(to, to->count + missing);
    /* Merged from the end, so that nothing is overwritten before it is read. */
    u32 i = to->count, k = from->count, at = to->count + missing;
    to->count = at;
    while (k) {
        const SetChunk *chunk = &from->chunks[k - 1];
        if (i && to->chunks[i - 1].index > chunk->index) {
            to->chunks[--at] = to->chunks[--i];
        } else if (i && to->chunks[i - 1].index == chunk->index) {
            SetChunk both = {to->chunks[--i].bits | chunk->bits, chunk->index};
            to->chunks[--at] = both;
            k--;
        } else {
            to->chunks[--at] = *chunk;
            k--;
        }
    }
    return true;
}

void set_free(Set *set) {
    free(set->chunks);
    *set = (Set){0};
}
