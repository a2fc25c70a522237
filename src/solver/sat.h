/* A live SAT solver (CaDiCaL) over the gates of a graph: gates are given to it as clauses when a query first needs them;
 * a query is a set of assumed literals. */
#ifndef SOLVER_SAT_H
#define SOLVER_SAT_H

#include "solver/aig.h"
#include "solver/deadline.h"

typedef struct Sat Sat;

Sat *sat_new(const Aig *aig);
void sat_free(Sat *sat);
/* Gives it the gates below `lit` that it does not have yet. */
bool sat_add_cone(Sat *sat, Lit lit, Deadline *deadline); /* false when the deadline passed */
/* A clause that holds for ever; the gates of its literals must have been added. */
void sat_add_clause(Sat *sat, const Lit *lits, u32 count);
/* Who may end a call: asked often, so it must be cheap. */
typedef struct {
    bool (*is_over)(void *self);
    void *self;
} SatGuard;

/* 1: satisfiable, -1: not, 0: neither is known, because the guard ended it or after `conflicts` conflicts (0: any). */
int sat_solve(Sat *sat, const Lit *assumed, u32 count, u32 conflicts, SatGuard guard);
bool sat_value(const Sat *sat, Lit lit);  /* after 1; false for what it was never told of */
bool sat_failed(const Sat *sat, Lit lit); /* after -1: whether the assumption is part of the reason */
u32 sat_gates(const Sat *sat);            /* given so far */
bool sat_has(const Sat *sat, Lit lit);

#endif
