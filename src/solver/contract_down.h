/* The way down of contract.h: what the facts of a result say about its arguments. */
#ifndef SOLVER_CONTRACT_DOWN_H
#define SOLVER_CONTRACT_DOWN_H

#include "solver/contract.h"

/* Sharpens the arguments of the n-th term, which has facts; false: they contradict each other. */
bool contract_down(Contract *c, u32 n);

#endif
