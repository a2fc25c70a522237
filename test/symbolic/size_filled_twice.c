// Two fills of a block of symbolic size, one after the other, in functions that see numbers only: each may be too long.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fill_short(char *block) {
    memset(block, 1, 3);
    memset(block, 2, 6);
}

static void fill_long(char *block) {
    for (int length = 4; length < 7; length++)
        memset(block, 3, (size_t)length);
}

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    void (*const fills[])(char *) = {fill_short, fill_long};
    size_t size = x & 7;
    if (!size)
        return 0;
    char *block = malloc(size);
    if (!block)
        return 2;
    fills[x >> 7](block);
    puts(block[0] == 2 ? "short" : "long");
    if (x >> 3 == 5 && size == 6)
        abort(); // reached
    free(block);
    return 0;
}
