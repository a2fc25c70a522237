/* Which objects a symbolic pointer may be based on, and the offset it has in them.
 *
 * Identity is read off the term: a pointer is a base and steps away from it. The base is a constant, an
 * if-then-else of bases or an element of a table of constants (as matrix[i] is); what the steps add up to
 * never makes it another object's. Only a pointer that has no such shape (its bytes went through
 * arithmetic, or through an array that was written at unknown places) is resolved by the number it is:
 * then the solver says which objects are possible. */
#ifndef MEMORY_RESOLVE_H
#define MEMORY_RESOLVE_H

#include "memory/bytes/contents.h"

typedef struct {
    Term *pointer;
    Term *base;         /* its leaves are constants; NULL if the pointer has no such shape */
    Term *object;       /* 32 bits: the number of the object */
    Term *offset;       /* 64 bits, in the object */
    VEC(u32) objects;   /* those it may be, each once, in order of their numbers; 0: none (null, a wild number) */
    bool is_incomplete; /* there may be others */
} Candidates;

/* Asks the solver for the values that a term can have: appends at most `most`; false: there may be more. */
typedef struct {
    void *self;
    bool (*values)(void *self, Term *term, u32 most, TermVec *values);
} ValueSource;

void resolve_pointer(Memory *memory, Term *pointer, ValueSource source, Candidates *out);
/* Its leaves are constants, pointers among them. */
bool resolve_is_base(const Objects *objects, const Term *pointer);
void candidates_free(Candidates *candidates);

/* The term (64 bits) that is `map` of every constant the term can be; NULL if it has another shape. */
typedef u64 MapConstant(void *context, u64 value);
Term *resolve_map_constants(TermStore *store, Term *term, MapConstant *map, void *context);

/* The term that is `value(object)` for the object the pointer is based on. */
typedef u64 ObjectValue(void *context, u32 object);
Term *candidates_table(Memory *memory, const Candidates *candidates, u32 width, ObjectValue *value, void *context);
/* When the pointer is the start of this object (of none: when it is null). */
Term *candidate_is_start(Memory *memory, const Candidates *candidates, u32 object);
/* When the pointer is based on this object. */
Term *candidate_guard(Memory *memory, const Candidates *candidates, u32 object);

#endif
