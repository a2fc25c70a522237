/* Merging objects: what each is in the state that is merged into the running one, whether they can be merged, and how. */
#ifndef SEMANTICS_MERGE_OBJECTS_H
#define SEMANTICS_MERGE_OBJECTS_H

#include "semantics/strategy.h"
#include "state/state.h"

/* What an object is in the other state. */
typedef struct {
    u32 number;
    u32 base;
    ObjectInfo info;
    Term *size;         /* if that is a term, else NULL */
    Term *live;         /* likewise */
    u8 *bytes;          /* NULL: it has none, or is dead */
    u8 *masks;          /* not 0: these bits are undefined and were never read */
    Term **terms;       /* NULL where the byte or the mask counts */
    u32 *provenance;    /* as Object.provenance */
    Term *array;        /* not NULL: all of it is said by this array, and not by bytes. NULL for a block that is all
                      * array: nothing of it was read or written */
    u32 element;        /* of the array */
    Contents *contents; /* of an object that never gets bytes, and is no array; kept */
} OtherObject;

typedef VEC(OtherObject) OtherObjects;

/* A byte of the other state's object as a term. */
Term *merge_byte_term(Symbolic *s, u32 number, u64 offset, ByteBinding byte);
/* merge_pieces.c: of objects that never get bytes. */
bool merge_pieces_differ_little(const Sparse *a, const Sparse *b);
void merge_take_pieces(Symbolic *s, Term *guard, u32 number, const Sparse *there);

/* Objects of the running state that `from` does not share. */
void merge_record_objects(Symbolic *s, const State *from, OtherObjects *others);
void merge_free_objects(OtherObjects *others);
/* Is the byte the same in the running state? */
bool merge_is_same_byte(Symbolic *s, const OtherObject *other, u32 offset);
/* Is the object, which is said by an array, the same? */
bool merge_is_same_array(Symbolic *s, const OtherObject *other);
/* Can they be merged into the running state's? `other` is the state they are of. What it has not made is added. */
bool merge_can_take_objects(Symbolic *s, const State *other, OtherObjects *others);
/* Where the guard holds, the running state's objects stay what they are; elsewhere they become the others. */
void merge_take_objects(Symbolic *s, Term *guard, const OtherObjects *others);

#endif
