/* The memory model: what addresses mean and where bytes live.
 *
 * The fast path (store/objects.h) stands in front of every model that keeps objects with bytes: a live object, a
 * number, plain bytes. Everything else is an *access* that the model answers in two steps.
 *
 *   plan    says what can happen: *outcomes*, whose conditions exclude each other and together cover everything; nothing
 *           changes yet, so a strategy may look at the outcomes as often as it likes
 *   commit  makes one of them happen, where the guard holds
 *
 * A strategy decides what to do with outcomes: explore follows each feasible one in a state of its own. Faults (null, out
 * of bounds, freed, overlapping) are outcomes too, and so is a cut: what the model does not follow, which is counted.
 *
 * Validity is the same in every model and decided by identity (resolve.h); what tells the models of the KLEE family apart
 * is which of the possible objects one outcome covers together, and where their bytes are:
 *
 *   single      one object, the others are cut
 *   forking     an outcome an object
 *   merging     one outcome; a load is an if-then-else over the objects, a store changes each under its guard
 *   flat        one outcome; all of memory is one array
 *   segmented   an outcome a segment, and a segment is one array
 *   partitioned one outcome; an array a group of a points-to analysis, which has pieces of objects
 *   region      an outcome a region, or several that are alike
 *   burstall    one outcome; an array a type of accessed data; where a cast matters is cut
 *   names       one place, known by object and offset; anything else is cut
 *
 * A new model is a file in models/ with one MemoryModel, and a line in models.c. */
#ifndef MEMORY_MODEL_H
#define MEMORY_MODEL_H

#include "memory/resolve.h"

typedef enum { MEMORY_LOAD, MEMORY_STORE, MEMORY_COPY, MEMORY_FILL, MEMORY_FREE } MemoryOp;

typedef struct {
    MemoryOp op;
    Term *pointer;    /* 64 bits; COPY: the target */
    Term *delta;      /* LOAD, STORE: how far the operation itself steps on, 64 bits; NULL: not at all */
    Term *source;     /* COPY: 64 bits */
    Term *size;       /* bytes, 64 bits; a constant, and not 0, for LOAD and STORE; NULL for FREE */
    Term *value;      /* STORE: what is stored, size * 8 bits; FILL: 8 bits */
    const Type *type; /* LOAD, STORE: of the data; NULL: not known */
    bool is_pointer;  /* LOAD, STORE: of a pointer */
    bool may_overlap; /* COPY */
    const char *name; /* COPY: of the function, for the report */
} Access;

typedef enum {
    OUTCOME_ACCESS,  /* commit does it */
    OUTCOME_NOTHING, /* nothing is to be done: a range of no bytes, free of null */
    OUTCOME_FAULT,   /* what is wrong, Outcome.where and the numbers of the path's model tell */
    OUTCOME_CUT,     /* not followed */
} OutcomeKind;
typedef enum { WHERE_POINTER, WHERE_SOURCE, WHERE_BOTH } FaultWhere; /* BOTH: the ranges overlap */

typedef struct {
    Term *condition; /* one bit */
    OutcomeKind kind;
    FaultWhere where;  /* OUTCOME_FAULT */
    u32 group, source; /* OUTCOME_ACCESS: of MemoryPlace.groups, for `at` and for `from` */
    bool is_of_model;  /* OUTCOME_CUT: the model cannot say what happens; MemoryModel.limit says why */
} Outcome;

/* Objects that one outcome covers: a range of MemoryPlace.members. */
typedef struct {
    u32 first, count;
    u32 segment;  /* the access goes to this segment; 0: to the objects themselves */
    Term *within; /* one bit: where in its objects the group is; NULL: everywhere. The rest is cut */
} Group;

/* Where a pointer may point, as the model groups it. */
typedef struct {
    Candidates candidates;
    VEC(u32) members; /* objects that can be accessed, group by group */
    VEC(Group) groups;
    VEC(u32) cut; /* objects that are not followed */
} MemoryPlace;

typedef struct {
    Access access;
    MemoryPlace at, from; /* `from`: COPY only */
    VEC(Outcome) outcomes;
} Plan;

typedef struct MemoryModel {
    const char *name;   /* as --memory= spells it */
    bool wants_classes; /* of a points-to analysis: Memory.class_of, and `made` */
    bool wants_groups;  /* of a points-to analysis: Memory.group_of_access and groups_of_object */
    u64 sparse_from;    /* objects of so many bytes have none until they are needed (bytes/sparse.h); 0: all have */
    bool has_segments;  /* several objects are one array: none has more than one window */
    bool sees_all;      /* accesses with numbers too: there is no fast path in front of it */
    const char *limit;  /* why it cuts what is valid; NULL: it does not, or only because it leaves objects out */
    bool is_exact;      /* nothing is expected to be cut for this reason: the check build ends there */

    /* Its own state, kept in Memory.state and shared by states of the program until it changes. All may be NULL. */
    void *(*begin)(const Memory *memory);
    void *(*keep)(void *state);
    void (*drop)(void *state);
    void (*mark)(const void *state, TermStore *store);
    bool (*is_same)(const void *a, const void *b); /* one means what the other does; NULL: only if they are one */

    void (*plan)(Memory *memory, const Access *access, Plan *out);
    /* The value of a LOAD, else NULL. */
    Term *(*commit)(Memory *memory, const Plan *plan, u32 outcome, Term *guard);
    /* A pointer that came from outside, and is not null, is followed: the address that it then is, of an object that nothing
     * else leads to and whose contents may be anything. It is the same one each time; that the pointer has this value is for
     * the strategy to assume. 0: no more can be made. NULL: the model has no such objects. */
    u64 (*fresh)(Memory *memory, Term *pointer);
    void (*made)(Memory *memory, u32 block, u32 class); /* a heap block has been made; may be NULL */
    void (*moved)(Memory *memory, u32 to, u32 from,
                  u32 size); /* what a block began with was copied to a new one's start, by realloc; may be NULL */
} MemoryModel;

extern const MemoryModel *const memory_models[]; /* ends with NULL */
const MemoryModel *memory_model_named(const char *name);
void plan_free(Plan *plan);

/* The model's state as a value; NULL where it has none. */
void *memory_state_keep(const MemoryModel *model, void *state);
void memory_state_drop(const MemoryModel *model, void *state);
bool memory_states_are_same(const MemoryModel *model, const void *a, const void *b);
void memory_state_mark(const MemoryModel *model, const void *state, TermStore *store);

#endif
