/* What the bytes of an object are that are no plain numbers.
 *
 * A byte is plain when its mask in `undefined` is zero: then the number in `bytes` counts and the fast path
 * reads it. Otherwise it is, in this order: the term in Contents.chunks; an element of Contents.array; or
 * undefined in the bits of the mask; in an object from outside what outside.h says. Storing a number makes a byte plain
 * again without a look at what is said here. Objects that are sparse keep numbers, masks and terms in another way
 * (sparse.h), which means the same. */
#ifndef MEMORY_BYTES_CONTENTS_H
#define MEMORY_BYTES_CONTENTS_H

#include "memory/bytes/outside.h"
#include "memory/bytes/sparse.h"
#include "term/term.h"

enum { MEMORY_INDEX_BITS = 40 }; /* of arrays of memory: as far as objects go (OBJECT_MAX_SIZE) */
enum { TERM_CHUNK = 128 };       /* bytes whose terms states share, or have each for itself */

typedef struct Contents {
    union {
        Term ***
            chunks; /* for each byte its term of 8 bits or NULL; a table of blocks (storage.h), NULL where there is none */
        Sparse *sparse; /* of a sparse object */
    };
    bool is_sparse; /* as ObjectInfo.is_sparse */
    Term *array;    /* NULL: bytes without a term are undefined */
    u32 at;         /* the array's element that the object's first byte is (in) */
    u32 element;    /* bytes an element of the array has */
    Term *size;     /* 64 bits, not constant; NULL: the object's size is the number in ObjectInfo */
    Term *live;     /* 1 bit, not constant: of a block that is freed for some inputs; NULL: ObjectInfo.state says it */
} Contents;

/* What stands in the table for the byte, plain or not. */
static inline Term *contents_term(const Contents *contents, u64 offset) {
    assert(!contents->is_sparse);
    Term *const *chunk = contents->chunks ? contents->chunks[offset / TERM_CHUNK] : NULL;
    return chunk ? chunk[offset % TERM_CHUNK] : NULL;
}

void contents_visit_terms(const Contents *contents, TermVisit *visit, void *self);

/* Where contents belong: the state's objects, the terms, and who makes undefined values. */
typedef struct Memory {
    Objects *objects;
    TermStore *terms;
    void *self;
    Term *(*new_undefined)(void *self, u32 object, u32 width);
    Outside *outside;                             /* NULL: there are no objects from outside */
    void (*make_outside)(void *self, u32 object); /* in every state */
    void (*make_statics)(void *self); /* whatever the program has an address of is there (machine_make_statics) */
    Term *(*new_array)(void *self, u32 width); /* an array whose elements can be anything */
    /* The values that a term can have: appends at most `most`; false: there may be more. */
    bool (*values)(void *self, Term *term, u32 most, TermVec *values);
    bool (*must_be)(void *self, Term *condition); /* false also if that is not known */
    u32 (*preferred)(void *self, Term *object);   /* the value that the path's model has for the term */
    u32 (*class_of)(void *self, u32 object);      /* of a points-to analysis; 0: none */
    /* Groups of a points-to analysis: of the load or store that is being planned, with the bytes of each access to the
     * group (0: not known); and of each byte of an object (NULL: the analysis has no such object). 0: no group. */
    u32 (*group_of_access)(void *self, u64 *size);
    const u32 *(*groups_of_object)(void *self, u32 object);
    bool has_masks; /* undefined bits are tainted; otherwise they become unknowns when read */
    const struct MemoryModel *model;
    void *state;       /* the model's own (model.h) */
    u32 segment_bytes; /* a segment with more takes no further objects */
} Memory;

static inline bool contents_lie_in(const Objects *objects, u32 object, u64 offset, u64 size) {
    return offset + size <= object_info(objects, object)->size;
}

/* `size` bytes from `offset` on, which lie in the object. */
Term *contents_load(Memory *memory, u32 object, u64 offset, u32 size);
/* The same to be moved to another place: in ILP32 a part of a pointer, of 1 or 2 bytes, says what that is based on. */
Term *contents_load_part(Memory *memory, u32 object, u64 offset, u32 size);
void contents_store(Memory *memory, u32 object, u64 offset, Term *value, u32 size);
/* Copies bytes and whatever they are; the ranges may overlap. */
void contents_copy(Memory *memory, u32 to, u64 to_offset, u32 from, u64 from_offset, u64 size);
bool contents_is_known(Memory *memory, u32 object, u64 offset); /* false: undefined, and never read */
/* `size` bytes of the object of which nothing is known. */
Term *contents_unread(Memory *memory, u32 object, u64 offset, u32 size);
bool contents_are_plain(const Objects *objects, u32 object, u64 offset, u64 size);

/* The numbers of bytes; of those that are none, something. */
void contents_numbers(const Objects *objects, u32 object, u64 offset, u64 size, u8 *out);
/* What the byte is. */
ByteBinding contents_binding(const Objects *objects, u32 object, u64 offset);
/* `size` bytes become this number. */
void contents_fill(Memory *memory, u32 object, u64 offset, u64 size, u8 byte);

/* The object, which has just been made and has no bytes, binds them as needed: they are 0, or undefined. */
void contents_begin_sparse(Memory *memory, u32 object, bool cleared);
void contents_make_dense(Memory *memory, u32 object); /* it gets bytes, if it is sparse */

/* An object that is larger than a window is one only where undefined bits have masks. */
bool contents_can_be_array(const Memory *memory, u32 object);
/* The whole object as an array of elements of `element` bytes (1, 2, 4 or 8; 1 if it is larger than a window). */
Term *contents_array(Memory *memory, u32 object, u32 element);
/* From now on the object is `array` from its element `at` on, whatever it was. */
void contents_become_array(Memory *memory, u32 object, Term *array, u32 at, u32 element);
/* The bytes an element of the object's array has; 0: it is not an array. */
u32 contents_element(const Objects *objects, u32 object);

/* An array that is made of the bytes of objects: plain ones as they are, and undefined bits of bytes of which nothing else
 * is said as such. What stands there for other bytes means nothing. */
typedef struct {
    u8 *bytes, *masks; /* masks NULL: nothing is undefined */
    u32 *owners;       /* ILP32: for each word the object it is based on; NULL: no word is a pointer */
    u64 size, element;
    u32 of_undefined; /* an object with undefined bytes */
} Picture;
Picture picture_of(u64 size, u32 element);
void picture_add(Picture *picture, const Memory *memory, u32 object, u32 at);
Term *picture_array(Picture *picture, Memory *memory); /* and nothing is left of the picture */
bool contents_are_pictured(const Memory *memory, u32 object, u64 offset, u64 size); /* a picture has them */

Contents *contents_own(Memory *memory, u32 object); /* made if there is none */
/* Size or life of the object become terms (NULL: it stays as it is): the fast path no longer accesses it. */
void contents_make_conditional(Memory *memory, u32 object, Term *size, Term *live);
/* Both are numbers: the fast path accesses it again. */
void contents_make_certain(Memory *memory, u32 object);
/* The bytes become undefined, as if nobody had written them. Not of an array. */
void contents_forget(Memory *memory, u32 object, u64 offset, u64 size);
/* The object, a heap block, is freed where the condition holds. */
void contents_end_where(Memory *memory, u32 object, Term *condition);

#endif
