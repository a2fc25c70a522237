// A block of symbolic size is read and written at its symbolic end, on both sides.
// oracle: uninitialised when kind == 2 and n == 3
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int n = klee_range(1, 20, "n"), kind = klee_range(0, 4, "kind");
    int *block = malloc((size_t)n * sizeof *block);
    for (int i = 0; i < n; i++)
        if (n != 3)
            block[i] = i;
    switch (kind) {
    case 0: block[n - 1] = 5; break;
    case 1:
        if (n > 9)
            block[n] = 5;
        break;
    case 2:
        if (block[0] == 0)
            puts("first");
        break;
    default:
        if (n % 7 == 0)
            block[-1] = 2;
        puts("before");
    }
    free(block);
    return 0;
}
