/* Context sensitivity by summaries, bottom-up over the call graph, for the analyses by unification (the bottom-up phase
 * of data structure analysis: Lattner, Lenharth, Adve, PLDI 2007, section 4.2).
 *
 * A first run without contexts has found what is called through pointers, so the call graph is known: links between
 * instances. Its strongly connected components are solved from the leaves up; within one there are no contexts. What a
 * component's own code says gives a graph; where it reads what its callers must supply there are cells of which
 * nothing is known but how they are used. That graph is its *summary*: at each call from elsewhere all that can be reached
 * from the callee's parameters and results is copied, and the copy is joined with what is passed.
 *
 *   - What can be reached from a global variable, a function, a string, or from what unknown code may hold is *shared*: it
 *     is the same in every context and is not copied. Everything else that a component has made is never changed
 *     again once the component is solved: nothing that is shared, and nothing of a caller, refers to it.
 *   - What the callee keeps to itself (a local variable that nobody else gets to see) is not copied either: one piece of
 *     memory for all its calls.
 *   - A cell that was copied is *generic*: it is no memory of a run, its copies are. To find out what an access
 *     touches one follows the calls that led there, from copy to copy, to a cell that is not generic.
 *   - Copies have a budget. A call that would exceed it is joined with one copy that all such calls share. */
#ifndef ALIAS_BOTTOMUP_H
#define ALIAS_BOTTOMUP_H

#include "alias/unify.h"

typedef VEC(Spot) Spots;
typedef VEC(u32) Numbers;

typedef struct {
    Numbers instances;
    Numbers calls;   /* links that lead into it from elsewhere */
    Numbers objects; /* that its instances and the copies for its calls have made */
    bool is_entered; /* the machine itself may call one of its functions */
} Component;

struct BottomUp {
    Unify *u;
    VEC(Component) components; /* callees first */
    u32 *component;            /* instance -> its component */
    Copies **summaries;        /* instance -> what is copied for a call of it, as keys; NULL: it is not called */
    Copies **copies;           /* link -> what it copied; NULL: within a component */
    bool *is_called;           /* instance -> from another component, or by unknown code */
    Copies **common;           /* instance -> the copy for all calls beyond the budget; NULL: none so far */
    Map generic;               /* cell -> component + 1 */
    Map first_link;            /* hash of (call, callee) -> link + 1 */
    u32 *next_link;            /* link -> the next one with this hash, + 1 */
    u64 copied;                /* cells, values and objects */
    u32 supplied;              /* how many of Unify.waited_for have been looked at */
    Map finals;                /* hash of a spot -> index into final_lists */
    VEC(Spots) final_lists;

    Numbers shared_objects;                        /* globals and the like */
    Numbers common_values, common_cells;           /* of common copies: shared as globals are */
    Numbers shared_value_marks, shared_cell_marks; /* the last round in which it was found to be shared */
    u32 round;
};

/* The constraints are those of a solved analysis. */
Unify *bottomup_solve(Constraints *cs, const UnifyEngine *engine, int policy);
void bottomup_free(BottomUp *b);

/* ---- Results ---- */

/* Where the spot is in all contexts; itself if there are none. `out` is filled anew. */
void bottomup_spots(Unify *u, Spot spot, Spots *out);
/* Where the spot of the instance is after these calls, innermost first; cell 0: not known. */
Spot bottomup_spot(Unify *u, u32 instance, Spot spot, const Insn *const *calls, u32 count);
/* The object as it is after these calls; false: not known. */
bool bottomup_object(Unify *u, u32 *object, const Insn *const *calls, u32 count);

/* ---- bottomup_graph.c ---- */

void bottomup_find_shared_objects(BottomUp *b);
/* Finds all that is shared now. */
void bottomup_mark_shared(BottomUp *b);
bool bottomup_is_shared_value(const BottomUp *b, u32 value);
/* Finds what can be reached from the interface of the instance and is not shared. */
void bottomup_summarise(BottomUp *b, u32 instance);
/* Copies the summary of the callee. Objects are made for the caller (NO_OBJECT: for nobody). */
Copies *bottomup_copy(BottomUp *b, const CallLink *link);
void bottomup_free_copies(Copies *copies); /* NULL: nothing happens */

#endif
