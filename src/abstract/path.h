/* A path to the error: is it a run of the program? If not, what would the abstraction have to know?
 *
 * The path goes from head to head; step i runs the block behind node i. Symbols of step i get an index: what a head's place
 * is before step i, and what step i asks for. The path formula is the conjunction of
 *
 *     F_i  =  the conditions of step i, and, for each place that matters later, its value behind it = its symbol at i + 1
 *
 * To decide it, values are substituted and memory is as it is (refine.c). To learn from it, it is sliced to what the
 * conditions behind depend on, words that are read stand in the place of memory (reads.h), and F_1 .. F_n go to
 * interpolation (learn.c): first one way through each block (way.h), then all of them. */
#ifndef ABSTRACT_PATH_H
#define ABSTRACT_PATH_H

#include "abstract/cegar.h"
#include "abstract/reads.h"

typedef struct {
    const Node *node;
    const BlockExit *exit;
    Term *guard;      /* of the exit */
    Map substitution; /* place's symbol -> its value, for the whole path */
    /* Without memory: */
    Reads reads; /* words that are read before the step */
    Term *condition;
    TermVec needed; /* places' symbols, without memory, that matter from here on; then those of reads of places */
    u32 registers;  /* of needed: so many are no reads */
    TermVec values; /* behind the step, beside the next one's needed */
    Model *model;   /* of a state before the step that takes one way through it; NULL: all ways */
} PathStep;

typedef struct {
    Cegar *c;
    VEC(PathStep) steps;
} ErrorPath;

/* What is made anew in each step. */
bool path_is_of_step(const Term *symbol);
Term *path_indexed(TermStore *terms, const Term *symbol, u32 step);

/* Terms of a step's slice with indices. */
void path_at_step(ErrorPath *path, u32 number, Term **roots, u32 count);

/* weakest.c: weakest preconditions of a path that is sliced, before each step; false: it is not shown to be infeasible. */
bool path_weakest(ErrorPath *path, double seconds, Term **out);

/* learn.c: predicates from a path that is infeasible. False: none that is new. */
bool path_learn(ErrorPath *path);

#endif
