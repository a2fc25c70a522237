/* The additive feedback generator of random(), with its state passed explicitly. */
#ifndef LOCI_RANDOM_H
#define LOCI_RANDOM_H

#include <stdint.h>
#include <stdlib.h>

/* A trinomial x^degree + x^separation + 1. Degree 0 stands for the old linear congruential generator. */
struct __loci_trinomial {
    int degree, separation;
};
extern const struct __loci_trinomial __loci_trinomials[5];

/* random_data is the GNU C library's struct: fptr and rptr run through the state, whose element -1
 * holds the type and, while another state is in use, where rptr was. */
int __loci_random_next(struct random_data *data);
void __loci_random_seed(struct random_data *data, unsigned seed);
int __loci_random_initialise(struct random_data *data, unsigned seed, char *state, size_t size); /* 0 or EINVAL */
int __loci_random_switch(struct random_data *data, char *state);                                 /* 0 or EINVAL */
void __loci_random_remember_place(struct random_data *data);

#endif
