// free through a symbolic pointer: which of three blocks is gone depends on the index.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *blocks[3];
    for (int k = 0; k < 3; k++) {
        blocks[k] = malloc(2);
        blocks[k][0] = (char)('a' + k);
    }
    int i = klee_range(0, 3, "i"), j = klee_range(0, 3, "j");
    free(blocks[i]);
    if (blocks[j][0] == 'b') // freed when i == j
        puts("the second");
    else
        puts("another");
    for (int k = 0; k < 3; k++)
        if (k != i)
            free(blocks[k]);
    return 0;
}
