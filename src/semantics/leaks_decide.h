/* Whether a path ends with a heap block that nothing leads to, for some of its inputs or for all. */
#ifndef SEMANTICS_LEAKS_DECIDE_H
#define SEMANTICS_LEAKS_DECIDE_H

#include "machine/machine.h"

/* 1: yes, and m->fault says so; 0: no; -1: the state is paused. */
int leak_decide(Machine *m, const Code *ip, u64 *r);

#endif
