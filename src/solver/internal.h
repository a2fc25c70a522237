/* Private to src/solver: what solver.c and questions.c share. */
#ifndef SOLVER_INTERNAL_H
#define SOLVER_INTERNAL_H

#include "solver/stage.h"

struct Solver {
    TermStore *store;
    Stage *first;
    char *z3;           /* the program */
    const char *reason; /* of the last unknown */
};

Deadline solver_deadline(SolverLimits limits);
void solver_ask(Solver *solver, const Query *query, Result *result);
/* Whether the path and one more constraint can hold; with YES, *model (if not NULL) is the caller's. */
Answer solver_ask_with(Solver *solver, SolverPath path, Term *extra, Deadline *deadline, Model **model);

#endif
