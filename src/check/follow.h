/* How a root is followed. */
#ifndef CHECK_FOLLOW_H
#define CHECK_FOLLOW_H

#include "check/check.h"
#include "engine/explore.h"

MachineOptions follow_machine_options(void);
ExploreOptions follow_explore_options(const CheckOptions *options, ObjectClasses *classes);

#endif
