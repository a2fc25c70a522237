/* Semaphores for one thread: to wait at zero is to wait for ever. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <string.h>
#include "loci_machine.h"

/* The count is kept in the first bytes of the opaque union. */
static int count_of(const sem_t *semaphore)
{
    int count;
    memcpy(&count, semaphore->__size, sizeof count);
    return count;
}

static void set_count(sem_t *semaphore, int count)
{
    memcpy(semaphore->__size, &count, sizeof count);
}

int sem_init(sem_t *semaphore, int shared, unsigned count)
{
    (void)shared;
    if (count > INT_MAX) {
        errno = EINVAL;
        return -1;
    }
    memset(semaphore, 0, sizeof *semaphore);
    set_count(semaphore, (int)count);
    return 0;
}

int sem_destroy(sem_t *semaphore)
{
    (void)semaphore;
    return 0;
}

int sem_post(sem_t *semaphore)
{
    int count = count_of(semaphore);
    if (count == INT_MAX) {
        errno = EOVERFLOW;
        return -1;
    }
    set_count(semaphore, count + 1);
    return 0;
}

int sem_trywait(sem_t *semaphore)
{
    int count = count_of(semaphore);
    if (count == 0) {
        errno = EAGAIN;
        return -1;
    }
    set_count(semaphore, count - 1);
    return 0;
}

int sem_wait(sem_t *semaphore)
{
    if (count_of(semaphore) == 0) __loci_unsupported("the program waits for ever: nobody posts the semaphore");
    return sem_trywait(semaphore);
}

int sem_getvalue(sem_t *restrict semaphore, int *restrict count)
{
    *count = count_of(semaphore);
    return 0;
}
