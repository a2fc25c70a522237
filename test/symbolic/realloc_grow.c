// A block grows in one branch; later accesses are good only there.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    klee_assume(x < 64);
    int *block = malloc(2 * sizeof *block);
    block[0] = 5;
    block[1] = 6;
    if (x & 1)
        block = realloc(block, 4 * sizeof *block);
    if (x > 40)
        block[3] = block[1] + 1; // beyond the end when x is even
    int sum = block[0] + block[1];
    if (x > 40)
        sum += block[3];
    free(block);
    if (sum == 18)
        puts("grown");
    else
        puts("as it was");
    return sum;
}
