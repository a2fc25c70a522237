/* Whether a native run shows the error that the machine found. Only the same error counts: a report of a matching kind
 * at the same line, or the same signal. A program that cannot even start, or fails in another way, shows nothing. */
#ifndef REPORT_NATIVE_VERDICT_H
#define REPORT_NATIVE_VERDICT_H

#include "machine/fault.h"
#include "report/replay_native.h"

typedef struct {
    FaultKind kind;
    int signal;       /* FAULT_FATAL_SIGNAL: its number */
    const char *file; /* the place as the machine told it; line 0: unknown */
    u32 line;
} NativeExpectation;

/* True if it does; otherwise why not, as the rest of a sentence. */
bool native_shows(const NativeResult *result, const NativeExpectation *expected, Text *reason);

#endif
