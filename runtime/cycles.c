/* The time stamp counter, for inline assembly: nanoseconds. As a pointer, which is what the front end can ask for. */
#include <stdint.h>
#include <time.h>
#include "loci_os.h"

void *__loci_cycles(void *nothing);
void *__loci_cycles(void *nothing)
{
    int64_t seconds = 0, nanoseconds = 0;
    (void)nothing;
    __loci_os_clock(CLOCK_MONOTONIC, &seconds, &nanoseconds);
    return (void *)(uintptr_t)(seconds * 1000000000 + nanoseconds);
}
