/* Z3's library as an engine of the benchmark: one incremental solver, the path asserted as it grows, each query assumed. */
#ifndef BENCH_Z3_ENGINE_H
#define BENCH_Z3_ENGINE_H

#include "solver/solver.h"

typedef struct Z3Engine Z3Engine;

Z3Engine *z3_engine_new(const char *logic); /* NULL: Z3's default solver */
void z3_engine_free(Z3Engine *engine);
/* The path must extend the one of the call before. */
Answer z3_engine_ask(Z3Engine *engine, Term *const *path, u32 count, Term *condition, bool model);

#endif
