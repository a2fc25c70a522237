// What a dangling pointer pointed to depends on the way: a block that was freed, a variable whose function has returned.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

static int *of_block(void) {
    int *block = malloc(sizeof *block);
    if (!block)
        exit(2);
    *block = 1;
    free(block);
    return block;
}

static int *of_variable(void) {
    int local = 1, *pointer = &local;
    return pointer;
}

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    int *dangling;
    if (x & 1)
        dangling = of_block();
    else
        dangling = of_variable();
    if (x > 250)
        return *dangling;
    puts("unused");
    return 0;
}
