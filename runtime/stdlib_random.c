/* rand() and random(): one generator with a state of its own, seeded with 1 at first use. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include "loci_machine.h"
#include "loci_random.h"

static int32_t first_state[32]; /* header and 31 words: the largest that BSD used by default */
static struct random_data generator;

static struct random_data *ready_generator(void)
{
    if (__loci_is_run() == LOCI_UNKNOWN_WORLD) __loci_unmodelled("which numbers 'rand' gives is not known");
    if (generator.state == NULL)
        __loci_random_initialise(&generator, 1, (char *)first_state, sizeof first_state);
    return &generator;
}

int rand(void)
{
    return __loci_random_next(ready_generator());
}

long random(void)
{
    return __loci_random_next(ready_generator());
}

void srand(unsigned seed)
{
    __loci_random_seed(ready_generator(), seed);
}

void srandom(unsigned seed)
{
    __loci_random_seed(ready_generator(), seed);
}

static char *replaced(char *old, int error)
{
    if (error == 0) return old;
    errno = error;
    return NULL;
}

char *initstate(unsigned seed, char *state, size_t size)
{
    struct random_data *data = ready_generator();
    char *old = (char *)(data->state - 1);
    __loci_random_remember_place(data);
    return replaced(old, __loci_random_initialise(data, seed, state, size));
}

char *setstate(char *state)
{
    struct random_data *data = ready_generator();
    char *old = (char *)(data->state - 1);
    __loci_random_remember_place(data);
    return replaced(old, __loci_random_switch(data, state));
}
