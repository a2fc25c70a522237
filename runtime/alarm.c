/* The alarm. It goes off while the program sleeps or waits: computing takes no time. */
#define _GNU_SOURCE
#include <signal.h>
#include <time.h>
#include <unistd.h>
#include "loci_os.h"
#include "loci_time.h"

enum { SECOND = 1000000000 };

static int64_t goes_off; /* nanoseconds of the monotonic clock; 0: never */

extern _Bool (*__loci_wait_for_alarm)(void);

static int64_t now(void)
{
    int64_t seconds = 0, nanoseconds = 0;
    __loci_os_clock(CLOCK_MONOTONIC, &seconds, &nanoseconds);
    return seconds * SECOND + nanoseconds;
}

static int64_t sleep_until(int64_t end)
{
    int64_t left = end - now();
    return left > 0 ? __loci_os_sleep(left / SECOND, left % SECOND) : 0;
}

/* Whether it interrupts: an alarm that is ignored or blocked does not. */
static _Bool go_off(void)
{
    struct sigaction action;
    sigset_t blocked;
    goes_off = 0;
    sigaction(SIGALRM, NULL, &action);
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    raise(SIGALRM);
    return action.sa_handler != SIG_IGN && sigismember(&blocked, SIGALRM) != 1;
}

static _Bool wait_for_alarm(void)
{
    if (goes_off == 0) return 0;
    sleep_until(goes_off);
    go_off();
    return 1;
}

/* What is left of the sleep; minus an error number if it cannot be. */
static int64_t sleep_with_alarm(int64_t seconds, int64_t nanoseconds)
{
    int64_t end = 0;
    if (__builtin_mul_overflow(seconds, (int64_t)SECOND, &end) || __builtin_add_overflow(end, nanoseconds + now(), &end))
        return __loci_os_sleep(seconds, nanoseconds);
    while (goes_off != 0 && goes_off < end) {
        sleep_until(goes_off);
        if (!go_off()) continue;
        int64_t left = end - now();
        return left > 0 ? left : 0;
    }
    return sleep_until(end);
}

unsigned alarm(unsigned seconds)
{
    LOCI_ASKS_OUTSIDE("alarm");
    int64_t left = goes_off == 0 ? 0 : goes_off - now();
    __loci_sleep_with_alarm = sleep_with_alarm;
    __loci_wait_for_alarm = wait_for_alarm;
    if (goes_off != 0 && left < SECOND) left = SECOND;
    goes_off = seconds == 0 ? 0 : now() + (int64_t)seconds * SECOND;
    return (unsigned)((left + SECOND / 2) / SECOND);
}
