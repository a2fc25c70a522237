// A word that lies over the symbolic end of a block.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int n = klee_range(1, 14, "n"), at = klee_range(-2, 12, "at");
    char *block = calloc((size_t)n, 1);
    int word = 0x01020304;
    memcpy(block + at, &word, sizeof word);
    if (block[0] == 4)
        puts("at the start");
    free(block);
    return 0;
}
