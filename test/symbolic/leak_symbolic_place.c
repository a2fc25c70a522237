// A block is lost when a symbolic place is overwritten.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

static void *kept[3];

int main(void) {
    int i = klee_range(0, 3, "i"), j = klee_range(0, 3, "j");
    kept[i] = malloc(3);
    if (j == 2) {
        puts("overwrites");
        kept[j] = NULL;
    }
    return 0;
}
