/* Proofs without a bound: loops by induction.
 *
 * Every loop is entered with the state as it comes and left with states that stand for any number of rounds. What a round
 * changes (cells of the frame, bytes of objects: *places*) is found by running it and comparing; the rest stays exact.
 *
 *   - A place of which few values are seen stays *explicit*: a round is run for each combination of values that occurs
 *     (a *node*). State machines and flags are followed exactly.
 *   - The others become *free*: fresh symbols, bound by *candidates*. A pointer that moves within one object is *based*:
 *     only its offset is free.
 *   - Candidates are guessed: from the values at the entry, from comparisons in the code and on the paths, from steps
 *     that two places make together. One that does not hold at the entry or after a round is dropped, and all begins
 *     again (Houdini), until those that are left are inductive: the loop's invariants.
 *
 * A loop is *stable* when a round adds no place, no node and drops no candidate: then the states that left it go on.
 * Nothing is believed that was not shown for every round: so when no path meets an error and nothing was cut, there is
 * none in the program. An error met here may not be real: it only means that nothing is shown.
 *
 * With `rounds` = k > 1 it is k-induction: the first k-1 rounds are run as they are; after that a round counts only when
 * k-1 rounds without error came before it.
 *
 * Not shown, and said with its line: loops that leave a block behind or end the life of one, irreducible ones, recursion
 * without end. */
#ifndef ENGINE_INDUCT_H
#define ENGINE_INDUCT_H

#include "engine/explore.h"

typedef struct {
    u32 rounds;                  /* at least 1 */
    u32 peeled;                  /* so many first rounds are run as they are, and the loop is entered after them */
    u32 counts_after;            /* after so many values at equal distances a place is a counter: it becomes free */
    bool uses_facts;             /* rounds are told apart by conditions on what the loop does not change */
    bool mixes;                  /* a place may be one of few values in some nodes and any value in others */
    bool keeps_variables;        /* variables count as long as they are in scope: what they point to is not lost */
    volatile sig_atomic_t *stop; /* set from outside: come to an end; may be NULL */
    void *listener;
    /* Is the end of a path an error whose absence is to be shown, or something that is not understood? Then the reason is
     * appended. */
    bool (*matters)(void *listener, Machine *m, const PathEnd *end, Text *why);
} InductOptions;

typedef struct {
    LocationId location; /* of the loop */
    const Function *function;
    char *text; /* over variables of the program */
} LoopInvariant;

typedef struct {
    bool is_proved;
    Text reason; /* if not: one sentence */
    VEC(LoopInvariant) invariants;
    u32 loops, restarts; /* loops that became stable, how often one began again */
} InductAnswer;

/* ExploreOptions.is_abstract, merge_joins; MachineOptions.marks_joins and marks_loops are set. */
bool induct_run(Explorer *e, const InductOptions *options, int argc, char **argv, char **envp, InductAnswer *answer,
                Error *error);
void induct_answer_free(InductAnswer *answer);

#endif
