#include "solver/deadline.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

double deadline_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double deadline_left(const Deadline *deadline) {
    if (!deadline->end) return 1e9;
    double left = deadline->end - deadline_now();
    return left > 0 ? left : 0;
}

/* Bytes of this process in memory. */
static size_t resident_bytes(void) {
    unsigned long total, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return 0;
    if (fscanf(file, "%lu %lu", &total, &resident) != 2) resident = 0;
    fclose(file);
    return resident * (size_t)sysconf(_SC_PAGESIZE);
}

bool deadline_is_over(Deadline *deadline) {
    enum { POLLS_PER_MEMORY_CHECK = 256 };
    if (deadline->expired) return true;
    if (deadline->interrupted && *deadline->interrupted) {
        deadline->expired = "interrupted";
    } else if (deadline->end && deadline_now() > deadline->end) {
        deadline->expired = "the time limit was reached";
    } else if (deadline->memory_bytes && deadline->polls++ % POLLS_PER_MEMORY_CHECK == 0 &&
               resident_bytes() > deadline->memory_bytes) {
        deadline->expired = "the memory limit was reached";
    }
    return deadline->expired;
}
