/* What a pointer is based on, read off its term.
 *
 * A pointer is a constant, a step away from a pointer (TERM_STEP), an if-then-else of pointers, or an element of a table
 * of constants (as matrix[i] is): then the object follows from that structure, and what the steps add up to never makes
 * it another's. A pointer of any other shape went through arithmetic, or through an array that was written at unknown
 * places: the number says which object it is (LP64: its high half). In ILP32 registers carry the object in the high
 * half, and words of memory are BASED on it (see pointer_to_word). */
#ifndef MEMORY_POINTER_H
#define MEMORY_POINTER_H

#include "memory/bytes/contents.h"

typedef struct {
    Term *object;  /* 32 bits: the number of the object; 0: none (null, a wild number) */
    Term *offset;  /* LP64: 64 bits, in the object; of none: the number itself. NULL in ILP32 */
    Term *address; /* ILP32: 32 bits. NULL in LP64 */
} PointerParts;

PointerParts pointer_parts(Memory *memory, Term *pointer);

/* The pointer `delta` bytes further on. */
Term *pointer_step(TermStore *store, bool is_32, Term *pointer, Term *delta);

/* ILP32: a pointer as four bytes of memory, and back. A word that is based on nothing is a pointer into whatever stands
 * at the address, if anything does; one whose parts went through memory by themselves, on what they are all parts of. */
Term *pointer_to_word(TermStore *store, Term *pointer);
Term *pointer_from_word(Memory *memory, Term *word);

/* ---- Terms whose leaves are constants: if-then-else, tables of constants, constants ---- */

typedef u64 MapConstant(void *context, u64 value);
typedef struct {
    void *context;
    MapConstant *map;                                 /* what a constant becomes */
    Term *(*other)(void *context, Term *leaf, u32 w); /* what any other leaf becomes; NULL: there must be none */
} LeafMap;
/* The term with every leaf replaced; `width` bits wide (32 or 64). */
Term *leaves_map(TermStore *store, Term *term, u32 width, LeafMap map);
/* Adds every constant the term can be to `out`; false if it has other leaves, or too many. */
typedef VEC(u64) Values;
bool leaves_collect(TermStore *store, Term *term, Values *out);

#endif
