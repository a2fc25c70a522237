/* Semaphores: a count, in the first bytes of the opaque union. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <string.h>
#include <time.h>
#include "loci_thread.h"

static int *count_of(sem_t *semaphore)
{
    return (int *)(void *)semaphore;
}

int sem_init(sem_t *semaphore, int shared, unsigned count)
{
    (void)shared;
    if (count > INT_MAX) {
        errno = EINVAL;
        return -1;
    }
    memset(semaphore, 0, sizeof *semaphore);
    *count_of(semaphore) = (int)count;
    return 0;
}

int sem_destroy(sem_t *semaphore)
{
    (void)semaphore;
    return 0;
}

int sem_post(sem_t *semaphore)
{
    __loci_thread_release(semaphore);
    if (*count_of(semaphore) == INT_MAX) {
        errno = EOVERFLOW;
        return -1;
    }
    ++*count_of(semaphore);
    return 0;
}

int sem_trywait(sem_t *semaphore)
{
    __loci_thread_before(semaphore);
    if (*count_of(semaphore) == 0) {
        errno = EAGAIN;
        return -1;
    }
    --*count_of(semaphore);
    return 0;
}

/* A count that is symbolic is the number 0 where it is waited for: others ask memory for it. */
static int wait_until(sem_t *semaphore, int64_t deadline)
{
    __loci_thread_test_cancel();
    if (*count_of(semaphore) == 0) *count_of(semaphore) = 0;
    struct __loci_wait wait = {semaphore, count_of(semaphore), 0, 0, 1, deadline, "a semaphore that nobody posts", NULL};
    _Bool is_over = __loci_thread_wait(wait);
    __loci_thread_test_cancel();
    if (is_over) {
        errno = ETIMEDOUT;
        return -1;
    }
    --*count_of(semaphore);
    return 0;
}

int sem_wait(sem_t *semaphore)
{
    return wait_until(semaphore, -1);
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until)
{
    return wait_until(semaphore, __loci_thread_deadline(CLOCK_REALTIME, until));
}

int sem_getvalue(sem_t *restrict semaphore, int *restrict count)
{
    __loci_thread_before(semaphore);
    *count = *count_of(semaphore);
    return 0;
}
