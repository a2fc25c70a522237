/* Segments: groups of objects that share one array term (the segmented memory model's algorithms 3 to 5;
 * the flat model is the one that has a single segment).
 *
 * Objects are laid out in their segment one behind the other, freed space is used again (the smallest gap
 * that fits). As long as nothing was written to a segment at an unknown place, its objects keep their bytes
 * and the array is made from them when it is read. Identity stays with the object: validity is decided
 * before a segment is looked at. */
#ifndef MEMORY_SEGMENTS_H
#define MEMORY_SEGMENTS_H

#include "memory/resolve.h"

typedef struct {
    u32 at, size;
} SegmentGap;

typedef struct {
    u32 class;   /* of the points-to analysis */
    u32 size;    /* bytes, gaps included */
    u32 element; /* of `array`, in bytes */
    Term *array; /* what the objects are where they have no bytes of their own; NULL: nowhere */
    VEC(u32) members;
    VEC(SegmentGap) gaps;
} Segment;

typedef struct Segments {
    u32 references;
    u32 threshold;
    VEC(Segment) list; /* number 0 stands for none */
    Map open;          /* class -> the segment that is being filled */
} Segments;

/* The state of models that have segments (MemoryModel): Memory.state is a Segments. */
void *segments_new(u32 threshold);
void *segments_keep(void *segments);
void segments_drop(void *segments);
bool segments_are_same(const void *a, const void *b); /* the same objects in the same places */
void segments_mark(const void *segments, TermStore *store);

/* Algorithm 5, ALLOCATEIN. `alone`: a segment for this object alone (constants and locals). */
void segments_add(Memory *memory, u32 object, u32 class, bool alone);

/* `size` bytes at an offset of the object that the pointer is based on, which is one of this segment. */
Term *segment_load(Memory *memory, u32 segment, const Candidates *candidates, Term *offset, u32 size);
void segment_store(Memory *memory, u32 segment, const Candidates *candidates, Term *offset, Term *guard, Term *value,
                   u32 size);

/* All objects of the segment as one array of elements of `element` bytes, and where in it (in bytes) an offset of the
 * object is that the pointer is based on. */
Term *segment_array(Memory *memory, u32 segment, u32 element);
Term *segment_position(Memory *memory, const Candidates *candidates, Term *offset);
void segment_become(Memory *memory, u32 segment, Term *array, u32 element);

#endif
