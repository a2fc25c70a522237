// Every pointer of a table is wrong, each in its own way: no error hides behind another at the same place.
// oracle: null-dereference when i == 1
// oracle: use-after-free when i == 2
// oracle: out-of-bounds when i == 0 or i == 3
#include "harness.h"
#include <stdlib.h>

int main(void) {
    char one[4] = "one", *freed = malloc(4);
    char *table[4] = {one, NULL, freed, one + 1};
    free(freed);
    return table[klee_range(0, 4, "i")][64];
}
