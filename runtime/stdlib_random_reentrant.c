/* rand_r, and random() on the caller's state. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include "loci_random.h"

static unsigned step(unsigned *seed)
{
    *seed = *seed * 1103515245u + 12345u;
    return *seed / 65536;
}

int rand_r(unsigned *seed)
{
    unsigned result = step(seed) % 2048;
    result = (result << 10) ^ (step(seed) % 1024);
    result = (result << 10) ^ (step(seed) % 1024);
    return (int)result;
}

static int answer(int error)
{
    if (error == 0) return 0;
    errno = error;
    return -1;
}

int random_r(struct random_data *restrict data, int32_t *restrict result)
{
    *result = __loci_random_next(data);
    return 0;
}

int srandom_r(unsigned seed, struct random_data *data)
{
    __loci_random_seed(data, seed);
    return 0;
}

int initstate_r(unsigned seed, char *restrict state, size_t size, struct random_data *restrict data)
{
    if (data->state != NULL) __loci_random_remember_place(data);
    return answer(__loci_random_initialise(data, seed, state, size));
}

int setstate_r(char *restrict state, struct random_data *restrict data)
{
    if (data->state != NULL) __loci_random_remember_place(data);
    return answer(__loci_random_switch(data, state));
}
