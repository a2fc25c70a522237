// A write through a symbolic index into one of several blocks, read back by concrete indices.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *blocks[3];
    for (int k = 0; k < 3; k++)
        blocks[k] = calloc(4, 1);
    int i = klee_range(0, 3, "i"), j = klee_range(0, 4, "j");
    blocks[i][j] = 1;
    if (blocks[1][2])
        puts("the middle");
    else if (blocks[0][0] + blocks[2][3] > 0)
        puts("a corner");
    else
        puts("elsewhere");
    int sum = 0;
    for (int k = 0; k < 12; k++)
        sum += blocks[k / 4][k % 4];
    for (int k = 0; k < 3; k++)
        free(blocks[k]);
    if (sum != 1)
        return 9;
    return 0;
}
