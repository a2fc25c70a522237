/* The drand48 family: a linear congruential generator on 48 bits. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>

#define MASK ((UINT64_C(1) << 48) - 1)

static const uint64_t usual_multiplier = UINT64_C(0x5deece66d);
static const uint64_t usual_increment = 11;

/* The state is kept in the GNU C library's struct, since drand48_r shows it. */
static uint64_t join(const unsigned short parts[3])
{
    return (uint64_t)parts[2] << 32 | (uint64_t)parts[1] << 16 | parts[0];
}

static void split(uint64_t value, unsigned short parts[3])
{
    parts[0] = (unsigned short)value;
    parts[1] = (unsigned short)(value >> 16);
    parts[2] = (unsigned short)(value >> 32);
}

static uint64_t step(struct drand48_data *data, unsigned short state[3])
{
    if (!data->__init) {
        data->__a = usual_multiplier;
        data->__c = (unsigned short)usual_increment;
        data->__init = 1;
    }
    uint64_t next = (join(state) * data->__a + data->__c) & MASK;
    split(next, state);
    return next;
}

static double as_fraction(uint64_t x)
{
    return (double)x / (double)(UINT64_C(1) << 48);
}

static long as_nonnegative(uint64_t x)
{
    return (long)(x >> 17);
}

static long as_signed(uint64_t x)
{
    return (int32_t)(uint32_t)(x >> 16);
}

int drand48_r(struct drand48_data *restrict data, double *restrict result)
{
    *result = as_fraction(step(data, data->__x));
    return 0;
}

int erand48_r(unsigned short state[3], struct drand48_data *restrict data, double *restrict result)
{
    *result = as_fraction(step(data, state));
    return 0;
}

int lrand48_r(struct drand48_data *restrict data, long *restrict result)
{
    *result = as_nonnegative(step(data, data->__x));
    return 0;
}

int nrand48_r(unsigned short state[3], struct drand48_data *restrict data, long *restrict result)
{
    *result = as_nonnegative(step(data, state));
    return 0;
}

int mrand48_r(struct drand48_data *restrict data, long *restrict result)
{
    *result = as_signed(step(data, data->__x));
    return 0;
}

int jrand48_r(unsigned short state[3], struct drand48_data *restrict data, long *restrict result)
{
    *result = as_signed(step(data, state));
    return 0;
}

static void reset_parameters(struct drand48_data *data)
{
    data->__a = usual_multiplier;
    data->__c = (unsigned short)usual_increment;
    data->__init = 1;
}

int srand48_r(long seed, struct drand48_data *data)
{
    split((uint64_t)(uint32_t)seed << 16 | 0x330e, data->__x);
    reset_parameters(data);
    return 0;
}

int seed48_r(unsigned short seed[3], struct drand48_data *data)
{
    split(join(data->__x), data->__old_x);
    split(join(seed), data->__x);
    reset_parameters(data);
    return 0;
}

int lcong48_r(unsigned short parameters[7], struct drand48_data *data)
{
    split(join(parameters), data->__x);
    data->__a = join(parameters + 3);
    data->__c = parameters[6];
    data->__init = 1;
    return 0;
}

static struct drand48_data generator;

double drand48(void)
{
    return as_fraction(step(&generator, generator.__x));
}

double erand48(unsigned short state[3])
{
    return as_fraction(step(&generator, state));
}

long lrand48(void)
{
    return as_nonnegative(step(&generator, generator.__x));
}

long nrand48(unsigned short state[3])
{
    return as_nonnegative(step(&generator, state));
}

long mrand48(void)
{
    return as_signed(step(&generator, generator.__x));
}

long jrand48(unsigned short state[3])
{
    return as_signed(step(&generator, state));
}

void srand48(long seed)
{
    srand48_r(seed, &generator);
}

unsigned short *seed48(unsigned short seed[3])
{
    seed48_r(seed, &generator);
    return generator.__old_x;
}

void lcong48(unsigned short parameters[7])
{
    lcong48_r(parameters, &generator);
}
