/* How a root is followed. */
#ifndef CHECK_FOLLOW_H
#define CHECK_FOLLOW_H

#include "check/check.h"
#include "engine/explore.h"

/* Knows the variables in which an address may be left (carriers.c). */
typedef struct {
    const Program *program;
    const ProgramFacts *facts;
} AddressKeeper;

MachineOptions follow_machine_options(const AddressKeeper *keeper);
ExploreOptions follow_explore_options(const CheckOptions *options, ObjectClasses *classes);
/* Runs it: a program that takes arguments with any (runtime/contracts/arguments.c). */
bool follow_start(Explorer *e, const Function *root, Error *error);

#endif
