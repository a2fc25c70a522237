/* Threads for programs that have only one: locks are counted, never waited for. pthread_create is
 * missing on purpose, so that the machine says so when it is called. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "loci_machine.h"

/* ---- mutexes: __data.__count is how often it is held, __data.__kind its type ---- */

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
    return mutex->__data.__count > 0 ? EBUSY : 0;
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    int kind = mutex->__data.__kind;
    if (mutex->__data.__count > 0 && kind == PTHREAD_MUTEX_ERRORCHECK) return EDEADLK;
    if (mutex->__data.__count > 0 && kind != PTHREAD_MUTEX_RECURSIVE)
        __loci_unsupported("the program waits for ever: the mutex is locked, and by itself");
    mutex->__data.__count++;
    return 0;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    if (mutex->__data.__count > 0 && mutex->__data.__kind != PTHREAD_MUTEX_RECURSIVE) return EBUSY;
    mutex->__data.__count++;
    return 0;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    if (mutex->__data.__count == 0) return EPERM;
    mutex->__data.__count--;
    return 0;
}

/* The type is kept in the first bytes of the opaque union. */
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

/* ---- read-write locks ---- */

int pthread_rwlock_init(pthread_rwlock_t *restrict lock, const pthread_rwlockattr_t *restrict attributes)
{
    (void)attributes;
    memset(lock, 0, sizeof *lock);
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
    (void)lock;
    return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    if (lock->__data.__writers > 0) return EDEADLK;
    lock->__data.__readers++;
    return 0;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    if (lock->__data.__writers > 0) return EDEADLK;
    if (lock->__data.__readers > 0) __loci_unsupported("the program waits for ever: the lock is held for reading, and by itself");
    lock->__data.__writers = 1;
    return 0;
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    if (lock->__data.__writers > 0) lock->__data.__writers = 0;
    else if (lock->__data.__readers > 0) lock->__data.__readers--;
    return 0;
}

/* ---- condition variables: nobody waits, so signalling does nothing ---- */

int pthread_cond_init(pthread_cond_t *restrict condition, const pthread_condattr_t *restrict attributes)
{
    (void)attributes;
    memset(condition, 0, sizeof *condition);
    return 0;
}

int pthread_cond_destroy(pthread_cond_t *condition)
{
    (void)condition;
    return 0;
}

int pthread_cond_signal(pthread_cond_t *condition)
{
    (void)condition;
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t *condition)
{
    (void)condition;
    return 0;
}

/* ---- the thread itself ---- */

static char the_thread;

pthread_t pthread_self(void)
{
    return (pthread_t)&the_thread;
}

int pthread_equal(pthread_t left, pthread_t right)
{
    return left == right;
}

int pthread_once(pthread_once_t *control, void (*initialise)(void))
{
    if (*control != PTHREAD_ONCE_INIT) return 0;
    *control = PTHREAD_ONCE_INIT + 1;
    initialise();
    return 0;
}

int pthread_setcancelstate(int state, int *old)
{
    static int current = PTHREAD_CANCEL_ENABLE;
    if (old != NULL) *old = current;
    current = state;
    return 0;
}

int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void))
{
    (void)before;
    (void)parent;
    (void)child;
    return 0;
}

/* ---- keys ---- */

enum { KEYS = 128 };

static _Bool key_used[KEYS];
static const void *key_value[KEYS];

/* Destructors run when a thread ends; the only one ends with the program, where they are not called. */
int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    (void)destructor;
    for (unsigned i = 0; i < KEYS; i++)
        if (!key_used[i]) {
            key_used[i] = 1;
            key_value[i] = NULL;
            *key = i;
            return 0;
        }
    return EAGAIN;
}

int pthread_key_delete(pthread_key_t key)
{
    if (key >= KEYS || !key_used[key]) return EINVAL;
    key_used[key] = 0;
    return 0;
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
    if (key >= KEYS || !key_used[key]) return EINVAL;
    key_value[key] = value;
    return 0;
}

void *pthread_getspecific(pthread_key_t key)
{
    return key < KEYS && key_used[key] ? (void *)key_value[key] : NULL;
}

/* <sys/single_threaded.h>: programs read it to leave out locks. */
char __libc_single_threaded = 1;
