// The only pointer to a block is overwritten by one that depends on the input: the block is lost in any case.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

static int first, second;
static int *kept;

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    if (x == 7)
        return 7;
    int *places[2] = {&first, &second};
    kept = malloc(sizeof *kept);
    kept = places[x % 2];
    if (x > 100)
        puts("large");
    return 0;
}
