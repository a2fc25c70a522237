/* Points-to analyses by unification (Steensgaard, POPL 1996): what a pointer may point to is one thing, and where two
 * things may be pointed to by one pointer they become one. So each thing has at most one successor, as a memory model
 * that is partitioned by it needs (partitioned memory models, section 2).
 *
 * What they have in common is here: the *values* (what constraint nodes and pieces of memory hold), each of which points
 * to at most one spot; constraints that wait until a pointer points somewhere; functions that are called through
 * pointers. What a *spot* of memory is, and when two of them become one, is the engine's: cells.c or dsgraph.c.
 *
 * Everything that follows from something else is a task in a queue, so that nothing recurses over the program. */
#ifndef ALIAS_UNIFY_H
#define ALIAS_UNIFY_H

#include "alias/constraints.h"
#include "alias/result.h"

typedef struct {
    u32 cell; /* the engine's number; 0: nowhere */
    i64 offset;
} Spot;

typedef struct {
    u32 parent;                /* the value it was merged into; itself if in none */
    Spot points;               /* of a root */
    u32 waiting, last_waiting; /* of a root that points nowhere yet: first and last entry of its list + 1 */
} Value;

typedef struct {
    enum { WAITS_CONSTRAINT, WAITS_ACCESS, WAITS_COPY } kind;
    u32 number; /* CONSTRAINT, ACCESS: of Constraints.list or .accesses, to be applied; COPY: the value that gets it */
    u32 next;
} Waiting;

/* A task of the driver (TASK_POINT: value a points to the spot (b, offset); TASK_WAKE: what waits for a) or of an engine. */
typedef struct {
    u32 kind;
    u32 a, b;
    i64 offset, offset_b;
    u64 size, span;
} Task;
enum { TASK_POINT, TASK_WAKE, TASK_ENGINE };

typedef struct Unify Unify;
typedef struct BottomUp BottomUp;

/* Copies of what a graph has (bottomup.h): the number of a root -> that of its copy. What is not in them stays itself. */
typedef struct {
    Map values, cells, objects;
} Copies;

typedef struct {
    void (*cell)(void *self, u32 cell);
    void (*value)(void *self, u32 value);
    void *self;
} PartVisitor;

typedef struct {
    const char *name;
    void (*begin)(Unify *u);
    void (*finish)(Unify *u);
    void (*run)(Unify *u, const Task *task); /* a task of the engine's */
    Spot (*object)(Unify *u, u32 object, i32 place);
    Spot (*field)(Unify *u, Spot spot, const Type *type, u32 field);
    Spot (*walk)(Unify *u, Spot spot, u64 stride); /* moved by any number of elements */
    Spot (*anywhere)(Unify *u, Spot spot);         /* moved in an unknown way */
    u32 (*content)(Unify *u, Spot spot, u64 size); /* the value that stands there; size 0: in the whole object */
    void (*merge)(Unify *u, Spot x, Spot y);
    void (*move)(Unify *u, Spot to, Spot from, u64 size); /* memcpy; size 0: unknown */
    u32 (*content_at)(Unify *u, u32 object, u64 offset);  /* of a byte, once solved; 0: never accessed */
    u64 (*size_at)(Unify *u, Spot spot, u64 size);        /* of the cell that such an access has; 0: unknown */
    /* Calls `visit` with the contents of what begins at the spot. */
    void (*contents_of)(Unify *u, Spot spot, void (*visit)(void *, u32), void *context);
    /* Calls `visit` with the objects' cells that the spot is in, or that begin there. */
    void (*wholes_of)(Unify *u, Spot spot, void (*visit)(void *, u32), void *context);
    u32 (*whole)(Unify *u, u32 object); /* the object's cell */
    u32 (*cell)(Unify *u, u32 cell);    /* the number that a cell has after all merging */

    /* ---- For graphs that are copied ---- */
    u32 (*nothing_known)(Unify *u);                                    /* a new cell */
    Spot (*place)(Unify *u, Spot spot);                                /* the same place, of the cell after merging */
    void (*parts)(Unify *u, u32 cell, const PartVisitor *visitor);     /* all that it refers to */
    u32 (*copy)(Unify *u, u32 cell);                                   /* refers to what the cell refers to */
    void (*refer_to_copies)(Unify *u, u32 cell, const Copies *copies); /* of a copy */
    void (*set_object)(Unify *u, u32 object, Spot spot);               /* where a new object lies */
} UnifyEngine;

struct Unify {
    Constraints *cs;
    const UnifyEngine *engine;
    void *state;       /* the engine's */
    int policy;        /* the engine's */
    VEC(Value) values; /* 0: none */
    VEC(u32) of_node;  /* constraint node -> its value, 0: not made yet */
    VEC(Waiting) waiting;
    VEC(Task) tasks;
    u32 next_task;
    u32 attached, touched; /* constraints and accesses that were looked at */
    VEC(u32) calls;
    VEC(u32) waited_for;  /* values that something has begun to wait for; whoever needs them empties it */
    const Copies *copies; /* what nodes and objects are replaced by now; NULL: by nothing */
    BottomUp *bottom_up;  /* NULL: each instance is analysed once */
};

/* The analysis, from beginning to end. NULL with an error. */
Alias *unify_analyse(Program *program, AliasClones clones, const UnifyEngine *engine, int policy, Error *error);

/* ---- For engines ---- */

u32 unify_value(Unify *u); /* a new one */
u32 unify_find(Unify *u, u32 value);
void unify_values(Unify *u, u32 x, u32 y); /* they become one: their places did */
void unify_copy(Unify *u, u32 to, u32 from);
void unify_task(Unify *u, Task task);

/* ---- For bottomup.c ---- */

Unify *unify_new(Constraints *cs, const UnifyEngine *engine, int policy);
void unify_free(Unify *u); /* not the constraints */
u32 unify_value_of_node(Unify *u, u32 node);
void unify_point(Unify *u, u32 value, Spot spot); /* a task */
void unify_wait_to_copy(Unify *u, u32 from, u32 to);
void unify_attach(Unify *u, u32 constraint);
void unify_touch(Unify *u, u32 access);
void unify_drain(Unify *u);

static inline u32 copies_find(const Map *copies, u32 number) {
    u64 copy;
    return map_get(copies, number, &copy) ? (u32)copy : number;
}
static inline u32 unify_copy_of(Unify *u, const Copies *copies, u32 value) { /* 0: none, as its copy */
    return value ? copies_find(&copies->values, unify_find(u, value)) : 0;
}

extern const UnifyEngine cells_engine, dsgraph_engine;
enum { CELLS_PLAIN, CELLS_TYPE_SAFE };      /* TYPE_SAFE: Steensgaard's analysis with fields */
enum { DSGRAPH_FIELDS, DSGRAPH_COLLAPSED }; /* COLLAPSED: Steensgaard's analysis without */

#endif
