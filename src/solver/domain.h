/* Small domains: a query over a few symbols with few values is decided by computing its constraints for all of them.
 *
 * An *axis* is a symbol, or a part of one of which only parts are used, with an interval of values that holds all that the
 * constraints of a query allow. A *domain* is the product of a few axes; a constraint's *truth* in it is a set of bits, one
 * an assignment, computed once and kept. A query asks whether its truths have a bit in common. In small domains the values
 * of all terms are kept too, so that a constraint on top of known terms costs what is new in it. */
#ifndef SOLVER_DOMAIN_H
#define SOLVER_DOMAIN_H

#include "solver/stage.h"

typedef struct Domains Domains;

typedef struct {
    u64 size;      /* of the largest domain */
    u64 hard_size; /* the same for queries that are hard for gates: products, divisions, floats */
    u64 model_size; /* the same for queries with arrays, which the evaluator computes for one assignment after the other */
    u64 work;       /* terms computed times assignments, for one query */
} DomainLimits;

Domains *domains_new(TermStore *store, DomainLimits limits);
void domains_free(Domains *domains);
void domains_forget(Domains *domains); /* all they hold: terms may have died */
/* Answers a query in its domain; false: it has none within the limits, or the deadline passed. */
bool domains_answer(Domains *domains, const Query *query, Result *result);

#endif
