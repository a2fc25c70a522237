/* The solver: satisfiability of sets of terms, as symbolic execution asks for it.
 *
 * A query is a set of one-bit terms, the constraints, asked whether all can be true. It passes through a chain of stages;
 * each answers what it can and hands the rest, made smaller, to the next:
 *
 *     dump      writes the query to a file, if asked to
 *     split     independent sets: constraints that share no symbol are asked separately, and those that are known to be
 *               satisfiable and touch nothing new are not asked at all
 *     values    a few small symbols: all their values are tried
 *     cache     results, models that happen to satisfy a query, unsatisfiable cores contained in it
 *     narrow    bounded symbols in products and divisions as narrow numbers
 *     simplify  equalities substituted, implied values made concrete
 *     facts     known bits and intervals
 *     guess     floats: a few models that are easily made
 *     boxes     a few floats: intervals, cut in two until they decide
 *     blast     an and-inverter graph and an incremental SAT solver; arrays, tables and functions by lemmas on demand
 *     z3        in a process of its own: floats, comparison of arrays
 *
 * (`opinion` may stand above blast in tests: it asks Z3 as well and compares.) Each stage is one file behind the
 * interface of stage.h and counts what it answered.
 *
 * Answers are yes, no or unknown. Unknown is honest: the limits were reached or no stage could answer. A model is
 * evaluated against the constraints before it is given out. Every call keeps to its limits whatever happens below: what
 * runs in this process polls the deadline and the memory, Z3 is killed.
 *
 * Terms given to the solver must be alive during the call only. The solver is a holder of its store: what it remembers
 * is dropped or kept by itself when the store collects. */
#ifndef SOLVER_SOLVER_H
#define SOLVER_SOLVER_H

#include "base/text.h"
#include "term/model.h"
#include "term/term.h"

#include <signal.h>

typedef struct Solver Solver;

typedef enum { ANSWER_UNKNOWN, ANSWER_NO, ANSWER_YES } Answer;

typedef struct {
    double seconds;                     /* of wall time for the call; 0: no limit */
    size_t memory_bytes;                /* of this process, and of Z3's; 0: no limit */
    volatile sig_atomic_t *interrupted; /* the call ends soon after this becomes nonzero; may be NULL */
} SolverLimits;

typedef struct {
    const char *dump_directory; /* each query as a file there; NULL: none */
    const char *z3;             /* the program; NULL: "z3" */
    bool without_split, without_values, without_cache, without_simplify, without_facts, without_boxes, without_blast,
        without_z3;
    bool second_opinion; /* ask Z3 too and compare */
    bool impatient;      /* tests: what is tried when gates take long is tried at once */
} SolverOptions;

Solver *solver_new(TermStore *store, const SolverOptions *options); /* options may be NULL */
void solver_free(Solver *solver);

/* The constraints of a path: known to be satisfiable together. */
typedef struct {
    Term *const *constraints;
    u32 count;
} SolverPath;

/* Whether `condition` can be true, given the path. */
Answer solver_may_be_true(Solver *solver, SolverPath path, Term *condition, SolverLimits limits);

/* Whether the constraints can hold together. With YES, *model (if not NULL) is theirs to release; with NO, `core` (if not
 * NULL) receives constraints that cannot hold together. */
Answer solver_check(Solver *solver, Term *const *constraints, u32 count, SolverLimits limits, Model **model,
                    TermVec *core);

/* A model of the path in which values are small and readable: zeros first, then printable characters, then small numbers.
 * As good as the limits allow. */
Answer solver_minimal_model(Solver *solver, SolverPath path, SolverLimits limits, Model **model);

/* Why the last answer was unknown; NULL when it was not. */
const char *solver_reason(const Solver *solver);

/* Statistics: a line a stage, and the totals. */
void solver_statistics(const Solver *solver, Text *out);

#endif
