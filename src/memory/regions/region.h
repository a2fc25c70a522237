/* Regions: names for ranges of bytes (Xu, Kremenek and Zhang, section 4).
 *
 * A *base* is an object: a variable, a block of alloca or of the heap, what a pointer from outside leads to (a symbolic
 * region), a string literal, a function. It lies in a space: stack, heap, static or unknown. A field or an element is a
 * region inside of another one, its super region. What a place is follows from its base and its range of bytes alone, and so
 * does what is bound to it: &s.b, container_of, offsetof arithmetic and a cast lead to one place, because they lead to the
 * same bytes. A region says how such a place is written in C, seen through a type; two regions with the same bytes (a struct
 * and its first field, two members of a union, two views by cast) see the same values.
 *
 * Paper, table 1, and where its rules are here:
 *
 *   l-value of a variable x    VarRegion(x)                   the object that ENTER and SCOPE_BEGIN make; a variable whose
 *                                                             address nobody takes is a register of its own
 *   l-value of a[e]            ElementRegion(l(a), r(e))      INDEX: base + e * size; e may be a term
 *   l-value of s.d, p->d       FieldRegion(l(s) or r(p), d)   FIELD: base + offset of d
 *   r-value of &e              l-value(e)                     the pointer that those steps gave
 *   l-value of *e              r-value(e)                     the pointer itself; of a pointer from outside a symbolic region,
 *                                                             made at first use (MemoryModel.fresh)
 *   r-value of an l-value      Store(l-value)                 LOAD: group_load of what is bound to the bytes
 *   alloca(n), malloc(n)       AllocaRegion, MallocRegion     objects_new, numbered in sequence: the execution counter
 *
 * A tree is made of a state when somebody wants to see it; running a program makes none. */
#ifndef MEMORY_REGIONS_REGION_H
#define MEMORY_REGIONS_REGION_H

#include "memory/bytes/contents.h"

typedef enum {
    REGION_SPACE,
    REGION_VARIABLE, /* of a function or of the program */
    REGION_FIELD,
    REGION_ELEMENT, /* or several that have the same value */
    REGION_ALLOCA,
    REGION_HEAP,
    REGION_SYMBOLIC,
    REGION_STRING,
    REGION_FUNCTION,
} RegionKind;
typedef enum { SPACE_STACK, SPACE_HEAP, SPACE_STATIC, SPACE_UNKNOWN, SPACE_COUNT } RegionSpace;
extern const char *const region_space_names[SPACE_COUNT];

/* How large a region is. */
typedef enum {
    EXTENT_KNOWN,   /* `bytes` */
    EXTENT_TERM,    /* `term`: it depends on inputs, and an access may be asked about */
    EXTENT_UNKNOWN, /* nobody has said how much is there: no access inside of the window leaves it for certain */
} ExtentKind;
typedef struct {
    ExtentKind kind;
    u64 bytes; /* TERM: the most that it can be. UNKNOWN: the bytes that are kept */
    Term *term;
} Extent;

typedef struct Region {
    RegionKind kind;
    RegionSpace space;
    const struct Region *super; /* NULL: the space itself */
    u32 base;                   /* object; 0: a variable that is a register */
    const u64 *slot;            /* its cell then */
    u64 offset, size;           /* in the base, in bytes */
    const Type *type;           /* that it is seen through; NULL: bytes */
    const char *name;           /* as C writes it: "buf.data[1]" */
    u32 number;                 /* in order of first mention, from 1; 0: of a space */
    u64 count;                  /* ELEMENT: how many there are of it */
    u16 bit_offset, bit_width;  /* of a bit-field, from `offset`; width 0: no bit-field */
} Region;

typedef struct {
    const Memory *memory;
    Arena arena;
    VEC(Region *) list;
    Map numbers; /* key -> index into `list` + 1 */
} RegionTree;

void regions_begin(RegionTree *tree, const Memory *memory);
void regions_free(RegionTree *tree);

/* The object as a region, seen through the type that it was declared with or, if it has none, through `view` (may be NULL). */
Region *region_of_object(RegionTree *tree, u32 object, const Type *view);
/* A variable that is a register. */
Region *region_of_slot(RegionTree *tree, const Variable *variable, const u64 *slot);
Region *region_field(RegionTree *tree, const Region *of, u32 field);
/* Elements `first` to `first + count - 1`. The super region is seen as an array. */
Region *region_elements(RegionTree *tree, const Region *of, u64 first, u64 count);
bool type_is_aggregate(const Type *type);
bool types_are_same(const Type *a, const Type *b);                  /* from whichever files */
const Type *region_declared_type(const Memory *memory, u32 object); /* NULL: it has none */
RegionSpace region_space(const ObjectInfo *info);
Extent region_extent(const Memory *memory, u32 object);

#endif
