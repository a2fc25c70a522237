/* Processors: there is one, which threads may give free. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <string.h>
#include "loci_thread.h"
#include "loci_os.h"

int sched_yield(void)
{
    if (__loci_give_way != NULL) __loci_give_way(1);
    return 0;
}

int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set)
{
    LOCI_ASKS_OUTSIDE("sched_getaffinity");
    (void)process;
    if (size < sizeof(unsigned long)) {
        errno = EINVAL;
        return -1;
    }
    memset(set, 0, size);
    set->__bits[0] = 1;
    return 0;
}

int sched_setaffinity(pid_t process, size_t size, const cpu_set_t *set)
{
    (void)process;
    if (size >= sizeof(unsigned long) && set->__bits[0] & 1) return 0;
    errno = EINVAL;
    return -1;
}

int sched_getcpu(void)
{
    LOCI_ASKS_OUTSIDE("sched_getcpu");
    return 0;
}

int __sched_cpucount(size_t size, const cpu_set_t *set)
{
    int count = 0;
    for (size_t i = 0; i < size / sizeof *set->__bits; i++)
        for (unsigned long bits = set->__bits[i]; bits != 0; bits &= bits - 1) count++;
    return count;
}
