/* What time it is, and waiting. */
#define _GNU_SOURCE
#include <errno.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>
#include "loci_library.h"
#include "loci_os.h"
#include "loci_thread.h"
#include "loci_time.h"

int64_t (*__loci_sleep_with_alarm)(int64_t seconds, int64_t nanoseconds);
int64_t (*__loci_sleep_in_thread)(int64_t seconds, int64_t nanoseconds);

/* How many nanoseconds are left because the alarm interrupted it; minus an error number. */
static int64_t sleep_for(int64_t seconds, int64_t nanoseconds)
{
    if (__loci_sleep_in_thread != NULL) return __loci_sleep_in_thread(seconds, nanoseconds);
    if (__loci_sleep_with_alarm != NULL) return __loci_sleep_with_alarm(seconds, nanoseconds);
    return __loci_os_sleep(seconds, nanoseconds);
}

static int64_t seconds_now(void)
{
    int64_t seconds = 0, nanoseconds = 0;
    __loci_os_clock(CLOCK_REALTIME, &seconds, &nanoseconds);
    return seconds;
}

time_t time(time_t *result)
{
    time_t now = (time_t)seconds_now();
    if (result != NULL) *result = now;
    return now;
}

static int64_t ticks(int clock_id, int64_t a_second)
{
    int64_t seconds = 0, nanoseconds = 0;
    __loci_os_clock(clock_id, &seconds, &nanoseconds);
    return seconds * a_second + nanoseconds / (1000000000 / a_second);
}

clock_t clock(void)
{
    return (clock_t)ticks(CLOCK_PROCESS_CPUTIME_ID, CLOCKS_PER_SEC);
}

clock_t times(struct tms *buffer)
{
    buffer->tms_utime = (clock_t)ticks(CLOCK_PROCESS_CPUTIME_ID, 100);
    buffer->tms_stime = buffer->tms_cutime = buffer->tms_cstime = 0;
    return (clock_t)ticks(CLOCK_MONOTONIC, 100);
}

int clock_gettime(clockid_t clock_id, struct timespec *time)
{
    int64_t seconds, nanoseconds;
    if (__loci_result(__loci_os_clock(clock_id, &seconds, &nanoseconds)) < 0) return -1;
    *time = (struct timespec){(time_t)seconds, (long)nanoseconds};
    return 0;
}

int clock_getres(clockid_t clock_id, struct timespec *resolution)
{
    LOCI_ASKS_OUTSIDE("clock_getres");
    (void)clock_id;
    if (resolution != NULL) *resolution = (struct timespec){0, 1};
    return 0;
}

int timespec_get(struct timespec *time, int base)
{
    return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, time) == 0 ? base : 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    int64_t seconds, nanoseconds;
    if (zone != NULL) *(struct timezone *)zone = (struct timezone){0, 0};
    if (__loci_result(__loci_os_clock(CLOCK_REALTIME, &seconds, &nanoseconds)) < 0) return -1;
    *time = (struct timeval){(time_t)seconds, (suseconds_t)(nanoseconds / 1000)};
    return 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *left)
{
    if (wanted->tv_nsec < 0 || wanted->tv_nsec > 999999999 || wanted->tv_sec < 0) {
        errno = EINVAL;
        return -1;
    }
    int64_t rest = sleep_for(wanted->tv_sec, wanted->tv_nsec);
    if (rest <= 0) return (int)__loci_result(rest);
    if (left != NULL) *left = (struct timespec){(time_t)(rest / 1000000000), (long)(rest % 1000000000)};
    errno = EINTR;
    return -1;
}

int clock_nanosleep(clockid_t clock_id, int flags, const struct timespec *wanted, struct timespec *left)
{
    struct timespec now = {0, 0};
    if (flags & TIMER_ABSTIME) clock_gettime(clock_id, &now);
    int64_t nanoseconds = ((int64_t)wanted->tv_sec - now.tv_sec) * 1000000000 + wanted->tv_nsec - now.tv_nsec;
    int64_t rest = nanoseconds > 0 ? sleep_for(nanoseconds / 1000000000, nanoseconds % 1000000000) : 0;
    if (rest <= 0) return (int)-rest;
    if (left != NULL && !(flags & TIMER_ABSTIME))
        *left = (struct timespec){(time_t)(rest / 1000000000), (long)(rest % 1000000000)};
    return EINTR;
}

unsigned sleep(unsigned seconds)
{
    int64_t rest = sleep_for(seconds, 0);
    return rest <= 0 ? 0 : (unsigned)((rest + 500000000) / 1000000000);
}

int usleep(useconds_t microseconds)
{
    int64_t rest = sleep_for(microseconds / 1000000, (int64_t)(microseconds % 1000000) * 1000);
    if (rest <= 0) return (int)__loci_result(rest);
    errno = EINTR;
    return -1;
}

#if __SIZEOF_LONG__ == 4
/* The names that headers with 64-bit time refer to. */
struct timespec64 {
    int64_t tv_sec;
    int32_t tv_nsec, unused;
};
struct timeval64 {
    int64_t tv_sec, tv_usec;
};

int64_t __time64(int64_t *result);
int64_t __time64(int64_t *result)
{
    int64_t now = seconds_now();
    if (result != NULL) *result = now;
    return now;
}

int __clock_gettime64(clockid_t clock_id, struct timespec64 *time);
int __clock_gettime64(clockid_t clock_id, struct timespec64 *time)
{
    int64_t seconds, nanoseconds;
    if (__loci_result(__loci_os_clock(clock_id, &seconds, &nanoseconds)) < 0) return -1;
    *time = (struct timespec64){seconds, (int32_t)nanoseconds, 0};
    return 0;
}

int __gettimeofday64(struct timeval64 *time, void *zone);
int __gettimeofday64(struct timeval64 *time, void *zone)
{
    int64_t seconds, nanoseconds;
    (void)zone;
    if (__loci_result(__loci_os_clock(CLOCK_REALTIME, &seconds, &nanoseconds)) < 0) return -1;
    *time = (struct timeval64){seconds, nanoseconds / 1000};
    return 0;
}

int __nanosleep64(const struct timespec64 *wanted, struct timespec64 *left);
int __nanosleep64(const struct timespec64 *wanted, struct timespec64 *left)
{
    int64_t rest = sleep_for(wanted->tv_sec, wanted->tv_nsec);
    if (rest <= 0) return (int)__loci_result(rest);
    if (left != NULL) *left = (struct timespec64){rest / 1000000000, (int32_t)(rest % 1000000000), 0};
    errno = EINTR;
    return -1;
}
#endif
