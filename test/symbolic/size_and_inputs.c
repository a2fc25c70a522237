// An input is written into a block of symbolic size: the library's own writes have the block's bounds too.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int n = klee_range(1, 6, "n");
    char *block = calloc((size_t)n, 1);
    klee_make_symbolic(block + 2, 1, "byte");
    if (block[2] == 'x')
        puts("x");
    if (n == 4)
        puts("four");
    free(block);
    return 0;
}
