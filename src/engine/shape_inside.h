/* Between the files of shapes. */
#ifndef ENGINE_SHAPE_INSIDE_H
#define ENGINE_SHAPE_INSIDE_H

#include "engine/explore_inside.h"
#include "engine/shape.h"
#include "program/flow.h"

/* ---- Summaries ---- */

/* What ObjectInfo.summary leads to. It never changes: a summary that becomes another one has another number. */
typedef struct {
    u32 first, last;           /* blocks; the same one if the list is singly linked */
    u32 next, next_at;         /* the field that leads on, and where in the next node it points */
    u32 previous, previous_at; /* doubly linked: likewise back */
    u32 next_in; /* the block that the field is in: the first, or a part of it, where nodes of two kinds alternate */
    bool is_double;
    VEC(u32) parts;      /* blocks that each node has for itself, as they stand for those of the first node */
    VEC(u32) last_parts; /* doubly linked: of the last one */
} Summary;

/* ---- A state as a graph ---- */

typedef enum { UNIT_NUMBER, UNIT_POINTER, UNIT_TERM, UNIT_UNDEFINED } UnitKind;

/* Some bytes of an object, or a cell of a frame. */
typedef struct {
    u8 kind;
    u32 size;   /* in bytes */
    u32 offset; /* in the object; of a frame: the cell, whose upper bytes are 0 */
    u32 target; /* POINTER: the object, */
    u32 thing;  /* the thing that it is, or NO_THING: of a global or function that is none */
    u64 value;  /* NUMBER; POINTER: the offset in the object */
    Term *term; /* TERM */
} Unit;

enum { NO_THING = UINT32_MAX };

/* An object, or (number 0) the cells of a frame that count. */
typedef struct {
    u32 number;
    u8 kind, state; /* as ObjectInfo has them */
    u32 size;
    const void *place; /* of objects on the stack: their bytes, which tell them apart; of frames: the cells */
    u32 summary;
    bool is_initial;  /* nothing was written to it since the program began: it has no units */
    u32 owner;        /* the thing, a summary, that it is part of; NO_THING: none */
    u32 first, count; /* units */
} Thing;

/* What can be reached, in an order that does not depend on the numbers of objects. */
typedef struct {
    VEC(Thing) things;
    VEC(Unit) units;
    Map index;     /* object -> thing + 1 */
    VEC(u32) lost; /* blocks that nothing leads to */
    u64 structure; /* a hash of all but scalars and summaries */
} Heap;

/* Another state that was kept at the same place. */
typedef struct {
    Heap heap;
    TermVec constraints;
} Kept;

/* Where states are compared: an operation in a stack of frames. */
typedef struct {
    const Code *ip;
    u64 *r;
    u64 stack; /* a hash of the frames */
    VEC(Kept *) kept;
} Station;

/* A loop that a path is in. */
typedef struct Visit {
    const Code *head;
    u64 *r;
    const Flow *flow;
    u32 loop;
    u32 forks, rounds; /* of the path when it was last at the head; how often it was */
    struct Visit *outer;
} Visit;

typedef struct {
    Explorer *e;
    ShapeOptions options;
    ShapeAnswer *answer;
    VEC(Summary) summaries; /* by their numbers; [0] is none */
    Map lists; /* place of making and size of blocks -> how they are linked: the field, and above it where that leads */
    VEC(Station *) stations;
    Map meetings; /* where ways meet: how many states were compared (above), and how many of them were covered */
    Map flows, counts, call_counts; /* of functions; registers that count: at blocks, at calls */
    Arena arena;
    u32 symbols;
    u32 touched;         /* the object that the state which was saved last wants unfolded; 0: none */
    const Code *last_ip; /* where the last state was that met others */
    u64 *last_r;
    bool has_failed;
} Shape;

__attribute__((format(printf, 2, 3))) void shape_fail(Shape *s, const char *format, ...);
static inline Memory *shape_memory(Shape *s) { return &s->e->now.memory; }
static inline u32 shape_pointer_bytes(const Shape *s) { return s->e->m->objects.placement ? 4 : 8; }
static inline u32 shape_block(const State *state) { return (u32)(state->ip - 1)->imm; }
Term *shape_symbol(Shape *s, u32 bits);

/* shape_heap.c: the machine holds the state. */
typedef enum { HEAP_READ, HEAP_MUST_SPLIT, HEAP_NOT_UNDERSTOOD } HeapReading;
/* MUST_SPLIT: a pointer may be one of several: *thing, *unit of the heap, which is read up to there. */
HeapReading heap_read(Shape *s, const State *state, Heap *heap, u32 *unit);
bool shape_names_objects(Shape *s, Term *term); /* whose numbers depend on the path */
void heap_free(Heap *heap);
void heap_mark(const Heap *heap, TermStore *store);
u32 heap_thing_of_unit(const Heap *heap, u32 unit);
/* A part of a unit that is no pointer. */
Unit unit_part(TermStore *store, const Unit *unit, u32 offset, u32 size);
/* Walks over the units of two things at once, cut to the same pieces. */
typedef struct {
    TermStore *store;
    const Heap *a, *b;
    u32 at_a, end_a, at_b, end_b;
    u32 offset;
} UnitPairs;
UnitPairs unit_pairs(TermStore *store, const Heap *a, u32 thing_a, const Heap *b, u32 thing_b);
bool unit_pairs_next(UnitPairs *pairs, Unit *a, Unit *b); /* false: no more, or (at_a < end_a) they do not fit */
static inline bool unit_pairs_fit(const UnitPairs *pairs) {
    return pairs->at_a == pairs->end_a && pairs->at_b == pairs->end_b;
}
/* The unit of the thing that is a pointer at this offset; NULL: there is none. */
const Unit *heap_pointer_at(const Heap *heap, u32 thing, u32 offset);
void shape_write_pointer(Shape *s, u32 object, u32 offset, u32 target, u32 at);

/* shape_fold.c */
bool shape_fold(Shape *s, const Heap *heap);        /* true: something was; the heap is to be read again */
void shape_flag(Shape *s, u32 object, u32 summary); /* 0: it is a block as others from now on */

/* shape_unfold.c: the machine holds a state that wants the object unfolded. With `more`, another summary stands behind
 * it. False: there is no room. */
bool shape_unfold(Shape *s, u32 object, bool more);

/* shape_cover.c: the machine holds the state of heap `a`. */
bool shape_covers(Shape *s, const Kept *by, const Heap *a);
u32 shape_differences(const Shape *s, const Kept *with, const Heap *a); /* UINT32_MAX: they cannot be joined */
/* The running state becomes one that includes both. */
void shape_join(Shape *s, const Kept *with, const Heap *a);
/* Of its path only what speaks of its values is kept. */
void shape_forget_path(Shape *s, const Heap *a);

#endif
