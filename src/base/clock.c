#include "base/clock.h"

#include <time.h>

static double read_clock(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

double clock_seconds(void) { return read_clock(CLOCK_MONOTONIC); }

double clock_cpu_seconds(void) { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }
