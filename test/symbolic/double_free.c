// Two conditions free the same block; for some inputs both hold.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int i = klee_range(0, 20, "i");
    char *block = malloc(1);
    *block = 'x';
    if (i < 8)
        free(block);
    if (i > 6)
        free(block);
    if (i & 1) {
        puts("odd");
        return 1;
    }
    puts("even");
    return 0;
}
