// A block of symbolic size is made larger: what lies behind its old end was never written.
// oracle: uninitialised when at >= n
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int n = klee_range(1, 9, "n"), at = klee_range(0, 12, "at");
    char *block = calloc((size_t)n, 1);
    block = realloc(block, 12);
    if (block[at] == 0)
        puts("zero");
    else
        puts("another");
    free(block);
    return 0;
}
