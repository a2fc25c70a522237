/* Read-write locks and spin locks. __data.__readers says how many hold it for reading; WRITTEN: one for writing, whose number
 * is __cur_writer. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include "loci_thread.h"

enum { WRITTEN = -1 };

static int *state_of(pthread_rwlock_t *lock)
{
    return (int *)&lock->__data.__readers;
}

int pthread_rwlock_init(pthread_rwlock_t *restrict lock, const pthread_rwlockattr_t *restrict attributes)
{
    (void)attributes;
    memset(lock, 0, sizeof *lock);
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
    return *state_of(lock) != 0 ? EBUSY : 0;
}

static _Bool is_mine(pthread_rwlock_t *lock)
{
    return *state_of(lock) == WRITTEN && lock->__data.__cur_writer == __loci_thread_self()->number;
}

static int read_until(pthread_rwlock_t *lock, int64_t deadline)
{
    if (is_mine(lock)) return EDEADLK;
    struct __loci_wait wait = {lock, state_of(lock), WRITTEN, 0, 0, deadline, "a lock to be read under", NULL};
    if (__loci_thread_wait(wait)) return ETIMEDOUT;
    ++*state_of(lock);
    return 0;
}

static int take_to_write(pthread_rwlock_t *lock)
{
    *state_of(lock) = WRITTEN;
    lock->__data.__cur_writer = __loci_thread_self()->number;
    return 0;
}

static int write_until(pthread_rwlock_t *lock, int64_t deadline)
{
    if (is_mine(lock)) return EDEADLK;
    struct __loci_wait wait = {lock, state_of(lock), 0, 1, 0, deadline, "a lock to be written under", NULL};
    return __loci_thread_wait(wait) ? ETIMEDOUT : take_to_write(lock);
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    return read_until(lock, -1);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    return write_until(lock, -1);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict until)
{
    return read_until(lock, __loci_thread_deadline(CLOCK_REALTIME, until));
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict until)
{
    return write_until(lock, __loci_thread_deadline(CLOCK_REALTIME, until));
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    __loci_thread_before((const void *)lock);
    if (*state_of(lock) == WRITTEN) return EBUSY;
    ++*state_of(lock);
    return 0;
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    __loci_thread_before((const void *)lock);
    return *state_of(lock) != 0 ? EBUSY : take_to_write(lock);
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    __loci_thread_release((const void *)lock);
    if (*state_of(lock) == WRITTEN) *state_of(lock) = 0;
    else if (*state_of(lock) > 0) --*state_of(lock);
    return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *attributes)
{
    memset(attributes, 0, sizeof *attributes);
    return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attributes)
{
    (void)attributes;
    return 0;
}

/* ---- Spin locks: 1 while it is held. They wait as a mutex does ---- */

int pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
    (void)shared;
    *lock = 0;
    return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *lock)
{
    return *lock != 0 ? EBUSY : 0;
}

int pthread_spin_lock(pthread_spinlock_t *lock)
{
    struct __loci_wait wait = {(const void *)lock, (const int *)lock, 0, 1, 0, -1, "a spin lock", NULL};
    __loci_thread_wait(wait);
    *lock = 1;
    return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    __loci_thread_before((const void *)lock);
    if (*lock != 0) return EBUSY;
    *lock = 1;
    return 0;
}

int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    __loci_thread_release((const void *)lock);
    *lock = 0;
    return 0;
}
