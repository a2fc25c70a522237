/* Yes by drawing: gates that mix the bits of the input, as hashes do, cannot be run backwards, but a query about a table of
 * hashes wants a few bits of one, and one input in some dozens has them. So some thousand inputs are drawn, each byte from
 * the values that the constraints on it alone leave it, and all constraints are computed for them. */
#ifndef SOLVER_SAMPLE_H
#define SOLVER_SAMPLE_H

#include "solver/stage.h"

typedef struct Sampler Sampler;

Sampler *sampler_new(TermStore *store);
void sampler_free(Sampler *sampler);
void sampler_forget(Sampler *sampler); /* what it knows of terms, which may have died */
/* True: an input was found, and is the model. */
bool sampler_answer(Sampler *sampler, const Query *query, Result *result);

#endif
