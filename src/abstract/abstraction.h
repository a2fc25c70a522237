/* Predicate abstraction: the strongest set of valuations of predicates that a formula allows.
 *
 * Boolean abstraction is exact: a valuation is in the set if and only if some model of the formula has it. Cartesian
 * abstraction looks at each predicate by itself: the conjunction of the literals that the formula entails. Both are computed
 * bit by bit by the solver. Where it gives up, the set is larger than it need be, never smaller, and *given_up is set
 * (it is never cleared). */
#ifndef ABSTRACT_ABSTRACTION_H
#define ABSTRACT_ABSTRACTION_H

#include "abstract/sets.h"
#include "solver/solver.h"

typedef struct {
    Term *term;   /* as it reads in the state behind the formula */
    u32 variable; /* that stands for it in sets */
} AbstractPredicate;

typedef struct {
    SolverLimits query; /* of each question to the solver */
    double end;         /* deadline_now() at which no more questions are asked; 0: never */
    u32 most_models;    /* that are looked at for one group of predicates; 0: as many as it takes */
} AbstractionLimits;

AbstractSet abstract_boolean(AbstractSets *sets, TermStore *store, Solver *solver, Term *formula,
                             const AbstractPredicate *predicates, u32 count, AbstractionLimits limits, bool *given_up);
AbstractSet abstract_cartesian(AbstractSets *sets, TermStore *store, Solver *solver, Term *formula,
                               const AbstractPredicate *predicates, u32 count, AbstractionLimits limits,
                               bool *given_up);

#endif
