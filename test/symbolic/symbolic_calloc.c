// calloc of a symbolic count: all elements are zero, the element behind them is out of bounds.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int n = klee_range(1, 7, "n");
    short *block = calloc(n, sizeof *block);
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += block[i];
    if (sum)
        return 9;
    if (n == 5)
        sum = block[n];
    block[n - 1] = 3;
    if (block[0] == 3)
        puts("one element");
    else
        puts("more");
    free(block);
    return 0;
}
