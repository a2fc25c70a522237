// A block is freed on one branch and not used afterwards there: clean.
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    char *block = malloc(3);
    block[1] = 'b';
    if (x > 200) {
        free(block);
        block = NULL;
    }
    if (block) {
        if (block[1] == 'b')
            puts("kept");
        free(block);
        return 0;
    }
    puts("freed");
    return 1;
}
