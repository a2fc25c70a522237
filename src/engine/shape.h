/* Proofs about lists of any length: abstract states whose blocks may stand for many.
 *
 * States are explored as ever, one path a branch, by the same semantics; but where a loop has gone round and a choice was
 * made on the way, the state is made simpler:
 *
 *   - Blocks that form a chain and that nothing else points to are *folded* into a *summary*: a block that stands for one
 *     or more nodes linked through a field (`to` is where the last of them points), or, for doubly linked lists, two
 *     blocks that stand for the first and the last of two or more. What all nodes agree on is kept, the rest becomes
 *     undefined: any value, when it is first read. What is private to a node (a block of data, a list of its own) is part
 *     of it, and of each node that the summary stands for.
 *   - An access to a summary *unfolds* it: the state becomes two, one in which it is a plain block and the last, and one
 *     in which a new summary stands behind it. So only blocks that are what they seem are ever accessed, and pointers to
 *     summaries are compared as those of the first (or last) node, which they are.
 *   - A state that is *covered* by one that was there before (the same blocks but for their numbers, values that the
 *     other's include) is not followed. Where states of one structure become many, they are *joined*: values that differ
 *     become fresh symbols.
 *
 * When nothing is left to follow, all that can be reached was seen: if no path met an error, there is none. An error met
 * here may not be real: it only means that nothing is shown. Not understood, and said with its line: pointers that are
 * mixed with other values, objects of symbolic size, recursion without end. */
#ifndef ENGINE_SHAPE_H
#define ENGINE_SHAPE_H

#include "engine/explore.h"

typedef struct {
    double seconds;    /* 0: any */
    u32 delay;         /* so many states of one structure at one place are kept apart before they are joined */
    bool merges_data;  /* nodes with different data are folded too */
    bool tells_sites;  /* only nodes that the same calls made are folded */
    bool is_eager;     /* a node alone is a list of any length, if others like it have been */
    bool keeps_blocks; /* a block that nothing leads to matters; else it is forgotten */
    volatile sig_atomic_t *stop;
    void *listener;
    /* Is the end of a path an error whose absence is to be shown, or something that is not understood? Then the reason is
     * appended. */
    bool (*matters)(void *listener, Machine *m, const PathEnd *end, Text *why);
} ShapeOptions;

typedef struct {
    bool is_proved;
    Text reason; /* if not: one sentence */
    u32 kept, covered, folded, unfolded, joined;
} ShapeAnswer;

/* ExploreOptions.is_abstract and the model `forking`; MachineOptions.marks_joins and marks_loops are set. */
bool shape_run(Explorer *e, const ShapeOptions *options, int argc, char **argv, char **envp, ShapeAnswer *answer,
               Error *error);
void shape_answer_free(ShapeAnswer *answer);

#endif
