// A block is made smaller by a symbolic size and larger again: what was cut off is undefined.
// oracle: uninitialised when at >= n
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int n = klee_range(1, 9, "n"), at = klee_range(0, 12, "at");
    char *block = malloc(12);
    memset(block, 7, 12);
    block = realloc(block, (size_t)n);
    block = realloc(block, 12);
    if (block[at] == 7)
        puts("kept");
    else
        puts("another");
    free(block);
    return 0;
}
