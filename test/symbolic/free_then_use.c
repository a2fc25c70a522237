// A block is freed when one condition holds and read when another does.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    int *block = malloc(sizeof *block);
    *block = 4;
    if (x % 16 == 3)
        free(block);
    if (x / 16 == 9)
        *block = 5; // after free for x == 0x93
    if (x % 16 != 3) {
        if (*block == 5)
            puts("five");
        else
            puts("four");
        free(block);
        return 0;
    }
    puts("gone");
    return 1;
}
