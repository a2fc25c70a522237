// Rows on the heap, read through a symbolic row and column: many objects for one pointer (the paper's figure 1).
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

enum { N = 5 };

int main(void) {
    int *rows[N];
    for (int i = 0; i < N; i++)
        rows[i] = calloc(N, sizeof(int));
    rows[0][0] = 120;
    rows[3][2] = -7;
    int i = klee_range(0, N, "i"), j = klee_range(0, N, "j");
    int value = rows[i][j], status = 0;
    if (value > 0) {
        puts("positive");
        status = 1;
    } else if (value < 0) {
        puts("negative");
        status = 2;
    }
    for (int k = 0; k < N; k++)
        free(rows[k]);
    return status;
}
