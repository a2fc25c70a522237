// Pointers to different objects are compared for equality, also one past the end.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *blocks[3];
    for (int k = 0; k < 3; k++)
        blocks[k] = malloc(4);
    int i = klee_range(0, 3, "i"), j = klee_range(0, 3, "j");
    int status = 0;
    if (blocks[i] == blocks[j]) {
        puts("same");
        status = 1;
    } else
        puts("different");
    blocks[i][0] = 1;
    blocks[j][0] = 2;
    if (blocks[i][0] == 2)
        status += 2;
    for (int k = 0; k < 3; k++)
        free(blocks[k]);
    if (status == 3)
        return 3;
    return 0;
}
