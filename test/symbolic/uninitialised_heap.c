// A block is filled up to a symbolic length; the byte at a symbolic place decides.
// oracle: uninitialised when i >= n
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int n = klee_range(0, 7, "n"), i = klee_range(0, 6, "i");
    char *block = malloc(6);
    memset(block, 'x', n);
    char c = block[i];
    free(block);
    if (c == 'x')
        puts("x");
    if (n == 6) {
        puts("full");
        return 1;
    }
    return 0;
}
