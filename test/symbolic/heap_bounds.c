// One byte behind a block for one combination of two inputs.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char i, j;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i < 6);
    klee_make_symbolic(&j, sizeof j, "j");
    klee_assume(j < 6);
    char *block = malloc(10);
    memset(block, 'a', 10);
    block[i + j] = 'b';
    char first = block[0];
    free(block);
    if (first == 'b') {
        puts("first");
        return 1;
    }
    puts("other");
    return 0;
}
