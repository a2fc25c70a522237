// 2 to the power of BITS paths, each with an output of its own; DATA bytes are written on every path.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void klee_make_symbolic(void *address, size_t size, const char *name);

#ifndef BITS
#define BITS 12
#endif
#ifndef DATA
#define DATA 16
#endif

int main(void) {
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    char *data = malloc(DATA);
    for (int bit = 0; bit < BITS; bit++) {
        char digit = '0';
        if (x >> bit & 1)
            digit = '1';
        memset(data, digit, DATA); // so that siblings cannot share the block
        putchar(digit);
    }
    putchar('\n');
    free(data);
    return 0;
}
