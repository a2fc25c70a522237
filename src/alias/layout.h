/* Which bytes of an object are told apart.
 *
 * A place in an object is a byte offset in which all elements of an array stand for its first one; a pointer
 * that may stand anywhere in its object has the place PLACE_ANY. What is stored there is kept by *cell*: scalars
 * of at least a pointer's size have a cell each, smaller ones share the cell of their word.
 *
 * A layout is a choice of precision, not a claim: the rules below are sound whatever the object really holds.
 * Therefore a heap block may be given the type that its first user seems to give it.
 *
 * One assumption is C's own (6.5.6): a pointer into an array that is moved by the array's element size stays in
 * that array, also when the array is a member of a struct. */
#ifndef ALIAS_LAYOUT_H
#define ALIAS_LAYOUT_H

#include "base/vec.h"
#include "program/program.h"

enum { PLACE_ANY = -1 };

typedef enum {
    LAYOUT_SINGLE,  /* one place for all: functions, strings, areas of variadic arguments */
    LAYOUT_RAW,     /* nothing known: each offset is a place */
    LAYOUT_TYPED,   /* one object of `type` */
    LAYOUT_REPEATS, /* an array of `type` of any length */
} LayoutKind;

typedef struct {
    LayoutKind kind;
    const Type *type;
    u32 word; /* bytes of a pointer */
} Layout;

typedef VEC(i32) Places;

/* A typed layout, or a simpler one if the type does not tell more. */
Layout layout_of(const Type *type, LayoutKind kind, u32 word);

/* Adds to `out` where a pointer to `place` may point after a step of `bytes`. */
void layout_step(const Layout *layout, i32 place, i64 bytes, Places *out);
/* After a step over `count` elements of this size, or over an unknown number of them. */
void layout_index(const Layout *layout, i32 place, i64 count, u64 element, Places *out);
void layout_index_any(const Layout *layout, i32 place, u64 element, Places *out);
/* The places whose cells an access to `size` bytes touches. */
void layout_access(const Layout *layout, i32 place, u64 size, Places *out);
/* How many bytes from the place on are surely in its cell. */
u32 layout_room(const Layout *layout, i32 place);
/* The cell of a place, by the offset that names it. */
i32 layout_cell(const Layout *layout, i32 place);

#endif
