/* memcpy and its like, word by word where source and destination agree on where their words are.
 *
 * A move goes through nodes of its own, one for each word relative to its beginning, so that n sources and m
 * destinations take n + m edges and not n * m. If the number of bytes is unknown, source and destination are
 * taken to be arrays; if their elements have the same size, the words of an element are kept apart, else all
 * that the source holds goes anywhere in the destination. */
#ifndef ALIAS_MOVES_H
#define ALIAS_MOVES_H

#include "alias/constraints.h"

typedef struct {
    u32 period; /* bytes of an element; 0: words are not told apart */
    u32 first;  /* node of its first word */
    u32 words;
} MoveGroup;

typedef struct {
    u32 constraint;
    VEC(MoveGroup) groups;
    VEC(u32) targets; /* places; of a move of unknown size */
} Move;

typedef struct {
    VEC(Move) list;
    Map numbers; /* constraint -> number */
    Map done;    /* constraint, place, end: linked */
    Places scratch, parts;
} Moves;

/* The source (or the target) of the move, a SET_MOVE of cs->list, may be this place: adds the constraints. */
void moves_handle(Moves *moves, Constraints *cs, u32 constraint, u32 place, bool is_target);
void moves_free(Moves *moves);

#endif
