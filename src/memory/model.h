/* The memory model: what a symbolic address means.
 *
 * The fast path (objects.h) stands in front of every model: a live object, a concrete offset, plain bytes.
 * Where the address is a term, the access is answered with *guarded outcomes*: conditions that exclude each
 * other and together cover everything, each with what happens then: the access, a fault, or a cut (something
 * the model does not follow, counted). The strategy chooses (explore forks a state for each that is
 * feasible) and performs the one it took; nothing changes before.
 *
 * Validity is the same in every model and decided by identity (resolve.h). What tells models apart is which
 * of the possible objects one outcome covers together, and how an access to several is said:
 *
 *   single      one object, the others are cut
 *   forking     an outcome an object
 *   merging     one outcome; a load is an if-then-else over the objects, a store changes each under its guard
 *   flat        one outcome; all of memory is one array
 *   segmented   an outcome a segment, and a segment is one array
 *
 * A new model is a file with one MemoryModel, and a line in models.c. */
#ifndef MEMORY_MODEL_H
#define MEMORY_MODEL_H

#include "memory/segments.h"

typedef struct MemoryModel MemoryModel;

/* Objects that one outcome covers: a range of Grouping.objects. */
typedef struct {
    u32 first, count;
    u32 segment; /* the access goes to this segment; 0: to the objects themselves */
} Group;

typedef struct {
    VEC(u32) objects; /* live ones */
    VEC(Group) groups;
    VEC(u32) cut; /* objects that are not followed */
} Grouping;

struct MemoryModel {
    const char *name;  /* as --memory= spells it */
    const char *paper; /* where it comes from */
    bool has_segments;
    bool is_incomplete; /* loses behaviours: a run that needed it is not complete */
    /* `live`: the objects of the candidates that are alive, `preferred` among them the one that the path's model has. */
    void (*group)(Memory *memory, Segments **segments, const u32 *live, u32 count, u32 preferred, Grouping *out);
};

extern const MemoryModel *const memory_models[]; /* ends with NULL */
const MemoryModel *memory_model_named(const char *name);

typedef enum { OUTCOME_ACCESS, OUTCOME_FAULT, OUTCOME_CUT } OutcomeKind;

typedef struct {
    Term *condition; /* one bit */
    OutcomeKind kind;
    u32 group; /* OUTCOME_ACCESS */
} Outcome;

/* An access on its way: made, chosen from, performed. */
typedef struct {
    Candidates candidates;
    Grouping grouping;
    VEC(Outcome) outcomes;
    u64 size;
    bool is_write;
} MemoryAccess;

/* The outcomes of an access of `size` bytes (not 0) at a symbolic pointer. */
void memory_plan(Memory *memory, const MemoryModel *model, Segments **segments, Term *pointer, u64 size, bool is_write,
                 ValueSource source, u32 preferred_for(void *self, Term *object), MemoryAccess *out);
Term *memory_perform_load(Memory *memory, Segments **segments, const MemoryAccess *access, u32 outcome);
void memory_perform_store(Memory *memory, Segments **segments, const MemoryAccess *access, u32 outcome, Term *value);
void memory_access_free(MemoryAccess *access);

/* Whether the object has bytes that may be accessed, bounds left aside. */
bool memory_is_usable(const Objects *objects, u32 object, bool is_write);

/* Single objects at a symbolic offset: what models are made of. */
Term *object_load_at(Memory *memory, u32 object, Term *offset, u32 size);
void object_store_at(Memory *memory, u32 object, Term *offset, Term *guard, Term *value, u32 size);

#endif
