/* Barriers: who comes last lets the others through, by a new round. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include "loci_thread.h"

struct barrier {
    unsigned wanted, waiting;
    int round;
};

static struct barrier *inside(pthread_barrier_t *barrier)
{
    return (struct barrier *)(void *)barrier;
}

int pthread_barrier_init(pthread_barrier_t *restrict barrier, const pthread_barrierattr_t *restrict attributes, unsigned count)
{
    (void)attributes;
    if (count == 0) return EINVAL;
    memset(barrier, 0, sizeof *barrier);
    inside(barrier)->wanted = count;
    return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    return inside(barrier)->waiting > 0 ? EBUSY : 0;
}

int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    struct barrier *here = inside(barrier);
    __loci_thread_before(barrier);
    if (++here->waiting == here->wanted) {
        here->waiting = 0;
        here->round++;
        return PTHREAD_BARRIER_SERIAL_THREAD;
    }
    int round = here->round;
    struct __loci_wait wait = {NULL, &here->round, round, 0, 0, -1, "a barrier", NULL};
    __loci_thread_wait(wait);
    return 0;
}
