// What is freed is freed already, or not the start of a block: by free and by realloc.
// oracle: double-free when i == j
// oracle: invalid-free when i != j and k
#include "harness.h"
#include <stdlib.h>

int main(void) {
    char *table[2] = {malloc(4), malloc(4)}, *moved;
    int i = klee_range(0, 2, "i"), j = klee_range(0, 2, "j"), k = klee_range(0, 2, "k"), l = klee_range(0, 2, "l");
    free(table[i]);
    if (l) {
        free(table[j] + k);
        return 1;
    }
    moved = realloc(table[j] + k, 8);
    free(moved);
    return 2;
}
