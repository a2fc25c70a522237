/* The memory model: owner of the meaning of addresses and of bytes.
 *
 * Semantics treats a pointer as an opaque Term and assumes no table of objects. Every operation on
 * memory is one of the functions of MemoryModel below. An operation that can go more than one way is
 * answered with *outcomes*: a list of { condition, effect, value or fault }. The conditions exclude
 * each other and together cover everything; the strategy decides what to do with them (explore forks,
 * bounded merges, abstract turns them into formulas, concolic follows one).
 *
 * An effect is not a copied memory: memory_commit performs it on the state that took the outcome, in
 * place where that state owns the bytes. Faults are outcomes as well.
 *
 * The concrete machine does not come through here at all: its fast path (objects.h) stands in front
 * of every model that keeps objects with bytes, and only what it cannot decide becomes a call of the
 * model. doc/architecture.md takes several loads, a free under a condition and a lazily created
 * argument through four models of this interface. */
#ifndef MEMORY_MODEL_H
#define MEMORY_MODEL_H

#include "program/program.h"
#include "term/term.h"

typedef struct Memory Memory; /* a model's state: persistent, O(1) to fork */
typedef struct MemoryModel MemoryModel;
typedef struct MemoryEffect MemoryEffect; /* a model's own; lives until the next operation */

typedef enum {
    MEMORY_OK,
    MEMORY_NULL, /* through a null pointer */
    MEMORY_WILD, /* based on no object */
    MEMORY_OUT_OF_BOUNDS,
    MEMORY_FREED,
    MEMORY_DEAD_SCOPE,
    MEMORY_DEAD_FRAME,
    MEMORY_CONSTANT, /* write to a constant */
    MEMORY_BAD_FREE, /* not the start of a live heap block */
    MEMORY_DOUBLE_FREE,
    MEMORY_OVERLAP,
    MEMORY_CAPACITY, /* a symbolic size beyond its capacity: a cut, not an error of the program */
} MemoryFault;

typedef struct {
    Term *condition; /* width 1 */
    MemoryFault fault;
    u64 object;           /* the object concerned, where the model knows one; 0 otherwise */
    Term *offset;         /* in it, or NULL */
    Term *value;          /* of a load, a comparison, ...; NULL if there is none */
    MemoryEffect *effect; /* NULL: memory does not change */
} Outcome;

typedef VEC(Outcome) Outcomes;

/* What a model can do, so that an engine that needs more refuses it with a sentence. */
typedef struct {
    bool asks_solver; /* operations may call the solver to tell which candidates are feasible */
    bool symbolic_addresses;
    bool merges;      /* `merge` is exact */
    bool covers;      /* `covers` can answer true */
    bool lazy_inputs; /* `fresh` binds pointers on first use */
    bool unsound;     /* may lose behaviours: never a proof */
    bool exact_leaks; /* `pointers_in` sees every pointer */
} MemoryAbilities;

typedef struct {
    const Type *type;   /* machine type of the access */
    const Type *c_type; /* of the accessed data; NULL if unknown */
    u32 align;
    LocationId location;
} Access;

struct MemoryModel {
    const char *name;  /* as --memory= spells it */
    const char *paper; /* where it comes from */
    MemoryAbilities abilities;

    Memory *(*begin)(const MemoryModel *model, Program *program, TermStore *terms);
    Memory *(*fork)(Memory *memory);
    void (*end)(Memory *memory);

    /* Addresses. */
    Term *(*global)(Memory *memory, Global *global);
    Term *(*function)(Memory *memory, Function *function);
    Term *(*field)(Memory *memory, Term *pointer, const Type *structure, u32 field);
    Term *(*index)(Memory *memory, Term *pointer, const Type *element, Term *index);
    Term *(*cast)(Memory *memory, Term *pointer, const Type *to);
    void (*compare)(Memory *memory, Op relation, Term *a, Term *b, Outcomes *out);
    void (*subtract)(Memory *memory, Term *a, Term *b, Outcomes *out);
    void (*to_integer)(Memory *memory, Term *pointer, const Type *to, Outcomes *out);
    void (*from_integer)(Memory *memory, Term *number, Outcomes *out);

    /* Lives of objects. Sizes are terms; `capacity` bounds a symbolic one. */
    void (*enter_scope)(Memory *memory, const Variable *variable, u64 frame, Outcomes *out);
    void (*leave_scope)(Memory *memory, const Variable *variable, u64 frame, Outcomes *out);
    void (*leave_frame)(Memory *memory, u64 frame, Outcomes *out);
    void (*alloc)(Memory *memory, Term *size, u64 capacity, u32 align, LocationId site, Outcomes *out);
    void (*realloc)(Memory *memory, Term *pointer, Term *size, u64 capacity, LocationId site, Outcomes *out);
    void (*free)(Memory *memory, Term *pointer, LocationId site, Outcomes *out);

    /* Bytes. */
    void (*load)(Memory *memory, Term *pointer, Access access, Outcomes *out);
    void (*store)(Memory *memory, Term *pointer, Term *value, Access access, Outcomes *out);
    void (*copy)(Memory *memory, Term *to, Term *from, Term *size, bool may_overlap, LocationId site, Outcomes *out);
    void (*fill)(Memory *memory, Term *to, Term *byte, Term *size, LocationId site, Outcomes *out);

    /* Unknowns: an input created when first looked at, and forgetting what a call may have changed. */
    Term *(*fresh)(Memory *memory, const Type *type, const char *name);
    void (*havoc)(Memory *memory, Term *const *reachable_from, u32 count);

    /* Whole memories. */
    void (*commit)(Memory *memory, MemoryEffect *effect);
    Memory *(*merge)(Term *guard, Memory *then, Memory *otherwise); /* NULL: these two cannot be merged */
    bool (*covers)(Memory *general, Memory *special);
    void (*pointers_in)(Memory *memory, u64 object, void (*found)(void *self, Term *pointer), void *self);
    void (*dump)(Memory *memory, Text *out);
};

#endif
