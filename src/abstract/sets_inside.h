/* Private to the files of sets: diagrams as BuDDy has them. */
#ifndef ABSTRACT_SETS_INSIDE_H
#define ABSTRACT_SETS_INSIDE_H

#include "abstract/sets.h"

#include "base/map.h"

#include <bdd.h>

struct AbstractSets {
    Map kept;   /* nodes that are referenced, once each, because a set was made of them */
    u32 errors; /* operations that could not be done: the table was full */
};

/* The node an operation gave; all valuations if there was an error. */
BDD sets_checked(AbstractSets *sets, BDD node);

#endif
