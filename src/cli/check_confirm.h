/* Findings are confirmed by drivers: compiled with the program, and run in the machine. */
#ifndef CLI_CHECK_CONFIRM_H
#define CLI_CHECK_CONFIRM_H

#include "check/check.h"
#include "cli/check_plan.h"

/* Each finding of a program whose driver shows it becomes confirmed; one whose driver does not is not certain. */
void check_confirm(CheckPlan *plan, u32 program, const CheckOptions *options, FindingList *findings);
/* Writes the drivers of what is shown into the folder, which is made if it is not there. */
bool check_keep_drivers(FindingList *findings, const char *folder, Error *error);

#endif
