/* Condition variables: a queue of those that wait, the longest first, in the first bytes of the opaque union. Each has a word
 * on its own stack that says whether it was signalled. Nobody comes back unasked. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <time.h>
#include "loci_thread.h"

struct waiter {
    struct waiter *next;
    int is_signalled;
};

static struct waiter **queue_of(pthread_cond_t *condition)
{
    return (struct waiter **)(void *)condition;
}

/* The clock, behind the queue. */
static int *clock_of(pthread_cond_t *condition)
{
    return (int *)(void *)(queue_of(condition) + 1);
}

int pthread_cond_init(pthread_cond_t *restrict condition, const pthread_condattr_t *restrict attributes)
{
    memset(condition, 0, sizeof *condition);
    if (attributes != NULL) *clock_of(condition) = attributes->__align;
    return 0;
}

int pthread_cond_destroy(pthread_cond_t *condition)
{
    return *queue_of(condition) != NULL ? EBUSY : 0;
}

static void wake(struct waiter **place)
{
    struct waiter *waiter = *place;
    *place = waiter->next;
    waiter->is_signalled = 1;
}

/* Any of them: which one, is not said. */
int pthread_cond_signal(pthread_cond_t *condition)
{
    unsigned count = 0;
    __loci_thread_before(condition);
    for (struct waiter *waiter = *queue_of(condition); waiter != NULL; waiter = waiter->next) count++;
    if (count == 0) return 0;
    struct waiter **place = queue_of(condition);
    for (unsigned chosen = __loci_thread_choose(count); chosen > 0; chosen--) place = &(*place)->next;
    wake(place);
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t *condition)
{
    __loci_thread_before(condition);
    while (*queue_of(condition) != NULL) wake(queue_of(condition));
    return 0;
}

static void leave(pthread_cond_t *condition, struct waiter *self)
{
    for (struct waiter **place = queue_of(condition); *place != NULL; place = &(*place)->next)
        if (*place == self) {
            *place = self->next;
            return;
        }
}

/* The mutex is given free as a whole, however often it was locked. */
static int wait_until(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t deadline)
{
    struct waiter self = {NULL, 0}, **last = queue_of(condition);
    struct __loci_thread *thread = __loci_thread_self();
    if (mutex->__data.__lock == 0) return EPERM;
    __loci_thread_before(condition);
    while (*last != NULL) last = &(*last)->next;
    unsigned count = mutex->__data.__count;
    *last = &self;
    mutex->__data.__lock = 0;
    struct __loci_wait wait = {mutex, &self.is_signalled, 1, 1, 1, deadline, "a condition variable", NULL};
    _Bool is_over = __loci_thread_wait(wait);
    if (!self.is_signalled) leave(condition, &self);
    struct __loci_wait lock = {mutex, &mutex->__data.__lock, 0, 1, 0, -1, "a mutex, after a condition variable,", NULL};
    if (mutex->__data.__lock != 0) __loci_thread_wait(lock);
    mutex->__data.__lock = 1;
    mutex->__data.__owner = thread->number;
    mutex->__data.__count = count;
    __loci_thread_test_cancel(); /* a cancelled thread ends with the mutex taken */
    return is_over && !self.is_signalled ? ETIMEDOUT : 0;
}

int pthread_cond_wait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex)
{
    return wait_until(condition, mutex, -1);
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict until)
{
    return wait_until(condition, mutex, __loci_thread_deadline(*clock_of(condition), until));
}

int pthread_cond_clockwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, clockid_t clock,
                           const struct timespec *restrict until)
{
    return wait_until(condition, mutex, __loci_thread_deadline(clock, until));
}

/* ---- attributes: the clock ---- */

int pthread_condattr_init(pthread_condattr_t *attributes)
{
    memset(attributes, 0, sizeof *attributes);
    return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock)
{
    attributes->__align = clock;
    return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t *restrict attributes, clockid_t *restrict clock)
{
    *clock = attributes->__align;
    return 0;
}
