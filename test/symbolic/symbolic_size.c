// malloc of a symbolic size; a write at a symbolic place is inside or not.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    klee_assume(n > 0 && n <= 12);
    unsigned char i = __VERIFIER_nondet_uchar();
    klee_assume(i < 12);
    char *block = malloc(n);
    block[i] = 'x';
    free(block);
    if (n == 12) {
        puts("full size");
        return 1;
    }
    puts("inside");
    return 0;
}
