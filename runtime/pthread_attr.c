/* Attributes of threads: whether it is detached is heard; the rest is only kept. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <limits.h>
#include <string.h>

struct attributes {
    int is_detached, policy, inherits, scope;
    size_t stack_size, guard_size;
};

static struct attributes *inside(pthread_attr_t *attributes)
{
    return (struct attributes *)(void *)attributes;
}
static const struct attributes *looked_at(const pthread_attr_t *attributes)
{
    return (const struct attributes *)(const void *)attributes;
}

int pthread_attr_init(pthread_attr_t *attributes)
{
    memset(attributes, 0, sizeof *attributes);
    inside(attributes)->stack_size = 8 << 20;
    inside(attributes)->guard_size = 4096;
    return 0;
}

int pthread_attr_destroy(pthread_attr_t *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state)
{
    if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED) return EINVAL;
    inside(attributes)->is_detached = state == PTHREAD_CREATE_DETACHED;
    return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *state)
{
    *state = looked_at(attributes)->is_detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE;
    return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size)
{
    if (size < 16384) return EINVAL;
    inside(attributes)->stack_size = size;
    return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *restrict attributes, size_t *restrict size)
{
    *size = looked_at(attributes)->stack_size;
    return 0;
}

int pthread_attr_setguardsize(pthread_attr_t *attributes, size_t size)
{
    inside(attributes)->guard_size = size;
    return 0;
}

int pthread_attr_getguardsize(const pthread_attr_t *restrict attributes, size_t *restrict size)
{
    *size = looked_at(attributes)->guard_size;
    return 0;
}

int pthread_attr_setscope(pthread_attr_t *attributes, int scope)
{
    inside(attributes)->scope = scope;
    return scope == PTHREAD_SCOPE_SYSTEM ? 0 : scope == PTHREAD_SCOPE_PROCESS ? ENOTSUP : EINVAL;
}

int pthread_attr_setinheritsched(pthread_attr_t *attributes, int inherits)
{
    inside(attributes)->inherits = inherits;
    return 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t *attributes, int policy)
{
    inside(attributes)->policy = policy;
    return 0;
}
