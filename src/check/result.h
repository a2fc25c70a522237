/* What looking at a program has come to, as bytes: for the cache. */
#ifndef CHECK_RESULT_H
#define CHECK_RESULT_H

#include "check/check.h"

typedef struct {
    FindingList findings;
    CheckStatistics statistics;
} CheckResult;

void result_write(Text *out, const CheckResult *result);
bool result_read(CheckResult *result, const Text *bytes); /* false: they are not what result_write made */
void result_append(CheckResult *to, const CheckResult *from);
void result_free(CheckResult *result);

#endif
