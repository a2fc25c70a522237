// A block shrinks to a size that depends on the input; its last byte is then read.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int n = klee_range(1, 9, "n");
    char *block = malloc(8);
    memcpy(block, "abcdefgh", 8);
    block = realloc(block, n);
    if (block[n - 1] == 'c')
        puts("three");
    else
        puts("not three");
    int status = 0;
    if (n > 3 && block[5] == 'f') // out of bounds for n of 4 and 5
        status = 1;
    free(block);
    if (status)
        return 4;
    return 0;
}
