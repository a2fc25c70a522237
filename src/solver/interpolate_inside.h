/* Private to the files of interpolation. */
#ifndef SOLVER_INTERPOLATE_INSIDE_H
#define SOLVER_INTERPOLATE_INSIDE_H

#include "solver/horn.h"
#include "solver/internal.h"
#include "solver/interpolate.h"

/* What a way gets: formulas in the form of plain.c, of which there are at least two. */
typedef struct {
    Solver *solver;
    TermStore *store;
    Term *const *formulas;
    u32 count;
    Deadline *deadline;
    Term **interpolants; /* all true at first */
} Interpolation;

/* NULL, or why there are none. */
const char *interpolate_integers(const Interpolation *task, bool wrapping);
const char *interpolate_bits(const Interpolation *task);
const char *interpolate_core(const Interpolation *task);

/* interpolate_core.c: of each formula, the conjuncts that are in an unsatisfiable core, which is found within so many seconds.
 * NULL, or why there is none: interpolation_feasible if there cannot be one. `parts` are the caller's to free. */
const char *interpolate_find_core(const Interpolation *task, double seconds, TermVec *parts);
extern const char interpolation_feasible[];

/* Formulas that Z3's Horn clauses can be made of (plain.c): without bases of pointers, functions as arrays, small tables as
 * writes. `plain_undo` puts the functions back into an interpolant; true if it cannot. */
typedef struct {
    Map of_function; /* TermSymbol of a function -> the array that stands for it */
    Map functions;   /* that array -> the function */
} Plain;

void plain_make(Plain *plain, TermStore *store, Term **formulas, u32 count);
Term *plain_undo(const Plain *plain, TermStore *store, Term *interpolant);
void plain_free(Plain *plain);

/* The terms below `formula`, children first, without what lies below terms that are no operations: those become variables. */
void interpolation_order(TermStore *store, Term *formula, bool (*is_operation)(const Term *term), TermVec *out);

/* And, or, not, xor and if-then-else of truth values. */
bool interpolation_is_connective(const Term *term);
/* The same formula with fewer atoms (interpolate_tidy.c). */
Term *interpolation_tidy(TermStore *store, Term *formula);

/* How bit-vectors are read as integers (readings.c): one way for all that are added, compared, stored and chosen from, so that
 * such operations are the same on integers. */
typedef struct {
    Map number_of; /* term -> its two nodes: of the value or an array's elements, and of an array's indices */
    VEC(u32) parent;
    VEC(i32) votes; /* of a representative: for signed, less those for unsigned */
} Readings;

void readings_find(Readings *readings, TermStore *store, Term *const *formulas, u32 count);
void readings_free(Readings *readings);
bool readings_is_signed(Readings *readings, const Term *term); /* a value, or the elements of an array */
bool readings_is_index_signed(Readings *readings, const Term *array);

/* interpolate_linear.c: a predicate over integers as a term. What cannot be read is left out. */
Term *linear_read_predicate(TermStore *store, const HornPath *path, const HornPredicate *predicate);

#endif
