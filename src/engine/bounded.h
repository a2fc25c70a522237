/* Bounded verification: all paths at once, a state a join.
 *
 * Branches are followed both ways without asking the solver, and where the ways meet again the states become one
 * (semantics/merge.h): cells, bytes and lives of objects are if-then-elses over what tells the ways apart. States go on in
 * the order of the control flow, so that all that come to a join are there when it is left. What cannot be merged is
 * followed apart: that costs time, and nothing else.
 *
 * Whatever can go wrong is a *verification condition*: what the state has assumed together with the error's own
 * condition. It is put to the solver where it arises, first cut down to the assumptions that share inputs with it.
 *
 * Loops are unrolled. A round that comes by without a choice is simply run. When a loop has had as many other rounds as its
 * bound, the state that comes to its head again is put aside with the *unwinding assertion* that no input leads there.
 * When nothing else is left these are put to the solver: where one does not hold, the bound of that loop alone is
 * doubled, and its states go on. Nothing is run twice. Before, at the head of a loop, a state is asked now and then whether
 * there is still an input for it: loops with a bound of their own end there. Recursion is unrolled in the same way, by the
 * depth of calls of one function.
 *
 * When no state is left and nothing was cut, everything has been seen: what is then not violated holds. */
#ifndef ENGINE_BOUNDED_H
#define ENGINE_BOUNDED_H

#include "engine/explore.h"

typedef struct {
    u32 first_bound; /* rounds of a loop, or calls of a function inside of each other, to begin with */
    u32 last_bound;  /* 0: none; beyond it a loop is cut */
    void *listener;
    void (*path_ended)(void *listener, const PathEnd *end);
    void (*poll)(void *listener); /* now and then */
} BoundedOptions;

/* A loop or a recursive function that was unrolled, and what it cost. */
typedef struct {
    LocationId location;
    const Function *function;
    bool is_recursion;
    u32 bound;       /* the last one */
    u64 rounds;      /* of states that came to its head, with a choice made on the way */
    u64 put_aside;   /* unwinding assertions */
    u64 terms;       /* made while states were in it */
    double seconds;  /* of the solver, likewise */
    bool is_limited; /* it came to last_bound: not all rounds were seen */
} BoundedLoop;

typedef struct {
    VEC(BoundedLoop) loops;
    u64 conditions; /* paths that ended in an error some input leads to */
} BoundedAnswer;

/* ExploreOptions.asks_later and merge_joins; MachineOptions.marks_joins and marks_loops are set. False with an error. */
bool bounded_run(Explorer *e, const BoundedOptions *options, int argc, char **argv, char **envp, BoundedAnswer *answer,
                 Error *error);
/* Of an Explorer that is to be run so: what else its options need. */
void bounded_prepare(ExploreOptions *options);

#endif
