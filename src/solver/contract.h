/* What constraints leave of each term of a query: known bits and intervals, carried upwards from arguments to results and
 * downwards from results to arguments until nothing changes (the contractors of interval constraint solving; Benhamou et
 * al., "Revising hull and box consistency", ICLP 1999, call it HC4).
 *
 * Always: every assignment that satisfies the constraints gives each term a value within its facts. A term whose facts
 * become contradictory therefore ends the query. */
#ifndef SOLVER_CONTRACT_H
#define SOLVER_CONTRACT_H

#include "base/map.h"
#include "term/facts.h"
#include "term/term.h"

typedef VEC(TermFacts) TermFactsVec;

typedef struct {
    TermStore *store;
    TermVec order;      /* the terms, arguments first */
    VEC(u32) args;      /* three a term: the numbers of its first arguments in `order` */
    TermFactsVec facts; /* of each term; meaningless for arrays and what is wider than 64 bits */
    Map number;         /* term -> number in `order` */
    Map above;          /* (larger << 32 | smaller) -> 1: pairs of terms that a comparison orders */
    u64 work;           /* terms that may still be looked at */
    bool changed;       /* in the sweep in progress */
} Contract;

void contract_free(Contract *c);
/* Begins with a query of at most `limit` terms; false: it has more. */
bool contract_begin(Contract *c, TermStore *store, Term *const *constraints, u32 count, u32 limit);
/* Carries facts up and down until nothing changes or the work is used up; false: the constraints contradict each other. */
bool contract_narrow(Contract *c);

static inline bool contract_has_facts(const Term *t) { return t->width <= 64 && !term_is_array(t); }
/* Sharpens what is known of a term. */
bool contract_meet(Contract *c, u32 number, const TermFacts *other);

#endif
