/* Objects from outside: what pointers lead to that the program was given, not made.
 *
 * A pointer that came from outside (the result of a function that is defined nowhere, a variable that is defined nowhere,
 * an uninitialised value, a word of such an object) may be anything. Where one is followed that is not null, it is bound to
 * an object of its own: one that nothing else leads to, of a size that is not known, with contents that may be anything,
 * further pointers included. The object's number follows from the term of the pointer alone, and what a byte is from the
 * object and the offset alone. So all states mean the same by them, in whatever order they look: states can be merged, paths
 * run again, and of a test it is enough to say what these bytes are.
 *
 * An object is made in a state when it is first needed anywhere, in all states at once, as globals are; in a state that has
 * not bound the pointer nothing leads to it. */
#ifndef MEMORY_BYTES_OUTSIDE_H
#define MEMORY_BYTES_OUTSIDE_H

#include "memory/store/objects.h"
#include "term/term.h"

/* Bytes of an object from outside, as a test has them. */
typedef struct {
    u32 object, offset, size;
    u64 value;
} OutsideValue;

typedef struct {
    Term *pointer; /* that leads to it */
    Term **bytes;  /* OUTSIDE_BYTES terms of 8 bits; NULL: not read anywhere yet */
} OutsideObject;

typedef struct {
    VEC(OutsideObject) objects; /* from number OUTSIDE_FIRST on */
    Map numbers;                /* pointer -> number */
    bool is_given;              /* bytes are what `given` says, and 0 where it says nothing */
    const OutsideValue *given;
    u32 given_count;
} Outside;

void outside_free(Outside *outside);
void outside_mark(const Outside *outside, TermStore *store);
/* The object that the pointer, a term of its own, leads to; 0: there are too many. */
u32 outside_object(Outside *outside, Term *pointer);
/* The object is the one that the pointer leads to: of a test, which names objects by their numbers. */
void outside_claim(Outside *outside, u32 object, Term *pointer);
/* What `size` bytes are as long as nothing was written to them. Bytes that are first read together are one symbol. */
Term *outside_read(Outside *outside, TermStore *store, u32 object, u32 offset, u32 size);
/* Is the symbol made there? *of: which bytes; the value is not set. */
bool outside_symbol(const Term *symbol, OutsideValue *of);

/* The pointer that came from outside, once it is bound: 64 bits, as a register has it. */
static inline u64 outside_pointer(const Objects *objects, u32 object) {
    return object_pointer(objects, object) + OUTSIDE_BEFORE;
}

#endif
