// Blocks with the same history but for the size of one that is gone: in 32 bits they stand at different places.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

static char *make(size_t other) {
    char *gone = malloc(other), *block = malloc(20);
    if (!gone || !block)
        exit(2);
    free(gone);
    return block;
}

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    char *block;
    if (x & 1)
        block = make(100);
    else
        block = make(24);
    block[x >> 4] = 7;
    if (block[x >> 4] != 7)
        abort();
    if (x == 0x36 && block[3] == 7)
        abort(); // reached
    puts("fine");
    free(block);
    return 0;
}
