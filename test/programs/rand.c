// Pseudo random numbers: the sequences of rand, random, rand_r and the 48-bit family.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    for (int i = 0; i < 5; i++)
        printf("%d ", rand());
    printf("\n");
    for (unsigned seed = 0; seed < 3; seed++) {
        srand(seed);
        int a = rand(), b = rand(), c = rand();
        printf("%d %d %d\n", a, b, c);
    }
    srandom(42);
    for (int i = 0; i < 5; i++)
        printf("%ld ", random());
    printf("%d\n", RAND_MAX);
    unsigned state = 1;
    for (int i = 0; i < 3; i++)
        printf("%d ", rand_r(&state));
    printf("\n");
    srand48(7);
    for (int i = 0; i < 3; i++) {
        printf("%.17g ", drand48());
        printf("%ld ", lrand48());
        printf("%ld\n", mrand48());
    }
    unsigned short x[3] = {1, 2, 3};
    printf("%.17g ", erand48(x));
    printf("%ld ", nrand48(x));
    printf("%ld\n", jrand48(x));
    char buffer[64];
    char *old = initstate(5, buffer, sizeof buffer);
    printf("%ld ", random());
    printf("%ld ", random());
    setstate(old);
    printf("%ld\n", random());
    return 0;
}
