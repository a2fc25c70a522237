#include "base/clock.h"

#include <sys/resource.h>
#include <time.h>

static double read_clock(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

double clock_seconds(void) { return read_clock(CLOCK_MONOTONIC); }

double clock_own_cpu_seconds(void) { return read_clock(CLOCK_THREAD_CPUTIME_ID); }

double clock_cpu_seconds(void) {
    struct rusage ended;
    getrusage(RUSAGE_CHILDREN, &ended);
    double user = (double)ended.ru_utime.tv_sec + (double)ended.ru_utime.tv_usec / 1e6;
    double system = (double)ended.ru_stime.tv_sec + (double)ended.ru_stime.tv_usec / 1e6;
    return read_clock(CLOCK_PROCESS_CPUTIME_ID) + user + system;
}
