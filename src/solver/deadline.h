/* The limits of one call: a point in time, an amount of memory, an interruption. What may take long polls them. */
#ifndef SOLVER_DEADLINE_H
#define SOLVER_DEADLINE_H

#include "base/base.h"

#include <signal.h>

typedef struct {
    double end;          /* 0: never */
    size_t memory_bytes; /* 0: no limit */
    volatile sig_atomic_t *interrupted;
    u32 polls;
    const char *expired; /* why the call is over; NULL while it is not */
} Deadline;

double deadline_now(void);                      /* seconds of a clock that only goes forward */
double deadline_left(const Deadline *deadline); /* seconds; a large number without a limit */
/* Whether the call is over. Cheap: memory is looked at once in a while, and not in calls that poll but a few times: asking
 * the system for it takes longer than most of them. */
bool deadline_is_over(Deadline *deadline);

#endif
