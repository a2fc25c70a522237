/* Z3's library as an engine of the benchmark: one incremental solver, the path asserted as it grows, each query assumed. */
#ifndef BENCH_Z3_ENGINE_H
#define BENCH_Z3_ENGINE_H

#include "solver/solver.h"

typedef struct Z3Engine Z3Engine;

Z3Engine *z3_engine_new(const char *logic); /* NULL: Z3's default solver */
void z3_engine_free(Z3Engine *engine);
/* Tables are asserted once, before any path. */
void z3_engine_prepare(Z3Engine *engine, TermStore *store, Term *condition);
/* A path that does not extend the one before starts a new scope. */
Answer z3_engine_ask(Z3Engine *engine, SolverPath path, Term *condition, bool model);

#endif
