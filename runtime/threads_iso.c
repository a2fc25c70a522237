/* <threads.h> over <pthread.h>. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>
#include "loci_thread.h"

static int answer(int error)
{
    switch (error) {
    case 0: return thrd_success;
    case EBUSY: return thrd_busy;
    case ETIMEDOUT: return thrd_timedout;
    case ENOMEM:
    case EAGAIN: return thrd_nomem;
    default: return thrd_error;
    }
}

/* ---- threads ---- */

/* The function returns an int: it is called through a pointer of its own type. */
struct start {
    thrd_start_t run;
    void *argument;
};

static void *call(void *given)
{
    struct start start = *(struct start *)given;
    free(given);
    return (void *)(intptr_t)start.run(start.argument);
}

int thrd_create(thrd_t *thread, thrd_start_t run, void *argument)
{
    struct start *start = malloc(sizeof *start);
    if (start == NULL) return thrd_nomem;
    *start = (struct start){run, argument};
    return answer(pthread_create(thread, NULL, call, start));
}

int thrd_join(thrd_t thread, int *result)
{
    void *value;
    int error = pthread_join(thread, &value);
    if (error == 0 && result != NULL) *result = (int)(intptr_t)value;
    return answer(error);
}

_Noreturn void thrd_exit(int result)
{
    pthread_exit((void *)(intptr_t)result);
}

int thrd_detach(thrd_t thread)
{
    return answer(pthread_detach(thread));
}

thrd_t thrd_current(void)
{
    return pthread_self();
}

int thrd_equal(thrd_t left, thrd_t right)
{
    return left == right;
}

void thrd_yield(void)
{
    sched_yield();
}

int thrd_sleep(const struct timespec *wanted, struct timespec *left)
{
    return nanosleep(wanted, left) == 0 ? 0 : errno == EINTR ? -1 : -2;
}

/* ---- mutexes ---- */

static pthread_mutex_t *mutex_of(mtx_t *mutex)
{
    return (pthread_mutex_t *)(void *)mutex;
}

int mtx_init(mtx_t *mutex, int type)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
    return answer(pthread_mutex_init(mutex_of(mutex), &attributes));
}

void mtx_destroy(mtx_t *mutex)
{
    (void)mutex;
}

int mtx_lock(mtx_t *mutex)
{
    return answer(pthread_mutex_lock(mutex_of(mutex)));
}

int mtx_trylock(mtx_t *mutex)
{
    return answer(pthread_mutex_trylock(mutex_of(mutex)));
}

int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict until)
{
    return answer(pthread_mutex_timedlock(mutex_of(mutex), until));
}

int mtx_unlock(mtx_t *mutex)
{
    return answer(pthread_mutex_unlock(mutex_of(mutex)));
}

/* ---- condition variables ---- */

static pthread_cond_t *condition_of(cnd_t *condition)
{
    return (pthread_cond_t *)(void *)condition;
}

int cnd_init(cnd_t *condition)
{
    return answer(pthread_cond_init(condition_of(condition), NULL));
}

void cnd_destroy(cnd_t *condition)
{
    (void)condition;
}

int cnd_signal(cnd_t *condition)
{
    return answer(pthread_cond_signal(condition_of(condition)));
}

int cnd_broadcast(cnd_t *condition)
{
    return answer(pthread_cond_broadcast(condition_of(condition)));
}

int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    return answer(pthread_cond_wait(condition_of(condition), mutex_of(mutex)));
}

int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex, const struct timespec *restrict until)
{
    return answer(pthread_cond_timedwait(condition_of(condition), mutex_of(mutex), until));
}

/* ---- once, and values of threads ---- */

void call_once(once_flag *flag, void (*function)(void))
{
    pthread_once((pthread_once_t *)(void *)flag, function);
}

int tss_create(tss_t *key, tss_dtor_t destructor)
{
    return answer(pthread_key_create(key, destructor));
}

void tss_delete(tss_t key)
{
    pthread_key_delete(key);
}

int tss_set(tss_t key, void *value)
{
    return answer(pthread_setspecific(key, value));
}

void *tss_get(tss_t key)
{
    return pthread_getspecific(key);
}
