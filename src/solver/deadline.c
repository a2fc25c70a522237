#include "solver/deadline.h"

#include "base/resident.h"

#include <time.h>

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

bool deadline_is_over(Deadline *deadline) {
    enum { POLLS_PER_MEMORY_CHECK = 256 };
    if (deadline->expired) return true;
    bool looks_at_memory = ++deadline->polls % POLLS_PER_MEMORY_CHECK == 0;
    if (deadline->interrupted && *deadline->interrupted) {
        deadline->expired = "interrupted";
    } else if (deadline->end && deadline_now() > deadline->end) {
        deadline->expired = "the time limit was reached";
    } else if (deadline->memory_bytes && looks_at_memory && resident_bytes() > deadline->memory_bytes) {
        deadline->expired = "the memory limit was reached";
    }
    return deadline->expired;
}
