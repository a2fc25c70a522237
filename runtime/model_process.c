/* Time and the process in the model: the same in every run. */
#include <errno.h>
#include <time.h>
#include "loci_os.h"

enum { PROCESS = 4242, USER = 1000, STEP = 1000 };
static const int64_t start = 1767225600, second = 1000000000; /* 2026-01-01 */

static int64_t elapsed; /* nanoseconds; each look at the clock takes some, so that waiting for it ends */

static _Bool tells_the_date(int clock_id)
{
    return clock_id == CLOCK_REALTIME || clock_id == CLOCK_REALTIME_COARSE || clock_id == CLOCK_TAI;
}

int __loci_model_clock(int clock_id, int64_t *seconds, int64_t *nanoseconds)
{
    if (clock_id < 0 || clock_id > CLOCK_TAI) return -EINVAL;
    elapsed += STEP;
    *seconds = elapsed / second + (tells_the_date(clock_id) ? start : 0);
    *nanoseconds = elapsed % second;
    return 0;
}

int __loci_model_sleep(int64_t seconds, int64_t nanoseconds)
{
    int64_t wait;
    if (seconds < 0 || nanoseconds < 0 || nanoseconds >= second) return -EINVAL;
    if (__builtin_mul_overflow(seconds, second, &wait) || __builtin_add_overflow(wait, nanoseconds, &wait) ||
        __builtin_add_overflow(elapsed, wait, &elapsed))
        return -EINVAL;
    return 0;
}

int __loci_model_getpid(void)
{
    return PROCESS;
}

int __loci_model_getuid(void)
{
    return USER;
}
