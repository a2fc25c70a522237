/* Objects: the store of bytes that the concrete machine, and every memory model that keeps objects
 * with bytes, share.
 *
 * A pointer in a register is 64 bits in both data models: the number of the object it is based on in
 * the high half, a position in the low half.
 *   - LP64: the program sees all 64 bits. Every object has a window of its own, its first byte stands
 *     at position LP64_BASE of it, so a pointer may stray a gigabyte to either side and still be known
 *     to belong to its object.
 *   - ILP32: the program sees the low half, a 32-bit address that placement.c chose. Only registers
 *     carry the high half; in memory a pointer is four bytes, and the object it is based on stands
 *     beside them in `provenance`.
 * The offset in the object is position - base in both. Identity decides validity: whatever the
 * position, an access is checked against the object the pointer is based on.
 *
 * An object of LP64 that does not fit into one window has those behind it as well (object_windows): the numbers that follow
 * its own are strays of it from the beginning, as far as its bytes go and a gigabyte beyond. So addresses in it are as far
 * apart as its bytes are, whatever a program does with them, and objects_resolve leads from each to the object and an offset
 * of 64 bits. Only what is in the first window, or a step from there, is on the fast path. Large storage costs what is
 * written to it (filled.h).
 *
 * Object numbers are given out in sequence and not reused (forget.c only lets go of what is known about
 * dead ones that nothing names any more). Number 0 is the null pointer's: no object. Globals and functions
 * have numbers (and in ILP32 addresses) of their own range, which are the same in every state: decoded code
 * names them. So have objects from outside (memory/bytes/outside.h), at the end of that range.
 *
 * States share what they have in common (snapshot.h): pages of objects, and the storage of heap blocks and
 * globals, are counted, and copied when first written. `pages` is the directory to read by; in
 * `write_pages` stand only the pages that belong to the running state alone, and in those `writable` is
 * not zero only where the storage does too. So the fast path need not ask who owns what. A machine that
 * never forks has one directory for both.
 *
 * An Object is what an access needs, and nothing else: `readable` and `writable` are the sizes the
 * fast path may use, zero as soon as anything special holds (dead, constant, a function), so that one
 * comparison covers bounds, lifetime and permission. ObjectInfo is what a report needs. */
#ifndef MEMORY_STORE_OBJECTS_H
#define MEMORY_STORE_OBJECTS_H

#include "memory/store/filled.h"
#include "memory/store/storage.h"
#include "program/program.h"

enum { LP64_BASE = 0x40000000, OBJECT_PAGE = 64, STATIC_OBJECTS = 1 << 18 };
/* Of objects from outside: how many there can be, their size, which is not known, and where in them the pointer leads that
 * came from outside: programs step back from a member to what it is a member of. */
enum { OUTSIDE_OBJECTS = 1 << 13, OUTSIDE_FIRST = STATIC_OBJECTS - OUTSIDE_OBJECTS };
enum { OUTSIDE_BYTES = 4096, OUTSIDE_BEFORE = 1024 };
#define WINDOW_MAX_SIZE 0x80000000u  /* 2 GiB: what one window can hold with room on both sides */
#define OBJECT_MAX_SIZE (1ull << 40) /* 1 TiB: as far as indices of arrays go (MEMORY_INDEX_BITS) */
#define ARRAY_BLOCK_SIZE 0x7fffffffu /* offsets in both data models are signed numbers of 32 bits at least */
#define ARRAY_BLOCK_ROOM 0x100000u

typedef struct {
    u8 *bytes;
    u8 *undefined;   /* NULL: every bit is defined; else for each byte the mask of undefined bits */
    u32 *provenance; /* ILP32: for each aligned word the object the pointer there is based on; NULL: no pointers */
    struct Contents *contents; /* what bytes are that are no plain numbers; NULL: there are none (contents.h) */
    u32 base;                  /* position of the first byte */
    u32 readable;              /* size if the fast path may read (as much of it as it reaches), else 0 */
    u32 writable;              /* size if the fast path may write, else 0 */
} Object;

typedef enum {
    OBJECT_NONE,
    OBJECT_GLOBAL,
    OBJECT_FUNCTION,
    OBJECT_LOCAL,
    OBJECT_ALLOCA,
    OBJECT_HEAP,
    OBJECT_STRAY,
    OBJECT_OUTSIDE
} ObjectKind;
typedef enum { OBJECT_LIVE, OBJECT_FREED, OBJECT_OUT_OF_SCOPE, OBJECT_RETURNED } ObjectState;

enum {
    FORGET_AT_ONCE = 1
}; /* for tests: each object has a page to itself, so that it is forgotten as soon as it may be */

/* As runtime/include/loci_contract.h numbers them. */
typedef enum { RESOURCE_NONE, RESOURCE_STREAM, RESOURCE_DESCRIPTOR } Resource;

typedef struct {
    u8 kind;  /* ObjectKind */
    u8 state; /* ObjectState */
    bool is_constant;
    bool is_conditional; /* its size or its life is a term (Contents); `size` is the capacity */
    bool is_array;       /* it has no bytes: all of them are elements of an array term (array_blocks.h) */
    bool is_sparse;      /* it has no bytes: they are bound as needed (memory/bytes/sparse.h) */
    bool owns_bytes;     /* its bytes are storage of its own, whatever its kind */
    bool may_be_lost;    /* heap: nobody wants to know if nothing leads to it at exit */
    u32 align;
    u64 size;
    union {
        Global *global;           /* OBJECT_GLOBAL */
        Function *function;       /* OBJECT_FUNCTION */
        const Variable *variable; /* OBJECT_LOCAL */
        struct {
            u32 stray_from;    /* OBJECT_STRAY: the object the pointer is based on, */
            i32 stray_windows; /* and how many windows away from its own it is */
        };
    };
    LocationId made_at;      /* allocating call (heap, alloca), in the user's code */
    LocationId freed_at;     /* OBJECT_FREED */
    u32 site;                /* heap: which calls made it, in the engine's numbering; 0: not known */
    u32 segment, segment_at; /* the segment it is in and where in it, for models that have segments; 0: none */
    u32 summary;          /* it stands for several blocks, as an engine numbers what it knows of them; 0: it is one */
    u8 resource;          /* Resource: what the block stands for */
    u32 undefined_origin; /* where undefined bits stored here came from, in the machine's numbering; 0: here */
} ObjectInfo;

typedef struct {
    u64 references; /* directories, live and saved ones, that it stands in */
    u64 live;       /* how many of its objects are alive */
    Object objects[OBJECT_PAGE];
    ObjectInfo infos[OBJECT_PAGE];
} ObjectPage;

typedef struct Placement Placement;

/* Numbers and addresses of globals and functions: common to all states. Those from 1 to `reserved` are of what the program
 * consisted of when it was loaded, whether it is made or not: a number that a program was given means the same in every run
 * of it. Behind them come those of the C library, in the order in which they are needed. */
typedef struct {
    u32 next;
    u32 reserved;
    struct StaticPlace *places; /* ILP32: of the reserved ones, from number 1 on */
    Placement *placement;
} StaticObjects;

typedef struct StaticPlace {
    u64 size; /* of the object; at most so many bytes are free from `base` on */
    u32 base; /* 0: none was free */
    u32 align;
} StaticPlace;

typedef struct {
    ObjectPage **pages;
    ObjectPage **write_pages; /* the same array, or with `forks` those that are this state's alone */
    u32 page_count;           /* pages in the directory */
    u32 page_capacity;
    u32 next;                   /* the next object number */
    u64 largest;                /* bytes that an object can have */
    bool forks;                 /* states may share pages and storage */
    bool numbers_once;          /* with `forks`: what a state makes has a number, and in ILP32 an address, that is given
                                   out in no other: states that have made different objects can become one */
    VEC(u32) owned;             /* with `forks`: the pages that stand in write_pages */
    Placement *placement;       /* ILP32: who stands at which address; NULL for LP64 */
    u64 heap_bytes, heap_limit; /* bytes of the program's objects that live on the host's heap */
    u64 live_heap_blocks;       /* without those that may be lost */
    u64 grown; /* bytes of storage ever made by allocating and by writing what was shared; never goes down */
    u64 sparse_made, made_dense; /* objects that were sparse, and those of them that got bytes; never go down */
    u64 large_made;              /* objects of several windows; never goes down */
    u32 live, dead;              /* objects that are, and dead ones that are not forgotten */
    u32 forget_at;               /* so many dead ones before the next scan (forget.c) */
    u32 forget_first;            /* dead ones before the first scan; 0: none is forgotten; FORGET_AT_ONCE */
    StaticObjects *statics;
    Map strays;  /* (object, window) -> number of the stray object */
    Map fixed;   /* address -> number of the object that the program has put there */
    Map related; /* union-find over objects whose distance the program has computed: number -> parent */
} Objects;

void objects_init(Objects *objects, u32 pointer_bytes, u64 heap_limit, bool forks);
void objects_free(Objects *objects);
void objects_reserve_pages(Objects *objects, u32 count); /* at least so many, new ones empty */
void object_page_drop(ObjectPage *page);

static inline u32 pointer_object(u64 pointer) { return (u32)(pointer >> 32); }

/* The object a pointer is based on; an object without bytes for null and for numbers never given out. */
extern ObjectPage objects_nothing;
static inline const Object *object_at(const Objects *objects, u32 number) {
    u32 page = number / OBJECT_PAGE;
    ObjectPage *p = LIKELY(page < objects->page_count) ? objects->pages[page] : &objects_nothing;
    return &p->objects[number % OBJECT_PAGE];
}
/* To be written to by the fast path: an object without room if it is not this state's alone. */
static inline Object *object_to_store(const Objects *objects, u32 number) {
    u32 page = number / OBJECT_PAGE;
    ObjectPage *p = LIKELY(page < objects->page_count) ? objects->write_pages[page] : &objects_nothing;
    return &p->objects[number % OBJECT_PAGE];
}
static inline const ObjectInfo *object_info(const Objects *objects, u32 number) {
    u32 page = number / OBJECT_PAGE;
    ObjectPage *p = page < objects->page_count ? objects->pages[page] : &objects_nothing;
    return &p->infos[number % OBJECT_PAGE];
}

/* A descriptor is a number that its block has beside its own: of the size that real ones have, for programs keep sets of
 * them (FD_SET), but none that is met everywhere. */
enum { FIRST_DESCRIPTOR = 512 };
static inline u32 object_descriptor(u32 number) { return number - STATIC_OBJECTS + FIRST_DESCRIPTOR; }

/* The block of a descriptor; 0: the number is none. */
static inline u32 object_of_descriptor(const Objects *objects, u64 descriptor) {
    if (descriptor < FIRST_DESCRIPTOR || descriptor - FIRST_DESCRIPTOR >= objects->next - STATIC_OBJECTS) return 0;
    u32 number = (u32)(descriptor - FIRST_DESCRIPTOR) + STATIC_OBJECTS;
    return object_info(objects, number)->resource == RESOURCE_DESCRIPTOR ? number : 0;
}
static inline u64 object_pointer(const Objects *objects, u32 number) {
    return (u64)number << 32 | object_at(objects, number)->base;
}

/* How many windows an object of LP64 has: what is a gigabyte before and behind it belongs to it. */
static inline u32 object_windows(u64 size) { return (u32)((2 * (u64)LP64_BASE + size - 1) >> 32) + 1; }

/* It has several windows. With terms it never has bytes: it is sparse as long as it lives. */
static inline bool object_is_large(const ObjectInfo *info) { return info->size > WINDOW_MAX_SIZE; }

static inline bool objects_have_large(const Objects *objects) { return objects->large_made; }

/* The object that the number is of: of a stray the one it is based on. */
static inline u32 object_behind(const Objects *objects, u32 number) {
    const ObjectInfo *info = object_info(objects, number);
    return info->kind == OBJECT_STRAY ? info->stray_from : number;
}

/* The bytes for which the object has a place. */
static inline u64 object_room(const ObjectInfo *info) { return info->is_array ? ARRAY_BLOCK_ROOM : info->size; }

/* The object, its info, made this state's own and ready to be written. */
Object *object_own(Objects *objects, u32 number);
ObjectInfo *object_own_info(Objects *objects, u32 number);

/* Where the numbers in an object lead; NULL: that was not found out since it was written to. */
const StorageLinks *object_links(const Objects *objects, u32 number);
/* Remembers it until it is written to. Nothing happens where the bytes are not its own. */
void object_remember_links(Objects *objects, u32 number, u32 bound, const u32 *links, u32 count);

/* Storage for an object, all bytes the same; NULL when the host has no memory left. */
u8 *objects_storage(const Objects *objects, u64 size, Fill fill);
/* A new object of `size` bytes; fully defined unless `undefined` is given. Heap blocks and globals are given
 * storage (storage.h) that is theirs from now on, the others bytes that the caller keeps. Returns its number, 0
 * if there is no address left (ILP32). */
u32 objects_new(Objects *objects, ObjectKind kind, u64 size, u32 align, u8 *bytes, u8 *undefined);
/* The same in the range of globals and functions; `reserved`: under this number, 0 for the next one. */
u32 objects_new_static(Objects *objects, u32 reserved, ObjectKind kind, u64 size, u32 align, u8 *bytes, u8 *undefined);
/* Before there are any: the numbers from 1 to `count` are to be used for objects of these sizes. The places are the
 * store's from now on. */
void objects_reserve_statics(Objects *objects, StaticPlace *places, u32 count);
static inline bool object_is_of_library(const Objects *objects, u32 number) { /* a global or function of it */
    return number > objects->statics->reserved && number < OUTSIDE_FIRST;
}
/* The pointer from outside that leads to the object, as the program sees it. */
u64 outside_address(u32 number, bool is_32);
/* An object from outside, by its number; no byte of it is known. */
void objects_new_outside(Objects *objects, u32 number);
/* A global or function that another state has made: as it was before anything was written to it. */
void objects_add_static(Objects *objects, u32 number, const Object *object, const ObjectInfo *info);
/* A new heap object with storage of its own. 0 if the limit is reached, to which what is larger than a window does not count:
 * nobody knows what of it will be written. */
u32 objects_new_heap(Objects *objects, u64 size, u32 align, bool cleared);
/* A block of the heap or the stack without bytes, as large as an object can be: its size is a term (ObjectInfo.is_array).
 * In ILP32 it has a place of ARRAY_BLOCK_ROOM bytes: behind that its addresses may be another's too. 0 if there is none. */
u32 objects_new_array(Objects *objects, ObjectKind kind, u32 align);
/* An object of the heap or the stack whose bytes are bound as needed (ObjectInfo.is_sparse); the caller says what they are.
 * 0 if there is no room or no address left. */
u32 objects_new_sparse(Objects *objects, ObjectKind kind, u64 size, u32 align);
void objects_make_sparse(Objects *objects, u32 number); /* an object that was made without bytes */
/* From *from on, a stretch of the object's bytes up to *to that may have been written to. False: there is none. */
bool object_next_written(const Object *object, const ObjectInfo *info, u64 *from, u64 *to);
/* A new block, with storage of its own, begins with the first bytes of another one, as realloc wants it. */
void objects_begin_with(Objects *objects, u32 to, u32 from, u64 size);
/* Nobody wants to know of the block at exit. */
void objects_let_be_lost(Objects *objects, u32 number);
/* The object ends; accesses are errors from now on. Heap storage is returned to the host. */
void objects_end(Objects *objects, u32 number, ObjectState state);
/* A heap block that has ended lives again, with bytes that are all 0: states with different pasts become one. LP64. */
void objects_revive(Objects *objects, u32 number);
void objects_make_constant(Objects *objects, u32 number);
void objects_make_writable(Objects *objects, u32 number); /* undoes it */
/* The undefined bits of an object to be written; makes room for them, all clear, if it had none. */
u8 *object_own_undefined(Objects *objects, u32 number);
/* The first object from `number` on that is not in an empty page; `next` when there is none. */
u32 objects_skip_empty(const Objects *objects, u32 number);
/* The same for pages in which nothing is alive. */
u32 objects_skip_dead(const Objects *objects, u32 number);

/* forget.c: lets go of dead objects that neither these cells nor any live byte names. */
typedef struct {
    const u64 *cells;
    u64 count;
} CellRange;
bool objects_should_forget(const Objects *objects);
/* For each page whether one of its objects is named by something else: none yet. */
u8 *objects_named_pages(const Objects *objects);
/* `cost`: what it has taken to find those, in words that were looked at; the dearer a scan, the later the next one. */
void objects_forget(Objects *objects, const CellRange *ranges, u32 count, u8 *named, u64 cost);

/* LP64: a pointer that left its window. Keeps the object it is based on, so that coming back works
 * and a report can name it. `delta` is added to `pointer`. */
u64 objects_move_far(Objects *objects, u64 pointer, i64 delta);
/* The program has subtracted pointers into two objects. Programs do that to move pointers from a block
 * to its successor after realloc, p += fresh - old: adding the difference to a pointer into the one then
 * leads into the other. Any other way from object to object stays an error. */
void objects_relate(Objects *objects, u64 from, u64 to);
bool objects_are_related(const Objects *objects, u32 from, u32 to);
/* An object of the program's own choice stands at the address from now on, which no other object's pointer can be: numbers
 * that are addresses in it lead to it. False: there is something already. */
bool objects_fix(Objects *objects, u32 number, u64 address);
/* The fixed object in which the address is; 0: none. */
u32 objects_fixed_at(const Objects *objects, u64 address, u64 *start);
/* The object and offset a pointer, stray or not, is based on. */
void objects_resolve(const Objects *objects, u64 pointer, u32 *number, i64 *offset);

/* ILP32: the object that stands or last stood at the address; 0: none. */
u32 objects_at_address(const Objects *objects, u32 address);
/* ILP32: the pointer for a number the program made, based on the object that stands there; on none
 * (number 0) if it is outside of every object, or one past the end of one, which may as well be meant
 * as one before the next: that is decided by the address when it is used (PNVI's "udi") */
u64 objects_pointer_from_number(const Objects *objects, u32 number);

/* Provenance of the pointers in a range, ILP32 only. */
/* Room for it, if there is none yet: to be called while `readable` or `writable` still tells the size. */
void object_make_provenance(Object *object);
void object_make_provenance_for(Object *object, u64 size); /* the same for an object of this size */
void object_set_provenance(Object *object, u64 offset, u32 based_on);
u32 object_provenance(const Object *object, u64 offset); /* 0 if none is known */
void object_clear_provenance(Object *object, u64 offset, u64 length);
void object_copy_provenance(Object *to, u64 to_offset, const Object *from, u64 from_offset, u64 length);

#endif
