/* Segments: groups of objects that share one array term (the segmented memory model's algorithms 3 to 5;
 * the flat model is the one that has a single segment).
 *
 * Where objects are divided into *parts*, a segment has of its objects only the bytes of one part, and an object can be in
 * several segments (the partitioned memory model, and Burstall's). It still has room for all of an object, so that offsets
 * are offsets; what stands in the array where a byte is of another part means nothing.
 *
 * Objects are laid out in their segment one behind the other, freed space is used again (the smallest gap
 * that fits). As long as nothing was written to a segment at an unknown place, its objects keep their bytes
 * and the array is made from them when it is read. Identity stays with the object: validity is decided
 * before a segment is looked at. */
#ifndef MEMORY_SEGMENTS_H
#define MEMORY_SEGMENTS_H

#include "memory/model.h"

typedef struct {
    u32 at, size;
} SegmentGap;

typedef struct {
    u32 object, at;
} SegmentMember;

typedef struct {
    u32 class;                  /* of the points-to analysis; where objects have parts, the part */
    u32 size;                   /* bytes, gaps included */
    u32 widest;                 /* most bytes that an element may have; 0: any */
    u32 element;                /* of `array`, in bytes */
    Term *array;                /* what the objects are where they have no bytes of their own; NULL: nowhere */
    VEC(SegmentMember) members; /* in order of their numbers */
    VEC(SegmentGap) gaps;
} Segment;

/* For each byte of an object the part that it belongs to. NULL: there are none, the object is whole. */
typedef const u32 *ObjectParts(const Memory *memory, u32 object);
enum { NO_PART = 0 };

/* Parts that change as the program writes: those of one object. */
typedef struct {
    u32 object;
    u32 *parts; /* of each byte; storage */
} WrittenParts;

typedef struct Segments {
    u32 references;
    u32 threshold;
    ObjectParts *parts_of;     /* NULL: objects have no parts */
    bool free_bytes_are_all;   /* bytes of NO_PART belong to every part; otherwise to none */
    VEC(WrittenParts) written; /* in order of their objects */
    u32 sweep_at;              /* so many of them before dead objects are looked for */
    VEC(Segment) list;         /* number 0 stands for none */
    Map open;                  /* class -> the segment that is being filled */
} Segments;

/* The state of models that have segments (MemoryModel): Memory.state is a Segments. */
void *segments_new(u32 threshold);
void *segments_new_in_parts(ObjectParts *parts_of, bool free_bytes_are_all);
void *segments_keep(void *segments);
void segments_drop(void *segments);
bool segments_are_same(const void *a, const void *b); /* the same objects in the same places */
void segments_mark(const void *segments, TermStore *store);

/* Algorithm 5, ALLOCATEIN. `alone`: a segment for this object alone (constants and locals). */
void segments_add(Memory *memory, u32 object, u32 class, bool alone);

/* Parts: an access of `size` bytes at the place to one of the objects, all of which have parts. A group of those that have
 * bytes of the part, with where in them they are (Group.within); the others are cut; at a known place no array is needed. Elements have at most `widest` bytes. */
void segments_add_part(Memory *memory, u32 part, u32 widest, const u32 *objects, u32 count, u32 size, MemoryPlace *out);

/* Parts that the model keeps here, object by object: NULL, which means NO_PART everywhere, until it wants them. */
const u32 *segments_written_parts(const Memory *memory, u32 object);
u32 *segments_own_written_parts(Memory *memory, u32 object);
void segments_copy_written_parts(Memory *memory, u32 to, u32 to_offset, u32 from, u32 from_offset, u32 size);

/* `size` bytes at an offset of the object that the pointer is based on, which is one of this segment. */
Term *segment_load(Memory *memory, u32 segment, const Candidates *candidates, Term *offset, u32 size);
void segment_store(Memory *memory, u32 segment, const Candidates *candidates, Term *offset, Term *guard, Term *value,
                   u32 size);

/* All objects of the segment as one array of elements of `element` bytes, and where in it (in bytes) an offset of the
 * object is that the pointer is based on. */
Term *segment_array(Memory *memory, u32 segment, u32 element);
Term *segment_position(Memory *memory, u32 segment, const Candidates *candidates, Term *offset);
void segment_become(Memory *memory, u32 segment, Term *array, u32 element);

#endif
