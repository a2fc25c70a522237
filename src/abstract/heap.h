/* The analysis of heaps: what all blocks have in common that one place of the program makes.
 *
 * A list that a loop builds has no bound, so no predicate about single words says what is in it. Here a place where blocks are
 * made (HeapSite) has *atoms*: conditions on any one of its blocks, in terms of the head's state and of an index that stands
 * for the block. What a field holds (one of the constants that the program stores there, null, a block of some place), and
 * which variable points to it. A state of the graph has a set of valuations of the atoms for each place: those that a block
 * which was made may have. The set S says
 *
 *     for all i < the place's counter:  S(atom_1(i), .., atom_n(i))
 *
 * (indexed predicate abstraction, Lahiri and Bryant 2004). It is computed like that of predicates, with the index as one
 * more unknown: what can be said of any block, can be said of all. The solver knows no quantifiers. Where such a fact is
 * known, it is put to it for each block whose address a question mentions (heap_known), which is less than is known; where
 * it is to be shown, it is shown for an index of which nothing is known (heap_claim), which is all of it.
 *
 * The analysis begins when refinements do not come to an end in a program that makes blocks again and again. Its level says
 * how much atoms speak of: 1, a block's own fields; 2, also those of the blocks that it points to, and whether these point
 * back to it. */
#ifndef ABSTRACT_HEAP_H
#define ABSTRACT_HEAP_H

#include "abstract/cegar.h"

/* It begins, or says more than before; the graph is then to be built again. False: it is not yet time for that. */
bool heap_begins(Cegar *c);
/* What the node knows of blocks, for those whose addresses occur below the roots. */
Term *heap_known(Cegar *c, const Node *node, Term *const *roots, u32 count);
/* The same for any block, where the places are as the map says. An index that nothing is known of is made for the node. */
Term *heap_claim(Cegar *c, const Node *node, const Map *places);
/* Predicates that go with the atoms: what the head's pointers lead to. */
void heap_add_predicates(Cegar *c, Head *head);
/* A pointer into a block of which there may be many: its number is not worth knowing while the analysis runs. */
bool heap_hides(const Cegar *c, u64 pointer);

/* ---- heap_values.c ---- */

#define ANYWHERE UINT64_MAX

/* The words of blocks, and what these are set to or compared with, wherever the graph has got to. */
void heap_find_values(Cegar *c);
/* Whether a word of the function at this place in its block may be that; a register (NO_FUNCTION) may be anything. */
bool heap_is_value_of(const Cegar *c, const HeapValue *value, u32 function, u64 at);
/* Nothing but numbers was seen there. */
bool heap_is_number(const Cegar *c, u32 function, u64 at);
/* Where in which place's blocks such words point to. False: it is not known. */
bool heap_first_target(const Cegar *c, u32 function, u64 at, u32 *site, u64 *offset);

/* ---- heap_atoms.c ---- */

Term *heap_index(Cegar *c, u32 site);
Term *heap_is_made(Cegar *c, u32 site); /* the block with that index */
void heap_atoms(Cegar *c, const Head *head, u32 site, TermVec *out);
/* What the head's pointers lead to. */
void heap_pointer_predicates(Cegar *c, const Head *head, TermVec *out);

#endif
