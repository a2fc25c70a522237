// free of a pointer into the middle of a block, for one input.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int i = klee_range(0, 4, "i");
    char *block = malloc(8);
    block[0] = 0;
    if (i >= 2)
        i = 0;
    free(block + i * 4); // the middle for i == 1
    puts("freed");
    if (i) {
        puts("never");
        return 1;
    }
    return 0;
}
