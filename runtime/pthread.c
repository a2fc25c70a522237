/* Threads as POSIX has them: begun, ended, waited for, cancelled. threads.c says who goes on when. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include "loci_thread.h"

static struct __loci_thread *thread_of(pthread_t thread)
{
    return (struct __loci_thread *)thread;
}

int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*run)(void *),
                   void *restrict argument)
{
    int detached = PTHREAD_CREATE_JOINABLE;
    if (attributes != NULL) pthread_attr_getdetachstate(attributes, &detached);
    struct __loci_thread *made = __loci_thread_start(run, argument);
    if (made == NULL) {
        __loci_unmodelled("'pthread_create' fails: there are 64 threads already");
        return EAGAIN;
    }
    made->is_detached = detached == PTHREAD_CREATE_DETACHED;
    *thread = (pthread_t)made;
    return 0;
}

static int join_until(pthread_t thread, void **result, int64_t deadline)
{
    struct __loci_thread *other = thread_of(thread);
    if (other == __loci_thread_self()) return EDEADLK;
    if (other->is_detached) return EINVAL;
    if (other->is_joined) return ESRCH;
    if (!other->has_ended) {
        struct __loci_wait wait = {NULL, &other->has_ended, 1, 1, 1, deadline, "a thread", other};
        _Bool is_over = __loci_thread_wait(wait);
        __loci_thread_test_cancel();
        if (is_over) return ETIMEDOUT;
    }
    other->is_joined = 1;
    if (result != NULL) *result = other->result;
    other->result = NULL;
    return 0;
}

int pthread_join(pthread_t thread, void **result)
{
    return join_until(thread, result, -1);
}

int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until)
{
    return join_until(thread, result, __loci_thread_deadline(CLOCK_REALTIME, until));
}

int pthread_tryjoin_np(pthread_t thread, void **result)
{
    __loci_thread_point();
    return thread_of(thread)->has_ended ? join_until(thread, result, -1) : EBUSY;
}

int pthread_detach(pthread_t thread)
{
    if (thread_of(thread)->is_detached) return EINVAL;
    thread_of(thread)->is_detached = 1;
    return 0;
}

pthread_t pthread_self(void)
{
    return (pthread_t)__loci_thread_self();
}

int pthread_equal(pthread_t left, pthread_t right)
{
    return left == right;
}

/* 1: somebody is at it; 2: it is done. */
int pthread_once(pthread_once_t *control, void (*initialise)(void))
{
    struct __loci_wait wait = {control, control, 1, 0, 0, -1, "what is done once", NULL};
    __loci_thread_wait(wait);
    if (*control == 2) return 0;
    *control = 1;
    initialise();
    *control = 2;
    return 0;
}

/* ---- the end: handlers of pthread_cleanup_push are places to jump to, the innermost first ---- */

void __pthread_register_cancel(__pthread_unwind_buf_t *buffer)
{
    buffer->__pad[0] = __loci_thread_self()->cleanup;
    __loci_thread_self()->cleanup = buffer;
}

void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer)
{
    __loci_thread_self()->cleanup = buffer->__pad[0];
}

_Noreturn void __loci_thread_unwind(void)
{
    struct __loci_thread *self = __loci_thread_self();
    self->holds_cancel = 1;
    self->result = self->is_cancelled && self->result == NULL ? PTHREAD_CANCELED : self->result;
    if (self->cleanup == NULL) __loci_thread_end();
    __pthread_unwind_buf_t *buffer = self->cleanup;
    self->cleanup = buffer->__pad[0];
    longjmp((struct __jmp_buf_tag *)(void *)buffer->__cancel_jmp_buf, 1);
}

void __pthread_unwind_next(__pthread_unwind_buf_t *buffer)
{
    (void)buffer;
    __loci_thread_unwind();
}

void pthread_exit(void *result)
{
    __loci_thread_self()->is_cancelled = 0;
    __loci_thread_self()->result = result;
    __loci_thread_unwind();
}

/* ---- cancelling, which is heard where the thread waits ---- */

int pthread_cancel(pthread_t thread)
{
    __loci_thread_point();
    if (thread_of(thread)->has_ended) return thread_of(thread)->is_joined ? ESRCH : 0;
    thread_of(thread)->is_cancelled = 1;
    return 0;
}

void pthread_testcancel(void)
{
    __loci_thread_point();
    __loci_thread_test_cancel();
}

int pthread_setcancelstate(int state, int *old)
{
    struct __loci_thread *self = __loci_thread_self();
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) return EINVAL;
    if (old != NULL) *old = self->holds_cancel ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
    self->holds_cancel = state == PTHREAD_CANCEL_DISABLE;
    return 0;
}

int pthread_setcanceltype(int type, int *old)
{
    if (type == PTHREAD_CANCEL_ASYNCHRONOUS)
        __loci_unmodelled("'pthread_setcanceltype': a thread is cancelled only where it waits, or asks");
    if (old != NULL) *old = PTHREAD_CANCEL_DEFERRED;
    return type == PTHREAD_CANCEL_ASYNCHRONOUS || type == PTHREAD_CANCEL_DEFERRED ? 0 : EINVAL;
}

/* ---- the rest ---- */

int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void))
{
    (void)before;
    (void)parent;
    (void)child;
    return 0;
}

int pthread_setname_np(pthread_t thread, const char *name)
{
    (void)thread;
    (void)name;
    return 0;
}
