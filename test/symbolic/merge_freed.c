// A block that one of two ways has freed: used on the other, freed once more on either.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    int *block = malloc(sizeof *block);
    if (!block)
        return 2;
    *block = x >> 4;
    if (x & 1)
        free(block);
    if (x == 0x52 && *block == 5)
        abort(); // reached
    if (x == 0x61)
        *block = 1; // after free
    if ((x & 3) == 2)
        free(block);
    if (x == 0x72)
        free(block); // twice
    if (!(x & 3))
        free(block);
    puts("done");
    return 0;
}
