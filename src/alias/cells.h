/* The cell-based analysis of "Partitioned Memory Models for Program Analysis" (Wang, Barrett, Wies), sections 4 and 5.
 * Names in capitals are the rules of its figures 11 (what instructions say) and 12 (what follows).
 *
 * A *cell* is a set of pieces of memory of one size, or of size ⊤, that may be pointed to by one pointer. It is a
 * record, which contains other cells at offsets, or a scalar, which has a content and contains nothing. In contrast to
 * the paper's saturation over all pairs, a record keeps all that it contains, at any depth, in one list by offset
 * (TRANS), and a cell knows its containers; so a new piece is compared with its neighbours in each container alone.
 *
 * Where our program differs from the paper's language:
 *   - Pointers have no types, so there is no CAST to be seen: each use of a pointer says which size it takes the pointed-to
 *     cell to have, and if the cell has another one, that use is a cast (cell_of_size).
 *   - Arrays are not collapsed by ARITH-OP as long as steps are multiples of the element: all elements of an array are
 *     one cell, the record around holds it as an entry that *repeats*. What is inside of an element is kept in the
 *     element's cell only.
 *   - A cell becomes a scalar when it is accessed as one, not by the type that somebody gives it.
 *   - Structs are assigned as a whole (memcpy): the two records are *linked*, and contents at equal offsets are copied.
 *
 * With CELLS_TYPE_SAFE this is Steensgaard's field-sensitive analysis (CC 1996) as the paper describes it: heap blocks
 * have no fields, and a use with another size than the cell's makes the fields around it one. */
#ifndef ALIAS_CELLS_H
#define ALIAS_CELLS_H

#include "alias/unify.h"

typedef struct {
    i64 offset;
    u64 size; /* of the cell; a repeating entry's period */
    u64 span; /* of all repetitions; `size` if it does not repeat */
    u32 cell;
} Entry;

typedef struct {
    u32 cell;
    i64 offset;
    u64 period; /* 0: it does not repeat there */
} Container;

typedef struct {
    u64 size;
    u32 cell;
} WideView;

typedef struct {
    u32 parent;         /* the cell it was merged into; itself if in none */
    u64 size;           /* 0: not known yet */
    bool is_top;        /* the size is ⊤ */
    bool is_scalar;     /* scalar(τ) */
    bool is_shadow;     /* a scalar that only copies of records made: it has a content, but nothing accesses it, so it
                           does not merge what it overlaps */
    bool is_source;     /* source(τ): an object of the program */
    bool is_guess;      /* the size is a guess: of a heap block, by the type of some pointer */
    bool is_supplied;   /* it stands for what callers pass: its size is how it is used, not what it is */
    bool is_anywhere;   /* collapsed: pointers into it move in unknown ways, so it is one with what it is in */
    u64 reach;          /* the largest access to it */
    u64 stride;         /* 0 or: pointers walk over it in steps that are multiples of this */
    u32 content;        /* of a scalar: value, 0: none yet */
    VEC(Entry) entries; /* by offset; of a record */
    VEC(Container) containers;
    VEC(WideView) wide; /* casts to larger sizes, see cell_of_size */
    VEC(u32) links;     /* records that are copied to or from it */
} Cell;

typedef struct {
    VEC(Cell) cells; /* 0: none */
    VEC(u32) of_object;
    VEC(u32) visited; /* scratch */
} Cells;

enum { TASK_MERGE = TASK_ENGINE, TASK_INSERT, TASK_COLLAPSE, TASK_ANYWHERE, TASK_LINK, TASK_RELINK, TASK_RECHECK };

static inline Cells *cells_state(Unify *u) { return u->state; }

static inline u32 cells_find(Unify *u, u32 cell) {
    Cells *cells = cells_state(u);
    while (cells->cells.at[cell].parent != cell)
        cell = cells->cells.at[cell].parent = cells->cells.at[cells->cells.at[cell].parent].parent;
    return cell;
}

static inline Cell *cells_at(Unify *u, u32 cell) { return &cells_state(u)->cells.at[cell]; }

static inline u32 cells_new(Unify *u, u64 size) {
    u32 number = cells_state(u)->cells.count;
    vec_push(&cells_state(u)->cells, (Cell){.parent = number, .size = size});
    return number;
}

static inline void cells_unite(Unify *u, u32 x, u32 y) { unify_task(u, (Task){.kind = TASK_MERGE, .a = x, .b = y}); }
static inline void cells_collapse(Unify *u, u32 cell) { unify_task(u, (Task){.kind = TASK_COLLAPSE, .a = cell}); }

static inline void cells_insert(Unify *u, u32 into, i64 offset, u64 size, u64 span, u32 cell) {
    unify_task(u, (Task){.kind = TASK_INSERT, .a = into, .b = cell, .offset = offset, .size = size, .span = span});
}

static inline u32 cells_content_of(Unify *u, u32 cell) {
    if (!cells_at(u, cell)->content) {
        u32 value = unify_value(u);
        cells_at(u, cell)->content = value;
    }
    return cells_at(u, cell)->content;
}

/* Pointers into the cell move in unknown ways. */
static inline void cells_make_anywhere(Unify *u, u32 cell) { unify_task(u, (Task){.kind = TASK_ANYWHERE, .a = cell}); }

/* ---- cells_rules.c ---- */

void cells_run(Unify *u, const Task *task);
void cells_make_scalar(Unify *u, u32 cell);
void cells_reach_containers(Unify *u, u32 cell); /* after its reach has grown */
void cells_add_wide(Unify *u, u32 cell, WideView view);
void cells_check_walks(Unify *u, u32 cell); /* after its stride or its containers have changed */
u64 cells_common_stride(u64 x, u64 y);
bool cells_may_grow(const Cell *c);

#endif
