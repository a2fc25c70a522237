// Bytes of a block that some ways have written, and some that none has.
// oracle: uninitialised when n0 == 0x62
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    unsigned char *block = malloc(4);
    if (!block)
        return 2;
    if (x & 1)
        block[0] = x & 6;
    if (x & 8)
        block[1] = 1;
    int read = 0;
    if ((x & 9) == 9)
        read = block[0] + block[1];
    if (x == 0x62 && block[0])
        read = 9;
    puts(read > 4 ? "large" : "not large");
    free(block);
    return 0;
}
