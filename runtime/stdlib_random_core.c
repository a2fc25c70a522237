/* The generator behind rand() and random(), giving the GNU C library's sequences. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include "loci_random.h"

enum { TYPES = 5 };

const struct __loci_trinomial __loci_trinomials[TYPES] = {{0, 0}, {7, 3}, {15, 1}, {31, 3}, {63, 1}};

/* 16807 * word modulo 2^31 - 1, for the first filling of the state. */
static int32_t minimal_standard(int32_t word)
{
    int64_t product = (int64_t)16807 * word % 2147483647;
    return (int32_t)(product < 0 ? product + 2147483647 : product);
}

static int32_t *advance(const struct random_data *data, int32_t *at)
{
    return at + 1 == data->end_ptr ? data->state : at + 1;
}

int __loci_random_next(struct random_data *data)
{
    if (data->rand_type == 0) {
        uint32_t word = (uint32_t)data->state[0] * 1103515245u + 12345u;
        data->state[0] = (int32_t)(word & 0x7fffffff);
        return data->state[0];
    }
    uint32_t sum = (uint32_t)*data->fptr + (uint32_t)*data->rptr;
    *data->fptr = (int32_t)sum;
    data->fptr = advance(data, data->fptr);
    data->rptr = advance(data, data->rptr);
    return (int)(sum >> 1);
}

void __loci_random_seed(struct random_data *data, unsigned seed)
{
    data->state[0] = seed == 0 ? 1 : (int32_t)seed;
    if (data->rand_type == 0) return;
    for (int i = 1; i < data->rand_deg; i++) data->state[i] = minimal_standard(data->state[i - 1]);
    data->fptr = data->state + data->rand_sep;
    data->rptr = data->state;
    for (int i = 0; i < 10 * data->rand_deg; i++) __loci_random_next(data);
}

static void use_type(struct random_data *data, int type, int32_t *state)
{
    data->rand_type = type;
    data->rand_deg = __loci_trinomials[type].degree;
    data->rand_sep = __loci_trinomials[type].separation;
    data->state = state;
    data->end_ptr = state + data->rand_deg;
}

void __loci_random_remember_place(struct random_data *data)
{
    int place = data->rand_type == 0 ? 0 : (int)(data->rptr - data->state);
    data->state[-1] = TYPES * place + data->rand_type;
}

/* The largest type whose state fits. */
static int type_for_size(size_t size)
{
    int type = TYPES - 1;
    while (type > 0 && size < (size_t)(__loci_trinomials[type].degree + 1) * sizeof(int32_t)) type--;
    return type;
}

int __loci_random_initialise(struct random_data *data, unsigned seed, char *state, size_t size)
{
    if (size < 8) return EINVAL;
    use_type(data, type_for_size(size), (int32_t *)(void *)state + 1);
    __loci_random_seed(data, seed);
    data->state[-1] = data->rand_type; /* rptr is at the start again: 10 * degree steps are whole rounds */
    return 0;
}

int __loci_random_switch(struct random_data *data, char *state)
{
    int32_t *words = (int32_t *)(void *)state + 1;
    int32_t header = words[-1];
    if (header < 0) return EINVAL;
    use_type(data, header % TYPES, words);
    if (data->rand_type == 0) return 0;
    int place = header / TYPES;
    data->rptr = words + place;
    data->fptr = words + (place + data->rand_sep) % data->rand_deg;
    return 0;
}
