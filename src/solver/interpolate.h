/* Sequence interpolants, as hints.
 *
 * Formulas F_1 .. F_n cannot hold together: the steps of a path that is infeasible. Interpolants I_1 .. I_{n-1} are
 * formulas, I_i only over symbols that occur both in F_1 .. F_i and in F_{i+1} .. F_n, with
 *
 *     F_1 => I_1,   I_i & F_{i+1} => I_{i+1},   I_{n-1} & F_n => false.
 *
 * They say, of the state after each step, what about it makes the rest of the path impossible. Their atoms are what a
 * predicate abstraction wants to know. As such they are hints: symbols are as promised, but that the implications hold bit
 * by bit is not (a number that wraps around may be read as one that does not). interpolate_check says whether they do.
 *
 * Ways, from the one that generalises best to the one that always comes back at once:
 *
 *     integers   bit-vectors read as integers that do not wrap, solved by Z3's Spacer as Horn clauses; if the path is
 *                feasible so, with wrapping
 *     wrapping   the same, sums and products wrap around from the start
 *     bits       the Horn clauses over bit-vectors
 *     core       an unsatisfiable core, with the symbols that are not shared substituted by what they are equal to */
#ifndef SOLVER_INTERPOLATE_H
#define SOLVER_INTERPOLATE_H

#include "solver/solver.h"

typedef enum { INTERPOLATE_INTEGERS, INTERPOLATE_WRAPPING, INTERPOLATE_BITS, INTERPOLATE_CORE } InterpolationWay;

const char *interpolation_way_name(InterpolationWay way);

/* Writes `count - 1` interpolants; count is 1 or more. False, with a sentence added to `why_not` (may be NULL), when this
 * way has none within the limits, which are kept whatever Z3 does. The formulas need not be checked to be contradictory:
 * those that are not have no interpolants. */
bool interpolate(Solver *solver, Term *const *formulas, u32 count, InterpolationWay way, SolverLimits limits,
                 Term **interpolants, Text *why_not);

/* Whether the implications above hold, bit by bit; with NO or UNKNOWN, *where (if not NULL) is the step, from 1 to n, whose
 * implication does not, or is not known to. The limits are of each of the n queries. */
Answer interpolate_check(Solver *solver, Term *const *formulas, u32 count, Term *const *interpolants,
                         SolverLimits limits, u32 *where);

/* The comparisons and one-bit symbols that a formula is made of by and, or, not, xor and if-then-else: each once, without
 * a negation around it, in the order of first occurrence. */
void interpolant_atoms(TermStore *store, Term *formula, void (*visit)(void *self, Term *atom), void *self);

#endif
