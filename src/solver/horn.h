/* A path as Horn clauses, solved by Z3's Spacer in a process of its own.
 *
 * A step of the path is a clause  P_{i-1}(shared variables) & step_i => P_i(shared variables), the last one has false on
 * its right. A solution of the clauses is a sequence of interpolants: the P_i. Who writes the steps decides what variables
 * are (integers or bit-vectors) and reads the solution.
 *
 * A step is written from the bottom up: each term is one `let` over names given before. Text stays as long as the graph of
 * terms is large, and nothing is deeply nested. */
#ifndef SOLVER_HORN_H
#define SOLVER_HORN_H

#include "base/map.h"
#include "solver/deadline.h"
#include "term/smtlib.h"

typedef enum { HORN_BOOL, HORN_NUMBER, HORN_ARRAY } HornKind;

typedef struct {
    Term *term; /* what it stands for: a symbol, or a term that is taken as one */
    HornKind kind;
    bool is_signed; /* integers: how a number, or an array's elements, are read */
} HornVariable;

typedef struct {
    Text lets;       /* (let ((n1 ...)) (let ((n2 ...)) ... */
    u32 let_count;   /* parentheses to close */
    Text conditions; /* that hold besides the step's formula */
    Text locals;     /* (q1 Int) (q2 Int) ...: variables of this clause alone */
    Text formula;
    VEC(u32) variables; /* that occur in it */
    Map has;            /* those, as a set */
} HornStep;

typedef struct {
    VEC(HornVariable) variables;
    Map number_of; /* term -> number of its variable */
    VEC(HornStep) steps;
    void (*write_sort)(Text *out, const HornVariable *variable);
    u32 names; /* given so far, to lets and local variables */
} HornPath;

/* P_i: a formula, and the variables that its parameters, from the first on, are. */
typedef struct {
    VEC(u32) variables;
    const Sexp *parameters; /* ((x!0 Int) ...) */
    const Sexp *body;       /* NULL: true */
} HornPredicate;

typedef struct {
    SexpReader *reader; /* owns what `body` points to */
    Text text;
    VEC(HornPredicate) predicates; /* as many as steps, less one */
} HornSolution;

HornStep *horn_step_add(HornPath *path); /* valid until the next one is added */
/* Binds the expression, which is emptied, to a name and returns its number: it is spelled n<number>. */
u32 horn_let(HornPath *path, HornStep *step, Text *expression);
u32 horn_local(HornPath *path, HornStep *step, const char *sort); /* likewise spelled n<number> */
/* The variable that stands for the term, made if it is new, which the step is noted to have: spelled v<number>. */
u32 horn_variable(HornPath *path, HornStep *step, HornVariable variable, bool *is_new_here);
void horn_path_free(HornPath *path);

/* NULL, or why there is no solution. `program` is Z3. */
const char *horn_solve(const HornPath *path, const char *program, Deadline *deadline, HornSolution *solution);
void horn_solution_free(HornSolution *solution);
extern const char
    horn_feasible[]; /* what horn_solve says when the steps, as they were written, do not contradict each other */

#endif
