/* Mutexes. __data.__lock is 1 while it is held, __owner the number of its thread, __count how often that has locked it again,
 * __kind its type. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include "loci_thread.h"

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
    int type = PTHREAD_MUTEX_NORMAL;
    if (attributes != NULL) pthread_mutexattr_gettype(attributes, &type);
    memset(mutex, 0, sizeof *mutex);
    mutex->__data.__kind = type;
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    return mutex->__data.__lock != 0 ? EBUSY : 0;
}

static _Bool is_mine(const pthread_mutex_t *mutex)
{
    return mutex->__data.__lock != 0 && mutex->__data.__owner == __loci_thread_self()->number;
}

static int take(pthread_mutex_t *mutex)
{
    mutex->__data.__lock = 1;
    mutex->__data.__owner = __loci_thread_self()->number;
    mutex->__data.__count = 0;
    return 0;
}

/* EBUSY: it is held, and has to be waited for. */
static int try_to_take(pthread_mutex_t *mutex)
{
    if (mutex->__data.__lock == 0) return take(mutex);
    if (!is_mine(mutex) || mutex->__data.__kind != PTHREAD_MUTEX_RECURSIVE) return EBUSY;
    mutex->__data.__count++;
    return 0;
}

static int lock_until(pthread_mutex_t *mutex, int64_t deadline)
{
    _Bool is_again = is_mine(mutex);
    if (is_again && mutex->__data.__kind == PTHREAD_MUTEX_ERRORCHECK) return EDEADLK;
    if (is_again && mutex->__data.__kind == PTHREAD_MUTEX_RECURSIVE) return try_to_take(mutex);
    const char *what = is_again ? "a mutex that is locked, and by itself," : "a mutex";
    struct __loci_wait wait = {mutex, &mutex->__data.__lock, 0, 1, 0, deadline, what, NULL};
    return __loci_thread_wait(wait) ? ETIMEDOUT : take(mutex);
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    return lock_until(mutex, -1);
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict until)
{
    return lock_until(mutex, __loci_thread_deadline(CLOCK_REALTIME, until));
}

int pthread_mutex_clocklock(pthread_mutex_t *restrict mutex, clockid_t clock, const struct timespec *restrict until)
{
    return lock_until(mutex, __loci_thread_deadline(clock, until));
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    __loci_thread_before(mutex);
    return try_to_take(mutex);
}

/* A plain mutex may be given free by another thread than the one that took it, as in the GNU C library. */
int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    if (mutex->__data.__lock == 0) return EPERM;
    if (!is_mine(mutex) && mutex->__data.__kind != PTHREAD_MUTEX_NORMAL && mutex->__data.__kind != PTHREAD_MUTEX_ADAPTIVE_NP) return EPERM;
    if (mutex->__data.__count > 0) {
        mutex->__data.__count--;
        return 0;
    }
    __loci_thread_release(mutex);
    mutex->__data.__lock = 0;
    return 0;
}

/* ---- attributes: the type is kept in the first bytes of the opaque union ---- */

int pthread_mutexattr_init(pthread_mutexattr_t *attributes)
{
    memset(attributes, 0, sizeof *attributes);
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int type)
{
    if (type < PTHREAD_MUTEX_NORMAL || type > PTHREAD_MUTEX_ADAPTIVE_NP) return EINVAL;
    attributes->__align = type;
    return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict attributes, int *restrict type)
{
    *type = attributes->__align;
    return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int shared)
{
    (void)attributes;
    return shared == PTHREAD_PROCESS_PRIVATE || shared == PTHREAD_PROCESS_SHARED ? 0 : EINVAL;
}
