/* Values of threads by keys. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include "loci_thread.h"

static _Bool is_used[LOCI_KEYS];
static void (*destructors[LOCI_KEYS])(void *);

/* A destructor may set values again: that is heard of as often as the standard guarantees. */
static void run_destructors(struct __loci_thread *self)
{
    _Bool has_value = 1;
    for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS && has_value; round++) {
        has_value = 0;
        for (unsigned i = 0; i < LOCI_KEYS; i++) {
            void *value = (void *)self->values[i];
            if (!is_used[i] || destructors[i] == NULL || value == NULL) continue;
            self->values[i] = NULL;
            has_value = 1;
            destructors[i](value);
        }
    }
}

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    for (unsigned i = 0; i < LOCI_KEYS; i++)
        if (!is_used[i]) {
            is_used[i] = 1;
            destructors[i] = destructor;
            __loci_key_destructors = run_destructors;
            *key = i;
            return 0;
        }
    return EAGAIN;
}

/* Values of threads that live are forgotten: another key may get the number. */
int pthread_key_delete(pthread_key_t key)
{
    if (key >= LOCI_KEYS || !is_used[key]) return EINVAL;
    struct __loci_thread *thread = __loci_thread_self(), *first = thread;
    is_used[key] = 0;
    do thread->values[key] = NULL;
    while ((thread = thread->next) != first);
    return 0;
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
    if (key >= LOCI_KEYS || !is_used[key]) return EINVAL;
    __loci_thread_self()->values[key] = value;
    return 0;
}

void *pthread_getspecific(pthread_key_t key)
{
    return key < LOCI_KEYS && is_used[key] ? (void *)__loci_thread_self()->values[key] : NULL;
}
