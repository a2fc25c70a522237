// A block that lives for some inputs only, read behind its end: dead for some, alive and too short for others.
// oracle: use-after-free when i == j
// oracle: out-of-bounds when i != j
#include "harness.h"
#include <stdlib.h>

int main(void) {
    char *table[3] = {malloc(4), malloc(4), malloc(4)};
    int i = klee_range(0, 3, "i"), j = klee_range(0, 3, "j");
    free(table[i]);
    return table[j][64];
}
