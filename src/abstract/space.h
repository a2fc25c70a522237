/* Addresses and memory functions: the model `uf` (Mandrykin and Mutilin, "Modeling Memory with Uninterpreted Functions for
 * Predicate Abstractions").
 *
 * **Addresses** are sums b + n of a base and an offset. A pointer is 64 bits in both data models, as in a register of the
 * machine: the entity in the high bits, the position in the low ones: 32 in ILP32, where addresses wrap around as they do
 * natively, 36 in LP64. Arithmetic on pointers moves the position alone, so the paper's axioms hold by construction: b > 0
 * (A1), for no entity has number 0, and B(b + n) = k (A2) with B the entity. Globals, functions and local variables (of a context) have constant bases; so has a block of the heap if its
 * allocation is run once. One that may be run again has a range of entities, and a counter that is part of the state.
 *
 * **Memory** is a set of functions from addresses to values, each for a part of memory that no other one touches. What a
 * part is, the *split* says; it always rests on a points-to analysis, of which types and fields are only coarser readings,
 * so that none of them is unsound where a program casts:
 *
 *     cells, andersen   a function a group of the analysis
 *     types             a function a type of accessed data (optimisation 1 of the paper's section 5); types that some
 *                       group has in common share one
 *     fields            a type and a member of a struct (optimisation 3)
 *     none              one function of bytes
 *
 * A function all of whose accesses have one size has values of that size; the others have bytes. In ILP32 pointers in
 * memory keep their 64 bits where the function has nothing but words of a pointer's size. */
#ifndef ABSTRACT_SPACE_H
#define ABSTRACT_SPACE_H

#include "abstract/context.h"
#include "alias/alias.h"
#include "term/term.h"

typedef enum { SPLIT_CELLS, SPLIT_TYPES, SPLIT_FIELDS, SPLIT_ANDERSEN, SPLIT_NONE } Split;
#define SPLIT_NAMES {"cells", "types", "fields", "andersen", "none"}

/* A memory function. */
typedef struct {
    u32 bytes;          /* of a value, 1: bytes */
    u32 bits;           /* of a value as a term */
    bool has_pointers;  /* values are pointers, of 64 bits also in ILP32 */
    Term *symbol;       /* in any state that nothing is known of */
    Term *constant;     /* the same with what constants hold */
    Term *initial;      /* when the program begins */
    VEC(u64) addresses; /* of variables, that it is worth knowing the values of; few */
} MemoryFunction;

/* Where blocks of the heap are made. */
typedef struct {
    const Context *context;
    u32 insn;
    u32 entity;   /* the first */
    bool repeats; /* each run has another: entity + the counter */
    Term *symbol; /* the counter, in any state that nothing is known of */
} HeapSite;

/* What an entity is; all empty: a function, or a block. */
typedef struct {
    const Global *global;
    const Context *context; /* of a local variable */
    u32 variable;
} Owner;

enum { NO_FUNCTION = UINT32_MAX, COUNTER_BITS = 20 };

typedef struct {
    Program *program;
    Alias *alias;
    TermStore *terms;
    Split split;
    u32 position_bits;
    const TermSymbol *address, *pointer;   /* what a pointer is as a number, which is not known; and back */
    Term *axioms;                          /* what is known of these */
    Map sizes;                             /* group -> of all accesses to it, which are aligned */
    Map parents;                           /* group -> a group that it shares its function with (types, fields) */
    Map of_group;                          /* group -> function */
    Map of_access;                         /* context and instruction -> function */
    Map pointer_word;                      /* groups of words that hold pointers */
    Map globals, functions, locals, sites; /* -> entity, or index */
    Map entities;                          /* of functions: -> Function * */
    u32 variables; /* a function of its own for variables that nothing has the address of, if they are to be in memory */
    u32 outside;   /* a function for what pointers lead to that no object of the program can have given */
    Map leads_outside; /* loads and stores through such pointers */
    VEC(MemoryFunction) memory;
    VEC(HeapSite) heap;
    VEC(Owner) owners; /* entity -> what it is */
} Space;

void space_init(Space *space, Program *program, Alias *alias, TermStore *terms, Split split);
void space_free(Space *space);

/* Addresses: numbers. */
u64 space_global(Space *space, const Global *global);
u64 space_function(Space *space, const Function *function);
u64 space_local(Space *space, const Context *context, u32 variable);
const Function *space_function_at(const Space *space, u64 address); /* NULL: none */
u32 space_heap_site(Space *space, const Context *context, u32 insn);
u64 space_constant(Space *space, const Constant *constant);
/* Half of what is in front of the position of an object's first byte, and behind it, is nobody's. */
static inline u64 space_first(const Space *space) { return (u64)1 << (space->position_bits - 2); }
static inline u64 space_address(const Space *space, u32 entity) {
    return (u64)entity << space->position_bits | space_first(space);
}
static inline u32 space_entity(const Space *space, u64 address) { return (u32)(address >> space->position_bits); }
static inline i64 space_offset(const Space *space, u64 address) {
    return (i64)((address & low_mask(space->position_bits)) - space_first(space));
}
/* What the address belongs to, if it is a variable. */
static inline const Owner *space_owner(const Space *space, u64 address) {
    u32 entity = space_entity(space, address);
    return entity < space->owners.count ? &space->owners.at[entity] : NULL;
}
/* Of pointers that are terms. */
static inline Term *space_entity_term(const Space *space, Term *pointer) {
    return term_extract(space->terms, pointer, space->position_bits, 64 - space->position_bits);
}
static inline Term *space_position_term(const Space *space, Term *pointer) {
    return term_extract(space->terms, pointer, 0, space->position_bits);
}

/* The memory function that a load or store goes to; NO_FUNCTION: the analysis did not see it. */
u32 space_access(Space *space, const Context *context, const Insn *insn);
/* The functions that have bytes of a variable, each once. False: it is not known which. */
typedef VEC(u32) FunctionList;
bool space_of_entity(Space *space, u32 entity, FunctionList *out);
u32 space_of_word(Space *space, u32 entity, u64 offset); /* the one that has this byte of it; or NO_FUNCTION */

#endif
