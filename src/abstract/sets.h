/* Sets of valuations of predicates, as binary decision diagrams.
 *
 * A predicate has a number, its variable; a valuation says of each variable whether it is true. Sets are values: they are
 * compared by ==-like functions, never freed one by one, and live as long as the AbstractSets they were made in. Variables
 * come into being when first named.
 *
 * The diagrams are BuDDy's, which has one table for the whole process: every AbstractSets uses it, the last one that is
 * freed gives it back. When it is full, operations give the set of all valuations and abstract_sets_is_full says so from
 * then on: a set is never smaller than it should be as long as it is made by operations in which larger operands give
 * larger results, and entailment that is asserted holds. */
#ifndef ABSTRACT_SETS_H
#define ABSTRACT_SETS_H

#include "term/term.h"

typedef struct AbstractSets AbstractSets;
typedef struct {
    int node;
} AbstractSet;

AbstractSets *abstract_sets_new(void);
void abstract_sets_free(AbstractSets *sets); /* and all sets made in it */
bool abstract_sets_is_full(const AbstractSets *sets);

AbstractSet abstract_all(AbstractSets *sets);
AbstractSet abstract_none(AbstractSets *sets);
AbstractSet abstract_literal(AbstractSets *sets, u32 variable, bool value); /* valuations in which it has this value */
AbstractSet abstract_and(AbstractSets *sets, AbstractSet a, AbstractSet b);
AbstractSet abstract_or(AbstractSets *sets, AbstractSet a, AbstractSet b);
AbstractSet abstract_not(AbstractSets *sets, AbstractSet a);
/* Valuations that are in the set for some values of these variables. */
AbstractSet abstract_exists(AbstractSets *sets, AbstractSet a, const u32 *variables, u32 count);
static inline bool abstract_is_none(AbstractSet a) { return a.node == 0; }
static inline bool abstract_is_all(AbstractSet a) { return a.node == 1; }
static inline bool abstract_is_equal(AbstractSet a, AbstractSet b) { return a.node == b.node; }
bool abstract_implies(AbstractSets *sets, AbstractSet a, AbstractSet b); /* whether a is a part of b */
double abstract_count(AbstractSets *sets, AbstractSet a, u32 variables); /* valuations of the first so many variables */
void abstract_support(AbstractSets *sets, AbstractSet a, bool *occurs, u32 count); /* of the first `count` variables */

/* A cube: a conjunction of literals. `variables` are increasing. */
typedef struct {
    const u32 *variables;
    const bool *values;
    u32 count;
} AbstractCube;

/* Visits cubes whose union is the set, none of which could do without one of its literals and none of which is contained in
 * the others. Ends early and returns false when there are more than `most` or when `visit` returns false. */
bool abstract_cubes(AbstractSets *sets, AbstractSet a, u32 most, bool (*visit)(void *self, AbstractCube cube),
                    void *self);

/* The set as a formula over predicates[variable]: as alternatives, as a conjunction of clauses or as nested choices, whichever
 * is shortest. */
Term *abstract_to_term(AbstractSets *sets, AbstractSet a, TermStore *store, Term *const *predicates);

#endif
